/**
 * Everyday commands, one theme a file. A block begins with `%%`; `%% key: value` lines say what is special about it:
 * `given` (set-up in own), `in`, `exit` (where it is not 0), `not run` (why it cannot be run here). The rest is the command text.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Trial } from "../truth/trial.ts"

export interface Everyday extends Trial {
  readonly theme: string
  readonly exit: number
  readonly notRun?: string
}

const KEYS = ["given", "in", "exit", "not run", "integration"] as const

export function everydayLines(): readonly Everyday[] {
  const folder = join(import.meta.dir, "themes")
  return readdirSync(folder)
    .toSorted()
    .flatMap((file) =>
      blocks(readFileSync(join(folder, file), "utf8")).map((block) => read(file.replace(/\.txt$/, ""), block)),
    )
}

const blocks = (text: string): readonly string[] => text.split(/^%%\n/m).slice(1)

function read(theme: string, block: string): Everyday {
  const said = new Map<string, string>()
  const command: string[] = []
  for (const line of block.trimEnd().split("\n")) {
    const [, key, value] = /^%% ([a-z ]+): (.*)$/.exec(line) ?? []
    if (key === undefined) command.push(line)
    else if (KEYS.some((known) => known === key)) said.set(key, value!)
    else throw new Error(`${theme}: no such key: ${key}`)
  }
  const given = said.get("given")
  const notRun = said.get("not run")
  return {
    theme,
    command: command.join("\n"),
    in: (said.get("in") ?? "own") as NonNullable<Trial["in"]>,
    integration: (said.get("integration") ?? "orchestrator") as NonNullable<Trial["integration"]>,
    exit: Number(said.get("exit") ?? 0),
    ...(given === undefined ? {} : { given }),
    ...(notRun === undefined ? {} : { notRun }),
  }
}
