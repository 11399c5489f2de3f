/** One setting of git's configuration, wherever it stands. */
import { judgeAddress } from "./address.ts"
import { isBoolean } from "./environment.ts"
import { isInside, topOf, type Bounds } from "./place.ts"
import { argument, outside, type Refusal } from "./refusal.ts"
import { settingKind, subsectionOf, type SettingTable } from "./settings.ts"

/** What requests are judged by. */
export interface Terms {
  readonly bounds: Bounds
  readonly settings: SettingTable
}

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
    case "file":
      return value.startsWith("~") || !isInside(bounds, value, { base: topOf(bounds) })
        ? outside(`${what} ${value}`, bounds.root)
        : undefined
    case "address":
      return judgeAddress(`${what} ${value}`, value, "remote", bounds)
    case "address in the key":
      return judgeAddress(what, subsectionOf(key), "remote", bounds)
    case undefined:
      return undefined
  }
}
