/** What is admitted: each subcommand with its options, what its words name, and which options reach execution. */
import type { OptionTable, Parsed } from "../../git/options.ts"
import {
  checkRefFormatOptions,
  lsRemoteOptions,
  revParseOptions,
  showRefOptions,
  statusOptions,
} from "../../git/reading.ts"
import { findSubcommand } from "../../git/table.ts"
import { folderName } from "../../git/command/clone.ts"
import { remoteVerbs } from "../../git/command/remote.ts"
import { worktreeVerbs } from "../../git/command/worktree.ts"
import { known, textOf, type Word } from "../../shell/value.ts"

/** What a word names. */
export type Kind =
  /** A file or folder that git reads or writes; links are followed. */
  | "file"
  /** A file or folder that git makes: none among its own. */
  | "written file"
  /** A worktree by its path, or by the last parts of it. */
  | "worktree"
  /** As a file, `-` being standard input. */
  | "file or input"
  /** The same for a configuration, in whose place git puts another file: even a device would be gone. */
  | "configuration"
  /** Files of the worktree; git does not follow a link that a pathspec names. */
  | "pathspec"
  /** A revision, or else a pathspec. */
  | "revision or path"
  /** `<range>:<file>` of the worktree. */
  | "line range"
  /** A remote, or the address of a repository as seen from the top of the worktree. */
  | "remote"
  /** The address of a repository that is cloned from, as seen from the directory. */
  | "source"
  /** A ref whose name git makes a path of without a further look. */
  | "ref file"
  /** A merge strategy: one that is none of git's is a program. */
  | "strategy"
  /** How to rebase: interactively is with an editor. */
  | "rebase mode"

export interface Named {
  readonly kind: Kind
  readonly word: Word
}

export interface Admitted {
  readonly options: OptionTable
  /** Options that reach execution, by name, with what they do. */
  readonly refused?: Readonly<Record<string, string>>
  /** What the values of options name; those not listed name nothing outside the repository. */
  readonly values?: Readonly<Record<string, Kind>>
  /** What the operands name; left out where they are refs, patterns and such. */
  readonly operands?: (parsed: Parsed) => readonly Named[]
  /** The first operand is one of these, and what follows is read by its table. */
  readonly verbs?: Readonly<Record<string, Admitted>>
  /** Its words are settings of the configuration. */
  readonly writesSettings?: boolean
  /** First words behind which nothing is an option of git's. */
  readonly quotes?: readonly string[]
}

const table = (name: string): OptionTable => findSubcommand(name)!.options

const all =
  (kind: Kind) =>
  ({ operands }: Pick<Parsed, "operands">): readonly Named[] =>
    operands.map((word) => ({ kind, word }))

const first =
  (kind: Kind) =>
  ({ operands }: Parsed): readonly Named[] =>
    operands.slice(0, 1).map((word) => ({ kind, word }))

/** What stands before `--` are revisions then, which lead nowhere. */
function revisionsAndPaths({ operands, dashDash }: Parsed): readonly Named[] {
  return dashDash === undefined
    ? all("revision or path")({ operands })
    : operands.slice(dashDash).map((word) => ({ kind: "pathspec", word }))
}

/** Where there is no repository, git takes what stands before `--` for files too. */
const diffOperands = (parsed: Parsed): readonly Named[] =>
  all(parsed.has("no-index") ? "file" : "revision or path")(parsed)

/** `git worktree move <worktree> <new path>` */
const movedOperands = ({ operands: [from, to] }: Parsed): readonly Named[] => [
  ...(from ? [{ kind: "worktree" as const, word: from }] : []),
  ...(to ? [{ kind: "written file" as const, word: to }] : []),
]

/** Without a folder git makes one up, and a link of that name may lie there already. */
function cloneOperands({ operands, has }: Parsed): readonly Named[] {
  const [source, folder] = operands
  if (!source) return []
  const text = folderName(textOf(source.value) ?? "", has("bare", "mirror"))
  return [
    { kind: "source", word: source },
    { kind: "written file", word: folder ?? { ...source, value: known(text === "" ? "." : text), text } },
  ]
}

const fetchOperands = (parsed: Parsed): readonly Named[] =>
  parsed.has("multiple") ? all("remote")(parsed) : first("remote")(parsed)

function remoteUrl(index: number): (parsed: Parsed) => readonly Named[] {
  return ({ operands, has }) => {
    const word = operands[index]
    return word && !has("delete") ? [{ kind: "remote", word }] : []
  }
}

const PROGRAM_THERE = "it names the program that is run at the other end, which may be this one"
const EDITOR = "it starts an editor"
const EXTERNAL_DIFF = "it runs the programs that the configuration names for diffs"
const SUBMODULES = "it clones from whatever addresses the repository names for its submodules"
const UPLOAD_PACK = { "upload-pack": PROGRAM_THERE }

const HISTORY = {
  refused: { "ext-diff": EXTERNAL_DIFF },
  values: { output: "written file", O: "file", L: "line range" },
  operands: revisionsAndPaths,
} as const

/** The admitted subcommands. */
export const ADMITTED: Readonly<Record<string, Admitted>> = {
  status: { options: statusOptions, operands: all("pathspec") },
  diff: { ...HISTORY, options: table("diff"), operands: diffOperands },
  log: { ...HISTORY, options: table("log") },
  "rev-parse": {
    options: revParseOptions,
    values: { "resolve-git-dir": "file", prefix: "file" },
    operands: revisionsAndPaths,
    quotes: ["--sq-quote", "--parseopt"],
  },
  "rev-list": { ...HISTORY, options: table("rev-list") },
  "show-ref": { options: showRefOptions },
  "symbolic-ref": { options: table("symbolic-ref"), operands: first("ref file") },
  branch: { options: table("branch"), refused: { "edit-description": EDITOR } },
  reset: {
    options: table("reset"),
    refused: { patch: "its hunks can be edited, for which it starts an editor" },
    values: { "pathspec-from-file": "file or input" },
    operands: revisionsAndPaths,
  },
  clean: { options: table("clean"), operands: all("pathspec") },
  fetch: { options: table("fetch"), refused: UPLOAD_PACK, operands: fetchOperands },
  pull: {
    options: table("pull"),
    refused: { ...UPLOAD_PACK, edit: EDITOR, "recurse-submodules": SUBMODULES },
    values: { strategy: "strategy", rebase: "rebase mode" },
    operands: first("remote"),
  },
  clone: {
    options: table("clone"),
    refused: {
      ...UPLOAD_PACK,
      config: "a setting can name a program",
      template: "a template brings hooks along, which are run",
      "recurse-submodules": SUBMODULES,
      "separate-git-dir": "it puts hooks and configuration elsewhere",
    },
    values: { reference: "source", "reference-if-able": "source", "bundle-uri": "source" },
    operands: cloneOperands,
  },
  config: {
    options: table("config"),
    values: { file: "configuration" },
    writesSettings: true,
  },
  "check-ref-format": { options: checkRefFormatOptions },
  remote: {
    options: table("remote"),
    verbs: {
      add: { options: remoteVerbs.add, operands: remoteUrl(1) },
      rename: { options: remoteVerbs.rename },
      remove: { options: remoteVerbs.remove },
      rm: { options: remoteVerbs.remove },
      "set-head": { options: remoteVerbs["set-head"], operands: first("remote") },
      "set-branches": { options: remoteVerbs["set-branches"] },
      "get-url": { options: remoteVerbs["get-url"] },
      "set-url": { options: remoteVerbs["set-url"], operands: remoteUrl(1) },
      show: { options: remoteVerbs.show, operands: all("remote") },
      prune: { options: remoteVerbs.prune, operands: all("remote") },
      update: { options: remoteVerbs.update, operands: all("remote") },
    },
  },
  "ls-remote": {
    options: lsRemoteOptions,
    refused: { ...UPLOAD_PACK, exec: PROGRAM_THERE },
    operands: first("remote"),
  },
  "update-ref": { options: table("update-ref") },
  worktree: {
    options: table("worktree"),
    verbs: {
      add: { options: worktreeVerbs.add, operands: first("written file") },
      list: { options: worktreeVerbs.list },
      lock: { options: worktreeVerbs.lock, operands: all("worktree") },
      move: { options: worktreeVerbs.move, operands: movedOperands },
      prune: { options: worktreeVerbs.prune },
      remove: { options: worktreeVerbs.remove, operands: all("worktree") },
      repair: { options: worktreeVerbs.repair, operands: all("file") },
      unlock: { options: worktreeVerbs.unlock, operands: all("worktree") },
    },
  },
}
