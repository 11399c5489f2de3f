/** What git would print, for the few commands whose output texts use as an operand. */
import { posix } from "node:path"
import type { Command } from "../shell/program.ts"
import { known, mapValue, textOf, unknown, type Value, type Word } from "../shell/value.ts"
import type { Repository, State } from "../state/state.ts"
import { readTarget, type Target } from "./invocation.ts"
import { expandRef } from "./refs.ts"
import { tarOutput } from "./writer/tar.ts"

type Printer = (words: readonly string[], repository: Repository, target: Target, state: State) => Value | undefined

/** What prints the name of an object and nothing else, though which one cannot be told. */
const OBJECT_NAME = { kind: "unknown", why: "an object name" } as const satisfies Value

/** Whether a value is the name of some object: no branch is called like that. */
export const isObjectName = (value: Value): boolean => value.kind === "unknown" && value.why === OBJECT_NAME.why

/** Standard output without its last newline, or undefined where it cannot be told. */
export function outputOf(command: Command, state: State): Value | undefined {
  const program = textOf(command.argv[0]?.value)
  if (program === undefined) return undefined
  if (posix.basename(program) === "tar") return tarOutput(command, state)
  if (posix.basename(program) !== "git") return undefined
  const target = readTarget(command, command.argv.slice(1), state)
  if (target.globals.printsOnly)
    return textOf(command.argv[1]?.value) === "--exec-path" ? known("/usr/lib/git-core") : undefined
  const [name, ...rest] = target.globals.rest
  const printer = PRINTERS[textOf(name?.value) ?? ""]
  const words = rest.map((word: Word) => textOf(word.value))
  if (OBJECT_PRINTERS[textOf(name?.value) ?? ""]?.(words)) return OBJECT_NAME
  if (!printer || !target.repository || !words.every((word) => word !== undefined)) return undefined
  return printer(words, target.repository, target, state)
}

type Texts = readonly (string | undefined)[]

const OBJECT_PRINTERS: Readonly<Record<string, (words: Texts) => boolean>> = {
  "merge-base": (words) => !words.some((word) => word?.startsWith("--is-") || word === "-a" || word === "--all"),
  "commit-tree": () => true,
  "write-tree": () => true,
  "hash-object": () => true,
  stash: ([verb]) => verb === "create",
  "rev-list": (words) =>
    words.some((word) => /^(-1|-n1|--max-count=1)$/.test(word ?? "")) &&
    !words.some((word) => /^--(pretty|format|oneline|count|objects)/.test(word ?? "")),
  log: (words) =>
    words.some((word) => /^(-1|-n1)$/.test(word ?? "")) &&
    words.some((word) => /^--(pretty|format)=(format:)?%[hH]$/.test(word ?? "")),
  "rev-parse": (words) => {
    const flags = words.filter((word) => word?.startsWith("-"))
    const named = words.filter((word) => word !== undefined && !word.startsWith("-"))
    return (
      flags.every((flag) => /^(--verify|-q|--quiet|--short(=\d+)?)$/.test(flag!)) &&
      named.length === 1 &&
      /[~^]/.test(named[0]!)
    )
  },
}

const PRINTERS: Readonly<Record<string, Printer>> = {
  "rev-parse": revParse,
  "symbolic-ref": (words, repository) => {
    const names = words.filter((word) => !word.startsWith("-"))
    if (names.length !== 1 || names[0] !== "HEAD") return undefined
    const branch = branchOf(repository)
    return words.includes("--short") ? branch : mapValue(branch, (text) => `refs/heads/${text}`)
  },
  clone: () => known(""),
  fetch: () => known(""),
  add: () => known(""),
  branch: (words, repository) => (words.includes("--show-current") ? branchOf(repository) : undefined),
  remote: (words, repository) => {
    const [verb, ...names] = words.filter((word) => !word.startsWith("-"))
    const url = verb === "get-url" && names.length === 1 ? repository.config.get(`remote.${names[0]}.url`) : undefined
    return url === undefined ? undefined : known(url)
  },
  config: (words, repository) => {
    const names = words.filter((word) => !word.startsWith("-") && word !== "get")
    if (names.length !== 1 || words.some((word) => /^--(?!get$|local$|global$)/.test(word))) return undefined
    return known(repository.config.get(names[0]!) ?? "")
  },
  "ls-files": (_words, _repository, target) => pathsBelow(target),
  diff: (words, { worktree }, target) =>
    words.includes("--name-only") && !words.includes("--no-index") ? pathsBelow(target, worktree) : undefined,
  worktree: (words, repository, _target, state) => {
    if (words[0] !== "list" || repository.site.kind === "elsewhere" || !state.own) return undefined
    const { own } = state
    const all = [...own.others, { path: own.worktree, branch: own.branch, isMain: false }].toSorted(
      (a, b) => Number(b.isMain) - Number(a.isMain) || (a.path < b.path ? -1 : 1),
    )
    const line = (path: string, branch?: string): string =>
      words.includes("--porcelain")
        ? `worktree ${path}\nHEAD ${"0".repeat(40)}\n${branch === undefined ? "detached" : `branch refs/heads/${branch}`}\n`
        : `${path} 0000000 ${branch === undefined ? "(detached HEAD)" : `[${branch}]`}`
    return known(all.map(({ path, branch }) => line(path, branch)).join("\n"))
  },
}

/** Paths seen from the folder that the command itself was started in. */
function pathsBelow({ directory, command }: Target, top?: string): Value | undefined {
  if (directory.kind !== "at" || command.directory.kind !== "at" || directory.path !== command.directory.path)
    return undefined
  return top === undefined || top === directory.path ? { kind: "below", directory: directory.path } : undefined
}

function branchOf(repository: Repository): Value {
  const { branch, detached } = repository.head
  if (branch !== undefined) return known(branch)
  return detached ? known("") : unknown("the current branch")
}

function revParse(words: readonly string[], repository: Repository, target: Target): Value | undefined {
  const flags = words.filter((word) => word.startsWith("-") && !word.startsWith("--path-format="))
  const names = words.filter((word) => !word.startsWith("-"))
  if (flags.includes("--git-path") && names.length === 1) return known(gitPath(names[0]!, repository))
  if (flags.length === 1 && names.length === 0) return LOCATIONS[flags[0]!]?.(repository, target)
  if (flags.includes("--abbrev-ref") || flags.includes("--symbolic-full-name")) {
    if (names.length !== 1 || (names[0] !== "HEAD" && names[0] !== "@")) return undefined
    const branch = repository.head.branch
    if (branch === undefined) return repository.head.detached ? known("HEAD") : undefined
    return known(flags.includes("--abbrev-ref") ? branch : `refs/heads/${branch}`)
  }
  if (flags.some((flag) => flag !== "--verify" && flag !== "-q" && flag !== "--quiet") || names.length !== 1)
    return undefined
  const name = names[0]!
  if (name === "HEAD" || name === "@") return repository.head.oid === undefined ? undefined : known(repository.head.oid)
  const ref = expandRef(name, repository)
  const oid = ref === undefined ? undefined : repository.refs.resolve(ref)
  return oid === undefined ? undefined : known(oid)
}

const LOCATIONS: Readonly<Record<string, (repository: Repository, target: Target) => Value | undefined>> = {
  "--show-toplevel": ({ worktree }) => (worktree === undefined ? undefined : known(worktree)),
  "--git-dir": ({ gitDir }) => known(gitDir),
  "--absolute-git-dir": ({ gitDir }) => known(gitDir),
  "--git-common-dir": ({ commonDir }) => known(commonDir),
  "--show-prefix": ({ worktree }, { directory }) => {
    if (worktree === undefined || directory.kind !== "at") return undefined
    const prefix = posix.relative(worktree, directory.path)
    return prefix.startsWith("..") ? undefined : known(prefix === "" ? "" : `${prefix}/`)
  },
  "--show-cdup": ({ worktree }, { directory }) => {
    if (worktree === undefined || directory.kind !== "at") return undefined
    const up = posix.relative(directory.path, worktree)
    return known(up === "" ? "" : `${up}/`)
  },
  "--is-inside-work-tree": () => known("true"),
}

/** What all worktrees share; everything else is each worktree's own (path.c: common_list). */
const SHARED =
  /^(branches|common|hooks|info(?!\/sparse-checkout$)|logs(?!\/(HEAD$|refs\/(bisect|rewritten|worktree)\/))|lost-found|objects|refs(?!\/(bisect|rewritten|worktree)\/)|remotes|worktrees|rr-cache|svn)(\/|$)|^(config|gc\.pid|packed-refs|shallow)$/

const gitPath = (path: string, { gitDir, commonDir }: Repository): string =>
  posix.join(SHARED.test(path) ? commonDir : gitDir, path)
