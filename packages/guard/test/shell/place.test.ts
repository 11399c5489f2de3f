import { beforeAll, describe, expect, test } from "bun:test"
import { loadShell, readArgv, readProgram } from "../../src/shell/reader.ts"
import type { Command, Host, Program } from "../../src/shell/program.ts"
import { known, showValue, type Value } from "../../src/shell/value.ts"
import { hostOf } from "./real-bash.ts"

beforeAll(loadShell)

const read = (text: string, host: Partial<Host> = {}): Program =>
  readProgram(text, { ...hostOf("/", { HOME: "/root", KEPT: "1" }), ...host })
const line = (command: Command): string => command.argv.map((word) => showValue(word.value)).join(" ")
/** `command place`, with `?` where the text may run without it. */
const places = (text: string): string[] =>
  read(text).commands.map((command) => `${line(command)}: ${command.place.kind}${command.place.conditional ? "?" : ""}`)

const PLACES: readonly (readonly [text: string, ...places: string[]])[] = [
  ["a", "a: top"],
  ["a; b\nc", "a: top", "b: top", "c: top"],
  ["a && b", "a: top", "b: top?"],
  ["a || b", "a: top", "b: top?"],
  ["true && b", "true: top", "b: top?"],
  ["{ a; }", "a: top"],
  ["(a; b)", "a: subshell", "b: subshell"],
  ["a | b", "a: pipeline", "b: pipeline"],
  ["a & b", "a: background", "b: top"],
  ["{ a; } & (b) &", "a: background", "b: background"],
  ["x=$(a)", "a: substitution"],
  ["a $(b | c)", "b: substitution", "c: substitution", "a <the output of c>: top"],
  ["a `b`", "b: substitution", "a <the output of b>: top"],
  ["(a | b)", "a: subshell", "b: subshell"],
  ["(a) | b", "a: pipeline", "b: pipeline"],
  ["a && b >c | d", "a: top", "b: pipeline?", "d: pipeline?"],
  ["! a || b && c 2>d | e", "a: top", "b: top?", "c: pipeline?", "e: pipeline?"],
  ["if a; then b; elif c; then d; else e; fi", "a: top", "b: top?", "c: top?", "d: top?", "e: top?"],
  ["while a; do b; done", "a: top", "b: top?"],
  ["until a; do b; done", "a: top", "b: top?"],
  ["for i in 1; do a; done", "a: top?"],
  ["for ((;;)); do a; break; done", "a: top?", "break: top?"],
  ["case $x in a) b;; *) c;; esac", "b: top?", "c: top?"],
  ["! a", "a: top"],
  ["time a", "a: top"],
  ["coproc a", "a: background"],
  ["f() { a; }; f", "a: top"],
  ["f() { a; }; f | b", "a: pipeline", "b: pipeline"],
  ["f() ( a ); f", "a: subshell"],
  ["eval a", "a: top"],
  ["bash -c a", "a: top"],
  ["bash -c '(a)'", "a: subshell"],
  ["trap a EXIT; b", "trap a EXIT: top", "b: top", "a: top?"],
  ["cat <(a) > >(b)", "a: substitution", "b: substitution", "cat /dev/fd/62: top"],
  ["a > $(b)", "b: substitution", "a: top"],
  ["cat <<EOF\n$(a)\nEOF", "a: substitution", "cat: top"],
  ["xargs a <<< b", "a b: top"],
]

for (const [text, ...expected] of PLACES) test(`place: ${text}`, () => expect(places(text)).toEqual(expected))

describe("functions", () => {
  test("a body is judged where it is called, with its parameters", () => {
    const { commands } = read("f() { a $1; }; f x; (f y)")
    expect(commands.map((command) => [line(command), command.place.kind, command.place.function])).toEqual([
      ["a x", "top", "f"],
      ["a y", "subshell", "f"],
    ])
  })
  test("a function that is never called runs nothing", () =>
    expect(read("f() { git merge main; }").commands).toEqual([]))
  test("wrappers do not see functions", () =>
    expect(places("f() { a; }; env f; command f")).toEqual(["f: top", "f: top"]))
  test("a function may hide a builtin or a wrapper", () =>
    expect(places("cd() { a; }; cd x; sudo() { b; }; sudo c")).toEqual(["a: top", "b: top"]))
})

describe("wrappers", () => {
  const via = (text: string): string[] =>
    read(text).commands.map(
      (command) => `${command.via.map((each) => each.name + (each.forks ? "!" : "")).join(">")} ${line(command)}`,
    )
  test("the innermost command is read, wrappers outermost first", () =>
    expect(via("sudo env A=1 timeout 5 nice git merge main")).toEqual(["sudo!>env!>timeout!>nice! git merge main"]))
  test("a wrapper that runs nothing is read itself", () =>
    expect(via("env; command -v git; exec > x")).toEqual([" env", " command -v git", " exec"]))
  test("text that nobody can read leaves the wrapper", () =>
    expect(via('bash -c "$UNKNOWN"; eval "$UNKNOWN"')).toHaveLength(2))
  test("nested texts", () => expect(via(`bash -c 'sh -c "git merge main"'`)).toEqual(["bash!>sh! git merge main"]))
  test("exec ends the text", () => expect(via("exec git status; git merge main")).toEqual(["exec git status"]))
  test("exec of redirections does not", () =>
    expect(via("exec 2>&1; git merge main")).toEqual([" exec", " git merge main"]))
  test("moves behind a process of their own say so", () => {
    const { moves } = read("timeout 5 cd usr; builtin cd usr")
    expect(moves.map((move) => [move.via.some((each) => each.forks), move.to])).toEqual([
      [true, { kind: "at", path: "/usr" }],
      [false, { kind: "at", path: "/usr" }],
    ])
  })
})

describe("environment", () => {
  const last = (text: string): Command => read(text).commands.at(-1)!
  const set = (text: string): Record<string, Value | null> => ({ ...last(text).environment.set })
  test("nothing is changed", () => expect(last("x=1; git a").environment).toEqual({ cleared: false, set: {} }))
  test("prefix assignments", () => expect(set("A=1 B= git a")).toEqual({ A: known("1"), B: known("") }))
  test("they do not last", () => expect(set("A=1 git a; git b")).toEqual({}))
  test("exports", () =>
    expect(set("export A=1; declare -x B=2; C=3; export C; git a")).toEqual({
      A: known("1"),
      B: known("2"),
      C: known("3"),
    }))
  test("an export of a later value", () => expect(set("export A; A=2; git a")).toEqual({ A: known("2") }))
  test("export -n", () => expect(set("export A=1; export -n A; git a")).toEqual({}))
  test("set -a", () => expect(set("set -a; A=1; set +a; B=2; git a")).toEqual({ A: known("1") }))
  test("an inherited variable stays exported", () => expect(set("KEPT=2; git a")).toEqual({ KEPT: known("2") }))
  test("unset", () => expect(set("unset KEPT; git a")).toEqual({ KEPT: null }))
  test("env", () => expect(set("env -u KEPT A=1 git a")).toEqual({ A: known("1"), KEPT: null }))
  test("env -i", () =>
    expect(last("export A=1; env -i B=2 git a").environment).toEqual({ cleared: true, set: { B: known("2") } }))
  test("a nested shell inherits", () =>
    expect(set("export A=1; bash -c 'B=2; export C=3; git a'")).toEqual({ A: known("1"), C: known("3") }))
  test("a prefix before a nested shell", () => expect(set("A=1 bash -c 'git a'")).toEqual({ A: known("1") }))
  test("a prefix before a function", () => expect(set("f() { git a; }; A=1 f")).toEqual({ A: known("1") }))
  test("a prefix before a wrapper", () => expect(set("A=1 timeout 5 git a")).toEqual({ A: known("1") }))
  test("a subshell keeps its exports", () => expect(set("(export A=1); git a")).toEqual({}))
  test("one of two values", () =>
    expect(set("if a; then export A=1; else export A=2; fi; git a")).toEqual({
      A: { kind: "oneOf", texts: ["1", "2"] },
    }))
})

describe("standard input and redirections", () => {
  const stdin = (text: string): Value | undefined => read(text).commands.at(-1)!.stdin
  test("here-string", () => expect(stdin("git a <<< 'x y'")).toEqual(known("x y\n")))
  test("here-document", () => expect(stdin("git a <<'EOF'\nx\ny\nEOF")).toEqual(known("x\ny\n")))
  test("stripped tabs", () => expect(stdin("git a <<-EOF\n\tx\n\tEOF")).toEqual(known("x\n")))
  test("pipe", () => expect(stdin("echo x | git a")).toEqual(known("x\n")))
  test("pipe of something else", () => expect(stdin("date | git a")).toBeUndefined())
  test("an empty file", () => expect(stdin("git a < /dev/null")).toEqual(known("")))
  test("a process substitution", () => expect(stdin("git a < <(echo x)")).toEqual(known("x\n")))
  test("into a group", () => expect(stdin("echo x | { git a; }")).toEqual(known("x\n")))
  test("targets are words", () => {
    const [command] = read("x=log; git a > $x.txt 2>> 'e f' <in >&2 2>&1").commands
    expect(
      command!.redirections.map((each) => [each.fd, each.operator, each.target && showValue(each.target.value)]),
    ).toEqual([
      [undefined, ">", "log.txt"],
      [2, ">>", "e f"],
      [undefined, "<", "in"],
      [undefined, ">&", "2"],
      [2, ">&", "1"],
    ])
  })
  test("redirections without a command", () => {
    const [command] = read("> file").commands
    expect(command).toMatchObject({ argv: [], redirections: [{ operator: ">", target: { text: "file" } }] })
  })
})

test("numbers are one word even where they are not known", () => {
  const [command] = read("a l.$$ $? $RANDOM $((x+1)) $UNKNOWN").commands
  expect(command!.argv.map((word) => word.splits)).toEqual([false, false, false, false, false, true])
})

describe("the host", () => {
  test("is told of each command in running order, substitutions first", () => {
    const order: string[] = []
    read("a $(b) | c; d && e `f`", { ran: (command) => void order.push(line(command).split(" ")[0]!) })
    expect(order).toEqual(["b", "a", "c", "d", "f", "e"])
  })
  test("is asked for the output of programs, and what it answers is used", () => {
    const output = (command: Command): Value | undefined =>
      line(command) === "git branch --show-current" ? known("feat/x") : undefined
    expect(
      read('b=$(git branch --show-current); git push origin "$b" "HEAD:$b"', { output }).commands.map(line).at(-1),
    ).toBe("git push origin feat/x HEAD:feat/x")
  })
  test("what it answers goes through pipes", () => {
    const output = (): Value => known("worktree /main\nHEAD 123\n\nworktree /own")
    const text = "m=$(git worktree list --porcelain | head -1 | awk '{print $2}'); git -C \"$m\" reset"
    expect(read(text, { output }).commands.map(line).at(-1)).toBe("git -C /main reset")
  })
})

describe("texts of other commands", () => {
  const start = {
    directory: { kind: "at", path: "/usr" },
    environment: { cleared: false, set: { A: known("1") } },
    place: { kind: "top", conditional: true },
    span: { start: 3, end: 9 },
    via: [{ name: "git", forks: true }],
    parameters: ["x", "p"].map((text) => ({ value: known(text), text, span: { start: 3, end: 9 }, splits: false })),
  } as const
  test("a text starts where its command is", () => {
    const [command] = readProgram("cd bin; git $1", hostOf("/", {}), start).commands.slice(1)
    expect(command).toMatchObject({
      directory: { kind: "at", path: "/usr/bin" },
      environment: { set: { A: known("1") } },
      place: { conditional: true },
      span: { start: 3, end: 9 },
      via: [{ name: "git" }],
    })
    expect(line(command!)).toBe("git p")
  })
  test("so does a list of words", () => {
    const words = ["env", "B=2", "git", "merge"].map((text) => ({
      value: known(text),
      text,
      span: { start: 3, end: 9 },
      splits: false,
    }))
    const [command] = readArgv(words, hostOf("/", {}), start).commands
    expect(line(command!)).toBe("git merge")
    expect(command!.environment.set).toEqual({ A: known("1"), B: known("2") })
    expect(command!.via.map((each) => each.name)).toEqual(["git", "env"])
  })
})
