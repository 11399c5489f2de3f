/** What a fence is delivered by. */
import { describe, expect, test } from "bun:test"
import { additions, hooksNamed, pathWithout, settingsIn } from "../src/environment.ts"
import { hasConfiguredHooks } from "../src/real-git.ts"
import { chainHook, DECIDING, decidingHook, settingsOf, shim, words, type Knowledge } from "../src/script.ts"

describe("the environment", () => {
  const ours = [["core.hooksPath", "/g/ringfence/hooks"]] as const
  const given = {
    GIT_CONFIG_COUNT: "2",
    GIT_CONFIG_KEY_0: "user.name",
    GIT_CONFIG_VALUE_0: "",
    GIT_CONFIG_KEY_1: "core.hooksPath",
    GIT_CONFIG_VALUE_1: "/their/hooks",
    PATH: "/a:/b",
  }

  test("settings that are there stay, in their order, in front of the fence's", () => {
    const existing = settingsIn(given)!
    expect(existing).toEqual([
      ["user.name", ""],
      ["core.hooksPath", "/their/hooks"],
    ])
    expect(hooksNamed(existing)).toBe("/their/hooks")
    expect(additions(given, "/g/ringfence", ours, existing)).toEqual({
      ...given,
      PATH: "/g/ringfence/bin:/a:/b",
      GIT_CONFIG_COUNT: "3",
      GIT_CONFIG_KEY_2: "core.hooksPath",
      GIT_CONFIG_VALUE_2: "/g/ringfence/hooks",
    })
  })

  test("the fence of the session that started this one gives way", () => {
    const fenced = { ...given, ...additions(given, "/other/ringfence", ours, settingsIn(given)!) }
    const again = additions(fenced, "/g/ringfence", ours, settingsIn(fenced)!)
    expect(again["PATH"]).toBe("/g/ringfence/bin:/a:/b")
    expect(again["GIT_CONFIG_COUNT"]).toBe("3")
    expect(pathWithout(fenced)).toEqual(["/a", "/b"])
    const beside = settingsOf({ folder: "/other/ringfence", mode: "beside" })
    const newer = { ...given, ...additions(given, "/other/ringfence", beside, settingsIn(given)!) }
    expect(additions(newer, "/g/ringfence", ours, settingsIn(newer)!)["GIT_CONFIG_COUNT"]).toBe("3")
  })

  test("settings that git would not read are not joined", () => {
    for (const GIT_CONFIG_COUNT of ["x", "-1", "1", "99999999"])
      expect(settingsIn({ GIT_CONFIG_COUNT })).toBeUndefined()
    expect(settingsIn({ GIT_CONFIG_COUNT: "" })).toEqual([])
  })
})

test("hooks stand beside the user's own from git 2.54 on", () => {
  const versions = ["2.39.5", "2.53.9", "2.54.0", "2.55", "3.0.1"]
  expect(versions.map(hasConfiguredHooks)).toEqual([false, false, true, true, true])
})

test("every script is one that a POSIX shell reads, whatever the paths in it hold", () => {
  const knowledge = {
    folder: "/it's a $(folder)/`x`\"\\",
    gitDir: "/g",
    commonDir: "/c",
    worktree: "/w\n",
    git: "/usr/bin/git",
    ringfence: "/r",
    integration: "self",
    userHooks: ".husky/_",
    hooksEverywhere: true,
    hasNoHooks: false,
  } as const
  for (const mode of ["path", "beside"] as const) {
    const known: Knowledge = { ...knowledge, mode }
    const scripts = [
      shim(known),
      chainHook(known),
      words(),
      ...Object.keys(DECIDING).map((name) => decidingHook(known, name)),
    ]
    for (const script of scripts) {
      const read = Bun.spawnSync(["sh", "-n"], { stdin: Buffer.from(script), stderr: "pipe" })
      expect(read.stderr.toString()).toBe("")
      const [, assigned] = /^(rf_folder=[^]*?)\nrf_gitdir=/m.exec(script) ?? []
      if (assigned === undefined) continue
      const told = Bun.spawnSync(["sh", "-c", `${assigned}\nprintf %s "$rf_folder"`], { stdout: "pipe" })
      expect(told.stdout.toString()).toBe(knowledge.folder)
    }
  }
})
