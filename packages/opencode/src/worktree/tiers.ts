/** What there is to do for each way of keeping a session apart. */
import { Effect } from "effect"
import type { Git } from "../git/index.ts"
import { build, takeBack } from "./build.ts"
import { buildClone } from "./clone/build.ts"
import { cloneLosses } from "./clone/loss.ts"
import { takeCloneAway, takeCloneBack } from "./clone/remove.ts"
import type { Loss, NotIsolated, Unwritable } from "./error.ts"
import type { Entry } from "./journal.ts"
import { lossesOf } from "./loss.ts"
import type { Place, Removed } from "./place.ts"
import { takeAway } from "./remove.ts"
import type { Tier } from "./tier.ts"

/** What a session's place is made from. */
export interface Plan {
  readonly entry: Entry
  /** The branch it is on: the entry's, or one that existed. */
  readonly branch: string
  readonly parent?: string
  /** A checkout of the repository. */
  readonly directory: string
}

interface Handling {
  /** Makes it, step by step; gives in sentences what came out otherwise. What a failure leaves is for `takeBack`. */
  readonly build: (plan: Plan) => Effect.Effect<readonly string[], Git.Failed | NotIsolated | Unwritable>
  /** Takes back what a creation left behind that nobody was told of, however far it came. */
  readonly takeBack: (entry: Entry) => Effect.Effect<void, Git.Failed | Unwritable>
  /** What removing it would lose. */
  readonly losses: (place: Place) => Effect.Effect<readonly Loss[], Git.Failed>
  /** Removes it; what would be lost has been looked at, or does not matter (`force`). */
  readonly takeAway: (place: Place, force: boolean) => Effect.Effect<Removed, Git.Failed | Unwritable>
}

export const tiers: Readonly<Record<Tier, Handling>> = {
  worktree: { build: (plan) => build(plan).pipe(Effect.as([])), takeBack, losses: lossesOf, takeAway },
  clone: {
    build: ({ entry, ...plan }) => buildClone({ ...entry, ...plan }),
    takeBack: takeCloneBack,
    losses: cloneLosses,
    takeAway: takeCloneAway,
  },
}
