/** The table of programs other than git that move refs, and of what guards the session. */
import type { ToolSpec } from "../spec.ts"
import { agents, ringfence } from "./ringfence.ts"

const SPECS: readonly ToolSpec[] = [ringfence, agents]

/** Every tool by each of its names. */
export const tools: ReadonlyMap<string, ToolSpec> = new Map(
  SPECS.flatMap((spec) => spec.names.map((name) => [name, spec] as const)),
)
