/**
 * The inventory at the process that spawns git. Loads no grammar and spawns nothing:
 *
 *     const verdict = admit({ argv: ["status", "--porcelain"], cwd: "/ws/sub", root: "/ws" })
 */
import { posix } from "node:path"
import { variants, type Step } from "./analyze.ts"
import { isBuiltin } from "./git/table.ts"
import {
  argument,
  denial,
  INVENTORY,
  judgeArgv,
  judgeInherited,
  judgeRequested,
  outside,
  wordsOf,
  type Bounds,
  type Inventory,
  type Refusal,
} from "./policy/git-inventory/index.ts"
import type { Verdict } from "./policy/verdict.ts"
import type { Command } from "./shell/program.ts"
import { textOf } from "./shell/value.ts"
import { disk } from "./state/files.ts"

/** A git command that somebody wants run in a workspace. */
export interface GitRequest {
  /** The words behind `git`, the subcommand first. */
  readonly argv: readonly string[]
  /** Where it is to run; relative ones start from the root. */
  readonly cwd: string
  /** The workspace, an absolute path: everything the request names must lie in it. */
  readonly root: string
  /** A second folder, absolute, whose repositories may be cloned and fetched from. */
  readonly readable?: string
  /** Variables that the request sets, in an environment that is otherwise made here. */
  readonly env?: Readonly<Record<string, string | undefined>>
}

const ALLOW: Verdict = { verdict: "allow", effects: [], remedy: [] }

/**
 * Whether the request may be given to git. Looks at the disk to follow links, as they are now. Never throws for what
 * the request or the disk holds.
 */
export function admit(request: GitRequest, inventory: Inventory = INVENTORY): Verdict {
  const { argv, root, readable, env = {} } = request
  const bounds: Bounds = {
    files: disk,
    root,
    cwd: posix.resolve(root, request.cwd),
    ...(readable === undefined ? {} : { readable }),
  }
  const set = Object.keys(env).filter((name) => env[name] !== undefined)
  const refusal = judgeArgv(argv, bounds, inventory) ?? judgeRequested(set, inventory)
  return refusal ? denial(refusal, { argv: wordsOf(["git", ...argv]), redirections: [] }) : ALLOW
}

/** A text with the commands that were read in it. */
export interface Text {
  readonly steps: readonly Step[]
  /** The text, where it names git and is past a bound of what can be read. */
  readonly unread?: string
}

const UNREAD_SHOWN = 200

/** What the commands of a text are judged in. */
export interface Workspace {
  /** Absolute. */
  readonly root: string
  /** Absolute. */
  readonly readable?: string
}

/**
 * Judges every git command of a text by the inventory. Other commands are none of its business. What the text sets in
 * the environment is judged like what a request sets; of what was there before only what reaches a program or another
 * repository counts, for a request brings none of it along.
 */
export function judgeText({ steps, unread }: Text, workspace: Workspace, inventory: Inventory): Verdict {
  if (unread !== undefined) {
    const refusal = argument("a text of this length", "what it runs cannot be told", "send each git command by itself")
    return denial(refusal, { argv: wordsOf([unread.slice(0, UNREAD_SHOWN)]), redirections: [] })
  }
  for (const step of steps) {
    for (const variant of variants(step.command)) {
      const words = gitWords(variant)
      const refusal = words && judgeCommand(variant, words, step, workspace, inventory)
      if (refusal) return denial(refusal, step.command)
    }
  }
  return ALLOW
}

/** What stands behind `git`; for `git-clone` and its kind the subcommand is in the name. Undefined for other programs. */
function gitWords({ argv }: Command): Command["argv"] | undefined {
  const [program, ...rest] = argv
  const name = textOf(program?.value)
  if (!program || name === undefined) return undefined
  const plain = posix.basename(name).replace(/\.exe$/i, "")
  if (plain === "git") return rest
  const dashed = plain.startsWith("git-") ? plain.slice("git-".length) : undefined
  return dashed !== undefined && isBuiltin(dashed) ? [...wordsOf([dashed]), ...rest] : undefined
}

function judgeCommand(
  command: Command,
  words: Command["argv"],
  { state }: Step,
  workspace: Workspace,
  inventory: Inventory,
): Refusal | undefined {
  const { directory, environment } = command
  const argv = words.map((word) => (word.splits ? undefined : textOf(word.value)))
  const unread = argv.indexOf(undefined)
  const readable = argv.slice(0, unread < 0 ? undefined : unread).filter((word) => word !== undefined)
  const bounds = {
    ...workspace,
    files: state.files,
    cwd: directory.kind === "at" ? directory.path : workspace.root,
  }
  const changed = Object.keys(environment.set)
  const inherited = Object.entries(environment.cleared ? {} : state.env).filter(([name]) => !changed.includes(name))
  // What can be read is judged first: it says more.
  return (
    (unread === 0 ? undefined : judgeArgv(readable, bounds, inventory)) ??
    (unread < 0
      ? undefined
      : argument(words[unread]!.text, "what it will be cannot be told before it runs", "write it out")) ??
    (directory.kind === "at" ? undefined : outside("the directory, which cannot be told,", workspace.root)) ??
    judgeRequested(
      changed.filter((name) => environment.set[name] !== null),
      inventory,
    ) ??
    judgeInherited(Object.fromEntries(inherited), bounds, inventory)
  )
}
