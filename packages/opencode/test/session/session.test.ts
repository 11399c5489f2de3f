/** Sessions as they are: ids, families, states, what a list and a status say, and who calls. */
import { describe, expect, setDefaultTimeout, test } from "bun:test"
import { Effect } from "effect"
import { chmodSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import * as Ask from "../../src/permission/ask.ts"
import * as GrantRow from "../../src/permission/grant-row.ts"
import { owner } from "../../src/permission/owner.ts"
import { newID } from "../../src/session/id.ts"
import { Session } from "../../src/session/index.ts"
import { Storage } from "../../src/storage/index.ts"
import { scene, type Scene } from "../worktree/support.ts"

setDefaultTimeout(100_000)

const sessions = <A, E>(
  use: (service: Session.Interface) => Effect.Effect<A, E>,
): Effect.Effect<A, E, Session.Service> => Session.Service.use(use)

const create = async (here: Scene, input: Partial<Session.Create> = {}): Promise<Session.Info> =>
  (await here.run(sessions((all) => all.create({ title: "Fix it", directory: here.repo, ...input })))).session

const ask = (session: Session.Info, id: string, more: Partial<Ask.Info> = {}): Ask.Info => ({
  id,
  session: session.id,
  root: session.id,
  project: session.projectID,
  permission: "external_directory",
  patterns: ["/other/*"],
  always: [],
  metadata: {},
  forced: false,
  route: "forward",
  state: "pending",
  reply: null,
  feedback: null,
  answeredBy: null,
  owner: owner(),
  created: Date.now(),
  expires: Date.now() + 600_000,
  answered: null,
  ...more,
})

const addAsks = (here: Scene, ...asks: readonly Ask.Info[]): Promise<void> =>
  here.run(
    Storage.Service.use((storage) =>
      storage.write(async (sql) => {
        for (const each of asks) await Ask.add(sql, each)
      }),
    ),
  )

describe("ids", () => {
  test("sort like time, and those of one moment in the order they were made", () => {
    const made = [newID(1_000), newID(2_000), newID(2_000), newID(1_500), newID(Date.now()), newID(Date.now())]
    expect(made.toSorted()).toEqual(made)
  })

  test("are of one form and never the same", () => {
    const made = Array.from({ length: 5_000 }, () => newID())
    expect(new Set(made).size).toBe(made.length)
    expect(made.filter((id) => !/^ses_[0-9a-hjkmnp-tv-z]{26}$/.test(id))).toEqual([])
    // The part that cannot be guessed.
    expect(new Set(made.map((id) => id.slice(-16))).size).toBe(made.length)
  })
})

describe("families", () => {
  test("chain, root, children and descendants follow the parents", async () => {
    await using here = scene()
    const root = await create(here, { title: "root" })
    const one = await create(here, { title: "one", parentID: root.id })
    const two = await create(here, { title: "two", parentID: root.id, kind: "subagent" })
    const deep = await create(here, { title: "deep", parentID: one.id, kind: "subagent" })
    await create(here, { title: "somebody else" })
    const titles = (found: readonly Session.Info[]) => found.map(({ title }) => title)
    const of = <A, E>(use: (service: Session.Interface) => Effect.Effect<A, E>) => here.run(sessions(use))
    expect(titles(await of((all) => all.chain(deep.id)))).toEqual(["deep", "one", "root"])
    expect((await of((all) => all.root(deep.id))).id).toBe(root.id)
    expect(titles(await of((all) => all.children(root.id)))).toEqual(["one", "two"])
    expect(titles(await of((all) => all.descendants(root.id)))).toEqual(["one", "two", "deep"])
    expect(titles(await of((all) => all.descendants(deep.id)))).toEqual([])
    expect([root, one, two, deep].map(({ kind }) => kind)).toEqual(["root", "peer", "subagent", "subagent"])
    expect((await of((all) => Effect.flip(all.chain("ses_none"))))._tag).toBe("Session.NotFound")
    expect(titles(await of((all) => all.list({ projectID: root.projectID })))).toHaveLength(5)
    expect(await of((all) => all.list({ projectID: "another" }))).toEqual([])
  })

  test("a circle in a damaged database ends", async () => {
    await using here = scene()
    const one = await create(here)
    const two = await create(here, { parentID: one.id })
    await here.run(
      Storage.Service.use((storage) =>
        storage.write(async (sql) => void (await sql`UPDATE session SET parent_id = ${two.id} WHERE id = ${one.id}`)),
      ),
    )
    expect((await here.run(sessions((all) => all.chain(two.id)))).length).toBeGreaterThan(1)
    expect((await here.run(sessions((all) => all.interrupt(two.id)))).sessions).toContain(one.id)
  })

  test("an interrupt makes it and all below it idle, and cancels their asks and no others", async () => {
    await using here = scene()
    const root = await create(here)
    const child = await create(here, { parentID: root.id })
    const deep = await create(here, { parentID: child.id })
    await here.run(sessions((all) => Effect.forEach([root, child, deep], ({ id }) => all.setState(id, "busy"))))
    await addAsks(here, ask(root, "ask_root"), ask(child, "ask_child"), ask(deep, "ask_deep"))
    await addAsks(here, ask(deep, "ask_done", { state: "allowed", reply: "once" }))
    const { sessions: stopped, cancelled } = await here.run(sessions((all) => all.interrupt(child.id)))
    expect(stopped).toEqual([child.id, deep.id])
    expect([...cancelled].sort()).toEqual(["ask_child", "ask_deep"])
    expect((await here.run(sessions((all) => all.list()))).map(({ state }) => state)).toEqual(["busy", "idle", "idle"])
    const states = await here.run(
      Storage.Service.use((storage) =>
        storage.read(async (sql) =>
          (await sql`SELECT id, state FROM ask ORDER BY id`).map((row: object) => Object.values(row)),
        ),
      ),
    )
    expect(states).toEqual([
      ["ask_child", "cancelled"],
      ["ask_deep", "cancelled"],
      ["ask_done", "allowed"],
      ["ask_root", "pending"],
    ])
  })
})

describe("a status", () => {
  test("counts what is not committed, how far it is, and names what is going on", async () => {
    await using here = scene()
    const session = await create(here, { isolate: true })
    here.commit(session.directory, "a.txt")
    here.git(session.directory, "mv", "README.md", "with space.md")
    here.write(join(session.directory, "src/app.txt"), "changed")
    here.write(join(session.directory, "new folder/x"), "x")
    const first = await here.run(sessions((all) => all.status(session.id)))
    expect(first.condition).toMatchObject({
      state: "present",
      branch: session.branch,
      against: session.base,
      ahead: 1,
      behind: 0,
      staged: 1,
      unstaged: 1,
      untracked: 1,
      conflicts: 0,
    })
    expect(first.condition.operation).toBeUndefined()
    here.git(session.directory, "reset", "-q", "--hard")
    here.git(session.directory, "push", "-q", "-u", "origin", "HEAD")
    here.git(session.directory, "reset", "-q", "--hard", "HEAD~1")
    here.commit(session.directory, "b.txt")
    here.commit(session.directory, "c.txt")
    const second = await here.run(sessions((all) => all.status(session.id)))
    expect(second.condition).toMatchObject({ against: `origin/${session.branch}`, ahead: 2, behind: 1 })

    here.commit(here.repo, "c.txt", "conflicts")
    expect(() => here.git(session.directory, "merge", "-q", "main")).toThrow()
    const third = await here.run(sessions((all) => all.status(session.id)))
    expect(third.condition).toMatchObject({ conflicts: 1, operation: "merge" })
  })

  test("tells pending asks, grants that hold, the last denials and the children", async () => {
    await using here = scene()
    const parent = await create(here)
    const session = await create(here, { parentID: parent.id })
    const child = await create(here, { parentID: session.id })
    const dead = `999999999/0/${owner().split("/").slice(2).join("/")}`
    await addAsks(here, ask(session, "ask_1"), ask(parent, "ask_parent"), ask(session, "ask_dead", { owner: dead }))
    const grant = (id: string, more: Partial<GrantRow.Info>): GrantRow.Info => ({
      id,
      target: session.id,
      parent: null,
      permission: "external_directory",
      pattern: null,
      rule: null,
      once: false,
      used: null,
      expires: null,
      created: 1,
      createdBy: "person",
      revoked: null,
      ...more,
    })
    await here.run(
      Storage.Service.use((storage) =>
        storage.write(async (sql) => {
          await GrantRow.add(sql, grant("grant_own", {}))
          await GrantRow.add(sql, grant("grant_all", { target: "all", parent: parent.id }))
          await GrantRow.add(sql, grant("grant_other", { target: child.id }))
          await GrantRow.add(sql, grant("grant_over", { expires: 5 }))
          for (let time = 1; time <= 7; time++)
            await sql`INSERT INTO audit (time, kind, session_id, code, command, detail, times, last)
              VALUES (${time}, 'denial', ${session.id}, 'isolated-git/merge', ${`git merge ${time}`}, '{}', ${time}, ${time})`
          await sql`INSERT INTO audit (time, kind, session_id, detail, times, last) VALUES (9, 'grant', ${session.id}, '{}', 1, 9)`
        }),
      ),
    )
    const status = await here.run(sessions((all) => all.status(session.id)))
    expect(status.asks.map(({ id }) => id)).toEqual(["ask_1"])
    expect(status.grants.map(({ id }) => id).toSorted()).toEqual(["grant_all", "grant_own"])
    expect(status.denials.map(({ command, times }) => [command, times])).toEqual(
      [7, 6, 5, 4, 3].map((number) => [`git merge ${number}`, number]),
    )
    expect(status.denials[0]!.code).toBe("isolated-git/merge")
    expect(status.children.map(({ id }) => id)).toEqual([child.id])
  })

  test("of a plain folder, and of one whose repository is broken", async () => {
    await using here = scene({ plain: true })
    const plain = await create(here)
    expect((await here.run(sessions((all) => all.status(plain.id)))).condition.state).toBe("plain")
    here.git(here.repo, "init", "-q")
    here.commit(here.repo, "a.txt")
    const broken = await create(here, { isolate: true, title: "broken" })
    rmSync(join(broken.directory, ".git"))
    const { condition } = await here.run(sessions((all) => all.status(broken.id)))
    expect(condition.state).toBe("unreadable")
    expect(condition.problem).toContain(join(broken.directory, ".git"))
  })
})

test("a list asks git about several worktrees at once, and about no more than eight", async () => {
  await using here = scene()
  for (let number = 0; number < 12; number++) await create(here, { title: `session ${number}` })
  await addAsks(here, ask((await here.run(sessions((all) => all.list())))[3]!, "ask_1"))
  const bin = join(here.root, "bin")
  const running = join(here.root, "running")
  const counts = join(here.root, "counts")
  for (const folder of [running, counts]) mkdirSync(folder)
  // Each status waits, within a bound, until eight are there at once; then all go on.
  const script = `#!/bin/sh
    : >'${running}'/$$; tries=0
    until [ -e '${here.root}/go' ]; do
      [ "$(ls '${running}' | wc -l)" -ge 8 ] && : >'${here.root}/go'
      tries=$((tries + 1)); [ $tries -gt 400 ] && break; sleep 0.05
    done
    ls '${running}' | wc -l >'${counts}'/$$
    '${Bun.which("git")}' "$@"; code=$?; rm '${running}'/$$; exit $code\n`
  here.write(join(bin, "git"), script)
  chmodSync(join(bin, "git"), 0o755)
  const path = process.env["PATH"]
  process.env["PATH"] = `${bin}:${path}`
  const found = await here.run(sessions((all) => all.overview())).finally(() => {
    process.env["PATH"] = path
  })
  const seen = readdirSync(counts).map((name) => Number(readFileSync(join(counts, name), "utf8")))
  expect(Math.max(...seen)).toBe(8)
  expect(found.map(({ session }) => session.title)).toEqual(
    Array.from({ length: 12 }, (_, number) => `session ${number}`),
  )
  expect(found.map(({ asks }) => asks)).toEqual([0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0])
  expect(found.every(({ condition }) => condition.state === "present" && condition.branch === "main")).toBe(true)
})

describe("who calls", () => {
  const caller = (
    here: Scene,
    directory: string,
    env: Readonly<Record<string, string>> = {},
  ): Promise<Session.Caller> => here.run(sessions((all) => all.caller({ ...here.env, ...env }, directory)))

  test("a child is told by its environment, and by where it is", async () => {
    await using here = scene()
    const parent = await create(here)
    const child = await create(here, { isolate: true, parentID: parent.id })
    expect(await caller(here, here.repo)).toEqual({ kind: "person", session: undefined })
    expect(await caller(here, here.repo, { RINGFENCE_SESSION: parent.id })).toEqual({ kind: "person", session: parent })
    const named = await caller(here, here.repo, { RINGFENCE_SESSION: child.id })
    expect(named).toMatchObject({ kind: "child", session: { id: child.id } })
    for (const directory of [child.directory, join(child.directory, "src"), join(child.directory, "not/there")])
      expect(await caller(here, directory)).toMatchObject({ kind: "child", session: { id: child.id } })
    // A name put in front of it helps nobody.
    expect(await caller(here, child.directory, { RINGFENCE_SESSION: parent.id })).toMatchObject({
      kind: "child",
      session: { id: child.id },
    })
    symlinkSync(child.directory, join(here.root, "link"))
    expect(await caller(here, join(here.root, "link/src"))).toMatchObject({ kind: "child", session: { id: child.id } })
    expect(await caller(here, `${child.directory}-beside`)).toMatchObject({ kind: "person" })
  })

  test("a name that nobody knows, and an isolated worktree of another client, are children's", async () => {
    await using here = scene()
    expect(await caller(here, here.repo, { RINGFENCE_SESSION: "ses_gone" })).toMatchObject({ kind: "child" })
    const other = join(here.repo, ".claude/worktrees/one")
    here.git(here.repo, "worktree", "add", "-q", "-b", "one", other)
    expect(await caller(here, other)).toEqual({ kind: "child", directory: other })
  })

  test("a removed session that still runs stays a child, even where its worktree is broken", async () => {
    await using here = scene()
    const child = await create(here, { isolate: true })
    await create(here, { parentID: child.id, directory: here.repo })
    rmSync(join(child.directory, ".git"))
    expect(await caller(here, child.directory)).toMatchObject({ kind: "child", session: { id: child.id } })
    await here.run(sessions((all) => all.remove(child.id, { force: true })))
    expect(await caller(here, here.repo, { RINGFENCE_SESSION: child.id })).toMatchObject({ kind: "child" })
  })

  test("a child may deal with itself and what it started, others with everything", async () => {
    await using here = scene()
    const root = await create(here, { title: "root" })
    const child = await create(here, { isolate: true, parentID: root.id })
    const below = await create(here, { parentID: child.id })
    const sibling = await create(here, { parentID: root.id, title: "sibling" })
    const me = await caller(here, child.directory)
    const own = (who: Session.Caller, id: string) => here.run(sessions((all) => all.own(who, id)))
    expect((await own(me, child.id)).id).toBe(child.id)
    expect((await own(me, below.id)).id).toBe(below.id)
    for (const { id } of [root, sibling]) {
      const error = await here.run(Effect.flip(sessions((all) => all.own(me, id))))
      expect(error._tag).toBe("Session.Foreign")
      expect(error.message).toContain(child.id)
    }
    expect((await own(await caller(here, here.repo), sibling.id)).id).toBe(sibling.id)
    const nobody = await caller(here, here.repo, { RINGFENCE_SESSION: "ses_gone" })
    expect((await here.run(Effect.flip(sessions((all) => all.own(nobody, root.id)))))._tag).toBe("Session.Foreign")
  })
})
