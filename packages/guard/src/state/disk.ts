/** A State built from the files of this machine. */
import { resolve } from "node:path"
import { afterEffect, type Base } from "./derive.ts"
import { disk as sharedDisk, isWithin, viewOf, type Disk, Snapshot } from "./files.ts"
import { configOf, readSettings } from "./gitconfig.ts"
import { sessionAt } from "./isolation.ts"
import { createOwnership, othersOf } from "./ownership.ts"
import { localRemotes } from "./remotes.ts"
import { openRepository, repositoryAt, type Scene } from "./repository.ts"
import type { UserSettings } from "./settings.ts"
import { placesOf, siteOfValue, type Place } from "./siteof.ts"
import type { Files, OtherWorktree, Ownership, Repository, State } from "./state.ts"
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

const SNAPSHOTS_MAX = 256
const snapshots = new Map<string, Snapshot>()

/** The snapshot that states of the same question share; a new one where something it rests on has changed. */
function snapshotFor(key: string): Snapshot {
  const known = snapshots.get(key)
  if (known?.holds()) return known
  if (snapshots.size >= SNAPSHOTS_MAX) snapshots.clear()
  const fresh = new Snapshot()
  snapshots.set(key, fresh)
  return fresh
}

/** What is so right now, seen from the session with this directory. Reads lazily; never throws. */
export function stateFromDisk(options: StateOptions): State {
  const env = options.env ?? process.env
  const directory = resolve(options.directory)
  const lifted = options.lifted ?? new Set<string>()
  const fenced = options.fenced ?? false
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  const key = [directory, fenced, ...lifted, options.settings && JSON.stringify(options.settings), ...variables].join(
    "\0",
  )
  const snapshot = snapshotFor(key)
  const session = (disk: Disk) => sessionAt(disk, directory, (name) => env[name], options.settings)
  const start = (files: Files): State => {
    const disk = viewOf(sharedDisk, files, snapshot)
    return build({
      disk,
      env,
      directory,
      session: session(disk),
      overlay: NOTHING_CHANGED,
      fenced,
      lifted,
      identity: snapshot,
      start,
    })
  }
  return start(sharedDisk)
}

/** Files with the folders of repositories that the text makes. */
function filesOf({ disk, overlay }: World): Files {
  if (overlay.repositories.length === 0) return disk
  const made = (path: string): boolean =>
    overlay.repositories.some((created) => isWithin(created, path) || path === `${created}/.git`)
  return {
    stat: (path) => disk.stat(path) ?? (made(path) ? "directory" : undefined),
    list: (path) => disk.list(path),
    realpath: (path) => disk.realpath(path),
    read: (path) => disk.read(path),
  }
}

function readPlaces(world: World, others: readonly OtherWorktree[]): readonly Place[] {
  const { disk, session, env } = world
  const { layout, settings } = session
  const shared = settings.sharedPaths
  if (!layout) return []
  return disk.memo(["places", layout.gitDir, layout.worktree, env["HOME"], ...shared].join("\0"), () => {
    const config = configOf(readSettings(disk, layout, (name) => env[name]))
    const remotes = localRemotes(disk, config, layout.worktree ?? layout.gitDir)
    const apart = remotes.filter(
      ({ commonDir }) => commonDir !== layout.commonDir && !others.some(({ gitDir }) => gitDir === commonDir),
    )
    return placesOf(disk, layout, others, apart, shared)
  })
}

function build(world: World): State {
  const { disk, session, overlay } = world
  const { layout } = session
  const others = once(() => (layout ? othersOf(disk, layout) : []))
  const places = once(() => readPlaces(world, others()))
  const scene: Scene = { world, home: layout, others, places }
  const home = once((): Repository | undefined => layout && openRepository(scene, layout, { kind: "own" }, {}))
  const own = once((): Ownership | undefined => {
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
    get home() {
      return home()
    },
    repositoryAt: (where) => repositoryAt(scene, where),
    get initial() {
      return overlay === NOTHING_CHANGED ? state : build({ ...world, overlay: NOTHING_CHANGED })
    },
    identity: world.identity,
    problems: session.settings.problems,
    withFiles: (files) => world.start(files),
    siteOf: (path, options) => siteOfValue(disk, places(), path, options?.link ?? false),
    after: ([first, ...rest]) =>
      first ? build({ ...world, overlay: afterEffect(overlay, baseOf(state), first) }).after(rest) : state,
  }
  return state
}

function baseOf({ home, own }: State): Base {
  return {
    head: home?.head ?? { detached: false },
    refs: home?.refs ?? { resolve: () => undefined, exists: () => false, list: () => [] },
    owns: (ref) =>
      ref.startsWith("refs/heads/")
        ? (own?.ownsBranch(ref.slice("refs/heads/".length)) ?? false)
        : (own?.ownsTag(ref) ?? false),
  }
}
