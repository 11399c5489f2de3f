/** Sessions as people, scripts and models get to see them: flat, nothing missing, null where there is nothing. */
import type { Session } from "../session/index.ts"
import type { Worktree } from "../worktree/index.ts"

export interface SessionView {
  readonly id: string
  readonly title: string
  readonly kind: Session.Kind
  readonly state: Session.Info["state"]
  readonly project: string
  readonly parent: string | null
  /** Where it works. */
  readonly directory: string
  /** It has a worktree or a clone, and a branch of its own. */
  readonly isolated: boolean
  /** Which of the two; null where it is not isolated. */
  readonly tier: Worktree.Tier | null
  readonly branch: string | null
}

export interface OverviewView extends SessionView {
  /** `present`, `plain` (in no repository), `missing` (its folder is gone) or `unreadable` (`problem` says why). */
  readonly condition: Session.Overview["condition"]["state"]
  readonly problem: string | null
  /** Commits that it has and `against` has not, and the other way round. */
  readonly ahead: number
  readonly behind: number
  readonly against: string | null
  /** How many files are changed and not committed. */
  readonly dirty: number
  /** rebase, merge …, where one is in progress. */
  readonly operation: string | null
  /** How many of its questions wait for an answer. */
  readonly asks: number
}

export interface StatusView extends Omit<OverviewView, "asks"> {
  readonly staged: number
  readonly unstaged: number
  readonly untracked: number
  readonly conflicts: number
  /** The commit its branch started from. */
  readonly base: string | null
  /** Milliseconds since the epoch. */
  readonly created: number
  readonly updated: number
  readonly asks: Session.Status["asks"]
  readonly grants: Session.Status["grants"]
  /** The last ones, newest first. */
  readonly denials: Session.Status["denials"]
  readonly children: readonly SessionView[]
}

/** A session by what its row says. */
export const viewOf = (session: Session.Info): SessionView => ({
  id: session.id,
  title: session.title,
  kind: session.kind,
  state: session.state,
  project: session.projectID,
  parent: session.parentID ?? null,
  directory: session.directory,
  isolated: session.worktree !== undefined,
  tier: session.tier ?? null,
  branch: session.branch ?? null,
})

type Condition = Session.Overview["condition"]

function conditionView(session: Session.Info, condition: Condition): Omit<OverviewView, "asks"> {
  const { state, problem, ahead, behind, against, staged, unstaged, untracked, conflicts, operation } = condition
  return {
    ...viewOf(session),
    // What HEAD is on counts; where it is detached, or cannot be read, the branch it was made with.
    branch: condition.branch ?? session.branch ?? null,
    condition: state,
    problem: problem ?? null,
    ahead,
    behind,
    against: against ?? null,
    dirty: staged + unstaged + untracked + conflicts,
    operation: operation ?? null,
  }
}

/** A session with how it is right now. */
export const overviewOf = ({ session, condition, asks }: Session.Overview): OverviewView => ({
  ...conditionView(session, condition),
  asks,
})

/** Everything about a session. */
export const statusOf = (status: Session.Status): StatusView => {
  const { session, condition, asks, grants, denials, children } = status
  const { staged, unstaged, untracked, conflicts } = condition
  return {
    ...conditionView(session, condition),
    ...{ staged, unstaged, untracked, conflicts },
    base: session.base ?? null,
    created: session.created,
    updated: session.updated,
    asks,
    grants,
    denials,
    children: children.map(viewOf),
  }
}

export interface RemovedView {
  readonly id: string
  readonly title: string
  /** Its branch, the commit that was at its tip, and whether it went with the session. */
  readonly branch: { readonly name: string; readonly commit: string; readonly deleted: boolean } | null
  /** Ids of questions that nobody has to answer any more. */
  readonly cancelled: readonly string[]
  /** What was lost, in words, where it was forced. */
  readonly lost: readonly string[]
}

/** What became of a session that was removed. */
export const removedOf = ({ session, branch, cancelled, lost }: Session.Removed): RemovedView => ({
  id: session.id,
  title: session.title,
  branch: branch ?? null,
  cancelled,
  lost: lost.map(({ message }) => message),
})
