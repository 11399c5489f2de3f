import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test"
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join, resolve } from "node:path"
import { at } from "../../src/shell/program.ts"
import { known, showValue, textOf, type Value, type Word } from "../../src/shell/value.ts"
import type { Inner } from "../../src/shell/wrapper.ts"
import { wrappers } from "../../src/shell/wrapper/index.ts"

// Package managers take seconds to start on a busy machine.
setDefaultTimeout(60_000)

const base = realpathSync(mkdtempSync(join(tmpdir(), "wrapper-")))
const work = join(base, "work")
const log = join(base, "log")
const rec = join(base, "rec")
mkdirSync(join(work, "sub"), { recursive: true })
mkdirSync(join(base, "home"))
writeFileSync(join(work, "sub", "leaf"), "")
writeFileSync(
  rec,
  `#!/bin/sh
{ printf 'run'; for word; do printf '|%s' "$word"; done; printf ' in %s with %s\\n' "$(pwd)" "\${MARK-none}"; } >>'${log}'
`,
)
chmodSync(rec, 0o755)
afterAll(() => rmSync(base, { recursive: true }))

const environment = { PATH: process.env["PATH"]!, HOME: join(base, "home"), MARK: "set", LANG: "C" }
const BUILTINS = ["command", "builtin", "exec", "eval"]

const word = (text: string): Word => ({ value: known(text), text, span: { start: 0, end: 0 }, splits: false })

/** What the recorder wrote while real programs ran this argv. */
function recorded(argv: readonly string[], cwd: string, env: Record<string, string>, stdin: string): readonly string[] {
  writeFileSync(log, "")
  const line = BUILTINS.includes(argv[0]!) ? ["bash", "-c", '"$@"', "_", ...argv] : argv
  Bun.spawnSync([...line], { cwd, env, stdin: Buffer.from(stdin), stdout: "ignore", stderr: "ignore", timeout: 20_000 })
  return readFileSync(log, "utf8").split("\n").filter(Boolean)
}

function unwrap(argv: readonly string[], stdin?: Value): readonly Inner[] {
  const wrapper = wrappers.get(basename(argv[0]!))
  if (!wrapper) throw new Error(`no wrapper ${argv[0]}`)
  const variable = (name: string): Value | undefined => {
    const value = (environment as Record<string, string>)[name]
    return value === undefined ? undefined : known(value)
  }
  return wrapper.unwrap({ argv: argv.map(word), directory: at(work), stdin, variable })
}

/** What the recorder writes when the inner commands run as the table says. */
function claimed(inner: Inner): readonly string[] {
  const env: Record<string, string> = inner.clears ? {} : { ...environment }
  for (const [name, value] of Object.entries(inner.sets ?? {})) {
    if (value === null) delete env[name]
    else env[name] = text(value)
  }
  const cwd = inner.directory ? resolve(work, text(inner.directory)) : work
  const words = (inner.argv ?? []).map((each) => text(each.value))
  const shell = [
    "bash",
    "-c",
    inner.text ? text(inner.text) : "",
    ...(inner.parameters ?? []).map((each) => text(each.value)),
  ]
  return recorded(inner.text ? shell : words, cwd, env, inner.stdin ? text(inner.stdin) : "")
}

function text(value: Value): string {
  const found = textOf(value)
  if (found === undefined) throw new Error(`not known: ${showValue(value)}`)
  return found
}

/** Lines whose inner commands real programs must agree with. A third element is standard input. */
const LINES: readonly (readonly [readonly string[], string?])[] = [
  [["env", rec, "a", "b"]],
  [["env", "MARK=x", "OTHER=y z", rec, "a"]],
  [["env", "-u", "MARK", rec]],
  [["env", "-uMARK", rec]],
  [["env", "--unset=MARK", rec]],
  [["env", "--uns", "MARK", rec]],
  [["env", "-i", rec, "a"]],
  [["env", "-", "MARK=z", rec, "a"]],
  [["env", "-i", "--", "MARK=z", rec, "a"]],
  [["env", "-C", "sub", rec, "a"]],
  [["env", "--chdir=sub", rec]],
  [["env", "--chdir", "sub", rec]],
  [["env", "-iC", "sub", rec]],
  [["env", "-S", `${rec} a 'b c' "d e" f\\_g h\\ti`]],
  [["env", `-S${rec} a \\c not this`, "more"]],
  [["env", "-S", `-i MARK=q ${rec} a # comment`, "more"]],
  [["env", "-vS", `-C sub ${rec}`, "${MARK}"]],
  [["env", `--split-string=-u MARK ${rec} "x\${MARK}y" x\${MARK}y "a\\_b"`]],
  [["env", "-u", "MARK", "-S", `${rec} in`]],
  [["env", "--default-signal=PIPE", "--ignore-signal", rec, "a"]],
  [["env"]],
  [["env", "--help", rec]],
  [["env", "env", "-C", "sub", rec]],
  [["command", rec, "a"]],
  [["command", "-p", rec, "a"]],
  [["command", "--", rec, "a"]],
  [["command", "-v", rec]],
  [["command", "-pV", rec]],
  [["builtin", "eval", `${rec} 'a b'`]],
  [["exec", rec, "a"]],
  [["exec", "-a", "other", rec, "a"]],
  [["exec", "-aother", rec, "a"]],
  [["exec", "-cl", rec, "a"]],
  [["exec", "-c", "-a", "other", rec, "a"]],
  [["eval", rec, "'a", "b'", "&&", rec, "c"]],
  [["eval", "--", `${rec} x`]],
  [["su", "-c", `${rec} a`]],
  [["su", "root", "-c", `${rec} "$0" "$1"`, "p", "q"]],
  [["su", "root", "-s", "/bin/bash", "--command", `${rec} a`]],
  [["su", "root", "--", "-c", `${rec} b`]],
  [["runuser", "-u", "root", "--", rec, "-c", "a"]],
  [["runuser", "-u", "root", rec, "a"]],
  [["runuser", "root", "-c", `${rec} a`]],
  [["nohup", rec, "a"]],
  [["nohup", "--", rec, "a"]],
  [["nohup", "--version"]],
  [["nice", rec, "a"]],
  [["nice", "-n", "5", rec, "-n", "a"]],
  [["nice", "-n5", rec]],
  [["nice", "-5", rec]],
  [["nice", "--5", rec]],
  [["nice", "--adjustment=3", rec]],
  [["ionice", "-c", "3", rec, "a"]],
  [["ionice", "-c2", "-n7", "-t", rec, "a"]],
  [["chrt", "-o", "0", rec, "a"]],
  [["taskset", "-c", "0", rec, "a"]],
  [["prlimit", "--nofile=512", rec, "a"]],
  [["timeout", "5", rec, "a", "-s"]],
  [["timeout", "-s", "KILL", "-k", "1", "5s", rec, "a"]],
  [["timeout", "--signal=9", "--foreground", "--kill-after", "2", "5", rec, "a"]],
  [["timeout", "--help", "5", rec]],
  [["stdbuf", "-oL", "-e", "0", rec, "a"]],
  [["stdbuf", "--output=L", rec, "a"]],
  [["setsid", "-w", rec, "a"]],
  [["setsid", "--fork", "--wait", rec, "a"]],
  [["flock", "lock", rec, "a"]],
  [["flock", "-n", "-E", "3", "lock", rec, "a"]],
  [["flock", "lock", "-c", `${rec} 'a b'`]],
  [["flock", "--wait=1", "lock", "--command", `${rec} a; ${rec} b`]],
  [["flock", "-w", "1", "-F", "lock", rec]],
  [["script", "-qc", `${rec} a`, "/dev/null"]],
  [["script", "-q", "/dev/null", "--command", `${rec} a`]],
  [["script", "-q", "--command", `${rec} a`, "-t", "/dev/null"]],
  [["bash", "-c", `${rec} "$0" "$@"`, "p", "q", "r"]],
  [["bash", "-lc", `${rec} a`]],
  [["bash", "-ec", `${rec} a`]],
  [["bash", "-xec", `${rec} a`]],
  [["bash", "-euo", "pipefail", "-c", `${rec} a`]],
  [["bash", "-eco", "pipefail", `${rec} a`]],
  [["bash", "-o", "pipefail", "-c", `${rec} a`]],
  [["bash", "+x", "-O", "extglob", "-c", `${rec} a`]],
  [["bash", "-c", "-e", `${rec} a`, "p"]],
  [["bash", "--norc", "--noprofile", "-c", `${rec} a`]],
  [["bash", "--rcfile", "nowhere", "-c", `${rec} a`]],
  [["bash", "--login", "-c", `${rec} a`]],
  [["bash", "-c", "--", `${rec} a`]],
  [["bash", "-s", "x", "y"], `${rec} $# "$1"`],
  [["bash"], `${rec} in`],
  [["bash", "-"], `${rec} in`],
  [["bash", "-x"], `${rec} in`],
  [["bash", "/dev/stdin", "x"], `${rec} "$1"`],
  [["bash", "--version", "-c", rec]],
  [["dash", "-c", `${rec} "$0"`, "p"]],
  [["dash", "-ec", `${rec} a`]],
  [["sh", "-s", "--", "x"], `${rec} $1`],
  [["xargs", rec, "a"], "x y\n'z w' \"q\\\"r v\\ u\n"],
  [["xargs", "-n1", rec], "x y z\n"],
  [["xargs", "-n", "2", rec, "a"], "x y z\n"],
  [["xargs", "-I", "{}", rec, "{}", "<{}{}>"], "  x y\nz \n\n'q r'\n"],
  [["xargs", "-I@", rec, "a@b"], "x\ny\n"],
  [["xargs", "-i", rec, "{}"], "x\ny\n"],
  [["xargs", "--replace=@@", rec, "@@"], "x\n"],
  [["xargs", "--replace", rec, "{}"], "x\n"],
  [["xargs", "-I", "{}", "sh", "-c", `${rec} "{}" '{}'`], "x y\nz\n"],
  [["xargs", "-0", rec], "x y\0z\n\0"],
  [["xargs", "-0n1", rec], "x y\0z\0"],
  [["xargs", "-d", ",", rec], "x,y z,"],
  [["xargs", "-d\\n", rec], "x 'y\nz\n"],
  [["xargs", "-d", "\\n", "-n", "1", rec], "x y\nz\n"],
  [["xargs", "-L1", rec], "x y\nz \nw\n\nv\n"],
  [["xargs", "-L", "2", rec], "a\nb\nc\n"],
  [["xargs", "-E", "stop", rec], "a b\nc stop d\ne\n"],
  [["xargs", "-r", rec], " \n"],
  [["xargs", rec], ""],
  [["xargs", "-rt", "-P", "1", "--max-args=1", "--", rec, "-n"], "a b\n"],
  [["xargs", "-n1", "-I{}", rec, "{}"], "a b\nc\n"],
  [["xargs", "-I{}", "-n1", rec, "{}"], "a b\nc\n"],
  [["xargs", "-I{}", "-L1", rec, "{}"], "a b\nc\n"],
  [["xargs", "env", "MARK=w", rec], "a b\n"],
  [["xargs", "bash", "-c", `${rec} "$@"`, "_"], "a b\n"],
  [["find", "sub", "-maxdepth", "0", "-exec", rec, "{}", "<{}>", ";"]],
  [["find", "sub", "-maxdepth", "0", "-exec", rec, "a", "{}", "+"]],
  [["find", "sub", "-maxdepth", "0", "-exec", rec, "one", ";", "-exec", rec, "two", "+x", ";"]],
  [["find", "-H", "sub", "-maxdepth", "0", "(", "-exec", rec, "+", ";", ")"]],
  [["find", ".", "-maxdepth", "0", "-exec", "sh", "-c", `${rec} "$1"`, "_", "{}", ";"]],
  [["find", "sub/leaf", "-maxdepth", "0", "-execdir", rec, "x", ";"]],
  [["find", ".", "-maxdepth", "0", "-execdir", rec, "x", ";"]],
  [["find", "sub/..", "-maxdepth", "0", "-execdir", rec, "x", ";"]],
  [["find", "sub", "-name", "nothing-here", "-print"]],
  [["npm", "exec", "-c", `${rec} a`]],
  [["npx", "--call", `${rec} a`]],
  [["npm", "exec", "--", rec, "a"]],
]

describe("real programs run what the table says", () => {
  const usable = LINES.filter(([argv]) => BUILTINS.includes(argv[0]!) || Bun.which(argv[0]!))
  for (const [argv, stdin] of usable) {
    const shown = argv.map((each) => each.replaceAll(base, "")).join(" ")
    test(`${shown}${stdin === undefined ? "" : ` <<< ${JSON.stringify(stdin).replaceAll(base, "")}`}`, () => {
      const inner = unwrap(argv, stdin === undefined ? undefined : known(stdin))
      expect(inner.flatMap(claimed)).toEqual([...recorded(argv, work, environment, stdin ?? "")])
    })
  }
  test("most of the wrappers judged here are installed", () => expect(usable.length).toBeGreaterThan(80))
})

/** An inner command as one line: its words, or its text in braces, and what is changed for it. */
function shown(inner: Inner): string {
  const words = (inner.argv ?? []).map((each) => showValue(each.value) + (each.splits ? "*" : "")).join(" ")
  const parts = [inner.text ? `{${showValue(inner.text)}}` : words]
  if (inner.parameters?.length) parts.push(`(${inner.parameters.map((each) => showValue(each.value)).join(" ")})`)
  if (inner.directory) parts.push(`in ${showValue(inner.directory)}`)
  if (inner.clears) parts.push("cleared")
  for (const [name, value] of Object.entries(inner.sets ?? {}))
    parts.push(value === null ? `-${name}` : `${name}=${showValue(value)}`)
  return parts.join(" ")
}

/** Wrappers that are not installed everywhere: the line (split at blanks, `_` is a blank) and what it runs. */
const CLAIMS: readonly (readonly [string, ...string[]])[] = [
  ["sudo git merge main", "git merge main"],
  ["sudo -u bob -H -E A=1 git merge main", "git merge main A=1"],
  ["sudo -nu bob -D ../main -- git reset", "git reset in ../main"],
  ["sudo --user=bob --chdir=../main git reset", "git reset in ../main"],
  ["sudo -p ask: -g staff -s git merge main", "git merge main"],
  ["sudo -l git merge main"],
  ["sudo -v"],
  ["sudo --help git"],
  ["doas -u bob -n git merge main", "git merge main"],
  ["doas -C conf git merge"],
  ["su - bob -c git_merge", "{git merge}"],
  ["runuser -l bob -c git_merge", "{git merge}"],
  ["gtimeout -k 1 5 git merge", "git merge"],
  ["caffeinate -dims -t 5 git merge", "git merge"],
  ["strace -f -o out git merge", "git merge"],
  ["strace -ff -e trace=file -s 99 -E A=1 git merge", "git merge A=1"],
  ["strace -p 12"],
  ["cross-env A=1 B=2 git merge", "git merge A=1 B=2"],
  ["cross-env-shell A=1 git_merge", "{git merge} A=1"],
  ["ltrace -S -o out git merge", "git merge"],
  ["valgrind --leak-check=full -q git merge", "git merge"],
  ["/usr/bin/time -f %e -o out -a git merge", "git merge"],
  ["/usr/bin/time --format=%e -v git merge", "git merge"],
  ["xvfb-run -a -s x git merge", "git merge"],
  ["chronic git merge", "git merge"],
  ["unbuffer git merge", "git merge"],
  ["dbus-run-session -- git merge", "git merge"],
  ["systemd-run --user --scope -p A=1 git merge", "git merge"],
  ["systemd-run --working-directory=/w -E A=1 git merge", "git merge in /w A=1"],
  ["systemd-run -q git merge", "git merge in /"],
  ["flock 9"],
  ["flock -u 9"],
  ["busybox sh -c git_merge", "sh -c git merge"],
  ["zsh -lic git_merge x", "{git merge} (x)"],
  ["ksh -c git_merge", "{git merge}"],
  ["fish --command=git_merge", "{git merge}"],
  ["bash script.sh -c git"],
  ["bash -n -c git_merge", "{git merge}"],
  ["watch -n 5 git merge", "{git merge}"],
  ["watch -d -n5 -x git merge", "git merge"],
  ["watch -v"],
  ["script -q /dev/null git merge", "git merge"],
  ["script log -- git merge", "git merge"],
  ["entr -rc git merge /_", "git merge <the file that changed>"],
  ["entr -s git_merge", "{git merge}"],
  ["tmux new-session -d -s x -c ../main git_merge", "{git merge} in ../main"],
  ["tmux -L sock new -Ad -s x git merge", "git merge"],
  ["tmux neww -t x -n y -e A=1 git_merge ; kill-server", "{git merge} A=1"],
  ["tmux split-window -h -p 30 git_merge; splitw git_rebase", "{git merge}", "{git rebase}"],
  ["tmux respawn-pane -k -t x git_merge", "{git merge}"],
  ["tmux send-keys -t x:0 git_merge_main Enter", "{git merge main\n}"],
  ["tmux send -t x -l git_merge", "{git merge}"],
  ["tmux send-keys git Space merge C-m C-c ls Enter", "{git merge\n}", "{ls\n}"],
  ["tmux send-keys -X copy-selection"],
  ["tmux run-shell -b git_merge", "{git merge}"],
  ["tmux popup -d ../main -E git_merge", "{git merge} in ../main"],
  ["tmux if-shell git_merge display", "{git merge}"],
  ["tmux kill-session -t x"],
  ["tmux -c git_merge", "{git merge}"],
  ["tmux ls"],
  ["screen -dmS x git merge", "git merge"],
  ["screen -d -m -S x -L -Logfile f bash -c git_merge", "bash -c git merge"],
  ["screen -S x -p 0 -X stuff git_merge^M", "{git merge\n}"],
  ["screen -ls"],
  [
    "hyperfine -w 3 -p git_reset git_merge -c git_clean git_rebase",
    "{git reset}",
    "{git merge}",
    "{git rebase}",
    "{git clean}",
  ],
  ["hyperfine -L b main,dev git_merge_{b}", "{git merge main}", "{git merge dev}"],
  ["hyperfine -P n 1 9 --export-json f git_merge_{n}", "{git merge 1}"],
  ["concurrently -n a,b git_merge ls", "{git merge}", "{ls}"],
  ["watchexec -w src -e ts git merge", "{git merge}"],
  ["watchexec -n --workdir ../main -- git merge", "git merge in ../main"],
  ["dotenvx run -f .env -- git merge", "git merge"],
  ["at -l"],
  ["direnv exec . git merge", "git merge"],
  ["direnv allow"],
  ["mise exec node@20 -- git merge", "git merge"],
  ["mise -C ../main x -- git merge", "git merge in ../main"],
  ["mise x -c git_merge", "{git merge}"],
  ["mise run build"],
  ["asdf exec git merge", "git merge"],
  ["nix develop -c git merge", "git merge"],
  ["nix develop .#x --command bash -c git_merge", "bash -c git merge"],
  ["nix shell nixpkgs#git -c git merge", "git merge"],
  ["nix run nixpkgs#git -- merge"],
  ["nix-shell -p git --run git_merge", "{git merge}"],
  ["nix-shell --command git_merge", "{git merge}"],
  ["poetry run git merge", "git merge"],
  ["poetry -C ../main run git merge", "git merge in ../main"],
  ["uv run --with x --python 3.12 git merge", "git merge"],
  ["uv run -- git merge", "git merge"],
  ["uv --directory ../main run git merge", "git merge in ../main"],
  ["uv run --directory ../main git merge", "git merge in ../main"],
  ["uv pip install x"],
  ["pipenv run git merge", "git merge"],
  ["rye run git merge", "git merge"],
  ["hatch -e x run git merge", "git merge"],
  ["pdm run git merge", "git merge"],
  ["npm exec --prefix ../main -- git merge", "git merge in ../main"],
  ["npm x -c git_merge", "{git merge}"],
  ["npm run build"],
  ["npx -p x -c git_merge", "{git merge}"],
  ["npx -y git merge", "git merge"],
  ["pnpm -C ../main exec git merge", "git merge in ../main"],
  ["pnpm -c exec git merge", "{git merge}"],
  ["pnpm --filter x exec git merge", "git merge"],
  ["yarn exec git merge", "{git merge}"],
  ["yarn --cwd ../main exec git merge", "{git merge} in ../main"],
  ["yarn add x"],
  ["bunx --bun git merge", "git merge"],
  ["fd -H x src -x git rm", `git rm ${work}/src/…`],
  ["fd x -x git add {} ; -x echo {/}", `git add ${work}/…`, "echo <a file's name>"],
  ["fd --type f x -X git add", `git add ${work}/…`],
  ["fd x"],
  [
    "parallel git branch -D ::: a b",
    "{git branch -D a} RINGFENCE_ITEM=<an item of a list>",
    "{git branch -D b} RINGFENCE_ITEM=<an item of a list>",
  ],
  ["parallel -j 2 git -C {} merge {2} ::: x ::: b", "{git -C x b merge b} RINGFENCE_ITEM=<an item of a list>"],
  ["parallel ::: git_merge", "{git merge} RINGFENCE_ITEM=<an item of a list>"],
  ["parallel git merge :::: file", "{git merge ${RINGFENCE_ITEM}} RINGFENCE_ITEM=<an item of a list>"],
  ["parallel -j 3 git merge -- a", "{git merge a} RINGFENCE_ITEM=<an item of a list>"],
  ["xargs git branch -D", "git branch -D <an item read from input>*"],
  ["xargs -a list git branch -D", "git branch -D <an item read from input>*"],
  ["xargs -I{} git branch -D {}", "git branch -D <an item read from input>"],
  ["xargs -I{} git branch -D feat/{}", "git branch -D feat/…"],
  ["xargs -I{} sh -c git_branch_-D_{}", "sh -c git branch -D ${RINGFENCE_ITEM} RINGFENCE_ITEM=<an item of a list>"],
  [
    "xargs -I{} sh -c git_branch_-D_'{}'",
    `sh -c git branch -D ''"\${RINGFENCE_ITEM}"'' RINGFENCE_ITEM=<an item of a list>`,
  ],
  ["find . -name x -exec git rm {} ;", `git rm ${work}/…`],
  ["find sub -exec git add {} +", `git add ${work}/sub/…`],
  ["find . -name .git -execdir git merge ;", `git merge in ${work}/…`],
  ["find sub x -ok git rm {} ;", `git rm ${work}/sub/…`, `git rm ${work}/x/…`],
  ["find -exec git rm {} ;", `git rm ${work}/…`],
  ["find . -delete"],
]

describe("what each wrapper runs", () => {
  for (const [line, ...expected] of CLAIMS) {
    test(line.replaceAll("_", " "), () => {
      const argv = line.split(" ").map((each) => each.replaceAll("_", " ").replaceAll("/ ", "/_"))
      expect(unwrap(argv).map(shown)).toEqual(expected)
    })
  }
})

test("an unknown word that may vanish is read both ways", () => {
  const options: Word = { ...word(""), value: { kind: "unknown", why: "$OPTIONS" }, splits: true }
  const inner = wrappers.get("nice")!.unwrap({
    argv: [word("nice"), options, word("git"), word("merge")],
    directory: at(work),
    stdin: undefined,
    variable: () => undefined,
  })
  expect(inner.map(shown)).toEqual(["<$OPTIONS>* git merge", "git merge"])
})

test("unknown text stays text that nobody can read", () => {
  const unread: Word = { ...word(""), value: { kind: "unknown", why: "$TEXT" }, splits: false }
  const unwrapOne = (...argv: readonly Word[]) =>
    wrappers
      .get(textOf(argv[0]!.value)!)!
      .unwrap({ argv, directory: at(work), stdin: undefined, variable: () => undefined })
      .map(shown)
  expect(unwrapOne(word("bash"), word("-c"), unread)).toEqual(["{<$TEXT>}"])
  expect(unwrapOne(word("eval"), unread)).toEqual(["{<$TEXT>}"])
  expect(unwrapOne(word("eval"), word("git"), unread)).toEqual(["{git …}"])
  expect(unwrapOne(word("env"), word("-S"), unread, word("x"))).toEqual(["<the text of env -S>* x", "x"])
})

test("jobs for later are what standard input says", () => {
  expect(unwrap(["at", "now"], known("git merge")).map(shown)).toEqual(["{git merge}"])
  expect(unwrap(["batch"]).map(shown)).toEqual([])
})

test("what a wrapper does to the process is said", () => {
  expect(unwrap(["bash", "-lc", "x"])[0]?.login).toBe(true)
  expect(unwrap(["bash", "-c", "x"])[0]?.login).toBeUndefined()
  expect(unwrap(["eval", "x"])[0]?.forks).toBe(false)
  expect(unwrap(["time", "x"])[0]?.forks).toBe(false)
  expect(unwrap(["/usr/bin/time", "x"])[0]?.forks).toBe(true)
  expect(unwrap(["command", "x"])[0]?.forks).toBe(false)
  expect(unwrap(["nohup", "x"])[0]?.forks).toBe(true)
  expect(unwrap(["tmux", "neww", "x"])[0]?.place).toBe("background")
})
