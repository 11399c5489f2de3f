/** The journal's lines and files. */
import { describe, expect, test } from "bun:test"
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { copyScene } from "@ringfence/guard/fixture"
import { Journal } from "../../src/journal/index.ts"

const A = "a".repeat(40)
const B = "b".repeat(40)

describe("a line", () => {
  const changes: readonly Journal.Change[] = [
    { time: 1_790_000_000_000, old: A, new: B, ref: "refs/heads/main", command: "git commit -m x" },
    { time: 0, new: B, ref: "refs/tags/v1" },
    { time: 5000, old: A, ref: "refs/heads/ü", command: "git commit -m 'two\nlines\tand \\n a backslash'" },
    { time: 5000, old: "a".repeat(64), new: "b".repeat(64), ref: "refs/heads/sha256" },
  ]
  for (const change of changes) {
    test(`comes back as it was written: ${change.ref}`, () => {
      const line = Journal.formatLine(change)
      expect(line.match(/\n/g)).toHaveLength(1)
      expect(Journal.parseLine(line.slice(0, -1))).toEqual(change)
    })
  }

  const broken = [
    "",
    "1790000000",
    `1790000000\t${A}\t${B}`,
    `x\t${A}\t${B}\trefs/heads/main\t`,
    `1790000000\t${A}\tno object\trefs/heads/main\t`,
    `1790000000\t${A}\t${B}\t\tgit x`,
    `1790000000\t${A}\t${B}\trefs/heads/main\tgit x\tmore`,
    `0000\t${A.slice(3)}1790000000\t${A}\t${B}\trefs/heads/main\tgit x`,
  ]
  for (const line of broken) {
    test(`is left out where it is torn: ${JSON.stringify(line)}`, () => {
      expect(Journal.parseLine(line)).toBeUndefined()
    })
  }
})

test("journals are found in worktrees and where the host keeps those of removed sessions", () => {
  const scene = copyScene()
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  const line = (ref: string, old: string, now: string): string =>
    Journal.formatLine({ time: 1000, ref, old, new: now, command: "git x" })
  const own = join(scene.gitDirs.own, "ringfence")
  put(join(own, "session.json"), JSON.stringify({ version: 1, branch: "feat/child-work", session: "ses_1" }))
  put(join(own, "born"), "refs/heads/made\n")
  put(join(own, "journal"), line("refs/heads/made", B, A))
  put(join(own, "journal.1"), line("refs/heads/made", A, B))
  put(join(scene.gitDirs.sib, "ringfence/journal"), "torn")
  put(join(scene.data, "journal/ses_2/journal"), line("refs/heads/gone", A, B))
  put(join(scene.data, "journal/ses_2/repository"), `${scene.commonDir}\n`)
  put(join(scene.data, "journal/ses_3/journal"), line("refs/heads/another", A, B))
  put(join(scene.data, "journal/ses_3/repository"), "/somewhere/else/.git\n")

  const found = Journal.all(scene.commonDir, scene.data)
  expect(found).toEqual([
    { session: "ses_1", folder: own, own: ["refs/heads/feat/child-work", "refs/heads/made"], removed: false },
    { session: "sib", folder: join(scene.gitDirs.sib, "ringfence"), own: [], removed: false },
    { session: "ses_2", folder: join(scene.data, "journal/ses_2"), own: [], removed: true },
  ])
  expect(Journal.changes(own).map(({ new: now }) => now)).toEqual([B, A])
  expect(Journal.changes(found[1]!.folder)).toEqual([])
  expect(Journal.all(undefined, join(scene.root, "no data"))).toEqual([])

  const kept = Journal.keep(scene.gitDirs.own, scene.commonDir, scene.data, "ses_1")
  expect(kept).toBe(join(scene.data, "journal/ses_1"))
  expect(Journal.changes(kept!)).toEqual(Journal.changes(own))
  expect(Journal.all(scene.commonDir, scene.data)).toContainEqual({ ...found[0]!, folder: kept!, removed: true })
  expect(Journal.keep(scene.gitDirs.main, scene.commonDir, scene.data, "ses_4")).toBeUndefined()
  scene.remove()
})
