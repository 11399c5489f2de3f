/** The words behind an admitted subcommand: options that reach execution, and everything that names a place. */
import { readConfig, type ConfigReading } from "../../git/command/config.ts"
import { parseOptions, type Parsed } from "../../git/options.ts"
import { textOf, type Word } from "../../shell/value.ts"
import { judgeAddress } from "./address.ts"
import type { Admitted, Kind } from "./admitted.ts"
import { isGitsOwn, namesWorktreeOutside } from "./own.ts"
import { isInside, NOTHING, plainPathspec, topOf, type Bounds } from "./place.ts"
import { argument, outside, type Refusal } from "./refusal.ts"
import { judgeRebaseMode, judgeSetting, judgeStrategy, type Terms } from "./setting.ts"
import { namesAddresses, sectionOf, subsectionOf } from "./settings.ts"

/** The first thing about the words that is not permitted. `name` is the subcommand with its verb. */
export function judgeWords(name: string, row: Admitted, words: readonly Word[], terms: Terms): Refusal | undefined {
  const start = textOf(words[0]?.value) ?? ""
  if ((words.length === 1 && start === "-h") || row.quotes?.includes(start)) return undefined
  const parsed = parseOptions(row.options, words)
  const refused = judgeOptions(name, row, parsed, terms) ?? judgeOperands(name, row, parsed, terms)
  if (refused) return refused
  if (row.verbs) return judgeVerb(name, row.verbs, parsed, terms)
  return row.writesSettings ? judgeConfig(name, row, readConfig(parsed), terms) : undefined
}

function judgeVerb(name: string, verbs: Readonly<Record<string, Admitted>>, { operands }: Parsed, terms: Terms) {
  const [verb, ...rest] = operands
  if (!verb) return undefined
  const text = textOf(verb.value) ?? ""
  return Object.hasOwn(verbs, text)
    ? judgeWords(`${name} ${text}`, verbs[text]!, rest, terms)
    : argument(
        `git ${name} ${verb.text}`,
        "it is none of the known ones",
        `use one of ${Object.keys(verbs).join(", ")}`,
      )
}

function judgeOptions(name: string, row: Admitted, parsed: Parsed, terms: Terms): Refusal | undefined {
  const [strange] = parsed.unrecognized
  if (strange) {
    const why = "the option is not known here, or too short to tell which one it is"
    return argument(`git ${name} ${strange.text}`, why, "write the option out in full, or leave it out")
  }
  return firstOf(parsed.uses, (use) => {
    if (use.negated) return undefined
    const option = `${use.name.length > 1 ? "--" : "-"}${use.name}`
    const why = row.refused?.[use.name]
    if (why !== undefined) return argument(`git ${name} ${option}`, why, `leave ${option} out`)
    if (!use.value) return undefined
    const kind = row.values?.[use.name]
    const refused = kind && judgeNamed(`git ${name} ${option}`, kind, use.value, terms)
    return refused ?? judgeAgain(name, row, use.value, terms)
  })
}

/**
 * What looks like an option where a value is expected is judged as one too: not every git takes the next word for the
 * value of every option (`git log --format --output=x` writes x).
 */
function judgeAgain(name: string, row: Admitted, value: Word, terms: Terms): Refusal | undefined {
  const attached = value.text !== textOf(value.value)
  if (attached || !value.text.startsWith("-")) return undefined
  const again = parseOptions(row.options, [value])
  return judgeOptions(name, row, { ...again, unrecognized: [] }, terms)
}

const judgeOperands = (name: string, row: Admitted, parsed: Parsed, terms: Terms): Refusal | undefined =>
  firstOf(row.operands?.(parsed) ?? [], ({ kind, word }) => judgeNamed(`git ${name}`, kind, word, terms))

function judgeNamed(what: string, kind: Kind, word: Word, terms: Terms): Refusal | undefined {
  const { bounds } = terms
  const text = textOf(word.value) ?? ""
  const named = `${what} ${text}`
  const unless = (inside: boolean): Refusal | undefined => (inside ? undefined : outside(named, bounds.root))
  switch (kind) {
    case "file":
      return unless(isInside(bounds, text))
    case "written file":
      return unless(isInside(bounds, text)) ?? judgeWritten(named, isGitsOwn(bounds, text))
    case "worktree":
      return unless(isInside(bounds, text) && !namesWorktreeOutside(bounds, text))
    case "file or input":
      return unless(text === "-" || isInside(bounds, text))
    case "configuration":
      return unless(text === "-" || (text !== NOTHING && isInside(bounds, text)))
    case "pathspec":
    case "revision or path":
      return unless(isPathspecInside(text, bounds))
    case "line range":
      return unless(isPathspecInside(text.slice(text.lastIndexOf(":") + 1), bounds))
    case "remote":
    case "source":
      return judgeAddress(named, text, kind, bounds)
    case "ref file":
      return unless(!text.startsWith("/") && !text.split("/").includes(".."))
    case "strategy":
      return judgeStrategy(named, text)
    case "rebase mode":
      return judgeRebaseMode(named, text)
  }
}

const judgeWritten = (named: string, own: boolean): Refusal | undefined =>
  own
    ? argument(
        named,
        "it lies among git's own files, which decide what git runs and where it reads",
        "name a place outside of `.git`",
      )
    : undefined

function isPathspecInside(pathspec: string, bounds: Bounds): boolean {
  const { path, top } = plainPathspec(pathspec)
  return isInside(bounds, path, { link: true, base: top ? topOf(bounds) : bounds.cwd })
}

function judgeConfig(name: string, row: Admitted, { parsed, write }: ConfigReading, terms: Terms): Refusal | undefined {
  const refused = firstOf(parsed.slice(1), (options) => judgeOptions(name, row, options, terms))
  if (refused || !write) return refused
  for (const scope of ["global", "system"]) {
    if (parsed.some((options) => options.has(scope))) return outside(`git ${name} --${scope}`, terms.bounds.root)
  }
  const file = parsed.map((options) => textOf(options.value("file")?.value)).findLast((text) => text !== undefined)
  const written =
    file === undefined
      ? undefined
      : judgeWritten(`git ${name} --file ${file}`, isGitsOwn(terms.bounds, file, { except: "settings" }))
  if (written) return written
  const key = textOf(write.key) ?? ""
  const value = write.value && textOf(write.value)
  switch (write.action) {
    case "edit":
      return argument(`git ${name} --edit`, "it starts an editor", "set the keys one by one")
    case "renameSection":
      return judgeRenaming(`git ${name}`, key, value ?? "", terms)
    case "set":
    case "add":
      return judgeSetting(`git ${name} ${key}`, key, value ?? "", terms)
    default:
      return undefined
  }
}

/** A section's keys could be written under a name where they are harmless, and moved. */
function judgeRenaming(what: string, from: string, to: string, { settings, bounds }: Terms): Refusal | undefined {
  const section = sectionOf(to)
  if (!Object.hasOwn(settings, section)) return undefined
  const named = `${what} --rename-section ${from} ${to}`
  if (section === sectionOf(from))
    return namesAddresses(section, settings)
      ? judgeAddress(named, subsectionOf(`${to}.*`), "remote", bounds)
      : undefined
  return argument(named, `settings of ${section} can name programs`, "set the keys one by one")
}

/** The first answer that there is. */
function firstOf<T>(items: readonly T[], judge: (item: T) => Refusal | undefined): Refusal | undefined {
  for (const item of items) {
    const refused = judge(item)
    if (refused) return refused
  }
  return undefined
}
