import type { Effect } from "../effect.ts"
import { optionTable } from "../options.ts"
import { tagRef } from "../refs.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"

const options = optionTable([
  "-l --list",
  "-n[<n>]",
  "-d --delete!",
  "-v --verify!",
  "-a --annotate",
  "-m --message <message>",
  "-F --file <file>",
  "--trailer <trailer>",
  "-e --edit",
  "-s --sign",
  "--cleanup <mode>",
  "-u --local-user <key-id>",
  "-f --force",
  "--create-reflog",
  "--column[=<style>]",
  "--contains <commit>",
  "--no-contains <commit>",
  "--with <commit>",
  "--without <commit>",
  "--merged <commit>",
  "--no-merged <commit>",
  "--omit-empty",
  "--sort <key>",
  "--points-at <object>",
  "--format <format>",
  "--color[=<when>]",
  "-i --ignore-case",
])

/** Any of these makes the operands patterns. */
const LISTING = [
  ...["list", "n", "verify", "contains", "no-contains", "with", "without"],
  ...["merged", "no-merged", "points-at"],
]

function effects({ options, operands, site }: Invocation): readonly Effect[] {
  if (options.has("delete")) {
    return operands.map(({ value }) => ({ kind: "ref", site, action: "delete", ref: tagRef(value), forced: true }))
  }
  const name = operands[0]
  if (!name || options.has(...LISTING)) return []
  const forced = options.has("force")
  return [{ kind: "ref", site, action: forced ? "update" : "create", ref: tagRef(name.value), forced }]
}

/** Tags: one namespace that every worktree sees, without the protection that checked-out branches have. */
export const tag: SubcommandSpec = {
  name: "tag",
  options,
  effects,
  get examples() {
    return (require("./cases/tag.ts") as typeof import("./cases/tag.ts")).tagExamples
  },
}
