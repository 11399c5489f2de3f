/**
 * A question that another host of permissions has put. Its rules have spoken; what was said in advance here, or is said
 * by any process while it waits, answers it.
 */
import { Guard, standingOf } from "@ringfence/guard"
import type { SQL } from "bun"
import { Duration, Effect } from "effect"
import { Audit } from "../audit/index.ts"
import { Global } from "../global/index.ts"
import * as Ask from "../permission/ask.ts"
import { deniedByRule, deniedUnasked, showWish } from "../permission/error.ts"
import { memorable, patternsOf, rule, type Wish } from "../permission/evaluate.ts"
import * as Grants from "../permission/grant-row.ts"
import { FORCED } from "../permission/rule.ts"
import { Environment, readSettings } from "../permission/settings.ts"
import { type Chain, chainOf, idsOf, layersOf, rootOf } from "../permission/standing.ts"
import type { Info as Session } from "../session/schema.ts"
import { Storage } from "../storage/index.ts"
import { Scan } from "../tool/scan/index.ts"
import { temporaryFolders } from "../tool/scan/place.ts"
import type { Question } from "./host.ts"
import type { Reply } from "./opencode.ts"

/** Such questions wait without a bound unless one was set; the row has to name a time. A year, in milliseconds. */
const LONG = 365 * 24 * 60 * 60 * 1000

/** The answer to a question of a session. Undefined where that is not there any more. */
export const answer = Effect.fn("Plugin.answer")(function* (question: Question, session: Session) {
  const storage = yield* Storage.Service
  const { path } = yield* Global.Service
  const wish: Wish = { permission: question.permission, patterns: question.patterns }
  const chain = yield* storage.read((sql) => chainOf(sql, session.id))
  if (!chain) return undefined
  const env = yield* Environment
  const { rules, bound } = yield* Effect.sync(() => readSettings(path.config, env))
  const ruling = rule(layersOf(chain, { whose: `your configuration ${path.config}`, rules }), wish)
  if (ruling.action === "deny") return rejection(deniedByRule(session.id, wish, ruling.refusal).message)
  const forced = FORCED.has(wish.permission) || (yield* destroys(question, session))

  // Read first: whoever has to wait for the database may be overtaken by an answer of opencode's own.
  const found = (yield* storage.read((sql) => covers(sql, chain, wish, forced)))
    ? yield* storage.write((sql) => settle(sql, chain, wish, forced))
    : undefined
  if (found) {
    yield* noted(question, session, found)
    return once
  }
  if (question.headless)
    return rejection(deniedUnasked(session.id, wish, "non-interactive", forced, patternsOf(wish)).message)
  return yield* wait(question, chain, wish, forced, bound)
})

const once: Reply = { reply: "once" }
const rejection = (message: string): Reply => ({ reply: "reject", message })

const coverOf = async (sql: SQL, chain: Chain, { permission, patterns }: Wish): Promise<Grants.Cover> =>
  Grants.cover(await Grants.active(sql, idsOf(chain), Date.now()), permission, patternsOf({ permission, patterns }))

/** Whether grants cover all of it now. */
const covers = async (sql: SQL, chain: Chain, wish: Wish, forced: boolean): Promise<boolean> =>
  !forced && (await coverOf(sql, chain, wish)).open.length === 0

/** The grants that cover all of it, those good for one time used up; undefined where something stays open. */
async function settle(sql: SQL, chain: Chain, wish: Wish, forced: boolean): Promise<readonly string[] | undefined> {
  if (forced) return undefined
  const { open, by, spends } = await coverOf(sql, chain, wish)
  if (open.length > 0) return undefined
  await Grants.spend(sql, spends, Date.now())
  return by
}

/** Puts it where every process sees it, and waits: for so many milliseconds at most, where that is bounded. */
const wait = Effect.fnUntraced(function* (
  question: Question,
  chain: Chain,
  wish: Wish,
  forced: boolean,
  bound: number | undefined,
) {
  const storage = yield* Storage.Service
  const [session] = chain
  const row = Ask.waiting(
    {
      id: question.id,
      session: session.id,
      root: rootOf(chain).id,
      project: session.projectID,
      permission: wish.permission,
      patterns: wish.patterns,
      always: forced ? [] : memorable(question.always, wish.patterns),
      metadata: question.run ? { command: question.run.command, directory: question.run.cwd } : {},
      forced,
      route: chain.length > 1 ? "forward" : "interactive",
    },
    bound ?? LONG,
  )
  yield* storage.write((sql) => Ask.add(sql, row))
  for (;;) {
    const ended = yield* storage.watch(
      async (sql) => {
        const seen = await Ask.get(sql, row.id)
        if (seen?.state !== "pending") return { seen }
        return (await covers(sql, chain, wish, forced)) ? { seen } : undefined
      },
      bound === undefined ? Duration.infinity : Math.max(row.expires - Date.now(), 0),
    )
    if (!ended) {
      // Where that is too late somebody has answered, and the next look finds it.
      yield* storage.write((sql) => Ask.settle(sql, row.id, { state: "expired" }, Date.now()))
      continue
    }
    if (ended.seen?.state !== "pending") return replyOf(ended.seen, wish)
    const by = yield* storage.write(async (sql) => {
      const granted = await settle(sql, chain, wish, forced)
      const settled = granted && ({ state: "allowed", reply: "once", by: granted.join(", ") } as const)
      return settled && (await Ask.settle(sql, row.id, settled, Date.now())) ? granted : undefined
    })
    if (!by) continue
    yield* noted(question, session, by)
    return once
  }
})

/** What a question that ended elsewhere is to opencode. */
function replyOf(row: Ask.Info | undefined, wish: Wish): Reply {
  if (row?.state === "allowed") return { reply: row.reply === "always" ? "always" : "once" }
  if (row?.state === "expired")
    return rejection(`Nobody answered in time: ${showWish(wish)}. Go on without it, or ask again later.`)
  if (row?.state !== "rejected") return rejection(`Interrupted while it waited for an answer: ${showWish(wish)}.`)
  return rejection(
    row.feedback ?? `${row.answeredBy ?? "Somebody"} says no to ${showWish(wish)}. Do not try it another way.`,
  )
}

/** Whether the command of a question destroys what grants must not decide about. One that is not known may. */
const destroys = Effect.fnUntraced(function* ({ permission, run }: Question, { directory }: Session) {
  if (!run) return permission === "bash"
  const { command, cwd } = run
  const guard = yield* Effect.promise(() => Guard.load())
  const env = { ...process.env, PWD: cwd }
  const standing = standingOf(directory, env)
  const asks = Scan.scan(command, guard.examine({ command, directory, cwd, env }), {
    cwd,
    directory,
    worktree: standing.worktree ?? directory,
    isolated: standing.isolated,
    temporary: temporaryFolders(env, directory),
    open: standing.gitDir === undefined ? [] : [standing.gitDir],
  })
  return asks.deletes !== undefined
})

const noted = Effect.fnUntraced(function* (question: Question, session: Session, by: readonly string[]) {
  const audit = yield* Audit.Service
  yield* audit
    .record({
      kind: "answer",
      session: session.id,
      project: session.projectID,
      code: question.permission,
      by: by.join(", "),
      command: question.run?.command,
      detail: { patterns: question.patterns, reply: "once" },
    })
    .pipe(Effect.ignore)
})
