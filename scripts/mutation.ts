/**
 * `npm run mutation`: each rule, wrapper and gate of the guard switched off in turn, through the parts a guard is
 * assembled from, must turn at least one named case red. Prints a line for each; exits 1 where one survives.
 */
import { builtIn, Guard, type Parts, type Session } from "../packages/guard/src/guard.ts"
import { namedCases, type NamedCase } from "../packages/guard/test/mutation/cases.ts"

interface Mutant {
  readonly name: string
  readonly parts: Parts
}

const withoutRule = (code: string): Mutant => ({
  name: `rule ${code} off`,
  parts: {
    ...builtIn,
    policies: builtIn.policies.map((policy) => ({
      ...policy,
      rules: policy.rules.filter((rule) => rule.code !== code),
    })),
  },
})

const withoutWrapper = (name: string): Mutant => ({
  name: `wrapper ${name} off`,
  parts: { ...builtIn, wrappers: new Map([...builtIn.wrappers].filter(([known]) => known !== name)) },
})

const otherState = (name: string, change: (request: Session) => Session): Mutant => ({
  name,
  parts: { ...builtIn, stateOf: (request) => builtIn.stateOf(change(request)) },
})

const GATES: readonly Mutant[] = [
  otherState("gate: the command's directory decides instead of the session's", (request) => ({
    ...request,
    directory: request.cwd ?? request.directory,
  })),
  otherState("gate: every worktree is trusted as isolated", (request) => ({
    ...request,
    config: { ...request.config, roots: ["/"] },
  })),
  otherState("gate: lifts are ignored", (request) => ({ ...request, lifted: [] })),
  otherState("gate: always fenced", (request) => ({ ...request, fenced: true })),
  otherState("gate: never fenced", (request) => ({ ...request, fenced: false })),
  { name: "gate: no rule at all", parts: { ...builtIn, policies: [] } },
]

const only = process.argv.slice(2)
const mutants = [
  ...builtIn.policies.flatMap((policy) => policy.rules.map((rule) => withoutRule(rule.code))),
  ...[...builtIn.wrappers.keys()].map(withoutWrapper),
  ...GATES,
].filter((mutant) => only.length === 0 || only.some((part) => mutant.name.includes(part)))

const cases = await namedCases()
const wrong = (guard: Guard): readonly NamedCase[] => cases.filter((one) => one.isWrong(guard))

const sound = wrong(await Guard.load())
if (sound.length > 0) {
  console.error(
    `${sound.length} cases fail before anything is switched off: ${sound
      .slice(0, 5)
      .map((one) => one.name)
      .join("; ")}`,
  )
  process.exit(1)
}

let survived = 0
for (const mutant of mutants) {
  const red = wrong(await Guard.assemble(mutant.parts))
  if (red.length === 0) survived++
  console.log(
    `${red.length === 0 ? "SURVIVED" : "killed  "} ${mutant.name.padEnd(60)} ${red.length} red${red[0] ? `, e.g. ${red[0].name}` : ""}`,
  )
}
console.log(`${mutants.length - survived} killed, ${survived} survived, over ${cases.length} cases`)
process.exit(survived === 0 ? 0 : 1)
