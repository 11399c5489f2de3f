/** The codes of the built-in rules, for hosts that lift one of them for a session. */
import { isolatedGit } from "./isolated-git/index.ts"
import { persistentCd } from "./persistent-cd.ts"
import { self } from "./self/index.ts"

/** Never lifted: a session that could grant could lift everything else by itself. */
const NEVER_LIFTED = "self/grant"

/** Every code that can be lifted, such as "isolated-git/merge". */
export const liftableCodes: readonly string[] = [...isolatedGit, ...self, persistentCd]
  .map((rule) => rule.code)
  .filter((code) => code !== NEVER_LIFTED)
