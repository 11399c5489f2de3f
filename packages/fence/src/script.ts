/** The scripts of the folder: what they know is put in front of what they do. */
import { isolatedGitRules, SHARED } from "@ringfence/guard/rules"
import chain from "./sh/chain.sh" with { type: "text" }
import decide from "./sh/decide.sh" with { type: "text" }
import git from "./sh/git.sh" with { type: "text" }
import known from "./sh/known.sh" with { type: "text" }
import lib from "./sh/lib.sh" with { type: "text" }
import postCheckout from "./sh/post-checkout.sh" with { type: "text" }
import prePush from "./sh/pre-push.sh" with { type: "text" }
import preRebase from "./sh/pre-rebase.sh" with { type: "text" }
import referenceTransaction from "./sh/reference-transaction.sh" with { type: "text" }
import { INSTEAD } from "./instead.ts"

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** How hooks get to git: beside the user's own (git 2.54 and later), or in the place of their folder. */
export type Mode = "beside" | "path"

/** What the scripts know. All paths are absolute and without links. */
export interface Knowledge {
  readonly folder: string
  readonly gitDir: string
  readonly commonDir: string
  readonly worktree: string
  /** The real git. */
  readonly git: string
  /** The checkout of Ringfence whose launcher is asked. */
  readonly ringfence: string
  readonly integration: "orchestrator" | "self"
  readonly mode: Mode
  /** The folder of hooks that git would use without the fence; a relative one starts at the top of the worktree. */
  readonly userHooks: string
  /** Settings for all repositories name a folder of hooks. */
  readonly hooksEverywhere: boolean
  /** The user has no hooks, so that nothing needs to stand in their place. */
  readonly hasNoHooks: boolean
}

/** Hooks that decide something. */
export const DECIDING: Readonly<Record<string, string>> = {
  "reference-transaction": referenceTransaction,
  "pre-push": prePush,
  "pre-rebase": preRebase,
  "post-checkout": postCheckout,
}

/** Hooks that only the user may have, in whose place ours stand for any repository git may act on. */
export const USUAL: readonly string[] = [
  "pre-commit",
  "prepare-commit-msg",
  "commit-msg",
  "post-commit",
  "pre-merge-commit",
  "post-merge",
  "post-rewrite",
  "applypatch-msg",
  "pre-applypatch",
  "post-applypatch",
]

/** Hooks whose mere presence costs or changes something: ours stand in their place only where the user has them. */
export const RARE: readonly string[] = [
  "pre-auto-gc",
  "post-index-change",
  "sendemail-validate",
  "push-to-checkout",
  "update",
  "pre-receive",
  "post-receive",
  "post-update",
  "proc-receive",
  "fsmonitor-watchman",
]

/** The last value that is delivered, by which the shim knows whether it still is. */
export const markOf = (settings: readonly (readonly [string, string])[]): string => settings.at(-1)![1]

/** The settings by which git finds the hooks, in their order. */
export function settingsOf({
  folder,
  mode,
}: Pick<Knowledge, "folder" | "mode">): readonly (readonly [string, string])[] {
  if (mode === "path") return [["core.hooksPath", `${folder}/hooks`]]
  return Object.keys(DECIDING).flatMap((event) => [
    [`hook.ringfence-${event}.event`, event] as const,
    // It is read as a command line. The hook is to be git's own child: that is how two of its runs are known for one.
    [`hook.ringfence-${event}.command`, `exec ${quote(`${folder}/hooks/${event}`)}`] as const,
  ])
}

const HEADER = "#!/bin/sh\n# Made by Ringfence, and made anew where it is changed.\n"

function variables(knowledge: Knowledge): string {
  const { folder, gitDir, commonDir, worktree, git, ringfence, integration, mode, userHooks } = knowledge
  const values = {
    folder,
    gitdir: gitDir,
    common: commonDir,
    top: worktree,
    git,
    ringfence,
    integration,
    mode,
    users: userHooks,
    anywhere: knowledge.hooksEverywhere ? "1" : "",
    hookless: knowledge.hasNoHooks ? "1" : "",
  }
  return Object.entries(values)
    .map(([name, value]) => `rf_${name}=${quote(value)}\n`)
    .join("")
}

/** The functions of the shim that depend on how hooks are delivered. */
function delivery(knowledge: Knowledge): string {
  const settings = settingsOf(knowledge)
  const set = ([key, value]: readonly [string, string]): string => `  rf_set ${quote(key)} ${quote(value)}\n`
  const quiet = {
    path: ["core.hooksPath", `${knowledge.folder}/quiet`],
    beside: ["hook.ringfence-reference-transaction.enabled", "false"],
  } as const
  return [
    `rf_mark=${quote(markOf(settings))}\n`,
    `rf_settings() {\n${settings.map(set).join("")}}\n`,
    `rf_quiet() {\n${set(quiet[knowledge.mode])}}\n`,
    `rf_lean() {\n${set(["core.hooksPath", `${knowledge.folder}/lean`])}}\n`,
  ].join("")
}

/** What a refusal says of a rule, for the hooks to read when they need it: its title and reason are the guard's. */
export function words(): string {
  const rows = isolatedGitRules.flatMap(({ code, title, why }) => {
    const instead = INSTEAD[code]
    if (!instead) return []
    const reason = instead.shared ? `${why}\n${SHARED}` : why
    const todo = instead.remedies.map((each) => `  - ${each}`).join("\n")
    return [`${code})\n  rf_title=${quote(title)}\n  rf_why=${quote(reason)}\n  rf_instead=${quote(todo)}\n  ;;\n`]
  })
  return `${HEADER}case $1 in\n${rows.join("")}esac\n`
}

/** The `git` in front of git. */
export const shim = (knowledge: Knowledge): string =>
  [HEADER, variables(knowledge), known, delivery(knowledge), git].join("\n")

/** A hook that decides, by its name. */
export const decidingHook = (knowledge: Knowledge, name: string): string =>
  [HEADER, variables(knowledge), lib, decide, DECIDING[name]].join("\n")

/** A hook that only hands on to the user's of the same name. */
export const chainHook = (knowledge: Knowledge): string => [HEADER, variables(knowledge), lib, chain].join("\n")

/** Changes whenever a script does, so that folders made by an older one are made anew. */
export const REVISION: string = Bun.hash(
  [git, known, lib, decide, chain, ...Object.values(DECIDING), JSON.stringify(INSTEAD), words()].join("\0"),
).toString(36)
