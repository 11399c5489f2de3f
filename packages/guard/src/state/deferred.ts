/**
 * A State that is looked up when it is first asked for. Most texts read nothing and write nothing that could be
 * anybody's, and a verdict on them needs no look at the disk.
 */
import type { State } from "./state.ts"

export interface Deferred {
  readonly state: State
  /** The state that was looked up; undefined where nothing asked for it. */
  used(): State | undefined
}

/** Defers `lookUp`. What the caller knows without it (`given`) is answered at once. */
export function deferred(given: Pick<State, "env" | "fenced" | "lifted">, lookUp: () => State): Deferred {
  let real: State | undefined
  const look = (): State => (real ??= lookUp())
  const state: State = {
    ...given,
    get own() {
      return look().own
    },
    get files() {
      return look().files
    },
    get checkout() {
      return look().checkout
    },
    get home() {
      return look().home
    },
    get initial() {
      return look().initial
    },
    get identity() {
      return look().identity
    },
    get off() {
      return look().off
    },
    get problems() {
      return look().problems
    },
    repositoryAt: (where) => look().repositoryAt(where),
    siteOf: (path, options) => look().siteOf(path, options),
    after: (effects) => look().after(effects),
    withFiles: (files) => look().withFiles(files),
  }
  return { state, used: () => real }
}
