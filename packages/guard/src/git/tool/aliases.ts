/** Aliases of forges' command lines: a map of names to words, or to text for a shell after `!`. */
import { resolvePath } from "../../shell/path.ts"
import { known, textOf, type Word } from "../../shell/value.ts"
import type { Command } from "../../shell/program.ts"
import { splitString } from "../../shell/wrapper/split.ts"
import { literal } from "../../shell/wrapper/words.ts"
import type { State } from "../../state/state.ts"
import { variable } from "../invocation.ts"

export interface Aliases {
  readonly shipped: Readonly<Record<string, string>>
  /** The file, in the tool's folder below the user's configuration. */
  readonly file: string
  readonly folder: string
  /** The variable that names the folder itself. */
  readonly variable: string
  /** The key of the file under which the aliases stand; none where they are all there is. */
  readonly section?: string
}

/** What an alias stands for. What the user set counts before what was shipped. */
export function aliasOf(aliases: Aliases, name: string, command: Command, state: State): string | undefined {
  const configured = readAliases(aliases, command, state)
  return configured[name] ?? (Object.hasOwn(aliases.shipped, name) ? aliases.shipped[name] : undefined)
}

function readAliases(aliases: Aliases, command: Command, state: State): Readonly<Record<string, string>> {
  const setting = (name: string): string | undefined => textOf(variable(command, state, name)) || undefined
  const config =
    setting("XDG_CONFIG_HOME") ?? (setting("HOME") === undefined ? undefined : `${setting("HOME")}/.config`)
  const folder = setting(aliases.variable) ?? (config === undefined ? undefined : `${config}/${aliases.folder}`)
  const path =
    folder === undefined ? undefined : textOf(resolvePath(command.directory, known(`${folder}/${aliases.file}`)))
  const text = path === undefined ? undefined : state.files.read(path)
  return text === undefined ? {} : simpleMap(text, aliases.section)
}

/** A map of plain or quoted one-line strings, as YAML writes it; block texts (`|`) keep their lines. */
export function simpleMap(text: string, section: string | undefined): Readonly<Record<string, string>> {
  const found: Record<string, string> = {}
  let inside = section === undefined
  let open: { name: string; indent: number; lines: string[] } | undefined
  const close = (): void => {
    if (open) found[open.name] = open.lines.join("\n").trim()
    open = undefined
  }
  for (const line of text.split(/\r?\n/)) {
    const indent = line.length - line.trimStart().length
    if (open && (line.trim() === "" || indent > open.indent)) {
      open.lines.push(line.trim())
      continue
    }
    close()
    if (line.trim() === "" || line.trimStart().startsWith("#")) continue
    const pair = /^\s*(?:"([^"]+)"|'([^']+)'|([^\s:#][^:]*)):\s*(.*)$/.exec(line)
    if (!pair) continue
    const name = (pair[1] ?? pair[2] ?? pair[3])!.trim()
    if (section !== undefined && indent === 0) inside = name === section
    else if (inside && /^[|>][-+]?$/.test(pair[4]!)) open = { name, indent, lines: [] }
    else if (inside) found[name] = unquoted(pair[4]!)
  }
  close()
  return found
}

function unquoted(text: string): string {
  const single = /^'((?:[^']|'')*)'/.exec(text)
  if (single) return single[1]!.replaceAll("''", "'")
  const double = /^"((?:[^"\\]|\\.)*)"/.exec(text)
  if (double) return double[1]!.replace(/\\(.)/g, (_, character: string) => (character === "n" ? "\n" : character))
  return text.replace(/\s+#.*$/, "").trim()
}

/** The words an alias stands for; `$1` takes the first argument, what is left over stands at the end. */
export function aliasWords(alias: string, words: readonly Word[], like: Word): readonly Word[] {
  const used = new Set<number>()
  const parts = splitString(alias.replace(/\$(\d)/g, "\0$1"), () => undefined) ?? []
  const expanded = parts.map((part): Word => {
    const text = textOf(part) ?? ""
    const position = /^\0(\d)$/.exec(text)?.[1]
    if (position === undefined) return literal(text.replaceAll("\0", "$"), like)
    used.add(Number(position) - 1)
    return words[Number(position) - 1] ?? literal("", like)
  })
  return [...expanded, ...words.filter((_, index) => !used.has(index))]
}
