import { describe, expect, test } from "bun:test"
import { mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { settingsJsonSchema } from "../../src/state/settings-schema.ts"
import { inScene, MAIN, OWN, ROOT } from "./scene.ts"

const USER = "home/.config/ringfence/config.json"

describe("invalid files are reported with path and key, and count as absent", () => {
  const wrong = [
    ["no JSON", "{", ""],
    ["an unknown key", `{"colour":1}`, "colour"],
    ["a wrong value", `{"integration":"maybe","sharedPaths":["/x"]}`, "integration"],
    ["a wrong item", `{"sharedPaths":["/x",1]}`, "sharedPaths.1"],
    ["a list", "[]", ""],
  ] as const
  test.each(wrong)("%s", (_name, text, key) => {
    inScene((scene) => {
      scene.standard().write(USER, text)
      const state = scene.state(OWN)
      expect(state.problems).toHaveLength(1)
      expect(state.problems[0]).toMatchObject({ path: scene.path(USER), key })
      expect(state.problems[0]?.message).not.toBe("")
      expect(state.own).toMatchObject({ integration: "orchestrator" })
      expect(state.own?.sharedPaths).toEqual([])
    })
  })

  test("a project may add roots and nothing else", () => {
    inScene((scene) => {
      scene.standard().write(`${MAIN}/.ringfence.json`, `{"off":["isolated-git"]}`)
      expect(scene.state(OWN).problems).toMatchObject([{ path: scene.path(MAIN, ".ringfence.json") }])
      scene.write(`${MAIN}/.ringfence.json`, `{"$schema":"x","roots":["trees"]}`)
      expect(scene.state(OWN).problems).toEqual([])
    })
  })

  test("a file that is a folder cannot be read", () => {
    inScene((scene) => {
      scene.standard()
      mkdirSync(scene.path(USER), { recursive: true })
      expect(scene.state(OWN).problems).toMatchObject([{ key: "", message: "it cannot be read as a file" }])
    })
  })
})

test("RINGFENCE_CONFIG names the user's file, and settings given stand for it", () => {
  inScene((scene) => {
    scene.standard().write("mine.json", `{"integration":"self","sharedPaths":["~/cache"]}`)
    const env = { ...scene.env, RINGFENCE_CONFIG: scene.path("mine.json") }
    expect(scene.state(OWN, { env }).own).toMatchObject({ integration: "self" })
    expect(scene.state(OWN, { env }).own?.sharedPaths).toEqual([scene.path("home/cache")])
    expect(scene.state(OWN, { env, settings: {} }).own?.integration).toBe("orchestrator")
    expect(scene.state(OWN, { settings: { integration: "self" } }).own?.integration).toBe("self")
    expect(scene.state("home/w", { settings: { roots: [scene.path("home")] } }).own).toBeUndefined()
  })
})

test("the schemas can be published", () => {
  expect(settingsJsonSchema.user()).toMatchObject({
    type: "object",
    additionalProperties: false,
    properties: { integration: { enum: ["orchestrator", "self"] }, roots: { type: "array" } },
  })
  for (const name of ["user", "project"] as const) {
    const published = join(import.meta.dir, "../../../../docs/schema", `${name}.schema.json`)
    expect(JSON.parse(readFileSync(published, "utf8"))).toEqual(settingsJsonSchema[name]())
  }
  expect(Object.keys((settingsJsonSchema.project() as { properties: object }).properties)).toEqual(["$schema", "roots"])
})

describe("the state of the disk now", () => {
  test("is the same as long as nothing changed, and new as soon as something did", async () => {
    const scene = new (await import("./scene.ts")).Scene().standard()
    try {
      const identity = () => {
        const state = scene.state(OWN)
        void [state.own?.branch, state.own?.others, state.siteOf(scene.text(MAIN)), state.home?.config.get("a.b")]
        return state.identity
      }
      const settled = () => {
        const before = identity()
        const until = Date.now() + 5000
        for (let last = before; Date.now() < until;) {
          const now = identity()
          if (now === last) return now
          last = now
        }
        throw new Error("never settles")
      }
      let last = settled()
      expect(scene.state(OWN, { fenced: true }).identity).not.toBe(last)
      expect(scene.state(OWN, { lifted: new Set(["x"]) }).identity).not.toBe(last)
      expect(scene.state(OWN, { env: { ...scene.env, X: "1" } }).identity).not.toBe(last)
      const changes = [
        [OWN, "git checkout -q -b new"],
        [OWN, "git commit -q --allow-empty -m x"],
        [MAIN, "git config a.b c"],
        [MAIN, "git checkout -q -b elsewhere"],
        [MAIN, "git worktree add -q ../another"],
        [ROOT, "rm -r main/.git/worktrees/another"],
        ["home", "git config --file .gitconfig a.b d"],
        [
          OWN,
          "mkdir -p $(git rev-parse --git-dir)/ringfence && echo refs/heads/x >$(git rev-parse --git-dir)/ringfence/born",
        ],
        [ROOT, "mv main moved"],
      ] as const
      for (const [folder, text] of changes) {
        scene.sh(folder, text)
        const now = identity()
        expect([text, now === last]).toEqual([text, false])
        last = settled()
      }
    } finally {
      scene.remove()
    }
  })

  test("answers follow the disk at once, however quickly it changes", () => {
    inScene((scene) => {
      scene.standard()
      for (let round = 0; round < 5; round++) {
        scene.sh(OWN, `git checkout -q -b n${round}`)
        expect(scene.own().branch).toBe(`n${round}`)
        expect(scene.own().ownsBranch(`n${round}`)).toBe(true)
        scene.sh(MAIN, `git config a.b ${round}`)
        expect(scene.state(OWN).home?.config.get("a.b")).toBe(String(round))
      }
    })
  })
})
