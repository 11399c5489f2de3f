import type { ConfigWrite, Effect } from "../effect.ts"
import { allow, deny } from "../example.ts"
import { optionTable, parseOptions } from "../options.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import { writeTo } from "../writer/target.ts"
import { known, textOf, unknown } from "../../shell/value.ts"
import type { State } from "../../state/state.ts"
import { housekeepingLoss } from "./gc.ts"

const options = optionTable([], { stopAtOperand: true })

const TABLES = {
  register: optionTable(["--config-file <file>"]),
  unregister: optionTable(["--config-file <file>", "-f --force"]),
}

function effects(invocation: Invocation, state: State): readonly Effect[] {
  const [first, ...rest] = invocation.operands
  switch (textOf(first?.value)) {
    case "run":
      return housekeepingLoss(invocation)
    case "start":
      return [...registration(invocation, state, "add", undefined), ...repositoryKeys(invocation)]
    case "register": {
      const file = parseOptions(TABLES.register, rest).value("config-file")
      return [...registration(invocation, state, "add", file && invocation.path(file)), ...repositoryKeys(invocation)]
    }
    case "unregister": {
      const file = parseOptions(TABLES.unregister, rest).value("config-file")
      return registration(invocation, state, "unset", file && invocation.path(file))
    }
    default:
      return []
  }
}

/** The list of repositories that the scheduler visits stands in the person's own configuration. */
function registration(
  { site, repository }: Invocation,
  state: State,
  action: "add" | "unset",
  file: ConfigWrite["file"],
): readonly Effect[] {
  const top = repository?.worktree ?? repository?.commonDir
  const write: ConfigWrite = {
    kind: "config",
    site,
    scope: file ? "file" : "global",
    action,
    key: known("maintenance.repo"),
    value: top === undefined ? unknown("this repository") : known(top),
    ...(file ? { file } : {}),
  }
  return file ? [write, ...writeTo(file, state)] : [write]
}

/** Registering turns automatic housekeeping off for the repository, and gives it a strategy where it has none. */
function repositoryKeys({ site, repository }: Invocation): readonly Effect[] {
  const set = (key: string, value: string): Effect => {
    return { kind: "config", site, scope: "shared", action: "set", key: known(key), value: known(value) }
  }
  const strategy = repository?.config.get("maintenance.strategy") === undefined
  return [set("maintenance.auto", "false"), ...(strategy ? [set("maintenance.strategy", "incremental")] : [])]
}

/** Housekeeping in the background. */
export const maintenance: SubcommandSpec = {
  name: "maintenance",
  options,
  effects,
  examples: [
    allow("git maintenance run", "housekeeping with git's own grace"),
    allow("git maintenance run --auto --quiet", "housekeeping"),
    allow("git maintenance run --task=gc --task=commit-graph", "housekeeping"),
    deny("object-loss", "git -c gc.pruneExpire=now maintenance run --task=gc", "what others could still recover"),
    deny("object-loss", "git -c gc.reflogExpire=now maintenance run --task=gc", "everybody's reflogs"),
    deny("shared-config", "git maintenance register", "writes the shared and the person's configuration"),
    deny("shared-config", "git maintenance start", "registers, and sets a schedule up", {
      notRun: "it would write the schedule of this machine",
    }),
    deny("shared-config", "git maintenance unregister --force", "takes the repository off the person's list", {
      given: 'git config --global --add maintenance.repo "$(git rev-parse --show-toplevel)"',
    }),
  ],
}
