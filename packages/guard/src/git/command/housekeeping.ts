/** Commands that write the object store or its indexes, where nothing anybody needs can get lost. */
import { allow } from "../example.ts"
import { optionTable } from "../options.ts"
import type { Example, SubcommandSpec } from "../spec.ts"

const options = optionTable([], { stopAtOperand: true })

const harmless = (name: string, ...examples: readonly Example[]): SubcommandSpec => {
  return { name, options, effects: () => [], examples }
}

export const packRefs = harmless("pack-refs", allow("git pack-refs --all", "refs stay what they are"))
export const prunePacked = harmless("prune-packed", allow("git prune-packed -q", "drops copies only"))
export const packRedundant = harmless("pack-redundant", allow("git pack-redundant --all || true", "lists"))
export const commitGraph = harmless(
  "commit-graph",
  allow("git commit-graph write --reachable", "an index"),
  allow("git -C ../main commit-graph verify", "reads"),
)
export const multiPackIndex = harmless(
  "multi-pack-index",
  allow("git multi-pack-index write || true", "an index"),
  allow("git multi-pack-index expire || true", "drops packs whose objects are in others"),
)
export const updateServerInfo = harmless(
  "update-server-info",
  allow("git update-server-info", "lists for dumb clients"),
)
export const unpackObjects = harmless(
  "unpack-objects",
  allow("git unpack-objects -q < p.pack", "adds objects", {
    given: "git rev-parse HEAD | git pack-objects --stdout --revs -q > p.pack",
  }),
)
export const hashObject = harmless("hash-object", allow("git hash-object -w README.md", "adds an object"))
export const mktag = harmless(
  "mktag",
  allow("git cat-file tag v1 2>/dev/null | git mktag || true", "adds an object; no ref names it"),
)
export const mktree = harmless("mktree", allow("git ls-tree HEAD | git mktree", "adds an object"))
export const commitTree = harmless(
  "commit-tree",
  allow("git commit-tree -m x -p HEAD 'HEAD^{tree}'", "adds an object; no ref moves"),
)
export const writeTree = harmless("write-tree", allow("git write-tree", "adds an object"))
export const mergeTree = harmless("merge-tree", allow("git merge-tree --write-tree main HEAD || true", "adds objects"))
export const fsck = harmless("fsck", allow("git fsck --lost-found", "copies what is dangling"))
export const hook = harmless(
  "hook",
  allow("git hook run --ignore-missing pre-commit", "runs the repository's own hook"),
)
export const forEachRepo = harmless(
  "for-each-repo",
  allow("git for-each-repo --config=maintenance.repo status", "repositories that the configuration names"),
)
