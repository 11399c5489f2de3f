/** What was reported of such inventories in public, as requests. */

/** The text, what it is told, and where and in which environment; `code` is left out where it is allowed. */
type Report = readonly [
  command: string,
  code?: string,
  more?: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> },
]

export const reports: readonly Report[] = [
  ["git checkout --no-track -b sess/quiet origin/main", "subcommand"],
  ["git symbolic-ref HEAD refs/heads/sess/quiet"],
  ["git reset --hard"],
  ["git rev-list --count HEAD"],
  ["git gc --auto", "subcommand"],
  ["git -c core.fsmonitor=./x status", "leading-option"],
  ["git clone -cprotocol.ext.allow=always ./src.git dst", "argument"],
  ["git fetch --upload-p=./x ./src.git", "argument"],
  ["git fetch ./src.git main --upload-pac=./x", "argument"],
  ["git ls-remote --exec=./x ./src.git", "argument"],
  ["git ls-remote --upload-pack=./x ./src.git", "argument"],
  ["git clone -u./x ./src.git dst", "argument"],
  ["git -c PROTOCOL.ALLOW=always ls-remote ./src.git", "leading-option"],
  ["git --exec-path=./evil status", "leading-option"],
  ["git --config-env=core.pager=EVIL log", "leading-option"],
  ["git -C sub status", "leading-option"],
  ["git diff --output=../outside.txt HEAD~1", "path"],
  ["git clone ./src.git ../escaped", "path"],
  ["git status --porcelain", "path", { cwd: "link" }],
  [
    "git status",
    "environment",
    { env: { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "core.fsmonitor", GIT_CONFIG_VALUE_0: "./x" } },
  ],
  ["git difftool --no-prompt -x ./x HEAD", "subcommand"],
  ["git diff-tree --no-commit-id --name-only -r HEAD", "subcommand"],
  ["git -p status", "leading-option"],
]
