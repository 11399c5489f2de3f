/**
 * The process in a sandbox that spawns git for a host outside. It judges every request itself, and holds it within
 * bounds: nothing that a client declares loosens either.
 */
export * as ShimServer from "."

import * as NodeSocket from "@effect/platform-node/NodeSocket"
import { Deferred, Effect, Layer, Schema, Stream, type Scope } from "effect"
import * as NetAddress from "effect/net/NetAddress"
import { RpcSerialization, RpcServer } from "effect/rpc"
import type * as Socket from "effect/socket/Socket"
import * as SocketServer from "effect/socket/SocketServer"
import type { Server } from "node:net"
import type { Duplex } from "node:stream"
import { Exec } from "../exec/index.ts"
import { Protocol } from "../protocol/index.ts"
import { joined } from "../protocol/joined.ts"
import { greet } from "./greet.ts"
import { listenOnFile, listenOnPort } from "./listen.ts"

/** Where it is asked. */
export type Entrance =
  /** A socket file that only its owner can use. */
  | { readonly kind: "unix"; readonly path: string }
  /** On the loopback device, with a token; port 0 takes any that is free. */
  | { readonly kind: "tcp"; readonly port: number; readonly token: string }
  /** One client, who started this process. */
  | { readonly kind: "stdio"; readonly input: NodeJS.ReadableStream; readonly output: NodeJS.WritableStream }

/** Nothing could be listened on. */
export class NotListening extends Schema.TaggedError<NotListening>()("ShimServer.NotListening", {
  message: Schema.String,
}) {}

/** A server that is there. */
export interface Serving {
  /** What a client connects to: the path, or `127.0.0.1:<port>`; "stdio". */
  readonly address: string
  /** The port, where there is one. */
  readonly port?: number
  /** Comes to an end with the only client, where there is but one; never by itself otherwise. */
  readonly over: Effect.Effect<void>
}

/** Connections at a time. Each costs memory; one is enough for a host, and one for each stream it reads. */
const MOST = 256

/** Serves until the scope is closed: then no request is taken any more, and every git that runs is ended. */
export const serve = Effect.fn("ShimServer.serve")(function* (
  workspace: Exec.Workspace,
  entrance: Entrance,
): Effect.fn.Return<Serving, Exec.Unusable | NotListening, Scope.Scope> {
  const runner = yield* Exec.make(workspace)
  const over = yield* Deferred.make<void>()
  const opened = yield* open(entrance, over)
  const running = new Map<string, Deferred.Deferred<void>>()
  const handlers = Protocol.Calls.toLayer({
    Exec: ({ key, ...request }) =>
      Stream.unwrap(
        Effect.gen(function* () {
          const done = yield* Deferred.make<void>()
          running.set(key, done)
          // Registered first, so that it runs last: git is gone then.
          yield* Effect.addFinalizer(() => {
            running.delete(key)
            return Deferred.succeed(done, undefined)
          })
          return runner.stream(request)
        }),
      ),
    Over: ({ key }) => {
      const done = running.get(key)
      return done === undefined ? Effect.void : Deferred.await(done)
    },
  })
  const server = RpcServer.layer(Protocol.Calls, { disableTracing: true, disableFatalDefects: true }).pipe(
    Layer.provide(handlers),
    Layer.provide(RpcServer.layerProtocolSocketServer),
    Layer.provide(Layer.succeed(RpcSerialization.RpcSerialization, Protocol.serialization("server"))),
    Layer.provide(Layer.succeed(SocketServer.SocketServer, opened.sockets)),
  )
  yield* Layer.build(server)
  return { ...opened.place, over: Deferred.await(over) }
})

interface Opened {
  readonly sockets: SocketServer.SocketServer["Service"]
  readonly place: Omit<Serving, "over">
}

const open = Effect.fnUntraced(function* (
  entrance: Entrance,
  over: Deferred.Deferred<void>,
): Effect.fn.Return<Opened, NotListening, Scope.Scope> {
  if (entrance.kind === "stdio") {
    const { input, output } = entrance
    const stream = joined(input, output)
    const accept = (take: (stream: Duplex) => void): (() => void) => {
      stream.on("close", () => Deferred.doneUnsafe(over, Effect.void))
      take(stream)
      return () => stream.destroy()
    }
    return { sockets: sockets(NetAddress.unixPathAddress("-"), undefined, accept), place: { address: "stdio" } }
  }
  const server = yield* Effect.acquireRelease(
    Effect.tryPromise({
      try: () => (entrance.kind === "unix" ? listenOnFile(entrance.path) : listenOnPort(entrance.port)),
      catch: (error) =>
        new NotListening({ message: error instanceof Error ? error.message : `nothing can be listened on: ${error}` }),
    }),
    (server) => Effect.callback<void>((resume) => void server.close(() => resume(Effect.void))),
  )
  server.maxConnections = MOST
  const token = entrance.kind === "tcp" ? entrance.token : undefined
  if (entrance.kind === "unix")
    return {
      sockets: sockets(NetAddress.unixPathAddress(entrance.path), token, acceptFrom(server)),
      place: { address: entrance.path },
    }
  const found = server.address()
  const port = typeof found === "object" && found !== null ? found.port : entrance.port
  return {
    sockets: sockets(NetAddress.unixPathAddress(`127.0.0.1:${port}`), token, acceptFrom(server)),
    place: { address: `127.0.0.1:${port}`, port },
  }
})

const acceptFrom =
  (server: Server) =>
  (take: (stream: Duplex) => void): (() => void) => {
    const open = new Set<Duplex>()
    server.on("connection", (stream) => {
      open.add(stream)
      stream.on("close", () => open.delete(stream))
      take(stream)
    })
    return () => {
      for (const stream of open) stream.destroy()
    }
  }

/** Connections as effect/rpc wants them, of those who have greeted. */
function sockets(
  address: NetAddress.SocketAddress,
  token: string | undefined,
  accept: (take: (stream: Duplex) => void) => () => void,
): SocketServer.SocketServer["Service"] {
  return SocketServer.SocketServer.of({
    address,
    run: Effect.fnUntraced(function* <R, E, A>(handler: (socket: Socket.Socket) => Effect.Effect<A, E, R>) {
      const context = yield* Effect.context<R>()
      return yield* Effect.callback<never>(() => {
        const close = accept((stream) => {
          stream.setMaxListeners(0)
          stream.on("error", () => {})
          void greet(stream, token).then((welcome) => {
            if (!welcome) return
            const socket = Effect.acquireRelease(Effect.succeed(stream), (taken) => Effect.sync(() => taken.destroy()))
            NodeSocket.fromDuplex(socket).pipe(Effect.flatMap(handler), Effect.ignoreCause, Effect.runForkWith(context))
          })
        })
        return Effect.sync(close)
      })
    }),
  })
}
