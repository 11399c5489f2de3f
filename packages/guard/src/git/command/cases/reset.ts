import { allow, deny } from "../../example.ts"

const EDIT = { given: "echo x >> README.md && git add -A" }

export const resetExamples = [
  allow("git reset", "the own index", EDIT),
  allow("git reset --soft HEAD~1", "the own branch"),
  allow("git reset --hard", "the own files", EDIT),
  allow("git reset --hard HEAD~1", "the own branch"),
  allow("git reset --har origin/main", "an abbreviation; the own branch"),
  allow("git reset --keep main", "the own branch"),
  allow("git reset -q HEAD -- README.md", "the own index", EDIT),
  allow("git reset README.md docs", "the own index", EDIT),
  allow("git reset -p < /dev/null", "the own index", EDIT),
  allow('git reset --hard "$SHA"', "whatever it is, it moves the own branch only", { env: { SHA: "v1" } }),
  allow("git fetch -q && git reset --hard @{u}", "the own branch"),
  allow("git reset --hard", "from a folder below", { in: "subdir", ...EDIT }),
  allow("git init -q lab && git -C lab reset --hard", "a repository of its own"),
  deny("foreign-worktree", "git -C ../main reset --hard HEAD~1", "main and its files"),
  deny("foreign-worktree", "(cd ../sib && git reset --hard)", "throws away what the sibling has not committed"),
  deny("foreign-worktree", "git -C ../main reset --soft HEAD~1", "moves main"),
  deny("foreign-worktree", "cd -- ../sib && git reset -q", "the sibling's index", { given: "git -C ../sib add -A" }),
  deny("foreign-worktree", "GIT_DIR=../main/.git GIT_WORK_TREE=../main git reset --hard HEAD~1", "main and its files"),
  deny("foreign-worktree", "git --git-dir=../main/.git --work-tree=. reset -q HEAD~1", "moves main"),
  deny("unreadable-operand", 'git -C "$(cat dir)" reset --hard HEAD~1', "could be anybody's", {
    given: "echo ../main > dir",
  }),
  deny("unreadable-operand", 'cd "$(cat dir)" && git reset HEAD~1', "could be anybody's", {
    given: "echo ../main > dir",
  }),
  allow('git -C "$(cat <own>/dir)" reset', "moves no branch and no file", { given: "echo <own> > dir" }),
  deny(
    "foreign-worktree",
    "cd \"$(git worktree list | grep '\\[main\\]' | awk '{print $1}')\" && git reset -q --hard HEAD~1",
    "the checkout of a branch, by the list",
  ),
  deny(
    "foreign-worktree",
    "cd \"$(git worktree list --porcelain | grep -B2 refs/heads/main | sed -n '1s/^worktree //p')\" && git reset -q --hard HEAD~1",
    "the checkout of a branch, by the list",
  ),
  deny(
    "foreign-worktree",
    "cd $(git worktree list | awk '{print $1}' | tail -1) && git reset -q --hard",
    "the last of the list, which is in order",
  ),
]
