/**
 * Works out which git commands the shim may run without asking: the guard is asked about each of them here, with
 * operands and values that could be anything. What it finds no effect in, or none outside of the own worktree, goes into
 * the tables of `src/sh/known.sh`.
 */
import type { Effect, Guard } from "@ringfence/guard"
import type { Scene } from "@ringfence/guard/fixture"
import { readOnly, subcommands } from "@ringfence/guard/subcommands"

/**
 * Subcommands whose operands are revisions and paths, never names of what is written elsewhere. Their options are looked
 * at one by one.
 */
const PLAIN = [
  ...["add", "stage", "commit", "rm", "mv", "reset", "restore", "clean", "cherry-pick", "revert", "am"],
  ...["diff", "log", "show", "blame", "annotate", "shortlog", "whatchanged", "rev-list", "range-diff"],
  ...["diff-tree", "diff-index", "diff-files", "merge-tree", "write-tree", "fsck"],
]

/** Forms of others, whole: `_` is any word that is no option. */
const FORMS = [
  ...["branch", "branch -a", "branch -r", "branch -v", "branch -vv", "branch -av", "branch -avv", "branch --all"],
  ...["branch --list", "branch --list _", "branch --show-current", "branch --contains _", "branch --merged _"],
  ...["branch -a --contains _", "branch -r --contains _", "branch --no-merged _", "branch --points-at _"],
  ...["tag", "tag -l", "tag --list", "tag -l _", "tag --list _", "tag --points-at _", "tag --contains _", "tag -n"],
  ...["remote", "remote -v", "remote --verbose", "remote get-url _"],
  ...["worktree list", "worktree list --porcelain"],
  ...["stash list", "stash show", "stash show _", "stash show -p", "stash show -p _"],
  ...["stash", "stash push", "stash -q", "stash -u", "stash push -m _", "stash push -u -m _"],
  ...["config -l", "config --list", "config --get _", "config --get-all _", "config --get-regexp _", "config list"],
  ...["config get _", "config --global --list", "config --global --get _", "config --local --list"],
  ...["config --local --get _", "config --show-origin --get _", "config --bool --get _"],
  ...["symbolic-ref HEAD", "symbolic-ref -q HEAD", "symbolic-ref --short HEAD", "symbolic-ref -q --short HEAD"],
  ...["reflog", "reflog show", "reflog show _", "notes list", "notes show", "notes show _"],
  ...["submodule", "submodule status", "bisect log", "sparse-checkout list", "bundle verify _", "bundle list-heads _"],
  ...["checkout -- _", "checkout -- _ _", "checkout HEAD -- _", "checkout -q -- _", "hash-object _"],
  ...["rebase --continue", "rebase --skip", "rebase --abort", "rebase --quit", "merge --continue", "merge --abort"],
  // git itself refuses these where there is such a branch or tag.
  ...["branch _", "branch _ _", "checkout -b _", "checkout -b _ _", "checkout -q -b _", "checkout -q -b _ _"],
  ...["switch -c _", "switch -c _ _", "switch -q -c _", "switch --create _", "tag _", "tag _ _", "tag -a _ -m _"],
  ...["tag -m _ _", "tag -a -m _ _"],
]

type Reach = "nothing" | "own" | "more"

export interface Known {
  /** Forms without any effect, and subcommands that have none either. */
  readonly reads: Table
  /** The same for what writes nothing but the own worktree. */
  readonly stays: Table
}

interface Table {
  readonly forms: readonly string[]
  /** With the options that lead beyond. */
  readonly subcommands: ReadonlyMap<string, readonly string[]>
}

/** The tables, found out in a scene that has others in it. */
export function find(guard: Guard, scene: Scene): Known {
  const at = guard.together()
  const reach = (text: string): Reach => {
    const { steps, verdict } = at.explain({ command: text, directory: scene.own, env: scene.env })
    const [step, ...nested] = steps
    if (!step || nested.length > 0 || verdict.verdict !== "allow") return "more"
    const stays = step.effects.every(staysHere)
    return step.effects.length === 0 ? "nothing" : stays ? "own" : "more"
  }
  const forms = FORMS.map((form) => ({ form, reach: reach(`git ${anything(form)}`) }))
  for (const { form } of forms.filter((each) => each.reach === "more")) throw new Error(`git ${form} reaches beyond`)
  const plain = PLAIN.map((name) => ({ name, ...optionsOf(name, (words) => reach(`git ${name} ${words}`)) }))
  const table = (wanted: Reach): Table => ({
    forms: forms.filter((each) => each.reach === wanted).map(({ form }) => form),
    subcommands: new Map(plain.filter((each) => each.reach === wanted).map(({ name, beyond }) => [name, beyond])),
  })
  return { reads: table("nothing"), stays: table("own") }
}

/** Whether an effect is the session's own to have, whatever its operands are. */
function staysHere(effect: Effect): boolean {
  if (!("site" in effect) || effect.site.kind !== "own") return false
  switch (effect.kind) {
    case "stashPush":
      return true
    case "worktree":
      return effect.path === undefined
    case "ref":
      return effect.action === "create" && !effect.forced
    case "head":
      return effect.to.kind === "branch" && effect.to.state === "new"
    default:
      return false
  }
}

const ANY = '"$ANY"'
const OPERANDS = ["", `${ANY} ${ANY}`, `-- ${ANY}`]

const anything = (form: string): string =>
  form
    .split(" ")
    .map((word) => (word === "_" ? ANY : word))
    .join(" ")

/** How far a subcommand reaches, and its options that lead beyond: in any spelling, with any value, before any operand. */
function optionsOf(name: string, reach: (words: string) => Reach): { reach: Reach; beyond: readonly string[] } {
  const wholly = OPERANDS.map(reach)
  if (wholly.includes("more")) throw new Error(`git ${name} reaches beyond by itself`)
  let furthest: Reach = wholly.includes("own") ? "own" : "nothing"
  const beyond = subcommands.get(name)!.options.options.flatMap(({ letters, longs, value }) => {
    const uses = (spelled: string, joint: string): readonly string[] =>
      value === "none" ? [spelled] : value === "optional" ? [spelled, spelled + joint + ANY] : [spelled + joint + ANY]
    const isBeyond = (spelled: string, joint: string): boolean => {
      const found = uses(spelled, joint).flatMap((use) =>
        ["", `${ANY} ${ANY}`].map((operands) => reach(`${use} ${operands}`)),
      )
      if (found.includes("own")) furthest = "own"
      return found.includes("more")
    }
    return [
      ...letters.map((letter) => `-${letter}`).filter((spelled) => isBeyond(spelled, "")),
      ...longs.flatMap((long) => [`--${long}`, `--no-${long}`]).filter((spelled) => isBeyond(spelled, "=")),
    ]
  })
  return { reach: furthest, beyond }
}

/** Between the words of a command line, where it is compared as a whole. */
const SEPARATOR = "\u001f"

/** The tables as shell. */
export function render({ reads, stays }: Known): string {
  const names = [...readOnly].toSorted().join(" | ")
  return [
    "# Made by `sh scripts/run fence-table` from the guard's own tables: what runs without asking. Not to be edited.\n",
    "# The most of all calls come no further than here, and the rest is not even read by the shell.\n",
    `case \${1-} in\n${names}) exec "$rf_git" "$@" ;;\nesac\n`,
    `rf_between='${SEPARATOR}'\n`,
    '# Sets rf_all to the words in one, with their number.\nrf_join() {\n  IFS=$rf_between\n  rf_all="$# $*"\n  unset IFS\n}\n',
    boundary([...reads.subcommands, ...stays.subcommands]),
    "# What writes nothing, wherever it runs. The arguments start with the subcommand.\nrf_reads() {\n  case $1 in\n",
    `  ${names}) return 0 ;;\n`,
    table(reads),
    "# What writes nothing but the worktree it runs in.\nrf_stays() {\n  case $1 in\n",
    table(stays),
  ].join("")
}

function table({ forms, subcommands }: Table): string {
  const whole = forms.map((form) => {
    const words = form.split(" ")
    return `  "${words.length} "${words.map(pattern).join('"$rf_between"')}) return 0 ;;\n`
  })
  return [
    `  ${[...subcommands.keys()].join(" | ")})\n    rf_is_bound "$@"\n    return\n    ;;\n  esac\n`,
    `  rf_join "$@"\n  case $rf_all in\n${whole.join("")}  esac\n  return 1\n}\n`,
  ].join("")
}

/** The function that looks for options that lead beyond. */
function boundary(subcommands: readonly (readonly [string, readonly string[]])[]): string {
  const groups = Map.groupBy(
    subcommands.filter(([, options]) => options.length > 0),
    ([, options]) => options.join(" "),
  )
  const rows = [...groups].map(([options, members]) => {
    const spellings = options.split(" ").flatMap(spelled).join(" | ")
    return `    ${members.map(([name]) => name).join(" | ")})\n      case $rf_word in\n      ${spellings}) return 1 ;;\n      esac\n      ;;\n`
  })
  return [
    "# Whether no option of a subcommand leads beyond.\nrf_is_bound() {\n  rf_name=$1\n  shift\n",
    `  for rf_word do\n    case $rf_name in\n${rows.join("")}    esac\n  done\n}\n`,
  ].join("")
}

const pattern = (word: string): string => (word === "_" ? "[!-]*" : word)

/** The patterns of a word that may be this option: abbreviated, in a cluster, with its value. */
function spelled(option: string): readonly string[] {
  if (!option.startsWith("--")) return [`-[!-]*${option.slice(1)}*`, `-${option.slice(1)}*`]
  const whole = option.slice(2)
  const shortest = whole.startsWith("no-") ? 4 : 1
  const parts = Array.from({ length: whole.length - shortest + 1 }, (_, at) => whole.slice(0, shortest + at))
  return parts.flatMap((part) => [`--${part}`, `--${part}=*`])
}
