/** The syntax of git's configuration files, of configuration in the environment, and of `.git` files. */

export interface Setting {
  /** Section and variable lower-cased, the subsection as it is written. */
  readonly key: string
  /** Null where the variable stands alone, without `=`. */
  readonly value: string | null
}

const ESCAPES: Readonly<Record<string, string>> = { t: "\t", b: "\b", n: "\n", "\\": "\\", '"': '"' }
const isSpace = (char: string): boolean =>
  char === " " || char === "\t" || char === "\n" || char === "\v" || char === "\f" || char === "\r"

/** The settings of a file in order. What follows a syntax error is not read (git would refuse to run). */
export function parseConfig(source: string): readonly Setting[] {
  const text = source.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n")
  const settings: Setting[] = []
  let at = 0
  let section: string | undefined

  const skipLine = (): void => {
    const end = text.indexOf("\n", at)
    at = end < 0 ? text.length : end + 1
  }

  /** The section after `[`, or undefined where it is malformed. */
  const readSection = (): string | undefined => {
    const plain = /[-.a-zA-Z0-9]*/y
    plain.lastIndex = at
    const name = plain.exec(text)![0].toLowerCase()
    at += name.length
    if (text[at] === "]") {
      at++
      return name
    }
    const quoted = /[ \t\v\f\r]+"((?:[^"\\\n]|\\[^\n])*)"\]/y
    quoted.lastIndex = at
    const match = quoted.exec(text)
    if (!match) return undefined
    at += match[0].length
    return `${name}.${match[1]!.replace(/\\(.)/gs, "$1")}`
  }

  /** The value after `=`, up to the end of the line; undefined where it is malformed. */
  const readValue = (): string | undefined => {
    let value = ""
    let spaces = ""
    let quoted = false
    for (;;) {
      const char = text[at++] ?? "\n"
      if (char === "\n") return quoted ? undefined : value
      if (!quoted && isSpace(char)) {
        if (value.length > 0) spaces += char
        continue
      }
      if (!quoted && (char === ";" || char === "#")) {
        skipLine()
        return value
      }
      value += spaces
      spaces = ""
      if (char === '"') quoted = !quoted
      else if (char !== "\\") value += char
      else {
        const next = text[at++] ?? "\n"
        if (next === "\n") continue
        const escaped = ESCAPES[next]
        if (escaped === undefined) return undefined
        value += escaped
      }
    }
  }

  const readVariable = (): Setting | undefined => {
    const pattern = /([a-zA-Z][-a-zA-Z0-9]*)[ \t]*/y
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (!match || section === undefined) return undefined
    at += match[0].length
    const key = `${section}.${match[1]!.toLowerCase()}`
    const next = text[at++] ?? "\n"
    if (next === "\n") return { key, value: null }
    const value = next === "=" ? readValue() : undefined
    return value === undefined ? undefined : { key, value }
  }

  while (at < text.length) {
    const char = text[at]!
    if (isSpace(char)) at++
    else if (char === "#" || char === ";") skipLine()
    else if (char === "[") {
      at++
      section = readSection()
      if (section === undefined) return settings
    } else {
      const setting = readVariable()
      if (!setting) return settings
      settings.push(setting)
    }
  }
  return settings
}

/** A key as git compares it: all but the subsection lower-cased. */
export function canonicalKey(key: string): string {
  const first = key.indexOf(".")
  const last = key.lastIndexOf(".")
  if (first < 0) return key.toLowerCase()
  return key.slice(0, first).toLowerCase() + key.slice(first, last) + key.slice(last).toLowerCase()
}

/** `-c key=value`: without `=` it stands alone. */
function parseAssignment(text: string): Setting {
  const equals = text.indexOf("=")
  return equals < 0
    ? { key: canonicalKey(text), value: null }
    : { key: canonicalKey(text.slice(0, equals)), value: text.slice(equals + 1) }
}

const QUOTED = String.raw`'(?:[^']|'\\['!]')*'`

/** GIT_CONFIG_PARAMETERS: `'key=value'` of older gits, `'key'='value'` of newer ones. */
export function parseParameters(text: string): readonly Setting[] {
  const pattern = new RegExp(`(${QUOTED})(?:(=)(${QUOTED})?)?(?:\\s+|$)`, "gy")
  return [...text.trimStart().matchAll(pattern)].map(([, first, equals, second]) =>
    equals === undefined
      ? parseAssignment(unquote(first!))
      : { key: canonicalKey(unquote(first!)), value: second === undefined ? null : unquote(second) },
  )
}

const unquote = (text: string): string => text.slice(1, -1).replace(/'\\(['!])'/g, "$1")

/** As git reads a boolean; undefined where it is none. */
export function parseBoolean(value: string | null): boolean | undefined {
  if (value === null) return true
  if (/^(true|yes|on)$/i.test(value)) return true
  if (/^(false|no|off|)$/i.test(value)) return false
  const number = /^\s*([+-]?(?:0x[0-9a-f]+|\d+))[kmg]?$/i.exec(value)?.[1]
  return number === undefined ? undefined : Number(number.replace(/^[+-]/, "")) !== 0
}

/** What the text of a `.git` file names, without the ends of lines behind it; undefined where it is none. */
export const gitFileTarget = (text: string): string | undefined => /^gitdir: ([^]+?)[\n\r]*$/.exec(text)?.[1]
