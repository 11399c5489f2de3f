/**
 * The second line: git itself refuses what slipped past the text. One folder in the worktree's own git directory holds a
 * `git` in front of git and a set of hooks; both are delivered by environment, so that nothing else is touched.
 */
export * as Fence from "."

export { folderOf } from "./folder.ts"
export { lift, prepare, release, type Prepared, type Request } from "./prepare.ts"
export { remove, status, switchOff, switchOn, type Status } from "./status.ts"
