/** Builtins that read standard input into variables. */
import { emit, type Call } from "./command.ts"
import { EITHER, lookUp, type Ending, type Run } from "./run.ts"
import { known, oneOf, textOf, textsOf, unknown, type Value, type Word } from "./value.ts"

const NAME = /^[A-Za-z_]\w*$/

/** `read`: a line of what the text knows of its input. */
export function read(run: Run, call: Call): Ending {
  const { context, scope } = call
  const { names, array, raw, delimiter } = readOptions(call.argv.slice(1))
  const input = context.input
  emit(run, call)
  const text = delimiter === undefined ? input?.value : input && unknown("a part of the input")
  const lines = text && textsOf(text)
  if (!lines || !input) {
    for (const name of [...names, ...(array ? [array] : [])])
      scope.set(name, { ...scope.variables.get(name), list: undefined, value: readAny(input?.value, name) })
    return EITHER
  }
  const ifs = textOf(call.prefix?.["IFS"] ?? lookUp(run, context, scope, "IFS") ?? known(" \t\n")) ?? " \t\n"
  const first = lines.map((each) => takeLine(each, raw))
  input.value = oneOf(first.map((each) => each.rest))
  const split = first.map((each) => splitLine(each.line, ifs, array ? Number.POSITIVE_INFINITY : names.length))
  names.forEach((name, index) =>
    scope.set(name, {
      ...scope.variables.get(name),
      list: undefined,
      value: oneOf(split.map((fields) => fields[index] ?? "")),
    }),
  )
  if (array) scope.set(array, split.length === 1 ? { list: split[0]!.map(known) } : { value: unknown(`$${array}`) })
  return { status: lines.every((each) => each === "") ? "fail" : lines.some((each) => each === "") ? "either" : "ok" }
}

/** A line of input that cannot be listed: of paths that are found below a folder it is one. */
const readAny = (input: Value | undefined, name: string): Value =>
  input?.kind === "below" ? input : unknown(`$${name}, which is read`)

function readOptions(words: readonly Word[]): { names: string[]; array?: string; raw: boolean; delimiter?: string } {
  const names: string[] = []
  let raw = false
  let array: string | undefined
  let delimiter: string | undefined
  for (let index = 0; index < words.length; index++) {
    const text = textOf(words[index]!.value) ?? ""
    if (/^-[a-zA-Z]/.test(text) && names.length === 0) {
      if (text.includes("r")) raw = true
      const last = text[text.length - 1]!
      if (last === "a") array = textOf(words[++index]?.value)
      else if ("dpntNui".includes(last)) {
        index++
        if (!"pu".includes(last)) delimiter = last
      }
    } else if (NAME.test(text)) names.push(text)
  }
  if (names.length === 0 && array === undefined) names.push("REPLY")
  return { names, raw, ...(array !== undefined && { array }), ...(delimiter !== undefined && { delimiter }) }
}

function takeLine(text: string, raw: boolean): { line: string; rest: string } {
  let line = ""
  let index = 0
  for (; index < text.length && text[index] !== "\n"; index++) {
    if (!raw && text[index] === "\\") {
      index++
      if (text[index] !== "\n") line += text[index] ?? ""
    } else line += text[index]
  }
  return { line, rest: text.slice(index + 1) }
}

function splitLine(line: string, ifs: string, count: number): string[] {
  const blanks = [...ifs].filter((each) => " \t\n".includes(each)).join("")
  const trim = (text: string): string => {
    let [start, end] = [0, text.length]
    while (start < end && blanks.includes(text[start]!)) start++
    while (end > start && blanks.includes(text[end - 1]!)) end--
    return text.slice(start, end)
  }
  let rest = trim(line)
  const fields: string[] = []
  while (rest !== "" && fields.length < count - 1) {
    const end = [...rest].findIndex((each) => ifs.includes(each))
    if (end < 0) break
    fields.push(rest.slice(0, end))
    const after = rest.slice(end)
    const trimmed = trim(after)
    rest =
      trimmed !== "" && ifs.includes(trimmed[0]!)
        ? trim(trimmed.slice(1))
        : blanks.includes(after[0]!)
          ? trimmed
          : trim(after.slice(1))
  }
  if (rest !== "") fields.push(rest)
  return fields
}

/** mapfile and readarray. */
export function mapFile(run: Run, call: Call): Ending {
  const { context, scope } = call
  const texts = call.argv.slice(1).map((word) => textOf(word.value) ?? "")
  emit(run, call)
  const name = texts.findLast((text) => NAME.test(text)) ?? "MAPFILE"
  const text = textOf(context.input?.value)
  const plain = texts.every((each) => each === name || each === "-t")
  const lines = text?.replace(/\n$/, "").split("\n")
  scope.set(
    name,
    lines && plain
      ? { list: text === "" ? [] : lines.map((line) => known(texts.includes("-t") ? line : line + "\n")) }
      : { value: unknown(`$${name}, which is read`) },
  )
  return EITHER
}
