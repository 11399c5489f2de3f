/** What the guard answers. */
import type { Effect } from "../git/effect.ts"
import type { Remedy } from "./rule.ts"

export type PolicyName = "isolated-git" | "self" | "persistent-cd" | "git-inventory"

export interface Verdict {
  readonly verdict: "allow" | "deny"
  readonly policy?: PolicyName
  /** The full code of the rule, e.g. "isolated-git/merge". */
  readonly code?: string
  /** The offending simple command, on one line. */
  readonly command?: string
  /** The whole message for the agent. */
  readonly reason?: string
  /** What the text would do, as far as the guard knows. */
  readonly effects: readonly Effect[]
  /** Full names of refs that an allowed text would create: a host records those that did not exist. */
  readonly creates?: readonly string[]
  /** Whose work was at stake. */
  readonly owner?: { readonly branch?: string; readonly path?: string }
  /** What to do instead; never empty on a deny. */
  readonly remedy: readonly Remedy[]
  /** Codes of rules that would have refused, had a person not lifted them. */
  readonly lifted?: readonly string[]
}
