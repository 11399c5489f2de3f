/** `find -exec` and its kin, and `fd -x`: a command run for paths below a place. */
import { posix } from "node:path"
import { resolvePath } from "../path.ts"
import { belowFolder, walksEverywhere } from "../found.ts"
import { directoriesOf, type Directory } from "../program.ts"
import { known, mapValue, oneOf, textOf, unknown, type Value, type Word } from "../value.ts"
import type { Inner, WrapperCall } from "../wrapper.ts"
import { withUnknownItem } from "./item.ts"
import { read, rules } from "./options.ts"
import { literal, run } from "./words.ts"

const ACTIONS = ["-exec", "-execdir", "-ok", "-okdir"]

/** One `-exec` of a find expression, without its terminator. */
interface Action {
  readonly words: readonly Word[]
  readonly inDirectory: boolean
}

/** What `find` runs by -exec, -execdir, -ok and -okdir. */
export function unwrapFind(call: WrapperCall): readonly Inner[] {
  const { starts, expression } = splitFind(call.argv.slice(1))
  const depth = expression.findIndex((word) => textOf(word.value) === "-maxdepth")
  const onlyStart = depth >= 0 && textOf(expression[depth + 1]?.value) === "0"
  const every = walksEverywhere(expression)
  const places = starts.length > 0 ? starts.map((word) => word.value) : [known(".")]
  return actionsOf(expression).flatMap((action) =>
    places.flatMap((start) => runAction(action, start, { onlyStart, every }, call.directory)),
  )
}

/** `find [-H] [-L] [-P] [-D x] [-O n] [start …] [expression]`. */
function splitFind(words: readonly Word[]): { readonly starts: readonly Word[]; readonly expression: readonly Word[] } {
  let index = 0
  for (; index < words.length; index++) {
    const text = textOf(words[index]!.value) ?? ""
    if (text === "-D") index++
    else if (!/^-([HLP]|O\d*)$/.test(text)) break
  }
  const rest = words.slice(index)
  const end = rest.findIndex((word) => /^(-.|[(!,]$)/.test(textOf(word.value) ?? ""))
  return end < 0 ? { starts: rest, expression: [] } : { starts: rest.slice(0, end), expression: rest.slice(end) }
}

function actionsOf(expression: readonly Word[]): readonly Action[] {
  const actions: Action[] = []
  for (let index = 0; index < expression.length; index++) {
    const name = textOf(expression[index]!.value) ?? ""
    if (!ACTIONS.includes(name)) continue
    const begin = index + 1
    for (index = begin; index < expression.length; index++) {
      const text = textOf(expression[index]!.value)
      if (text === ";" || (text === "+" && textOf(expression[index - 1]!.value) === "{}")) break
    }
    actions.push({ words: expression.slice(begin, index), inDirectory: name.endsWith("dir") })
  }
  return actions
}

function runAction(
  action: Action,
  start: Value,
  { onlyStart, every }: { readonly onlyStart: boolean; readonly every: boolean },
  directory: Directory,
): readonly Inner[] {
  const text = textOf(start)
  if (onlyStart && text !== undefined && !action.inDirectory) {
    const { argv } = withUnknownItem(action.words, "{}", known(text))
    return run(argv!, { conditional: true })
  }
  const below = belowStart(start, directory, every)
  if (!action.inDirectory) {
    const { argv, sets } = withUnknownItem(action.words, "{}", below)
    return run(argv!, { conditional: true, ...(sets ? { sets } : {}) })
  }
  const { argv, sets } = withUnknownItem(action.words, "{}", { kind: "startsWith", text: "./" })
  const where = onlyStart && text !== undefined ? parentOf(start, directory) : below
  return run(argv!, { conditional: true, directory: where, ...(sets ? { sets } : {}) })
}

/** Any path at or below a start, absolute where the directory is known. */
function belowStart(start: Value, directory: Directory, every: boolean): Value {
  const path = resolved(start, directory)
  return belowFolder(path, { kind: "unknown", why: "" }, every) ?? unknown("a path that find comes across")
}

/** The folder that a start itself is run in: what stands before its last part, as it is typed. */
function parentOf(start: Value, directory: Directory): Value {
  return resolved(
    mapValue(start, (path) => posix.dirname(path)),
    directory,
  )
}

/** The start as an absolute path from each directory it may be. */
function resolved(start: Value, directory: Directory): Value {
  const paths = directoriesOf(directory).map((each) => resolvePath(each, start))
  const texts = paths.map((path) => textOf(path))
  return paths.length === 1
    ? paths[0]!
    : texts.every((text) => text !== undefined)
      ? oneOf(texts)
      : unknown("a start of find")
}

const FD = rules(
  [
    "-H --hidden",
    "-I --no-ignore",
    "-d --max-depth <n>",
    "--min-depth <n>",
    "--exact-depth <n>",
    "-t --type <type>",
    "-e --extension <text>",
    "-S --size <size>",
    "--changed-within --newer <time>",
    "--changed-before --older <time>",
    "-o --owner <user>",
    "-E --exclude <pattern>",
    "-c --color <when>",
    "-j --threads <n>",
    "--max-results <n>",
    "--ignore-file <path>",
    "--and <pattern>",
    "--base-directory <path>",
    "-C <path>",
    "--search-path <path>",
    "--path-separator <text>",
    "--batch-size <n>",
    "--format <text>",
    "-h!",
    "-V!",
  ],
  { permutes: true },
)

const FD_NAMES = ["{/.}", "{//}", "{/}", "{.}"]

/** What `fd` runs by -x and -X. */
export function unwrapFd(call: WrapperCall): readonly Inner[] {
  const words = call.argv.slice(1)
  const isAction = (word: Word): boolean => /^(--exec(-batch)?|-[A-WYZa-wyz]*[xX])$/.test(textOf(word.value) ?? "")
  const first = words.findIndex(isAction)
  if (first < 0) return []
  const reading = read(FD, words.slice(0, first))
  if (reading.quits) return []
  const places = [...reading.rest.slice(1), ...reading.values("search-path"), ...reading.values("base-directory", "C")]
  const below =
    places.length > 0
      ? places.map((word) => belowStart(word.value, call.directory, true))
      : [belowStart(known("."), call.directory, true)]
  const directory = reading.value("base-directory", "C")?.value
  return fdCommands(words.slice(first + 1), isAction).flatMap((command) => {
    const template = command.some((word) => /\{(\/\.|\/\/|\/|\.|)\}/.test(textOf(word.value) ?? ""))
      ? command
      : [...command, literal("{}", command[0] ?? words[first]!)]
    return below.flatMap((item) => {
      const named = FD_NAMES.reduce<readonly Word[]>(
        (each, name) =>
          withUnknownItem(each, name, name === "{/}" || name === "{/.}" ? unknown("a file's name") : item).argv!,
        template,
      )
      const { argv, sets } = withUnknownItem(named, "{}", item)
      return run(argv!, { conditional: true, ...(sets ? { sets } : {}), ...(directory ? { directory } : {}) })
    })
  })
}

/** The commands of several `-x`, each up to `;`, the next one or the end. */
function fdCommands(words: readonly Word[], isAction: (word: Word) => boolean): readonly (readonly Word[])[] {
  const commands: Word[][] = [[]]
  let ended = false
  for (const word of words) {
    if (textOf(word.value) === ";") ended = true
    else if (ended && isAction(word)) {
      commands.push([])
      ended = false
    } else if (!ended) commands.at(-1)!.push(word)
  }
  return commands.filter((command) => command.length > 0)
}
