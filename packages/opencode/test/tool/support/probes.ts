/** What must hold of the guard's place in the bash tool, as named cases that tests and `npm run mutation` share. */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { copyScene, type Scene } from "@ringfence/guard/fixture"
import * as BashTool from "../../../src/tool/bash.ts"
import * as IsolatedGit from "../../../src/tool/isolated-git-guard.ts"
import { call, type Called } from "./call.ts"
import { BLOCKED } from "./forms.ts"

/** What is looked at: the seam alone, and the tool around a seam. */
export interface Subject {
  readonly seam: IsolatedGit.Seam
  readonly tool: BashTool.Parts
}

export interface Probe {
  readonly name: string
  holds(subject: Subject): Promise<boolean>
}

const BLOCKED_TAG = "IsolatedGit.Blocked"

let made: Scene | undefined
/** One for all probes: none of them changes it where everything is in order. */
function scene(): Scene {
  if (made) return made
  const fresh = copyScene()
  process.once("exit", () => fresh.remove())
  return (made = fresh)
}

/** The worktrees of a scene are in no trusted place, seen from this environment. */
const untrusted = (): Record<string, string> => ({
  ...scene().env,
  RINGFENCE_DATA: join(scene().root, "elsewhere"),
  XDG_DATA_HOME: join(scene().root, "elsewhere"),
})

const isBlocked = (seam: IsolatedGit.Seam, command: string, directory: string, env: Readonly<Record<string, string>>) =>
  Effect.runPromise(
    Effect.match(seam.assertIsolatedGitAllowed({ command, directory, cwd: directory, env }), {
      onFailure: ({ _tag }) => _tag === BLOCKED_TAG,
      onSuccess: () => false,
    }),
  )

const runs = (called: Called): boolean => called.seen.started && called.result?.metadata.exit === 0

/** A new name for a file that a command may leave. */
let files = 0
const sentinel = (): string => join(scene().tmp, `sentinel-${++files}`)

const SEAM: readonly Probe[] = [
  ...BLOCKED.map(([command]): Probe => ({
    name: `seam: blocked in a child: ${command}`,
    holds: ({ seam }) => isBlocked(seam, command, scene().own, scene().env),
  })),
  {
    name: "seam: the main checkout is completely unaffected",
    holds: async ({ seam }) => !(await isBlocked(seam, "git rebase main", scene().main, scene().env)),
  },
  {
    name: "seam: a linked worktree outside of the trusted roots is completely unaffected",
    holds: async ({ seam }) => !(await isBlocked(seam, "git branch -D feat/other", scene().own, untrusted())),
  },
  {
    name: "seam: own work is allowed in a child",
    holds: async ({ seam }) => !(await isBlocked(seam, "git commit --amend --no-edit", scene().own, scene().env)),
  },
]

const TOOL: readonly Probe[] = [
  {
    name: "tool: a denied command spawns nothing",
    async holds({ tool }) {
      const proof = sentinel()
      const setting = { directory: scene().own, env: scene().env, parts: { ...tool, run: dry } }
      const { seen, error } = await call(setting, { command: `touch ${proof}; git merge main` })
      return error?._tag === BLOCKED_TAG && !seen.started && !existsSync(proof)
    },
  },
  {
    name: "tool: a denied command asks nothing",
    async holds({ tool }) {
      const setting = { directory: scene().own, env: scene().env, parts: { ...tool, run: dry } }
      const { seen } = await call(setting, { command: "git checkout main" })
      return seen.asked.length === 0
    },
  },
  {
    name: "tool: an allowed command runs",
    holds: async ({ tool }) =>
      runs(await call({ directory: scene().own, env: scene().env, parts: tool }, { command: "git status" })),
  },
  {
    name: "tool: a child that goes to the main checkout is still a child",
    async holds({ tool }) {
      const setting = { directory: scene().own, env: scene().env, parts: { ...tool, run: dry } }
      const { error } = await call(setting, { command: "git merge feat/other", workdir: scene().main })
      return error?._tag === BLOCKED_TAG
    },
  },
  {
    name: "tool: a session of the main checkout that goes to a child's worktree is none",
    holds: async ({ tool }) =>
      runs(
        await call(
          { directory: scene().main, env: scene().env, parts: tool },
          { command: "git worktree prune", workdir: scene().own },
        ),
      ),
  },
  {
    name: "tool: a session outside of the trusted roots is untouched",
    holds: async ({ tool }) =>
      runs(await call({ directory: scene().own, env: untrusted(), parts: tool }, { command: "git worktree prune" })),
  },
  {
    name: "tool: what destroys is asked about",
    async holds({ tool }) {
      const setting = { directory: scene().main, env: scene().env, parts: { ...tool, run: dry } }
      const { seen } = await call(setting, { command: "rm -rf docs" })
      return seen.asked.some(({ permission, forced }) => permission === "bash_delete" && forced === true)
    },
  },
]

/** Starts nothing: a tool with a part switched off must not harm the scene. */
const dry: BashTool.Parts["run"] = () =>
  Effect.succeed({ text: "", cut: false, exit: 0, ended: "exit", bytes: 0, lines: 0, background: [] })

export const probes: readonly Probe[] = [...SEAM, ...TOOL]

export const builtIn: Subject = { seam: IsolatedGit, tool: BashTool.builtIn }
