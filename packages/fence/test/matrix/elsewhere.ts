/** The session's git at work in a checkout that is not its own. */
import type { Harm } from "./row.ts"

const FOREIGN_WORKTREE = "isolated-git/foreign-worktree"
const MAIN = "moves refs/heads/main"

const at = (command: string, harm: string, given?: string, code = FOREIGN_WORKTREE): Harm => ({
  command,
  harm,
  code,
  ...(given === undefined ? {} : { given }),
})

export const elsewhere: readonly Harm[] = [
  at("git -C <main> commit --allow-empty -m oops", MAIN),
  at("cd <main> && git commit --allow-empty -m oops", MAIN),
  at("git -C <main> reset --hard HEAD~1", MAIN),
  at("git -C <main> reset --soft HEAD~1", MAIN),
  at("git -C <main> checkout feat/other", "moves the HEAD of main"),
  at("git -C <main> checkout --detach", "moves the HEAD of main"),
  at(
    "git -C <main> merge ahead",
    MAIN,
    "git branch -q ahead $(git commit-tree -p main -m x main^{tree})",
    FOREIGN_WORKTREE,
  ),
  at("git -C <main> merge feat/sibling -m m", MAIN, undefined, FOREIGN_WORKTREE),
  at("cd <main>; git rebase feat/sibling", MAIN, undefined, FOREIGN_WORKTREE),
  at("git -C <main> cherry-pick feat/sibling", MAIN),
  at("git -C <main> pull --no-rebase origin main", MAIN),
  at("git -C <main> switch -c nb", "moves the HEAD of main"),
  at("git -C <main> stash", "changes the file main/README.md", "echo dirty >> <main>/README.md"),
  at("git -C <main> clean -fdx", "deletes the file main/new.txt", "echo u > <main>/new.txt"),
  at("git -C <main> checkout -- README.md", "changes the file main/README.md", "echo dirty >> <main>/README.md"),
  at("git -C <main> restore .", "changes the file main/README.md", "echo dirty >> <main>/README.md"),
  at("git -C <main> rm -q README.md", "deletes the file main/README.md"),
  at(
    "GIT_DIR=<main>/.git git update-ref refs/heads/feat/other HEAD",
    "moves refs/heads/feat/other",
    undefined,
    "isolated-git/foreign-branch",
  ),
  at("git --git-dir=<main>/.git --work-tree=<main> commit --allow-empty -m oops", MAIN),
  at("git -C <sib> reset --hard HEAD~1", "moves refs/heads/feat/sibling"),
  at("git -C <main> branch -D feat/other", "deletes refs/heads/feat/other", undefined, "isolated-git/foreign-branch"),
  at("cd <sib> && git add -A", "changes the index of sib"),
  at("GIT_WORK_TREE=<sib> git checkout HEAD -- .", "changes the file sib/src/app.txt"),
  at("GIT_INDEX_FILE=<main>/.git/index git add own.txt", "changes the index of main"),
]
