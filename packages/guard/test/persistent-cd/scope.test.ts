/** Where the policy is in force. Repositories are made by real git, and only the session's own directory decides. */
import { beforeAll, describe, expect, test } from "bun:test"
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { builtIn, Guard, type Session } from "../../src/guard.ts"
import { furnish, git, makeScene, type Scene } from "./scene.ts"

let guard: Guard
beforeAll(async () => {
  guard = await Guard.load()
})

/** Whether a cd typed there is refused, in a session that started there. */
const holds = (scene: Scene, directory: string, more: Partial<Session> = {}): boolean =>
  guard.check({ command: "cd lib", directory, env: scene.env, ...more }).code === "persistent-cd"

function inScene(work: (scene: Scene) => void): () => void {
  return () => {
    const scene = makeScene()
    try {
      work(scene)
    } finally {
      scene.remove()
    }
  }
}

/** `git init` in a folder of its own, with the markers. */
function initialised(scene: Scene, name: string, ...options: readonly string[]): string {
  const top = join(scene.root, name)
  mkdirSync(top)
  git(scene, top, "init", "-q", ...options)
  furnish(top)
  return top
}

const SCOPES: readonly (readonly [name: string, holds: boolean, arrange: (scene: Scene) => string])[] = [
  ["a plain checkout", true, ({ main }) => main],
  ["a folder of it", true, ({ main }) => join(main, "pkg/api")],
  [
    "a link to it",
    true,
    ({ root, main }) => {
      symlinkSync(main, join(root, "link"))
      return join(root, "link")
    },
  ],
  ["a clone", true, (scene) => cloned(scene)],
  ["a git directory elsewhere", true, (scene) => initialised(scene, "apart", "--separate-git-dir=../store")],
  ["a submodule", true, (scene) => submodule(scene)],
  ["a linked worktree", false, (scene) => linked(scene, "linked")],
  ["a worktree in the checkout", false, (scene) => linked(scene, "main/.worktrees/child")],
  ["a bare repository", false, (scene) => initialised(scene, "bare.git", "--bare")],
  ["the git directory", false, ({ main }) => join(main, ".git")],
  ["no repository", false, ({ root }) => (furnish(root), root)],
  ["no markers", false, ({ main }) => (unmark(main, "AGENTS.md"), unmark(main, "bin"), main)],
  ["only the file", false, ({ main }) => (unmark(main, "bin"), main)],
  ["only the folder", false, ({ main }) => (unmark(main, "AGENTS.md"), main)],
  [
    "a file in the folder's place",
    false,
    ({ main }) => (unmark(main, "bin"), writeFileSync(join(main, "bin"), ""), main),
  ],
  [
    "links to both",
    true,
    ({ main }) => {
      for (const name of ["AGENTS.md", "bin"]) {
        renameSync(join(main, name), join(main, `real-${name}`))
        symlinkSync(`real-${name}`, join(main, name))
      }
      return main
    },
  ],
  [
    "a link to nowhere",
    false,
    ({ main }) => (unmark(main, "AGENTS.md"), symlinkSync("gone", join(main, "AGENTS.md")), main),
  ],
  [
    "a .git file to nowhere",
    false,
    ({ main }) => (unmark(main, ".git"), writeFileSync(join(main, ".git"), "gitdir: /nowhere"), main),
  ],
  [
    "a .git file of something else",
    false,
    ({ main }) => (unmark(main, ".git"), writeFileSync(join(main, ".git"), "?"), main),
  ],
  [
    "a .git that leads in circles",
    false,
    ({ main }) => (unmark(main, ".git"), symlinkSync(".git", join(main, ".git")), main),
  ],
  ["a .git that is no repository", false, ({ main }) => (unmark(main, ".git/HEAD"), main)],
]

const unmark = (top: string, name: string): void => rmSync(join(top, name), { recursive: true })

function linked(scene: Scene, name: string): string {
  const top = join(scene.root, name)
  git(scene, scene.main, "worktree", "add", "-q", "-b", "child", top)
  furnish(top)
  return top
}

function cloned(scene: Scene): string {
  git(scene, scene.root, "clone", "-q", "main", "clone")
  furnish(join(scene.root, "clone"))
  return join(scene.root, "clone")
}

function submodule(scene: Scene): string {
  const origin = initialised(scene, "origin")
  git(scene, origin, "commit", "-q", "--allow-empty", "-m", "first")
  git(scene, scene.main, "-c", "protocol.file.allow=always", "submodule", "add", "-q", origin, "sub")
  furnish(join(scene.main, "sub"))
  return join(scene.main, "sub")
}

describe("scope", () => {
  for (const [name, expected, arrange] of SCOPES)
    test(
      `${expected ? "in force in" : "inert in"} ${name}`,
      inScene((scene) => {
        const directory = arrange(scene)
        expect(holds(scene, directory)).toBe(expected)
        const { checkout } = guard.explain({ command: "ls", directory, env: scene.env })
        expect(checkout !== undefined).toBe(expected)
      }),
    )

  test(
    "the session's directory decides, not where the command is typed",
    inScene((scene) => {
      const other = linked(scene, "linked")
      expect(holds(scene, scene.main, { cwd: other })).toBe(true)
      expect(holds(scene, other, { cwd: scene.main })).toBe(false)
    }),
  )

  test(
    "markers that come and go are noticed",
    inScene((scene) => {
      expect(holds(scene, scene.main)).toBe(true)
      unmark(scene.main, "AGENTS.md")
      expect(holds(scene, scene.main)).toBe(false)
      writeFileSync(join(scene.main, "AGENTS.md"), "")
      expect(holds(scene, scene.main)).toBe(true)
    }),
  )
})

describe("settings", () => {
  const config = (scene: Scene, text: string): void => {
    const file = join(scene.env["XDG_CONFIG_HOME"]!, "ringfence/config.json")
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  const CONFIGURED: readonly (readonly [settings: string, holds: boolean])[] = [
    ["{}", true],
    ['{"markers": ["lib/", "pkg/api/"]}', true],
    ['{"markers": ["lib"]}', true],
    ['{"markers": ["AGENTS.md", "bin/", "missing"]}', false],
    ['{"markers": ["AGENTS.md/"]}', false],
    ['{"markers": []}', true],
    ['{"off": ["persistent-cd"]}', false],
    ['{"off": ["isolated-git"]}', true],
    ['{"markers": "lib"}', true],
  ]
  for (const [settings, expected] of CONFIGURED)
    test(
      `${expected ? "in force" : "inert"} with ${settings}`,
      inScene((scene) => {
        config(scene, settings)
        expect(holds(scene, scene.main)).toBe(expected)
      }),
    )

  test(
    "a project cannot switch it on or off",
    inScene((scene) => {
      writeFileSync(join(scene.main, ".ringfence.json"), '{"off": ["persistent-cd"], "markers": ["missing"]}')
      expect(holds(scene, scene.main)).toBe(true)
      unmark(scene.main, "bin")
      writeFileSync(join(scene.main, ".ringfence.json"), '{"markers": ["AGENTS.md"]}')
      expect(holds(scene, scene.main)).toBe(false)
    }),
  )

  test(
    "policies narrow, and a lift lets through and says so",
    inScene((scene) => {
      expect(holds(scene, scene.main, { policies: ["persistent-cd"] })).toBe(true)
      expect(holds(scene, scene.main, { policies: ["isolated-git", "self"] })).toBe(false)
      const lifted = guard.check({
        command: "cd lib",
        directory: scene.main,
        env: scene.env,
        lifted: ["persistent-cd"],
      })
      expect(lifted).toMatchObject({ verdict: "allow", lifted: ["persistent-cd"] })
      expect(guard.examine({ command: "cd -", directory: scene.main, env: scene.env }).verdict.code).toBe(
        "persistent-cd",
      )
    }),
  )
})

test("the scope is looked up only for a text that moves its shell", async () => {
  const scene = makeScene()
  let asked = 0
  const stateOf = (request: Session): ReturnType<typeof builtIn.stateOf> =>
    new Proxy(builtIn.stateOf(request), {
      get: (state, name) => {
        if (name === "checkout") asked++
        return Reflect.get(state, name) as unknown
      },
    })
  const counting = await Guard.assemble({ ...builtIn, stateOf })
  const ask = (command: string): number => {
    asked = 0
    counting.check({ command, directory: scene.main, env: scene.env })
    return asked
  }
  expect(["ls", "git status", "(cd lib)", "cd lib | cat", "pushd -n lib"].map(ask)).toEqual([0, 0, 0, 0, 0])
  expect(ask("cd -")).toBeGreaterThan(0)
  scene.remove()
})
