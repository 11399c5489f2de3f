/**
 * A real pipe for a command's output. What Bun and Node call a pipe is a socket pair, which a command cannot open
 * again by name: `echo x > /dev/stderr` fails in it with ENXIO. A plain file would be truncated by the same words.
 */
import { dlopen, ptr } from "bun:ffi"

export interface Pipe {
  readonly read: number
  readonly write: number
  /** Something is there to be read (or the other side has ended): a read would not wait. */
  isReady(): boolean
}

/** Where the C library is, and how it makes a pipe that children do not inherit by accident. */
const PLATFORMS: Readonly<Record<string, { readonly files: readonly string[]; readonly closeOnExec?: number }>> = {
  linux: { files: ["libc.so.6", "libc.musl-x86_64.so.1", "libc.musl-aarch64.so.1", "libc.so"], closeOnExec: 0o2000000 },
  darwin: { files: ["libSystem.B.dylib"] },
}

const POLLIN = 1
const POLL_ENTRY = { bytes: 8, events: 4, revents: 6 }

interface Library {
  readonly pipe: (descriptors: Int32Array) => number
  readonly poll: (entry: Uint8Array) => number
}

let library: Library | undefined

function load(): Library {
  const platform = PLATFORMS[process.platform]
  for (const file of platform?.files ?? []) {
    try {
      return platform!.closeOnExec === undefined ? plain(file) : closing(file, platform!.closeOnExec)
    } catch {
      // Another C library, then.
    }
  }
  throw new Error(`no C library was found that makes pipes (looked for ${platform?.files.join(", ") ?? "none"})`)
}

const POLL = { args: ["ptr", "u64", "i32"], returns: "i32" } as const

function closing(file: string, flags: number): Library {
  const { symbols } = dlopen(file, { pipe2: { args: ["ptr", "i32"], returns: "i32" }, poll: POLL })
  return {
    pipe: (descriptors) => symbols.pipe2(ptr(descriptors), flags),
    poll: (entry) => symbols.poll(ptr(entry), 1, 0),
  }
}

/** Where children get only the descriptors they are given anyway. */
function plain(file: string): Library {
  const { symbols } = dlopen(file, { pipe: { args: ["ptr"], returns: "i32" }, poll: POLL })
  return { pipe: (descriptors) => symbols.pipe(ptr(descriptors)), poll: (entry) => symbols.poll(ptr(entry), 1, 0) }
}

/** Makes a pipe; both ends are the caller's to close. Throws where the system gives none. */
export function makePipe(): Pipe {
  library ??= load()
  const descriptors = new Int32Array(2)
  if (library.pipe(descriptors) !== 0) throw new Error("the system gave no pipe: too many files are open")
  const [read, write] = [descriptors[0]!, descriptors[1]!]
  const { poll } = library
  return {
    read,
    write,
    isReady() {
      const entry = new Uint8Array(POLL_ENTRY.bytes)
      const view = new DataView(entry.buffer)
      view.setInt32(0, read, true)
      view.setInt16(POLL_ENTRY.events, POLLIN, true)
      return poll(entry) > 0 && view.getInt16(POLL_ENTRY.revents, true) !== 0
    },
  }
}
