/** scalar: git's own manager of large clones. It configures the repository it is given for every worktree of it. */
import { resolvePath } from "../../shell/path.ts"
import { known, textOf, type Value } from "../../shell/value.ts"
import type { Effect } from "../effect.ts"
import { allow, deny } from "../example.ts"
import { clones } from "./cloning.ts"
import { absent, row, tool, type Call } from "./rows.ts"

const enlistment = ({ operands, command }: Call, index = 0): Value =>
  resolvePath(command.directory, operands[index]?.value ?? known("."))

/** Recommended settings, set where they are unset. */
function configures(call: Call, index = 0): readonly Effect[] {
  const path = textOf(enlistment(call, index))
  const repository = path === undefined ? undefined : call.state.repositoryAt({ directory: { kind: "at", path } })
  if (!repository) return []
  const { site } = repository
  return [{ kind: "config", site, scope: "shared", action: "set", key: known("fetch.writeCommitGraph") }]
}

function deletes(call: Call): readonly Effect[] {
  const path = enlistment(call)
  return [{ kind: "worktree", site: call.state.siteOf(path), what: "files", path, destructive: true }]
}

export const scalar = tool({
  names: ["scalar"],
  globals: ["-C <directory>", "-c <setting>"],
  directory: "C",
  rows: [
    row("clone", ["-b --branch <branch>", "--full-clone", "--single-branch", "--no-src", "--no-tags"], clones),
    row("register | unregister", ["--no-maintenance"], (call) => configures(call)),
    row("reconfigure", ["-a --all", "--maintenance <how>"], (call) => configures(call)),
    row("run", [], (call) =>
      ["all", "config"].includes(textOf(call.operands[0]?.value) ?? "") ? configures(call, 1) : [],
    ),
    row("delete", [], deletes),
  ],
  examples: absent("scalar", [
    allow("scalar list", "lists"),
    allow("scalar clone https://example.invalid/big.git", "a new folder in the own worktree"),
    allow("scalar run fetch", "fetches objects"),
    allow("git init -q fixture && scalar register fixture", "a new repository"),
    deny("shared-config", "scalar register", "configures the shared repository"),
    deny("shared-config", "scalar -C ../main reconfigure", "configures the shared repository"),
    deny("foreign-worktree", "scalar delete ../main", "deletes the main checkout"),
    deny("foreign-worktree", "scalar clone ../origin.git ../sib/big", "a folder in the sibling's worktree"),
  ]),
})
