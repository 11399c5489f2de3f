/** Wrappers that run a command in a terminal, again and again, or beside others: tmux, screen, watch, script, entr, hyperfine. */
import { known, textOf, textsOf, unknown, type Value, type Word } from "../value.ts"
import type { Inner, Wrapper, WrapperCall } from "../wrapper.ts"
import { read, rules } from "./options.ts"
import { unwrapTmux } from "./tmux.ts"
import { joined, run, runText } from "./words.ts"

const WATCH = rules([
  "-b --beep",
  "-c --color",
  "-C --no-color",
  "-d --differences[=<permanent>]",
  "-e --errexit",
  "-f --follow",
  "-g --chgexit",
  "-n --interval <seconds>",
  "-p --precise",
  "-q --equexit <cycles>",
  "-r --no-rerun",
  "-s --shotsdir <dir>",
  "-t --no-title",
  "-w --no-wrap",
  "-x --exec",
  "-h!",
  "-v!",
])

/** `watch` hands its words, joined, to a shell, or with -x runs them itself. */
function unwrapWatch(call: WrapperCall): readonly Inner[] {
  const reading = read(WATCH, call.argv.slice(1))
  if (reading.quits || reading.rest.length === 0) return []
  return reading.has("exec")
    ? run(reading.rest)
    : runText(
        joined(
          reading.rest.map((word) => word.value),
          " ",
        ),
      )
}

const SCRIPT = rules([
  "-a --append",
  "-c --command <text>",
  "-d",
  "-E --echo <when>",
  "-e --return",
  "-f --flush",
  "-F",
  "--force",
  "-I --log-in <file>",
  "-O --log-out <file>",
  "-B --log-io <file>",
  "-T --log-timing <file>",
  "-k",
  "-m --logging-format <name>",
  "-o --output-limit <size>",
  "-p",
  "-q --quiet",
  "-r",
  "-t --timing[=<file>]",
  "-h!",
  "-V!",
])

/** `script -c text [file]`, or `script [file [command …]]`, whose command newer and BSD versions run. */
function unwrapScript(call: WrapperCall): readonly Inner[] {
  const words = call.argv.slice(1)
  const reading = read(SCRIPT, words)
  if (reading.quits) return []
  const after = read(SCRIPT, reading.rest.slice(1))
  const text = reading.value("command") ?? after.value("command")
  if (text) return runText(text.value)
  const command = textOf(reading.rest[1]?.value) === "--" ? reading.rest.slice(2) : reading.rest.slice(1)
  if (command.length > 0) return run(command)
  return runText(call.stdin)
}

const ENTR = rules(["-a", "-c", "-d", "-n", "-p", "-r", "-s", "-x", "-z"])

function unwrapEntr(call: WrapperCall): readonly Inner[] {
  const reading = read(ENTR, call.argv.slice(1))
  if (reading.has("s"))
    return runText(
      joined(
        reading.rest.map((word) => word.value),
        " ",
      ),
      { conditional: true },
    )
  const argv = reading.rest.map((word) =>
    textOf(word.value) === "/_" ? { ...word, value: unknown("the file that changed") } : word,
  )
  return run(argv, { conditional: true })
}

const SCREEN = rules([
  "-4",
  "-6",
  "-a",
  "-A",
  "-c <file>",
  "-d",
  "-D",
  "-e <characters>",
  "-h <lines>",
  "-i",
  "-L",
  "-Logfile <file>",
  "-l",
  "-ls!",
  "-list!",
  "-m",
  "-p <window>",
  "-Q",
  "-q",
  "-R",
  "-r!",
  "-s <shell>",
  "-S <name>",
  "-t <title>",
  "-T <term>",
  "-U",
  "-v!",
  "-wipe!",
  "-x!",
  "-X",
])

/** `screen [-dm …] command …`, or `screen -S name -X <screen command>`, of which stuff types and screen and exec run. */
function unwrapScreen(call: WrapperCall): readonly Inner[] {
  const reading = read(SCREEN, call.argv.slice(1))
  if (reading.quits) return []
  const how = { place: "background" as const }
  if (!reading.has("X", "Q")) return run(reading.rest, how)
  const [name, ...words] = reading.rest
  const action = textOf(name?.value)
  if (action === "stuff")
    return runText(
      joined(
        words.map((word) => stuffed(word.value)),
        "",
      ),
      how,
    )
  return action === "screen" || action === "exec"
    ? run(
        words.filter((word) => !textOf(word.value)?.startsWith("-")),
        how,
      )
    : []
}

/** screen writes Return as `^M`, `\r`, `\n` or in octal. */
function stuffed(value: Value): Value {
  const texts = textsOf(value)
  return texts ? known(texts[0]!.replace(/\^[MJ]|\\r|\\n|\\01[25]|\r/g, "\n")) : value
}

const HYPERFINE = rules(
  [
    "-w --warmup <n>",
    "-m --min-runs <n>",
    "-M --max-runs <n>",
    "-r --runs <n>",
    "-s --setup <text>",
    "-p --prepare <text>",
    "-c --cleanup <text>",
    "-C --conclude <text>",
    "--reference <text>",
    "--reference-name <name>",
    "-P --parameter-scan <name> <min> <max>",
    "-D --parameter-step-size <n>",
    "-L --parameter-list <name> <values>",
    "-S --shell <shell>",
    "-N",
    "-i --ignore-failure[=<codes>]",
    "--style <style>",
    "--sort <order>",
    "-u --time-unit <unit>",
    "--export-asciidoc <file>",
    "--export-csv <file>",
    "--export-json <file>",
    "--export-markdown <file>",
    "--export-orgmode <file>",
    "--show-output",
    "--output <where>",
    "--input <file>",
    "-n --command-name <name>",
    "-h!",
    "-V!",
  ],
  { permutes: true },
)

/** Each operand is a text of its own, and so are those that prepare and clean up; `{name}` runs through a list. */
function unwrapHyperfine(call: WrapperCall): readonly Inner[] {
  const reading = read(HYPERFINE, call.argv.slice(1))
  if (reading.quits) return []
  const lists = reading.uses.filter((use) => use.name === "parameter-list").map((use) => use.values)
  const scans = reading.uses.filter((use) => use.name === "parameter-scan").map((use) => use.values)
  const texts = [
    ...reading.values("setup", "prepare", "reference"),
    ...reading.rest,
    ...reading.values("conclude", "cleanup"),
  ]
  return texts.flatMap((word) => parametrized(word.value, lists, scans)).flatMap((text) => runText(text))
}

function parametrized(
  text: Value,
  lists: readonly (readonly Word[])[],
  scans: readonly (readonly Word[])[],
): readonly Value[] {
  const start = textsOf(text)
  if (!start) return [text]
  const listed = lists.reduce<readonly string[]>((texts, [name, values]) => {
    const marker = `{${textOf(name?.value) ?? ""}}`
    const items = (textOf(values?.value) ?? "").split(/(?<!\\),/)
    return texts
      .flatMap((each) => (each.includes(marker) ? items.map((item) => each.replaceAll(marker, item)) : [each]))
      .slice(0, 64)
  }, start)
  return listed.map((each) =>
    known(
      scans.reduce(
        (whole, [name, least]) => whole.replaceAll(`{${textOf(name?.value) ?? ""}}`, textOf(least?.value) ?? "0"),
        each,
      ),
    ),
  )
}

const CONCURRENTLY = rules(
  [
    "-n --names <list>",
    "-c --prefix-colors <list>",
    "-p --prefix <kind>",
    "-t --timestamp-format <format>",
    "-s --success <when>",
    "-m --max-processes <n>",
    "-l --prefix-length <n>",
    "--name-separator <text>",
    "--default-input-target <name>",
    "--restart-tries <n>",
    "--restart-after <ms>",
    "--kill-signal <signal>",
    "-h!",
    "-v!",
  ],
  { permutes: true },
)

function unwrapConcurrently(call: WrapperCall): readonly Inner[] {
  const reading = read(CONCURRENTLY, call.argv.slice(1))
  return reading.quits ? [] : reading.rest.flatMap((word) => runText(word.value))
}

const AT = rules(["-f <file>!", "-l!", "-r!", "-d!", "-c!", "-q <queue>", "-t <time>", "-m", "-M", "-V!"])

/** Jobs for later are read from standard input, and run where they were given. */
function unwrapAt(call: WrapperCall): readonly Inner[] {
  return read(AT, call.argv.slice(1)).quits ? [] : runText(call.stdin, { place: "background", stdin: known("") })
}

const WATCHEXEC = rules([
  "-w --watch <path>",
  "-e --exts <list>",
  "-f --filter <pattern>",
  "-i --ignore <pattern>",
  "-s --signal <signal>",
  "-d --debounce <time>",
  "-o --on-busy-update <how>",
  "-E --env <pair>",
  "--shell <shell>",
  "--workdir <dir>",
  "--project-origin <dir>",
  "--stop-signal <signal>",
  "-h!",
  "-V!",
])

/** watchexec joins its words to one text, but runs them itself with `-n` or `--shell=none`. */
function unwrapWatchexec(call: WrapperCall): readonly Inner[] {
  const reading = read(WATCHEXEC, call.argv.slice(1))
  if (reading.quits || reading.rest.length === 0) return []
  const directory = reading.value("workdir")?.value
  const how: Partial<Inner> = directory ? { directory } : {}
  if (reading.has("n") || textOf(reading.value("shell")?.value) === "none") return run(reading.rest, how)
  return runText(
    joined(
      reading.rest.map((word) => word.value),
      " ",
    ),
    how,
  )
}

export const terminals: readonly Wrapper[] = [
  { names: ["watch", "viddy"], unwrap: unwrapWatch },
  { names: ["script"], unwrap: unwrapScript },
  { names: ["entr"], unwrap: unwrapEntr },
  { names: ["tmux"], unwrap: unwrapTmux },
  { names: ["screen"], unwrap: unwrapScreen },
  { names: ["hyperfine"], unwrap: unwrapHyperfine },
  { names: ["concurrently"], unwrap: unwrapConcurrently },
  { names: ["watchexec"], unwrap: unwrapWatchexec },
  { names: ["at", "batch"], unwrap: unwrapAt },
]
