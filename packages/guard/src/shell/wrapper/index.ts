/** The table of wrappers: commands that run the command in their arguments. */
import type { Wrapper } from "../wrapper.ts"
import { environment } from "./environment.ts"
import { lists } from "./list.ts"
import { packages } from "./packages.ts"
import { processes } from "./process.ts"
import { shells } from "./shell.ts"
import { terminals } from "./terminal.ts"

/** Every wrapper by each of its names. */
export const wrappers: ReadonlyMap<string, Wrapper> = new Map(
  [environment, processes, shells, lists, terminals, packages]
    .flat()
    .flatMap((wrapper) => wrapper.names.map((name) => [name, wrapper] as const)),
)
