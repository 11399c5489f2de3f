/** Programs that choose or change the lines of their input, as far as their arguments say plainly how. */

export interface Filter {
  /** The files it reads instead of its input. */
  readonly files?: readonly string[]
  readonly change: (lines: readonly string[]) => readonly string[]
}

/** awk programs that print fields or the whole line, after an optional plain condition. */
export function awkLines(texts: readonly string[]): Filter | undefined {
  let separator: string | undefined
  const rest: string[] = []
  for (let index = 0; index < texts.length; index++) {
    if (texts[index] === "-F") separator = texts[++index]
    else if (texts[index]!.startsWith("-F")) separator = texts[index]!.slice(2)
    else rest.push(texts[index]!)
  }
  const program =
    /^\s*(?:NR\s*==\s*(\d+)|(?:\$(\d+|NF)\s*~\s*)?\/((?:[\w .:\-^$]|\\[[\]./])+)\/|\$(\d+|NF)\s*==\s*"([^"\\]*)")?\s*\{\s*print(?:\s+\$(\d+|NF))?\s*;?\s*(?:exit)?\s*;?\s*\}\s*$/.exec(
      rest[0] ?? "",
    )
  if (!program || (separator !== undefined && !/^[^\\[\]()*+?.^$|]$/.test(separator))) return undefined
  const [, number, within, pattern, compared, text, printedField] = program
  const expression = pattern === undefined ? undefined : new RegExp(pattern)
  const fieldOf = (each: string, field: string | undefined): string => {
    if (field === undefined || field === "0") return each
    const fields = separator === undefined ? each.trim().split(/\s+/) : each.split(separator)
    return (field === "NF" ? fields[fields.length - 1] : fields[Number(field) - 1]) ?? ""
  }
  const change = (lines: readonly string[]): readonly string[] => {
    const chosen = lines.filter(
      (each, index) =>
        (number === undefined || index + 1 === Number(number)) &&
        (!expression || expression.test(fieldOf(each, within))) &&
        (text === undefined || fieldOf(each, compared) === text),
    )
    const printed = chosen.map((each) => fieldOf(each, printedField))
    return /exit/.test(rest[0]!) ? printed.slice(0, 1) : printed
  }
  return { files: rest.slice(1), change }
}

/** `cut -d x -f n` and `-f n-`. */
export function cutLines(texts: readonly string[]): Filter | undefined {
  const text = texts.join("\0")
  const delimiter = /(?:^|\0)-d\0?([^\0])/.exec(text)?.[1] ?? "\t"
  const field = /(?:^|\0)-f\0?(\d+)(-?)(?:\0|$)/.exec(text)
  if (!field || texts.some((each) => !/^-[df]/.test(each) && !/^(?:.|\d+-?)$/.test(each))) return undefined
  const from = Number(field[1]) - 1
  const cut = (each: string): string => {
    const fields = each.split(delimiter)
    return fields.length === 1 ? each : fields.slice(from, field[2] ? undefined : from + 1).join(delimiter)
  }
  return { change: (lines) => lines.map(cut) }
}

/** grep with a pattern that means the same to everybody, with or without lines around what it finds. */
export function grepLines(texts: readonly string[]): Filter | undefined {
  const all = texts
    .join("\0")
    .replace(/((?:^|\0)-[ABCm])\0(\d+)(?=\0|$)/g, "$1$2")
    .split("\0")
  const flags = all.filter((text) => /^-(?:[vFEhw]+|[ABCm]\d+)$/.test(text))
  const rest = all.filter((text) => !flags.includes(text) && text !== "-e")
  const letters = flags.filter((flag) => !/\d/.test(flag)).join("")
  const pattern = rest.length === 1 ? rest[0]! : ""
  if (!/^\^?(?:[\w :/@,.-]|\\[[\].])+\$?$/.test(pattern) || (letters.includes("F") && pattern.includes("\\")))
    return undefined
  const literal = letters.includes("F") ? pattern.replace(/[.^$]/g, "\\$&") : pattern
  const expression = new RegExp(letters.includes("w") ? `\\b(?:${literal})\\b` : literal)
  const count = (letter: string): number =>
    Math.max(0, ...flags.filter((flag) => flag[1] === letter || (flag[1] === "C" && letter !== "m")).map(numberIn))
  const most = flags.some((flag) => flag[1] === "m") ? count("m") : Number.POSITIVE_INFINITY
  const change = (lines: readonly string[]): readonly string[] => {
    const found = lines.flatMap((each, index) => (expression.test(each) !== letters.includes("v") ? [index] : []))
    return withContext(lines, found.slice(0, most), count("B"), count("A"))
  }
  return { change }
}

const numberIn = (flag: string): number => Number(flag.slice(2))

/** The lines found with some before and behind them; groups that do not touch are set apart. */
function withContext(lines: readonly string[], found: readonly number[], before: number, behind: number): string[] {
  const apart = before + behind > 0
  let last = -1
  return found.flatMap((index) => {
    const from = Math.max(last + 1, index - before)
    const gap = apart && last >= 0 && from > last + 1 ? ["--"] : []
    const group = lines.slice(from, index + behind + 1)
    last = Math.max(last, index + behind)
    return [...gap, ...group]
  })
}

/** sed scripts that print a line or replace a literal once. */
export function sedLines(texts: readonly string[]): Filter | undefined {
  const quiet = texts[0] === "-n"
  const scripts = (quiet ? texts.slice(1) : texts).filter((text) => text !== "-e" && text !== "-E")
  if (scripts.length !== 1) return undefined
  const lineNumber = /^(\d+)p$/.exec(scripts[0]!)
  if (quiet && lineNumber) return { change: (lines) => lines.slice(Number(lineNumber[1]) - 1, Number(lineNumber[1])) }
  const replace =
    /^(\d*)s([^\w\s\\])(\^?)((?:[\w :/.@,-]|(?<=[ .])\*|\[\^? \]\*)*?)(\$?)\2([\w :/.@,-]*)\2(g?)(p?)$/.exec(
      scripts[0]!,
    )
  if (!replace || (quiet && !replace[8]) || replace[4]!.includes(replace[2]!) || replace[4] === "") return undefined
  const [, number, , start, from, end, to, all] = replace
  const expression = new RegExp(start + from!.replaceAll("/", "\\/") + end, all)
  const change = (each: string, index: number): readonly string[] => {
    const meant = (!number || index + 1 === Number(number)) && each.search(expression) >= 0
    return meant ? [each.replace(expression, () => to!)] : quiet ? [] : [each]
  }
  return { change: (lines) => lines.flatMap(change) }
}
