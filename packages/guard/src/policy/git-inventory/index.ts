/**
 * The inventory: which git commands may run in a workspace, whoever asks. A policy over argv, not over effects: what
 * is not admitted is refused, by git's own reading of options.
 */
import { ADMITTED, type Admitted } from "./admitted.ts"
import { ALLOWED, REACHING, settingsIn } from "./environment.ts"
import { isInside, type Bounds } from "./place.ts"
import { argument, leadingOption, notAdmitted, outside, variable, type Refusal } from "./refusal.ts"
import { judgeSetting, type Terms } from "./setting.ts"
import { SETTINGS, type SettingTable } from "./settings.ts"
import { judgeWords } from "./words.ts"
import { known, type Word } from "../../shell/value.ts"

export { argument, denial, outside, type Refusal } from "./refusal.ts"
export { type Bounds } from "./place.ts"

/** The tables the policy goes by. Tests put others in and see which cases notice. */
export interface Inventory {
  readonly admitted: Readonly<Record<string, Admitted>>
  readonly settings: SettingTable
  /** Variables that a request may set. */
  readonly allowed: ReadonlySet<string>
  /** Variables that must not be there already. */
  readonly reaching: ReadonlySet<string>
}

export const INVENTORY: Inventory = { admitted: ADMITTED, settings: SETTINGS, allowed: ALLOWED, reaching: REACHING }

/** Words of a request, which are all known. */
export const wordsOf = (argv: readonly string[]): readonly Word[] =>
  argv.map((text) => ({ value: known(text), text, span: { start: 0, end: 0 }, splits: false }))

/** Judges the words behind `git`, from the subcommand on. */
export function judgeArgv(argv: readonly string[], bounds: Bounds, inventory: Inventory): Refusal | undefined {
  const [name, ...rest] = argv
  const admitted = Object.keys(inventory.admitted)
  if (argv.some((word) => word.includes("\0")))
    return argument("an argument with a NUL in it", "no program can be given one", "leave it out")
  if (name?.startsWith("-")) return leadingOption(name)
  if (name === undefined || !admitted.includes(name)) return notAdmitted(name, admitted)
  if (!isInside(bounds, bounds.cwd)) return outside(`the directory ${bounds.cwd}`, bounds.root)
  return judgeWords(name, inventory.admitted[name]!, wordsOf(rest), { bounds, settings: inventory.settings })
}

/** Judges variables that a request sets: those that are not on the list of allowed ones are refused. */
export function judgeRequested(names: readonly string[], inventory: Inventory): Refusal | undefined {
  const strange = names.find((name) => !inventory.allowed.has(name))
  return strange === undefined
    ? undefined
    : variable(strange, "only variables that reach no program and no other place may be set")
}

/** Judges variables that are there already: those that reach a program or another repository are refused. */
export function judgeInherited(
  env: Readonly<Record<string, string | undefined>>,
  bounds: Bounds,
  inventory: Inventory,
): Refusal | undefined {
  const strange = [...inventory.reaching].find((name) => env[name] !== undefined)
  if (strange !== undefined) return variable(strange, "it leads git to a program or to another repository")
  const terms: Terms = { bounds, settings: inventory.settings }
  const setting = settingsIn(env).find(({ from, key, value }) => judgeSetting(from, key, value, terms))
  return setting && variable(setting.from, `it sets ${setting.key}, which leads git to a program or another place`)
}
