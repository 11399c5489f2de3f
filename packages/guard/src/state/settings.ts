/** The user's configuration of Ringfence, the project's, and where both and the data folder are. */
import { homedir, platform } from "node:os"
import { join, resolve } from "node:path"
import type { Disk } from "./files.ts"
import type { Env } from "./gitconfig.ts"
import type * as SchemaModule from "./settings-schema.ts"
import type { UserSettings } from "./settings-schema.ts"
import type { SettingsProblem } from "./state.ts"

export type { SettingsProblem }
export type { UserSettings } from "./settings-schema.ts"

/** What marks a checkout as the home of an agent whose shell carries its directory. */
const DEFAULT_MARKERS = ["AGENTS.md", "bin/"]

/** Settings as everything else uses them: paths absolute, nothing missing. */
export interface Settings {
  readonly roots: readonly string[]
  readonly integration?: "orchestrator" | "self"
  readonly sharedPaths: readonly string[]
  readonly markers: readonly string[]
  readonly off: readonly string[]
  readonly problems: readonly SettingsProblem[]
}

const home = (env: Env): string => env("HOME") || env("USERPROFILE") || homedir()

/** The platform's folder for a program's data, without XDG_DATA_HOME. */
function platformData(env: Env): string {
  if (platform() === "darwin") return join(home(env), "Library/Application Support")
  if (platform() === "win32") return env("LOCALAPPDATA") || join(home(env), "AppData/Local")
  return join(home(env), ".local/share")
}

/** `<data>` of Ringfence. */
export function dataFolder(env: Env): string {
  return env("RINGFENCE_DATA") || join(env("XDG_DATA_HOME") || platformData(env), "ringfence")
}

/** `<data>` of a client that follows XDG on every platform, and the platform's own place too. */
export function clientDataFolders(client: string, env: Env): readonly string[] {
  const xdg = join(env("XDG_DATA_HOME") || join(home(env), ".local/share"), client)
  return [...new Set([xdg, join(platformData(env), client)])]
}

/** The user's configuration file. */
export function userSettingsFile(env: Env): string {
  const named = env("RINGFENCE_CONFIG")
  if (named) return named
  const base =
    env("XDG_CONFIG_HOME") ||
    (platform() === "win32" ? env("APPDATA") || join(home(env), "AppData/Roaming") : join(home(env), ".config"))
  return join(base, "ringfence/config.json")
}

/** The roots that `ringfence adopt` added, one absolute path a line. */
export const adoptedFile = (env: Env): string => join(dataFolder(env), "adopted")

/** What a file of settings comes to. */
export interface Loaded<T> {
  readonly value?: T
  readonly problems: readonly SettingsProblem[]
}

/** Who has no file does not wait for what judges it. */
function load<K extends keyof SchemaModule.Shapes>(disk: Disk, path: string, kind: K): Loaded<SchemaModule.Shapes[K]> {
  const text = disk.read(path)
  if (text === undefined) {
    const problem = disk.stat(path) === undefined ? [] : [{ path, key: "", message: "it cannot be read as a file" }]
    return { problems: problem }
  }
  const { fit } = require("./settings-schema.ts") as typeof SchemaModule
  return fit(kind, path, text)
}

function absolute(path: string, base: string, env: Env): string {
  if (path === "~" || path.startsWith("~/")) return resolve(join(home(env), path.slice(1)))
  return resolve(base, path)
}

/**
 * Both files and the adopted roots. `mainCheckout` is the folder the project's file lies in, where there is one;
 * `given` stands for the user's file.
 */
export function readSettings(disk: Disk, env: Env, mainCheckout: string | undefined, given?: UserSettings): Settings {
  const userFile = userSettingsFile(env)
  const projectFile = mainCheckout && join(mainCheckout, ".ringfence.json")
  const key = [
    "ringfence settings",
    userFile,
    projectFile,
    adoptedFile(env),
    home(env),
    given && JSON.stringify(given),
  ].join("\0")
  return disk.memo(key, () => {
    const user: Loaded<UserSettings> = given ? { value: given, problems: [] } : load(disk, userFile, "user")
    const project = projectFile ? load(disk, projectFile, "project") : { problems: [] }
    const adopted = (disk.read(adoptedFile(env)) ?? "")
      .split("\n")
      .filter((line) => line.startsWith("/") || /^[A-Za-z]:/.test(line))
    const at = (paths: readonly string[] | undefined, base: string): readonly string[] =>
      (paths ?? []).map((path) => absolute(path, base, env))
    return {
      roots: [...at(user.value?.roots, home(env)), ...at(project.value?.roots, mainCheckout ?? ""), ...adopted],
      integration: user.value?.integration,
      sharedPaths: at(user.value?.sharedPaths, home(env)),
      markers: user.value?.markers ?? DEFAULT_MARKERS,
      off: user.value?.off ?? [],
      problems: [...user.problems, ...project.problems],
    }
  })
}
