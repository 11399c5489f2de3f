/** @ringfence/opencode: the host. Tools, permissions and sessions in opencode's manner. */
export { Audit } from "./audit/index.ts"
export { Global } from "./global/index.ts"
export { Storage } from "./storage/index.ts"
export { Instance } from "./instance/index.ts"
export { Project } from "./project/index.ts"
export { Session } from "./session/index.ts"
export { Worktree } from "./worktree/index.ts"
