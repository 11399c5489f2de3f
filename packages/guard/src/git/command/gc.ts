import type { Effect } from "../effect.ts"
import { keepsGrace } from "../expiry.ts"
import { optionTable } from "../options.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import { writeTo } from "../writer/target.ts"
import { known, type Value } from "../../shell/value.ts"
import type { State } from "../../state/state.ts"

const options = optionTable([
  "-q --quiet",
  "--prune[=<date>]",
  "--cruft",
  "--max-cruft-size <n>",
  "--aggressive",
  "--auto",
  "--detach",
  "--force",
  "--keep-largest-pack",
  "--expire-to <dir>",
])

function effects(invocation: Invocation, state: State): readonly Effect[] {
  const { options, path } = invocation
  const prune = options.uses.findLast(({ name }) => name === "prune")
  const folder = options.value("expire-to")
  return [
    ...housekeepingLoss(invocation, prune?.negated ? known("never") : prune?.value?.value),
    ...(folder ? writeTo(path(folder), state) : []),
  ]
}

/** What `gc` throws away: unreachable objects by `date`, the rest as the configuration (`-c` above all) says. */
export function housekeepingLoss({ repository, site }: Invocation, date?: Value): readonly Effect[] {
  const expires = (key: string): boolean => {
    const configured = repository?.config.get(key)
    return configured !== undefined && !keepsGrace(known(configured))
  }
  const objects = date ? !keepsGrace(date) : expires("gc.pruneexpire")
  const reflogs = expires("gc.reflogexpire") || expires("gc.reflogexpireunreachable")
  return [
    ...(objects ? [{ kind: "objectLoss", site, what: "unreachable objects" } as const] : []),
    ...(reflogs ? [{ kind: "objectLoss", site, what: "reflog" } as const] : []),
    ...(expires("gc.worktreepruneexpire") ? [{ kind: "registry", site, action: "prune" } as const] : []),
  ]
}

/** Housekeeping: harmless with git's own grace, since others can still recover what they lost. */
export const gc: SubcommandSpec = {
  name: "gc",
  options,
  effects,
  get examples() {
    return (require("./cases/gc.ts") as typeof import("./cases/gc.ts")).gcExamples
  },
}
