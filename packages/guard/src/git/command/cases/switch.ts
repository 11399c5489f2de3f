import { allow, deny } from "../../example.ts"

const SELF = { integration: "self" } as const
const REMOTE_ONLY = { given: "git push -q origin v1^{}:refs/heads/spike && git fetch -q" }
const CAME_FROM_OTHER = { given: "git checkout -q feat/other && git checkout -q feat/child-work" }

export const switchExamples = [
  allow("git switch feat/child-work", "the own branch"),
  allow("git switch -c topic", "a new branch"),
  allow("git switch --create topic origin/main", "a new branch"),
  allow("git switch -qctopic --no-track origin/main", "a cluster with a value"),
  allow("git switch --orphan fresh", "a new branch"),
  allow("git switch -C feat/child-work HEAD~1", "the own branch"),
  allow("git switch --force-create topic main", "no such branch yet"),
  allow("git switch -c a && git switch - && git switch a && git branch -d a", "made by the same text"),
  allow("git switch -c release", "git refuses: it exists"),
  allow("git switch v1", "git refuses: not a branch"),
  allow("git switch heads/release", "git refuses: not the plain name of a branch"),
  allow("git switch HEAD~1", "git refuses: not a branch"),
  allow("git switch nosuch", "git finds nothing of that name"),
  allow("git switch --no-guess spike", "git finds nothing of that name", REMOTE_ONLY),
  allow("git switch spike", "makes a branch of the session's own", { ...SELF, ...REMOTE_ONLY }),
  allow("git switch --detach main", "nobody's ref moves", SELF),
  allow('git switch -c "$NAME"', "git makes no branch that exists", { env: { NAME: "topic" } }),
  deny("switch-branch", "git switch main", "a foreign branch, though git refuses while it is in use"),
  deny("switch-branch", "git switch release", "a foreign branch"),
  deny("switch-branch", "git switch release", "a foreign branch in either mode", SELF),
  deny("switch-branch", "git switch -q --discard release --", "abbreviations and a separator"),
  deny("switch-branch", "git switch --ignore-other-worktrees main", "under the main checkout's feet"),
  deny("switch-branch", "git switch -", "back to a foreign branch", CAME_FROM_OTHER),
  deny("unreadable-operand", "git switch -", "the form is in the table, and what it was is not on record"),
  deny("switch-branch", "git switch spike", "makes a branch of somebody's remote one", REMOTE_ONLY),
  deny("switch-branch", "git switch -t origin/spike", "makes a branch of somebody's remote one", REMOTE_ONLY),
  deny("detach-head", "git switch --detach", "leaves the own branch"),
  deny("detach-head", "git switch -d main", "leaves the own branch"),
  deny("detach-head", "git switch --det v1", "an abbreviation"),
  deny("foreign-branch", "git switch -C main", "resets the branch under the main checkout"),
  deny("foreign-branch", "git switch -qfCrelease v1", "a cluster with a value"),
  deny("foreign-branch", "git switch --force-c feat/other HEAD", "an abbreviation"),
  deny("foreign-worktree", "cd ../main; git switch -c fix", "moves the main checkout's HEAD"),
  deny("foreign-worktree", "git -C ../main switch release", "moves the main checkout's HEAD"),
  deny("unreadable-operand", 'git switch "$(cat name)"', "could be anybody's branch", { given: "echo release > name" }),
  deny("unreadable-operand", 'git -C "$(cat dir)" switch -c x', "could be anybody's HEAD", {
    given: "echo ../main > dir",
  }),
]
