/** The submodules that a worktree's .gitmodules names. */
import type { State } from "../state/state.ts"
import type { Repository } from "../state/state.ts"

export interface Submodule {
  readonly name: string
  /** Relative to the top of the worktree. */
  readonly path: string
  readonly url?: string
}

/** In the order of the file; entries without a path are left out, as git does. */
export function submodulesOf(repository: Repository | undefined, state: State): readonly Submodule[] {
  const top = repository?.worktree
  const text = top === undefined ? undefined : state.files.read(`${top}/.gitmodules`)
  const found = new Map<string, { path?: string; url?: string }>()
  let current: { path?: string; url?: string } | undefined
  for (const line of text?.split("\n") ?? []) {
    const section = /^\s*\[\s*submodule\s+"((?:[^"\\]|\\.)*)"\s*\]/i.exec(line)
    if (section) {
      const name = section[1]!.replace(/\\(.)/g, "$1")
      current = found.get(name) ?? {}
      found.set(name, current)
      continue
    }
    if (/^\s*\[/.test(line)) current = undefined
    const setting = /^\s*(path|url)\s*=\s*"?(.*?)"?\s*$/i.exec(line)
    if (current && setting) current[setting[1]!.toLowerCase() as "path" | "url"] = setting[2]!
  }
  return [...found].flatMap(([name, { path, url }]) =>
    path === undefined ? [] : [{ name, path, ...(url === undefined ? {} : { url }) }],
  )
}
