/** The permission service with one part switched off at a time, for `npm run mutation`. */
import { decideAskRouting } from "../../src/agent/config.ts"
import { builtIn, type Parts } from "../../src/permission/parts.ts"
import { cases } from "./cases.ts"
import { play } from "./driver.ts"

export interface Mutant {
  readonly name: string
  readonly parts: Parts
}

export const mutants: readonly Mutant[] = [
  ...builtIn.steps.map(({ name }) => ({
    name: `permission: ${name} off`,
    parts: { ...builtIn, steps: builtIn.steps.filter((step) => step.name !== name) },
  })),
  {
    name: "permission: only the session's own ruleset counts",
    parts: { ...builtIn, rule: (layers, wish) => builtIn.rule(layers.slice(0, 1), wish) },
  },
  {
    name: "permission: rulesets are one list, the last of all decides",
    parts: {
      ...builtIn,
      rule: (layers, wish) =>
        builtIn.rule([{ whose: "all", rules: layers.flatMap((layer) => layer.rules).reverse() }], wish),
    },
  },
  { name: "permission: nothing is forced", parts: { ...builtIn, forced: new Set<string>() } },
  {
    name: "permission: subagents ask like peers",
    parts: {
      ...builtIn,
      route: (asker, attended) =>
        decideAskRouting(asker.kind === "subagent" ? { ...asker, kind: "peer" } : asker, attended),
    },
  },
  {
    name: "permission: peers ask like subagents",
    parts: {
      ...builtIn,
      route: (asker, attended) =>
        decideAskRouting(asker.kind === "peer" ? { ...asker, kind: "subagent" } : asker, attended),
    },
  },
  {
    name: "permission: everybody is attended",
    parts: { ...builtIn, route: (asker) => decideAskRouting(asker, true) },
  },
]

/** The names of the cases that fail with these parts, or with `first` those up to the first. */
export async function redCases(parts: Parts, first = false): Promise<readonly string[]> {
  const red: string[] = []
  for (const each of cases) {
    if ((await play(each, parts)).length > 0) red.push(`${each.id}: ${each.title}`)
    if (first && red.length > 0) break
  }
  return red
}
