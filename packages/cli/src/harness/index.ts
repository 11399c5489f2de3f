/** The clients that Ringfence can be installed in. A further one is a file beside this one and a line here. */
import { Failure } from "../failure.ts"
import type { Client } from "./client.ts"
import * as claude from "./claude.ts"
import * as codex from "./codex.ts"
import * as copilot from "./copilot.ts"
import * as gemini from "./gemini.ts"
import * as grok from "./grok.ts"
import * as pi from "./pi.ts"
import * as qwen from "./qwen.ts"
import { opencode } from "./opencode.ts"
import { hookClient } from "./install/client.ts"

const HOOKS = [claude, codex, gemini, qwen, copilot, grok, pi]

export const clients: readonly Client[] = [opencode, ...HOOKS.map(({ dialect, setup }) => hookClient(dialect, setup))]

/**
 * The clients of these names, each once; `all` names every one.
 *
 * @throws Failure where a name is none of theirs
 */
export function clientsNamed(names: readonly string[], among = clients): readonly Client[] {
  const named = (name: string) => (client: Client) => client.name === name || client.aliases.includes(name)
  const unknown = names.find((name) => name !== "all" && !among.some(named(name)))
  if (unknown !== undefined) {
    const known = [...among.map(({ name }) => name), "all"].join(", ")
    throw new Failure(`there is no client ${JSON.stringify(unknown)}: give ${known}`)
  }
  return names.includes("all") ? among : among.filter((client) => names.some((name) => named(name)(client)))
}
