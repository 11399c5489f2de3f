/** What goes between a repository and a session in a clone of it. */
import { Effect } from "effect"
import { Session } from "../session/index.ts"
import { findSession } from "./handle.ts"
import { viewOf, type SessionView } from "./view.ts"

export interface IntegratedView extends SessionView {
  /** Where the branch is now, in the clone and in the repository. */
  readonly commit: string
  /** Where it was in the repository before; null where it was not there. */
  readonly before: string | null
  /** What stays behind, in sentences. */
  readonly notes: readonly string[]
}

export interface ReviewedView extends SessionView {
  /** The commit that was brought in, and the ref it is at in the clone; null where the review was ended. */
  readonly commit: string | null
  readonly ref: string | null
}

/** The id of a session that the caller may take from, or bring to. What lands where is not a child's to say. */
const targetOf = Effect.fnUntraced(function* (caller: Session.Caller, handle: string) {
  const session = yield* findSession(handle)
  if (caller.kind === "person") return session.id
  return yield* new Session.Foreign({
    id: session.id,
    message:
      "Bringing work into the repository, or out of it, is not a child session's: push your branch, or say in your answer that it is ready.",
  })
})

/** Brings the branch of a session in a clone back into the repository. */
export const integrate = Effect.fn("Verbs.integrate")(function* (
  caller: Session.Caller,
  handle: string,
  force: boolean,
) {
  const sessions = yield* Session.Service
  const id = yield* targetOf(caller, handle)
  const { session, commit, before, notes } = yield* sessions.integrate(id, { force })
  const view: IntegratedView = { ...viewOf(session), commit, before: before ?? null, notes }
  return view
})

/** Brings a commit of the repository into a session's clone to be looked at; without a revision, ends that. */
export const review = Effect.fn("Verbs.review")(function* (
  caller: Session.Caller,
  handle: string,
  revision: string | undefined,
) {
  const sessions = yield* Session.Service
  const id = yield* targetOf(caller, handle)
  if (revision === undefined) {
    const ended: ReviewedView = { ...viewOf(yield* sessions.endReview(id)), commit: null, ref: null }
    return ended
  }
  const { session, commit, ref } = yield* sessions.review(id, revision)
  const view: ReviewedView = { ...viewOf(session), commit, ref }
  return view
})

const short = (commit: string): string => commit.slice(0, 12)

/** What came back. */
export function integratedText({ branch, commit, before, notes }: IntegratedView): string {
  const moved =
    before === commit
      ? `is at ${short(commit)} already`
      : before === null
        ? `is in the repository now, at ${short(commit)}`
        : `went from ${short(before)} to ${short(commit)}`
  return [`${branch} ${moved}.`, ...notes].join("\n")
}

/** What was brought in. */
export const reviewedText = ({ id, directory, commit, ref }: ReviewedView): string =>
  commit === null || ref === null
    ? `Nothing is kept for review in ${directory} any more.`
    : `${short(commit)} is at ${ref} in ${directory}. End it with \`ringfence session review ${id} --end\`.`
