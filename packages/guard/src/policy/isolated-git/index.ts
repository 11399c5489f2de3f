/** The isolated-git policy: what one worktree may not do to what it does not own. The first rule that refuses decides. */
import type { Rule } from "../rule.ts"
import { sharedConfig } from "./config.ts"
import { foreignWorktree } from "./foreign-worktree.ts"
import { detachHead, switchBranch } from "./head.ts"
import { merge, rebase } from "./integration.ts"
import { foreignBranch, foreignTag, refWrite } from "./local-refs.ts"
import { foreignRemoteBranch } from "./remote-refs.ts"
import { foreignStash, objectLoss, worktreeRegistry } from "./shared.ts"
import { unreadableOperand } from "./unreadable.ts"

export const isolatedGit: readonly Rule[] = [
  rebase,
  merge,
  worktreeRegistry,
  foreignWorktree,
  foreignBranch,
  switchBranch,
  detachHead,
  foreignTag,
  refWrite,
  foreignRemoteBranch,
  foreignStash,
  sharedConfig,
  objectLoss,
  unreadableOperand,
]
