/** What goes over the wire between a host and the process that spawns git for it: effect/rpc behind a handshake. */
export * as Protocol from "."

import { Schema } from "effect"
import { Rpc, RpcGroup } from "effect/rpc"
import { GitRunner } from "../runner/index.ts"

/** Counts changes that the other side would not understand. */
export const VERSION = 1

/** Names a request in the questions that follow it; whoever asks makes it up. */
const Key = Schema.String

/** Runs git. */
export const Exec = Rpc.make("Exec", {
  payload: { key: Key, ...GitRunner.Request.fields },
  success: GitRunner.Event,
  error: GitRunner.ExecError,
  stream: true,
})

/** Waits until the run is over that the request of this key has led to. */
export const Over = Rpc.make("Over", { payload: { key: Key } })

export const Calls = RpcGroup.make(Exec, Over)

/** The client's first line. */
export const Hello = Schema.Struct({ shim: Schema.Number, token: Schema.optionalKey(Schema.String) })
export type Hello = typeof Hello.Type

/** The server's answer: it goes on, or says why not and closes. */
export const Welcome = Schema.Struct({ shim: Schema.Number, refused: Schema.optionalKey(Schema.String) })
export type Welcome = typeof Welcome.Type

const decoders = {
  hello: Schema.decodeUnknownOption(Schema.fromJsonString(Hello)),
  welcome: Schema.decodeUnknownOption(Schema.fromJsonString(Welcome)),
}

/** Reads the first line of a client; undefined where it is none. */
export const readHello = (line: string): Hello | undefined => valueOf(decoders.hello(line))

/** Reads the answer of a server; undefined where it is none. */
export const readWelcome = (line: string): Welcome | undefined => valueOf(decoders.welcome(line))

const valueOf = <A>(option: { readonly _tag: "Some"; readonly value: A } | { readonly _tag: "None" }): A | undefined =>
  option._tag === "Some" ? option.value : undefined

export { serialization } from "./frames.ts"
