/** Whether a session's directory is an isolated worktree, and whose. */
import { basename, dirname, join, normalize, sep } from "node:path"
import { ancestors, isWithin, type Disk } from "./files.ts"
import { commonDirOf, discover, isGitDirectory, nearestGit, type Layout } from "./gitdir.ts"
import { coreOf, type Env } from "./gitconfig.ts"
import { readRecord } from "./record.ts"
import { clientDataFolders, dataFolder, readSettings, type Settings, type UserSettings } from "./settings.ts"
import { checkoutsOf, mainCheckout } from "./worktrees.ts"

/** Where a session stands. */
export interface Session {
  readonly isolated: boolean
  /** Undefined where the directory is in no repository. */
  readonly layout?: Layout
  /** The git directory could be read. */
  readonly readable: boolean
  /** The worktree lies under a client's `<data>/worktree`, where sessions are started by an orchestrator. */
  readonly managed: boolean
  readonly settings: Settings
}

/** Folders of a project that clients keep its worktrees in, seen from the project's top. */
const INSIDE = [".claude/worktrees", ".gemini/worktrees", ".qwen/worktrees", ".worktrees"]
const BESIDE = ".worktrees"

function managedRoots(env: Env): readonly string[] {
  const clients = ["opencode", "mimocode"].flatMap((client) => clientDataFolders(client, env))
  return [dataFolder(env), ...clients].map((data) => join(data, "worktree"))
}

function codexRoot(env: Env): readonly string[] {
  const home = env("CODEX_HOME") || (env("HOME") && join(env("HOME")!, ".codex"))
  return home ? [join(home, "worktrees")] : []
}

/** The project's top for every folder above `directory` that is named like one of its worktree folders. */
function projectsAround(directory: string): readonly string[] {
  return ancestors(directory).flatMap((folder) => {
    const inside = INSIDE.filter((name) => folder.endsWith(sep + name)).map(
      (name) => folder.slice(0, -name.length - 1) || sep,
    )
    const beside = folder.endsWith(BESIDE) && basename(folder) !== BESIDE ? [folder.slice(0, -BESIDE.length)] : []
    return [...inside, ...beside]
  })
}

/** Whether a folder is a top of the repository; where the repository cannot be read any folder may be. */
function isTopOf(disk: Disk, folder: string, layout: Layout, readable: boolean): boolean {
  if (!readable) return true
  const real = disk.realpath(folder)
  const { commonDir } = layout
  if (real === dirname(commonDir) || commonDir === `${real}.git`) return true
  return checkoutsOf(disk, commonDir).some(({ path }) => path === real)
}

const liesIn = (disk: Disk, spellings: readonly string[], root: string): boolean =>
  spellings.some((path) => isWithin(path, normalize(root))) || isWithin(spellings.at(-1)!, disk.realpath(root))

/** The folders of a linked worktree whose git directory is gone, as far as its pointer tells. */
function lostLayout(top: string, gitDir: string | undefined): Layout {
  const place = gitDir ?? join(top, ".git")
  const registry = dirname(place)
  return { worktree: top, gitDir: place, commonDir: basename(registry) === "worktrees" ? dirname(registry) : place }
}

function analyse(disk: Disk, directory: string, env: Env, given: UserSettings | undefined): Session {
  const nearest = nearestGit(disk, directory)
  const spellings = [normalize(directory).replace(/(.)\/+$/, "$1"), disk.realpath(directory)]
  const shared = nearest.kind !== "none" && nearest.gitDir ? commonDirOf(disk, nearest.gitDir) : undefined
  const project = shared && disk.stat(shared) === "directory" ? mainCheckout(disk, shared) : undefined
  const settings = readSettings(disk, env, project, given)
  const managed = managedRoots(env).some((root) => liesIn(disk, spellings, root))

  if (nearest.kind === "file") {
    const { top, gitDir } = nearest
    const readable = gitDir !== undefined && isGitDirectory(disk, gitDir)
    const linked = gitDir !== undefined && disk.stat(join(gitDir, "commondir")) === "file"
    const layout = readable ? { gitDir, commonDir: commonDirOf(disk, gitDir), worktree: top } : lostLayout(top, gitDir)
    const submodule = !linked && gitDir !== undefined && gitDir.split(sep).includes("modules")
    const apart = readable && !linked
    const trusted =
      managed ||
      [...codexRoot(env), ...settings.roots].some((root) => liesIn(disk, spellings, root)) ||
      spellings.flatMap(projectsAround).some((folder) => isTopOf(disk, folder, layout, readable))
    return { isolated: trusted && !submodule && !apart, layout, readable, managed, settings }
  }
  const layout = discover(disk, directory, { core: (at) => coreOf(disk, at) })
  const clone = layout !== undefined && readRecord(disk, layout.gitDir).session?.kind === "clone"
  return { isolated: clone, layout, readable: layout !== undefined, managed, settings }
}

const DECIDING_ENV = [
  "HOME",
  "XDG_DATA_HOME",
  "XDG_CONFIG_HOME",
  "CODEX_HOME",
  "RINGFENCE_DATA",
  "RINGFENCE_CONFIG",
  "LOCALAPPDATA",
  "APPDATA",
  "USERPROFILE",
]

/** Where the session with this directory stands. Only the directory decides, never a command's own. */
export function sessionAt(disk: Disk, directory: string, env: Env, given?: UserSettings): Session {
  const key = ["session", directory, ...DECIDING_ENV.map(env), given && JSON.stringify(given)].join("\0")
  return disk.memo(key, () => analyse(disk, directory, env, given))
}
