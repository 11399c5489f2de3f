import { describe, expect, test } from "bun:test"
import { rmSync, writeFileSync } from "node:fs"
import { appendBorn, writeRecord } from "../../src/state/record.ts"
import { inScene, MAIN, OWN, ROOT, SIB, type Scene } from "./scene.ts"

const GITDIR = `${MAIN}/.git/worktrees/own`

/** Runs a text in the own worktree and asks who owns the branches. */
function owned(setup: string, branches: readonly string[], prepare?: (scene: Scene) => void): Record<string, boolean> {
  return inScene((scene) => {
    scene.standard()
    prepare?.(scene)
    if (setup) scene.sh(OWN, setup)
    const own = scene.own()
    return Object.fromEntries(branches.map((branch) => [branch, own.ownsBranch(branch)]))
  })
}

/** The own branch after a text that may fail (a conflict does). */
function branchAfter(setup: string): { readonly branch: string | undefined; readonly operation: string | undefined } {
  return inScene((scene) => {
    scene.standard()
    scene.maybe(OWN, setup)
    const { own, home } = scene.state(OWN)
    return { branch: own?.branch, operation: home?.head.operation }
  })
}

describe("the own branch in every state", () => {
  const conflict = `git checkout -q -b side HEAD~2 && echo z >own.txt && git add own.txt && git commit -qm z && git checkout -q feat/child-work`
  const states = [
    ["at rest", "true", "feat/child-work", undefined],
    ["a merge", `${conflict}; git merge side`, "feat/child-work", "merge"],
    ["a rebase", `${conflict}; git rebase side`, "feat/child-work", "rebase"],
    ["a rebase by patches", `${conflict}; git rebase --apply side`, "feat/child-work", "rebase"],
    [
      "an interactive rebase",
      `GIT_SEQUENCE_EDITOR='sed -i s/pick/edit/' git rebase -i HEAD~1`,
      "feat/child-work",
      "rebase",
    ],
    ["am", `${conflict}; git format-patch -q -1 side; git am 0001-z.patch`, "feat/child-work", "am"],
    ["a cherry-pick", `${conflict}; git cherry-pick side`, "feat/child-work", "cherry-pick"],
    [
      "a series of picks between two",
      `git checkout -q -b side HEAD~2 && echo z >own.txt && git add own.txt && git commit -qm z && git commit -q --allow-empty -m z2;
       git checkout -q feat/child-work; git cherry-pick side~1 side; git checkout -q -f HEAD -- . ; git commit -q --allow-empty -m x`,
      "feat/child-work",
      "cherry-pick",
    ],
    ["a revert", `${conflict}; git revert HEAD~1`, "feat/child-work", "revert"],
    ["a bisect", `git bisect start -q HEAD HEAD~2`, "feat/child-work", "bisect"],
    ["detached", `git checkout -q --detach`, undefined, undefined],
    ["a rebase begun detached", `${conflict}; git checkout -q --detach; git rebase side`, undefined, "rebase"],
    ["unborn", `git checkout -q --orphan feat/unborn`, "feat/unborn", undefined],
    ["a unicode name", `git checkout -q -b feat/größe-ü`, "feat/größe-ü", undefined],
    ["a name with packed refs only", `git pack-refs --all`, "feat/child-work", undefined],
    ["renamed", `git branch -m feat/renamed`, "feat/renamed", undefined],
  ] as const
  test.each(states)("%s", (_name, setup, branch, operation) => {
    expect(branchAfter(setup)).toEqual({ branch, operation })
  })
})

describe("branches without a record", () => {
  const all = ["feat/child-work", "main", "feat/other", "feat/sibling", "release"]

  test("the one this worktree started on, and no other", () => {
    expect(owned("", all)).toEqual({
      "feat/child-work": true,
      main: false,
      "feat/other": false,
      "feat/sibling": false,
      release: false,
    })
  })

  test("a worktree added on an existing branch owns that", () => {
    inScene((scene) => {
      scene.standard().sh(MAIN, "git worktree add -q ../third feat/other")
      const own = scene.own(`${ROOT}/third`)
      expect(own.branch).toBe("feat/other")
      expect(own.ownsBranch("feat/other")).toBe(true)
    })
  })

  test("having been on a branch does not make it own", () => {
    const setup = "git checkout -q feat/other && git commit -q --allow-empty -m x && git checkout -q feat/child-work"
    expect(owned(setup, ["feat/other", "feat/child-work"])).toEqual({ "feat/other": false, "feat/child-work": true })
  })

  test("nor does being on it: the own branch is still the one it started on", () => {
    inScene((scene) => {
      scene.standard().sh(OWN, "git checkout -q feat/other")
      const own = scene.own()
      expect(own.ownsBranch("feat/other")).toBe(false)
      expect(own.branch).toBe("feat/child-work")
    })
  })

  const orphans = [
    ["not committed", "git switch -q --orphan x"],
    ["committed", "git switch -q --orphan x && git commit -q --allow-empty -m x"],
    ["left again", "git switch -q --orphan x && git switch -q feat/child-work"],
    [
      "committed, then on to another",
      "git switch -q --orphan x && git commit -q --allow-empty -m x && git switch -q -c y",
    ],
    [
      "before anything was committed",
      "git worktree add -q -b feat/third ../third && cd ../third && git switch -q --orphan x",
    ],
  ] as const

  test.each(orphans)("the one it started on is known behind an orphan branch: %s", (name, setup) => {
    inScene((scene) => {
      scene.standard().sh(OWN, setup)
      const own = scene.own(name.startsWith("before") ? `${ROOT}/third` : OWN)
      const started = name.startsWith("before") ? "feat/third" : "feat/child-work"
      expect(own.startedOn).toBe(started)
      expect(["main", "feat/other", "release", started].filter((branch) => own.ownsBranch(branch))).toEqual([started])
    })
  })

  test("of two that were born together with the worktree neither is", () => {
    inScene((scene) => {
      const at = "export GIT_COMMITTER_DATE='@1700000000 +0000' &&"
      scene.standard().sh(OWN, `${at} git branch twin && git worktree add -q -b feat/third ../third`)
      scene.sh(`${ROOT}/third`, "git switch -q --orphan x")
      expect(scene.own(`${ROOT}/third`).startedOn).toBeUndefined()
    })
  })

  const births = [
    ["checkout -b", "git checkout -q -b new", true],
    ["switch -c from another", "git switch -q -c new main", true],
    ["checkout -B that did not exist", "git checkout -q -B new", true],
    [
      "a branch that was only remote",
      "git branch -dr origin/release; git fetch -q; git branch -q -D release; git checkout -q release && git branch -m new",
      true,
    ],
    ["orphan, committed", "git checkout -q --orphan new && git commit -q -m x", true],
    ["then left again", "git checkout -q -b new && git checkout -q feat/child-work", true],
    ["then renamed", "git checkout -q -b old && git branch -m new", true],
    [
      "then renamed from elsewhere",
      "git checkout -q -b old && git checkout -q feat/child-work && git branch -m old new",
      true,
    ],
    [
      "checkout -B over an existing one",
      "GIT_COMMITTER_DATE='@1500000000 +0000' git branch new main; git checkout -q -B new",
      false,
    ],
    [
      "by the main checkout",
      "GIT_COMMITTER_DATE='@1500000000 +0000' git -C ../main branch new && git checkout -q new",
      false,
    ],
    [
      "a plain `git branch` in the same second at the same commit",
      "git branch new HEAD && git checkout -q -b other HEAD",
      false,
    ],
  ] as const
  test.each(births)("born by %s", (_name, setup, expected) => {
    expect(owned(setup, ["new"])).toEqual({ new: expected })
  })

  test("the start branch keeps its owner under a new name, and the old name is free for others", () => {
    const setup = "git branch -m feat/renamed && git -C ../main branch feat/child-work main"
    expect(owned(setup, ["feat/renamed", "feat/child-work"])).toEqual({
      "feat/renamed": true,
      "feat/child-work": false,
    })
  })

  test("a branch that another worktree has in use is never own", () => {
    expect(
      owned("git checkout -q -b new && git checkout -q feat/child-work && git -C ../sib checkout -q new", ["new"]),
    ).toEqual({ new: false })
    const rebasing = `git checkout -q -b new && git checkout -q feat/child-work && cd ../sib && git checkout -q new &&
      GIT_SEQUENCE_EDITOR='sed -i s/pick/edit/' git rebase -q -i HEAD~1 2>/dev/null`
    expect(owned(rebasing, ["new"])).toEqual({ new: false })
  })

  test("detached: what was born here stays own, the start branch does not count", () => {
    const setup = "git checkout -q -b new && git checkout -q --detach"
    expect(owned(setup, ["new", "feat/child-work"])).toEqual({ new: true, "feat/child-work": false })
  })

  test("without reflogs the branch in HEAD is own", () => {
    inScene((scene) => {
      scene.standard()
      rmSync(scene.path(GITDIR, "logs"), { recursive: true })
      expect(scene.own().branch).toBe("feat/child-work")
      expect(scene.own().ownsBranch("main")).toBe(false)
    })
  })

  test("names are folded where the repository ignores case", () => {
    const names = ["FEAT/Child-Work", "MAIN"]
    expect(owned("git config core.ignorecase true", names)).toEqual({ "FEAT/Child-Work": true, MAIN: false })
    expect(owned("", names)).toEqual({ "FEAT/Child-Work": false, MAIN: false })
  })

  test("tags are own only by record", () => {
    inScene((scene) => {
      scene.standard().sh(OWN, "git tag mine")
      expect(scene.own().ownsTag("mine")).toBe(false)
    })
  })
})

describe("branches with a record", () => {
  const recorded = (scene: Scene): void => writeRecord(scene.path(GITDIR), { version: 1, branch: "feat/child-work" })

  test("the branch at creation, and what was born here", () => {
    const setup = "git branch feat/mine && git tag t1 && git tag t2"
    inScene((scene) => {
      scene.standard()
      recorded(scene)
      scene.sh(OWN, setup)
      expect(scene.own().ownsBranch("feat/mine")).toBe(false)
      appendBorn(scene.path(GITDIR), ["refs/heads/feat/mine", "refs/tags/t1"])
      const own = scene.own()
      expect(["feat/child-work", "feat/mine", "feat/other"].map((name) => own.ownsBranch(name))).toEqual([
        true,
        true,
        false,
      ])
      expect(["t1", "t2", "v1"].map((name) => own.ownsTag(name))).toEqual([true, false, false])
      expect(own.remoteTag("origin", "t1")).toBe("own")
    })
  })

  test("stays own while detached", () => {
    expect(owned("git checkout -q --detach", ["feat/child-work"], recorded)).toEqual({ "feat/child-work": true })
  })

  test("births and renames seen in the reflog count too", () => {
    expect(owned("git branch -m feat/renamed", ["feat/renamed"], recorded)).toEqual({ "feat/renamed": true })
    expect(owned("git switch -q -c new", ["new"], recorded)).toEqual({ new: true })
    expect(owned("git switch -q feat/other", ["feat/other"], recorded)).toEqual({ "feat/other": false })
  })

  test("a repository with ref tables is known by its record only", () => {
    inScene((scene) => {
      scene
        .standard()
        .sh(
          MAIN,
          "mkdir .git/reftable && git config extensions.refstorage reftable && git config core.repositoryformatversion 1",
        )
      writeFileSync(scene.path(GITDIR, "HEAD"), "ref: refs/heads/.invalid\n")
      expect(scene.own().branch).toBeUndefined()
      expect(scene.own().ownsBranch("feat/child-work")).toBe(false)
      recorded(scene)
      expect(scene.own().branch).toBe("feat/child-work")
      expect(scene.own().ownsBranch("feat/child-work")).toBe(true)
      expect(scene.own().remoteBranch("origin", "feat/child-work")).toBe("own")
    })
  })

  test.each([
    ["no JSON", "{"],
    ["another version", `{"version":2,"branch":"main"}`],
    ["no branch", `{"version":1}`],
  ])("an invalid record counts as absent: %s", (_name, text) => {
    inScene((scene) => {
      scene.standard().write(`${GITDIR}/ringfence/session.json`, text)
      expect(scene.own()).toMatchObject({ branch: "feat/child-work", orchestrator: true })
      expect(scene.own().ownsBranch("main")).toBe(false)
    })
  })
})

describe("remote branches", () => {
  test("by name, by who pushed first, by what is known to be there", () => {
    inScene((scene) => {
      scene
        .standard()
        .sh(
          OWN,
          "git push -q origin HEAD:refs/heads/feat/elsewhere && git -C ../sib push -q origin HEAD:refs/heads/feat/sib-elsewhere",
        )
      scene.sh(ROOT, "git -C origin.git branch feat/unseen main")
      const own = scene.own()
      expect(own.remoteBranch("origin", "feat/child-work")).toBe("own")
      expect(own.remoteBranch("origin", "feat/elsewhere")).toBe("own")
      expect(own.remoteBranch("origin", "feat/sib-elsewhere")).toBe("foreign")
      expect(own.remoteBranch("origin", "main")).toBe("foreign")
      expect(own.remoteBranch("origin", "feat/unseen")).toBe("foreign")
      expect(own.remoteBranch("origin", "feat/never-heard-of")).toBe("unknown")
      expect(own.remoteBranch("../origin.git", "feat/elsewhere")).toBe("own")
      expect(own.remoteBranch("https://example.org/x.git", "feat/never")).toBe("unknown")
    })
  })

  test("what others pushed of the commit this worktree began at is not own", () => {
    inScene((scene) => {
      scene.standard().sh(MAIN, "git push -q origin HEAD:refs/heads/theirs && git branch -D -q release")
      const own = scene.own()
      expect(["feat/other", "release", "theirs"].map((name) => own.remoteBranch("origin", name))).toEqual([
        "foreign",
        "foreign",
        "foreign",
      ])
    })
  })

  test("a local branch of somebody else makes the name foreign, pushed by us or not", () => {
    inScene((scene) => {
      scene
        .standard()
        .sh(OWN, "git push -q origin HEAD:refs/heads/shared-name && git -C ../main branch shared-name main")
      expect(scene.own().remoteBranch("origin", "shared-name")).toBe("foreign")
      expect(scene.own().remoteBranch("elsewhere", "feat/other")).toBe("foreign")
    })
  })

  test("a push of a commit that was never ours proves nothing", () => {
    inScene((scene) => {
      scene.standard().sh(OWN, "git push -q origin feat/sibling:refs/heads/feat/odd")
      expect(scene.own().remoteBranch("origin", "feat/odd")).toBe("foreign")
    })
  })

  test("through the configured refspec, and in this very repository", () => {
    inScene((scene) => {
      scene
        .standard()
        .sh(
          OWN,
          "git config remote.origin.fetch '+refs/heads/*:refs/mirror/*' && git update-ref refs/mirror/theirs main",
        )
      const own = scene.own()
      expect(own.remoteBranch("origin", "theirs")).toBe("foreign")
      expect(own.remoteBranch(".", "main")).toBe("foreign")
      expect(own.remoteBranch(scene.path(MAIN), "feat/other")).toBe("foreign")
      expect(own.remoteBranch(".", "feat/child-work")).toBe("own")
    })
  })

  test("tags", () => {
    inScene((scene) => {
      scene.standard().sh(ROOT, "git -C origin.git tag v9")
      const own = scene.own()
      expect([own.remoteTag("origin", "v1"), own.remoteTag("origin", "v9"), own.remoteTag("origin", "v10")]).toEqual([
        "foreign",
        "foreign",
        "unknown",
      ])
    })
  })
})

describe("stash", () => {
  test("entries by the branch they name, else by where they were made", () => {
    inScene((scene) => {
      scene.standard()
      scene.sh(SIB, "echo 1 >>sib.txt && git stash -q")
      scene.sh(OWN, "echo 2 >>own.txt && git stash -q")
      scene.sh(OWN, "echo 3 >>own.txt && git stash push -q -m 'note: main'")
      scene.sh(OWN, "git checkout -q --detach && echo 4 >>own.txt && git stash -q && git checkout -q feat/child-work")
      scene.sh(SIB, "git checkout -q --detach && echo 5 >>sib.txt && git stash -q && git checkout -q feat/sibling")
      scene.sh(OWN, "echo 6 >>own.txt && git stash store -m bare $(git stash create)")
      const { stash } = scene.own()
      expect(stash.map(({ own }) => own)).toEqual([true, false, true, true, true, false])
      expect(stash[2]?.message).toStartWith("WIP on (no branch): ")
      expect(stash.length).toBe(Number(scene.sh(OWN, "git stash list | wc -l")))
    })
  })

  test("an entry made elsewhere at a commit where this worktree once stood is not own", () => {
    inScene((scene) => {
      scene
        .standard()
        .sh(
          OWN,
          "export GIT_COMMITTER_DATE='@4000000000 +0000'; cd ../sib && git checkout -q --detach main && echo 5 >>README.md && git stash -q",
        )
      expect(scene.own().stash).toMatchObject([{ own: false }])
    })
  })

  test("none", () => {
    inScene((scene) => expect(scene.standard().own().stash).toEqual([]))
  })
})

describe("others", () => {
  test("every other worktree with its branch, as git lists them", () => {
    inScene((scene) => {
      scene
        .standard()
        .sh(MAIN, "git worktree add -q --detach ../det && git worktree add -q -b gone ../gone && rm -r ../gone")
      scene.sh(SIB, "GIT_SEQUENCE_EDITOR='sed -i s/pick/edit/' git rebase -q -i HEAD~1 2>/dev/null")
      const listed = scene.sh(OWN, "git worktree list --porcelain | sed -n 's/^worktree //p'").split("\n").sort()
      const { others } = scene.own()
      expect([...others.map(({ path }) => path), scene.path(OWN)].sort()).toEqual(listed)
      const branch = (path: string) => others.find((other) => other.path === scene.path(path))?.branch
      expect([branch(MAIN), branch(SIB), branch(`${ROOT}/gone`), branch(`${ROOT}/det`)]).toEqual([
        "main",
        "feat/sibling",
        "gone",
        undefined,
      ])
      expect(others.filter(({ isMain }) => isMain)).toHaveLength(1)
    })
  })
})

test("the branch it started on is told while detached, unless somebody else has it", () => {
  inScene((scene) => {
    scene.standard().sh(OWN, "git checkout -q --detach")
    expect(scene.own().startedOn).toBe("feat/child-work")
    scene.sh(MAIN, "git checkout -q feat/child-work")
    expect(scene.own().startedOn).toBeUndefined()
  })
  inScene((scene) => {
    scene.standard().sh(MAIN, "git worktree add -q --detach ../det")
    expect(scene.own(`${ROOT}/det`).startedOn).toBeUndefined()
  })
})
