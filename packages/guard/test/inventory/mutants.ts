/** The inventory with something missing or too much in it, for `npm run mutation`. */
import { rmSync } from "node:fs"
import { join } from "node:path"
import { findSubcommand } from "../../src/git/table.ts"
import { admit } from "../../src/inventory.ts"
import { INVENTORY, type Inventory } from "../../src/policy/git-inventory/index.ts"
import { leading, paths, programs, settings, subcommands, transports, type Case } from "./cases.ts"
import { reports } from "./reports.ts"
import { copyWorkspace, type Workspace } from "./workspace.ts"

export interface Mutant {
  readonly name: string
  readonly inventory: Inventory
}

const { admitted } = INVENTORY

const LEFT_OUT = ["checkout", "for-each-ref", "push", "gc", "difftool"]

const widened = (name: string): Mutant => ({
  name: `inventory: ${name} admitted`,
  inventory: {
    ...INVENTORY,
    admitted: { ...admitted, [name]: { options: (findSubcommand(name) ?? findSubcommand("branch"))!.options } },
  },
})

const unrefused = (names: readonly string[]): Inventory => ({
  ...INVENTORY,
  admitted: Object.fromEntries(
    Object.entries(admitted).map(([name, row]) => [name, names.includes(name) ? { ...row, refused: {} } : row]),
  ),
})

function withVariables(...names: readonly string[]): Inventory {
  return { ...INVENTORY, allowed: new Set([...INVENTORY.allowed, ...names]) }
}

/** git has the option, but does nothing for it that could be noticed. */
const IDLE = ["rev-list"]

export const mutants: readonly Mutant[] = [
  ...LEFT_OUT.map(widened),
  { name: "inventory: refused arguments emptied", inventory: unrefused(Object.keys(admitted)) },
  ...Object.entries(admitted)
    .filter(([name, { refused }]) => refused !== undefined && !IDLE.includes(name))
    .map(([name]) => ({ name: `inventory: refused arguments of ${name} emptied`, inventory: unrefused([name]) })),
  ...Object.keys(admitted).map((name) => ({
    name: `inventory: ${name} taken out`,
    inventory: {
      ...INVENTORY,
      admitted: Object.fromEntries(Object.entries(admitted).filter(([each]) => each !== name)),
    },
  })),
  { name: "inventory: settings emptied", inventory: { ...INVENTORY, settings: {} } },
  {
    name: "inventory: settings in the environment allowed",
    inventory: withVariables("GIT_CONFIG_COUNT", "GIT_CONFIG_KEY_0", "GIT_CONFIG_VALUE_0"),
  },
  { name: "inventory: programs in the environment allowed", inventory: withVariables("GIT_SSH_COMMAND") },
]

interface Named {
  readonly name: string
  readonly argv: readonly string[]
  readonly cwd: string
  readonly verdict: "allow" | "deny"
  readonly env?: Readonly<Record<string, string>>
}

/** Those that need nothing to be arranged. */
const cases: readonly Named[] = [
  ...[...subcommands, ...leading, ...programs, ...transports, ...paths, ...settings]
    .filter(({ readable, given, code }: Case) => !readable && (given === undefined || code === "argument"))
    .map(({ argv, cwd = ".", verdict, because }) => ({
      name: `git ${argv.join(" ")}: ${because}`,
      argv,
      cwd,
      verdict,
    })),
  ...reports.map(([command, code, { cwd = ".", env = {} } = {}]) => ({
    name: `report: ${command}${code === "environment" ? ` with ${Object.keys(env)[0]}` : ""}`,
    argv: command.split(" ").slice(1),
    cwd,
    env,
    verdict: code === undefined ? ("allow" as const) : ("deny" as const),
  })),
  ...LEFT_OUT.map((name) => ({ name: `git ${name}: left out`, argv: [name], cwd: ".", verdict: "deny" as const })),
  {
    name: "a program in the environment",
    argv: ["fetch", "./src.git"],
    cwd: ".",
    env: { GIT_SSH_COMMAND: "./x" },
    verdict: "deny",
  },
]

/** The names of the cases that this inventory judges wrongly. */
export function redCases(inventory: Inventory = INVENTORY): readonly string[] {
  const workspace: Workspace = copyWorkspace()
  const { root, top } = workspace
  try {
    return cases
      .filter(({ argv, cwd, env, verdict }) => {
        const words = argv.map((word) => word.replaceAll("@", top))
        return (
          admit({ argv: words, root, cwd: join(root, cwd), ...(env ? { env } : {}) }, inventory).verdict !== verdict
        )
      })
      .map(({ name }) => name)
  } finally {
    rmSync(top, { recursive: true, force: true })
  }
}
