/** A connection with its RPC client on top. It is used until it breaks; there is no going on with another one. */
import * as NodeSocket from "@effect/platform-node/NodeSocket"
import { Deferred, Effect, Exit, Layer, Schedule, Scope, Semaphore } from "effect"
import { RpcClient, RpcSerialization } from "effect/rpc"
import type { RpcClientError } from "effect/rpc/RpcClientError"
import * as Socket from "effect/socket/Socket"
import { Protocol } from "../protocol/index.ts"
import { open, type Address } from "./connect.ts"

export interface Connection {
  readonly calls: RpcClient.FromGroup<typeof Protocol.Calls, RpcClientError>
  /** Set as soon as it is known to be over. */
  broken: boolean
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

/** Connects; the connection is closed with the scope. */
export const connect = Effect.fnUntraced(function* (
  address: Address,
): Effect.fn.Return<Connection, Error, Scope.Scope> {
  const duplex = yield* Effect.acquireRelease(
    Effect.tryPromise({ try: () => open(address), catch: asError }),
    (stream) => Effect.sync(() => stream.destroy()),
  )
  const ready = yield* Deferred.make<void>()
  const state = { broken: false }
  const hooks = RpcClient.ConnectionHooks.of({
    onConnect: Effect.asVoid(Deferred.succeed(ready, undefined)),
    onDisconnect: Effect.sync(() => void (state.broken = true)),
  })
  const protocol = RpcClient.layerProtocolSocket({ retryPolicy: Schedule.recurs(0) }).pipe(
    Layer.provide(Layer.effect(Socket.Socket, NodeSocket.fromDuplex(Effect.succeed(duplex)))),
    Layer.provide(Layer.succeed(RpcSerialization.RpcSerialization, Protocol.serialization("client"))),
    Layer.provide(Layer.succeed(RpcClient.ConnectionHooks, hooks)),
  )
  const context = yield* Layer.build(protocol)
  const calls = yield* RpcClient.make(Protocol.Calls, { disableTracing: true }).pipe(Effect.provideContext(context))
  yield* Deferred.await(ready)
  return Object.assign(state, { calls })
})

/** One connection for everybody: made when it is first wanted, and anew when it is wanted after it broke. */
export const shared = Effect.fnUntraced(function* (
  address: Address,
): Effect.fn.Return<Effect.Effect<Connection, Error>, never, Scope.Scope> {
  const parent = yield* Effect.scope
  const turn = yield* Semaphore.make(1)
  let current: { readonly connection: Connection; readonly scope: Scope.Closeable } | undefined
  return Effect.suspend(() => {
    if (current !== undefined && !current.connection.broken) return Effect.succeed(current.connection)
    return turn.withPermit(
      Effect.gen(function* () {
        if (current !== undefined && !current.connection.broken) return current.connection
        if (current !== undefined) yield* Scope.close(current.scope, Exit.void)
        current = undefined
        const scope = yield* Scope.fork(parent)
        const connection = yield* connect(address).pipe(
          Scope.provide(scope),
          Effect.onError(() => Scope.close(scope, Exit.void)),
        )
        current = { connection, scope }
        return connection
      }),
    )
  })
})
