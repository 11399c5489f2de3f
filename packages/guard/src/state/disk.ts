/** A State built from the files of this machine. */
import { dirname, resolve } from "node:path"
import { mapValue } from "../shell/value.ts"
import { afterEffect, type Base } from "./derive.ts"
import { markedCheckout } from "./checkout.ts"
import { disk as sharedDisk, isWithin, viewOf, Snapshot, type Disk } from "./files.ts"
import { configOf, coreOf, readSettings } from "./gitconfig.ts"
import { discover, type Layout } from "./gitdir.ts"
import { sessionAt } from "./isolation.ts"
import { createOwnership } from "./ownership.ts"
import { localRemotes } from "./remotes.ts"
import { followLinks, throughLinks, whereThrough } from "./links.ts"
import { openRepository, repositoryAt, type Scene } from "./repository.ts"
import { dataFolder, type UserSettings } from "./settings.ts"
import { foreignSite, placesOf, siteOfValue, type Places } from "./siteof.ts"
import type { Files, OtherWorktree, Ownership, Repository, State } from "./state.ts"
import { cloneAround, sessionsFolder, surroundingsOf, type Surroundings } from "./surroundings.ts"
import { checkoutsOf } from "./worktrees.ts"
import { NOTHING_CHANGED, once, type World } from "./world.ts"

export interface StateOptions {
  /** The session's directory: it alone decides isolation and ownership. */
  readonly directory: string
  /** Where commands start; only told so that a caller may pass one object around. */
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly fenced?: boolean
  readonly lifted?: ReadonlySet<string>
  /** Stands for the user's configuration file. */
  readonly settings?: UserSettings
}

const KEPT_MAX = 256

/** A host asks with its own environment and, in turns, with that of each command: where these differ, both are kept. */
const HOST_VARIABLES = ["PWD", "RINGFENCE_SESSION"]

/** A state that was built before, what it was asked with, and what it rests on. */
interface Kept {
  readonly env: ReadonlyMap<string, string | undefined>
  readonly snapshot: Snapshot
  readonly state: State
}

const kept = new Map<string, Kept>()

/** What is so right now, seen from the session with this directory. Reads lazily; never throws. */
export function stateFromDisk(options: StateOptions): State {
  const env = options.env ?? process.env
  const directory = resolve(options.directory)
  const lifted = options.lifted ?? new Set<string>()
  const fenced = options.fenced ?? false
  const variables = HOST_VARIABLES.map((name) => env[name])
  const key = [directory, fenced, ...lifted, options.settings && JSON.stringify(options.settings), ...variables].join(
    "\0",
  )
  const known = kept.get(key)
  if (known && sameEnv(known.env, env) && known.snapshot.holds()) return known.state

  const copy = { ...env }
  const snapshot = new Snapshot()
  const disk = viewOf(sharedDisk, sharedDisk, snapshot)
  const session = sessionAt(disk, directory, (name) => copy[name], options.settings)
  const state = build({
    disk,
    seenThrough: (files) => viewOf(sharedDisk, files, snapshot),
    env: copy,
    directory,
    session,
    overlay: NOTHING_CHANGED,
    fenced,
    lifted,
    identity: snapshot,
  })
  if (kept.size >= KEPT_MAX) kept.clear()
  kept.set(key, { env: new Map(Object.entries(copy)), snapshot, state })
  return state
}

function sameEnv(known: Kept["env"], env: Readonly<Record<string, string | undefined>>): boolean {
  let count = 0
  for (const name in env) {
    if (env[name] !== known.get(name)) return false
    count++
  }
  return count === known.size
}

/** Files with the folders of repositories, and the links, that the text makes. */
function filesOf({ disk, overlay }: World): Files {
  const files = overlay.links.size > 0 ? throughLinks(disk, overlay.links) : disk
  if (overlay.repositories.length === 0) return files
  const made = (path: string): boolean =>
    overlay.repositories.some((created) => isWithin(created, path) || path === `${created}/.git`)
  return {
    stat: (path) => files.stat(path) ?? (made(path) ? "directory" : undefined),
    list: (path) => files.list(path),
    realpath: (path) => files.realpath(path),
    read: (path) => files.read(path),
  }
}

/** Where the own `.git` leads nowhere git climbs on: what it then finds belongs to others. */
function checkoutsAbove(disk: Disk, { worktree, gitDir }: Layout): readonly OtherWorktree[] {
  const above =
    worktree === undefined ? undefined : discover(disk, dirname(worktree), { core: (at) => coreOf(disk, at) })
  return above ? checkoutsOf(disk, above.commonDir).filter((each) => each.gitDir !== gitDir) : []
}

/** Every other worktree a command may reach. */
function readSurroundings({ disk, session }: World): Surroundings {
  const { layout, readable } = session
  if (!layout) return { others: [], stores: [] }
  const { others, stores } = surroundingsOf(disk, layout)
  return { others: [...others, ...(readable ? [] : checkoutsAbove(disk, layout))], stores }
}

function readPlaces(world: World): Places {
  const { disk, session, env } = world
  const { layout, settings } = session
  const shared = settings.sharedPaths
  if (!layout) return { known: [], found: () => undefined }
  const data = dataFolder((name) => env[name])
  const known = disk.memo(["places", layout.gitDir, layout.worktree, env["HOME"], ...shared].join("\0"), () => {
    const surroundings = readSurroundings(world)
    const config = configOf(readSettings(disk, layout, (name) => env[name]))
    const remotes = localRemotes(disk, config, layout.worktree ?? layout.gitDir)
    const taken = [...surroundings.stores, ...surroundings.others.map(({ gitDir }) => gitDir)]
    const apart = remotes.filter(({ commonDir }) => commonDir !== layout.commonDir && !taken.includes(commonDir))
    return placesOf(disk, layout, surroundings, apart, shared)
  })
  return {
    known,
    found(path) {
      const clone = cloneAround(disk, path, sessionsFolder(disk, data))
      return clone && foreignSite(clone)
    },
  }
}

/** `base` is the same state seen through other files: what it rests on has been read already. */
function build(world: World, base?: State): State {
  const { disk, session, overlay } = world
  const { layout } = session
  const { links } = overlay
  const surroundings = once(() => readSurroundings(world))
  const places = once(() => readPlaces(world))
  const home = once((): Repository | undefined =>
    base ? base.home : layout && openRepository(scene, layout, { kind: "own" }, {}),
  )
  const scene: Scene = { world, home: layout, ownRepository: home, surroundings, places }
  const own = once((): Ownership | undefined => {
    if (base) return base.own
    const repository = home()
    if (!session.isolated || !layout || !repository) return undefined
    const { head, refs, config } = repository
    return createOwnership({ world, layout, head, refs, config, sharedPaths: session.settings.sharedPaths })
  })
  const state: State = {
    get own() {
      return own()
    },
    files: filesOf(world),
    env: world.env,
    fenced: world.fenced,
    lifted: world.lifted,
    get checkout() {
      return base ? base.checkout : markedCheckout(disk, session)
    },
    get home() {
      return home()
    },
    repositoryAt: (where) => repositoryAt(scene, links.size > 0 ? whereThrough(where, links) : where),
    get initial() {
      return overlay === NOTHING_CHANGED ? state : build({ ...world, overlay: NOTHING_CHANGED })
    },
    identity: world.identity,
    off: session.settings.off,
    problems: session.settings.problems,
    withFiles: (files) => build({ ...world, disk: world.seenThrough(files) }, state),
    siteOf(path, { link = false } = {}) {
      const real = links.size > 0 ? mapValue(path, (text) => followLinks(links, text, link)) : path
      return siteOfValue(disk, places(), real, link)
    },
    after: ([first, ...rest]) => {
      if (!first) return state
      const changed = afterEffect(overlay, baseOf(state), first)
      return (changed === overlay ? state : build({ ...world, overlay: changed })).after(rest)
    },
  }
  return state
}

function baseOf(state: State): Base {
  return {
    get head() {
      return state.home?.head ?? { detached: false }
    },
    get refs() {
      return state.home?.refs ?? { resolve: () => undefined, exists: () => false, list: () => [] }
    },
    owns: (ref) =>
      ref.startsWith("refs/heads/")
        ? (state.own?.ownsBranch(ref.slice("refs/heads/".length)) ?? false)
        : (state.own?.ownsTag(ref.replace(/^refs\/tags\//, "")) ?? false),
  }
}
