/** What `ringfence session …` and the session tool can do, in one place for both. */
export * as Verbs from "."

import { Effect } from "effect"
import { Project } from "../project/index.ts"
import { Session } from "../session/index.ts"
import type { Worktree } from "../worktree/index.ts"
import { Ambiguous, findSession } from "./handle.ts"
import {
  overviewOf,
  removedOf,
  statusOf,
  viewOf,
  type OverviewView,
  type RemovedView,
  type SessionView,
  type StatusView,
} from "./view.ts"

export { answer, approvals, grant, mayGive, revoke, type Approvals, type Reply, type Yes } from "./approvals.ts"
export { integrate, integratedText, review, reviewedText, type IntegratedView, type ReviewedView } from "./clone.ts"
export { DURATION_FORM, parseDuration, showDuration } from "./duration.ts"
export { layer, type Services } from "./layer.ts"
export { log, type LogEntry, type LogQuery } from "./log.ts"
export { DEFAULT_TIMEOUT, run, type Run } from "./run.ts"
export { Ambiguous, findSession }
export { answerText, askText, grantText, overviewText, removedText, sessionText, statusText } from "./text.ts"
export type { OverviewView, RemovedView, SessionView, StatusView }

export interface Create {
  readonly title: string
  /** Where the caller is. */
  readonly directory: string
  readonly isolate?: boolean
  /** With `isolate`: by a worktree, or by a clone. */
  readonly tier?: Worktree.Tier
  readonly branch?: string
  /** Goes on with the branch. */
  readonly existing?: boolean
  readonly from?: string
  /** A handle of the session that answers for it; the caller's own session unless given. */
  readonly parent?: string
}

/**
 * Starts a session. Whoever is in a session itself answers for those it starts.
 *
 * @returns its view, and in sentences what came out otherwise than asked for
 */
export const create = Effect.fn("Verbs.create")(function* (caller: Session.Caller, input: Create) {
  const { parent, ...rest } = input
  const sessions = yield* Session.Service
  const above = parent === undefined ? caller.session : yield* sessions.own(caller, (yield* findSession(parent)).id)
  const { session, notes } = yield* sessions.create({ ...rest, parentID: above?.id })
  return { session: viewOf(session), notes }
})

/** The sessions of a project, or without one all. */
export const ofProject = Effect.fn("Verbs.ofProject")(function* (projectID: string | undefined) {
  const sessions = yield* Session.Service
  return (yield* sessions.overview(projectID === undefined ? {} : { projectID })).map(overviewOf)
})

/**
 * The sessions of the project that a directory belongs to, or all. Outside of a repository there is no project to go
 * by: then it is all, too.
 */
export const list = Effect.fn("Verbs.list")(function* (directory: string, all: boolean) {
  const project = all ? undefined : yield* Project.of(directory)
  return yield* ofProject(project?.vcs === undefined ? undefined : project.id)
})

/** Everything about one session. */
export const status = Effect.fn("Verbs.status")(function* (caller: Session.Caller, handle: string) {
  const sessions = yield* Session.Service
  const { id } = yield* sessions.own(caller, (yield* findSession(handle)).id)
  return statusOf(yield* sessions.status(id))
})

/** Ends a session. */
export const remove = Effect.fn("Verbs.remove")(function* (caller: Session.Caller, handle: string, force: boolean) {
  const sessions = yield* Session.Service
  const { id } = yield* sessions.own(caller, (yield* findSession(handle)).id)
  return removedOf(yield* sessions.remove(id, { force }))
})
