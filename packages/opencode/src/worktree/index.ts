/** Isolated worktrees: `<data>/worktree/<project>/<name>`, each on a branch of its own, locked, with a record. */
export * as Worktree from "."

import { existsSync, rmSync } from "node:fs"
import { join } from "node:path"
import { Journal } from "@ringfence/fence/journal"
import { Cause, Context, Effect, Exit, Layer } from "effect"
import { Git } from "../git/index.ts"
import { Global } from "../global/index.ts"
import { Storage } from "../storage/index.ts"
import { makeFolder } from "./build.ts"
import { Condition, conditionOf, type Subject } from "./condition.ts"
import { integrate, type Integrated } from "./clone/integrate.ts"
import { endReview, review, type Reviewed } from "./clone/review.ts"
import {
  BranchTaken,
  Invalid,
  Loss,
  NotIntegrated,
  NotIsolated,
  Unborn,
  unreadable,
  Unwritable,
  unwritable,
  WouldLose,
  wouldLose,
} from "./error.ts"
import { claimAbandoned, release, reserve, type Written } from "./journal.ts"
import { candidates, slug } from "./name.ts"
import type { Place, Removed } from "./place.ts"
import { inClone, startOf, type Start, type Wanted } from "./plan.ts"
import { registryOf } from "./registry.ts"
import { Tier } from "./tier.ts"
import { tiers } from "./tiers.ts"
import { verify } from "./verify.ts"

export {
  BranchTaken,
  Condition,
  inClone,
  Invalid,
  Loss,
  NotIntegrated,
  NotIsolated,
  Tier,
  Unborn,
  Unwritable,
  WouldLose,
}
export type { Integrated, Place, Removed, Reviewed, Subject }

/** A creation that was killed, found by a later one. */
export interface Leftover {
  readonly path: string
  /** Why it could not be taken back; undefined where it was. */
  readonly problem?: string
}

export interface Create extends Omit<Wanted, "held"> {
  /** How it is kept apart; `worktree` unless given. */
  readonly tier?: Tier
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
  readonly tier: Tier
}

export type CreateError = Git.Failed | Storage.Error | Invalid | BranchTaken | Unborn | NotIsolated | Unwritable
export type RemoveError = Git.Failed | Unwritable | WouldLose
export type IntegrateError = Git.Failed | NotIntegrated
export type ReviewError = IntegrateError | Invalid

export interface Interface {
  /**
   * Makes a worktree and lets `keep` write down whose it is: all of it or, where anything fails, is interrupted or
   * killed, nothing. What a killed creation leaves is taken back by `sweep`.
   *
   * @param keep is not interrupted; where it fails, the worktree is taken back. It is told, in sentences, what came
   *   out otherwise than in the repository
   */
  readonly create: <A, E, R>(
    input: Create,
    keep: (made: Made, notes: readonly string[]) => Effect.Effect<A, E, R>,
  ) => Effect.Effect<A, E | CreateError, R>

  /** Takes back what killed creations left, and tells what it found. */
  readonly sweep: Effect.Effect<readonly Leftover[]>

  /** How a worktree, or the directory of a session that shares one, is right now. */
  readonly condition: (subject: Subject) => Effect.Effect<Condition>

  /** What removing it would lose. Never fails: what cannot be looked at may be lost. */
  readonly losses: (place: Place) => Effect.Effect<readonly Loss[]>

  /**
   * Unlocks and removes the worktree and, where it was made for the session, its branch. Refuses where that would
   * lose something, unless forced. A worktree that is gone already is no error.
   */
  readonly remove: (place: Place, options?: { readonly force?: boolean }) => Effect.Effect<Removed, RemoveError>

  /** Brings the branch of a clone back into the repository it was made from. */
  readonly integrate: (
    place: Place,
    options?: { readonly force?: boolean },
  ) => Effect.Effect<Integrated, IntegrateError>

  /** Brings a commit of the repository into a clone to be looked at; its branch and files stay as they are. */
  readonly review: (place: Place, revision: string) => Effect.Effect<Reviewed, ReviewError>

  /** Ends it. A clone without one is no error. */
  readonly endReview: (place: Place) => Effect.Effect<void, IntegrateError>
}

export class Service extends Context.Service<Service, Interface>()("@ringfence/opencode/Worktree") {}

const handling = ({ tier = "worktree" }: Place): (typeof tiers)[Tier] => tiers[tier]

const losses: Interface["losses"] = (place) =>
  handling(place)
    .losses(place)
    .pipe(Effect.catch(({ message }) => Effect.succeed([unreadable(`what git could not tell: ${message}`)])))

const notInSandbox = new Invalid({
  what: "tier",
  value: "worktree",
  message:
    "git is run in a sandbox here, by an inventory that makes clones and ends them, and no worktrees: add --tier clone.",
})

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
    const { entry } = written
    if (!(yield* isKept(entry.session))) yield* tiers[entry.tier].takeBack(entry)
    yield* released(written)
  })

  /** Branches that sessions in clones of a repository are on. */
  const heldIn = (repository: string): Effect.Effect<readonly string[], Storage.Error> =>
    storage.read(async (sql) => {
      const rows = await sql`SELECT branch FROM session
        WHERE repository = ${repository} AND tier = 'clone' AND state <> 'removed'`
      return (rows as readonly { readonly branch: string }[]).map(({ branch }) => branch)
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
  const reserveName = Effect.fnUntraced(function* (input: Create, tier: Tier, { base, branchOf }: Start) {
    const folder = yield* makeFolder(join(path.worktree, input.project))
    return yield* Effect.try({
      try: () => {
        for (const name of candidates(slug(input.title))) {
          const chosen = branchOf(name)
          const top = join(folder, name)
          if (chosen === undefined || existsSync(top)) continue
          const written = reserve(path.data, input.project, {
            session: input.session,
            tier,
            repository: input.repository,
            path: top,
            // The branch of a clone is in the clone.
            branch: chosen.isNew && tier === "worktree" ? chosen.branch : null,
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
    const { tier = "worktree", parent, directory } = input
    if (tier === "worktree" && (yield* Git.Runner) !== undefined) return yield* notInSandbox
    const held = yield* heldIn(input.repository)
    const start = yield* startOf({ ...input, held })
    let kept = false
    return yield* Effect.acquireUseRelease(
      reserveName(input, tier, start),
      ({ written: { entry }, branch }) =>
        tiers[tier].build({ entry, branch, parent, directory }).pipe(
          Effect.tap(() => verify(entry.path, branch, env())),
          Effect.flatMap((notes) => {
            const { path, base, repository } = entry
            return keep({ directory: path, branch, base, repository, tier }, notes).pipe(
              Effect.tap(() => Effect.sync(() => (kept = true))),
              Effect.uninterruptible,
            )
          }),
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
    const found = yield* losses(place)
    if (found.length > 0 && !force) return yield* wouldLose(place.worktree, found)
    const forget = keepJournal(place, path.data)
    return yield* handling(place)
      .takeAway(place, force)
      .pipe(
        Effect.tapError(() => Effect.sync(forget)),
        Effect.uninterruptible,
      )
  })

  return Service.of({ create, sweep: sweep(), condition: conditionOf, losses, remove, integrate, review, endReview })
})

/** Keeps what a session did to the refs it shared, for the worktree takes the journal along; a clone shared none. */
function keepJournal({ repository, worktree, session }: Place, data: string): () => void {
  const registry = attempt(() => registryOf(repository, worktree))
  const kept = registry && attempt(() => Journal.keep(registry, repository, data, session))
  return () => kept && attempt(() => rmSync(kept, { recursive: true, force: true }))
}

function attempt<A>(look: () => A): A | undefined {
  try {
    return look()
  } catch {
    return undefined
  }
}

export const layer: Layer.Layer<Service, never, Global.Service | Storage.Service> = Layer.effect(Service, make)
