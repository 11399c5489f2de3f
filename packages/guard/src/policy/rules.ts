/** The rules of isolated-git and the words around them, for a second line that refuses in the same words. */
export { isolatedGit as isolatedGitRules } from "./isolated-git/index.ts"
export { SHARED } from "./message.ts"
