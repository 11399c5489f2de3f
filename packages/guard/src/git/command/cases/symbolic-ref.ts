import { allow, deny } from "../../example.ts"
import type { Example } from "../../spec.ts"

export const symbolicRefExamples: readonly Example[] = [
  allow("git symbolic-ref HEAD", "reads"),
  allow("git symbolic-ref --short HEAD", "reads"),
  allow("git symbolic-ref -q --shor HEAD", "an abbreviation of --short"),
  allow("git symbolic-ref refs/remotes/origin/HEAD || true", "reads"),
  allow("git -C ../main symbolic-ref --short HEAD", "reads another checkout"),
  allow("git symbolic-ref HEAD refs/heads/feat/child-work", "the branch it is on already"),
  allow("git symbolic-ref HEAD refs/heads/fresh", "a branch that does not exist yet"),
  allow(
    "git symbolic-ref refs/remotes/origin/HEAD refs/remotes/origin/main",
    "a tracking ref: the next fetch restores it",
  ),
  allow("git symbolic-ref -d HEAD || true", "git never deletes HEAD"),
  deny("switch-branch", "git symbolic-ref HEAD refs/heads/main", "HEAD onto a foreign branch, past every check"),
  deny("switch-branch", "git symbolic-ref -m moved HEAD refs/heads/feat/other", "HEAD onto a foreign branch"),
  deny(
    "foreign-worktree",
    "git symbolic-ref HEAD refs/heads/feat/child-work",
    "the main checkout's HEAD onto the own branch",
    {
      in: "main",
    },
  ),
  deny("foreign-worktree", "git -C ../sib symbolic-ref HEAD refs/heads/feat/other", "another worktree's HEAD"),
  deny("ref-write", "git symbolic-ref worktrees/sib/HEAD refs/heads/feat/other", "the sibling's HEAD by name"),
  deny(
    "ref-write",
    "git symbolic-ref main-worktree/HEAD refs/heads/feat/child-work",
    "the main checkout's HEAD by name",
  ),
  deny("foreign-branch", "git symbolic-ref refs/heads/feat/other refs/heads/main", "a foreign branch becomes an alias"),
  deny(
    "foreign-branch",
    "git symbolic-ref --delete refs/heads/feat/other",
    "deletes the alias another session goes by",
    {
      given: "git symbolic-ref refs/heads/feat/other refs/heads/release",
    },
  ),
  deny(
    "foreign-branch",
    "git symbolic-ref refs/heads/alias refs/heads/main && git update-ref refs/heads/alias HEAD",
    "whoever commits on the alias commits on main",
  ),
  deny(
    "switch-branch",
    "git symbolic-ref refs/heads/feat/child-work refs/heads/main",
    "the own branch becomes an alias of main: the next commit lands there",
  ),
  deny("unreadable-operand", 'git symbolic-ref HEAD "refs/heads/$B"', "could be anybody's branch"),
]
