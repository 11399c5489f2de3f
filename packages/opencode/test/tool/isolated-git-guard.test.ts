/** The seam between a session and the guard: every form of the contract, which directory decides, and what is said. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { arrange, copyScene, type Scene } from "@ringfence/guard/fixture"
import * as IsolatedGit from "../../src/tool/isolated-git-guard.ts"
import { ALLOWED, BLOCKED, FAIL_CLOSED } from "./support/forms.ts"

let scene: Scene
const scenes: Scene[] = []
beforeAll(() => {
  scene = newScene()
}, 120_000)
afterAll(() => scenes.forEach((each) => each.remove()))

function newScene(): Scene {
  const made = copyScene()
  scenes.push(made)
  return made
}

const request = (command: string, more: Partial<IsolatedGit.Request> = {}): IsolatedGit.Request => ({
  command,
  directory: scene.own,
  cwd: scene.own,
  env: scene.env,
  ...more,
})

type Refusal = IsolatedGit.BlockedError | IsolatedGit.ParserError

/** Why a command is refused; undefined where it may run. */
const refusal = (asked: IsolatedGit.Request, seam: Pick<IsolatedGit.Seam, "assertIsolatedGitAllowed"> = IsolatedGit) =>
  Effect.runPromise(
    Effect.match(seam.assertIsolatedGitAllowed(asked), {
      onFailure: (error): Refusal => error,
      onSuccess: () => undefined,
    }),
  )

async function blocked(asked: IsolatedGit.Request): Promise<IsolatedGit.BlockedError> {
  const error = await refusal(asked)
  if (!(error instanceof IsolatedGit.BlockedError)) throw new Error(`not blocked: ${asked.command}`)
  return error
}

describe("blocked", () => {
  for (const [command, code] of BLOCKED)
    test(command, async () => {
      const error = await blocked(request(command))
      expect(error.code).toBe(`isolated-git/${code}`)
      expect(error.policy).toBe("isolated-git")
    })
})

test("a cd in the checkout that persistent-cd keeps runs: no shell outlasts its call", async () => {
  const main = newScene()
  await arrange(main, "cd ../main && mkdir bin && touch AGENTS.md")
  const directory = join(main.own, "../main")
  expect(await refusal(request("cd src && pwd", { directory, cwd: directory, env: main.env }))).toBeUndefined()
})

describe("the branch that was left last", () => {
  test("is refused where it is somebody's, and allowed where it is one's own", async () => {
    const back = newScene()
    const asked = (command: string) => request(command, { directory: back.own, cwd: back.own, env: back.env })
    await arrange(back, "git checkout -q feat/other && git checkout -q feat/child-work")
    for (const command of ["git checkout -", "git switch -", "git checkout @{-1}"])
      expect((await blocked(asked(command))).code).toBe("isolated-git/switch-branch")
    await arrange(back, "git checkout -q -b feat/mine && git checkout -q feat/child-work")
    expect(await refusal(asked("git checkout -"))).toBeUndefined()
  })
})

describe("allowed", () => {
  for (const command of ALLOWED) test(command, async () => expect(await refusal(request(command))).toBeUndefined())
})

describe("an own branch that is unknown", () => {
  let detached: Scene
  beforeAll(async () => {
    detached = newScene()
    await arrange(detached, "git checkout -q --detach")
  })

  for (const command of FAIL_CLOSED)
    test(`fails closed: ${command}`, async () => {
      const error = await blocked(request(command, { directory: detached.own, cwd: detached.own, env: detached.env }))
      expect(error.message).toContain("your branch:   unknown (detached HEAD)")
    })

  test("leaves alone what needs no branch", async () => {
    for (const command of [
      "git status",
      "git commit -m x",
      "git checkout -b feat/fresh",
      "git push origin HEAD:feat/fresh",
    ])
      expect(
        await refusal(request(command, { directory: detached.own, cwd: detached.own, env: detached.env })),
      ).toBeUndefined()
  })
})

describe("the isolation signal", () => {
  const isIsolated = (directory: string, env = scene.env): boolean => IsolatedGit.isIsolatedWorktree(directory, env)

  test("is a linked worktree in the data folder, and any folder in it", () => {
    expect(isIsolated(scene.own)).toBe(true)
    expect(isIsolated(`${scene.own}/`)).toBe(true)
    expect(isIsolated(join(scene.own, "src"))).toBe(true)
    expect(isIsolated(scene.sib)).toBe(true)
  })

  test("is not the main checkout, although it lies in the data folder too", () => {
    expect(isIsolated(scene.main)).toBe(false)
    expect(isIsolated(scene.top)).toBe(false)
    expect(isIsolated("/")).toBe(false)
  })

  test("is not a linked worktree elsewhere", () => {
    const env = { ...scene.env, RINGFENCE_DATA: join(scene.root, "other"), XDG_DATA_HOME: join(scene.root, "xdg") }
    expect(isIsolated(scene.own, env)).toBe(false)
  })

  test("is not a folder whose name only begins like the data folder's", () => {
    const env = { ...scene.env, RINGFENCE_DATA: scene.data.slice(0, -1) }
    expect(isIsolated(scene.own, env)).toBe(false)
  })

  test("holds through links, on either side", () => {
    const link = join(scene.root, "data-link")
    symlinkSync(scene.data, link)
    expect(isIsolated(scene.own.replace(scene.data, link))).toBe(true)
    expect(isIsolated(scene.own, { ...scene.env, RINGFENCE_DATA: link })).toBe(true)
  })

  test("is kept where the pointer of the worktree cannot be read", async () => {
    const broken = newScene()
    writeFileSync(join(broken.own, ".git"), "gitdir: /nowhere\n")
    expect(isIsolated(broken.own, broken.env)).toBe(true)
    expect(IsolatedGit.ownBranch(broken.own, broken.env)).toBeUndefined()
    await blocked(request("git merge main", { directory: broken.own, cwd: broken.own, env: broken.env }))
  })

  test("decides alone: a session that is not isolated is completely unaffected", async () => {
    for (const [command] of BLOCKED)
      expect(await refusal(request(command, { directory: scene.main, cwd: scene.main })), command).toBeUndefined()
    const env = { ...scene.env, RINGFENCE_DATA: join(scene.root, "other"), XDG_DATA_HOME: join(scene.root, "xdg") }
    for (const [command] of BLOCKED) expect(await refusal(request(command, { env })), command).toBeUndefined()
  })

  test("does not go by where the command runs", async () => {
    await blocked(request("git rebase feat/other", { cwd: scene.main }))
    expect(await refusal(request("git rebase main", { directory: scene.main, cwd: scene.own }))).toBeUndefined()
  })
})

describe("the own branch", () => {
  const of = (made: Scene): string | undefined => IsolatedGit.ownBranch(made.own, made.env)
  const after = async (command: string): Promise<string | undefined> => {
    const made = newScene()
    await arrange(made, command)
    return of(made)
  }

  test("is read from the worktree's HEAD, without git", () => {
    const PATH = process.env["PATH"]
    process.env["PATH"] = "/nowhere"
    try {
      expect(of(scene)).toBe("feat/child-work")
    } finally {
      process.env["PATH"] = PATH
    }
  })
  test("may be in any script, and not born yet", async () => {
    expect(await after("git checkout -q -b funktion/größe-日本")).toBe("funktion/größe-日本")
    expect(await after("git checkout -q --orphan fresh")).toBe("fresh")
  })
  test("is unknown on a detached HEAD", async () => expect(await after("git checkout -q --detach")).toBeUndefined())
  test("is the one that a rebase will come back to", async () => {
    expect(await after("git rebase -q --exec false HEAD~1 2>/dev/null || true")).toBe("feat/child-work")
  })
  test("is unknown where HEAD cannot be read", () => {
    const made = newScene()
    rmSync(join(made.gitDirs.own, "HEAD"))
    expect(of(made)).toBeUndefined()
  })
  test("a session that is not isolated has none", () => {
    expect(IsolatedGit.ownBranch(scene.main, scene.env)).toBeUndefined()
  })
  test("a relative pointer is followed", () => {
    const made = newScene()
    writeFileSync(join(made.own, ".git"), "gitdir: ../main/.git/worktrees/own\n")
    expect(of(made)).toBe("feat/child-work")
  })
})

describe("the message", () => {
  test("says what, why, whose and what instead", async () => {
    const { message, command } = await blocked(request("echo start; git --no-pager rebase main"))
    const lines = message.split("\n")
    expect(command).toBe("git --no-pager rebase main")
    expect(lines[0]).toBe("Blocked in an isolated child session: git --no-pager rebase main")
    expect(lines[1]).toStartWith("Reason: [isolated-git/rebase] ")
    expect(message).toContain("share one ref store")
    expect(message).toContain(`your worktree: ${scene.own}`)
    expect(message).toContain("your branch:   feat/child-work")
    expect(message).toContain("Do this instead:")
    expect(message).not.toContain("    at ")
  })
})

describe("one reading for all", () => {
  test("an allowed command comes back with what was read", async () => {
    const reading = await Effect.runPromise(IsolatedGit.assertIsolatedGitAllowed(request("cd src && cat app.txt")))
    expect(reading?.program.commands).toHaveLength(2)
    expect(reading?.steps[1]?.command.directory).toEqual({ kind: "at", path: join(scene.own, "src") })
  })
  test("lifted rules are named, where they made a difference", async () => {
    const lifted = ["isolated-git/rebase", "isolated-git/merge"]
    const reading = await Effect.runPromise(
      IsolatedGit.assertIsolatedGitAllowed(request("git rebase main", { lifted })),
    )
    expect(reading?.verdict.lifted).toEqual(["isolated-git/rebase"])
  })
})

describe("E023: without a parser", () => {
  const without = IsolatedGit.assemble({
    ...IsolatedGit.builtIn,
    load: () => Promise.reject(new Error("tree-sitter-bash.wasm is missing")),
  })
  test("an isolated child runs nothing, and is told why", async () => {
    for (const command of ["ls", "git merge main"]) {
      const error = await refusal(request(command), without)
      expect(error).toBeInstanceOf(IsolatedGit.ParserError)
      expect(error!.message).toContain("tree-sitter-bash")
      expect(error!.message).toContain("wasm is missing")
    }
  })
  test("any other session goes on", async () => {
    expect(
      await refusal(request("git merge main", { directory: scene.main, cwd: scene.main }), without),
    ).toBeUndefined()
  })
  test("a reader that breaks on one text refuses that text alone", async () => {
    const guard = await IsolatedGit.builtIn.load()
    const breaks: typeof guard = Object.create(guard, {
      examine: {
        value: (asked: IsolatedGit.Request) => {
          if (asked.command.includes("poison")) throw new Error("memory access out of bounds")
          return guard.examine(asked)
        },
      },
    })
    const poisoned = IsolatedGit.assemble({ ...IsolatedGit.builtIn, load: () => Promise.resolve(breaks) })
    expect(await refusal(request("poison"), poisoned)).toBeInstanceOf(IsolatedGit.ParserError)
    expect(await refusal(request("ls"), poisoned)).toBeUndefined()
    expect(await refusal(request("git merge main"), poisoned)).toBeInstanceOf(IsolatedGit.BlockedError)
  })
})

describe("odd texts", () => {
  test("E024: a continued line does not spoil the parser for what follows", async () => {
    expect(await refusal(request("curl \\\n-d\n"))).toBeUndefined()
    expect(await refusal(request("ls"))).toBeUndefined()
    await blocked(request("git merge main"))
  })
  test("E026: twenty thousand parentheses get an answer, soon", async () => {
    const begun = performance.now()
    await refusal(request(`${"(".repeat(20_000)}ls${")".repeat(20_000)}`))
    await blocked(request(`${"(".repeat(20_000)}git merge main${")".repeat(20_000)}`))
    expect(performance.now() - begun).toBeLessThan(20_000)
  })
  test("a folder that is not there, or may not be read, throws nothing", async () => {
    const gone = join(scene.data, "worktree/gone")
    expect(await refusal(request("git merge main", { directory: gone, cwd: gone }))).toBeUndefined()
    const closed = join(scene.root, "closed")
    mkdirSync(closed)
    chmodSync(closed, 0)
    expect(await refusal(request("git status", { cwd: closed }))).toBeUndefined()
  })
})
