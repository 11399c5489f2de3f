/** The table of programs that write files and nothing else of git's. */
import type { ToolSpec } from "../spec.ts"
import { applyPatch } from "./apply-patch.ts"
import { archives } from "./archive.ts"
import { copies } from "./copy.ts"
import { find } from "./find.ts"
import { managers } from "./manager.ts"
import { plains } from "./plain.ts"

export { redirectionEffects } from "./redirection.ts"

const SPECS: readonly ToolSpec[] = [copies, plains, archives, managers, applyPatch, find].flat()

/** Every writer by each of its names. */
export const writers: ReadonlyMap<string, ToolSpec> = new Map(
  SPECS.flatMap((spec) => spec.names.map((name) => [name, spec] as const)),
)
