/** Each example of the policy: what the guard says, and what real bash does. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Guard } from "../../src/index.ts"
import { harmless, refused } from "../../src/policy/persistent-cd.ts"
import { fateInBash, makeScene, request, type Fate, type Scene } from "./scene.ts"

let scene: Scene
let guard: Guard

beforeAll(async () => {
  scene = makeScene()
  guard = await Guard.load()
})
afterAll(() => scene.remove())

/** Refused for their form, although they come to nothing in this scene. */
const NO_MOVE_TODAY = new Set(["cd nowhere"])

describe("refused", () => {
  for (const { command, because } of refused)
    test(`${command} (${because})`, () => {
      expect(guard.check(request(scene, command))).toMatchObject({ verdict: "deny", code: "persistent-cd" })
      const fate: Fate = NO_MOVE_TODAY.has(command) ? "stayed" : "moved"
      expect(fateInBash(scene, command)).toBe(fate)
    })
})

/** `exec` takes the shell with it where it fails; a shell with nobody in it is nowhere. */
const ENDS = new Set<string>([])

describe("allowed", () => {
  for (const { command, because } of harmless)
    test(`${command} (${because})`, () => {
      expect(guard.check(request(scene, command)).verdict).toBe("allow")
      expect(fateInBash(scene, command)).toBe(ENDS.has(command) ? "gone" : "stayed")
    })
})
