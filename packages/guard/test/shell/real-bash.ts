/** Real bash as the judge: runs many short texts in one process and tells what each recorded. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { wrappers } from "../../src/shell/wrapper/index.ts"
import type { Command, Host } from "../../src/shell/program.ts"
import type { Value } from "../../src/shell/value.ts"

export interface Scene {
  readonly root: string
  readonly env: Readonly<Record<string, string>>
  readonly host: Host
  remove(): void
}

const FILES = [
  "a.txt",
  "b.txt",
  "c d.txt",
  ".hidden",
  "src/main.c",
  "src/util.c",
  "src/deep/x.md",
  "lib/one.so",
  "pkg/api/index.ts",
  "pkg/web/index.ts",
]

/** A folder with some files, the same for bash and for the reader. */
export function makeScene(extra: Readonly<Record<string, string>> = {}): Scene {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "reader-")))
  for (const file of FILES) {
    mkdirSync(join(root, file, ".."), { recursive: true })
    writeFileSync(join(root, file), "")
  }
  symlinkSync(join(root, "pkg/api"), join(root, "link"))
  mkdirSync(join(root, "home/sub"), { recursive: true })
  const env = {
    HOME: join(root, "home"),
    PATH: process.env["PATH"] ?? "/usr/bin:/bin",
    USER: "somebody",
    LIST: "one two  three",
    TMPDIR: tmpdir(),
    LC_ALL: "C.UTF-8",
    ...extra,
  }
  return { root, env, host: hostOf(root, env), remove: () => rmSync(root, { recursive: true, force: true }) }
}

/** A host that reads the disk and knows the output of no program. */
export function hostOf(
  cwd: string,
  env: Readonly<Record<string, string>>,
  output: (command: Command) => Value | undefined = () => undefined,
): Host {
  return {
    cwd,
    env,
    wrappers,
    stat: (path) => {
      try {
        return statSync(path).isDirectory() ? "directory" : "file"
      } catch {
        return undefined
      }
    },
    list: (path) => {
      try {
        return readdirSync(path)
      } catch {
        return []
      }
    },
    realpath: (path) => {
      try {
        return realpathSync(path)
      } catch {
        return path
      }
    },
    output,
    ran: () => {},
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/**
 * Runs each text in a subshell of its own, started in the scene's folder. `show a b` records its arguments,
 * `here label` the label and the directory.
 */
export function runInBash(texts: readonly string[], scene: Scene): readonly (readonly (readonly string[])[])[] {
  const prelude = [
    `show() { printf '%s\\0' "$#" "$@" >&7; }`,
    `here() { printf '%s\\0' 2 "$1" "$PWD" >&7; }`,
    "export -f show here",
    "shopt -s expand_aliases",
  ]
  const runs = texts.map(
    (text) =>
      `( cd ${quoted(scene.root)}; unset OLDPWD; eval ${quoted(text)} ) </dev/null >/dev/null 2>&1 7>&7; printf 'end\\0' >&7`,
  )
  const script = [...prelude, ...runs].join("\n")
  const path = join(scene.root, "..", `${scene.root.split("/").at(-1)}.out`)
  const result = Bun.spawnSync(["bash", "--norc", "--noprofile", "-c", `exec 7>${quoted(path)}; source /dev/stdin`], {
    cwd: scene.root,
    env: { ...scene.env },
    stdin: new TextEncoder().encode(script),
    stdout: "ignore",
    stderr: "pipe",
    timeout: 110_000,
  })
  const recorded = readFileSync(path, "utf8")
  rmSync(path, { force: true })
  if (result.exitCode !== 0) throw new Error(`bash ended with ${result.exitCode}: ${result.stderr.toString()}`)
  return readRecords(recorded)
}

function readRecords(recorded: string): string[][][] {
  const fields = recorded.split("\0")
  const all: string[][][] = []
  let current: string[][] = []
  for (let index = 0; index < fields.length - 1;) {
    const head = fields[index++]!
    if (head === "end") {
      all.push(current)
      current = []
    } else {
      const count = Number(head)
      current.push(fields.slice(index, index + count))
      index += count
    }
  }
  return all
}
