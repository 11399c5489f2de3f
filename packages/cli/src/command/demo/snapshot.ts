/** What belongs to others in the scene, before and after a command, and the difference in words. */
import { join } from "node:path"
import { runIn, type Scene } from "./scene.ts"

export interface Snapshot {
  /** What HEAD of the main checkout is. */
  readonly head: string
  /** Files of the main checkout with a hash of their contents. */
  readonly files: ReadonlyMap<string, string>
  /** Files of the main checkout that `git status` lists. */
  readonly changed: readonly string[]
  /** Branches and tags that are not the child's, with their commits. */
  readonly refs: ReadonlyMap<string, string>
  readonly remote: ReadonlyMap<string, string>
  readonly stash: readonly string[]
  readonly worktrees: readonly string[]
  /** Set where git no longer works in the main checkout. */
  readonly broken?: string
}

const SEPARATOR = "@@"

const QUERIES = [
  'git -C "$MAIN" symbolic-ref -q --short HEAD || git -C "$MAIN" rev-parse --short HEAD',
  'git -C "$MAIN" status --porcelain --untracked-files=all 2>&1',
  'git -C "$MAIN" for-each-ref --format="%(refname) %(objectname:short)" refs/heads refs/tags',
  'git -C "$ORIGIN" for-each-ref --format="%(refname) %(objectname:short)"',
  'git -C "$MAIN" stash list --format=%gs',
  'git -C "$MAIN" worktree list --porcelain | sed -n "s/^worktree .*\\///p"',
]

export async function takeSnapshot(scene: Scene): Promise<Snapshot> {
  const { output } = await runIn(scene, scene.folder, QUERIES.join(`\necho ${SEPARATOR}\n`))
  const [head = "", status = "", refs = "", remote = "", stash = "", worktrees = ""] = output
    .split(`${SEPARATOR}\n`)
    .map((part) => part.trimEnd())
  const broken = /^fatal: (.*)$/m.exec(status)?.[1]
  return {
    head,
    files: await hashFiles(scene.main),
    changed: broken ? [] : lines(status).map((line) => line.slice(3)),
    refs: refsOfOthers(refs),
    remote: refsOfOthers(remote),
    stash: lines(stash),
    worktrees: lines(worktrees),
    ...(broken && { broken }),
  }
}

async function hashFiles(folder: string): Promise<ReadonlyMap<string, string>> {
  const hashes = new Map<string, string>()
  for await (const path of new Bun.Glob("**/*").scan({ cwd: folder })) {
    hashes.set(path, String(Bun.hash(await Bun.file(join(folder, path)).bytes())))
  }
  return hashes
}

const lines = (text: string): readonly string[] => (text === "" ? [] : text.split("\n"))

const OTHERS = /^refs\/(heads\/(main|release|feat\/search)|tags\/.*)$/

function refsOfOthers(text: string): ReadonlyMap<string, string> {
  const all = lines(text).map((line) => line.split(" ") as [string, string])
  return new Map(all.filter(([ref]) => OTHERS.test(ref)))
}

/** What others would notice, one phrase each; empty where nothing happened to them. */
export function differences(before: Snapshot, after: Snapshot): readonly string[] {
  if (after.broken && !before.broken) return [`main checkout broken: ${after.broken}`]
  return [
    ...(before.head === after.head ? [] : [`main checkout switched from ${before.head} to ${after.head}`]),
    ...refDifferences("branch", before.refs, after.refs),
    ...refDifferences("origin's", before.remote, after.remote),
    ...fileDifferences(before, after),
    ...missing(before.stash, after.stash).map((entry) => `stash of a sibling lost (${entry.replace(/^On /, "")})`),
    ...missing(before.worktrees, after.worktrees).map((name) => `worktree of the ${name} session removed`),
  ]
}

const missing = (before: readonly string[], after: readonly string[]): readonly string[] =>
  before.filter((entry) => !after.includes(entry))

const short = (ref: string): string => ref.replace(/^refs\/(heads|tags)\//, "")

function refDifferences(
  whose: string,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  return [...before].flatMap(([ref, commit]) => {
    const now = after.get(ref)
    if (now === commit) return []
    return [now === undefined ? `${whose} ${short(ref)} deleted` : `${whose} ${short(ref)} moved ${commit} → ${now}`]
  })
}

/** Files that were rewritten or removed, and those that only look changed because HEAD or the index moved under them. */
function fileDifferences(before: Snapshot, after: Snapshot): readonly string[] {
  const paths = new Set([...before.files.keys(), ...after.files.keys()])
  const rewritten = [...paths].filter((path) => before.files.get(path) !== after.files.get(path)).toSorted()
  const shifted = [...missing(before.changed, after.changed), ...missing(after.changed, before.changed)]
  const stale = shifted.filter((path) => !rewritten.includes(path)).toSorted()
  return [
    ...(rewritten.length > 0 ? [`files changed or lost in main's checkout: ${rewritten.join(", ")}`] : []),
    ...(stale.length > 0 ? [`files out of step with HEAD in main's checkout: ${stale.join(", ")}`] : []),
  ]
}
