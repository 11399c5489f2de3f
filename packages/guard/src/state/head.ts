/** Where the HEAD of a worktree stands, and the operation it is in the middle of. */
import { join } from "node:path"
import type { Disk } from "./files.ts"
import type { Head, Refs } from "./state.ts"

const HEADS = "refs/heads/"
/** The stub that a repository with a ref table leaves in its HEAD file. */
const REFTABLE_STUB = "refs/heads/.invalid"

const short = (ref: string | undefined): string | undefined =>
  ref?.startsWith(HEADS) ? ref.slice(HEADS.length) : undefined

/** What a folder or file in the git directory says is going on; the first that is there counts. */
const OPERATIONS: readonly {
  readonly sign: string
  readonly operation: NonNullable<Head["operation"]>
  readonly returns?: string
}[] = [
  { sign: "rebase-merge", operation: "rebase", returns: "rebase-merge/head-name" },
  { sign: "rebase-apply/applying", operation: "am" },
  { sign: "rebase-apply", operation: "rebase", returns: "rebase-apply/head-name" },
  { sign: "BISECT_START", operation: "bisect", returns: "BISECT_START" },
  { sign: "BISECT_LOG", operation: "bisect" },
  { sign: "MERGE_HEAD", operation: "merge" },
  { sign: "CHERRY_PICK_HEAD", operation: "cherry-pick" },
  { sign: "REVERT_HEAD", operation: "revert" },
]

function operationIn(disk: Disk, gitDir: string): Pick<Head, "operation" | "returnsTo"> {
  const found = OPERATIONS.find(({ sign }) => disk.stat(join(gitDir, sign)) !== undefined)
  if (!found) return sequence(disk, gitDir)
  const name = found.returns && disk.read(join(gitDir, found.returns))?.trimEnd()
  if (!name) return { operation: found.operation }
  return { operation: found.operation, returnsTo: found.operation === "bisect" ? bisectStart(name) : short(name) }
}

/** Between the picks of a series there may be nothing but its list. */
function sequence(disk: Disk, gitDir: string): Pick<Head, "operation"> {
  const todo = disk.read(join(gitDir, "sequencer/todo"))
  if (todo === undefined) return {}
  return { operation: /^\s*(?:revert|r)\b/.test(todo) ? "revert" : "cherry-pick" }
}

/** BISECT_START names a branch in short, or the commit that HEAD was detached at. */
function bisectStart(name: string): string | undefined {
  const branch = short(name) ?? name
  return /^[0-9a-f]{40,64}$/.test(branch) ? undefined : branch
}

/** The HEAD of the worktree whose git directory this is. */
export function readHead(disk: Disk, gitDir: string, refs: Refs): Head {
  const text = disk.read(join(gitDir, "HEAD"))?.trimEnd() ?? linked(disk, gitDir)
  if (text === undefined) return { detached: false }
  const operation = operationIn(disk, gitDir)
  const target = /^ref:\s*(.+)$/.exec(text)?.[1]
  if (target === REFTABLE_STUB) return { detached: false, ...operation }
  if (target === undefined) {
    return /^[0-9a-f]{40,64}$/.test(text)
      ? { detached: true, oid: text, ...operation }
      : { detached: false, ...operation }
  }
  const branch = short(target)
  return { ...(branch === undefined ? {} : { branch }), detached: false, oid: refs.resolve(target), ...operation }
}

/** A HEAD of old: a symbolic link to a ref that need not exist. */
function linked(disk: Disk, gitDir: string): string | undefined {
  const target = disk.link(join(gitDir, "HEAD"))
  return target?.startsWith("refs/") ? `ref: ${target}` : undefined
}
