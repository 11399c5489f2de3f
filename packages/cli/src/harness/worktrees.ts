/** Which worktrees of a repository are guarded, in which clients, and why not. */
import { existsSync } from "node:fs"
import { dirname } from "node:path"
import { standingOf } from "@ringfence/guard"
import { userSettingsFile } from "@ringfence/guard/settings"
import type { Client, Context } from "./client.ts"

export interface Guarded {
  readonly path: string
  readonly branch?: string
  readonly guarded: boolean
  /** Why, or why not. */
  readonly why: string
  /** It should be guarded, and is not. */
  readonly hole: boolean
}

/** Every worktree of the repository around the current directory, the main checkout first; none outside of any. */
export async function worktreesAround(context: Context, installed: readonly Client[]): Promise<readonly Guarded[]> {
  const listed = await list(context)
  return listed.map((worktree, index) => ({
    ...worktree,
    ...(index === 0 ? MAIN : look(worktree.path, context, installed)),
  }))
}

type Finding = Pick<Guarded, "guarded" | "why" | "hole">

const MAIN: Finding = { guarded: false, why: "the main checkout: no session of its own", hole: false }

function look(path: string, context: Context, installed: readonly Client[]): Finding {
  const { env } = context
  if (!existsSync(path)) return { guarded: false, why: "its folder is gone", hole: false }
  if (!standingOf(path, env).isolated) {
    const settings = userSettingsFile((name) => env[name])
    const why = `it lies in no folder of isolated worktrees: add ${dirname(path)} to "roots" in ${settings}`
    return { guarded: false, why, hole: false }
  }
  if (installed.length === 0) return { guarded: false, why: "Ringfence is installed in no client", hole: false }
  const missing = installed.flatMap((client) => {
    const why = client.unreached(context, path)
    return why === undefined ? [] : [`not in ${client.name}: ${why}`]
  })
  if (missing.length > 0) return { guarded: false, why: missing.join("; "), hole: true }
  return { guarded: true, why: `isolated, in ${installed.map(({ name }) => name).join(", ")}`, hole: false }
}

/** What git lists. Nothing where there is no git, or no repository. */
async function list({ cwd, env }: Context): Promise<readonly Pick<Guarded, "path" | "branch">[]> {
  if (!Bun.which("git", { PATH: env["PATH"] ?? "" })) return []
  const child = Bun.spawn(["git", "worktree", "list", "--porcelain", "-z"], {
    cwd,
    env: { ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "ignore",
  })
  const [text] = await Promise.all([child.stdout.text(), child.exited])
  return text
    .split("\0\0")
    .filter((record) => record !== "")
    .map((record) => {
      const lines = record.split("\0")
      const after = (key: string): string | undefined =>
        lines.find((line) => line.startsWith(`${key} `))?.slice(key.length + 1)
      const branch = after("branch")?.replace(/^refs\/heads\//, "")
      return { path: after("worktree") ?? "", ...(branch ? { branch } : {}) }
    })
}
