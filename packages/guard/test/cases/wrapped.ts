/** For every wrapper name one line that runs `git rebase main` through it, and lines that must stay free. */

/** Where `<name> git rebase main` is not how the wrapper is used. `G` stands for the git command. */
const FORMS: Readonly<Record<string, string>> = {
  su: "su -c 'G' agent",
  runuser: "runuser -u agent -- G",
  "cross-env-shell": "cross-env-shell A=1 'G'",
  dotenv: "dotenv -- G",
  flock: "flock /tmp/lock G",
  timeout: "timeout -k 5 30 G",
  gtimeout: "gtimeout 30 G",
  taskset: "taskset -c 0 G",
  prlimit: "prlimit --nofile=64 G",
  chrt: "chrt -f 10 G",
  xargs: "echo main | xargs -n1 git rebase",
  gxargs: "echo main | gxargs -n1 git rebase",
  find: "find . -maxdepth 0 -exec G \\;",
  gfind: "gfind . -maxdepth 0 -execdir G +",
  fd: "fd -t d . -x G",
  fdfind: "fdfind . -X G",
  parallel: "parallel git rebase ::: main",
  watch: "watch -n 5 'G'",
  viddy: "viddy -n 5 'G'",
  script: "script -qc 'G' /dev/null",
  entr: "ls | entr -n G",
  tmux: "tmux new-session -d 'G'",
  screen: "screen -dmS job G",
  hyperfine: "hyperfine 'G'",
  eval: "eval 'G'",
  concurrently: "concurrently 'G'",
  at: "echo 'G' | at now",
  batch: "echo 'G' | batch",
  direnv: "direnv exec . G",
  mise: "mise exec -- G",
  rtx: "rtx exec -- G",
  asdf: "asdf exec G",
  nix: "nix develop -c G",
  "nix-shell": "nix-shell --run 'G'",
  poetry: "poetry run G",
  uv: "uv run -- G",
  pipenv: "pipenv run G",
  rye: "rye run G",
  hatch: "hatch run G",
  pdm: "pdm run G",
  npm: "npm exec -c 'G'",
  pnpm: "pnpm exec G",
  yarn: "yarn exec G",
  bun: "bun x G",
  npx: "npx -c 'G'",
  busybox: "busybox sh -c 'G'",
  toybox: "toybox env G",
  trap: "trap 'G' EXIT",
}

const SHELLS = ["bash", "sh", "dash", "zsh", "ksh", "ash", "rbash", "mksh", "fish"]

const GIT = "git rebase main"

/** The line that must be denied for a wrapper of this name. */
export function wrappedLine(name: string): string {
  const form = FORMS[name] ?? (SHELLS.includes(name) ? `${name} -c 'G'` : `${name} G`)
  return form.replaceAll("G", GIT)
}
