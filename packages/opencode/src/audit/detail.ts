/** Values for the log that cannot grow without end. */

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
export type Detail = Readonly<Record<string, Json>>

const LONGEST_TEXT = 1000
const LONGEST_DETAIL = 16 * 1024
const MOST_ITEMS = 50
const DEEPEST = 6
const LEFT_OUT = "…"

/** What cleans a text: of a command, and any other. */
export interface Cleaning {
  readonly command: (text: string) => string
  readonly text: (text: string) => string
}

/** Under these names stand commands, or patterns made of them. */
const COMMANDS = new Set(["command", "commands", "pattern", "patterns", "always"])

/** The same, cleaned, with long texts and lists cut and deep values left out; `…` stands where something is missing. */
export function brief(detail: Detail, cleaning: Cleaning): Detail {
  const cut = new Cut(cleaning).object(detail, 1, false)
  if (JSON.stringify(cut).length <= LONGEST_DETAIL) return cut
  const simple = Object.entries(cut).filter(([, value]) => typeof value !== "object")
  return { ...Object.fromEntries(simple.slice(0, 10)), [LEFT_OUT]: LEFT_OUT }
}

class Cut {
  constructor(private readonly cleaning: Cleaning) {}

  object(value: Detail, depth: number, command: boolean): Detail {
    const kept = Object.entries(value).slice(0, MOST_ITEMS)
    return Object.fromEntries(
      kept.map(([key, inner]) => [key.slice(0, 100), this.value(inner, depth, command || COMMANDS.has(key))]),
    )
  }

  private value(value: Json, depth: number, command: boolean): Json {
    if (typeof value === "string") return this.text(value, command)
    if (typeof value !== "object" || value === null) return value
    if (depth >= DEEPEST) return LEFT_OUT
    if (!isList(value)) return this.object(value, depth + 1, command)
    const items = value.slice(0, MOST_ITEMS).map((item) => this.value(item, depth + 1, command))
    return value.length > MOST_ITEMS ? [...items, LEFT_OUT] : items
  }

  private text(text: string, command: boolean): string {
    const clean = command ? this.cleaning.command(text) : this.cleaning.text(text)
    return clean.length > LONGEST_TEXT ? clean.slice(0, LONGEST_TEXT - 1) + LEFT_OUT : clean
  }
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)
