/** The roots that a person adopted, one absolute path a line in `<data>/adopted`. Only hosts write it. */
import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import type { Env } from "./gitconfig.ts"
import { adoptedFile } from "./settings.ts"

/** Adopts a root (an absolute path without line breaks); nothing is written where it is there already. */
export function adoptRoot(path: string, env: Env): void {
  const text = textOf(adoptedFile(env))
  if (text.split("\n").includes(path)) return
  mkdirSync(dirname(adoptedFile(env)), { recursive: true, mode: 0o700 })
  appendFileSync(adoptedFile(env), `${text === "" || text.endsWith("\n") ? "" : "\n"}${path}\n`)
}

/** Takes a root out again; every other line stays as it is. Returns whether it was there. */
export function abandonRoot(path: string, env: Env): boolean {
  const file = adoptedFile(env)
  const lines = textOf(file).split("\n")
  if (!lines.includes(path)) return false
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, lines.filter((line) => line !== path).join("\n"))
  renameSync(draft, file)
  return true
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return ""
    throw error
  }
}
