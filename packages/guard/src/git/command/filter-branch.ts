import { posix } from "node:path"
import type { Effect } from "../effect.ts"
import { allow, deny } from "../example.ts"
import { optionTable } from "../options.ts"
import { currentBranchRef, expandRef } from "../refs.ts"
import type { Invocation, Nested, SubcommandSpec } from "../spec.ts"
import { writeTo } from "../writer/target.ts"
import { known, oneOf, textOf, unknown, type Value } from "../../shell/value.ts"
import type { State } from "../../state/state.ts"

const FILTERS = [
  ...["setup", "env-filter", "tree-filter", "index-filter", "parent-filter"],
  ...["msg-filter", "commit-filter", "tag-name-filter"],
]

const options = optionTable(
  [
    ...FILTERS.map((name) => `--${name} <command>!`),
    "--subdirectory-filter <directory>!",
    "--original <namespace>!",
    "--state-branch <branch>!",
    "-d <directory>!",
    "-f --force!",
    "--prune-empty!",
    "--remap-to-ancestor!",
  ],
  { stopAtOperand: true },
)

/** Options of rev-list that stand for many refs, with where those are. */
const BULK: readonly (readonly [RegExp, string])[] = [
  [/^--(?:all|glob(?:=.*)?)$/, "refs/"],
  [/^--branches(?:=.*)?$/, "refs/heads/"],
  [/^--tags(?:=.*)?$/, "refs/tags/"],
  [/^--remotes(?:=.*)?$/, "refs/remotes/"],
]

/** How many refs are listed one by one. */
const LISTED = 64

function effects(invocation: Invocation, state: State): readonly Effect[] {
  const { options, site, path } = invocation
  const write = (ref: Value): Effect => ({ kind: "ref", site, action: "update", ref, forced: true })
  const branch = options.value("state-branch")
  const directory = options.value("d")
  return [
    ...rewritten(invocation).map(write),
    // Tags on rewritten commits are written anew under the name that the filter prints.
    ...(options.has("tag-name-filter") ? [write({ kind: "startsWith", text: "refs/tags/" })] : []),
    ...(branch ? [write(branch.value)] : []),
    ...(directory ? writeTo(path(directory), state) : []),
    { kind: "worktree", site, what: "index", destructive: true },
    { kind: "worktree", site, what: "files", destructive: true },
  ]
}

/** The refs whose history is rewritten: those named, and the current branch where none is. */
function rewritten(invocation: Invocation): readonly Value[] {
  const refs: Value[] = []
  let named = false
  for (const { value } of invocation.operands) {
    const text = textOf(value)
    if (text === "--") break
    if (text?.startsWith("-")) {
      const found = bulkRefs(text, invocation)
      named ||= found.length > 0
      refs.push(...found)
      continue
    }
    named = true
    refs.push(...(text === undefined ? [unknown("a revision")] : tips(text).flatMap((tip) => refOf(tip, invocation))))
  }
  return named ? refs : [currentBranchRef(invocation.repository)]
}

function bulkRefs(option: string, { repository }: Invocation): readonly Value[] {
  const folder = BULK.find(([pattern]) => pattern.test(option))?.[1]
  if (folder === undefined) return []
  const refs = repository?.refs.list(folder) ?? []
  return refs.length > 0 && refs.length <= LISTED ? [oneOf(refs)] : [{ kind: "startsWith", text: folder }]
}

/** What of a revision or range is a tip to rewrite, and not a limit. */
function tips(text: string): readonly string[] {
  if (text.startsWith("^")) return []
  const both = text.split("...")
  if (both.length === 2) return both.map((side) => side || "HEAD")
  const range = text.split("..")
  return [(range.length === 2 ? range[1] : text.replace(/\^[!@]$/, "")) || "HEAD"]
}

function refOf(text: string, { repository }: Invocation): readonly Value[] {
  if (text === "HEAD" || text === "@") return [currentBranchRef(repository)]
  const ref = repository && expandRef(text, repository)
  return ref ? [known(ref)] : []
}

/** Filters run in a folder that the script makes, `.git-rewrite/t` where `-d` names no other. */
function runs({ options, repository, path }: Invocation): readonly Nested[] {
  const folder = options.value("d")
  const base = folder ? textOf(path(folder)) : repository?.worktree && posix.join(repository.worktree, ".git-rewrite")
  const directory = base === undefined ? {} : { directory: posix.join(base, "t") }
  return options.uses.flatMap(({ name, value }) =>
    value && FILTERS.includes(name) ? [{ kind: "text", text: value.value, ...directory } as const] : [],
  )
}

const quiet = { env: { FILTER_BRANCH_SQUELCH_WARNING: "1" } }

/** Rewrites the history of refs, running shell text for each commit. */
export const filterBranch: SubcommandSpec = {
  name: "filter-branch",
  options,
  effects,
  runs,
  examples: [
    allow("git filter-branch -f --msg-filter 'sed s/wip/done/' HEAD~1..HEAD", "rewrites the own branch", quiet),
    allow("git filter-branch -f --env-filter 'export GIT_AUTHOR_NAME=A' -- HEAD~2..", "rewrites the own branch", quiet),
    allow("git filter-branch -f --msg-filter cat main..feat/child-work", "main is only the limit", quiet),
    allow("git filter-branch -f --index-filter 'git rm -q --cached --ignore-unmatch x'", "HEAD is the default", quiet),
    deny("foreign-branch", "git filter-branch -f --msg-filter 'sed s/^/x/' feat/other", "a foreign branch", quiet),
    deny(
      "foreign-branch",
      "git filter-branch -f --msg-filter 'sed s/^/x/' HEAD~1..HEAD main",
      "the second of two",
      quiet,
    ),
    deny("foreign-branch", "git filter-branch -f --msg-filter 'sed s/^/x/' -- --all", "every ref", quiet),
    deny("foreign-branch", "git filter-branch -f --msg-filter 'sed s/^/x/' -- --branches", "every branch", quiet),
    deny(
      "unreadable-operand",
      "git filter-branch -f --msg-filter 'sed s/^/x/' --tag-name-filter cat",
      "moves tags along",
      quiet,
    ),
    deny(
      "foreign-branch",
      "git filter-branch -f --setup 'git branch -D feat/other' --msg-filter cat HEAD~1..",
      "text",
      quiet,
    ),
    deny(
      "foreign-branch",
      "git filter-branch -f --tree-filter 'git update-ref -d refs/heads/release' HEAD~1..",
      "text",
      quiet,
    ),
    deny(
      "foreign-worktree",
      "git filter-branch -f --msg-filter 'cat; cd ../../../main && git reset -q --hard HEAD~1' HEAD~1..HEAD",
      "text, from the folder the script makes",
      quiet,
    ),
    deny("foreign-worktree", "git filter-branch -f --msg-filter 'sed s/^/x/' HEAD", "the main checkout's branch", {
      in: "main",
      ...quiet,
    }),
  ],
}
