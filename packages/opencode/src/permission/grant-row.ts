/** Grants as rows, and what they cover. */
import { Schema } from "effect"
import { UNREADABLE } from "./evaluate.ts"
import { matches } from "./wildcard.ts"

export * from "./grant-sql.ts"

export const Info = Schema.Struct({
  id: Schema.String,
  /** A session's id, or "all". */
  target: Schema.String,
  /** With "all": whose descendants it means. Null: everybody. */
  parent: Schema.NullOr(Schema.String),
  /** Patterns as in rules. Null: any. */
  permission: Schema.NullOr(Schema.String),
  pattern: Schema.NullOr(Schema.String),
  /** The code of a rule of the guard that it lifts, instead of answering asks. */
  rule: Schema.NullOr(Schema.String),
  once: Schema.Boolean,
  used: Schema.NullOr(Schema.Number),
  expires: Schema.NullOr(Schema.Number),
  created: Schema.Number,
  createdBy: Schema.String,
  revoked: Schema.NullOr(Schema.Number),
})
export type Info = typeof Info.Type

export type State = "active" | "revoked" | "used" | "expired"

/** What has become of a grant at a moment (milliseconds since the epoch). */
export function stateOf(grant: Info, now: number): State {
  if (grant.revoked !== null) return "revoked"
  if (grant.once && grant.used !== null) return "used"
  return grant.expires !== null && grant.expires <= now ? "expired" : "active"
}

/** What grants leave open, and which of those that are good for one time were needed for the rest. */
export interface Cover {
  readonly open: readonly string[]
  readonly by: readonly string[]
  readonly spends: readonly string[]
}

/** Lets active grants cover open patterns of a permission; one that lasts is preferred to one that is used up. */
export function cover(grants: readonly Info[], permission: string, patterns: readonly string[]): Cover {
  const fitting = grants
    .filter((grant) => grant.rule === null && matches(grant.permission ?? "*", permission))
    .sort((one, other) => Number(one.once) - Number(other.once))
  const found = patterns.map((pattern) => fitting.find((grant) => covers(grant, pattern)))
  const used = [...new Set(found.filter((grant) => grant !== undefined))]
  return {
    open: patterns.filter((_, at) => found[at] === undefined),
    by: used.map((grant) => grant.id),
    spends: used.filter((grant) => grant.once).map((grant) => grant.id),
  }
}

/** What could not be read is covered by a grant for anything, and by no narrower one. */
const covers = (grant: Info, pattern: string): boolean =>
  pattern === UNREADABLE ? grant.pattern === null : matches(grant.pattern ?? "*", pattern)
