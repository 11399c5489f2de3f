/** Clones made and ended in other ways than they are, and other inventories, for `npm run mutation`. */
import { admit } from "@ringfence/guard"
import { builtIn } from "@ringfence/guard/parts"
import { live, locally, redSteps, type Request } from "./life.ts"

type Inventory = NonNullable<Parameters<typeof admit>[1]>

export interface Mutant {
  readonly name: string
  /** The names of the cases that notice. */
  red(): Promise<readonly string[]>
}

const INVENTORY: Inventory = builtIn.policies.find(({ inventory }) => inventory)!.inventory!()

/** What the inventory answers to requests that no clone makes, and to those of which one is made. */
const ANSWERS: readonly (readonly [argv: readonly string[], code: string | undefined])[] = [
  [["branch", "--no-track", "work", "HEAD"], undefined],
  [["symbolic-ref", "HEAD", "refs/heads/work"], undefined],
  [["reset", "--hard"], undefined],
  [["show-ref", "--verify", "refs/heads/work"], undefined],
  [["checkout", "--no-track", "-b", "work", "HEAD"], "git-inventory/subcommand"],
  [["for-each-ref", "--count=1", "refs/heads"], "git-inventory/subcommand"],
  [["push", "origin", "work"], "git-inventory/subcommand"],
  [["-c", "core.fsmonitor=./x", "status"], "git-inventory/leading-option"],
  [["clone", "-cprotocol.ext.allow=always", "./a", "b"], "git-inventory/argument"],
  [["clone", "--conf", "core.fsmonitor=./x", "./a", "b"], "git-inventory/argument"],
  [["clone", "-u./x", "./a", "b"], "git-inventory/argument"],
  [["fetch", "./a", "main", "--upload-pac=./x"], "git-inventory/argument"],
  [["ls-remote", "--exec=./x", "./a"], "git-inventory/argument"],
]

const redAnswers = (inventory: Inventory): readonly string[] =>
  ANSWERS.filter(([argv, code]) => admit({ argv, cwd: "/ws", root: "/ws" }, inventory).code !== code).map(
    ([argv]) => `git ${argv.join(" ")}`,
  )

const rewriting = (name: string, rewrite: (request: Request) => Request): Mutant => ({
  name: `clone: ${name}`,
  red: async () => redSteps(await live(locally, rewrite)),
})

const widened = (names: readonly string[]): Inventory => ({
  ...INVENTORY,
  admitted: {
    ...INVENTORY.admitted,
    ...Object.fromEntries(names.map((name) => [name, INVENTORY.admitted["show-ref"]!])),
  },
})

const unguarded: Inventory = {
  ...INVENTORY,
  admitted: Object.fromEntries(
    Object.entries(INVENTORY.admitted).map(([name, { refused: _refused, ...rest }]) => [name, rest]),
  ),
}

export const mutants: readonly Mutant[] = [
  rewriting("its branch is made by checkout", (request) => {
    const [subcommand, option, branch, base] = request.argv
    return subcommand === "branch" ? { ...request, argv: ["checkout", option!, "-b", branch!, base!] } : request
  }),
  rewriting("refs are probed for by for-each-ref", (request) => {
    const [subcommand, , ref] = request.argv
    return subcommand === "show-ref" && ref ? { ...request, argv: ["for-each-ref", "--count=1", ref] } : request
  }),
  rewriting("its origin stays the repository itself", (request) => {
    const [subcommand, verb] = request.argv
    return subcommand === "remote" && verb === "remove" ? { ...request, argv: ["remote"] } : request
  }),
  rewriting("its files are not written", (request) =>
    request.argv[0] === "reset" ? { ...request, argv: ["status"] } : request,
  ),
  rewriting("the repository's refs are not compared with", (request) =>
    request.argv.includes("--prune") ? { ...request, argv: ["status"] } : request,
  ),
  rewriting("it tracks what it started from", (request) => {
    const [subcommand, , branch] = request.argv
    return subcommand === "branch" ? { ...request, argv: ["branch", "--track", branch!, "origin/main"] } : request
  }),
  {
    name: "inventory: checkout and for-each-ref admitted",
    red: async () => redAnswers(widened(["checkout", "for-each-ref"])),
  },
  { name: "inventory: no argument refused", red: async () => redAnswers(unguarded) },
]

/** The names of the cases that fail with nothing changed. */
export const redCases = async (): Promise<readonly string[]> => [
  ...redSteps(await live(locally)),
  ...redAnswers(INVENTORY),
]
