/** A home of its own for the tests of clients. */
import { afterEach, beforeEach } from "bun:test"
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, relative } from "node:path"
import type { Context } from "../../src/harness/client.ts"
import { cleanEnvironment, ROOT } from "../support/process.ts"

export interface Home {
  /** Everything lies in it. */
  readonly folder: string
  /** opencode's folder of the user, which is not there yet. */
  readonly config: string
  /** A folder that is no repository. */
  readonly project: string
  readonly env: Record<string, string | undefined>
  readonly context: Context
  /** Writes a file and the folders it needs; its path. */
  write(path: string, text: string): string
  read(path: string): string
  /** Every path below the home, folders with a slash behind them, with what files hold. */
  tree(): Readonly<Record<string, string>>
}

/** A new home for every test of a file. */
export function useHome(): Home {
  let folder: string
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "ringfence-harness-")))
    mkdirSync(join(folder, "project"))
    mkdirSync(join(folder, "home"))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  const home: Home = {
    get folder() {
      return folder
    },
    get config() {
      return join(folder, "home", ".config", "opencode")
    },
    get project() {
      return join(folder, "project")
    },
    get env() {
      return environmentIn(join(folder, "home"))
    },
    get context() {
      return { env: home.env, cwd: home.project, checkout: ROOT }
    },
    write: (path, text) => {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
      return path
    },
    read: (path) => readFileSync(path, "utf8"),
    tree: () => treeOf(folder, folder),
  }
  return home
}

/** The environment of somebody who lives there. */
export function environmentIn(home: string): Record<string, string | undefined> {
  const unwanted = /^(OPENCODE_|XDG_)/
  const kept = Object.entries(cleanEnvironment()).filter(([name]) => !unwanted.test(name))
  return {
    ...Object.fromEntries(kept),
    HOME: home,
    XDG_CONFIG_HOME: join(home, ".config"),
    XDG_DATA_HOME: join(home, ".local", "share"),
    XDG_STATE_HOME: join(home, ".local", "state"),
    XDG_CACHE_HOME: join(home, ".cache"),
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    // What Bun itself keeps is no trace of ours.
    BUN_RUNTIME_TRANSPILER_CACHE_PATH: "0",
  }
}

function treeOf(folder: string, top: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder).flatMap((name): (readonly [string, string])[] => {
      const path = join(folder, name)
      const at = relative(top, path)
      if (!lstatSync(path).isDirectory()) return [[at, existsSync(path) ? readFileSync(path, "utf8") : ""]]
      return [[`${at}/`, ""], ...Object.entries(treeOf(path, top))]
    }),
  )
}

/** A plugin package of ours, whose server plugin is this code. */
export function pluginOf(home: Home, name: string, code: string): string {
  const folder = join(home.folder, name)
  home.write(
    join(folder, "package.json"),
    JSON.stringify({ name: "@ringfence/opencode", type: "module", exports: { "./server": "./server.ts" } }),
  )
  home.write(join(folder, "server.ts"), code)
  return folder
}
