/** Runs git in this process. The inventory is the same as in a sandbox, so that what would fail there fails here. */
export * as LocalGitRunner from "."

import { Layer } from "effect"
import { Exec } from "../exec/index.ts"
import { GitRunner } from "../runner/index.ts"

/** A runner for a workspace. With the root "/" requests are confined to no folder, but to the inventory all the same. */
export const layer = (workspace: Exec.Workspace): Layer.Layer<GitRunner.Service, Exec.Unusable> =>
  Layer.effect(GitRunner.Service, Exec.make(workspace))
