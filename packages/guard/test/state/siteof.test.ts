import { describe, expect, test } from "bun:test"
import { mkdirSync, symlinkSync } from "node:fs"
import { known, oneOf, unknown } from "../../src/shell/value.ts"
import { inScene, MAIN, OWN, ROOT, SIB, type Scene } from "./scene.ts"

const kindOf = (scene: Scene, path: string, link = false): string =>
  scene.state(OWN).siteOf(known(scene.path(ROOT) + "/" + path), { link }).kind

describe("known paths", () => {
  const paths = [
    ["own", "own"],
    ["own/own.txt", "own"],
    ["own/new/folder/file", "own"],
    ["own/.git", "own"],
    ["own/../own/src/./app.txt", "own"],
    ["main/.git/worktrees/own/HEAD", "own"],
    ["main/.git/worktrees/own/ringfence/session.json", "own"],
    ["main", "foreign"],
    ["main/README.md", "foreign"],
    ["own/../main/README.md", "foreign"],
    ["own/nosuch/../../main/new", "foreign"],
    ["sib/sib.txt", "foreign"],
    ["main/.git/worktrees/sib/HEAD", "foreign"],
    ["main/.git", "shared"],
    ["main/.git/config", "shared"],
    ["main/.git/refs/heads/main", "shared"],
    ["main/.git/worktrees", "shared"],
    ["origin.git", "remote"],
    ["origin.git/refs/heads/main", "remote"],
    [".", "elsewhere"],
    ["ownx/file", "elsewhere"],
    ["nosuch", "elsewhere"],
    ["../../../../home/x", "elsewhere"],
  ] as const
  test("belong to the most specific place", () => {
    inScene((scene) => {
      scene.standard()
      expect(paths.map(([path]) => [path, kindOf(scene, path)])).toEqual(paths.map((row) => [...row]))
      expect(kindOf(scene, "../../../../../../../../../..")).toBe("elsewhere")
    })
  })

  test("a foreign site says whose it is", () => {
    inScene((scene) => {
      const state = scene.standard().state(OWN)
      expect(state.siteOf(scene.text(`${SIB}/x`))).toEqual({
        kind: "foreign",
        path: scene.path(SIB),
        branch: "feat/sibling",
      })
      expect(state.siteOf(scene.text(`${ROOT}/origin.git/HEAD`))).toEqual({
        kind: "remote",
        remote: "origin",
        path: scene.path(ROOT, "origin.git"),
      })
    })
  })
})

describe("symbolic links", () => {
  test("are followed, dangling ones too, unless the link itself is meant", () => {
    inScene((scene) => {
      scene.standard()
      symlinkSync("../main", scene.path(OWN, "to-main"))
      symlinkSync("../main/not-yet", scene.path(OWN, "dangling"))
      symlinkSync("loop", scene.path(OWN, "loop"))
      symlinkSync(scene.path(OWN, "src"), scene.path(MAIN, "to-own"))
      expect(kindOf(scene, "own/to-main")).toBe("foreign")
      expect(kindOf(scene, "own/to-main/new/file")).toBe("foreign")
      expect(kindOf(scene, "own/to-main/new/file", true)).toBe("foreign")
      expect(kindOf(scene, "own/to-main", true)).toBe("own")
      expect(kindOf(scene, "own/dangling")).toBe("foreign")
      expect(kindOf(scene, "own/dangling", true)).toBe("own")
      expect(kindOf(scene, "own/dangling/deeper")).toBe("foreign")
      expect(kindOf(scene, "own/loop")).toBe("own")
      expect(kindOf(scene, "own/loop/x")).toBe("own")
      expect(kindOf(scene, "main/to-own/x")).toBe("own")
      expect(kindOf(scene, "main/to-own", true)).toBe("foreign")
    })
  })

  test("`..` after a link leaves where the link leads", () => {
    inScene((scene) => {
      scene.standard()
      symlinkSync("../main/src", scene.path(OWN, "link"))
      expect(kindOf(scene, "own/link/../new")).toBe("foreign")
    })
  })
})

test("worktrees nested in the main checkout, and in one another", () => {
  inScene((scene) => {
    scene.sh(".", "git init -q -b main m && cd m && git commit -q --allow-empty -m x")
    scene.sh(
      "m",
      "git worktree add -q -b a .claude/worktrees/a && git worktree add -q -b b .claude/worktrees/b && git worktree add -q -b c .claude/worktrees/a/c",
    )
    const state = scene.state("m/.claude/worktrees/a")
    const site = (path: string) => state.siteOf(scene.text(path))
    expect(site("m/.claude/worktrees/a/x").kind).toBe("own")
    expect(site("m/.claude/worktrees/b/x")).toMatchObject({ kind: "foreign", branch: "b" })
    expect(site("m/.claude/worktrees/a/c/x")).toMatchObject({ kind: "foreign", branch: "c" })
    expect(site("m/.claude/worktrees/x")).toMatchObject({ kind: "foreign", branch: "main" })
    expect(site("m/.claude/settings.json")).toMatchObject({ kind: "foreign", branch: "main" })
    expect(site("m/.git/x").kind).toBe("shared")
  })
})

test("folders that every session may write", () => {
  inScene((scene) => {
    scene.standard()
    mkdirSync(scene.path(MAIN, "cache"))
    expect(kindOf(scene, "main/cache/x")).toBe("foreign")
    scene.write("home/.config/ringfence/config.json", JSON.stringify({ sharedPaths: [scene.path(MAIN, "cache")] }))
    expect(kindOf(scene, "main/cache/x")).toBe("elsewhere")
    expect(kindOf(scene, "main/cachet")).toBe("foreign")
    expect(scene.own().sharedPaths).toEqual([scene.path(MAIN, "cache")])
  })
})

test("paths of which not everything is known", () => {
  inScene((scene) => {
    const state = scene.standard().state(OWN)
    const below = (folder: string) => state.siteOf({ kind: "below", directory: scene.path(folder) }).kind
    const starts = (text: string) => state.siteOf({ kind: "startsWith", text: scene.path(ROOT) + "/" + text }).kind
    expect([below(OWN), below(MAIN), below(ROOT), below("home"), below(`${ROOT}/origin.git`)]).toEqual([
      "own",
      "foreign",
      "unknown",
      "elsewhere",
      "remote",
    ])
    expect([starts("own/x"), starts("own/"), starts("own"), starts("main/.git/x"), starts("main/s")]).toEqual([
      "own",
      "own",
      "unknown",
      "shared",
      "foreign",
    ])
    expect(state.siteOf(oneOf([scene.path(OWN, "a"), scene.path(MAIN, "b")])).kind).toBe("foreign")
    expect(state.siteOf(oneOf([scene.path(OWN, "a"), scene.path("home/b")])).kind).toBe("elsewhere")
    expect(state.siteOf(unknown("x")).kind).toBe("unknown")
  })
})

test("remotes by file URL, and of the clone kind", () => {
  inScene((scene) => {
    scene.standard().sh(ROOT, "git clone -q --bare origin.git other.git && git init -q plain")
    scene.sh(
      OWN,
      `git remote add f 'file://${scene.path(ROOT, "other.git")}' && git remote add p ../plain && git remote add h https://example.org/x && git remote add s host:path`,
    )
    expect(kindOf(scene, "other.git/HEAD")).toBe("remote")
    expect(kindOf(scene, "plain/x")).toBe("remote")
    expect(kindOf(scene, "host:path")).toBe("elsewhere")
  })
})

test("a remote that is this very repository changes nothing", () => {
  inScene((scene) => {
    scene.standard().sh(OWN, "git remote add self ../main && git remote add me . && git remote add brother ../sib")
    expect([kindOf(scene, "main/x"), kindOf(scene, "sib/x"), kindOf(scene, "own/x")]).toEqual([
      "foreign",
      "foreign",
      "own",
    ])
  })
})
