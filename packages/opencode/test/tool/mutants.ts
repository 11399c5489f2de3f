/** The bash tool and its seam with one part switched off at a time, for `npm run mutation`. */
import { Effect } from "effect"
import { builtIn as guardParts, Guard, type Parts, type Session } from "@ringfence/guard/parts"
import * as BashTool from "../../src/tool/bash.ts"
import * as IsolatedGit from "../../src/tool/isolated-git-guard.ts"
import { builtIn, probes, type Subject } from "./support/probes.ts"

export interface Mutant {
  readonly name: string
  readonly subject: Subject
}

/** A seam to a guard of other parts. */
const seamTo = (change: Partial<Parts>): IsolatedGit.Seam =>
  IsolatedGit.assemble({ ...IsolatedGit.builtIn, load: () => Guard.assemble({ ...guardParts, ...change }) })

const both = (seam: IsolatedGit.Seam): Subject => ({ seam, tool: { ...BashTool.builtIn, guard: seam } })

/** Only the tool is other than it should be. */
const inTool = (change: Partial<BashTool.Parts>): Subject => ({ ...builtIn, tool: { ...BashTool.builtIn, ...change } })

const everywhere = (request: Session) => guardParts.stateOf({ ...request, config: { ...request.config, roots: ["/"] } })

const asking = (change: (request: IsolatedGit.Request) => IsolatedGit.Request): IsolatedGit.Seam => ({
  ...IsolatedGit,
  assertIsolatedGitAllowed: (request) => IsolatedGit.assertIsolatedGitAllowed(change(request)),
})

export const mutants: readonly Mutant[] = [
  {
    name: "bash: the hook is off",
    subject: inTool({ guard: { ...IsolatedGit, assertIsolatedGitAllowed: () => Effect.succeed(undefined) } }),
  },
  { name: "isolated-git: the decision is off", subject: both(seamTo({ policies: [] })) },
  { name: "isolated-git: the isolation gate is off", subject: { ...builtIn, seam: seamTo({ stateOf: everywhere }) } },
  { name: "bash: the guard is in every session", subject: inTool({ guard: seamTo({ stateOf: everywhere }) }) },
  {
    name: "bash: the command's directory decides instead of the session's",
    subject: inTool({ guard: asking((request) => ({ ...request, directory: request.cwd })) }),
  },
  { name: "bash: nothing is scanned for", subject: inTool({ scan: () => ({}) }) },
]

/** The names of the probes that fail with these parts. */
export async function redProbes(subject: Subject = builtIn): Promise<readonly string[]> {
  const red: string[] = []
  for (const probe of probes) if (!(await probe.holds(subject))) red.push(probe.name)
  return red
}
