/** What was installed where, in `<data>/installed.json`: so that it can be taken out again without a trace. */
import { mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { dataFolder } from "@ringfence/guard/settings"
import type { Env, Scope } from "./client.ts"
import { Failure } from "../failure.ts"

/** One file that was changed. */
export interface Installed {
  readonly client: string
  readonly scope: Scope
  /** As the client knows it. */
  readonly file: string
  /** The line that was put there. */
  readonly entry: string
  /** The file was made for it, as were these folders, outermost first. */
  readonly created: boolean
  readonly folders: readonly string[]
  /** The list was made for it. */
  readonly listed: boolean
  /** The fingerprint of the text as it was left. */
  readonly after: string
}

const fileOf = (env: Env): string =>
  join(
    dataFolder((name) => env[name]),
    "installed.json",
  )

/** What is on record; nothing where the record is missing or unreadable. */
export function readRecord(env: Env): readonly Installed[] {
  try {
    const { files } = JSON.parse(readFileSync(fileOf(env), "utf8")) as { readonly files?: unknown }
    return Array.isArray(files) ? files.filter(isInstalled) : []
  } catch {
    return []
  }
}

const isInstalled = (value: unknown): value is Installed => {
  const { client, scope, file, entry, created, folders, listed, after } = (value ?? {}) as Record<string, unknown>
  return (
    [client, scope, file, entry, after].every((text) => typeof text === "string") &&
    typeof created === "boolean" &&
    typeof listed === "boolean" &&
    Array.isArray(folders)
  )
}

/** Puts a file on record in the place of what was there of it. */
export function remember(env: Env, installed: Installed): void {
  write(env, [...readRecord(env).filter(({ file }) => file !== installed.file), installed])
}

/** Takes a file off the record. */
export function forget(env: Env, file: string): void {
  const kept = readRecord(env).filter((installed) => installed.file !== file)
  if (kept.length > 0) return write(env, kept)
  rmSync(fileOf(env), { force: true })
  tidy(env)
}

/** Removes the data folder where nothing is in it. */
export function tidy(env: Env): void {
  try {
    rmdirSync(dirname(fileOf(env)))
  } catch {
    // Worktrees or the database are in it, or it never was.
  }
}

function write(env: Env, files: readonly Installed[]): void {
  const path = fileOf(env)
  const draft = `${path}.${process.pid}`
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(draft, `${JSON.stringify({ files }, undefined, 2)}\n`)
    renameSync(draft, path)
  } catch (error) {
    throw new Failure(`what was installed cannot be written down in ${path}: ${(error as Error).message}`)
  }
}
