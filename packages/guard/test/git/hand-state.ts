/** A State made by hand: a main checkout, the own worktree on feat/own, a sibling, and a remote called origin. */
import type { Effect, Site } from "../../src/git/effect.ts"
import { at, type Command } from "../../src/shell/program.ts"
import { known, showValue, textOf, type Value, type Word } from "../../src/shell/value.ts"
import type { Repository, State } from "../../src/state/state.ts"

const REFS: Readonly<Record<string, string>> = Object.fromEntries(
  ["heads/main", "heads/feat/own", "heads/feat/other", "remotes/origin/main", "remotes/origin/feat/own", "tags/v1"].map(
    (name, index) => [`refs/${name}`, String(index).repeat(40)],
  ),
)

export const OWN: Site = { kind: "own" }
export const MAIN: Site = { kind: "foreign", path: "/r/main", branch: "main" }

export interface World {
  readonly files?: Readonly<Record<string, string>>
  readonly folders?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** The address of `origin`. */
  readonly url?: string
}

function siteOfText(text: string): Site {
  const within = (folder: string): boolean => text === folder || text.startsWith(`${folder}/`)
  if (within("/r/main/.git/worktrees/own")) return OWN
  if (within("/r/main/.git")) return { kind: "shared", path: "/r/main/.git" }
  if (within("/r/own")) return OWN
  if (within("/r/main")) return MAIN
  if (within("/r/sib")) return { kind: "foreign", path: "/r/sib", branch: "feat/other" }
  return { kind: "elsewhere", path: text }
}

export function handState(world: World = {}): State {
  const files = world.files ?? {}
  const folders = ["/r", "/r/main", "/r/own", "/r/sib", "/r/own/src", "/r/main/src", ...(world.folders ?? [])]
  const settings: Readonly<Record<string, string>> = {
    "remote.origin.url": world.url ?? "https://forge.example/acme/app.git",
  }
  const repository = (site: Site, worktree: string, branch: string): Repository => ({
    site,
    commonDir: "/r/main/.git",
    gitDir: worktree === "/r/main" ? "/r/main/.git" : `/r/main/.git/worktrees${worktree.slice(2)}`,
    worktree,
    head: { branch, detached: false },
    refs: {
      resolve: (ref) => REFS[ref],
      exists: (ref) => ref in REFS,
      list: (prefix) =>
        Object.keys(REFS)
          .filter((ref) => ref.startsWith(prefix))
          .sort(),
    },
    config: {
      get: (key) => settings[key],
      all: (key) => (settings[key] === undefined ? [] : [settings[key]]),
      keys: (prefix) => Object.keys(settings).filter((key) => key.startsWith(prefix)),
      getIn: (_scope, key) => settings[key],
      boolean: () => undefined,
    },
    previous: () => undefined,
    tracked: () => undefined,
  })
  const home = repository(OWN, "/r/own", "feat/own")
  const main = repository(MAIN, "/r/main", "main")
  const state: State = {
    own: {
      worktree: "/r/own",
      gitDir: "/r/main/.git/worktrees/own",
      commonDir: "/r/main/.git",
      branch: "feat/own",
      ownsBranch: (branch) => branch === "feat/own",
      ownsTag: () => false,
      remoteBranch: (_remote, branch) =>
        branch === "feat/own" ? "own" : `refs/remotes/origin/${branch}` in REFS ? "foreign" : "unknown",
      remoteTag: () => "foreign",
      others: [
        { path: "/r/main", gitDir: "/r/main/.git", branch: "main", isMain: true },
        { path: "/r/sib", gitDir: "/r/main/.git/worktrees/sib", branch: "feat/other", isMain: false },
      ],
      stash: [],
      integration: "orchestrator",
      orchestrator: false,
      sharedPaths: [],
    },
    files: {
      stat: (path) => (path in files ? "file" : folders.includes(path) ? "directory" : undefined),
      list: () => [],
      realpath: (path) => path,
      read: (path) => files[path],
    },
    env: { HOME: "/home", ...world.env },
    fenced: false,
    lifted: new Set(),
    home,
    repositoryAt: ({ directory }) => {
      if (directory.kind !== "at") return undefined
      const { kind } = siteOfText(directory.path)
      return kind === "own" ? home : kind === "foreign" ? main : undefined
    },
    siteOf: (path) => {
      const text = textOf(path)
      if (text !== undefined) return siteOfText(text)
      return path.kind === "below" ? siteOfText(path.directory) : { kind: "unknown", why: "unread" }
    },
    get initial() {
      return state
    },
    after: () => state,
    identity: {},
    withFiles: () => state,
    off: [],
    problems: [],
  }
  return state
}

const span = { start: 0, end: 0 }
const toWord = (text: string): Word => {
  const value: Value = text === "$X" ? { kind: "unknown", why: "$X" } : known(text)
  return { value, text, span, splits: text === "$X" }
}

/** A command of blank-separated words (`_` is a blank in one) that runs in the own worktree. `$X` is unknown. */
export function handCommand(line: string, more: Partial<Command> = {}): Command {
  return {
    argv: line
      .split(" ")
      .filter(Boolean)
      .map((word) => toWord(word.replaceAll("_", " "))),
    assignments: [],
    redirections: [],
    directory: at("/r/own"),
    environment: { cleared: false, set: {} },
    place: { kind: "top", conditional: false },
    via: [],
    span,
    ...more,
  }
}

/** An effect as a line of text. */
export function shown(effect: Effect): string {
  const where = "site" in effect && effect.site.kind !== "own" ? `@${effect.site.kind} ` : ""
  switch (effect.kind) {
    case "ref":
      return `${where}${effect.action}${effect.forced ? "!" : ""} ${showValue(effect.ref)}${effect.to ? ` to ${showValue(effect.to)}` : ""}`
    case "head":
      return `${where}head ${effect.to.kind === "branch" ? `${effect.to.state} ${showValue(effect.to.branch)}` : effect.to.kind}`
    case "integration":
      return `${where}${effect.how}${effect.ref ? ` onto ${showValue(effect.ref)}` : ""}${effect.from ? ` of ${showValue(effect.from)}` : ""}`
    case "remote":
      return `${effect.remote}: ${effect.action} ${showValue(effect.ref)}${effect.bulk ? " and all" : ""}`
    case "config":
      return `${where}${effect.scope} ${effect.action} ${showValue(effect.key)}`
    case "hooks":
      return `hooks ${showValue(effect.path)}`
    case "registry":
      return `${where}registry ${effect.action}`
    case "worktree":
      return effect.path
        ? `${where}write${effect.destructive ? "!" : ""} ${showValue(effect.path)}`
        : `${where}${effect.what}`
    case "objectLoss":
      return `${where}loss of ${effect.what}`
    default:
      return effect.kind
  }
}
