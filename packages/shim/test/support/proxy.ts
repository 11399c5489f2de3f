/** Something between a client and a server that can drop the connection. */
import { connect, createServer, type Socket } from "node:net"

export interface Proxy {
  readonly path: string
  /** Connections that there have been. */
  readonly connections: () => number
  /** What clients have sent, all of it. */
  readonly sent: () => string
  drop(): void
  close(): Promise<void>
}

/** Listens on `path` and hands on to the socket `target`. */
export async function proxyTo(target: string, path: string): Promise<Proxy> {
  const open = new Set<Socket>()
  let count = 0
  let sent = ""
  const server = createServer((client) => {
    count++
    const there = connect({ path: target })
    for (const socket of [client, there]) {
      open.add(socket)
      socket.on("error", () => {})
      socket.on("close", () => open.delete(socket))
    }
    client.on("data", (bytes) => (sent += bytes.toString("utf8")))
    client.pipe(there).pipe(client)
  })
  await new Promise<void>((resolve) => server.listen({ path }, resolve))
  const drop = (): void => {
    for (const socket of open) socket.destroy()
  }
  return {
    path,
    connections: () => count,
    sent: () => sent,
    drop,
    close: () => {
      drop()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
