/**
 * Many processes grant, ask, answer, take back and use up at once, and some of them are killed at any moment.
 * `bun stress.ts --processes 16 --seconds 30`; prints what happened as JSON, and exits 1 where something confirmed was
 * lost, something failed, or somebody hung. Each process writes down what was confirmed to it, in a file of its own.
 */
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import type { Permission } from "../../src/permission/index.ts"
import { Storage } from "../../src/storage/index.ts"
import { Instance, World } from "./world.ts"

/** What a process had confirmed to it. `revoking` comes before the attempt, which may be done by a killed one. */
type Note =
  | { readonly kind: "given"; readonly id: string; readonly at: number }
  | { readonly kind: "revoking" | "revoked" | "used"; readonly id: string }
  | { readonly kind: "replied"; readonly id: string; readonly reply: Permission.Reply }
  | { readonly kind: "ended"; readonly id: string; readonly outcome: string; readonly at: number }
  | { readonly kind: "fault"; readonly what: string }

/** `Extract` would drop notes whose kind is one of several. */
type NoteOf<K extends Note["kind"]> = Note & { readonly kind: K }

interface Plan {
  readonly folder: string
  readonly root: string
  readonly peers: readonly string[]
  readonly subagents: readonly string[]
}

const RULE = "isolated-git/rebase"
/** How long an ask waits at most. In milliseconds. */
const ASK_TIMEOUT = 3_000
/** Longer than anything may take on a busy machine; whoever needs more hangs. In milliseconds. */
const HANGS = 60_000
/** So many grants a process keeps in force. */
const KEPT = 10

const EXPECTED_ENDS = new Set(["allowed", "Permission.Rejected", "Permission.Expired"])

const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)]!

/** Where the processes write what was confirmed to them, and see that the time is over. */
const notesOf = (plan: Plan, pid: number): string => join(plan.folder, `${pid}.notes`)
const isOver = (plan: Plan): boolean => existsSync(join(plan.folder, "over"))

/** One process: it acts and asks at the same time, until the time is over. */
class Actor {
  private readonly instance = new Instance(process.env as Record<string, string>)
  private readonly mine: { readonly id: string; readonly target: string; readonly permission: string }[] = []
  private count = 0

  constructor(private readonly plan: Plan) {}

  async run(): Promise<void> {
    await Promise.all([this.repeat(() => this.act()), this.repeat(() => this.askAround())])
    await this.instance.close()
  }

  private async repeat(once: () => Promise<void>): Promise<void> {
    while (!isOver(this.plan)) await once().catch((error: unknown) => this.note({ kind: "fault", what: String(error) }))
  }

  private note(note: Note): void {
    appendFileSync(notesOf(this.plan, process.pid), `${JSON.stringify(note)}\n`)
  }

  private name(): string {
    return `p${process.pid}-${this.count++}`
  }

  private act(): Promise<void> {
    return pick([() => this.give(), () => this.give(), () => this.revoke(), () => this.lift(), () => this.answer()])()
  }

  /** Gives a subagent what it then must be allowed. */
  private async give(): Promise<void> {
    if (this.mine.length >= KEPT) return this.revoke()
    const grant = { target: pick(this.plan.subagents), permission: this.name() }
    const { id } = await this.instance.give(grant)
    this.note({ kind: "given", id, at: Date.now() })
    this.mine.push({ id, ...grant })
    const { outcome } = await this.instance.ask({
      session: grant.target,
      permission: grant.permission,
      patterns: ["x"],
    })
    if (outcome !== "allowed") this.note({ kind: "fault", what: `${id} was given, and the ask came to ${outcome}` })
  }

  private async revoke(): Promise<void> {
    const grant = this.mine.shift()
    if (!grant) return
    this.note({ kind: "revoking", id: grant.id })
    await this.instance.revoke(grant.id)
    this.note({ kind: "revoked", id: grant.id })
    const { outcome } = await this.instance.ask({
      session: grant.target,
      permission: grant.permission,
      patterns: ["x"],
    })
    if (outcome !== "Permission.Denied")
      this.note({ kind: "fault", what: `${grant.id} was taken back, and the ask came to ${outcome}` })
  }

  /** Lifts for one time, which all processes try to use up. */
  private async lift(): Promise<void> {
    const session = pick(this.plan.subagents)
    const { id } = await this.instance.give({ target: session, rule: RULE, once: true })
    this.note({ kind: "given", id, at: Date.now() })
    if (await this.instance.useOnce(session, [RULE])) this.note({ kind: "used", id: session })
  }

  /** Answers somebody's question, or gives a grant that settles it. */
  private async answer(): Promise<void> {
    const questions = await this.instance.list({ root: this.plan.root })
    if (questions.length === 0) return
    const question = pick(questions)
    if (Math.random() < 0.5) {
      const { session, permission } = question
      const { id } = await this.instance.give({ target: session, permission })
      return this.note({ kind: "given", id, at: Date.now() })
    }
    const reply = pick(["once", "always", "reject"] as const)
    // Others answer the same question.
    const answered = await this.instance.reply(question.id, reply).catch((error: unknown) => {
      if (error instanceof Error && "_tag" in error && error._tag === "Permission.Settled") return undefined
      throw error
    })
    if (answered) this.note({ kind: "replied", id: question.id, reply })
  }

  /** Asks what another process has to answer. */
  private async askAround(): Promise<void> {
    const permission = this.name()
    const request = { session: pick(this.plan.peers), permission, patterns: ["x"], always: ["x"] }
    const { outcome } = await this.instance.ask(request)
    this.note({ kind: "ended", id: permission, outcome, at: Date.now() })
    if (!EXPECTED_ENDS.has(outcome)) this.note({ kind: "fault", what: `${permission} came to ${outcome}` })
  }
}

interface Summary {
  readonly processes: number
  readonly seconds: number
  readonly killed: number
  readonly given: number
  readonly revoked: number
  readonly lifted: number
  readonly replied: number
  readonly asked: number
  /** From the confirmation of a late grant to the end of the ask it settled, over processes. In milliseconds. */
  readonly lateGrant: { readonly count: number; readonly p50: number; readonly p95: number; readonly max: number }
  /** What went wrong. */
  readonly faults: readonly string[]
}

async function direct(processes: number, seconds: number): Promise<Summary> {
  const world = new World()
  try {
    const env = { PATH: process.env["PATH"] ?? "", ...world.env, RINGFENCE_ASK_TIMEOUT: String(ASK_TIMEOUT) }
    const instance = world.instance()
    const root = (await instance.session(world.work)).id
    const start = async (kind: "peer" | "subagent"): Promise<readonly string[]> => {
      const ids: string[] = []
      for (let made = 0; made < 4; made++) ids.push((await instance.session(world.work, { parentID: root, kind })).id)
      return ids
    }
    const sessions = { root, peers: await start("peer"), subagents: await start("subagent") }
    const plan: Plan = { folder: world.folder("notes"), ...sessions }
    const { killed, faults } = await runActors(plan, processes, seconds, env)
    return { processes, seconds, killed, ...(await check(instance, plan, faults)) }
  } finally {
    await world.close()
  }
}

/** Keeps so many actors going, killing one now and then, until the time is over. */
async function runActors(plan: Plan, processes: number, seconds: number, env: Record<string, string>) {
  const faults: string[] = []
  const running = new Set<Bun.Subprocess>()
  const endings: Promise<void>[] = []
  const victims = new Set<Bun.Subprocess>()
  const begin = (): void => {
    const child = Bun.spawn([process.execPath, import.meta.path, "--act", JSON.stringify(plan)], {
      env,
      stdin: "ignore",
      stdout: "ignore",
      stderr: "pipe",
    })
    running.add(child)
    const ending = Promise.all([child.exited, child.stderr.text()]).then(([code, errors]) => {
      running.delete(child)
      if (code !== 0 && !victims.has(child)) faults.push(`a process ended with ${child.signalCode ?? code}: ${errors}`)
    })
    endings.push(ending)
  }
  for (let started = 0; started < processes; started++) begin()
  const isAtWork = (child: Bun.Subprocess): boolean => existsSync(notesOf(plan, child.pid))
  const patience = Date.now() + HANGS
  while (![...running].every(isAtWork) && Date.now() < patience) await Bun.sleep(50)
  const until = Date.now() + seconds * 1000
  while (Date.now() < until) {
    await Bun.sleep(500 + Math.random() * 2000)
    const alive = [...running].filter(isAtWork)
    if (alive.length === 0 || Date.now() >= until) continue
    const victim = pick(alive)
    victims.add(victim)
    victim.kill("SIGKILL")
    begin()
  }
  writeFileSync(join(plan.folder, "over"), "")
  const late = Bun.sleep(HANGS).then(() => {
    for (const child of running) {
      faults.push(`process ${child.pid} hangs`)
      victims.add(child)
      child.kill("SIGKILL")
    }
  })
  await Promise.race([Promise.all(endings), late])
  return { killed: victims.size, faults }
}

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** Holds what was confirmed against what is there. */
async function check(instance: Instance, { folder }: Plan, faults: string[]) {
  const files = readdirSync(folder).filter((file) => file.endsWith(".notes"))
  const notes = files.flatMap((file) =>
    readFileSync(join(folder, file), "utf8")
      .split("\n")
      // The last line of a killed process may be half a line.
      .filter((line) => line.endsWith("}"))
      .map((line) => JSON.parse(line) as Note),
  )
  const of = <K extends Note["kind"]>(kind: K) => notes.filter((note): note is NoteOf<K> => note.kind === kind)
  faults.push(...of("fault").map(({ what }) => what))

  const grants = new Map((await instance.grants({ ended: true })).map((grant) => [grant.id, grant]))
  const revoking = new Set(of("revoking").map(({ id }) => id))
  for (const { id } of of("given")) {
    const grant = grants.get(id)
    if (!grant) faults.push(`the grant ${id} was confirmed, and is lost`)
    else if (grant.revoked !== null && !revoking.has(id)) faults.push(`the grant ${id} was taken back by nobody`)
  }
  for (const { id } of of("revoked"))
    if ((grants.get(id)?.revoked ?? null) === null) faults.push(`the grant ${id} was taken back, and is in force`)

  const used = [...grants.values()].filter((grant) => grant.rule !== null && grant.used !== null).length
  if (of("used").length > used)
    faults.push(`${of("used").length} uses were confirmed of ${used} lifts that are used up`)

  const replies = Map.groupBy(of("replied"), ({ id }) => id)
  for (const [id, taken] of replies) {
    const row = await instance.question(id)
    if (taken.length > 1) faults.push(`${taken.length} answers to ${id} were confirmed`)
    if (row?.reply !== taken[0]!.reply) faults.push(`the answer to ${id} was ${taken[0]!.reply}, and is ${row?.reply}`)
  }

  const left = await instance.list()
  if (left.length > 0) faults.push(`${left.length} questions of ended processes are still put`)
  const rows = await instance.run(
    Storage.Service.use((storage) =>
      storage.read(async (sql) => ({
        sound: String(Object.values((await sql`PRAGMA quick_check`)[0] as object)[0]),
        asks: (await sql`SELECT permission, answered_by FROM ask WHERE state = 'allowed'`) as readonly {
          readonly permission: string
          readonly answered_by: string
        }[],
      })),
    ),
  )
  if (rows.sound !== "ok") faults.push(`the database is damaged: ${rows.sound}`)

  const givenAt = new Map(of("given").map(({ id, at }) => [id, at]))
  const endedAt = new Map(of("ended").map(({ id, at }) => [id, at]))
  const late = rows.asks
    .flatMap((ask) => {
      const [from, to] = [givenAt.get(ask.answered_by), endedAt.get(ask.permission)]
      return from === undefined || to === undefined ? [] : [Math.max(0, to - from)]
    })
    .sort((one, other) => one - other)
  return {
    given: of("given").length,
    revoked: of("revoked").length,
    lifted: of("used").length,
    replied: of("replied").length,
    asked: of("ended").length,
    lateGrant: {
      count: late.length,
      p50: percentile(late, 0.5),
      p95: percentile(late, 0.95),
      max: late.at(-1) ?? 0,
    },
    faults,
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      act: { type: "string" },
      processes: { type: "string", default: "16" },
      seconds: { type: "string", default: "30" },
    },
  })
  if (values.act !== undefined) await new Actor(JSON.parse(values.act) as Plan).run()
  else {
    const summary = await direct(Number(values.processes), Number(values.seconds))
    process.stdout.write(`${JSON.stringify(summary, undefined, 2)}\n`)
    process.exitCode = summary.faults.length === 0 ? 0 : 1
  }
}
