/** For `npm run mutation`: persistent-cd switched off, and with parts of what it asks for left out. */
import { builtIn, type Parts } from "../../src/guard.ts"
import { harmless, refused } from "../../src/policy/persistent-cd.ts"
import type { MoveRule } from "../../src/policy/rule.ts"

interface Mutant {
  readonly name: string
  readonly parts: Parts
}

/** The guard with other move rules; none where `change` gives nothing. */
const withMoveRules = (name: string, change: (rule: MoveRule) => Partial<MoveRule> | undefined): Mutant => ({
  name,
  parts: {
    ...builtIn,
    policies: builtIn.policies.map((policy) => ({
      ...policy,
      moveRules: (policy.moveRules ?? []).flatMap((rule) => {
        const changed = change(rule)
        return changed ? [{ ...rule, ...changed }] : []
      }),
    })),
  },
})

export const moveMutants: readonly Mutant[] = [
  withMoveRules("rule persistent-cd off", () => undefined),
  withMoveRules("persistent-cd: holds everywhere", () => ({ holds: () => true })),
  withMoveRules("persistent-cd: refuses every move", () => ({ refuses: ({ moves }) => moves[0] })),
  withMoveRules("persistent-cd: refuses moves at the top only", () => ({
    refuses: ({ moves }) => moves.find(({ place }) => place.kind === "top"),
  })),
  {
    name: "persistent-cd: markers are not asked for",
    parts: {
      ...builtIn,
      stateOf: (request) => builtIn.stateOf({ ...request, config: { ...request.config, markers: [] } }),
    },
  },
]

interface MoveCase {
  readonly name: string
  readonly command: string
  readonly verdict: "allow" | "deny"
  readonly code?: string
  /** Set-up in shell, typed in the child's worktree. */
  readonly given?: string
  readonly lifted?: readonly string[]
  readonly session?: "main"
  readonly in?: "main"
}

const marked = (command: string): MoveCase => ({
  name: `persistent-cd: ${command}`,
  command,
  given: "mkdir ../main/bin ../main/lib && touch ../main/AGENTS.md",
  session: "main",
  in: "main",
  verdict: "allow",
})

/** What the mutants may get wrong, in the standard scene. */
export const moveCases: readonly MoveCase[] = [
  ...refused.map(({ command }): MoveCase => ({ ...marked(command), verdict: "deny", code: "persistent-cd" })),
  ...harmless.map(({ command }) => marked(command)),
  { ...marked("cd lib && ls"), name: "persistent-cd, lifted", lifted: ["persistent-cd"] },
  { name: "persistent-cd without markers", command: "cd docs", session: "main", in: "main", verdict: "allow" },
  { name: "persistent-cd in a linked worktree", command: "cd docs", verdict: "allow" },
]
