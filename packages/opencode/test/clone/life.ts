/** The whole life of a session in a clone, with git run by this process or by a runner, told step by step. */
import { Exec, ShimGitRunner, type GitRunner } from "@ringfence/shim"
import { ShimServer } from "@ringfence/shim/server"
import { Cause, Effect, Exit, Scope } from "effect"
import { existsSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { Git } from "../../src/git/index.ts"
import { Session } from "../../src/session/index.ts"
import { scene, stateOf, type Scene } from "../worktree/support.ts"

export type Request = GitRunner.Request

/** What each step came to, the same wherever and whenever it was run. */
export type Told = Readonly<Record<string, unknown>>

export interface Life {
  readonly told: Told
  /** What was asked of git, in order. */
  readonly asked: readonly Request[]
}

/** A way to git in the folder of a scene, that is open until the scope is closed. */
export type Way = (here: Scene) => Effect.Effect<GitRunner.Interface | undefined, unknown, Scope.Scope>

/** git as this process runs it for itself: nothing is overheard. */
export const plainly: Way = () => Effect.succeed(undefined)

/** With the inventory before it, in this process. */
export const locally: Way = (here) => Exec.make({ root: here.root })

/** Through the server for a sandbox, with the inventory before it over there. */
export const throughShim: Way = Effect.fnUntraced(function* (here) {
  const path = join(here.root, "shim.sock")
  yield* ShimServer.serve({ root: here.root }, { kind: "unix", path })
  return yield* ShimGitRunner.make({ kind: "unix", path })
})

/** The same runner with a memory, and with other requests than it is given. */
export function overheard(
  runner: GitRunner.Interface,
  asked: Request[],
  rewrite: (request: Request) => Request = (request) => request,
): GitRunner.Interface {
  return {
    stream: (request) => runner.stream(rewrite(request)),
    run: (request) => {
      const sent = rewrite(request)
      asked.push(sent)
      return runner.run(sent)
    },
  }
}

/** Goes through it. What fails is told too, and what needs it is left out. */
export async function live(way: Way, rewrite?: (request: Request) => Request): Promise<Life> {
  await using here = scene()
  const scope = await Effect.runPromise(Scope.make())
  await using _closed = { [Symbol.asyncDispose]: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
  const runner = await Effect.runPromise(way(here).pipe(Scope.provide(scope)))
  const asked: Request[] = []
  const heard = runner && overheard(runner, asked, rewrite)
  const told: Record<string, unknown> = {}
  const step = async <A>(
    name: string,
    use: (all: Session.Interface) => Effect.Effect<A, unknown>,
  ): Promise<A | undefined> => {
    const effect = Session.Service.use(use).pipe(Effect.provideService(Git.Runner, heard), Effect.exit)
    const exit = await here.run(effect)
    told[name] = plain(here, Exit.isSuccess(exit) ? exit.value : failureOf(exit.cause))
    return Exit.isSuccess(exit) ? exit.value : undefined
  }
  const before = stateOf(here)
  const create = (title: string, branch?: string) => (all: Session.Interface) =>
    all.create({ title, branch, directory: here.repo, isolate: true, tier: "clone" })
  const made = await step("create", create("Fix it"))
  told["the repository is untouched"] = Bun.deepEquals(stateOf(here), before)
  if (made !== undefined) {
    const { id, directory } = made.session
    told["branch, upstream, tree"] = plain(here, treeOf(here, directory))
    here.commit(directory, "work.txt")
    await step("work", (all) => Effect.map(all.status(id), ({ condition }) => condition))
    await step("review", (all) => all.review(id, "main"))
    here.write(join(directory, "draft.txt"), "draft")
    await step("dirty: kept", (all) => refusal(all, id))
    rmSync(join(directory, "draft.txt"))
    await step("integrate", (all) => all.integrate(id))
    await step("integrate again", (all) => all.integrate(id))
    await step("integrated, still a review: kept", (all) => refusal(all, id))
    await step("end the review", (all) => all.endReview(id))
    await step("retire", (all) => all.remove(id))
    told["nothing is left"] = !existsSync(directory)
  }
  const idle = await step("another", create("Only look", "fix/login"))
  if (idle !== undefined) {
    await step("an untouched one goes at once", (all) => all.remove(idle.session.id))
    told["nothing is left of that"] = !existsSync(idle.session.directory)
  }
  return { told, asked }
}

/** What a session is kept for. */
const refusal = (all: Session.Interface, id: string): Effect.Effect<readonly string[], unknown> =>
  Effect.flip(all.remove(id)).pipe(
    Effect.flatMap((error) =>
      error._tag === "Worktree.WouldLose"
        ? Effect.succeed(error.losses.map(({ kind, message }) => `${kind}: ${message}`))
        : Effect.fail(error),
    ),
  )

function treeOf(here: Scene, clone: string): unknown {
  return {
    head: here.git(clone, "symbolic-ref", "HEAD"),
    branches: here.git(clone, "for-each-ref", "--format=%(refname) %(upstream)", "refs/heads"),
    status: here.git(clone, "status", "--porcelain"),
    app: existsSync(join(clone, "src/app.txt")) ? readFileSync(join(clone, "src/app.txt"), "utf8") : null,
  }
}

const failureOf = (cause: Cause.Cause<unknown>): unknown => {
  const error = Cause.squash(cause) as { readonly _tag?: string; readonly message?: string }
  return { failed: error._tag, message: error.message }
}

/** What a row says of a session that is known already, or differs from one run to the next. */
const KNOWN = /^(id|projectID|kind|title|directory|worktree|repository|rules|state|created|updated|cancelled)$/

/** Without what differs from one run to the next. */
function plain(here: Scene, value: unknown): unknown {
  const isRow = (each: unknown): boolean => typeof each === "object" && each !== null && "projectID" in each
  const text = JSON.stringify(value, function (this: unknown, key, each: unknown) {
    return isRow(this) && KNOWN.test(key) ? undefined : each
  })
  return JSON.parse(
    (text ?? "null")
      .replaceAll(here.root, "ROOT")
      .replaceAll(/ses_[0-9a-z]{26}/g, "SESSION")
      .replaceAll(/\b[0-9a-f]{40}\b/g, "COMMIT"),
  )
}

const SESSION = { tier: "clone", branch: "ringfence/fix-it", base: "COMMIT" }
const IDLE = { ...SESSION, branch: "fix/login" }
const REVIEW = "review: a review in progress (refs/ringfence/review/head)"

/** What it is to come to. */
export const EXPECTED: Told = {
  create: { session: SESSION, notes: [] },
  "the repository is untouched": true,
  "branch, upstream, tree": {
    head: "refs/heads/ringfence/fix-it",
    branches: "refs/heads/ringfence/fix-it",
    status: "",
    app: "one\n",
  },
  work: {
    ...{ state: "present", branch: "ringfence/fix-it", against: "COMMIT", ahead: 1, behind: 0 },
    ...{ staged: 0, unstaged: 0, untracked: 0, conflicts: 0 },
  },
  review: { session: SESSION, commit: "COMMIT", ref: "refs/ringfence/review/head" },
  "dirty: kept": ["files: 1 uncommitted file", "commits: 1 commit that no other repository has", REVIEW],
  integrate: { session: SESSION, branch: "ringfence/fix-it", commit: "COMMIT", notes: [] },
  "integrate again": {
    ...{ session: SESSION, branch: "ringfence/fix-it", commit: "COMMIT", before: "COMMIT", notes: [] },
  },
  "integrated, still a review: kept": [REVIEW],
  "end the review": SESSION,
  retire: {
    session: SESSION,
    branch: { name: "ringfence/fix-it", commit: "COMMIT", deleted: false },
    cancelled: [],
    lost: [],
  },
  "nothing is left": true,
  another: { session: IDLE, notes: [] },
  "an untouched one goes at once": {
    session: IDLE,
    branch: { name: "fix/login", commit: "COMMIT", deleted: true },
    cancelled: [],
    lost: [],
  },
  "nothing is left of that": true,
}

/** The steps that came to something else. */
export const redSteps = ({ told }: Life): readonly string[] =>
  Object.keys(EXPECTED).filter((name) => !Bun.deepEquals(told[name], EXPECTED[name], true))
