/** Where things lie on this machine: one reading of the environment for every service. */
export * as Global from "."

import { dataFolder, userSettingsFile } from "@ringfence/guard/settings"
import { Context, Layer } from "effect"
import { join } from "node:path"

export interface Path {
  /** `<data>`: everything that Ringfence keeps. */
  readonly data: string
  /** `<data>/worktree`: the isolated worktrees, one folder a project. */
  readonly worktree: string
  /** The user's configuration file, which may not exist. */
  readonly config: string
  /** `<data>/output`: the whole of outputs that were cut. */
  readonly output: string
}

/**
 * The paths that an environment leads to.
 *
 * @param env one variable by name; RINGFENCE_DATA, RINGFENCE_CONFIG, XDG_* and HOME count.
 */
export function pathOf(env: (name: string) => string | undefined): Path {
  const data = dataFolder(env)
  return { data, worktree: join(data, "worktree"), config: userSettingsFile(env), output: join(data, "output") }
}

export interface Interface {
  readonly path: Path
}

export class Service extends Context.Service<Service, Interface>()("@ringfence/opencode/Global") {}

/** The paths of this process's environment. */
export const layer: Layer.Layer<Service> = Layer.sync(Service, () =>
  Service.of({ path: pathOf((name) => process.env[name]) }),
)

/** The paths of another environment: of a command to be run, or of a test. */
export const layerOf = (env: (name: string) => string | undefined): Layer.Layer<Service> =>
  Layer.succeed(Service, Service.of({ path: pathOf(env) }))
