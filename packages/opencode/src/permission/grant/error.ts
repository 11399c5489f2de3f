/** Why a grant cannot be given or taken back. */
import { Schema } from "effect"
import { type Info, stateOf } from "../grant-row.ts"

/** Something about it makes no sense. */
export class Invalid extends Schema.TaggedError<Invalid>()("Grant.Invalid", {
  key: Schema.String,
  value: Schema.String,
  message: Schema.String,
}) {}

/** The guard has no rule of this code. */
export class UnknownRule extends Schema.TaggedError<UnknownRule>()("Grant.UnknownRule", {
  rule: Schema.String,
  message: Schema.String,
}) {}

/** A rule that is never lifted. */
export class NotLiftable extends Schema.TaggedError<NotLiftable>()("Grant.NotLiftable", {
  rule: Schema.String,
  message: Schema.String,
}) {}

/** There is no such grant. */
export class UnknownGrant extends Schema.TaggedError<UnknownGrant>()("Grant.Unknown", {
  target: Schema.String,
  message: Schema.String,
}) {}

/** It is not in force any more. */
export class Over extends Schema.TaggedError<Over>()("Grant.Over", {
  grant: Schema.String,
  state: Schema.Literals(["revoked", "used", "expired"]),
  message: Schema.String,
}) {}

export const invalid = (key: string, value: string, why: string): Invalid =>
  new Invalid({ key, value, message: `${key} ${value === "" ? "is empty" : `is ${JSON.stringify(value)}`}: ${why}.` })

export const unknownRule = (rule: string, known: readonly string[]): UnknownRule =>
  new UnknownRule({
    rule,
    message: `The guard has no rule ${JSON.stringify(rule)} that can be lifted. These can: ${known.join(", ")}.`,
  })

export const notLiftable = (rule: string): NotLiftable =>
  new NotLiftable({
    rule,
    message: `${rule} is never lifted: a session that may grant could lift every other rule by itself. Give what it needs instead.`,
  })

export const unknownGrant = (target: string): UnknownGrant =>
  new UnknownGrant({
    target,
    message: `There is no grant ${target}, and none for a session of that name. \`ringfence session approvals\` shows those in force.`,
  })

const BECAME = { revoked: "was taken back before", used: "was used up", expired: "has ended by itself" } as const

export function over(grant: Info, now: number): Over {
  const state = stateOf(grant, now)
  const became = state === "active" ? "revoked" : state
  return new Over({
    grant: grant.id,
    state: became,
    message: `There is nothing to take back: the grant ${grant.id} ${BECAME[became]}.`,
  })
}
