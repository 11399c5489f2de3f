/** All examples of the tables, with whose they are. */
import type { Example } from "../../src/git/spec.ts"
import { subcommands } from "../../src/git/table.ts"
import { tools } from "../../src/git/tool/index.ts"
import { writers } from "../../src/git/writer/index.ts"

export interface Owned {
  readonly owner: string
  readonly example: Example
}

/** `RINGFENCE_ONLY=fetch` narrows to one subcommand, tool or writer. */
const only = process.env["RINGFENCE_ONLY"]

export function allExamples(): readonly Owned[] {
  const git = [...new Set(subcommands.values())].map(({ name, examples }) => ({
    owner: `git ${name}`,
    short: name,
    examples,
  }))
  const others = [...new Set([...tools.values(), ...writers.values()])].map(({ names, examples }) => ({
    owner: names[0]!,
    short: names[0]!,
    examples,
  }))
  return [...git, ...others]
    .filter(({ short }) => only === undefined || only === short)
    .flatMap(({ owner, examples }) => examples.map((example) => ({ owner, example })))
}
