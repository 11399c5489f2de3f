/** @ringfence/guard: command text in, verdict out. */
import type * as InventoryModule from "./inventory.ts"

/** Whether a process that spawns git may spawn this: `admit` of `inventory.ts`, loaded where it is first asked. */
export const admit: typeof InventoryModule.admit = (request, inventory) =>
  (require("./inventory.ts") as typeof InventoryModule).admit(request, inventory)

export {
  Guard,
  type ArgvRequest,
  type CheckRequest,
  type Examination,
  type Explanation,
  type PathRequest,
  type Session,
} from "./guard.ts"
export type { GitRequest } from "./inventory.ts"
export { abandonRoot, adoptRoot } from "./state/adopted.ts"
export { appendBorn, bornIn, dropBorn, writeRecord } from "./state/record.ts"
export { patchedFiles, type PatchedFile, type TextEdit } from "./git/writer/patch.ts"
export { GrammarMissing, loadShell } from "./shell/reader.ts"
export { redacted, withoutSecrets } from "./shell/redacted.ts"
export { refsThere, standingOf, type Standing } from "./state/standing.ts"
export { liftableCodes } from "./policy/codes.ts"
export { commandLine } from "./policy/message.ts"
export type { Invocation } from "./git/spec.ts"
export type { Effect, Site } from "./git/effect.ts"
export type { Remedy, Rule, Stake } from "./policy/rule.ts"
export type { PolicyName, Verdict } from "./policy/verdict.ts"
export { resolvePath } from "./shell/path.ts"
export { directoriesOf, type Command, type Directory, type Move, type Place, type Program } from "./shell/program.ts"
export { known, showValue, textOf, textsOf, type Value, type Word } from "./shell/value.ts"
export { read as readOptions, rules as optionRules } from "./shell/wrapper/options.ts"
export type { Files } from "./state/state.ts"
