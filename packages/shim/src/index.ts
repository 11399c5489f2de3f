/** @ringfence/shim: git run where it may be run, and nothing but what the inventory admits. */
export { Exec } from "./exec/index.ts"
export { GitRunner } from "./runner/index.ts"
export { LocalGitRunner } from "./local/index.ts"
export { ShimGitRunner } from "./client/index.ts"
