/** Every case of persistent-cd, and what isolated sessions may do, as each client asks about it. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { copyScene, type Scene } from "@ringfence/guard/fixture"
import { CASES, harmless, makeScene, refused, type Scene as Marked } from "@ringfence/guard/persistent-cd/fixture"
import { SHAPES, refusal } from "./shapes.ts"

const MATRIX: readonly (readonly [command: string, verdict: "allow" | "deny"])[] = [
  ...CASES.map(({ command, verdict }) => [command, verdict] as const),
  ...refused.map(({ command }) => [command, "deny"] as const),
  ...harmless.map(({ command }) => [command, "allow"] as const),
]

describe("a cd in a marked checkout", () => {
  let scene: Marked
  beforeAll(() => {
    scene = makeScene()
  })
  afterAll(() => scene.remove())

  for (const shape of SHAPES) {
    test(`is judged alike for ${shape.name}`, async () => {
      const found: string[] = []
      for (const [command, verdict] of MATRIX) {
        const reason = await refusal(shape, { command, home: scene.main }, { env: scene.env, persistentCd: true })
        if ((reason === undefined) !== (verdict === "allow")) found.push(`${verdict} ${command}: ${reason}`)
        else if (reason !== undefined && !reason.startsWith("[persistent-cd] ")) found.push(`${command}: ${reason}`)
      }
      expect(found).toEqual([])
      expect(MATRIX.length).toBeGreaterThan(150)
    }, 300_000)

    test(`is ${shape.carries ? "refused" : "let through"} for ${shape.name} by itself`, async () => {
      const reason = await refusal(shape, { command: "cd lib", home: scene.main }, { env: scene.env })
      expect(reason !== undefined).toBe(shape.carries)
    })
  }

  test("stays where a subagent of Claude has a shell for each call", async () => {
    const claude = SHAPES.find(({ name }) => name === "claude")!
    const asked = { command: "cd lib", home: scene.main }
    expect(await refusal(claude, { ...asked, agent: "a1" }, { env: scene.env })).toBeUndefined()
    expect(await refusal(claude, asked, { env: scene.env })).toBeDefined()
  })
})

const ISOLATED: readonly (readonly [command: string, code: string | undefined])[] = [
  ["git status && git log --oneline -3", undefined],
  ["git commit -qm 'merge main' --allow-empty", undefined],
  ["git push --dry-run origin feat/child-work", undefined],
  ["git log main..HEAD > log.txt", undefined],
  ["cat <<'EOF'\ngit merge main\nEOF", undefined],
  ["git merge main", "isolated-git/merge"],
  ["git rebase main", "isolated-git/rebase"],
  ["for b in main; do git branch -D $b; done", "isolated-git/foreign-branch"],
  ["git -C ../main reset --hard HEAD~1", "isolated-git/foreign-worktree"],
  ["cd ../main && git commit -qam x", "isolated-git/foreign-worktree"],
  ["echo x > ../main/README.md", "isolated-git/foreign-worktree"],
  ["ringfence session grant-approval all", "self/grant"],
]

describe("an isolated session", () => {
  let scene: Scene
  beforeAll(() => {
    scene = copyScene()
  })
  afterAll(() => scene.remove())

  for (const shape of SHAPES)
    test(`is guarded in ${shape.name}`, async () => {
      for (const [command, code] of ISOLATED) {
        const reason = await refusal(shape, { command, home: scene.own }, { env: scene.env })
        expect([command, reason && /\[([^\]]+)\]/.exec(reason)?.[1]]).toEqual([command, code])
      }
    }, 60_000)

  test("may do all that elsewhere", async () => {
    for (const shape of SHAPES)
      for (const [command] of ISOLATED)
        expect(
          await refusal(
            shape,
            { command, home: scene.main, session: "elsewhere" },
            { env: scene.env, persistentCd: true },
          ),
        ).toBeUndefined()
  }, 60_000)
})
