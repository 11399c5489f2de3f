/** Where the HEAD of a worktree stands, and the operation it is in the middle of. */
import { join } from "node:path"
import type { Disk } from "./files.ts"
import { tableRefs } from "./reftable.ts"
import type { Head, Refs } from "./state.ts"

const HEADS = "refs/heads/"
/** The stub that a repository with a ref table leaves in its HEAD file. */
const REFTABLE_STUB = "refs/heads/.invalid"

const short = (ref: string | undefined): string | undefined =>
  ref?.startsWith(HEADS) ? ref.slice(HEADS.length) : undefined

/** Shared by `git am` and by rebases of the older kind. */
const APPLY = "rebase-apply"

/** What a folder or file in the git directory says is going on; the first that is there counts. */
const OPERATIONS: readonly {
  readonly sign: string
  readonly operation: NonNullable<Head["operation"]>
  readonly returns?: string
}[] = [
  { sign: "rebase-merge", operation: "rebase", returns: "rebase-merge/head-name" },
  { sign: APPLY, operation: "rebase", returns: "rebase-apply/head-name" },
  { sign: "BISECT_START", operation: "bisect", returns: "BISECT_START" },
  { sign: "BISECT_LOG", operation: "bisect" },
  { sign: "MERGE_HEAD", operation: "merge" },
  { sign: "CHERRY_PICK_HEAD", operation: "cherry-pick" },
  { sign: "REVERT_HEAD", operation: "revert" },
]

function operationIn(disk: Disk, gitDir: string): Pick<Head, "operation" | "returnsTo"> {
  const names = new Set(disk.list(gitDir))
  const found = OPERATIONS.find(({ sign }) => names.has(sign) && (sign !== APPLY || !isAm(disk, gitDir)))
  if (!found) return names.has(APPLY) ? { operation: "am" } : names.has("sequencer") ? sequence(disk, gitDir) : {}
  const name = found.returns && disk.read(join(gitDir, found.returns))?.trimEnd()
  if (!name) return { operation: found.operation }
  return { operation: found.operation, returnsTo: found.operation === "bisect" ? bisectStart(name) : short(name) }
}

const isAm = (disk: Disk, gitDir: string): boolean => disk.stat(join(gitDir, APPLY, "applying")) !== undefined

/** Between the picks of a series there may be nothing but its list. */
function sequence(disk: Disk, gitDir: string): Pick<Head, "operation"> {
  const todo = disk.read(join(gitDir, "sequencer/todo"))
  if (todo === undefined) return {}
  return { operation: /^\s*(?:revert|r)\b/.test(todo) ? "revert" : "cherry-pick" }
}

/** BISECT_START names a branch in short, or the commit that HEAD was detached at. */
function bisectStart(name: string): string | undefined {
  const branch = short(name) ?? name
  return isOid(branch) ? undefined : branch
}

/** The HEAD of the worktree whose git directory this is. */
export function readHead(disk: Disk, gitDir: string, refs: Refs): Head {
  const text = headText(disk, gitDir)
  if (text === undefined) return { detached: false }
  const operation = operationIn(disk, gitDir)
  const target = targetOf(text)
  if (target === undefined)
    return isOid(text) ? { detached: true, oid: text, ...operation } : { detached: false, ...operation }
  const branch = short(target)
  return {
    ...(branch === undefined ? {} : { branch }),
    detached: false,
    ...operation,
    get oid() {
      return refs.resolve(target)
    },
  }
}

/** The branch a worktree has in use, the one it will come back to after a rebase or bisect included. */
export function branchInUse(disk: Disk, gitDir: string): string | undefined {
  const text = headText(disk, gitDir)
  const target = text && targetOf(text)
  if (target) return short(target)
  return text && isOid(text) ? operationIn(disk, gitDir).returnsTo : undefined
}

/** The content of HEAD, wherever the repository keeps it. */
export function headText(disk: Disk, gitDir: string): string | undefined {
  const text = disk.read(join(gitDir, "HEAD"))?.trimEnd() ?? linked(disk, gitDir)
  return text !== undefined && targetOf(text) === REFTABLE_STUB ? tableRefs(disk, gitDir).get("HEAD") : text
}

const targetOf = (text: string): string | undefined => /^ref:\s*(.+)$/.exec(text)?.[1]
const isOid = (text: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text)

/** A HEAD of old: a symbolic link to a ref that need not exist. */
function linked(disk: Disk, gitDir: string): string | undefined {
  const target = disk.link(join(gitDir, "HEAD"))
  return target?.startsWith("refs/") ? `ref: ${target}` : undefined
}
