/** Isolated worktrees: `<data>/worktree/<project>/<name>`, each on a branch of its own, locked, with a record. */
export * as Worktree from "."

import { existsSync } from "node:fs"
import { join } from "node:path"
import { Cause, Context, Effect, Exit, Layer } from "effect"
import { Git } from "../git/index.ts"
import { Global } from "../global/index.ts"
import { Storage } from "../storage/index.ts"
import { build, makeFolder, removeTree, takeBack, unwritable } from "./build.ts"
import { Condition, conditionOf, problemOf, type Subject } from "./condition.ts"
import { BranchTaken, Invalid, Loss, NotIsolated, Unborn, Unwritable, WouldLose, wouldLose } from "./error.ts"
import { claimAbandoned, release, reserve, type Written } from "./journal.ts"
import { lockReason, lossesOf, type Place } from "./loss.ts"
import { candidates, slug } from "./name.ts"
import { startOf, type Start, type Wanted } from "./plan.ts"
import { commitAt, deleteBranch, inRepository, lockOf, registryOf, usedBy, wasMadeFor } from "./registry.ts"

export { BranchTaken, Condition, Invalid, Loss, NotIsolated, Unborn, Unwritable, WouldLose }
export type { Place, Subject }

/** A creation that was killed, found by a later one. */
export interface Leftover {
  readonly path: string
  /** Why it could not be taken back; undefined where it was. */
  readonly problem?: string
}

export interface Create extends Wanted {
  readonly project: string
  readonly session: string
  readonly parent?: string
  readonly title: string
}

export interface Made {
  /** The worktree's top. */
  readonly directory: string
  readonly branch: string
  /** The commit it starts from. */
  readonly base: string
  readonly repository: string
}

export interface Removed {
  /** What became of the own branch; none where there was none any more. */
  readonly branch?: { readonly name: string; readonly commit: string; readonly deleted: boolean }
}

export type CreateError = Git.Failed | Invalid | BranchTaken | Unborn | NotIsolated | Unwritable
export type RemoveError = Git.Failed | Unwritable | WouldLose

export interface Interface {
  /**
   * Makes a worktree and lets `keep` write down whose it is: all of it or, where anything fails, is interrupted or
   * killed, nothing. What a killed creation leaves is taken back by `sweep`.
   *
   * @param keep is not interrupted; where it fails, the worktree is taken back
   */
  readonly create: <A, E, R>(
    input: Create,
    keep: (made: Made) => Effect.Effect<A, E, R>,
  ) => Effect.Effect<A, E | CreateError, R>

  /** Takes back what killed creations left, and tells what it found. */
  readonly sweep: Effect.Effect<readonly Leftover[]>

  /** How a worktree, or the directory of a session that shares one, is right now. */
  readonly condition: (subject: Subject) => Effect.Effect<Condition>

  /** What removing it would lose. */
  readonly losses: (place: Place) => Effect.Effect<readonly Loss[]>

  /**
   * Unlocks and removes the worktree and, where it was made for the session, its branch. Refuses where that would
   * lose something, unless forced. A worktree that is gone already is no error.
   */
  readonly remove: (place: Place, options?: { readonly force?: boolean }) => Effect.Effect<Removed, RemoveError>
}

export class Service extends Context.Service<Service, Interface>()("@ringfence/opencode/Worktree") {}

const message = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  return error instanceof Error ? error.message : String(error)
}

const make = Effect.gen(function* () {
  const { path } = yield* Global.Service
  const storage = yield* Storage.Service
  const env = (): Readonly<Record<string, string | undefined>> => ({ ...process.env, RINGFENCE_DATA: path.data })

  const isKept = (session: string): Effect.Effect<boolean, Storage.Error> =>
    storage.read(async (sql) => (await sql`SELECT 1 FROM session WHERE id = ${session}`).length > 0)

  /** Ends an entry: what a row stands for stays, all else is taken back. Where that fails the entry stays too. */
  const settle = Effect.fnUntraced(function* (written: Written) {
    if (!(yield* isKept(written.entry.session))) yield* takeBack(written.entry)
    yield* released(written)
  })

  const released = (written: Written): Effect.Effect<void, Unwritable> =>
    Effect.try({ try: () => release(written), catch: (error) => unwritable(written.file, error) })

  const sweep = Effect.fn("Worktree.sweep")(function* () {
    const found = yield* Effect.sync(() => attempt(() => claimAbandoned(path.data)) ?? [])
    const left = yield* Effect.forEach(found, (written) =>
      isKept(written.entry.session).pipe(
        Effect.flatMap((kept) => settle(written).pipe(Effect.as(kept ? [] : [{ path: written.entry.path }]))),
        Effect.catchCause((cause) =>
          Effect.succeed<readonly Leftover[]>([{ path: written.entry.path, problem: message(cause) }]),
        ),
      ),
    )
    return left.flat()
  })

  /** The first name that nobody has, taken for this process. */
  const reserveName = Effect.fnUntraced(function* (input: Create, { base, branchOf }: Start) {
    const folder = yield* makeFolder(join(path.worktree, input.project))
    return yield* Effect.try({
      try: () => {
        for (const name of candidates(slug(input.title))) {
          const chosen = branchOf(name)
          const top = join(folder, name)
          if (chosen === undefined || existsSync(top)) continue
          const written = reserve(path.data, input.project, {
            session: input.session,
            repository: input.repository,
            path: top,
            branch: chosen.isNew ? chosen.branch : null,
            base,
          })
          if (written === undefined) continue
          if (!existsSync(top)) return { written, branch: chosen.branch }
          release(written)
        }
        throw new Error(`there are too many worktrees called ${slug(input.title)}`)
      },
      catch: (error) => unwritable(path.data, error),
    })
  })

  const create: Interface["create"] = Effect.fn("Worktree.create")(function* (input, keep) {
    const start = yield* startOf(input)
    let kept = false
    return yield* Effect.acquireUseRelease(
      reserveName(input, start),
      ({ written, branch }) =>
        build({ entry: written.entry, branch, parent: input.parent, env: env() }).pipe(
          Effect.andThen(
            Effect.suspend(() => {
              const { path: directory, base, repository } = written.entry
              return keep({ directory, branch, base, repository })
            }).pipe(
              Effect.tap(() => Effect.sync(() => (kept = true))),
              Effect.uninterruptible,
            ),
          ),
        ),
      ({ written }, exit) =>
        (kept || Exit.isSuccess(exit) ? released(written) : settle(written)).pipe(
          Effect.catchCause((cause) =>
            Effect.logWarning(`${written.entry.path} is left for the next creation: ${message(cause)}`),
          ),
        ),
    )
  })

  const remove = Effect.fn("Worktree.remove")(function* (
    place: Place,
    { force = false }: { readonly force?: boolean } = {},
  ): Effect.fn.Return<Removed, RemoveError> {
    const losses = yield* lossesOf(place)
    if (losses.length > 0 && !force) return yield* wouldLose(place.worktree, losses)
    return yield* takeAway(place, force).pipe(Effect.uninterruptible)
  })

  return Service.of({ create, sweep: sweep(), condition: conditionOf, losses: lossesOf, remove })
})

/** Removes what can be removed, the worktree before the branch, so that another attempt can finish a broken one. */
const takeAway = Effect.fnUntraced(function* (
  place: Place,
  force: boolean,
): Effect.fn.Return<Removed, Git.Failed | Unwritable> {
  const { repository, worktree, branch, session } = place
  if (!Git.isDirectory(repository)) {
    yield* removeTree(worktree)
    return {}
  }
  yield* removeWorktree(place, force)
  const commit = yield* commitAt(repository, `refs/heads/${branch}`)
  if (commit === undefined) return {}
  const goes = (yield* wasMadeFor(repository, branch, session)) && (yield* usedBy(repository, branch)) === undefined
  if (goes) yield* deleteBranch(repository, branch, commit)
  return { branch: { name: branch, commit, deleted: goes } }
})

/** git checks once more that nothing uncommitted is in it, unless forced. Where it refuses, the lock is put back. */
const removeWorktree = Effect.fnUntraced(function* ({ repository, worktree, session }: Place, force: boolean) {
  const registry = registryOf(repository, worktree)
  if (registry === undefined || (Git.isDirectory(worktree) && problemOf(worktree, repository) !== undefined)) {
    yield* removeTree(worktree)
    return registry === undefined ? undefined : yield* removeTree(registry)
  }
  const locked = lockOf(registry) !== undefined
  if (locked) yield* inRepository(repository, ["worktree", "unlock", worktree])
  // git never removes submodules without force; what they hold has been looked at.
  const forced = force || existsSync(join(registry, "modules"))
  const removing = [
    "-c",
    "status.showUntrackedFiles=all",
    "worktree",
    "remove",
    ...(forced ? ["--force"] : []),
    worktree,
  ]
  yield* inRepository(repository, removing, { timeout: 10 * 60_000 }).pipe(
    Effect.tapError(() =>
      locked
        ? inRepository(repository, ["worktree", "lock", "--reason", lockReason(session), worktree]).pipe(Effect.ignore)
        : Effect.void,
    ),
  )
})

function attempt<A>(look: () => A): A | undefined {
  try {
    return look()
  } catch {
    return undefined
  }
}

export const layer: Layer.Layer<Service, never, Global.Service | Storage.Service> = Layer.effect(Service, make)
