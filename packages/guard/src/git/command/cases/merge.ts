import { allow, deny } from "../../example.ts"

const SELF = { integration: "self" } as const
const STOPPED = {
  given:
    "git checkout -q -b up v1 && echo up > README.md && git commit -qam up && git checkout -q feat/child-work && echo own > README.md && git commit -qam own && ! git merge -q up 2>/dev/null",
}

export const mergeExamples = [
  deny("merge", "git merge main", "integration is the orchestrator's work"),
  deny("merge", "git merge", "the upstream"),
  deny("merge", "git merge --ff-only origin/main", "integration is the orchestrator's work"),
  deny("merge", "git merge --squash feat/other", "integration is the orchestrator's work"),
  deny("merge", "git merge -m 'sync' --no-ff release v1", "more than one"),
  deny("merge", "git fetch -q origin main && git merge -q FETCH_HEAD", "integration is the orchestrator's work"),
  deny("merge", "git merge feat/child-work", "the form is in the table"),
  deny("merge", "git -c core.pager=cat merge main", "global options come first"),
  deny("merge", "FOO=1 git merge main", "assignments come first"),
  deny("merge", "git merge --no-abort main", "undone again"),
  deny("merge", "git merge -- main", "a separator"),
  deny("merge", 'git merge "$(cat name)"', "the form is in the table", { given: "echo main > name" }),
  deny("foreign-worktree", "git -C ../main merge feat/child-work", "lands on main by itself"),
  deny("foreign-worktree", "cd ../main && git merge --ff-only feat/child-work", "lands on main by itself", SELF),
  deny("unreadable-operand", 'git -C "$(cat dir)" merge --abort', "could be anybody's operation", {
    given: "echo ../sib > dir",
  }),
  allow("git merge --no-ff main --help", "help, wherever it stands"),
  deny("merge", "git merge -m --help main", "a message"),
  allow("git merge main", "moves the own branch only", SELF),
  allow("git merge --no-edit origin/main release", "moves the own branch only", SELF),
  allow("git merge --abort", "ends the own operation", STOPPED),
  allow("git merge --ab", "an abbreviation", STOPPED),
  allow("git merge --quit", "ends the own operation", STOPPED),
  allow(
    "git checkout --theirs README.md && git add -A && git merge --continue",
    "goes on with the own operation",
    STOPPED,
  ),
  allow("git merge-base main HEAD && git merge-tree v1 main HEAD", "both read"),
]
