/** A command text without what it carries, to be kept in a log: what was run stays readable, data and secrets do not. */
import { readSource } from "./source.ts"
import type { AssignmentSyntax, Piece, RedirectSyntax, Simple } from "./syntax.ts"
import type { Span } from "./value.ts"

const HIDDEN = "…"
const LONGEST = 2000

/** Names whose values are a person's text or a secret: of long options, settings, headers and variables. */
const PRIVATE =
  /message|title|body|note|comment|description|reason|data|form|header|cookie|auth(?!or)|cred|pass|pwd|secret|token|key|user$|bearer|session|signature/i

/** Short options whose argument is a text or a secret. Where `verbs` are named, only together with one of them. */
const SHORT: readonly { readonly programs: string; readonly options: string; readonly verbs?: string }[] = [
  { programs: "git", options: "m", verbs: "commit tag merge stash notes" },
  { programs: "gh glab hub", options: "tbndm" },
  { programs: "jj", options: "m" },
  { programs: "curl", options: "HudbFAUE" },
  { programs: "http https xh", options: "a" },
  { programs: "mysql mysqldump mariadb sshpass redis-cli", options: "pa" },
  { programs: "docker podman nerdctl", options: "ep" },
  { programs: "osascript", options: "e" },
]

/** Programs whose operand is a text of its own to run. */
const SHELLS = /^(?:bash|sh|dash|zsh|ksh|eval|ssh|su|runuser|watch|script)$/

/** Looks like a secret wherever it stands. */
const TOKEN =
  /\b(?:gh[pousr]_|github_pat_|glpat-|xox[abprs]-|sk-|pk_live_|sk_live_|AKIA|ASIA|AIza|npm_|pypi-|eyJ[\w-]+\.)[\w.-]{8,}|-----BEGIN [A-Z ]+-----[\s\S]*/g
const URL_CREDENTIALS = /(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@'"]+@/gi

/**
 * The text with bodies of here-documents, here-strings, values of assignments, arguments of options that carry texts or
 * secrets, credentials in addresses, and known kinds of tokens replaced by `…`; what cannot be read is replaced whole.
 * At most 2,000 characters of it. `loadShell()` must have ended.
 */
export function redacted(text: string): string {
  const line = withoutSecrets(hide(text, 0))
  return line.length > LONGEST ? line.slice(0, LONGEST - 1) + HIDDEN : line
}

/** Any text without credentials in addresses and known kinds of tokens. */
export const withoutSecrets = (text: string): string =>
  text.replace(URL_CREDENTIALS, `$1${HIDDEN}@`).replace(TOKEN, HIDDEN)

function hide(text: string, depth: number): string {
  const { syntax, partial, tooLong } = readSource(text)
  if (tooLong !== undefined) return `${/^\s*[\w./-]{0,40}/.exec(text)![0]} ${HIDDEN}`
  const cuts: Cut[] = partial.map((span) => ({ ...span, put: HIDDEN }))
  visit(syntax, (simple) => cutsOf(simple, text, depth, cuts))
  cuts.sort((a, b) => a.start - b.start || b.end - a.end)
  let shown = ""
  let position = 0
  for (const cut of cuts) {
    if (cut.start < position) continue
    shown += text.slice(position, cut.start) + cut.put
    position = cut.end
  }
  return shown + text.slice(position)
}

interface Cut extends Span {
  readonly put: string
}

/** Every simple command of a syntax, those in substitutions included; and what only carries redirections. */
function visit(part: unknown, found: (simple: Pick<Simple, "assignments" | "words" | "redirects">) => void): void {
  if (typeof part !== "object" || part === null) return
  if ("kind" in part && part.kind === "simple") found(part as Simple)
  else if ("redirects" in part) found({ assignments: [], words: [], redirects: part.redirects as RedirectSyntax[] })
  for (const inner of Object.values(part)) visit(inner, found)
}

function cutsOf(
  { assignments, words, redirects }: Pick<Simple, "assignments" | "words" | "redirects">,
  text: string,
  depth: number,
  cuts: Cut[],
): void {
  for (const assignment of assignments) cuts.push(...valuesOf(assignment))
  for (const { operator, target, hereDocument } of redirects) {
    if (hereDocument) cuts.push({ start: hereDocument.bodyStart, end: hereDocument.bodyEnd, put: `${HIDDEN}\n` })
    else if (operator === "<<<" && target) cuts.push(...whole(target))
  }
  const texts = words.map(({ start, end }) => text.slice(start, end))
  const names = new Set(texts.map((word) => word.slice(word.lastIndexOf("/") + 1)))
  const short = SHORT.filter(
    ({ programs, verbs }) => any(programs, names) && (verbs === undefined || any(verbs, names)),
  )
  const letters = short.map(({ options }) => options).join("")
  const runs = [...names].some((name) => SHELLS.test(name))
  words.forEach((word, index) => {
    const shown = texts[index]!
    const at = argumentOf(shown, letters)
    if (at === shown.length) cuts.push(...words.slice(index + 1, index + 2).flatMap(whole))
    else if (at !== undefined) cuts.push(...whole({ ...word, start: word.start + at }))
    else if (runs && depth < 3 && /^(['"])[\s\S]*\1$/.test(shown))
      cuts.push({ ...word, put: shown[0]! + hide(shown.slice(1, -1), depth + 1) + shown[0]! })
  })
}

const any = (list: string, names: ReadonlySet<string>): boolean => list.split(" ").some((name) => names.has(name))

/** A value is data; one that runs commands is kept for their sake. */
const whole = (piece: Piece): readonly Cut[] =>
  piece.substitutions?.length || piece.end === piece.start ? [] : [{ start: piece.start, end: piece.end, put: HIDDEN }]

const valuesOf = ({ value, elements }: AssignmentSyntax): readonly Cut[] => [
  ...(value ? whole(value) : []),
  ...(elements ?? []).flatMap(whole),
]

/** Where the private part of a word begins; its length where that is the next word; undefined where it has none. */
function argumentOf(word: string, letters: string): number | undefined {
  const named = /^(--?)?([A-Za-z_][\w.-]*)\+?=/.exec(word)
  if (named) {
    // Without dashes it is a variable's value, or a setting's.
    const variable = named[1] === undefined && !named[2]!.includes(".")
    return variable || PRIVATE.test(named[2]!) ? named[0].length : undefined
  }
  if (/^--[a-z][\w-]*$/i.test(word)) return PRIVATE.test(word) ? word.length : undefined
  const cluster = /^-([A-Za-z]+)/.exec(word)?.[1] ?? ""
  const position = [...cluster].findIndex((letter) => letters.includes(letter))
  return position < 0 ? undefined : position + 2
}
