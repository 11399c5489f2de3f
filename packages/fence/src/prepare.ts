/** Puts up the fence of a session, or sees that it stands, before a command runs. */
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"
import { build, look, standing, userHookNames, write } from "./build.ts"
import { additions, hooksNamed, settingsIn } from "./environment.ts"
import { NAMES } from "./folder.ts"
import { findPlace, ownCheckout, type Place } from "./place.ts"
import { fingerprint, findGit, hasConfiguredHooks, userHooks, versionOf } from "./real-git.ts"
import { REVISION, settingsOf, type Mode } from "./script.ts"

type Env = Readonly<Record<string, string | undefined>>

export interface Request {
  /** The session's own directory. */
  readonly directory: string
  /** What the command would inherit. */
  readonly env: Env
  /** Codes of rules that are lifted for this one command. `release` takes them back. */
  readonly lifted?: readonly string[]
  /** The checkout of Ringfence that the shim asks; its own unless given. */
  readonly asks?: string
}

export interface Prepared {
  /** What is to be set beside what the command inherits; nothing where the fence is not in force. */
  readonly env: Record<string, string>
  /** The fence is in force for what is started with this environment. */
  readonly fenced: boolean
  /** A person has switched it off, and knows. */
  readonly off?: true
  /** What a person should know, a sentence each: why there is no fence where there should be one. */
  readonly problems: readonly string[]
}

const none = (...problems: readonly string[]): Prepared => ({ env: {}, fenced: false, problems })

/** Past this size, in bytes, the journal is put aside and a new one begun. */
const LONGEST_JOURNAL = 1024 * 1024
const DAY = 24 * 60 * 60 * 1000

/** Puts up the fence where a session's directory is an isolated one. Looks at every file of it; never throws. */
export function prepare(request: Request): Prepared {
  try {
    const found = findPlace(request.directory, request.env)
    if (!found) return none()
    return "problem" in found ? none(found.problem) : putUp(found.place, request)
  } catch (error) {
    return none(`The fence of ${request.directory} could not be put up: ${messageOf(error)}.`)
  }
}

function putUp(place: Place, { env, lifted = [], asks }: Request): Prepared {
  const { folder, worktree } = place
  if (look(join(folder, NAMES.off)) !== "missing")
    return { ...none(`The fence of ${worktree} was switched off by a person.`), off: true }
  const existing = settingsIn(env)
  if (!existing) return none("GIT_CONFIG_COUNT and its settings are not what git can read: the fence cannot join them.")
  const git = findGit(env)
  if (git === undefined) return none("There is no git in PATH for the fence to stand in front of.")
  const ringfence = asks ?? ownCheckout()
  if (ringfence === undefined) return none("The checkout of Ringfence that the fence would ask is gone.")
  const made = keepUp(place, { git, ringfence, env })
  if ("problem" in made) return none(made.problem)
  note(place)
  const users = made.mode === "path" ? hooksNamed(existing) : undefined
  const name = lifted.length > 0 ? lift(folder, lifted) : undefined
  return {
    env: {
      ...additions(env, folder, settingsOf({ folder, mode: made.mode }), existing),
      ...(users === undefined ? {} : { RINGFENCE_HOOKS: users }),
      ...(name === undefined ? {} : { RINGFENCE_LIFT: name }),
    },
    fenced: true,
    problems: [],
  }
}

interface Parts {
  readonly git: string
  readonly ringfence: string
  readonly env: Env
}

/** Sees to it that the folder is as it should be. */
function keepUp(place: Place, { git, ringfence, env }: Parts): { readonly mode: Mode } | { readonly problem: string } {
  const { folder, gitDir, commonDir, worktree, integration } = place
  const own = [join(commonDir, "config"), join(gitDir, "config.worktree")]
  const configs = [...own, ...configsBeyond(env)]
  const inputs = [REVISION, gitDir, commonDir, worktree, integration, ringfence, git, fingerprint(git)]
  const basis = [...inputs, ...configs, ...configs.map(look)].join("\n")
  const stamp = standing(folder)
  if (stamp?.basis === basis) return stamp
  const bare = without(env)
  const version = versionOf(git, worktree, bare)
  if (version === undefined) return { problem: `${git} does not run: the fence has nothing to stand in front of.` }
  const mode = hasConfiguredHooks(version) ? "beside" : "path"
  const { folder: hooks, everywhere } = userHooks(git, worktree, commonDir, bare)
  try {
    build(
      {
        folder,
        gitDir,
        commonDir,
        worktree,
        integration,
        git,
        ringfence,
        mode,
        userHooks: hooks,
        hooksEverywhere: everywhere,
        hasNoHooks:
          mode === "path" && userHookNames({ userHooks: hooks, worktree }).every((name) => name.endsWith(".sample")),
      },
      basis,
      own,
    )
    return { mode }
  } catch (error) {
    return { problem: `The fence of ${worktree} cannot be written (${folder}): ${messageOf(error)}. Make it writable.` }
  }
}

/** Files of settings that hold for all repositories. */
function configsBeyond(env: Env): readonly string[] {
  const home = env["HOME"] ?? ""
  const global = env["GIT_CONFIG_GLOBAL"]
  const config = env["XDG_CONFIG_HOME"] || join(home, ".config")
  return [
    ...(global === undefined ? [join(home, ".gitconfig"), join(config, "git/config")] : [global]),
    env["GIT_CONFIG_SYSTEM"] ?? "/etc/gitconfig",
  ]
}

/** The environment without settings for git, which hold for one command only. */
function without(env: Env): Env {
  const { GIT_CONFIG_COUNT: _count, GIT_CONFIG_PARAMETERS: _parameters, GIT_DIR: _dir, ...rest } = env
  return rest
}

/** Writes down what is known to be the session's, and keeps the journal short. Both can wait where nothing can be written. */
function note({ folder, branches }: Place): void {
  try {
    write(join(folder, NAMES.own), branches.map((name) => `refs/heads/${name}\n`).join(""), 0o644)
    const journal = join(folder, NAMES.journal)
    const size = statSync(journal, { throwIfNoEntry: false })?.size ?? 0
    if (size > LONGEST_JOURNAL) renameSync(journal, `${journal}.1`)
  } catch {
    // The hooks go by what was written last.
  }
}

/** Writes down lifted rules in a fence's folder, under a name that nobody can guess. @returns the name, for RINGFENCE_LIFT */
export function lift(folder: string, codes: readonly string[]): string {
  const all = join(folder, NAMES.lift)
  mkdirSync(all, { recursive: true })
  for (const name of readdirSync(all)) {
    const stat = statSync(join(all, name), { throwIfNoEntry: false })
    if (stat && Date.now() - stat.mtimeMs > DAY) rmSync(join(all, name), { force: true })
  }
  const id = crypto.randomUUID()
  write(join(all, id), codes.map((code) => `${code}\n`).join(""), 0o600)
  return id
}

/** Takes back what was lifted for a command that has ended. `env` is what `prepare` gave. */
export function release({ PATH = "", RINGFENCE_LIFT: name }: Readonly<Record<string, string>>): void {
  if (name === undefined) return
  const [bin = ""] = PATH.split(delimiter)
  try {
    rmSync(join(dirname(bin), NAMES.lift, name), { force: true })
  } catch {
    // It is forgotten within a day.
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
