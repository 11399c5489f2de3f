/** tmux: the commands that open a pane with a program in it, and those that type into one. */
import { known, textOf, type Value, type Word } from "../value.ts"
import type { Inner, WrapperCall } from "../wrapper.ts"
import { read, rules, type Rules } from "./options.ts"
import { joined, run, runText, settings } from "./words.ts"

const TMUX = rules([
  "-2",
  "-C",
  "-c <text>",
  "-D",
  "-f <file>",
  "-L <name>",
  "-l",
  "-N",
  "-S <path>",
  "-T <features>",
  "-u",
  "-V!",
  "-v",
  "-h!",
])

interface TmuxCommand {
  readonly names: readonly string[]
  readonly options: Rules
  /** What its operands are: a command for a shell, or keys typed into one. */
  readonly operands: "command" | "keys" | "text" | "tmux"
}

const tmuxCommand = (
  names: string,
  options: readonly string[],
  operands: TmuxCommand["operands"] = "command",
): TmuxCommand => ({
  names: names.split(" "),
  options: rules(options),
  operands,
})

const TMUX_COMMANDS: readonly TmuxCommand[] = [
  tmuxCommand("new-session new", [
    "-A",
    "-D",
    "-d",
    "-E",
    "-P",
    "-X",
    "-c <dir>",
    "-e <pair>",
    "-F <format>",
    "-f <flags>",
    "-n <name>",
    "-s <name>",
    "-t <group>",
    "-x <n>",
    "-y <n>",
  ]),
  tmuxCommand("new-window neww", [
    "-a",
    "-b",
    "-d",
    "-k",
    "-P",
    "-S",
    "-c <dir>",
    "-e <pair>",
    "-F <format>",
    "-n <name>",
    "-t <target>",
  ]),
  tmuxCommand("split-window splitw", [
    "-b",
    "-d",
    "-f",
    "-h",
    "-I",
    "-v",
    "-P",
    "-Z",
    "-c <dir>",
    "-e <pair>",
    "-F <format>",
    "-l <size>",
    "-p <percent>",
    "-t <target>",
  ]),
  tmuxCommand("respawn-pane respawnp", ["-k", "-c <dir>", "-e <pair>", "-t <target>"]),
  tmuxCommand("respawn-window respawnw", ["-k", "-c <dir>", "-e <pair>", "-t <target>"]),
  tmuxCommand("display-popup popup", [
    "-B",
    "-C",
    "-E",
    "-N",
    "-k",
    "-b <lines>",
    "-c <client>",
    "-d <dir>",
    "-e <pair>",
    "-h <n>",
    "-s <style>",
    "-S <style>",
    "-t <target>",
    "-T <title>",
    "-w <n>",
    "-x <n>",
    "-y <n>",
  ]),
  tmuxCommand("run-shell run", ["-b", "-C", "-E", "-c <dir>", "-d <delay>", "-t <target>"], "text"),
  tmuxCommand("pipe-pane pipep", ["-I", "-O", "-o", "-t <target>"], "text"),
  tmuxCommand("if-shell if", ["-b", "-F", "-t <target>"], "tmux"),
  tmuxCommand(
    "send-keys send",
    ["-F", "-H!", "-K", "-l", "-M!", "-R", "-X!", "-c <client>", "-N <n>", "-t <target>"],
    "keys",
  ),
]

/** The texts and commands in a tmux command line, which may hold several tmux commands. */
export function unwrapTmux(call: WrapperCall): readonly Inner[] {
  const reading = read(TMUX, call.argv.slice(1))
  if (reading.quits) return []
  const direct = reading.value("c")
  if (direct) return runText(direct.value)
  return sequence(reading.rest).flatMap((words) => tmuxInner(words))
}

/** A word that is `;`, or ends in one, separates tmux's commands. */
function sequence(words: readonly Word[]): readonly (readonly Word[])[] {
  const commands: Word[][] = [[]]
  for (const word of words) {
    const text = textOf(word.value)
    if (text === undefined || !text.endsWith(";") || text.endsWith("\\;")) {
      commands.at(-1)!.push(text?.endsWith("\\;") ? { ...word, value: known(text.slice(0, -2) + ";") } : word)
      continue
    }
    if (text !== ";") commands.at(-1)!.push({ ...word, value: known(text.slice(0, -1)) })
    commands.push([])
  }
  return commands.filter((command) => command.length > 0)
}

function tmuxInner([name, ...words]: readonly Word[]): readonly Inner[] {
  const command = findTmux(textOf(name!.value) ?? "")
  if (!command) return []
  const reading = read(command.options, words)
  if (reading.quits || reading.rest.length === 0) return []
  const how = {
    ...tmuxSurroundings(command, reading.values("e"), reading.value("c"), reading.value("d")),
    place: "background" as const,
  }
  if (command.operands === "keys")
    return typedText(reading.rest, reading.has("l")).flatMap((text) => runText(text, how))
  if (command.operands === "tmux") return reading.has("F") ? [] : runText(reading.rest[0]!.value, how)
  if (command.operands === "text" && reading.has("C")) return []
  return reading.rest.length === 1 || command.operands === "text"
    ? runText(reading.rest[0]!.value, how)
    : run(reading.rest, how)
}

function tmuxSurroundings(
  command: TmuxCommand,
  pairs: readonly Word[],
  c: Word | undefined,
  d: Word | undefined,
): Partial<Inner> {
  const directory = command.names.includes("popup") ? d : c
  const sets = settings(pairs)
  return {
    ...(directory && !command.names.includes("send") ? { directory: directory.value } : {}),
    ...(sets ? { sets } : {}),
  }
}

/** By name, alias, or a unique beginning of a name. */
function findTmux(name: string): TmuxCommand | undefined {
  const exact = TMUX_COMMANDS.find((command) => command.names.includes(name))
  if (exact) return exact
  const candidates = name.includes("-") ? TMUX_COMMANDS.filter((command) => command.names[0]!.startsWith(name)) : []
  return candidates.length === 1 ? candidates[0] : undefined
}

const KEYS: Readonly<Record<string, string>> = {
  enter: "\n",
  "c-m": "\n",
  "c-j": "\n",
  kpenter: "\n",
  space: " ",
  tab: "\t",
}

/** What the keys write: names of keys become what they type, a key that interrupts starts over. */
function typedText(keys: readonly Word[], literally: boolean): readonly Value[] {
  const texts: Value[] = []
  let text: Value = known("")
  for (const key of keys) {
    const name = textOf(key.value)
    if (!literally && name !== undefined && /^(c-[cdul]|\^[cdul]|escape)$/i.test(name)) {
      texts.push(text)
      text = known("")
    } else {
      text = joined([text, name !== undefined && !literally ? known(KEYS[name.toLowerCase()] ?? name) : key.value], "")
    }
  }
  return [...texts, text].filter((each) => textOf(each) !== "")
}
