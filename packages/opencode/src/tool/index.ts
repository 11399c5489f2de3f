/** The tools of a session, and what they are made of. */
export * as BashTool from "./bash.ts"
export * as IsolatedGit from "./isolated-git-guard.ts"
export * as SessionTool from "./session.ts"
export * as Tool from "./tool.ts"
export { Shell } from "./shell/index.ts"
export { Scan } from "./scan/index.ts"
