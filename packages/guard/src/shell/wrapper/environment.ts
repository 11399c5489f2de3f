/** Wrappers that change the environment or the user of the command they run. */
import { textOf, type Value, type Word } from "../value.ts"
import type { Inner, Wrapper, WrapperCall } from "../wrapper.ts"
import { read, rules } from "./options.ts"
import { row } from "./row.ts"
import { splitString } from "./split.ts"
import { baseName, literal, run, runText, takeAssignments, unreadable } from "./words.ts"

const ENV = rules([
  "-i --ignore-environment",
  "-0 --null",
  "-u --unset <name>",
  "-C --chdir <dir>",
  "-S --split-string <text>",
  "-a --argv0 <name>",
  "-P <path>",
  "-U <user>",
  "-L <user>",
  "-v --debug",
  "--block-signal[=<signal>]",
  "--default-signal[=<signal>]",
  "--ignore-signal[=<signal>]",
  "--list-signal-handling",
])

function unwrapEnv(call: WrapperCall): readonly Inner[] {
  const words = splitStrings(call.argv.slice(1), call.variable)
  const reading = read(ENV, words)
  if (reading.quits) return []
  const bare = textOf(reading.rest[0]?.value) === "-"
  const { sets, rest } = takeAssignments(bare ? reading.rest.slice(1) : reading.rest)
  const hidden = Object.fromEntries(reading.values("unset").flatMap((name) => nameOf(name)))
  const all: Record<string, Value | null> = { ...hidden, ...sets }
  const directory = reading.value("chdir")?.value
  return run(rest, {
    ...(Object.keys(all).length > 0 ? { sets: all } : {}),
    ...(directory ? { directory } : {}),
    ...(bare || reading.has("ignore-environment") ? { clears: true } : {}),
  })
}

const nameOf = (word: Word): readonly (readonly [string, null])[] => {
  const name = textOf(word.value)
  return name === undefined ? [] : [[name, null]]
}

/** Every `-S text` replaced by the words it holds; options among them are read like the others. */
function splitStrings(words: readonly Word[], variable: WrapperCall["variable"]): readonly Word[] {
  const result: Word[] = []
  for (let index = 0; index < words.length; index++) {
    const word = words[index]!
    const text = textOf(word.value)
    if (text === undefined || !text.startsWith("-") || text === "-" || text === "--")
      return [...result, ...words.slice(index)]
    const attached = /^(-[iv0]*)S(.*)$/s.exec(text) ?? /^(-)-split-string=(.*)$/s.exec(text)
    const detached = text === "--split-string" || attached?.[2] === ""
    if (!attached && !detached) {
      result.push(word)
      if (/^-[iv0]*[uCaPUL]$|^--(unset|chdir|argv0)$/.test(text) && words[index + 1]) result.push(words[++index]!)
      continue
    }
    if (attached && attached[1] !== "-") result.push(literal(attached[1]!, word))
    const source = detached ? words[index + 1] : literal(attached![2]!, word)
    const after = words.slice(index + (detached ? 2 : 1))
    const inner = source ? splitWord(source, variable) : []
    return [...result, ...splitStrings([...inner, ...after], variable)]
  }
  return result
}

function splitWord(source: Word, variable: WrapperCall["variable"]): readonly Word[] {
  const text = textOf(source.value)
  const parts = text === undefined ? undefined : splitString(text, variable)
  return parts?.map((part) => ({ ...literal("", source), value: part })) ?? [unreadable("the text of env -S", source)]
}

const SUDO = rules([
  "-A --askpass",
  "-B --bell",
  "-b --background",
  "-C --close-from <n>",
  "-D --chdir <dir>",
  "-E --preserve-env[=<list>]",
  "-e --edit!",
  "-g --group <group>",
  "-H --set-home",
  "-h --host <host>",
  "-i --login",
  "-K --remove-timestamp!",
  "-k --reset-timestamp",
  "-l --list!",
  "-N --no-update",
  "-n --non-interactive",
  "-P --preserve-groups",
  "-p --prompt <text>",
  "-R --chroot <dir>",
  "-r --role <role>",
  "-S --stdin",
  "-s --shell",
  "-T --command-timeout <time>",
  "-t --type <type>",
  "-U --other-user <user>",
  "-u --user <user>",
  "-V!",
  "-v --validate!",
])

/** sudo quotes what it hands to the shell of -s and -i, so the words stay words; a shell without any reads its input. */
function unwrapSudo(call: WrapperCall): readonly Inner[] {
  const reading = read(SUDO, call.argv.slice(1))
  if (reading.quits) return []
  const { sets, rest } = takeAssignments(reading.rest)
  const directory = reading.value("chdir")?.value
  const how: Partial<Inner> = {
    ...(Object.keys(sets).length > 0 ? { sets } : {}),
    ...(directory ? { directory } : {}),
    ...(reading.has("login", "shell") ? { login: true } : {}),
  }
  return rest.length === 0 && reading.has("login", "shell") ? runText(call.stdin, how) : run(rest, how)
}

const DOAS = rules(["-a <style>", "-C <config>!", "-L!", "-n", "-s", "-u <user>"])

function unwrapDoas(call: WrapperCall): readonly Inner[] {
  const reading = read(DOAS, call.argv.slice(1))
  if (reading.quits) return []
  return reading.rest.length === 0 && reading.has("s") ? runText(call.stdin) : run(reading.rest)
}

const SU = rules(
  [
    "-c --command <text>",
    "--session-command <text>",
    "-f --fast",
    "-g --group <group>",
    "-G --supp-group <group>",
    "-h!",
    "-l --login",
    "-m -p --preserve-environment",
    "-P --pty",
    "-s --shell <shell>",
    "-u --user <user>",
    "-V!",
    "-w --whitelist-environment <list>",
  ],
  { permutes: true },
)

/** `su [-] [user [argument …]]` hands its arguments to a shell; `runuser -u user` runs them itself. */
function unwrapSu(call: WrapperCall): readonly Inner[] {
  const reading = read(SU, call.argv.slice(1))
  if (reading.quits) return []
  if (baseName(call.argv[0]) === "runuser" && reading.has("user")) return run(reading.rest)
  const dashed = textOf(reading.rest[0]?.value) === "-"
  const forShell = reading.rest.slice(dashed ? 2 : 1)
  const how: Partial<Inner> = dashed || reading.has("login") ? { login: true } : {}
  const text = reading.value("command", "session-command")
  if (text) return runText(text.value, { ...how, parameters: forShell })
  if (forShell.length > 0)
    return run([literal(textOf(reading.value("shell")?.value) ?? "sh", call.argv[0]!), ...forShell], how)
  return runText(call.stdin, how)
}

const EXEC = rules(["-a <name>", "-c", "-l"])

function unwrapExec(call: WrapperCall): readonly Inner[] {
  const reading = read(EXEC, call.argv.slice(1))
  return run(reading.rest, {
    forks: false,
    ...(reading.has("c") ? { clears: true } : {}),
    ...(reading.has("l") ? { login: true } : {}),
  })
}

const COMMAND = rules(["-p", "-v!", "-V!"])

/** `-p` looks for the program on a PATH of the shell's own. */
function unwrapCommand(call: WrapperCall): readonly Inner[] {
  const reading = read(COMMAND, call.argv.slice(1))
  if (reading.quits) return []
  return run(reading.rest, { forks: false, ...(reading.has("p") ? { login: true } : {}) })
}

export const environment: readonly Wrapper[] = [
  { names: ["env", "genv"], unwrap: unwrapEnv },
  { names: ["sudo"], unwrap: unwrapSudo },
  { names: ["doas"], unwrap: unwrapDoas },
  { names: ["su", "runuser"], unwrap: unwrapSu },
  { names: ["exec"], unwrap: unwrapExec },
  { names: ["command"], unwrap: unwrapCommand },
  row({ names: ["builtin"], options: ["-p!"], forks: false }),
  row({ names: ["pkexec"], options: ["--user <user>", "--disable-internal-agent", "--keep-cwd"] }),
  row({ names: ["cross-env"], assigns: true }),
  row({ names: ["cross-env-shell"], assigns: true, joins: true }),
  row({ names: ["dotenv"], options: ["-e <file>", "-f --file <file>", "-v <pair>", "-p!", "-c", "-o"] }),
]
