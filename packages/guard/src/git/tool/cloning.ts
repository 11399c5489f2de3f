/** Clones that other programs make: a new folder, and a repository in it. */
import { resolvePath } from "../../shell/path.ts"
import { known, textOf } from "../../shell/value.ts"
import type { Effect } from "../effect.ts"
import type { Call } from "./rows.ts"

/** `clone <url or name> [<folder>]`, the folder being named after what is cloned. */
export function clones({ operands, command, state }: Call): readonly Effect[] {
  const [url, folder] = operands
  if (!url) return []
  const named = textOf(url.value)
    ?.replace(/\/+$/, "")
    .replace(/\.git$/, "")
    .split(/[/:]/)
    .at(-1)
  const path = resolvePath(command.directory, folder?.value ?? known(named ?? "."))
  return [
    { kind: "worktree", site: state.siteOf(path), what: "files", path, destructive: false },
    { kind: "repository", path },
  ]
}
