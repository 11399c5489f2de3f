/** The commands of the demo: a day of an isolated child, the careless moments included. */
export const SCRIPT: readonly string[] = [
  "git status --short",
  "echo 'def pay(): ...' > src/pay.txt && git add -A && git commit -qm 'Add payment'",
  'git -C "$MAIN" log --oneline -2',
  "git push -q -u origin feat/child-work",
  "git pull -q --rebase origin main && git push -q --force-with-lease",
  "git switch -q -c feat/spike && git switch -q -",
  "git checkout -q -B main",
  'cd "$MAIN" && git reset -q --hard HEAD~1 && git clean -fdq',
  "git branch -f release HEAD",
  "git push -q --force origin HEAD:main",
  "git stash pop -q",
  "nice sh -c 'git update-ref refs/heads/main HEAD'",
  'git worktree remove --force "$SIBLING"',
  "git config core.bare true",
]
