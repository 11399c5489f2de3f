/** git in a sandbox that the environment names, for hosts outside of it. */
import type { ShimGitRunner } from "@ringfence/shim"
import { Effect, Layer } from "effect"
import { Runner } from "./index.ts"

type Env = Readonly<Record<string, string | undefined>>

/**
 * Where git is run instead of in this process: RINGFENCE_SHIM is the path of a socket, or a port of the loopback device
 * with RINGFENCE_SHIM_TOKEN. Undefined where it is not set.
 */
export function addressIn(env: Env): ShimGitRunner.Address | undefined {
  const named = env["RINGFENCE_SHIM"]
  if (!named) return undefined
  if (!/^\d+$/.test(named)) return { kind: "unix", path: named }
  return { kind: "tcp", port: Number(named), token: env["RINGFENCE_SHIM_TOKEN"] ?? "" }
}

/** The runner for that. It connects when it is first asked; nothing of it is loaded where none is named. */
export const layerIn = (env: () => Env): Layer.Layer<never> =>
  Layer.unwrap(
    Effect.suspend(() => {
      const address = addressIn(env())
      if (address === undefined) return Effect.succeed(Layer.empty)
      return Effect.promise(() => import("@ringfence/shim")).pipe(
        Effect.map(({ ShimGitRunner }) => Layer.effect(Runner, ShimGitRunner.make(address))),
      )
    }),
  )
