/** What a session of some kind may expect: where its asks go. */
import type { Kind } from "../session/schema.ts"

export interface Asker {
  readonly kind: Kind
  /** The session that started it; null where none did. */
  readonly parent: string | null
  /** The session at the head of its chain, itself where it has no parent. */
  readonly root: string
}

export type Route =
  /** The parent's standing decides, at once. */
  | { readonly to: "inherit"; readonly parent: string }
  /** The root's policy decides; failing that, whoever answers for the root, from any process. */
  | { readonly to: "forward"; readonly root: string }
  /** The person at this process. */
  | { readonly to: "interactive" }
  /** Nobody can answer: denied at once. */
  | { readonly to: "non-interactive" }

/**
 * Where an ask goes. Being a subagent decides, not whether it runs in the background: nobody sits before either. A
 * grant never changes the route; it is looked for on each.
 * @param attended whether a person can be asked by this process
 */
export function decideAskRouting(asker: Asker, attended: boolean): Route {
  const { kind, parent, root } = asker
  if (kind === "subagent") return parent === null ? { to: "non-interactive" } : { to: "inherit", parent }
  if (kind === "peer" && parent !== null) return { to: "forward", root }
  return { to: attended ? "interactive" : "non-interactive" }
}
