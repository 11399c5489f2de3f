/** What update-ref and fast-import read, and the small readings that several subcommands share. */
import { expect, test } from "bun:test"
import { canonicalKey, canonicalSection } from "../../src/git/config-key.ts"
import { keepsAll, keepsGrace } from "../../src/git/expiry.ts"
import { importedRefs } from "../../src/git/stream/fast-import.ts"
import { readBatch } from "../../src/git/stream/update-ref.ts"
import { known, showValue, unknown, type Value } from "../../src/shell/value.ts"

const batch = (text: string, nul = false): readonly string[] | undefined =>
  readBatch(known(text), nul)?.map(({ ref, action, follow }) => `${action} ${showValue(ref)}${follow ? "" : " itself"}`)

test("update-ref's instructions are read line by line", () => {
  expect(batch("start\nupdate refs/heads/a HEAD\ncreate refs/heads/b HEAD\ndelete refs/heads/c\ncommit\n")).toEqual([
    "update refs/heads/a",
    "create refs/heads/b",
    "delete refs/heads/c",
  ])
  expect(batch("verify refs/heads/a\nabort\n")).toEqual([])
  expect(batch("symref-update HEAD refs/heads/a\nsymref-delete refs/heads/b\n")).toEqual([
    "update HEAD",
    "delete refs/heads/b",
  ])
})

test("no-deref holds for one instruction", () => {
  expect(batch("option no-deref\nupdate HEAD a\nupdate HEAD a\n")).toEqual(["update HEAD itself", "update HEAD"])
})

test("names may be quoted as C strings", () => {
  expect(batch('update "refs/heads/a\\040b" HEAD\ndelete "refs/heads/\\"x"\n')).toEqual([
    "update refs/heads/a b",
    'delete refs/heads/"x',
  ])
})

test("with -z names and objects are apart", () => {
  expect(batch("update refs/heads/a\0HEAD\0\0delete refs/heads/b\0\0", true)).toEqual([
    "update refs/heads/a",
    "delete refs/heads/b",
  ])
})

test("instructions whose end is unknown are read where only the object is missing", () => {
  const start = (text: string): Value => ({ kind: "startsWith", text })
  expect(readBatch(start("delete refs/heads/a\nupdate refs/heads/b "), false)?.length).toBe(2)
  expect(readBatch(start("update refs/heads/"), false)).toBeUndefined()
  expect(readBatch(start("delete refs/heads/a\n"), false)).toBeUndefined()
  expect(readBatch(unknown("a file"), false)).toBeUndefined()
  expect(readBatch(undefined, false)).toBeUndefined()
})

const imported = (stream: string): readonly string[] => importedRefs(known(stream)).map(showValue)

test("fast-import's refs are commits, resets and tags, but never data", () => {
  expect(imported("commit refs/heads/a\ndata 4\nhé\nreset refs/heads/b\ntag v9\nfrom :1\n")).toEqual([
    "refs/heads/a",
    "refs/heads/b",
    "refs/tags/v9",
  ])
  expect(imported("blob\ndata 19\nreset refs/heads/a\ncommit refs/heads/b\n")).toEqual(["refs/heads/b"])
  expect(imported("blob\ndata <<END\nreset refs/heads/a\nEND\nreset refs/heads/b\n")).toEqual(["refs/heads/b"])
  expect(imported("blob\ndata <<END\nEND\nreset refs/heads/b\n")).toEqual(["refs/heads/b"])
  expect(imported("blob\ndata 999\nreset refs/heads/a\n")).toEqual([])
})

test("a stream that cannot be read names an unknown ref", () => {
  expect(importedRefs(undefined).map(({ kind }) => kind)).toEqual(["unknown"])
  expect(importedRefs({ kind: "startsWith", text: "reset refs/heads/a\n" }).map(({ kind }) => kind)).toEqual([
    "unknown",
  ])
})

test("two weeks are git's own grace", () => {
  for (const date of ["never", "false", "2.weeks.ago", "14 days ago", "1.month.ago", "1.year.ago"])
    expect(keepsGrace(known(date)), date).toBe(true)
  for (const date of ["now", "all", "0", "1.week.ago", "13.days.ago", "yesterday", "2.hours.ago"])
    expect(keepsGrace(known(date)), date).toBe(false)
  expect(keepsGrace(unknown("$DATE"))).toBe(false)
  expect(keepsGrace(undefined)).toBe(false)
  expect([keepsAll(known("never")), keepsAll(known("2.weeks.ago")), keepsAll(undefined)]).toEqual([true, false, false])
})

test("section and variable fold their case, the subsection does not", () => {
  expect(showValue(canonicalKey(known("CORE.Bare")))).toBe("core.bare")
  expect(showValue(canonicalKey(known("Remote.Up.Stream.URL")))).toBe("remote.Up.Stream.url")
  expect(canonicalKey({ kind: "startsWith", text: "Branch.Feat" })).toEqual({ kind: "startsWith", text: "branch.Feat" })
  expect(showValue(canonicalSection(known("Remote.Up")))).toBe("remote.Up")
  expect(showValue(canonicalSection(known("Core")))).toBe("core")
})
