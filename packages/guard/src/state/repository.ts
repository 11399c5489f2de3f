/** The repository a command acts on, from its directory, its environment and git's global options. */
import { dirname, join, resolve } from "node:path"
import type { Site } from "../git/effect.ts"
import { directoriesOf, type Directory } from "../shell/program.ts"
import { textsOf, type Value } from "../shell/value.ts"
import { isWithin, realLink } from "./files.ts"
import { discover, type DiscoveryOptions, type Layout } from "./gitdir.ts"
import { configOf, coreOf, readSettings, type Env, type ScopedSetting } from "./gitconfig.ts"
import { indexFileOf, isTracked } from "./gitindex.ts"
import { readHead } from "./head.ts"
import { reflog, switches } from "./reflog.ts"
import { createRefs } from "./refs.ts"
import { remotesMeant, repositoryAtPath } from "./remotes.ts"
import { foreignSite, sharedSite, siteBelow, type Places } from "./siteof.ts"
import type { Config, Head, Refs, Repository, Where } from "./state.ts"
import { cloneWith, type Surroundings } from "./surroundings.ts"
import { commandEnv, UNCHANGED, type ConfigChange, type Elsewhere, type Made, type World } from "./world.ts"

/** What repositories are judged against. */
export interface Scene {
  readonly world: World
  readonly home: Layout | undefined
  /** The repository of `home`, as a command with nothing special about it sees it. */
  readonly ownRepository: () => Repository | undefined
  readonly surroundings: () => Surroundings
  readonly places: () => Places
}

const NONE: Refs = { resolve: () => undefined, exists: () => false, list: () => [] }

/** Refs that cannot be read: any name may be somebody's. */
const LOST: Refs = {
  resolve: () => undefined,
  exists: (ref) => ref.startsWith("refs/"),
  list: () => [],
  unreadable: true,
}

function applyChange(
  settings: readonly ScopedSetting[],
  { scope, action, key, value }: ConfigChange,
): readonly ScopedSetting[] {
  const inSection = (setting: ScopedSetting): boolean => setting.scope === scope && setting.key.startsWith(`${key}.`)
  const isKey = (setting: ScopedSetting): boolean => setting.scope === scope && setting.key === key
  if (action === "removeSection") return settings.filter((setting) => !inSection(setting))
  if (action === "renameSection") {
    const renamed = (setting: ScopedSetting): string => value + setting.key.slice(key.length)
    return settings.map((setting) => (inSection(setting) ? { ...setting, key: renamed(setting) } : setting))
  }
  const kept = action === "add" ? settings : settings.filter((setting) => !isKey(setting))
  if (action === "unset") return kept
  const order: readonly string[] = ["system", "global", "shared", "worktree", "command"]
  const before = kept.filter((setting) => order.indexOf(setting.scope) <= order.indexOf(scope))
  return [...before, { key, value, scope }, ...kept.slice(before.length)]
}

/** What the text changed in a repository, where that is nothing to the session. */
const changesAt = ({ overlay }: World, site: Site | undefined): Elsewhere =>
  (site?.kind === "elsewhere" ? overlay.elsewhere.get(site.path) : undefined) ?? UNCHANGED

function configAt(
  world: World,
  layout: Layout | undefined,
  isHome: boolean,
  env: Env,
  extra: Where["config"],
  made: readonly ConfigChange[] = [],
  site?: Site,
): Config {
  const settings = readSettings(world.disk, layout, env, extra)
  const changes = world.overlay.config.filter(({ scope }) => isHome || scope === "global" || scope === "system")
  const there = changesAt(world, site).config
  return configOf([...made, ...changes, ...there].reduce(applyChange, settings))
}

/** The refs of the session's store with what the text changed. */
function overlaid(base: Refs, changes: ReadonlyMap<string, string | null>): Refs {
  if (changes.size === 0) return base
  const resolve = (ref: string): string | undefined =>
    changes.has(ref) ? (changes.get(ref) ?? undefined) : base.resolve(ref)
  return {
    resolve,
    exists: (ref) => resolve(ref) !== undefined,
    list: (prefix) =>
      [
        ...base.list(prefix).filter((ref) => !changes.has(ref)),
        ...[...changes].flatMap(([ref, oid]) => (oid !== null && ref.startsWith(prefix) ? [ref] : [])),
      ].sort(),
  }
}

/** The repository with this layout. */
export function openRepository(scene: Scene, layout: Layout, site: Site, where: Omit<Where, "directory">): Repository {
  const { world, home } = scene
  const { disk, overlay } = world
  const isHome = layout.commonDir === home?.commonDir
  const isOwn = layout.gitDir === home?.gitDir
  let config: Config | undefined
  let head: Head | undefined
  const readConfig = (): Config =>
    (config ??= configAt(world, layout, isHome, commandEnv(world, where.command), where.config, [], site))
  const stored =
    disk.unwatched.stat(layout.commonDir) === "directory"
      ? createRefs(disk, layout, () => readConfig().boolean("core.ignorecase") === true)
      : LOST
  const changes = changesAt(world, site)
  const refs = overlaid(stored, isHome ? overlay.refs : changes.refs)
  return {
    site,
    ...layout,
    refs,
    get head() {
      const moved = isOwn ? overlay.head : changes.heads[0]
      return (head ??= moved ?? disk.memo(`head ${layout.gitDir}`, () => readHead(disk, layout.gitDir, stored)))
    },
    get config() {
      return readConfig()
    },
    previous(n) {
      const trail = isOwn ? overlay.trail : []
      if (changes.heads.length > 0) return previousOf(changes, readHead(disk, layout.gitDir, stored), n)
      if (n <= trail.length) return trail[n - 1]
      return switches(reflog(disk, layout.gitDir, "HEAD")).at(trail.length - n)?.from
    },
    tracked(path) {
      const file = where.indexFile?.kind === "known" ? where.indexFile.text : indexFileOf(layout.gitDir)
      if (layout.worktree === undefined) return undefined
      const oidLength = readConfig().get("extensions.objectformat")?.toLowerCase() === "sha256" ? 32 : 20
      return isTracked(disk, file, layout.worktree, realLink(disk, path), oidLength)
    },
  }
}

/** A repository that the text makes: nothing is in it yet but, in a clone, the way back to its origin. */
function newRepository(scene: Scene, path: string, where: Where): Repository {
  const { world } = scene
  const gitDir = join(path, ".git")
  const made = world.overlay.made.findLast((each) => mayHold(each.path, path))
  const source = made?.copyOf === undefined ? undefined : repositoryAtPath(world.disk, made.copyOf)
  const branch = made?.branch ?? (made?.origin === undefined ? undefined : branchAt(world, made.origin))
  const env = commandEnv(world, where.command)
  const site: Site = { kind: "elsewhere", path }
  const changes = changesAt(world, site)
  const first: Head = source
    ? readHead(world.disk, source.gitDir, NONE)
    : { ...(branch === undefined ? {} : { branch }), detached: false }
  return {
    site,
    commonDir: gitDir,
    gitDir,
    worktree: path,
    head: changes.heads[0] ?? first,
    refs: overlaid(
      source ? createRefs(world.disk, source, () => false) : refsOfClone(scene, made, branch),
      changes.refs,
    ),
    config: configAt(world, source, false, env, where.config, made ? ofClone(made, branch) : [], site),
    previous: (n) => previousOf(changes, first, n),
    tracked: () => false,
  }
}

/** The branch that was left `n` moves ago, by the text's own moves of a HEAD that stood at `first` before. */
const previousOf = ({ heads }: Elsewhere, first: Head, n: number): string | undefined =>
  (n === heads.length ? first : heads[n])?.branch

/** The refs that a clone begins with: as its origin has them, where that is on this disk or known as a remote. */
function refsOfClone(scene: Scene, made: Made | undefined, branch: string | undefined): Refs {
  if (made?.origin === undefined) return NONE
  const { disk } = scene.world
  const found = repositoryAtPath(disk, made.origin)
  if (made.mirror) return found ? createRefs(disk, found, () => false) : NONE
  const tracking = `refs/remotes/${made.remote ?? "origin"}/`
  const fetched = found ? branchesOf(createRefs(disk, found, () => false)) : trackedHere(scene, made.origin)
  const oids = new Map(fetched.map(([name, oid]) => [name.startsWith("refs/tags/") ? name : tracking + name, oid]))
  const oid = branch === undefined ? undefined : oids.get(tracking + branch)
  return overlaid(NONE, oid === undefined ? oids : oids.set(`refs/heads/${branch}`, oid))
}

type Listed = readonly (readonly [name: string, oid: string])[]

const branchesOf = (refs: Refs): Listed => [
  ...refs.list("refs/heads/").map((ref) => [ref.slice("refs/heads/".length), refs.resolve(ref) ?? ""] as const),
  ...refs.list("refs/tags/").map((ref) => [ref, refs.resolve(ref) ?? ""] as const),
]

/** What the session's own repository knows of the remote it has at the same URL. */
function trackedHere({ ownRepository }: Scene, url: string): Listed {
  const home = ownRepository()
  const remote = home && remotesMeant(home.config, url)[0]
  if (!home || remote === undefined || remote === url) return []
  const tracking = `refs/remotes/${remote}/`
  return home.refs.list(tracking).map((ref) => [ref.slice(tracking.length), home.refs.resolve(ref) ?? ""] as const)
}

/** A clone that the text makes at a path nobody can read, where that is the very directory. */
function madeUnread({ world }: Scene, directory: Directory & { readonly kind: "unknown" }): string | undefined {
  const { same } = directory
  if (same === undefined) return undefined
  return world.overlay.made.some(({ cloned, path }) => cloned && path.kind === "unknown" && path.same === same)
    ? same
    : undefined
}

/** Whether a path that may not be known in full could be this one, or the folder that it is looked for below. */
function mayHold(path: Value, at: string): boolean {
  if (path.kind === "below") return isWithin(at, path.directory) || isWithin(path.directory, at)
  return textsOf(path)?.includes(at) ?? false
}

/** The branch that is checked out in a repository on this disk: a clone of it starts there. */
function branchAt({ disk }: World, path: string): string | undefined {
  const found = repositoryAtPath(disk, path)
  return found && readHead(disk, found.gitDir, NONE).branch
}

/** What a clone writes into the configuration it makes. */
function ofClone({ origin, remote = "origin", mirror }: Made, branch: string | undefined): readonly ConfigChange[] {
  if (origin === undefined) return []
  const settings: readonly (readonly [string, string])[] = [
    [`remote.${remote}.url`, origin],
    [`remote.${remote}.fetch`, mirror ? "+refs/*:refs/*" : `+refs/heads/*:refs/remotes/${remote}/*`],
    ...(mirror ? ([[`remote.${remote}.mirror`, "true"]] as const) : []),
    ...(branch === undefined
      ? []
      : ([
          [`branch.${branch}.remote`, remote],
          [`branch.${branch}.merge`, `refs/heads/${branch}`],
        ] as const)),
  ]
  return settings.map(([key, value]) => ({ scope: "shared", action: "add", key, value }))
}

/** What a repository is to the session. Where its files and index lie apart is a question of the command. */
function siteOfLayout(scene: Scene, layout: Layout): Site {
  const elsewhere: Site = { kind: "elsewhere", path: layout.worktree ?? layout.gitDir }
  if (layout.gitDir === scene.home?.gitDir) return { kind: "own" }
  const { others, stores } = scene.surroundings()
  const other = others.find(({ gitDir }) => gitDir === layout.gitDir)
  if (other) return foreignSite(other)
  if (layout.commonDir === scene.home?.commonDir) return sharedSite(layout.commonDir)
  if (stores.includes(layout.commonDir)) return sharedSite(layout.commonDir, layout.commonDir)
  const remote = scene.places().known.find(({ path, site }) => site.kind === "remote" && isWithin(layout.gitDir, path))
  if (remote && layout.gitDir.slice(remote.path.length + 1).replace(".git", "") === "") return remote.site
  const clone = layout.worktree === undefined ? undefined : cloneWith(scene.world.disk, layout.gitDir, layout.worktree)
  return clone ? foreignSite(clone) : elsewhere
}

type Known<T> = { readonly known: T } | undefined

/** The texts of an optional value; undefined where some are not known. */
function optional(value: Value | undefined, fallback: string | undefined): Known<string | undefined> {
  if (value === undefined) return { known: fallback }
  return value.kind === "known" ? { known: value.text } : undefined
}

function fromEnv(where: Where, env: Env, name: string, base: string): Known<string | undefined> {
  const set = where.command?.environment.set[name]
  if (set && set.kind !== "known") return undefined
  const text = env(name)
  return { known: text ? resolve(base, text) : undefined }
}

function at(scene: Scene, directory: string, where: Where): Repository | undefined {
  const { world } = scene
  const { disk, overlay } = world
  const env = commandEnv(world, where.command)
  const named = (value: Value | undefined, name: string): Known<string | undefined> => {
    const inherited = value === undefined ? fromEnv(where, env, name, directory) : { known: undefined }
    return inherited && optional(value, inherited.known)
  }
  const [gitDir, workTree, commonDir, indexFile] = [
    named(where.gitDir, "GIT_DIR"),
    named(where.workTree, "GIT_WORK_TREE"),
    named(where.commonDir, "GIT_COMMON_DIR"),
    named(where.indexFile, "GIT_INDEX_FILE"),
  ]
  if (!gitDir || !workTree || !commonDir || !indexFile) return undefined
  const options: DiscoveryOptions = {
    gitDir: gitDir.known,
    workTree: workTree.known,
    commonDir: commonDir.known,
    ceilings: env("GIT_CEILING_DIRECTORIES"),
    core: (layout) => coreOf(disk, layout),
  }
  const key = ["discover", directory, options.gitDir, options.workTree, options.commonDir, options.ceilings].join("\0")
  const before = disk.memo(key, () => discover(disk, directory, options))
  const found = gitDir.known === undefined ? afterGitFiles(scene, directory, options, before) : before
  const fresh = overlay.repositories
    .filter((path) => isWithin(gitDir.known ?? directory, path))
    .sort(byLength)
    .at(-1)
  if (fresh !== undefined && (!found || !isWithin(found.worktree ?? found.gitDir, fresh)))
    return newRepository(scene, fresh, where)
  if (!found) return isLostHome(scene, directory) ? scene.ownRepository() : undefined
  const site = siteOfLayout(scene, found)
  if (site.kind === "own" && indexFile.known === undefined && isPlain(where) && isSameCheckout(found, scene.home))
    return scene.ownRepository()
  const index: Value | undefined = indexFile.known === undefined ? undefined : { kind: "known", text: indexFile.known }
  return openRepository(scene, found, site, { ...where, indexFile: index })
}

/** What git finds after the text has written, or removed, a `.git` nearer than the one found before. */
function afterGitFiles(
  scene: Scene,
  directory: string,
  options: DiscoveryOptions,
  found: Layout | undefined,
): Layout | undefined {
  const { disk, overlay } = scene.world
  const nearest = [...overlay.gitFiles.keys()]
    .filter((folder) => isWithin(directory, folder))
    .sort(byLength)
    .at(-1)
  if (nearest === undefined || (found?.worktree !== undefined && found.worktree.length > nearest.length)) return found
  const gitDir = overlay.gitFiles.get(nearest)
  if (gitDir !== undefined)
    return discover(disk, directory, { ...options, gitDir, workTree: options.workTree ?? nearest })
  const outer = discover(disk, dirname(nearest), options)
  return outer && afterGitFiles(scene, dirname(nearest), options, outer)
}

/** In the session's worktree whose git directory is gone: git would find nothing, so nothing may be taken as free. */
const isLostHome = ({ world, home }: Scene, directory: string): boolean =>
  home?.worktree !== undefined && isWithin(directory, home.worktree) && world.disk.stat(home.gitDir) === undefined

/** Nothing but the directory decides what a command sees. */
function isPlain({ gitDir, workTree, commonDir, indexFile, config, command }: Where): boolean {
  if (gitDir || workTree || commonDir || indexFile || (config && config.length > 0)) return false
  if (!command) return true
  for (const name in command.environment.set) if (DECIDING.test(name)) return false
  return !command.environment.cleared
}

/** Variables that change which repository or which configuration git reads. */
const DECIDING = /^(GIT_|HOME$|XDG_)/

const isSameCheckout = (found: Layout, home: Layout | undefined): boolean =>
  found.gitDir === home?.gitDir && found.worktree === home.worktree && found.commonDir === home.commonDir

const byLength = (left: string, right: string): number => left.length - right.length

/** Somewhere below a folder: what is below the own worktree is own, what lies apart from everything is elsewhere. */
function below(scene: Scene, folder: string, where: Where): Repository | undefined {
  const site = siteBelow(scene.places(), scene.world.disk.realpath(folder))
  if (site.kind === "unknown") return undefined
  const { made } = scene.world.overlay
  const newest = made.findLast(({ path }) => path.kind === "below" && mayHold(path, folder))
  return at(scene, folder, where) ?? (newest && newRepository(scene, folder, where))
}

function single(scene: Scene, directory: Directory, where: Where): Repository | undefined {
  if (directory.kind === "at") return at(scene, directory.path, where)
  if (directory.kind === "below") return below(scene, directory.path, where)
  if (where.gitDir?.kind === "known") return at(scene, where.gitDir.text, where)
  const made = directory.kind === "unknown" ? madeUnread(scene, directory) : undefined
  return made === undefined ? undefined : newRepository(scene, made, where)
}

/** The repository git would find; one of several where they are all alike to the session. */
export function repositoryAt(scene: Scene, where: Where): Repository | undefined {
  const found = directoriesOf(where.directory).map((directory) => single(scene, directory, where))
  const first = found[0]
  if (!first || found.some((repository) => repository === undefined)) return undefined
  if (found.every((repository) => repository?.gitDir === first.gitDir)) return first
  const kinds = new Set(found.map((repository) => repository?.site.kind))
  if (kinds.size === 1 && found.every((repository) => repository?.commonDir === first.commonDir)) return first
  return { ...first, site: { kind: "unknown", why: "one of several directories" } }
}
