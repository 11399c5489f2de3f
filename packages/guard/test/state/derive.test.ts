import { describe, expect, test } from "bun:test"
import type { Effect, Site } from "../../src/git/effect.ts"
import { at } from "../../src/shell/program.ts"
import { known, unknown } from "../../src/shell/value.ts"
import { inScene, MAIN, OWN, type Scene } from "./scene.ts"

const own: Site = { kind: "own" }
const create = (ref: string): Effect => ({ kind: "ref", site: own, action: "create", ref: known(ref), forced: false })
const remove = (ref: string): Effect => ({ kind: "ref", site: own, action: "delete", ref: known(ref), forced: true })
const rename = (ref: string, to: string): Effect => ({
  kind: "ref",
  site: own,
  action: "rename",
  ref: known(ref),
  to: known(to),
  forced: false,
})
const move = (branch: string, state: "existing" | "new" | "reset" | "remoteOnly"): Effect => ({
  kind: "head",
  site: own,
  to: { kind: "branch", branch: known(branch), state },
})

function after(
  effects: readonly Effect[],
  use: (state: ReturnType<Scene["state"]>, scene: Scene) => void,
  setup = "true",
): void {
  inScene((scene) => {
    scene.standard().sh(OWN, setup)
    use(scene.state(OWN).after(effects), scene)
  })
}

describe("refs", () => {
  test("a new branch or tag exists and is own; an existing one stays foreign", () => {
    after([create("refs/heads/new"), create("refs/tags/t"), create("refs/heads/feat/other")], ({ own, home }) => {
      expect(home?.refs.exists("refs/heads/new")).toBe(true)
      expect(home?.refs.list("refs/heads/n")).toEqual(["refs/heads/new"])
      expect([own?.ownsBranch("new"), own?.ownsTag("t"), own?.ownsBranch("feat/other")]).toEqual([true, true, false])
    })
  })

  test("a deleted one is gone, and free to be made again", () => {
    after([remove("refs/heads/feat/other"), create("refs/heads/feat/other")], ({ own, home }) => {
      expect(home?.refs.exists("refs/heads/feat/other")).toBe(true)
      expect(own?.ownsBranch("feat/other")).toBe(true)
    })
    after([remove("refs/heads/feat/other")], ({ home }) => {
      expect(home?.refs.exists("refs/heads/feat/other")).toBe(false)
      expect(home?.refs.list("refs/heads/feat/o")).toEqual([])
    })
  })

  test("a renamed own branch is own, a renamed foreign one is not, and HEAD goes along", () => {
    after([rename("refs/heads/feat/child-work", "refs/heads/renamed")], ({ own, home }) => {
      expect([home?.head.branch, own?.branch, own?.ownsBranch("renamed"), own?.ownsBranch("feat/child-work")]).toEqual([
        "renamed",
        "renamed",
        true,
        false,
      ])
    })
    after([rename("refs/heads/feat/other", "refs/heads/taken")], ({ own, home }) => {
      expect([home?.head.branch, own?.ownsBranch("taken")]).toEqual(["feat/child-work", false])
    })
  })

  test("effects in other repositories and of unknown names change nothing here", () => {
    const elsewhere: Effect = {
      kind: "ref",
      site: { kind: "elsewhere", path: "/x" },
      action: "delete",
      ref: known("refs/heads/main"),
      forced: true,
    }
    const unnamed: Effect = { kind: "ref", site: own, action: "delete", ref: unknown("x"), forced: true }
    after([elsewhere, unnamed], ({ home }) => expect(home?.refs.exists("refs/heads/main")).toBe(true))
  })
})

describe("HEAD", () => {
  test("switching: the branch now, and the way back", () => {
    after(
      [move("new", "new"), move("other", "new")],
      ({ own, home }, scene) => {
        expect([home?.head.branch, own?.branch]).toEqual(["other", "other"])
        expect([home?.previous(1), home?.previous(2), home?.previous(3)]).toEqual(["new", "feat/child-work", "feat/x"])
        expect([own?.ownsBranch("new"), own?.ownsBranch("feat/child-work"), own?.ownsBranch("main")]).toEqual([
          true,
          true,
          false,
        ])
        expect(scene.state(OWN).home?.head.branch).toBe("feat/child-work")
      },
      "git checkout -q -b feat/x && git checkout -q feat/child-work",
    )
  })

  test("onto an existing foreign branch: it stays foreign", () => {
    after([move("feat/other", "existing")], ({ own, home }) => {
      expect([home?.head.branch, own?.ownsBranch("feat/other"), own?.ownsBranch("feat/child-work")]).toEqual([
        "feat/other",
        false,
        true,
      ])
    })
    after([move("feat/other", "reset")], ({ own }) => expect(own?.ownsBranch("feat/other")).toBe(false))
  })

  test("detached and unknown", () => {
    after([{ kind: "head", site: own, to: { kind: "detached", at: known("HEAD") } }], ({ own, home }) => {
      expect([home?.head.detached, home?.head.branch, own?.branch, home?.previous(1)]).toEqual([
        true,
        undefined,
        undefined,
        "feat/child-work",
      ])
    })
    after([{ kind: "head", site: own, to: { kind: "unknown", operand: unknown("x") } }], ({ own }) =>
      expect(own?.branch).toBeUndefined(),
    )
  })

  test("of another worktree: not ours", () => {
    const foreign: Effect = {
      kind: "head",
      site: { kind: "foreign", path: "/x" },
      to: { kind: "branch", branch: known("z"), state: "new" },
    }
    after([foreign], ({ home }) => expect(home?.head.branch).toBe("feat/child-work"))
  })
})

test("stash: what the text pushed is on top and own; what it dropped is gone", () => {
  const push: Effect = { kind: "stashPush", site: own }
  const drop = (entry: number | "all"): Effect => ({ kind: "stashDrop", site: own, entry })
  const setup = "cd ../sib && echo 1 >>sib.txt && git stash -q"
  const owners = (effects: readonly Effect[]) => {
    let found: readonly boolean[] = []
    after(effects, ({ own }) => void (found = own!.stash.map((entry) => entry.own)), setup)
    return found
  }
  expect(owners([])).toEqual([false])
  expect(owners([push])).toEqual([true, false])
  expect(owners([push, drop(0)])).toEqual([false])
  expect(owners([push, push, drop(1)])).toEqual([true, false])
  expect(owners([drop("all"), push])).toEqual([true])
})

test("configuration and remotes", () => {
  const write = (
    action: "set" | "add" | "unset" | "removeSection",
    key: string,
    value: string,
    scope: "shared" | "global" = "shared",
  ): Effect => ({
    kind: "config",
    site: own,
    scope,
    action,
    key: known(key),
    value: known(value),
  })
  after(
    [
      write("set", "Push.Default", "upstream"),
      write("set", "remote.new.url", "../other.git"),
      write("add", "x.y", "1"),
      write("add", "x.y", "2"),
    ],
    ({ home }) => {
      expect(home?.config.get("push.default")).toBe("upstream")
      expect(home?.config.get("remote.new.url")).toBe("../other.git")
      expect(home?.config.all("x.y")).toEqual(["1", "2"])
    },
  )
  after(
    [
      write("removeSection", "remote.origin", ""),
      write("set", "a.b", "shared"),
      write("set", "a.b", "global", "global"),
    ],
    ({ home }) => {
      expect(home?.config.keys("remote.origin.")).toEqual([])
      expect(home?.config.get("a.b")).toBe("shared")
      expect(home?.config.getIn("global", "a.b")).toBe("global")
    },
  )
  after([write("set", "a.b", "1"), write("unset", "a.b", "")], ({ home }) =>
    expect(home?.config.get("a.b")).toBeUndefined(),
  )
})

test("new repositories are found, and are nobody's", () => {
  inScene((scene) => {
    const before = scene.standard().state(OWN)
    const fresh = before.after([{ kind: "repository", path: scene.text(`${OWN}/t`) }])
    const where = (path: string) => ({ directory: at(scene.path(path)) })
    expect(before.repositoryAt(where(`${OWN}/t`))?.site.kind).toBe("own")
    expect(fresh.repositoryAt(where(`${OWN}/t`))?.site.kind).toBe("elsewhere")
    expect(fresh.repositoryAt(where(`${OWN}/t/deep`))?.site.kind).toBe("elsewhere")
    expect(fresh.repositoryAt(where(OWN))?.site.kind).toBe("own")
    expect(fresh.repositoryAt(where(MAIN))?.site.kind).toBe("foreign")
    expect(fresh.files.stat(scene.path(OWN, "t"))).toBe("directory")
    expect(before.files.stat(scene.path(OWN, "t"))).toBeUndefined()
    const again = before.after([{ kind: "repository", path: scene.text(OWN) }])
    expect(again.repositoryAt(where(OWN))?.site.kind).toBe("own")
  })
})
