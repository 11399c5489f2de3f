/** What `check` and `explain` ask the guard, made from their options. */
import { statSync } from "node:fs"
import { resolve } from "node:path"
import type { CheckRequest } from "@ringfence/guard"
import { Failure } from "../failure.ts"
import { readStdin } from "../terminal.ts"

export interface Place {
  readonly directory?: string | undefined
  readonly cwd?: string | undefined
}

/** The request for the command text, `-` being read from stdin. */
export async function requestFor(text: string | undefined, place: Place): Promise<CheckRequest> {
  if (text === undefined) throw new Failure("the command text is missing (- reads it from stdin)")
  const directory = existingDirectory(place.directory ?? ".")
  const cwd = place.cwd === undefined ? directory : existingDirectory(place.cwd)
  const command = text === "-" ? await readStdin() : text
  return { command, directory, cwd, env: process.env }
}

/** The absolute path of a directory that is there. */
export function existingDirectory(path: string, base = currentDirectory()): string {
  if (path === "") throw new Failure("the directory is given as an empty text")
  const absolute = path.includes("\0") ? path : resolve(base, path)
  let found
  try {
    found = statSync(absolute)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    throw new Failure(
      code === "EACCES" ? `cannot read ${absolute}` : `no such directory: ${JSON.stringify(path).slice(1, -1)}`,
    )
  }
  if (!found.isDirectory()) throw new Failure(`not a directory: ${absolute}`)
  return absolute
}

/** The absolute path of the current directory. */
export function currentDirectory(): string {
  try {
    return process.cwd()
  } catch {
    throw new Failure("the current directory no longer exists")
  }
}
