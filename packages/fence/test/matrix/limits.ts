/** What gets past: only mounts, or a clone instead of a worktree, would stop these. The guide and `doctor` say so. */
import type { Limit } from "./row.ts"

const OTHER = "moves refs/heads/feat/other"
const BARE = "env -i HOME=$HOME PATH=<bin>:/usr/bin:/bin"

export const limits: readonly Limit[] = [
  {
    command: `${BARE} git branch -f feat/other HEAD`,
    harm: OTHER,
    limit: "emptied environment",
  },
  {
    command: `${BARE} git -C <main> commit -q --allow-empty -m oops --author="A <a@example.invalid>" || ${BARE} git -C <main> -c user.name=a -c user.email=a@example.invalid commit -q --allow-empty -m oops`,
    harm: "moves refs/heads/main",
    limit: "emptied environment",
  },
  {
    command: "<git> -c core.hooksPath=/dev/null branch -f feat/other HEAD",
    harm: OTHER,
    limit: "outranked hooks",
  },
  {
    command: "GIT_CONFIG_COUNT=0 <git> branch -f feat/other HEAD",
    harm: OTHER,
    limit: "emptied configuration",
  },
  {
    command: "unset GIT_CONFIG_COUNT; <git> push . +HEAD:feat/other",
    harm: OTHER,
    limit: "emptied configuration",
  },
  {
    command: "git rev-parse HEAD > <main>/.git/refs/heads/feat/other",
    harm: OTHER,
    limit: "no git",
  },
  {
    command: "<git> branch -C feat/child-work feat/other",
    harm: OTHER,
    limit: "no hook for it",
  },
  {
    command: "<git> -C <sib> checkout -- src/app.txt",
    harm: "changes the file sib/src/app.txt",
    limit: "no hook for it",
  },
  {
    command: "<git> worktree lock <sib>",
    harm: "creates the registry entry sib locked",
    limit: "no hook for it",
  },
  {
    command: "cd .. && git apply -p1 < own/outer.patch",
    given: "git -C <main> diff --src-prefix=a/main/ --dst-prefix=b/main/ main v1 > outer.patch",
    harm: "changes the file main/",
    limit: "unseen input",
  },
  {
    command: "<git> push --no-verify -f origin HEAD:main",
    harm: "moves refs/heads/main in the remote",
    limit: "skipped hook",
  },
  {
    command: "<git> switch feat/other",
    harm: "switches to the foreign branch feat/other",
    limit: "late switch",
  },
]
