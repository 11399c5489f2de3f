/** `ringfence demo` as a process: what it prints, and that it leaves nothing behind. */
import { expect, test } from "bun:test"
import { mkdtemp, readdir, realpath, rm, symlink } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { SCRIPT } from "../src/command/demo/script.ts"
import { ringfence } from "./support/process.ts"

interface Row {
  readonly command: string
  readonly verdict: string
  readonly why: string
  readonly happened: string
}

/** The table's rows; a row begins where the verdict column is not empty. */
function readTable(output: string): readonly Row[] {
  const lines = output.split("\n")
  const starts = [...lines[0]!.matchAll(/(?<=^|  )\S/g)].map((match) => match.index)
  const rows: string[][] = []
  for (const line of lines.slice(2, lines.indexOf(""))) {
    const cells = starts.map((start, index) => line.slice(start, starts[index + 1]).trim())
    if (cells[1] !== "") rows.push(cells)
    else for (const [index, cell] of cells.entries()) rows.at(-1)![index] += cell === "" ? "" : ` ${cell}`
  }
  return rows.map(([command, verdict, why, happened]) => ({
    command: command!,
    verdict: verdict!,
    why: why!,
    happened: happened!,
  }))
}

test("a dozen commands with verdicts, reasons and what really happened to main", async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "ringfence-demo-test-")))
  try {
    const { code, stdout, stderr } = await ringfence(["demo"], { env: { TMPDIR: folder } })
    expect({ code, lines: stderr.trimEnd().split("\n").length }).toEqual({ code: 0, lines: 1 })
    const rows = readTable(stdout)
    expect(rows.map(({ command }) => command)).toEqual([...SCRIPT])
    expect(rows.map(({ verdict }) => verdict)).toEqual([...Array(6).fill("allow"), ...Array(8).fill("DENY")])
    for (const { happened } of rows.slice(0, 6)) expect(happened).toBe("nothing")
    const codes = rows.slice(6).map(({ why }) => /^\[(\S+)\]/.exec(why)?.[1])
    expect(codes).toEqual([
      "foreign-branch",
      "foreign-worktree",
      "foreign-branch",
      "foreign-remote-branch",
      "foreign-stash",
      "foreign-branch",
      "worktree-registry",
      "shared-config",
    ])
    const unguarded = rows.slice(6).map(({ happened }) => happened)
    for (const text of unguarded) expect(text).toMatch(/^nothing\. Unguarded: (?!nothing)/)
    expect(unguarded[0]).toMatch(/branch main moved [0-9a-f]+ → [0-9a-f]+/)
    expect(unguarded[1]).toContain("files changed or lost in main's checkout: README.md, draft.txt")
    expect(unguarded[4]).toContain("stash of a sibling lost")
    expect(stdout).toContain("6 commands were allowed and run in the child's worktree; 8 were denied and not run.")
    expect(stdout).toContain("8 of those 8 damaged what is not the child's.")
    expect(stdout).toContain(
      "Main, everybody else's branches here and on the origin, the stash and the sibling are exactly as they were.",
    )
    expect(await readdir(folder)).toEqual([])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}, 60_000)

test("without git it says so", async () => {
  const bin = await mkdtemp(join(tmpdir(), "ringfence-bin-"))
  try {
    for (const name of ["sh", "cmp", "readlink"]) await symlink(Bun.which(name)!, join(bin, name))
    const { code, stdout, stderr } = await ringfence(["demo"], { env: { PATH: bin } })
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
    expect(stderr).toBe("ringfence: git was not found; the demo needs it\n")
  } finally {
    await rm(bin, { recursive: true })
  }
})
