import { describe, expect, test } from "bun:test"
import { submodulesOf } from "../../src/git/gitmodules.ts"
import { invoke, readTarget } from "../../src/git/invocation.ts"
import { patchedPaths } from "../../src/git/patch-file.ts"
import { readRevision } from "../../src/git/revision.ts"
import { findSubcommand } from "../../src/git/table.ts"
import { textOf } from "../../src/shell/value.ts"
import { handCommand, handState, shown, type World } from "./hand-state.ts"

/** What the subcommand says it does. */
function effectsOf(line: string, world: World = {}): readonly string[] {
  const state = handState(world)
  const command = handCommand(line)
  const target = readTarget(command, command.argv.slice(1), state)
  const [name, ...words] = target.globals.rest
  const spec = findSubcommand(textOf(name!.value)!)!
  return spec.effects(invoke(target, spec, words), state).map(shown)
}

/** What `checkout -b x`, `switch -c x` and such write besides the ref. */
const MOVED = ["head", "index", "files"]

const ROWS: readonly (readonly [string, ...string[]])[] = [
  ["git checkout -b x", "create refs/heads/x", "head new x", ...MOVED],
  ["git checkout -B feat/other", "update! refs/heads/feat/other", "head reset feat/other", ...MOVED],
  ["git checkout -B x", "create refs/heads/x", "head new x", ...MOVED],
  ["git checkout --orphan x", "head new x", ...MOVED],
  ["git checkout --orphan main"],
  ["git switch -C $X", "update! <$X>", "head reset <$X>", ...MOVED],
  ["git switch -c $X", "create <$X>", "head new <$X>", ...MOVED],
  ["git -C /r/main switch -c x", "@foreign create refs/heads/x", "@foreign head new x", ...foreign(MOVED)],
  ["git checkout -", "head existing <the branch that - was>", ...MOVED],
  ["git checkout $X", "head unknown", ...MOVED],
  ["git checkout $X main", "head existing main", ...MOVED],
  ["git checkout main $X", "index", "files"],
  ["git checkout $X $X", "index", "files"],
  ["git rebase main feat/other", "rebase onto refs/heads/feat/other of main", "head existing feat/other", ...MOVED],
  ["git rebase main HEAD", "rebase of main", "head detached", ...MOVED],
  ["git rebase --root feat/other", "rebase onto refs/heads/feat/other", "head existing feat/other", ...MOVED],
  ["git rebase main $X", "rebase onto <$X> of main", "head unknown", ...MOVED],
  [
    "git rebase --update-refs main",
    "rebase of main",
    "update! <a branch in the rewritten range>",
    "files",
    "index",
    "head",
  ],
  ["git rebase --show-current-patch"],
  ["git merge --abort", "operation"],
  ["git bisect start main v1", "operation", "files", "index"],
  ["git bisect reset main", "head existing main", ...MOVED, "operation", "files", "index"],
  ["git -C /r/main reset --hard", ...foreign(["head", "index", "files"])],
  ["git commit --dry-run"],
  ["git worktree add -b x ../y", "registry add", "create refs/heads/x"],
  ["git worktree add -B main ../y", "registry add", "update! refs/heads/main"],
  ["git worktree add ../y", "registry add", "create refs/heads/y"],
  ["git worktree add ../main", "registry add"],
  ["git worktree prune --dry-run"],
  ["git stash export --to-ref refs/heads/main", "update! refs/heads/main"],
]

function foreign(parts: readonly string[]): readonly string[] {
  return parts.map((part) => `@foreign ${part}`)
}

describe("effects", () => {
  test.each(ROWS.map(([line, ...effects]) => [line, effects] as const))("%s", (line, effects) => {
    expect(effectsOf(line)).toEqual([...effects])
  })

  test("update-refs takes along the branches that stand at commits made here and not upstream", () => {
    const oid = (n: number): string => String(n).repeat(40)
    const log = (...oids: string[]): string =>
      oids.map((each) => `${oid(9)} ${each} A <a@b> 1 +0000\tcommit: x\n`).join("")
    const world = {
      files: {
        "/r/main/.git/worktrees/own/logs/HEAD": log(oid(0), oid(1), oid(2)),
        "/r/main/.git/logs/refs/heads/main": "",
      },
    }
    expect(effectsOf("git rebase --update-refs main", world)).toContain("update! refs/heads/feat/other")
    expect(effectsOf("git rebase --update-refs main", world)).not.toContain("update! refs/heads/main")
    expect(effectsOf("git rebase --update-refs --no-update-refs main", world)).not.toContain(
      "update! refs/heads/feat/other",
    )
  })
})

describe("revisions", () => {
  const rows: readonly (readonly [string, string | undefined])[] = [
    ["main", "branch"],
    ["feat/other", "branch"],
    ["HEAD", "head"],
    ["@", "commit"],
    ["HEAD~3", "commit"],
    ["@{1}", "commit"],
    ["main@{yesterday}", "commit"],
    ["v1", "commit"],
    ["v1^{}", "commit"],
    ["heads/main", "commit"],
    ["origin/main", "commit"],
    ["main...feat/other", "commit"],
    ["main...", "commit"],
    ["v1-3-gdeadbee", "commit"],
    ["deadbee", "commit"],
    ["FETCH_HEAD", "commit"],
    ["HEAD:src", "object"],
    ["main^{tree}", "object"],
    ["-", "forgotten"],
    ["@{-2}", "forgotten"],
    ["@{u}", undefined],
    ["nosuch", undefined],
    ["nosuch~1", undefined],
    ["main..feat/other", undefined],
    ["", undefined],
  ]
  test.each(rows)("%s", (text, kind) =>
    expect<string | undefined>(readRevision(text, handState().home!)?.kind).toBe(kind),
  )
})

describe("patches", () => {
  const diff =
    "diff --git a/x/one b/x/one\n--- a/x/one\n+++ b/x/two\t2026-01-01\n@@ -1 +1 @@\n--- not a header of a file\n"
  test("names without their first part", () => expect(patchedPaths(diff, 1)).toEqual(["x/one", "x/two"]))
  test("new and deleted files", () => expect(patchedPaths("--- /dev/null\n+++ b/new\n", 1)).toEqual(["new"]))
  test("renames keep all parts", () =>
    expect(patchedPaths("rename from a/b\nrename to c/d\n", 1)).toEqual(["a/b", "c/d"]))
  test("too many parts to take off", () => expect(patchedPaths("--- a/x\n+++ b/x\n", 2)).toEqual([]))
})

test("submodules are read from .gitmodules", () => {
  const text =
    '[submodule "lib \\"x\\""]\n\tpath = vendor/lib\n\turl = ../lib.git\n[other]\n\tpath = no\n[submodule "bare"]\n\turl = y\n'
  const state = handState({ files: { "/r/own/.gitmodules": text } })
  expect(submodulesOf(state.home, state)).toEqual([{ name: 'lib "x"', path: "vendor/lib", url: "../lib.git" }])
})
