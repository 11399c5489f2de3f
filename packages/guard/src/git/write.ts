/** Plain writes that a git command makes to a path it is given. */
import type { Value } from "../shell/value.ts"
import type { State } from "../state/state.ts"
import type { WorktreeWrite } from "./effect.ts"

/** A file is written at an absolute path; it lands in whatever worktree owns that path. */
export function fileWrite(state: State, path: Value): WorktreeWrite {
  return { kind: "worktree", site: state.siteOf(path), what: "files", path, destructive: false }
}
