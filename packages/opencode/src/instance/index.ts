/** The directory that tools work for: of one session, never that of a command. */
export * as Instance from "."

import { realpathSync } from "node:fs"
import { resolve } from "node:path"
import { Context, Effect, Schema } from "effect"
import { Git } from "../git/index.ts"
import { Project } from "../project/index.ts"

/** A directory that nothing can be done in. */
export class Unusable extends Schema.TaggedError<Unusable>()("Instance.Unusable", {
  directory: Schema.String,
  message: Schema.String,
}) {}

export interface Interface {
  /** The real path: symbolic links are followed. */
  readonly directory: string
  /** The top of the worktree it lies in; the directory itself outside a repository. */
  readonly worktree: string
  readonly project: Project.Info
}

export class Service extends Context.Service<Service, Interface>()("@ringfence/opencode/Instance") {}

/**
 * The instance of a directory, which may be spelled through symbolic links.
 *
 * @param directory absolute, or relative to this process's own
 */
export const of = Effect.fn("Instance.of")(function* (
  directory: string,
): Effect.fn.Return<Interface, Unusable | Git.Failed> {
  const real = realOf(directory)
  if (real === undefined || !Git.isDirectory(real)) {
    const message = `${resolve(directory)} is no folder that can be opened. Name one that is there.`
    return yield* new Unusable({ directory, message })
  }
  const project = yield* Project.of(real)
  return { directory: real, worktree: project.worktree ?? real, project }
})

/** Runs an effect in the instance of a directory. Fails as `of` does. */
export const provide =
  (directory: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | Unusable | Git.Failed, Exclude<R, Service>> =>
    Effect.provideServiceEffect(effect, Service, of(directory))

function realOf(directory: string): string | undefined {
  try {
    return realpathSync(directory)
  } catch {
    return undefined
  }
}
