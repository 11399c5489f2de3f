/** The bash tool itself: parameters, what it asks and in which order, what it tells, how it ends. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { arrange, copyScene, run as runGit, type Scene } from "@ringfence/guard/fixture"
import * as IsolatedGit from "../../src/tool/isolated-git-guard.ts"
import { call, denied, type Called, type Setting } from "./support/call.ts"
import { isAlive } from "./support/folder.ts"

let scene: Scene
const started = new Set<number>()
beforeAll(() => {
  scene = copyScene()
}, 120_000)
afterAll(() => {
  for (const pid of started) {
    try {
      process.kill(pid, "SIGKILL")
    } catch {
      // It has ended.
    }
  }
  scene.remove()
})

const person = (more: Partial<Setting> = {}): Setting => ({ env: scene.env, directory: scene.main, ...more })

async function bash(command: string, more: Partial<Setting> = {}, timeout?: number): Promise<Called> {
  const called = await call(person(more), { command, ...(timeout === undefined ? {} : { timeout }) })
  called.result?.metadata.background.forEach(({ pid }) => started.add(pid))
  return called
}

describe("parameters", () => {
  test("what makes no sense is named, and nothing runs", async () => {
    const wrong: readonly (readonly [object, string])[] = [
      [{ command: "" }, "command"],
      [{ command: 7 }, "command"],
      [{}, "command"],
      [{ command: "ls", timeout: 0 }, "timeout"],
      [{ command: "ls", timeout: -1 }, "timeout"],
      [{ command: "ls", timeout: 1.5 }, "timeout"],
      [{ command: "ls", timeout: Number.NaN }, "timeout"],
      [{ command: "ls", timeout: Infinity }, "timeout"],
      [{ command: "ls", workdir: 1 }, "workdir"],
    ]
    for (const [input, key] of wrong) {
      const { error, seen } = await call(person(), input as { command: string })
      expect(error?._tag).toBe("Tool.InvalidParameters")
      expect(error?.message).toContain(`${key}: `)
      expect(seen.started).toBe(false)
    }
  })

  test("a workdir is taken from the session's directory, and must be one", async () => {
    expect((await call(person(), { command: "pwd", workdir: "src" })).result?.output).toBe(`${scene.main}/src\n`)
    for (const workdir of ["gone", "README.md", "/nowhere/at/all"]) {
      const { error, seen } = await call(person(), { command: "pwd", workdir })
      expect(error?._tag).toBe("Shell.BadDirectory")
      expect(error?.message).toContain(workdir)
      expect(seen.asked).toEqual([])
    }
  })

  test("a text no program can be given is refused before anybody is asked", async () => {
    const { error, seen } = await bash("rm -rf a\0b")
    expect(error?._tag).toBe("Shell.NulByte")
    expect(seen.asked).toEqual([])
  })
})

describe("asking", () => {
  test("comes after reading, one permission after the other, with what an answer needs", async () => {
    const { seen } = await bash("rm -rf build && cat /etc/hostname && git status")
    expect(seen.asked).toEqual([
      {
        session: "ses_test",
        permission: "bash",
        patterns: ["rm -rf build", "cat /etc/hostname", "git status"],
        always: ["cat *", "git status *"],
        metadata: { command: "rm -rf build && cat /etc/hostname && git status", directory: scene.main },
      },
      expect.objectContaining({ permission: "external_directory", patterns: ["/etc/*"], always: ["/etc/*"] }),
      expect.objectContaining({ permission: "bash_delete", patterns: ["rm -rf build"], always: [], forced: true }),
    ])
  })

  test("a denial of any starts nothing, asks no further, and is written down", async () => {
    for (const permission of ["bash", "external_directory", "bash_delete"]) {
      const { error, seen } = await bash("touch denied; rm -rf build; cat /etc/hostname", {
        answer: (request) => (request.permission === permission ? denied(request) : Effect.void),
      })
      expect(error?._tag).toBe("Permission.Denied")
      expect(seen.started).toBe(false)
      expect(seen.asked.at(-1)?.permission).toBe(permission)
      expect(seen.denials).toMatchObject([
        { kind: "denial", code: permission, session: "ses_test", detail: { because: "non-interactive" } },
      ])
    }
    expect(readdirSync(scene.main)).not.toContain("denied")
  })

  test("a child may delete in its own worktree without being asked", async () => {
    const { seen, result } = await bash("touch mine && rm mine && git clean -fdq", { directory: scene.own })
    expect(result?.metadata.exit).toBe(0)
    expect(seen.asked.map(({ permission }) => permission)).toEqual(["bash"])
  })

  test("what became true while somebody thought about it counts", async () => {
    const late = copyScene()
    const { error, seen } = await call(
      {
        env: late.env,
        directory: late.own,
        answer: () =>
          Effect.promise(() => arrange(late, "sleep 0.4; git branch feat/taken feat/other", { in: "main" })),
      },
      { command: "git checkout -B feat/taken" },
    )
    late.remove()
    expect(error?._tag).toBe("IsolatedGit.Blocked")
    expect(seen.started).toBe(false)
  })

  test("an abort while it waits ends the waiting, and nothing runs", async () => {
    const abort = new AbortController()
    const { error, seen } = await call(
      person({
        answer: () =>
          Effect.andThen(
            Effect.sync(() => abort.abort()),
            Effect.never,
          ),
      }),
      { command: "touch aborted" },
      { context: { abort: abort.signal } },
    )
    expect(error?._tag).toBe("Tool.Aborted")
    expect(seen.started).toBe(false)
  })
})

describe("the result", () => {
  test("output, exit code and title", async () => {
    const { result } = await call(person(), { command: "echo out; echo err >&2; exit 3", description: "Fails" })
    expect(result).toEqual({
      title: "Fails",
      output: "out\nerr\n\n[exit 3]",
      metadata: {
        output: "out\nerr\n",
        description: "Fails",
        exit: 3,
        ended: "exit",
        truncated: false,
        bytes: 8,
        background: [],
      },
    })
    expect((await bash("true\nfalse || true")).result).toMatchObject({ title: "true", output: "(no output)" })
  })

  test("a signal is named, and no success", async () => {
    const { result } = await bash("kill -9 $$")
    expect(result).toMatchObject({ metadata: { exit: 137, signal: "SIGKILL" } })
    expect(result?.output).toContain("[ended by SIGKILL, exit 137]")
  })

  test("E002 and E008: a timeout is said, with what was written before it", async () => {
    const { result } = await bash("echo before; sleep 300", {}, 300)
    expect(result?.metadata).toMatchObject({ ended: "timeout", output: "before\n" })
    expect(result?.output).toContain("before\n\n[timed out after 300 ms")
  })

  test("E001: nothing of it is left after a timeout", async () => {
    const { result } = await bash("sleep 300 & echo $!; sleep 300", {}, 300)
    expect(isAlive(Number(result!.metadata.output))).toBe(false)
  })

  test("an abort while it runs is said too", async () => {
    const abort = new AbortController()
    const { result } = await call(
      person(),
      { command: "echo $$; sleep 300" },
      { context: { abort: abort.signal, output: () => abort.abort() } },
    )
    expect(result?.metadata.ended).toBe("abort")
    expect(result?.output).toContain("[aborted")
    expect(isAlive(Number(result!.metadata.output))).toBe(false)
  })

  test("E007: what still runs is named, with where its output goes", async () => {
    const { result } = await bash("sleep 30 & echo ready")
    expect(result?.metadata).toMatchObject({ ended: "exit", exit: 0, output: "ready\n" })
    const [left] = result!.metadata.background
    expect(result?.output).toContain(`[still running: ${left!.pid} sleep 30]`)
    expect(result?.output).toContain(result!.metadata.file!)
    expect(isAlive(left!.pid)).toBe(true)
  })

  test("E009: long output is cut in the middle, and the whole of it is named", async () => {
    const { result } = await bash("head -c 80000 /dev/zero | tr '\\0' a; echo")
    expect(result?.metadata.truncated).toBe(true)
    expect(result?.metadata.file).toStartWith(join(scene.data, "output"))
    expect(result?.output).toContain(result!.metadata.file!)
    expect(readFileSync(result!.metadata.file!, "utf8")).toHaveLength(80_001)
  })

  test("E020: each call starts in the session's directory, and is judged there", async () => {
    expect((await bash("cd src && pwd")).result?.output).toBe(`${scene.main}/src\n`)
    expect((await bash("pwd")).result?.output).toBe(`${scene.main}\n`)
  })

  test("metadata tells what there is so far, while it runs", async () => {
    const { seen } = await bash("echo first; sleep 0.5; echo second; sleep 0.3")
    const told = seen.updates.map(({ metadata }) => metadata?.["output"])
    expect(told[0]).toBe("")
    expect(told).toContain("first\n")
    expect(told).toContain("first\nsecond\n")
  })
})

describe("git in the service's own environment", () => {
  test("E017: variables of a hook do not redirect nested git commands", async () => {
    const outer = copyScene()
    const env = {
      ...outer.env,
      GIT_DIR: outer.gitDirs.main,
      GIT_INDEX_FILE: `${outer.gitDirs.main}/index`,
      GIT_WORK_TREE: outer.main,
    }
    const directory = join(outer.root, "service")
    mkdirSync(directory)
    const before = (await runGit(outer, "git for-each-ref; git status --short", { in: "main" })).out
    const { result } = await call(
      { env, directory },
      { command: "git init -q fix && git -C fix commit -q --allow-empty -m x && git -C fix log --format=%s" },
    )
    expect(result?.output).toBe("x\n")
    expect((await runGit(outer, "git for-each-ref; git status --short", { in: "main" })).out).toBe(before)
    outer.remove()
  })

  test("E018: nor does an init flip the shared repository", async () => {
    const outer = copyScene()
    const config = (): string => readFileSync(join(outer.commonDir, "config"), "utf8")
    const before = config()
    const directory = join(outer.root, "service")
    mkdirSync(directory)
    const { result } = await call(
      { env: { ...outer.env, GIT_DIR: outer.gitDirs.own }, directory },
      { command: "git init -q" },
    )
    expect(result?.metadata.exit).toBe(0)
    expect(config()).toBe(before)
    outer.remove()
  })
})

describe("texts the parser stumbles over", () => {
  test("E023: without a parser a child runs nothing, and others are asked about the whole text", async () => {
    const guard = IsolatedGit.assemble({ ...IsolatedGit.builtIn, load: () => Promise.reject(new Error("no wasm")) })
    for (const command of ["ls", "git merge main"]) {
      const child = await bash(command, { directory: scene.own, parts: { guard } })
      expect(child.error?._tag).toBe("IsolatedGit.NoParser")
      expect(child.error?.message).toContain("tree-sitter-bash")
      expect(child.seen).toMatchObject({ started: false, asked: [] })
    }
    const other = await bash("echo hi | cat", { parts: { guard } })
    expect(other.result?.output).toBe("hi\n")
    expect(other.seen.asked.map(({ patterns, always }) => [patterns, always])).toEqual([[["echo hi | cat"], []]])
  })

  test("E024: one bad parse does not disable later ones", async () => {
    const child = { directory: scene.own }
    await bash("curl \\\n-d\n", child)
    expect((await bash("ls", child)).result?.metadata.exit).toBe(0)
    expect((await bash("git merge main", child)).error?._tag).toBe("IsolatedGit.Blocked")
  })

  test("E027: what bash runs is run", async () => {
    const { result } = await bash("<< 'EOF' > scratch.txt\nhello\nEOF\ncat scratch.txt; rm scratch.txt")
    expect(result?.metadata.exit).toBe(0)
    const odd = await bash("echo ${x:-'a'b}; echo \"unclosed")
    expect(odd.result?.output).toContain("unexpected EOF")
  })
})

test("E010 and E011: bytes are counted, and no character is cut", async () => {
  writeFileSync(join(scene.main, "cjk.txt"), "日本語".repeat(10_000))
  const { result } = await bash("cat cjk.txt")
  expect(result?.metadata.truncated).toBe(true)
  expect(Buffer.byteLength(result!.metadata.output)).toBeLessThanOrEqual(50 * 1024)
  expect(result!.metadata.output).not.toContain("\uFFFD")
})
