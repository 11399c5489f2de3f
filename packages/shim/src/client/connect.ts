/** Ways to the process that spawns git. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { connect } from "node:net"
import type { Duplex } from "node:stream"
import { joined } from "../protocol/joined.ts"
import { firstLine } from "../protocol/line.ts"
import { Protocol } from "../protocol/index.ts"

/** Where the server is. */
export type Address =
  | { readonly kind: "unix"; readonly path: string }
  | { readonly kind: "tcp"; readonly host?: string; readonly port: number; readonly token: string }
  /** A program that speaks on its standard input and output, e.g. `kubectl exec -i pod -- ringfence shim serve --stdio`. */
  | { readonly kind: "command"; readonly argv: readonly [string, ...string[]]; readonly token?: string }

/** Milliseconds in which there must be a connection and a greeting. */
const WITHIN = 10_000

/** An open connection that the server has accepted. Throws an error that says why there is none. */
export async function open(address: Address): Promise<Duplex> {
  const stream = await opened(address)
  // Each call that waits for room to write listens.
  stream.setMaxListeners(0)
  // Whoever reads is told of it too; without any listener it would end the process.
  stream.on("error", () => {})
  const token = "token" in address && address.token !== undefined ? { token: address.token } : {}
  const hello: Protocol.Hello = { shim: Protocol.VERSION, ...token }
  stream.write(`${JSON.stringify(hello)}\n`)
  const line = await firstLine(stream, WITHIN)
  const welcome = line === undefined ? undefined : Protocol.readWelcome(line)
  const problem =
    welcome === undefined
      ? "it closed the connection without a greeting, as it does where the token is wrong"
      : welcome.refused
  if (problem === undefined) return stream
  stream.destroy()
  throw new Error(problem)
}

async function opened(address: Address): Promise<Duplex> {
  if (address.kind === "command") return started(address.argv)
  const { host = "127.0.0.1" } = address.kind === "tcp" ? address : {}
  const socket = connect(address.kind === "unix" ? { path: address.path } : { host, port: address.port })
  try {
    await once(socket, "connect", { signal: AbortSignal.timeout(WITHIN) })
  } catch (error) {
    socket.destroy()
    throw error
  }
  return socket
}

/** Starts the program; it is ended with the connection. */
function started([program, ...rest]: readonly [string, ...string[]]): Duplex {
  const child = spawn(program, rest, { stdio: ["pipe", "pipe", "inherit"] })
  const stream = joined(child.stdout, child.stdin)
  child.on("error", (error) => stream.destroy(error))
  child.on("exit", () => stream.destroy())
  stream.on("close", () => child.kill())
  return stream
}

/** What the address is called in messages. */
export function nameOf(address: Address): string {
  if (address.kind === "unix") return address.path
  return address.kind === "tcp" ? `${address.host ?? "127.0.0.1"}:${address.port}` : address.argv.join(" ")
}
