/**
 * Whose is what, seen from an isolated session.
 *
 * A branch is the session's own where one of these proves it, and no other worktree has it in use:
 * - the record names it: the branch at creation, or one born here;
 * - it was born here: its oldest reflog entry was written by a switch of this worktree's HEAD to that very name
 *   (same time, same object), or by the first commit on an orphan branch of this HEAD;
 * - it is what an own branch was renamed to;
 * - without a record: it is the branch this worktree started on, by HEAD's reflog (`started.ts`). While HEAD is
 *   detached outside an operation this last proof does not count;
 * - the branch in HEAD is not born yet, so nobody else can have it, or HEAD has no reflog to tell otherwise.
 * So a branch that somebody switched this worktree to is not own for being in HEAD.
 */
import type { Disk } from "./files.ts"
import type { Layout } from "./gitdir.ts"
import { readHead } from "./head.ts"
import { readGone, readRecord, type Recorded } from "./record.ts"
import { firstEntry, isZero, reflog, renaming, switches, type ReflogEntry } from "./reflog.ts"
import { localPath, remotesMeant, repositoryAtPath, trackingRefs } from "./remotes.ts"
import { createRefs } from "./refs.ts"
import { startBranch } from "./started.ts"
import type { Config, Head, Ownership, Refs } from "./state.ts"
import { readStash } from "./stash.ts"
import { surroundingsOf } from "./surroundings.ts"
import { once, type World } from "./world.ts"

const HEADS = "refs/heads/"
const TAGS = "refs/tags/"

/** What ownership is read from. */
interface Sources {
  readonly world: World
  readonly layout: Layout
  readonly head: Head
  readonly refs: Refs
  readonly config: Config
  readonly sharedPaths: readonly string[]
}

/** Earlier names of a branch, by its own reflog. */
function formerNames(disk: Disk, commonDir: string, branch: string): readonly string[] {
  let name = branch
  return reflog(disk, commonDir, HEADS + branch)
    .toReversed()
    .flatMap((entry) => {
      const renamed = renaming(entry)
      if (renamed?.to !== name) return []
      name = renamed.from
      return [name]
    })
}

/** Whether HEAD's reflog shows the branch's birth. */
function bornOf(entries: readonly ReflogEntry[], first: ReflogEntry | undefined, names: readonly string[]): boolean {
  if (!first || !isZero(first.from)) return false
  return entries.some((entry) => {
    if (entry.to !== first.to || entry.time !== first.time) return false
    const moved = switches([entry])[0]
    if (moved) return names.includes(moved.to) && first.message.startsWith("branch: Created from")
    return isZero(entry.from) && entry.message === first.message && entry.message.startsWith("commit (initial)")
  })
}

/** Messages of the entries by which HEAD came to a commit that was made on the spot. */
const MADE =
  /^(?:commit|cherry-pick|revert|am)\b|^(?:rebase|pull)\b.*\((?:pick|reword|edit|squash|fixup|continue)\)|: Merge made by/

/**
 * Whether this HEAD made the commit. Merely having stood at it proves little: a worktree begins at a commit that
 * others begin at too, and may have pushed.
 */
const madeHere = (entries: readonly ReflogEntry[], oid: string): boolean =>
  entries.some(({ to, message }) => to === oid && MADE.test(message))

/** Whether this HEAD stood at the commit at that time. */
function stood(entries: readonly ReflogEntry[], oid: string, time: string): boolean {
  const moment = Number(time)
  return entries.some((entry, index) => {
    const next = entries[index + 1]
    return entry.to === oid && Number(entry.time) <= moment && (!next || Number(next.time) >= moment)
  })
}

const usedBy = (head: Head): string | undefined => head.branch ?? head.returnsTo

/** Detached outside an operation. */
const isLost = (head: Head): boolean => head.detached && usedBy(head) === undefined

/** Ownership as the files say, read only as far as it is asked for. */
export function createOwnership({ world, layout, head, refs, config, sharedPaths }: Sources): Ownership {
  const { disk, overlay, session } = world
  const { gitDir, commonDir } = layout
  const recorded = readRecord(disk, gitDir)
  const folds = once(() => config.boolean("core.ignorecase") === true)
  const same = (left: string | undefined, right: string): boolean =>
    left !== undefined && (left === right || (folds() && left.toLowerCase() === right.toLowerCase()))
  const log = once(() => reflog(disk, gitDir, "HEAD"))
  const others = once(() => surroundingsOf(disk, layout).others)
  const current = usedBy(head)
  const before = once(() => (overlay.head ? readHead(disk, gitDir, refs) : head))
  const startedOn = once(() => {
    if (recorded.session?.branch !== undefined) return recorded.session.branch
    const now = usedBy(before())
    const unborn = now !== undefined && !overlay.refs.has(HEADS + now) && !refs.exists(HEADS + now)
    return startBranch(log(), now, unborn, {
      list: () => refs.list(HEADS).filter((ref) => !usedElsewhere(ref.slice(HEADS.length))),
      log: (ref) => reflog(disk, commonDir, ref),
    })
  })
  const started = once(() => (recorded.session || isLost(before()) ? undefined : startedOn()))

  const usedElsewhere = (branch: string): boolean =>
    others().some(
      (other) => other.store === undefined && other.gitDir.startsWith(commonDir) && same(other.branch, branch),
    )
  const written = (ref: string): boolean => overlay.born.has(ref) || [...recorded.born].some((born) => same(born, ref))
  const proven = (branch: string): boolean => {
    if (written(HEADS + branch) || same(recorded.session?.branch, branch)) return true
    if (overlay.refs.get(HEADS + branch) === null) return false
    if (same(started(), branch)) return true
    const former = formerNames(disk, commonDir, branch)
    if (bornOf(log(), firstEntry(disk, commonDir, HEADS + branch), [branch, ...former])) return true
    if (former.some((name) => written(HEADS + name) || same(recorded.session?.branch, name) || same(started(), name)))
      return true
    return same(current, branch) && (!refs.exists(HEADS + branch) || (!recorded.session && log().length === 0))
  }
  const decided = new Map<string, boolean>()
  const ownsBranch = (branch: string): boolean => {
    const known = decided.get(branch)
    if (known !== undefined) return known
    const own = proven(branch) && !usedElsewhere(branch)
    decided.set(branch, own)
    return own
  }
  const stoodAt = (oid: string, time: string): boolean => stood(log(), oid, time)

  const branch = once(() => {
    if (current !== undefined && ownsBranch(current)) return current
    return isLost(head) || (!recorded.session && !session.readable) ? undefined : startedOn()
  })

  const onDisk = (remote: string): Refs | undefined => {
    const urls = remotesMeant(config, remote).flatMap((name) => config.all(`remote.${name}.url`))
    const path = localPath(urls[0] ?? remote, layout.worktree ?? gitDir)
    const place = path === undefined ? undefined : repositoryAtPath(disk, path)
    if (!place) return undefined
    return place.commonDir === commonDir ? refs : createRefs(disk, place, () => false)
  }
  const tracking = (remote: string, name: string): readonly string[] =>
    remotesMeant(config, remote).flatMap((each) => trackingRefs(config, each, name))
  const pushedHere = (ref: string): boolean => {
    const first = firstEntry(disk, commonDir, ref)
    return first !== undefined && first.message.startsWith("update by push") && madeHere(log(), first.to)
  }
  /** A branch born here does not make its namesake ours that the remote had before. */
  const isHereFirst = (name: string, known: readonly string[]): boolean =>
    known.length === 0 ||
    same(recorded.session?.branch ?? started(), name) ||
    known.some((ref) => firstEntry(disk, commonDir, ref)?.message.startsWith("update by push"))
  const isGone = (ref: string): boolean => readGone(disk, gitDir).some((gone) => same(gone, ref))
  const takenHere = (name: string): boolean => usedElsewhere(name) || refs.exists(HEADS + name)

  return {
    worktree: layout.worktree ?? world.directory,
    gitDir,
    commonDir,
    get branch() {
      return branch()
    },
    get startedOn() {
      const name = startedOn()
      return name === undefined || usedElsewhere(name) ? undefined : name
    },
    ownsBranch,
    ownsTag: (tag) => written(TAGS + tag),
    remoteBranch(remote, name) {
      if (overlay.pushed.has(`${remote} ${HEADS}${name}`)) return "own"
      const known = tracking(remote, name).filter((ref) => refs.exists(ref))
      if (ownsBranch(name)) return isHereFirst(name, known) ? "own" : "unknown"
      if (takenHere(name)) return "foreign"
      if (known.some(pushedHere) || (known.length > 0 && isGone(HEADS + name) && isHereFirst(name, known))) return "own"
      return known.length > 0 || onDisk(remote)?.exists(HEADS + name) ? "foreign" : "unknown"
    },
    remoteTag(remote, tag) {
      if (written(TAGS + tag) || overlay.pushed.has(`${remote} ${TAGS}${tag}`)) return "own"
      // What it pushed of a tag is still there when its own is deleted; that of another of the same name is not its own.
      if (!refs.exists(TAGS + tag) && isGone(TAGS + tag)) return "own"
      return refs.exists(TAGS + tag) || onDisk(remote)?.exists(TAGS + tag) ? "foreign" : "unknown"
    },
    get others() {
      return others()
    },
    get stash() {
      return readStash(disk, commonDir, { ownsBranch, stoodAt }, overlay.stash)
    },
    integration: integrationOf(world, recorded),
    orchestrator: recorded.session ? recorded.session.parent !== undefined : world.session.managed,
    sharedPaths,
  }
}

/** A parent on record decides, then the record, then the user, then where the worktree lies. */
function integrationOf({ session }: World, { session: record }: Recorded): Ownership["integration"] {
  if (record?.integration !== undefined) return record.integration
  if (record?.parent !== undefined) return "orchestrator"
  return session.settings.integration ?? (session.managed ? "orchestrator" : "self")
}
