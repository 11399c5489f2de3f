/** What was said in advance, and what of an open request it settles. Pure: everything it goes by is in the scene. */
import type { Route } from "../agent/config.ts"
import { type Refusal, unapproved } from "./evaluate.ts"
import { cover, type Info as Grant } from "./grant-row.ts"
import type { Ruleset } from "./rule.ts"
import { ruleBy, type Info as Standing } from "./snapshot.ts"

/** What stands at one moment for a session that asks. */
export interface Scene {
  readonly route: Route
  /** Approvals of the session's project. */
  readonly approved: Ruleset
  /** Active grants that are meant for the session. */
  readonly grants: readonly Grant[]
  /** Whom it inherits from, nearest first, as each stood when it last asked. Empty on other routes. */
  readonly inherited: readonly Standing[]
  /** The policy of the root that a peer's ask is forwarded to. Undefined on other routes. */
  readonly policy: Standing | undefined
}

export interface Settled {
  readonly open: readonly string[]
  /** Ids of the grants that settled something. */
  readonly by: readonly string[]
  /** Those of them that are used up by it. */
  readonly spends: readonly string[]
  readonly refusal?: Refusal
}

export interface Step {
  readonly name: "approvals" | "grants" | "snapshot" | "root policy"
  readonly settle: (scene: Scene, permission: string, open: readonly string[]) => Partial<Settled>
}

/** In order. The first that refuses ends it. */
export const steps: readonly Step[] = [
  {
    name: "approvals",
    settle: ({ approved }, permission, open) => ({ open: unapproved(approved, permission, open) }),
  },
  { name: "grants", settle: ({ grants }, permission, open) => cover(grants, permission, open) },
  {
    name: "snapshot",
    settle: ({ inherited }, permission, open) => {
      let left = open
      for (const standing of inherited) {
        if (left.length === 0) break
        const ruling = ruleBy(standing, permission, left)
        if (ruling.refusal) return ruling
        left = ruling.open
      }
      return { open: left }
    },
  },
  {
    name: "root policy",
    settle: ({ policy }, permission, open) => {
      return policy ? ruleBy(policy, permission, open) : { open }
    },
  },
]

/** Takes an open request through the steps. Nothing of it stands unless all of it is settled. */
export function settleBy(steps: readonly Step[], scene: Scene, permission: string, open: readonly string[]): Settled {
  let settled: Settled = { open, by: [], spends: [] }
  for (const step of steps) {
    if (settled.open.length === 0 || settled.refusal) break
    const next = step.settle(scene, permission, settled.open)
    settled = {
      ...settled,
      ...next,
      by: [...settled.by, ...(next.by ?? [])],
      spends: [...settled.spends, ...(next.spends ?? [])],
    }
  }
  return settled
}
