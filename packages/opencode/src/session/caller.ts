/** Who calls: an isolated session, which may give nothing, or anybody else. */
import { realpathSync } from "node:fs"
import { resolve, sep } from "node:path"
import { standingOf } from "@ringfence/guard"
import { type Caller, Foreign, type Info } from "./schema.ts"

type Env = Readonly<Record<string, string | undefined>>

/** What decides who calls. */
export interface Signs {
  readonly env: Env
  /** Where the caller is. */
  readonly directory: string
  /** The session that RINGFENCE_SESSION names; undefined where there is none of that id. */
  readonly named: Info | undefined
  /** All sessions there are. */
  readonly sessions: readonly Info[]
}

/**
 * Who calls. RINGFENCE_SESSION can be unset by a child, a directory can be left: so either makes a child. A name that
 * is not known may be that of a session that was removed while it ran: such a caller may give nothing either.
 */
export function callerOf({ env, directory, named, sessions }: Signs): Caller {
  const place = realOf(directory)
  const around = sessions.find(({ worktree }) => worktree !== undefined && isWithin(place, worktree))
  if (around) return { kind: "child", session: around, directory: place }
  const isNamed = Boolean(env["RINGFENCE_SESSION"])
  if (isNamed && (named === undefined || named.worktree !== undefined))
    return { kind: "child", session: named, directory: place }
  if (standingOf(place, env).isolated) return { kind: "child", directory: place }
  return { kind: "person", session: named }
}

/** Why a child may not name this session; undefined where it is its own, or one that it started. */
export function foreignTo(caller: Caller, target: Info, chain: readonly Info[]): Foreign | undefined {
  const own = caller.session?.id
  if (caller.kind === "person" || (own !== undefined && chain.some(({ id }) => id === own))) return undefined
  const who = caller.session === undefined ? caller.directory : `${caller.session.id} (${caller.session.title})`
  return new Foreign({
    id: target.id,
    message: `The session ${target.id} (${target.title}) is not one of yours: you are in ${who}. Only the session itself, those that started it and a person may do this.`,
  })
}

const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(folder + sep)

/** The real path as far as it exists. */
function realOf(directory: string): string {
  const path = resolve(directory)
  try {
    return realpathSync(path)
  } catch {
    const parent = resolve(path, "..")
    return parent === path ? path : resolve(realOf(parent), path.slice(parent.length).replace(/^\/+/, ""))
  }
}
