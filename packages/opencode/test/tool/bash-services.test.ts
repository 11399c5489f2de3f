/** The bash tool with the real services behind it: rules, grants, lifts, the log, and a process that ends. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Layer, ManagedRuntime } from "effect"
import { copyScene, type Scene } from "@ringfence/guard/fixture"
import { Audit } from "../../src/audit/index.ts"
import { Instance } from "../../src/instance/index.ts"
import { Grant } from "../../src/permission/grant/index.ts"
import { Permission } from "../../src/permission/index.ts"
import { Session } from "../../src/session/index.ts"
import * as BashTool from "../../src/tool/bash.ts"
import * as Tool from "../../src/tool/tool.ts"
import { Global } from "../../src/global/index.ts"
import { Storage } from "../../src/storage/index.ts"
import { Worktree } from "../../src/worktree/index.ts"

const PERSON: Session.Caller = { kind: "person" }

/** The services of a process whose environment this is. */
const servicesOf = (env: Readonly<Record<string, string>>) =>
  Layer.mergeAll(Session.layer, Permission.layer, Grant.layer).pipe(
    Layer.provideMerge(Layer.mergeAll(Worktree.layer, Audit.layer)),
    Layer.provideMerge(Storage.layer),
    Layer.provideMerge(Global.layerOf((name) => env[name])),
  )

type Services = Layer.Success<ReturnType<typeof servicesOf>>

let scene: Scene
let services: ManagedRuntime.ManagedRuntime<Services, Layer.Error<ReturnType<typeof servicesOf>>>
let root: Session.Info
let child: Session.Info
beforeAll(async () => {
  scene = copyScene()
  services = ManagedRuntime.make(servicesOf(scene.env))
  root = await session({ title: "The person's", directory: scene.main })
  child = await session({
    title: "The child",
    directory: scene.main,
    parentID: root.id,
    kind: "subagent",
    isolate: true,
    branch: "feat/child",
  })
}, 120_000)
afterAll(async () => {
  await services.dispose()
  scene.remove()
})

const run = <A, E>(effect: Effect.Effect<A, E, Services>, more: Record<string, string> = {}): Promise<A> =>
  services.runPromise(
    effect.pipe(
      Effect.provideService(Tool.Environment, scene.env),
      Effect.provideService(Permission.Environment, (name) => more[name] ?? scene.env[name]),
    ),
  )

const session = async (input: Session.Create): Promise<Session.Info> =>
  (await run(Session.Service.use((sessions) => sessions.create(input)))).session

/** What a command in a session came to: what it wrote, or the tag of what it failed with. */
const bash = ({ id, directory }: Session.Info, command: string): Promise<string> =>
  run(
    BashTool.execute({ command }, { session: id, abort: new AbortController().signal, metadata: () => {} }).pipe(
      Instance.provide(directory),
      Effect.match({ onSuccess: ({ metadata }) => metadata.output, onFailure: ({ _tag }) => _tag }),
    ),
  )

const give = (input: Omit<Grant.Give, "by">): Promise<unknown> =>
  run(Grant.Service.use((grants) => grants.give({ ...input, by: PERSON })))

describe("with the default rules", () => {
  test("commands run, each in its own session's directory", async () => {
    expect(await bash(root, "pwd")).toBe(`${scene.main}\n`)
    expect(await bash(child, 'echo "$RINGFENCE_SESSION $RINGFENCE_BRANCH"; pwd')).toBe(
      `${child.id} feat/child\n${child.directory}\n`,
    )
  })

  test("what nobody can be asked about is denied at once", async () => {
    const begun = performance.now()
    mkdirSync(join(scene.root, "outside"), { recursive: true })
    expect(await bash(root, `ls ${scene.root}/outside`)).toBe("Permission.Denied")
    expect(await bash(root, "rm README.md")).toBe("Permission.Denied")
    expect(await bash(child, `cat ${scene.main}/README.md`)).toBe("Permission.Denied")
    expect(performance.now() - begun).toBeLessThan(10_000)
    expect(readdirSync(scene.main)).toContain("README.md")
  })

  test("a child may delete its own", async () => {
    expect(await bash(child, "rm README.md && git reset -q --hard && ls README.md")).toBe("README.md\n")
  })

  test("a grant reaches the child, and no forced ask", async () => {
    await give({ target: child.id, permission: "external_directory", pattern: `${scene.main}/*` })
    expect(await bash(child, `head -1 ${scene.main}/README.md`)).toBe("# Scene\n")
    await give({ target: child.id, permission: "*" })
    expect(await bash(child, `rm ${scene.root}/outside/x`)).toBe("Permission.Denied")
  })
})

test("a grant for one time outlasts a command that is denied for something else", async () => {
  const folder = join(scene.root, "lent")
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "kept"), "")
  const lent = await session({
    title: "lent",
    directory: scene.main,
    parentID: root.id,
    kind: "subagent",
    isolate: true,
  })
  await give({ target: lent.id, permission: "external_directory", pattern: `${folder}/*`, once: true })
  expect(await bash(lent, `ls ${folder} && rm ${folder}/kept`)).toBe("Permission.Denied")
  expect(await bash(lent, `ls ${folder}`)).toBe("kept\n")
  expect(await bash(lent, `ls ${folder}`)).toBe("Permission.Denied")
})

describe("the user's rules", () => {
  test("deny a command however it is spelled or wrapped", async () => {
    const folder = join(scene.home, ".config/ringfence")
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, "config.json"), JSON.stringify({ permission: { bash: { "git push *": "deny" } } }))
    for (const command of [
      "git push",
      "git push origin HEAD",
      `g"i"t 'push'`,
      "echo; (cd . && nice git push)",
      "bash -c 'git push'",
    ])
      expect(await bash(root, command), command).toBe("Permission.Denied")
    expect(await bash(root, "echo git push")).toBe("git push\n")
  })
})

describe("a lift", () => {
  test("lets one command through, once", async () => {
    expect(await bash(child, "git worktree prune && echo pruned")).toBe("IsolatedGit.Blocked")
    await give({ target: child.id, rule: "isolated-git/worktree-registry" })
    expect(await bash(child, "git status --short && echo fine")).toBe("fine\n")
    expect(await bash(child, "git worktree prune && echo pruned")).toBe("pruned\n")
    expect(await bash(child, "git worktree prune && echo pruned")).toBe("IsolatedGit.Blocked")
  })
})

describe("a denial is in the log, and nothing was started, where a question", () => {
  const denials = async (asker: Session.Info) =>
    (await run(Audit.Service.use((audit) => audit.list({ session: asker.id, denied: true })))).map(
      ({ code, command, detail }) => ({ code, command, because: detail["because"] }),
    )

  for (const [because, tag, answerer, timeout] of [
    ["rejected", "Permission.Rejected", { put: () => Effect.succeed({ reply: "reject" as const }) }, "60000"],
    ["expired", "Permission.Expired", { put: () => Effect.never }, "100"],
  ] as const)
    test(`was ${because}`, async () => {
      const asker = await session({ title: because, directory: scene.main })
      const command = `ls ${scene.root}`
      expect(
        await run(
          BashTool.execute(
            { command },
            { session: asker.id, abort: new AbortController().signal, metadata: () => {} },
          ).pipe(
            Instance.provide(asker.directory),
            Effect.match({ onSuccess: () => "ran", onFailure: ({ _tag }) => _tag }),
            Effect.provideService(Permission.Answerer, answerer),
          ),
          { RINGFENCE_ASK_TIMEOUT: timeout },
        ),
      ).toBe(tag)
      expect(await denials(asker)).toEqual([{ code: "external_directory", command, because }])
    })
})

test("denials and lifts are in the log", async () => {
  const entries = await run(Audit.Service.use((audit) => audit.list({ session: child.id })))
  const seen = entries.map(({ kind, code }) => `${kind} ${code}`)
  for (const entry of [
    "denial external_directory",
    "denial isolated-git/worktree-registry",
    "lift isolated-git/worktree-registry",
    "denial bash_delete",
  ])
    expect(seen).toContain(entry)
  const refused = entries.find(({ code, kind }) => kind === "denial" && code === "isolated-git/worktree-registry")
  expect(refused).toMatchObject({ times: 2, command: "git worktree prune && echo pruned", project: root.projectID })
})
