import { describe, expect, test } from "bun:test"
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { writeRecord } from "../../src/state/record.ts"
import { inScene, MAIN, OWN, ROOT, SIB, type Scene } from "./scene.ts"

/** A repository at `path` with a linked worktree at `worktree`. */
function project(scene: Scene, path: string, worktree: string): void {
  scene.sh(".", `git init -q -b main '${path}' && cd '${path}' && git commit -q --allow-empty -m x`)
  scene.sh(path, `git worktree add -q -b feat/x '${scene.path(worktree)}'`)
}

describe("trusted roots", () => {
  const isolated = [
    ["ringfence data", "repo", "data/ringfence/worktree/p/w"],
    ["opencode data", "repo", "data/opencode/worktree/p/w"],
    ["mimocode data", "repo", "data/mimocode/worktree/p/w"],
    ["claude", "repo", "repo/.claude/worktrees/w"],
    ["gemini", "repo", "repo/.gemini/worktrees/w"],
    ["qwen", "repo", "repo/.qwen/worktrees/w"],
    [".worktrees", "repo", "repo/.worktrees/w"],
    ["beside", "repo", "repo.worktrees/w"],
    ["codex", "repo", "home/.codex/worktrees/ab12/repo"],
    ["a line's end in the path", "two\nlines", "two\nlines/.claude/worktrees/w"],
    ["unicode and blanks", "my répo", "my répo/.claude/worktrees/größe w"],
  ] as const
  test.each(isolated)("%s", (_name, path, worktree) => {
    inScene((scene) => {
      project(scene, path, worktree)
      expect(scene.state(worktree).own?.branch).toBe("feat/x")
      expect(scene.state(path).own).toBeUndefined()
    })
  })

  const free = [
    ["any other place", "repo", "elsewhere/w"],
    ["a folder that only begins like a root", "repo", "data/ringfence/worktree-old/w"],
    ["the worktree folder of another project", "repo", "other/.claude/worktrees/w"],
    ["beside another project", "repo", "other.worktrees/w"],
  ] as const
  test.each(free)("not: %s", (_name, path, worktree) => {
    inScene((scene) => {
      project(scene, path, worktree)
      expect(scene.state(worktree).own).toBeUndefined()
      expect(scene.state(worktree).home?.head.branch).toBe("feat/x")
    })
  })

  test("RINGFENCE_DATA and CODEX_HOME move theirs", () => {
    inScene((scene) => {
      project(scene, "repo", "mine/worktree/p/w")
      scene.sh("repo", `git worktree add -q -b feat/y '${scene.path("cx/worktrees/1/r")}'`)
      const env = { ...scene.env, RINGFENCE_DATA: scene.path("mine"), CODEX_HOME: scene.path("cx") }
      expect(scene.state("mine/worktree/p/w").own).toBeUndefined()
      expect(scene.state("mine/worktree/p/w", { env }).own?.branch).toBe("feat/x")
      expect(scene.state("cx/worktrees/1/r", { env }).own?.branch).toBe("feat/y")
    })
  })

  test("roots of the user, of the project, and adopted ones", () => {
    inScene((scene) => {
      project(scene, "repo", "user/w")
      scene.sh("repo", "git worktree add -q -b a ../project/w && git worktree add -q -b b ../adopted/w")
      const all = () => ["user/w", "project/w", "adopted/w"].map((path) => scene.state(path).own !== undefined)
      expect(all()).toEqual([false, false, false])
      scene.write("home/.config/ringfence/config.json", JSON.stringify({ roots: [scene.path("user")] }))
      expect(all()).toEqual([true, false, false])
      scene.write("repo/.ringfence.json", JSON.stringify({ roots: ["../project"] }))
      expect(all()).toEqual([true, true, false])
      scene.write("data/ringfence/adopted", `${scene.path("adopted/w")}\n`)
      expect(all()).toEqual([true, true, true])
    })
  })

  test("through symbolic links, either way", () => {
    inScene((scene) => {
      project(scene, "repo", "data/ringfence/worktree/p/w")
      symlinkSync(scene.path("data/ringfence/worktree/p/w"), scene.path("short"))
      expect(scene.state("short").own?.branch).toBe("feat/x")
      renameSync(scene.path("data"), scene.path("disk"))
      symlinkSync(scene.path("disk"), scene.path("data"))
      scene.sh("repo", `git worktree repair '${scene.path("disk/ringfence/worktree/p/w")}' 2>/dev/null`)
      expect(scene.state("disk/ringfence/worktree/p/w").own?.branch).toBe("feat/x")
      expect(scene.state("data/ringfence/worktree/p/w/deep/er").own?.branch).toBe("feat/x")
    })
  })
})

describe("the nearest .git", () => {
  test("a folder below, and one that does not exist, are the worktree's", () => {
    inScene((scene) => {
      scene.standard()
      expect(scene.own(`${OWN}/src`).worktree).toBe(scene.path(OWN))
      expect(scene.own(`${OWN}/not/there`).branch).toBe("feat/child-work")
    })
  })

  test("a .git directory is not isolated, even below a root", () => {
    inScene((scene) => {
      scene.standard()
      expect(scene.state(MAIN).own).toBeUndefined()
      scene.sh(OWN, "git init -q nested && cd nested && git commit -q --allow-empty -m x")
      expect(scene.state(`${OWN}/nested`).own).toBeUndefined()
    })
  })

  test("no repository at all", () => {
    inScene((scene) => {
      mkdirSync(scene.path(ROOT, "bare-folder"), { recursive: true })
      const state = scene.state(`${ROOT}/bare-folder`)
      expect(state.own).toBeUndefined()
      expect(state.home).toBeUndefined()
      expect(state.siteOf(scene.text("x"))).toEqual({ kind: "elsewhere", path: scene.path("x") })
      expect(scene.state("no/such/folder").own).toBeUndefined()
    })
  })

  test("a submodule of an own worktree or of the main checkout is not isolated", () => {
    inScene((scene) => {
      scene.standard()
      scene.sh(".", "git init -q -b main lib && cd lib && git commit -q --allow-empty -m x")
      for (const checkout of [OWN, MAIN]) {
        scene.sh(checkout, `git -c protocol.file.allow=always submodule add -q '${scene.path("lib")}' lib 2>/dev/null`)
        expect(scene.state(`${checkout}/lib`).own).toBeUndefined()
        expect(scene.state(`${checkout}/lib`).home?.head.branch).toBe("main")
      }
    })
  })

  test("a separate git directory is not a linked worktree", () => {
    inScene((scene) => {
      mkdirSync(scene.path(ROOT), { recursive: true })
      scene.sh(ROOT, `git init -q -b main --separate-git-dir '${scene.path("apart.git")}' w`)
      expect(scene.state(`${ROOT}/w`).own).toBeUndefined()
    })
  })

  test("worktrees of a bare repository", () => {
    inScene((scene) => {
      scene.sh(".", "git init -q -b main src && cd src && git commit -q --allow-empty -m x && git branch b")
      scene.sh(".", "git clone -q --bare src proj/.bare && git -C proj/.bare worktree add -q ../.worktrees/w b")
      const own = scene.own("proj/.worktrees/w")
      expect(own.branch).toBe("b")
      expect(own.others).toEqual([])
      expect(own.ownsBranch("main")).toBe(false)
    })
  })

  test("a clone is isolated by its record, and its origin's checkouts are foreign", () => {
    inScene((scene) => {
      scene.standard()
      scene.sh(".", `git clone -q '${scene.path(MAIN)}' copy && cd copy && git checkout -q -b feat/clone`)
      expect(scene.state("copy").own).toBeUndefined()
      const origin = scene.path(MAIN, ".git")
      writeRecord(scene.path("copy/.git"), { version: 1, kind: "clone", branch: "feat/clone", origin })
      const state = scene.state("copy")
      expect(state.own?.branch).toBe("feat/clone")
      expect(state.own?.ownsBranch("main")).toBe(false)
      expect(state.siteOf(scene.text("copy/x")).kind).toBe("own")
      expect(state.siteOf(scene.text(`${MAIN}/x`))).toMatchObject({ kind: "foreign", branch: "main" })
      expect(state.siteOf(scene.text(`${SIB}/x`)).kind).toBe("foreign")
      expect(state.siteOf(scene.text(`${MAIN}/.git/config`)).kind).toBe("shared")
    })
  })
})

describe("bad states still give a State", () => {
  test("a relative pointer, and a stale back-link", () => {
    inScene((scene) => {
      scene.standard()
      writeFileSync(scene.path(OWN, ".git"), "gitdir: ../main/.git/worktrees/own\n")
      expect(scene.own().branch).toBe("feat/child-work")
      writeFileSync(scene.path(MAIN, ".git/worktrees/own/gitdir"), "/somewhere/else/.git\n")
      expect(scene.own().branch).toBe("feat/child-work")
      expect(scene.own().others.map(({ path }) => path)).not.toContain("/somewhere/else")
    })
  })

  const broken: readonly (readonly [string, (scene: Scene) => void])[] = [
    ["main deleted", (scene) => rmSync(scene.path(MAIN), { recursive: true })],
    ["main moved", (scene) => renameSync(scene.path(MAIN), scene.path(ROOT, "moved"))],
    ["registry entry pruned", (scene) => rmSync(scene.path(MAIN, ".git/worktrees/own"), { recursive: true })],
    ["an empty .git file", (scene) => writeFileSync(scene.path(OWN, ".git"), "")],
    ["a .git file of rubbish", (scene) => writeFileSync(scene.path(OWN, ".git"), "gitdir /x\0\n")],
    ["a .git link to nothing", (scene) => scene.sh(OWN, "rm .git && ln -s nowhere .git")],
    ["a .git link to itself", (scene) => scene.sh(OWN, "rm .git && ln -s .git .git")],
    ["no HEAD", (scene) => rmSync(scene.path(MAIN, ".git/worktrees/own/HEAD"))],
    ["HEAD of rubbish", (scene) => writeFileSync(scene.path(MAIN, ".git/worktrees/own/HEAD"), "\0\0")],
  ]
  test.each(broken)("%s: isolated, branch unknown", (_name, spoil) => {
    inScene((scene) => {
      scene.standard()
      spoil(scene)
      const { own } = scene.state(OWN)
      expect(own).toBeDefined()
      expect(own?.branch).toBeUndefined()
      expect(own?.ownsBranch("feat/child-work")).toBe(false)
      expect(own?.ownsBranch("main")).toBe(false)
      expect(scene.state(OWN).siteOf(scene.text(`${OWN}/x`)).kind).toBe("own")
    })
  })

  test("a pruned registry entry still tells where the main checkout is", () => {
    inScene((scene) => {
      scene.standard()
      rmSync(scene.path(MAIN, ".git/worktrees/own"), { recursive: true })
      const state = scene.state(OWN)
      expect(state.siteOf(scene.text(`${MAIN}/x`))).toMatchObject({ kind: "foreign", branch: "main" })
      expect(state.own?.others.map(({ branch }) => branch)).toContain("feat/sibling")
    })
  })
})

describe("integration", () => {
  test("orchestrator below a client's data folder or with a parent, else self", () => {
    inScene((scene) => {
      scene.standard()
      expect(scene.own()).toMatchObject({ integration: "orchestrator", orchestrator: true })
      project(scene, "repo", "repo/.worktrees/w")
      expect(scene.own("repo/.worktrees/w")).toMatchObject({ integration: "self", orchestrator: false })
      writeRecord(scene.path("repo/.git/worktrees/w"), { version: 1, branch: "feat/x", parent: "p" })
      expect(scene.own("repo/.worktrees/w")).toMatchObject({ integration: "orchestrator", orchestrator: true })
    })
  })

  test("the user may say otherwise, the project may not", () => {
    inScene((scene) => {
      project(scene, "repo", "repo/.worktrees/w")
      scene.write("repo/.ringfence.json", JSON.stringify({ integration: "orchestrator" }))
      expect(scene.own("repo/.worktrees/w").integration).toBe("self")
      expect(scene.state("repo/.worktrees/w").problems).toHaveLength(1)
      scene.write("home/.config/ringfence/config.json", JSON.stringify({ integration: "orchestrator" }))
      expect(scene.own("repo/.worktrees/w").integration).toBe("orchestrator")
    })
  })
})
