/**
 * `npm run mutation`: each rule, wrapper and gate of the guard, each table of the inventory, and each part of the bash
 * tool and of the permissions, switched off in turn, through the parts they are assembled from, and each step of a clone done otherwise, must turn at least one named case red. Prints a line
 * for each; exits 1 where one survives. With arguments: those whose name holds one of them.
 */
import { builtIn, Guard, type Parts, type Session } from "../packages/guard/src/guard.ts"
import * as Inventories from "../packages/guard/test/inventory/mutants.ts"
import { moveMutants } from "../packages/guard/test/persistent-cd/mutants.ts"
import { namedCases, type NamedCase } from "../packages/guard/test/mutation/cases.ts"
import * as Clones from "../packages/opencode/test/clone/mutants.ts"
import * as Permissions from "../packages/opencode/test/permission/mutants.ts"
import { builtIn as permissionParts } from "../packages/opencode/src/permission/parts.ts"
import * as Tools from "../packages/opencode/test/tool/mutants.ts"

interface Mutant {
  readonly name: string
  readonly parts: Parts
}

/** Something whose parts can be switched off, and what must notice. */
interface Suite {
  readonly name: string
  readonly mutants: readonly { readonly name: string; red(): Promise<readonly string[]> }[]
  /** The names of cases that fail before anything is switched off. */
  sound(): Promise<readonly string[]>
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
  parts: {
    ...builtIn,
    wrappers: new Map(
      [...builtIn.wrappers.keys()]
        .filter((known) => known !== name)
        .map((known) => [known, builtIn.wrappers.get(known)!]),
    ),
  },
})

const otherState = (name: string, change: (request: Session) => Session): Mutant => ({
  name,
  parts: {
    ...builtIn,
    givenBy: (request) => builtIn.givenBy(change(request)),
    stateOf: (request) => builtIn.stateOf(change(request)),
  },
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

let cases: readonly NamedCase[] | undefined
async function wrongIn(parts: Parts): Promise<readonly string[]> {
  const guard = await Guard.assemble(parts)
  return (cases ??= await namedCases()).filter((one) => one.isWrong(guard)).map(({ name }) => name)
}

const guardMutants: readonly Mutant[] = [
  ...builtIn.policies.flatMap((policy) => policy.rules.map((rule) => withoutRule(rule.code))),
  ...moveMutants,
  ...[...builtIn.wrappers.keys()].map(withoutWrapper),
  ...GATES,
]

const suites: readonly Suite[] = [
  {
    name: "guard",
    mutants: guardMutants.map(({ name, parts }) => ({ name, red: () => wrongIn(parts) })),
    sound: () => wrongIn(builtIn),
  },
  {
    name: "inventory",
    mutants: Inventories.mutants.map(({ name, inventory }) => ({
      name,
      red: () => Promise.resolve(Inventories.redCases(inventory)),
    })),
    sound: () => Promise.resolve(Inventories.redCases()),
  },
  {
    name: "bash tool",
    mutants: Tools.mutants.map(({ name, subject }) => ({ name, red: () => Tools.redProbes(subject) })),
    sound: () => Tools.redProbes(),
  },
  {
    name: "permissions",
    mutants: Permissions.mutants.map(({ name, parts }) => ({ name, red: () => Permissions.redCases(parts, true) })),
    sound: () => Permissions.redCases(permissionParts),
  },
  { name: "clones and the inventory", mutants: Clones.mutants, sound: Clones.redCases },
]

const only = process.argv.slice(2)
let killed = 0
let survived = 0
for (const suite of suites) {
  const mutants = suite.mutants.filter(({ name }) => only.length === 0 || only.some((part) => name.includes(part)))
  if (mutants.length === 0) continue
  const broken = await suite.sound()
  if (broken.length > 0) {
    const some = broken.slice(0, 5).join("; ")
    console.error(`${suite.name}: ${broken.length} cases fail before anything is switched off: ${some}`)
    process.exit(1)
  }
  for (const mutant of mutants) {
    const red = await mutant.red()
    if (red.length === 0) survived++
    else killed++
    const noticed = `${red.length} red${red[0] === undefined ? "" : `, e.g. ${red[0]}`}`
    console.log(`${red.length === 0 ? "SURVIVED" : "killed  "} ${mutant.name.padEnd(60)} ${noticed}`)
  }
}
console.log(`${killed} killed, ${survived} survived`)
process.exit(survived === 0 && killed > 0 ? 0 : 1)
