/** The clients that Ringfence can be installed in. A further one is a file beside this one and a line here. */
import { Failure } from "../failure.ts"
import type { Client } from "./client.ts"
import { opencode } from "./opencode.ts"

export const clients: readonly Client[] = [opencode]

/**
 * The clients of these names, each once; `all` names every one.
 *
 * @throws Failure where a name is none of theirs
 */
export function clientsNamed(names: readonly string[], among = clients): readonly Client[] {
  const unknown = names.find((name) => name !== "all" && !among.some((client) => client.name === name))
  if (unknown !== undefined) {
    const known = [...among.map(({ name }) => name), "all"].join(", ")
    throw new Failure(`there is no client ${JSON.stringify(unknown)}: give ${known}`)
  }
  return names.includes("all") ? among : among.filter(({ name }) => names.includes(name))
}
