/** What a session is, and what can be wrong with naming one. */
import { Schema } from "effect"
import * as Ask from "../permission/ask.ts"
import { Info as Grant } from "../permission/grant-row.ts"
import { Ruleset } from "../permission/rule.ts"
import { Condition } from "../worktree/condition.ts"
import { Tier } from "../worktree/tier.ts"

/** `root`: nobody started it. `peer`: started to work beside its parent. `subagent`: works for its parent alone. */
export const Kind = Schema.Literals(["root", "peer", "subagent"])
export type Kind = typeof Kind.Type

export const Info = Schema.Struct({
  id: Schema.String,
  projectID: Schema.String,
  parentID: Schema.optional(Schema.String),
  kind: Kind,
  /** The id by which a client knows it that hosts sessions of its own; none where ours is the client's. */
  client: Schema.optional(Schema.String),
  title: Schema.String,
  /** Where it works: the worktree's top, or a directory that it shares with others. */
  directory: Schema.String,
  /** The top of its worktree or clone; none for a session that shares its directory. */
  worktree: Schema.optional(Schema.String),
  branch: Schema.optional(Schema.String),
  /** The commit the worktree started from. */
  base: Schema.optional(Schema.String),
  /** The git directory that all worktrees share, or that its clone was made from. */
  repository: Schema.optional(Schema.String),
  /** How it is kept apart; none for a session that shares its directory. */
  tier: Schema.optional(Tier),
  /** Its own ruleset. */
  rules: Ruleset,
  /** `removed` ones are kept as long as they have children, whose rules rest on theirs. */
  state: Schema.Literals(["idle", "busy", "removed"]),
  /** Milliseconds since the epoch. */
  created: Schema.Number,
  updated: Schema.Number,
})
export type Info = typeof Info.Type

/** No session of this id. */
export class NotFound extends Schema.TaggedError<NotFound>()("Session.NotFound", {
  id: Schema.String,
  message: Schema.String,
}) {}

/** The session is not the caller's own, nor one that it started. */
export class Foreign extends Schema.TaggedError<Foreign>()("Session.Foreign", {
  id: Schema.String,
  message: Schema.String,
}) {}

/** A title that says nothing. */
export class Untitled extends Schema.TaggedError<Untitled>()("Session.Untitled", { message: Schema.String }) {}

/** Who calls. */
export type Caller =
  /** A person, or a session that is no isolated one (`session`, where it says which). */
  | { readonly kind: "person"; readonly session?: Info }
  /** An isolated session; `session` is missing where it is not one of ours, or not known any more. */
  | { readonly kind: "child"; readonly session?: Info; readonly directory: string }

export const Denial = Schema.Struct({
  /** The last time. */
  time: Schema.Number,
  code: Schema.optional(Schema.String),
  command: Schema.optional(Schema.String),
  times: Schema.Number,
})
export type Denial = typeof Denial.Type

/** One line of a list. */
export const Overview = Schema.Struct({
  session: Info,
  condition: Condition,
  /** How many of its asks wait for an answer. */
  asks: Schema.Number,
})
export type Overview = typeof Overview.Type

export const Status = Schema.Struct({
  session: Info,
  condition: Condition,
  asks: Schema.Array(Ask.Info),
  /** Grants that hold for it right now. */
  grants: Schema.Array(Grant),
  /** The last ones, newest first. */
  denials: Schema.Array(Denial),
  children: Schema.Array(Info),
})
export type Status = typeof Status.Type
