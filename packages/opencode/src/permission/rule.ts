/** Rules: what they are, how they are read from a configuration, and what they say of one request. */
import { Schema } from "effect"
import { matches } from "./wildcard.ts"

export const Action = Schema.Literals(["allow", "ask", "deny"])
export type Action = typeof Action.Type

export const Rule = Schema.Struct({ permission: Schema.String, pattern: Schema.String, action: Action })
export type Rule = typeof Rule.Type

/** Rules in order: the last that matches decides. */
export const Ruleset = Schema.Array(Rule)
export type Ruleset = typeof Ruleset.Type

/**
 * A ruleset and whose it is, as a message names it: "session ses_1", "your configuration". `under` holds where the
 * layer itself says nothing; what it denies stays denied all the same.
 */
export const Layer = Schema.Struct({
  whose: Schema.String,
  rules: Ruleset,
  under: Schema.optionalKey(Schema.Struct({ whose: Schema.String, rules: Ruleset })),
})
export type Layer = typeof Layer.Type

/** A rule that cannot be read: `key` says where it stands, `value` what stands there (as JSON). */
export class Malformed extends Schema.TaggedError<Malformed>()("Permission.Malformed", {
  file: Schema.String,
  key: Schema.String,
  value: Schema.String,
  message: Schema.String,
}) {}

/** What holds where no rule of anybody's says anything. */
export const DEFAULTS: Layer = {
  whose: "the defaults",
  rules: [
    { permission: "*", pattern: "*", action: "ask" },
    { permission: "bash", pattern: "*", action: "allow" },
  ],
}

/** Permissions that are asked for every time: nothing said in advance answers them. */
export const FORCED: ReadonlySet<string> = new Set(["bash_delete"])

const isAction = Schema.is(Action)

/**
 * Reads rules in opencode's shape: `"allow"` for everything, `{ bash: "ask" }` for a permission, or
 * `{ bash: { "git push *": "deny" } }` by pattern; keys in order are rules in order. `~` and `$HOME` at the start of a
 * pattern stand for `home`. `file` is named in the error.
 * @throws Malformed naming the key and the value
 */
export function readRules(input: unknown, home: string, file: string): Ruleset {
  if (input === undefined) return []
  if (isAction(input)) return [{ permission: "*", pattern: "*", action: input }]
  return entries(input, "permission", file).flatMap(([permission, value]) => {
    const key = `permission.${shown(permission)}`
    if (permission.trim() === "") throw malformed(file, key, value, "expected the name of a permission, or * for all")
    if (isAction(value)) return [{ permission, pattern: "*", action: value }]
    return entries(value, key, file).map(([pattern, action]) => {
      if (!isAction(action)) throw malformed(file, `${key}.${shown(pattern)}`, action, EXPECTED_ACTION)
      return { permission, pattern: expandHome(pattern, home), action }
    })
  })
}

/** `~`, `~/x`, `$HOME` and `$HOME/x` as the paths they stand for; everything else as it is. */
export function expandHome(pattern: string, home: string): string {
  const start = ["~", "$HOME"].find((start) => pattern === start || pattern.startsWith(`${start}/`))
  return start === undefined || home === "" ? pattern : home.replace(/\/+$/, "") + pattern.slice(start.length)
}

/** The rule of one ruleset that decides: the last that matches. Undefined where none does. */
export function decisive(rules: Ruleset, permission: string, pattern: string): Rule | undefined {
  return rules.findLast((rule) => matches(rule.permission, permission) && matches(rule.pattern, pattern))
}

/** A rule in words: `deny bash "git push *"`. */
export const showRule = (rule: Rule): string => `${rule.action} ${rule.permission} ${JSON.stringify(rule.pattern)}`

const EXPECTED_ACTION = "expected allow, ask or deny"
const EXPECTED_RULES = "expected allow, ask, deny, or an object of patterns with one of these each"

function entries(value: unknown, key: string, file: string): readonly (readonly [string, unknown])[] {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw malformed(file, key, value, EXPECTED_RULES)
  return Object.entries(value)
}

const shown = (key: string): string => (/^[\w*-]+$/.test(key) ? key : JSON.stringify(key))

function malformed(file: string, key: string, found: unknown, expected: string): Malformed {
  const json = JSON.stringify(found) ?? String(found)
  const value = json.length > 80 ? `${json.slice(0, 77)}...` : json
  return new Malformed({ file, key, value, message: `${file}: ${key} is ${value}; ${expected}` })
}
