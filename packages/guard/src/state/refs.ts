/** Refs as the files of a repository say: loose ones before packed ones, shared ones and those of one worktree. */
import { join } from "node:path"
import type { Disk } from "./files.ts"
import { hasTables, tableRefs } from "./reftable.ts"
import type { Refs } from "./state.ts"
import { once } from "./world.ts"

const SYMBOLIC_DEPTH = 5
const PER_WORKTREE = /^refs\/(?:bisect|worktree|rewritten)\/|^[^/]+$/
const LIST_DEPTH = 64
const LIST_MAX = 200_000

/** Where a ref is kept: the git directory, and its name in there. */
export function placeOf(
  repo: { readonly gitDir: string; readonly commonDir: string },
  ref: string,
): { readonly dir: string; readonly name: string } {
  const other = /^worktrees\/([^/]+)\/(.+)$/.exec(ref)
  if (other) return { dir: join(repo.commonDir, "worktrees", other[1]!), name: other[2]! }
  if (ref.startsWith("main-worktree/")) return { dir: repo.commonDir, name: ref.slice("main-worktree/".length) }
  return { dir: PER_WORKTREE.test(ref) ? repo.gitDir : repo.commonDir, name: ref }
}

const isSafe = (ref: string): boolean =>
  ref !== "" && !ref.startsWith("/") && !ref.split("/").some((part) => part === ".." || part === "" || part === ".")

interface Packed {
  readonly oids: ReadonlyMap<string, string>
  readonly names: readonly string[]
}

function parsePacked(text: string | undefined): Packed {
  const oids = new Map<string, string>()
  for (const line of (text ?? "").split("\n")) {
    const match = /^([0-9a-f]{40,64}) (\S.*)$/.exec(line)
    if (match) oids.set(match[2]!, match[1]!)
  }
  return { oids, names: [...oids.keys()].sort() }
}

/** The refs of a repository as one of its worktrees sees them. */
export function createRefs(
  disk: Disk,
  repo: { readonly gitDir: string; readonly commonDir: string },
  ignoreCase: () => boolean,
): Refs {
  const packed = (): Packed => {
    const path = join(repo.commonDir, "packed-refs")
    return disk.memo(`packed ${path}`, () => parsePacked(disk.read(path)))
  }
  const tables = once(() => disk.memo(`tables ${repo.commonDir}`, () => hasTables(disk, repo.commonDir)))
  const raw = (ref: string): string | undefined => {
    if (!isSafe(ref)) return undefined
    const { dir, name } = placeOf(repo, ref)
    if (tables()) return tableRefs(disk, dir).get(name)
    return disk.read(join(dir, name))?.trimEnd() ?? (dir === repo.commonDir ? packed().oids.get(name) : undefined)
  }
  const follow = (ref: string, depth = 0): string | undefined => {
    const content = raw(ref)
    if (content === undefined || depth > SYMBOLIC_DEPTH) return undefined
    const target = /^ref:\s*(.+)$/.exec(content)?.[1]
    if (target !== undefined) return follow(target, depth + 1)
    return /^[0-9a-f]{40,64}/.exec(content)?.[0]
  }
  const loose = (prefix: string): readonly string[] => {
    const found: string[] = []
    let left = LIST_MAX
    const visit = (name: string, depth: number): void => {
      if (depth > LIST_DEPTH || left-- <= 0 || !(name.startsWith(prefix) || prefix.startsWith(name + "/"))) return
      const { dir } = placeOf(repo, name + "/")
      const path = join(dir, name)
      const kind = disk.stat(path)
      // A linked folder may lead anywhere, up to the whole disk; git makes none.
      if (kind === "directory" && disk.link(path) === undefined)
        for (const entry of disk.list(path)) visit(`${name}/${entry}`, depth + 1)
      if (kind === "file" && name.startsWith(prefix) && !name.endsWith(".lock")) found.push(name)
    }
    visit("refs", 0)
    for (const own of ["refs/bisect", "refs/worktree", "refs/rewritten"])
      if (repo.gitDir !== repo.commonDir) visit(own, 1)
    return found
  }
  const tabled = (prefix: string): readonly string[] =>
    [...new Set([repo.commonDir, repo.gitDir])].flatMap((dir) =>
      [...tableRefs(disk, dir).keys()].filter((name) => name.startsWith(prefix) && placeOf(repo, name).dir === dir),
    )
  const list = (prefix: string): readonly string[] => {
    const folded = ignoreCase()
    const start = folded ? "refs/" : prefix
    const names = tables()
      ? tabled(start)
      : [...packed().names.filter((name) => name.startsWith(start)), ...loose(start)]
    const all = [...new Set(names)].sort(byBytes)
    return folded ? all.filter((name) => name.toLowerCase().startsWith(prefix.toLowerCase())) : all
  }
  const spelled = (ref: string): string => {
    if (!ignoreCase() || !ref.startsWith("refs/") || raw(ref) !== undefined) return ref
    const folded = ref.toLowerCase()
    return list("refs/").find((name) => name.toLowerCase() === folded) ?? ref
  }
  return {
    resolve: (ref) => follow(spelled(ref)),
    exists: (ref) => follow(spelled(ref)) !== undefined,
    list,
  }
}

/** The order of git: by the bytes of the name. */
function byBytes(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right))
}
