/** What tests of other packages need of the inventory's. */
export { leading, paths, programs, settings, subcommands, transports, type Case } from "./cases.ts"
export { reports } from "./reports.ts"
export { copyWorkspace, type Workspace } from "./workspace.ts"
