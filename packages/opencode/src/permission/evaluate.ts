/** What rules say of a request, before anybody is asked. */
import { DEFAULTS, decisive, type Layer, type Rule, type Ruleset } from "./rule.ts"
import { matches } from "./wildcard.ts"

/** A request: `patterns` are what it would do (command texts, paths); none at all is a request nobody could read. */
export interface Wish {
  readonly permission: string
  readonly patterns: readonly string[]
}

export interface Refusal {
  readonly pattern: string
  readonly rule: Rule
  readonly whose: string
}

export type Ruling =
  | { readonly action: "deny"; readonly refusal: Refusal }
  /** `open`: the patterns that no rule allows, never empty. */
  | { readonly action: "ask"; readonly open: readonly string[] }
  | { readonly action: "allow" }

/** Stands for what could not be read. A rule for everything may deny it; nothing allows it. */
export const UNREADABLE = ""

/** The patterns of a request, the unreadable one where there is none. */
export const patternsOf = (wish: Wish): readonly string[] => (wish.patterns.length > 0 ? wish.patterns : [UNREADABLE])

/**
 * What layers say together, the session's own first. Each ruleset is judged alone, and a deny in any of them denies the
 * whole request: what was said for one pattern, or remembered from an answer, never covers another's deny. For the rest
 * an ask in any layer is an ask, an allow in one is enough where no other says anything, and the defaults speak last.
 */
export function rule(layers: readonly Layer[], wish: Wish): Ruling {
  const patterns = patternsOf(wish)
  const refusal = firstRefusal(layers, wish.permission, patterns)
  if (refusal) return { action: "deny", refusal }
  const open = patterns.filter(
    (pattern) => pattern === UNREADABLE || opinion(layers, wish.permission, pattern) !== "allow",
  )
  return open.length > 0 ? { action: "ask", open } : { action: "allow" }
}

function firstRefusal(layers: readonly Layer[], permission: string, patterns: readonly string[]): Refusal | undefined {
  for (const { whose, rules } of layers.flatMap((layer) => [layer, ...(layer.under ? [layer.under] : [])])) {
    for (const pattern of patterns) {
      const rule = decisive(rules, permission, pattern)
      if (rule?.action === "deny") return { pattern, rule, whose }
    }
  }
  return undefined
}

function opinion(layers: readonly Layer[], permission: string, pattern: string): Rule["action"] | undefined {
  const said = layers.flatMap((layer) => {
    const rule = decisive(layer.rules, permission, pattern) ?? decisive(layer.under?.rules ?? [], permission, pattern)
    return rule ? [rule.action] : []
  })
  if (said.length === 0) return decisive(DEFAULTS.rules, permission, pattern)?.action
  return said.includes("ask") ? "ask" : said[0]
}

/** Which of the open patterns remembered approvals do not cover. What could not be read stays open whatever they say. */
export function unapproved(approved: Ruleset, permission: string, open: readonly string[]): readonly string[] {
  return open.filter((pattern) => pattern === UNREADABLE || decisive(approved, permission, pattern)?.action !== "allow")
}

/** What of `always` may be remembered: only patterns that describe something that was shown. */
export function memorable(always: readonly string[], patterns: readonly string[]): readonly string[] {
  return [...new Set(always)].filter((offer) => patterns.some((pattern) => matches(offer, pattern)))
}
