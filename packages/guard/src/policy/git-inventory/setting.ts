/** One setting of git's configuration, wherever it stands. */
import { judgeAddress } from "./address.ts"
import { parseBoolean } from "../../state/gitconfig-file.ts"
import { isBoolean } from "./environment.ts"
import { isInside, topOf, type Bounds } from "./place.ts"
import { argument, outside, type Refusal } from "./refusal.ts"
import { settingKind, subsectionOf, type SettingTable } from "./settings.ts"

/** What requests are judged by. */
export interface Terms {
  readonly bounds: Bounds
  readonly settings: SettingTable
}

/** git's own strategies. */
const STRATEGIES = new Set(["ort", "recursive", "resolve", "octopus", "ours", "subtree"])

/** Options of a merge that start nothing and name nothing. */
const MERGE_OPTIONS: ReadonlySet<string> = new Set([
  ...["--ff", "--no-ff", "--ff-only", "--commit", "--no-commit", "--squash", "--no-squash", "--no-edit"],
  ...["--log", "--no-log", "--stat", "--no-stat", "--summary", "--no-summary", "--signoff", "--no-signoff"],
])

const wordsIn = (value: string): readonly string[] => value.split(/\s+/).filter((word) => word !== "")

/** A merge strategy that is none of git's is a program. */
export const judgeStrategy = (what: string, strategy: string): Refusal | undefined =>
  STRATEGIES.has(strategy)
    ? undefined
    : argument(what, `git would run a program git-merge-${strategy}`, `use one of ${[...STRATEGIES].join(", ")}`)

/** Interactively is with an editor. */
export const judgeRebaseMode = (what: string, mode: string): Refusal | undefined =>
  mode === "interactive" || mode === "i" ? argument(what, "it starts an editor", "rebase without it") : undefined

const HARMLESS = "leave it as it is: programs are named outside the workspace"

/** Whether the setting may be made. `what` is what would make it. */
export function judgeSetting(what: string, key: string, value: string, terms: Terms): Refusal | undefined {
  const { bounds, settings } = terms
  const program = (is: boolean): Refusal | undefined =>
    is ? argument(what, "the setting decides which program git runs", HARMLESS) : undefined
  switch (settingKind(key, settings)) {
    case "program":
      return program(true)
    case "switch or program":
      return program(!isBoolean(value))
    case "word or program":
      return program(value.startsWith("!"))
    case "transport":
      return program(value !== "never")
    case "off":
      return parseBoolean(value) === false
        ? undefined
        : argument(what, "git goes by whatever addresses a repository names then", "leave it off")
    case "rebase mode":
      return judgeRebaseMode(what, value)
    case "strategies":
      return wordsIn(value)
        .map((each) => judgeStrategy(what, each))
        .find((refused) => refused)
    case "merge options":
      return program(!wordsIn(value).every((each) => MERGE_OPTIONS.has(each)))
    case "file":
      return value.startsWith("~") || !isInside(bounds, value, { base: topOf(bounds) })
        ? outside(`${what} ${value}`, bounds.root)
        : undefined
    case "address":
      return judgeAddress(`${what} ${value}`, value, "remote", bounds)
    case "addresses":
      return wordsIn(value)
        .map((each) => judgeAddress(`${what} ${each}`, each, "remote", bounds))
        .find((refused) => refused)
    case "address in the key":
      return judgeAddress(what, subsectionOf(key), "remote", bounds)
    case undefined:
      return undefined
  }
}
