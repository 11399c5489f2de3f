import { describe, expect, test } from "bun:test"
import { writeFileSync } from "node:fs"
import { at, type Directory } from "../../src/shell/program.ts"
import { known, unknown } from "../../src/shell/value.ts"
import type { Repository, Where } from "../../src/state/state.ts"
import { inScene, MAIN, OWN, ROOT, SIB, type Scene } from "./scene.ts"

function home(scene: Scene, folder = OWN): Repository {
  const repository = scene.state(folder).home
  if (!repository) throw new Error(`no repository at ${folder}`)
  return repository
}

describe("refs, as git lists them", () => {
  const layouts = [
    ["loose", "true"],
    ["packed, annotated tags peeled", "git tag -a -m t annotated && git pack-refs --all"],
    [
      "packed and then moved",
      "git pack-refs --all && git commit -q --allow-empty -m x && git branch new && git branch -D -q release",
    ],
    [
      "symbolic",
      "git symbolic-ref refs/remotes/origin/HEAD refs/remotes/origin/main && git symbolic-ref refs/heads/alias refs/heads/main",
    ],
    [
      "of one worktree",
      "git update-ref refs/worktree/x HEAD && git bisect start -q HEAD HEAD~1 && git -C ../sib update-ref refs/worktree/y HEAD",
    ],
    [
      "unicode and near names",
      "git branch größe && git branch main2 && git branch feat/child && git update-ref refs/custom/deep/er/x HEAD",
    ],
  ] as const
  test.each(layouts)("%s", (_name, setup) => {
    inScene((scene) => {
      scene.standard().sh(OWN, setup)
      for (const folder of [OWN, MAIN]) {
        const { refs } = home(scene, folder)
        const listed = scene.sh(folder, "git for-each-ref --format='%(refname) %(objectname)'").split("\n")
        expect(refs.list("refs/").map((ref) => `${ref} ${refs.resolve(ref)}`)).toEqual(listed)
        const heads = scene.sh(folder, "git for-each-ref --format='%(refname)' refs/heads/feat/").split("\n")
        expect(refs.list("refs/heads/feat/")).toEqual(heads)
        for (const name of [
          "HEAD",
          "ORIG_HEAD",
          "main-worktree/HEAD",
          "worktrees/sib/HEAD",
          "refs/heads/main",
          "refs/heads/nosuch",
          "refs/heads",
        ]) {
          expect([name, refs.resolve(name)]).toEqual([
            name,
            scene.maybe(folder, `git rev-parse -q --verify '${name}^{object}'`),
          ])
          expect(refs.exists(name)).toBe(refs.resolve(name) !== undefined)
        }
      }
    })
  })

  test("names cannot leave the git directory", () => {
    inScene((scene) => {
      scene.standard()
      writeFileSync(scene.path("secret"), "a".repeat(40))
      const { refs } = home(scene)
      expect(refs.exists("refs/../../../../../../../secret")).toBe(false)
      expect(refs.exists(scene.path("secret"))).toBe(false)
    })
  })

  test("case is folded where the repository says so", () => {
    inScene((scene) => {
      scene.standard().sh(OWN, "git pack-refs --all")
      expect(home(scene).refs.exists("refs/heads/MAIN")).toBe(false)
      scene.sh(OWN, "git config core.ignorecase true")
      expect(home(scene).refs.exists("refs/heads/MAIN")).toBe(true)
      expect(home(scene).refs.list("refs/heads/FEAT/ch")).toEqual(["refs/heads/feat/child-work"])
    })
  })

  test("loops of symbolic refs end", () => {
    inScene((scene) => {
      scene
        .standard()
        .sh(MAIN, "echo 'ref: refs/heads/b' >.git/refs/heads/a && echo 'ref: refs/heads/a' >.git/refs/heads/b")
      expect(home(scene).refs.exists("refs/heads/a")).toBe(false)
    })
  })
})

test("@{-n}, as git tells it", () => {
  inScene((scene) => {
    scene.standard()
    const compare = () => {
      for (let n = 1; n <= 6; n++) {
        const name = scene.maybe(OWN, `git rev-parse --symbolic-full-name '@{-${n}}'`)?.replace("refs/heads/", "")
        const ours = home(scene).previous(n)
        if (name) expect([n, ours]).toEqual([n, name])
        else expect([n, ours]).toEqual([n, scene.maybe(OWN, `git rev-parse -q --verify '@{-${n}}'`)])
      }
    }
    compare()
    scene.sh(
      OWN,
      "git checkout -q feat/other && git checkout -q - && git checkout -q -b a-to-b && git checkout -q --detach && git checkout -q feat/child-work",
    )
    compare()
  })
})

describe("tracked paths, as git lists them", () => {
  const layouts = [
    ["version 2", "true"],
    ["version 3", "git config index.version 3 && echo n >new && git add -N new"],
    ["version 4", "git update-index --index-version 4"],
    [
      "unmerged",
      "git checkout -q -b s HEAD~1 && echo z >own.txt && git commit -qam z && git merge feat/child-work || true",
    ],
    [
      "long and unicode names",
      `mkdir -p ${"d".repeat(200)}/${"e".repeat(200)} && touch ${"d".repeat(200)}/${"e".repeat(200)}/größe && git add -A`,
    ],
    [
      "a name longer than the field",
      `d=${"d".repeat(240)} && for i in $(seq 20); do p=$p$d/; done && git update-index --add --cacheinfo 100644,$(git hash-object -w README.md),$\{p}f`.replace(
        "$\\{",
        "${",
      ),
    ],
    ["a sparse index", "git sparse-checkout set --cone --sparse-index docs"],
    ["none", "rm $(git rev-parse --git-dir)/index"],
  ] as const
  test.each(layouts)("%s", (_name, setup) => {
    inScene((scene) => {
      scene.standard().maybe(OWN, setup)
      const repository = home(scene)
      const names = scene.sh(OWN, "git -c core.quotePath=false ls-files").split("\n").filter(Boolean)
      for (const name of names) expect([name, repository.tracked(scene.path(OWN, name))]).toEqual([name, true])
      for (const name of ["src", "docs"]) expect(repository.tracked(scene.path(OWN, name))).toBe(names.length > 0)
      for (const name of ["nosuch", "src/ap", "README.md/x", "../main/README.md", ".git/HEAD"]) {
        expect([name, repository.tracked(scene.path(OWN, name))]).toEqual([name, false])
      }
    })
  })

  test("rubbish and split indexes are not read", () => {
    inScene((scene) => {
      scene.standard().sh(OWN, "git update-index --split-index")
      expect(home(scene).tracked(scene.path(OWN, "README.md"))).toBeUndefined()
      writeFileSync(
        scene.path(MAIN, ".git/worktrees/own/index"),
        "DIRC\0\0\0\x02\0\0\0\x09rubbish-rubbish-rubbish-rubbish",
      )
      expect(home(scene).tracked(scene.path(OWN, "README.md"))).toBeUndefined()
    })
  })
})

describe("the repository a command acts on", () => {
  /** The git directory, common directory and top that git itself would use. */
  function byGit(scene: Scene, folder: string, env: Readonly<Record<string, string>>): readonly (string | undefined)[] {
    const ask = (what: string) => scene.maybe(folder, `realpath -m -- "$(git rev-parse ${what})"`, env)
    if (scene.maybe(folder, "git rev-parse --git-dir", env) === undefined) return [undefined, undefined, undefined]
    const top = scene.maybe(folder, "git rev-parse --show-toplevel", env)
    return [ask("--absolute-git-dir"), ask("--git-common-dir"), top]
  }

  const scenes: readonly (readonly [string, string, Record<string, string>, string?])[] = [
    ["the own worktree", OWN, {}],
    ["a folder below", `${OWN}/src`, {}],
    ["the main checkout", MAIN, {}],
    ["inside the common directory", `${MAIN}/.git/refs`, {}],
    ["inside the own git directory", `${MAIN}/.git/worktrees/own`, {}],
    ["a bare repository", `${ROOT}/origin.git`, {}],
    ["below a bare repository", `${ROOT}/origin.git/refs`, {}],
    ["no repository", "home", {}],
    ["a scratch repository", `${OWN}/scratch/deep`, {}, "git init -q scratch && mkdir scratch/deep"],
    ["a .git folder that is none", `${OWN}/odd`, {}, "mkdir -p odd/.git"],
    ["a .git file that is none", `${OWN}/odd`, {}, "mkdir odd && echo x >odd/.git"],
    ["GIT_DIR", OWN, { GIT_DIR: "../main/.git" }],
    ["GIT_DIR of the own worktree", `${OWN}/src`, { GIT_DIR: "../../main/.git/worktrees/own" }],
    ["GIT_DIR that is a file", `${OWN}/src`, { GIT_DIR: "../.git" }],
    ["GIT_DIR that is none", OWN, { GIT_DIR: "nosuch" }],
    ["GIT_WORK_TREE", OWN, { GIT_WORK_TREE: "../main" }],
    ["both", "home", { GIT_DIR: `../${MAIN}/.git`, GIT_WORK_TREE: `../${SIB}` }],
    ["core.worktree", `${OWN}/scratch`, {}, "git init -q scratch && git -C scratch config core.worktree ../../src"],
    ["core.bare", `${OWN}/scratch`, {}, "git init -q scratch && git -C scratch config core.bare true"],
    ["a ceiling", `${OWN}/src`, { GIT_CEILING_DIRECTORIES: "<root>/data/ringfence/worktree/p/own" }],
    ["a ceiling that is the folder itself", OWN, { GIT_CEILING_DIRECTORIES: "<root>/data/ringfence/worktree/p/own" }],
    ["a link into the own worktree", "home/link", {}, "ln -s $PWD/src $HOME/link"],
  ]
  test.each(scenes.map(([name, folder, env, setup]) => [name, folder, env, setup ?? "true"] as const))(
    "%s",
    (_name, folder, env, setup) => {
      inScene((scene) => {
        scene.standard()
        scene.sh(OWN, setup)
        const real = Object.fromEntries(
          Object.entries(env).map(([name, value]) => [name, value.replace("<root>", scene.root)]),
        )
        const state = scene.state(OWN, { env: { ...scene.env, ...real } })
        const found = state.repositoryAt({ directory: at(scene.path(folder)) })
        expect([found?.gitDir, found?.commonDir, found?.worktree] as readonly unknown[]).toEqual(
          byGit(scene, folder, real),
        )
      })
    },
  )
})

describe("what it is to the session", () => {
  const directory = (scene: Scene, folder: string): Directory => at(scene.path(folder))
  const kinds = (use: (scene: Scene) => Where, setup = "true"): string | undefined =>
    inScene((scene) => {
      scene.standard().sh(OWN, setup)
      return scene.state(OWN).repositoryAt(use(scene))?.site.kind
    })

  test("by directory", () => {
    expect(kinds((scene) => ({ directory: directory(scene, OWN) }))).toBe("own")
    expect(kinds((scene) => ({ directory: directory(scene, MAIN) }))).toBe("foreign")
    expect(kinds((scene) => ({ directory: directory(scene, `${SIB}/x/y`) }))).toBe("foreign")
    expect(kinds((scene) => ({ directory: directory(scene, `${MAIN}/.git`) }))).toBe("foreign")
    expect(kinds((scene) => ({ directory: directory(scene, `${ROOT}/origin.git`) }))).toBe("remote")
    expect(kinds((scene) => ({ directory: directory(scene, `${OWN}/t`) }), "git init -q t")).toBe("elsewhere")
    expect(kinds((scene) => ({ directory: directory(scene, "home") }))).toBeUndefined()
  })

  test("by git directory, work tree and index", () => {
    const own = (scene: Scene) => directory(scene, OWN)
    expect(kinds((scene) => ({ directory: own(scene), gitDir: scene.text(`${MAIN}/.git`) }))).toBe("foreign")
    expect(kinds((scene) => ({ directory: own(scene), workTree: scene.text(MAIN) }))).toBe("own")
    expect(kinds((scene) => ({ directory: own(scene), workTree: scene.text("home") }))).toBe("own")
    expect(
      kinds((scene) => ({ directory: own(scene), indexFile: scene.text(`${MAIN}/.git/worktrees/sib/index`) })),
    ).toBe("own")
    expect(kinds((scene) => ({ directory: own(scene), indexFile: scene.text("home/index") }))).toBe("own")
    expect(
      kinds(
        (scene) => ({ directory: own(scene), gitDir: scene.text("home/t/.git"), workTree: scene.text(MAIN) }),
        "git init -q $HOME/t",
      ),
    ).toBe("elsewhere")
    expect(kinds((scene) => ({ directory: own(scene), gitDir: unknown("x") }))).toBeUndefined()
  })

  test("not quite known directories", () => {
    expect(kinds((scene) => ({ directory: { kind: "below", path: scene.path(OWN) } }))).toBe("own")
    expect(kinds((scene) => ({ directory: { kind: "below", path: scene.path(MAIN) } }))).toBe("foreign")
    expect(kinds((scene) => ({ directory: { kind: "below", path: scene.path(ROOT) } }))).toBeUndefined()
    expect(kinds(() => ({ directory: { kind: "unknown", why: "x" } }))).toBeUndefined()
    const both = (scene: Scene): Directory => ({
      kind: "oneOf",
      directories: [directory(scene, OWN), directory(scene, MAIN)],
    })
    expect(kinds((scene) => ({ directory: both(scene) }))).toBe("unknown")
    const foreign = (scene: Scene): Directory => ({
      kind: "oneOf",
      directories: [directory(scene, SIB), directory(scene, MAIN)],
    })
    expect(kinds((scene) => ({ directory: foreign(scene) }))).toBe("foreign")
  })

  test("the environment of the command counts, not only the inherited one", () => {
    inScene((scene) => {
      scene.standard()
      const command = {
        argv: [],
        assignments: [],
        redirections: [],
        directory: at(scene.path(OWN)),
        environment: { cleared: false, set: { GIT_DIR: known("../main/.git") } },
        place: { kind: "top", conditional: false },
        via: [],
        span: { start: 0, end: 0 },
      } as const
      expect(scene.state(OWN).repositoryAt({ directory: command.directory, command })?.site.kind).toBe("foreign")
      const env = { ...scene.env, GIT_DIR: scene.path(MAIN, ".git") }
      const without = { ...command, environment: { cleared: false, set: { GIT_DIR: null } } }
      expect(scene.state(OWN, { env }).repositoryAt({ directory: command.directory })?.site.kind).toBe("foreign")
      expect(
        scene.state(OWN, { env }).repositoryAt({ directory: command.directory, command: without })?.site.kind,
      ).toBe("own")
    })
  })
})
