/** Whose the entries of the shared stash are. */
import { join } from "node:path"
import type { Disk } from "./files.ts"
import { reflog, type ReflogEntry } from "./reflog.ts"
import type { StashEntry } from "./state.ts"
import type { StashChange } from "./world.ts"

const OBJECT_LIMIT = 1024 * 1024

/** The branch a stash message names, undefined where it names none. */
function stashBranch(message: string): string | undefined {
  const name = /^(?:WIP on|On) (.+?): /.exec(message)?.[1] ?? /^(?:WIP on|On) (\S+):$/.exec(message)?.[1]
  return name === "(no branch)" ? undefined : name
}

/** The first parent of a commit that is kept as a loose object. */
function firstParent(disk: Disk, commonDir: string, oid: string): string | undefined {
  const packed = disk.bytes(join(commonDir, "objects", oid.slice(0, 2), oid.slice(2)), OBJECT_LIMIT)
  if (!packed) return undefined
  try {
    const text = process
      .getBuiltinModule("node:zlib")
      .inflateSync(packed, { maxOutputLength: OBJECT_LIMIT })
      .toString("latin1")
    return /^commit \d+\0tree [0-9a-f]+\nparent ([0-9a-f]+)\n/.exec(text)?.[1]
  } catch {
    return undefined
  }
}

/** What the stash asks of the rest of ownership. */
interface Owner {
  ownsBranch(branch: string): boolean
  /** Whether own HEAD stood at this commit at that time. */
  stoodAt(oid: string, time: string): boolean
}

function isOwn(disk: Disk, commonDir: string, entry: ReflogEntry, owner: Owner): boolean {
  const branch = stashBranch(entry.message)
  if (branch !== undefined) return owner.ownsBranch(branch)
  const base = firstParent(disk, commonDir, entry.to)
  return base !== undefined && owner.stoodAt(base, entry.time)
}

/** The stash, top first, after what the text did to it. */
export function readStash(
  disk: Disk,
  commonDir: string,
  owner: Owner,
  changes: readonly StashChange[],
): readonly StashEntry[] {
  const stored = reflog(disk, commonDir, "refs/stash").map((entry) => ({
    message: entry.message,
    own: isOwn(disk, commonDir, entry, owner),
  }))
  return changes.reduce<readonly StashEntry[]>((entries, change) => {
    if (change.kind === "push") return [{ message: "pushed by this text", own: true }, ...entries]
    if (change.entry === "all") return []
    return change.entry === undefined ? entries : entries.filter((_, index) => index !== change.entry)
  }, stored.toReversed())
}
