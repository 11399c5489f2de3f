/** What went wrong for others, by their public reports: every case with its set-up, by the guard and by real git. */
import { expect, setDefaultTimeout, test } from "bun:test"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { CheckRequest } from "../../src/index.ts"
import { run, type Layout, type Scene } from "../fixture/index.ts"
import { report, title } from "../truth/report.ts"
import { allowFault, denyFault } from "../truth/right.ts"
import { inScene, judge, suffer, type Trial } from "../truth/trial.ts"

setDefaultTimeout(120_000)

interface Case extends Trial {
  readonly id: string
  /** The public report. */
  readonly source: string
  /** What happened there, and why the verdict is right. */
  readonly about: string
  readonly why: string
  readonly verdict: "allow" | "deny"
  readonly layout?: Layout
  /** In the command, `token` stands for `count` times `char` in quotes. */
  readonly expand?: { readonly token: string; readonly char: string; readonly count: number; readonly quote: string }
  /** Set-up that no shell text can make; one of `arrangements`. */
  readonly arrangement?: string
}

const cases: readonly Case[] = readFileSync(join(import.meta.dir, "isolated-git.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Case)

/** Prose set-ups, done by hand. They say which directory is the session's where it is not own. */
const arrangements: Readonly<Record<string, (scene: Scene) => Promise<Partial<CheckRequest>>>> = {
  "not isolated: the session works in the main checkout": async (scene) => ({ directory: scene.main }),
  "not isolated: the session works in a submodule of the main checkout": async (scene) => {
    await run(scene, `git -c protocol.file.allow=always submodule --quiet add '${scene.origin}' lib`, { in: "main" })
    const submodule = join(scene.main, "lib")
    expect(readFileSync(join(submodule, ".git"), "utf8")).toContain(".git/modules/lib")
    return { directory: submodule, cwd: submodule }
  },
  "reftable, with a record of the session": async (scene) => {
    await run(scene, "git config core.repositoryFormatVersion 1 && git config extensions.refStorage reftable")
    for (const gitDir of Object.values(scene.gitDirs)) writeFileSync(join(gitDir, "HEAD"), "ref: refs/heads/.invalid\n")
    mkdirSync(join(scene.gitDirs.own, "ringfence"))
    const record = { version: 1, kind: "worktree", branch: "feat/child-work", integration: "orchestrator" }
    writeFileSync(join(scene.gitDirs.own, "ringfence/session.json"), JSON.stringify(record))
    return {}
  },
}

/** This git does not know reftable, so it would only refuse. */
const cannotRun = ({ arrangement }: Case): boolean => arrangement?.startsWith("reftable") ?? false

for (const item of cases) {
  test.concurrent(title(item.id, item), async () => {
    const { expand } = item
    const long = expand && `${expand.quote}${expand.char.repeat(expand.count)}${expand.quote}`
    const trial = expand ? { ...item, command: item.command.replace(expand.token, long!) } : item
    const { verdict, outcome } = await inScene(trial, async (scene, untouched) => {
      const request = item.arrangement === undefined ? {} : await arrangements[item.arrangement]!(scene)
      const verdict = judge(scene, trial, request)
      const runs = !cannotRun(item) && request.directory === undefined
      return { verdict, outcome: runs ? await suffer(scene, trial, untouched) : undefined }
    })
    const told = `\n${item.source}: ${item.about}\n${item.why}${report(item, verdict, outcome)}`
    expect(verdict.verdict, told).toBe(item.verdict)
    if (!outcome) return
    const fault = item.verdict === "allow" ? allowFault(outcome) : await denyFault(trial, verdict, outcome)
    expect(fault, told).toBeUndefined()
  })
}

test("the arrangements named by cases exist, and all are used", () => {
  const named = cases.flatMap(({ arrangement }) => (arrangement === undefined ? [] : [arrangement]))
  expect(named.toSorted()).toEqual(Object.keys(arrangements).toSorted())
  expect(cases.length).toBeGreaterThan(100)
})
