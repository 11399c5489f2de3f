/** Where a server listens: sockets that only their owner can use, and what happens to those that were left behind. */
import { chmodSync, lstatSync, rmSync } from "node:fs"
import { connect, createServer, type Server } from "node:net"

/** Nobody but the owner may connect: there is no other check on a socket file. */
const MODE = 0o600
/** Milliseconds in which somebody who listens on a socket accepts. */
const WITHIN = 2000

/** Listens on a socket file. Throws where something else is there, or somebody listens already. */
export async function listenOnFile(path: string): Promise<Server> {
  await clear(path)
  const server = createServer()
  // Set for the moment of its making, so that it is never open to others.
  const mask = process.umask(0o777 & ~MODE)
  try {
    await listening(server, { path })
  } finally {
    process.umask(mask)
  }
  chmodSync(path, MODE)
  const made = lstatSync(path).ino
  server.on("close", () => {
    if (lstatSync(path, { throwIfNoEntry: false })?.ino === made) rmSync(path, { force: true })
  })
  return server
}

/** Listens on the loopback device. Port 0 takes any that is free. */
export async function listenOnPort(port: number): Promise<Server> {
  const server = createServer()
  await listening(server, { host: "127.0.0.1", port })
  return server
}

function listening(
  server: Server,
  place: { readonly path: string } | { readonly host: string; readonly port: number },
) {
  return new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(place, () => {
      server.off("error", reject)
      resolve()
    })
  })
}

/** Takes a socket away that nobody listens on any more. */
async function clear(path: string): Promise<void> {
  const there = lstatSync(path, { throwIfNoEntry: false })
  if (there === undefined) return
  if (!there.isSocket()) throw new Error(`${path} is there already, and is no socket. Name another path.`)
  if (await isAnswered(path))
    throw new Error(`somebody listens on ${path} already. Name another path, or end that one.`)
  if (lstatSync(path, { throwIfNoEntry: false })?.ino === there.ino) rmSync(path, { force: true })
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ path })
    const finish = (answer: boolean): void => {
      socket.destroy()
      resolve(answer)
    }
    socket.setTimeout(WITHIN, () => finish(true))
    socket.once("connect", () => finish(true))
    socket.once("error", () => finish(false))
  })
}
