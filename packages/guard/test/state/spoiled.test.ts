import { expect, test } from "bun:test"
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs"
import { at } from "../../src/shell/program.ts"
import { writeRecord } from "../../src/state/record.ts"
import { inScene, MAIN, OWN, SIB, type Scene } from "./scene.ts"

const GIT = `${MAIN}/.git`
const FILES = [
  `${OWN}/.git`,
  `${GIT}/worktrees/own`,
  `${GIT}/worktrees/own/HEAD`,
  `${GIT}/worktrees/own/commondir`,
  `${GIT}/worktrees/own/gitdir`,
  `${GIT}/worktrees/own/index`,
  `${GIT}/worktrees/own/logs/HEAD`,
  `${GIT}/worktrees/own/ringfence/session.json`,
  `${GIT}/worktrees/own/ringfence/born`,
  `${GIT}/worktrees/sib`,
  `${GIT}/worktrees/sib/gitdir`,
  `${GIT}/worktrees/sib/HEAD`,
  `${GIT}/worktrees`,
  `${GIT}/HEAD`,
  `${GIT}/config`,
  `${GIT}/packed-refs`,
  `${GIT}/refs/heads`,
  `${GIT}/refs/heads/main`,
  `${GIT}/logs/refs/stash`,
  `${GIT}/logs/refs/heads/feat/child-work`,
  `${GIT}/objects`,
  GIT,
  MAIN,
  SIB,
  "home/.gitconfig",
  "home/.config/ringfence/config.json",
  "data/ringfence/adopted",
]

/** A fixed stream of bytes that look like nothing. */
const noise = (length: number): Buffer =>
  Buffer.from(Array.from({ length }, (_, index) => (index * 7919 + (index >> 3) * 31 + 13) & 255))

const WAYS: readonly (readonly [string, (path: string) => void])[] = [
  ["gone", () => {}],
  ["empty", (path) => writeFileSync(path, "")],
  ["noise", (path) => writeFileSync(path, noise(4096))],
  ["one long line", (path) => writeFileSync(path, "x".repeat(300_000))],
  ["points at itself", (path) => writeFileSync(path, `gitdir: ${path}\n`)],
  ["refers to itself", (path) => writeFileSync(path, "ref: HEAD\n")],
  ["a folder", (path) => mkdirSync(path)],
  ["a link to itself", (path) => symlinkSync(path, path)],
  ["a link to the root", (path) => symlinkSync("/", path)],
]

/** Everything a State can be asked. */
function askAll(scene: Scene): void {
  const state = scene.state(OWN)
  const { own, home } = state
  void [
    own?.branch,
    own?.startedOn,
    own?.others,
    own?.stash,
    own?.integration,
    own?.sharedPaths,
    state.problems,
    state.identity,
  ]
  for (const name of ["main", "feat/child-work", "feat/other", "nosuch", ""]) {
    void [own?.ownsBranch(name), own?.ownsTag(name), own?.remoteBranch("origin", name), own?.remoteTag("origin", name)]
  }
  for (const folder of [OWN, MAIN, SIB, GIT, "nosuch"]) {
    const repository = state.repositoryAt({ directory: at(scene.path(folder)) })
    void [
      repository?.head.branch,
      repository?.head.oid,
      repository?.refs.list("refs/"),
      repository?.config.keys("remote."),
      repository?.previous(1),
    ]
    void [repository?.tracked(scene.path(folder, "README.md")), state.siteOf(scene.text(folder)).kind]
  }
  void [home?.head.operation, home?.refs.resolve("HEAD")]
}

test("whatever is spoiled: a State, never a throw, and never somebody else's branch", () => {
  inScene((scene) => {
    scene
      .standard()
      .sh(OWN, "git pack-refs --all && git update-ref refs/heads/main main && echo 1 >>own.txt && git stash -q")
    writeRecord(scene.path(GIT, "worktrees/own"), { version: 1, branch: "feat/child-work" })
    scene.write(`${GIT}/worktrees/own/ringfence/born`, "refs/heads/x\n")
    scene.write("home/.config/ringfence/config.json", "{}")
    scene.write("data/ringfence/adopted", "/x\n")
    for (const file of FILES) {
      const path = scene.path(file)
      const kept = scene.path("kept")
      if (!existsSync(path)) continue
      renameSync(path, kept)
      for (const [way, spoil] of WAYS) {
        spoil(path)
        expect(() => askAll(scene)).not.toThrow()
        expect([file, way, scene.state(OWN).own?.ownsBranch("feat/sibling") ?? false]).toEqual([file, way, false])
        rmSync(path, { recursive: true, force: true })
      }
      renameSync(kept, path)
    }
    expect(scene.own().branch).toBe("feat/child-work")
  })
}, 120_000)

test("cut off anywhere", () => {
  inScene((scene) => {
    scene.standard()
    for (const file of FILES) {
      const path = scene.path(file)
      if (!existsSync(path) || !/HEAD$|index$|config$|gitdir$|\.git$|main$/.test(file) || file === GIT || file === MAIN)
        continue
      const kept = scene.path("kept")
      copyFileSync(path, kept)
      for (let size = readFileSync(path).length - 1; size >= 0; size -= Math.ceil(size / 4) + 1) {
        truncateSync(path, size)
        expect(() => askAll(scene)).not.toThrow()
      }
      cpSync(kept, path)
    }
  })
}, 120_000)
