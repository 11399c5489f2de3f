/** Why an ask was not allowed, or an answer not taken. */
import { Effect, Schema } from "effect"
import type { Info as Question } from "./ask.ts"
import type { Refusal, Wish } from "./evaluate.ts"
import { NotFound } from "../session/schema.ts"
import { Rule, showRule } from "./rule.ts"

/** Refused at once, without a question. */
export class Denied extends Schema.TaggedError<Denied>()("Permission.Denied", {
  session: Schema.String,
  permission: Schema.String,
  patterns: Schema.Array(Schema.String),
  /** A rule denies it, or nobody could be asked. */
  because: Schema.Literals(["rule", "inherit", "non-interactive"]),
  rule: Schema.optionalKey(Rule),
  /** Whose rule it is. */
  whose: Schema.optionalKey(Schema.String),
  message: Schema.String,
}) {}

/** Somebody said no. */
export class Rejected extends Schema.TaggedError<Rejected>()("Permission.Rejected", {
  ask: Schema.String,
  by: Schema.String,
  /** What to do instead, in their words. */
  feedback: Schema.optionalKey(Schema.String),
  message: Schema.String,
}) {}

/** Nobody answered in time. */
export class Expired extends Schema.TaggedError<Expired>()("Permission.Expired", {
  ask: Schema.String,
  message: Schema.String,
}) {}

/** The session that asked, or one above it, was interrupted. */
export class Cancelled extends Schema.TaggedError<Cancelled>()("Permission.Cancelled", {
  ask: Schema.String,
  message: Schema.String,
}) {}

/** There is no such question. */
export class UnknownAsk extends Schema.TaggedError<UnknownAsk>()("Permission.UnknownAsk", {
  ask: Schema.String,
  message: Schema.String,
}) {}

/** It was answered, or ended otherwise, before. */
export class Settled extends Schema.TaggedError<Settled>()("Permission.Settled", {
  ask: Schema.String,
  state: Schema.Literals(["allowed", "rejected", "expired", "cancelled"]),
  message: Schema.String,
}) {}

/** Not the caller's to answer, to grant or to take back. */
export class NotYours extends Schema.TaggedError<NotYours>()("Permission.NotYours", {
  caller: Schema.String,
  message: Schema.String,
}) {}

/** Why an ask failed, other than by the database or the configuration. */
export type AskError = Denied | Rejected | Expired | Cancelled | NotFound

const quoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

const LINE = 200

/** A request on one line. */
export function showWish({ permission, patterns }: Wish): string {
  const shown = patterns.map((pattern) => JSON.stringify(pattern)).join(", ") || "for something that cannot be read"
  return `${permission} ${shown.length > LINE ? `${shown.slice(0, LINE)}...` : shown}`
}

export function deniedByRule(session: string, wish: Wish, { rule, whose }: Refusal): Denied {
  const message = `Denied: ${showWish(wish)}. A rule of ${whose} says ${showRule(rule)}. Do it another way, or say in your answer that this rule stands in the way.`
  return new Denied({ session, ...fields(wish), because: "rule", rule, whose, message })
}

const NOBODY = {
  inherit: "this session is a subagent: it has what its parent has, and nobody is asked for more",
  "non-interactive": "no person can be asked by this process",
} as const

/** The denial where nobody can be asked, with what would help. `open`: the patterns that need a yes. */
export function deniedUnasked(
  session: string,
  wish: Wish,
  because: "inherit" | "non-interactive",
  forced: boolean,
  open: readonly string[],
): Denied {
  const help = forced
    ? `No rule and no grant answers ${wish.permission} beforehand. Leave it to a session that a person attends, or do it without`
    : `A person, or the session that started this one, can say yes beforehand: ${grantCommands(session, wish.permission, open)}`
  const message = `Denied: ${showWish(wish)} needs a yes, and ${NOBODY[because]}. ${help}.`
  return new Denied({ session, ...fields(wish), because, message })
}

/** So many patterns are named one by one; for more, or for what cannot be read, the whole permission is. */
const NAMED = 3

function grantCommands(session: string, permission: string, open: readonly string[]): string {
  const command = `ringfence session grant-approval ${session} --permission ${permission}`
  if (open.length > NAMED || open.includes("")) return `\`${command}\``
  return open.map((pattern) => `\`${command} --pattern ${quoted(pattern)}\``).join(" and ")
}

const fields = ({ permission, patterns }: Wish): Wish => ({ permission, patterns: [...patterns] })

/** The session of this id is not there; the message tells one that was removed. */
export const unknownSession = (id: string): NotFound =>
  new NotFound({
    id,
    message: `There is no session ${id} (any more). \`ringfence session list\` shows those there are.`,
  })

const BECAME = {
  allowed: "was answered with yes",
  rejected: "was answered with no",
  expired: "is not waited for any more: its time was over, or the process that asked has ended",
  cancelled: "was taken back: its session was interrupted",
} as const

/** Why a question cannot be answered (again). */
export function settledError(question: Question): Settled {
  const state = question.state === "pending" ? "expired" : question.state
  const by = question.answeredBy === null ? "" : ` by ${question.answeredBy}`
  return new Settled({ ask: question.id, state, message: `The question ${question.id} ${BECAME[state]}${by}.` })
}

/** What a question that ended is to the one who asked it. A row that is gone was taken back. */
export function outcomeOf(ask: string, question: Question | undefined): Effect.Effect<void, AskError> {
  const what = question ? showWish(question) : ask
  switch (question?.state) {
    case "allowed":
      return Effect.void
    case "rejected": {
      const { answeredBy, feedback } = question
      const by = answeredBy ?? "somebody"
      const message = `Rejected by ${by}: ${what}.${feedback === null ? " Do not try it another way." : ` They say: ${feedback}`}`
      return Effect.fail(new Rejected({ ask, by, ...(feedback === null ? {} : { feedback }), message }))
    }
    case "expired":
      return Effect.fail(
        new Expired({ ask, message: `Nobody answered in time: ${what}. Go on without it, or ask again later.` }),
      )
    default:
      return Effect.fail(new Cancelled({ ask, message: `Interrupted while it waited for an answer: ${what}.` }))
  }
}
