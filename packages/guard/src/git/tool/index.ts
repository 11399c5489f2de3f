/** The table of programs other than git that move refs, and of what guards the session. */
import type { ToolSpec } from "../spec.ts"
import { extras } from "./extras.ts"
import { flows } from "./flow.ts"
import { gh } from "./gh.ts"
import { glab } from "./glab.ts"
import { histories } from "./history.ts"
import { hub } from "./hub.ts"
import { jj } from "./jj.ts"
import { agents, ringfence } from "./ringfence.ts"
import { scalar } from "./scalar.ts"
import { stacks } from "./stack.ts"
import { worktrees } from "./worktree.ts"

const SPECS: readonly ToolSpec[] = [
  ringfence,
  agents,
  gh,
  glab,
  hub,
  jj,
  histories,
  flows,
  stacks,
  scalar,
  worktrees,
  extras,
].flat()

/** Every tool by each of its names. */
export const tools: ReadonlyMap<string, ToolSpec> = new Map(
  SPECS.flatMap((spec) => spec.names.map((name) => [name, spec] as const)),
)
