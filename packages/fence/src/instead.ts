/** What hooks say to do instead. They see a ref and not a command line, so it is more general than the guard's. */

interface Instead {
  readonly remedies: readonly string[]
  /** It is about what worktrees share. */
  readonly shared: boolean
}

const PUSH = "commit on your own branch and push that"
const BRANCH = "make a branch of your own from it: `git switch -c <new-branch> <revision>`"

/** By the code of the rule; the rules that hooks apply, and no others. */
export const INSTEAD: Readonly<Record<string, Instead>> = {
  "isolated-git/rebase": {
    remedies: ["bring the same work in with a pull: `git pull --rebase <remote> <branch>`"],
    shared: true,
  },
  "isolated-git/merge": {
    remedies: ["bring the same work in with a pull: `git pull --no-rebase --no-edit <remote> <branch>`"],
    shared: true,
  },
  "isolated-git/foreign-worktree": { remedies: ["run it in your own worktree"], shared: false },
  "isolated-git/foreign-branch": { remedies: [BRANCH, PUSH], shared: true },
  "isolated-git/switch-branch": {
    remedies: [BRANCH, "go back to your own branch: `git switch <your branch>`"],
    shared: true,
  },
  "isolated-git/detach-head": { remedies: [BRANCH], shared: true },
  "isolated-git/foreign-tag": { remedies: ["make a tag of another name: `git tag <new-tag>`"], shared: true },
  "isolated-git/ref-write": { remedies: ["keep a ref of your own under refs/worktree/"], shared: true },
  "isolated-git/foreign-remote-branch": { remedies: [PUSH], shared: false },
}
