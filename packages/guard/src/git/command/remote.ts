import type { ConfigWrite, Effect } from "../effect.ts"
import { allow, deny } from "../example.ts"
import { optionTable, parseOptions, type Parsed } from "../options.ts"
import { fetchWrites, isPattern, parseRefspec } from "../refspec.ts"
import { remoteNames } from "../remote.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import { known, mapValue, type Value, type Word } from "../../shell/value.ts"
import type { State } from "../../state/state.ts"
import { fetch } from "./fetch.ts"

const options = optionTable(["-v --verbose"], { stopAtOperand: true })

/** The options of each subcommand of it. */
export const remoteVerbs = {
  add: optionTable(["-f --fetch", "--tags", "-t --track <branch>", "-m --master <branch>", "--mirror[=<how>]"]),
  rename: optionTable(["--progress"]),
  "set-url": optionTable(["--push", "--add", "--delete"]),
  "set-branches": optionTable(["--add"]),
  prune: optionTable(["-n --dry-run"]),
  show: optionTable(["-n"]),
  "set-head": optionTable(["-a --auto", "-d --delete"]),
  "get-url": optionTable(["--push", "--all"]),
  update: optionTable(["-p --prune"]),
  remove: optionTable([]),
}

interface Action {
  readonly options: Parsed
  readonly operands: readonly Value[]
  readonly invocation: Invocation
}

const ACTIONS: Readonly<Record<string, readonly [keyof typeof remoteVerbs, (action: Action) => readonly Effect[]]>> = {
  add: ["add", add],
  rename: ["rename", rename],
  remove: ["remove", remove],
  rm: ["remove", remove],
  "set-url": ["set-url", setUrl],
  "set-branches": ["set-branches", setBranches],
  prune: ["prune", prune],
}

function effects(invocation: Invocation, state: State): readonly Effect[] {
  const [verb, ...rest] = invocation.operands
  const name = verb?.value.kind === "known" ? verb.value.text : ""
  if (name === "update") return update(rest, invocation, state)
  const action = ACTIONS[name]
  if (!action) return []
  const parsed = parseOptions(remoteVerbs[action[0]], rest)
  return action[1]({ options: parsed, operands: parsed.operands.map((word) => word.value), invocation })
}

/** Writes a key of a remote's section. */
function write(
  { invocation }: Action,
  action: ConfigWrite["action"],
  remote: Value,
  key: string | undefined,
  value?: Value,
): ConfigWrite {
  const full = mapValue(remote, (name) => `remote.${name}${key === undefined ? "" : `.${key}`}`)
  return { kind: "config", site: invocation.site, scope: "shared", action, key: full, ...(value ? { value } : {}) }
}

/** A remote that exists already is left as it is: git refuses. */
function add(action: Action): readonly Effect[] {
  const { options, operands, invocation } = action
  const [name, url] = operands
  if (!name || !url || isThere(name, invocation)) return []
  const mirror = options.has("mirror")
  const how = options.value("mirror")?.value
  const fetches = mirror && !(how?.kind === "known" && how.text === "push")
  const everything = parseRefspec("+refs/*:refs/*")
  return [
    write(action, "set", name, "url", url),
    mirror && !fetches
      ? write(action, "set", name, "mirror", known("true"))
      : write(action, "set", name, "fetch", map(name, fetches)),
    ...(fetches && options.has("fetch") ? fetchWrites([everything], { ...invocation, forced: true }) : []),
  ]
}

/** What the new remote's branches are fetched to. */
const map = (name: Value, mirrors: boolean): Value =>
  mirrors ? known("+refs/*:refs/*") : mapValue(name, (text) => `+refs/heads/*:refs/remotes/${text}/*`)

const isThere = (name: Value, { repository }: Invocation): boolean =>
  name.kind === "known" && remoteNames(repository).includes(name.text)

function rename(action: Action): readonly Effect[] {
  const [from, to] = action.operands
  return from && to
    ? [
        write(
          action,
          "renameSection",
          from,
          undefined,
          mapValue(to, (name) => `remote.${name}`),
        ),
      ]
    : []
}

function remove(action: Action): readonly Effect[] {
  const [name] = action.operands
  return name ? [write(action, "removeSection", name, undefined)] : []
}

function setUrl(action: Action): readonly Effect[] {
  const { options, operands } = action
  const [name, url] = operands
  if (!name || !url) return []
  const key = options.has("push") ? "pushurl" : "url"
  return [write(action, options.has("delete") ? "unset" : options.has("add") ? "add" : "set", name, key, url)]
}

function setBranches(action: Action): readonly Effect[] {
  const [name] = action.operands
  return name ? [write(action, action.options.has("add") ? "add" : "set", name, "fetch")] : []
}

/** Tracking refs come back with the next fetch; a mirror's are branches. */
function prune({ options, operands, invocation }: Action): readonly Effect[] {
  const { repository, site } = invocation
  if (options.has("dry-run")) return []
  return operands.flatMap((remote) => {
    const configured = remote.kind === "known" ? (repository?.config.all(`remote.${remote.text}.fetch`) ?? []) : []
    const patterns = configured.map(parseRefspec).filter((refspec) => isPattern(refspec.dst))
    return fetchWrites(patterns, { site, repository, forced: true }).map(
      (gone) => ({ ...gone, action: "delete" }) as const,
    )
  })
}

/** `git remote update` is `git fetch --multiple`, of the group `remotes.default` where nothing is named. */
function update(rest: readonly Word[], invocation: Invocation, state: State): readonly Effect[] {
  const word = (text: string): Word => ({ ...invocation.operands[0]!, value: known(text) })
  const hasDefault = invocation.repository?.config.get("remotes.default") !== undefined
  const named = parseOptions(fetch.options, rest).operands.length === 0 && hasDefault ? [word("default")] : []
  const words = [word("--multiple"), ...rest, ...named]
  const options = parseOptions(fetch.options, words)
  return fetch.effects({ ...invocation, subcommand: "fetch", words, options, operands: options.operands }, state)
}

export const remote: SubcommandSpec = {
  name: "remote",
  options,
  effects,
  examples: [
    allow("git remote", "lists"),
    allow("git remote -v", "lists"),
    allow("git remote show -n origin", "shows"),
    allow("git remote get-url origin && git remote get-url --push --all origin", "shows"),
    allow("git remote add upstream https://example.invalid/up.git", "a new remote and its section"),
    allow("git remote add -t main --no-tags upstream ../origin.git", "a new remote"),
    allow("git remote add origin ../elsewhere.git || true", "there already: git refuses"),
    allow("git remote add -f copy ../origin.git", "fetches into tracking refs"),
    allow("git remote add tmp ../origin.git && git fetch -q tmp", "made by the same text"),
    allow("git remote update", "tracking refs only"),
    allow("git remote update -p origin", "tracking refs only"),
    allow("git remote prune origin", "the next fetch restores them"),
    allow("git remote set-head origin main", "a tracking ref"),
    allow("git remote set-head origin --auto", "a tracking ref"),
    allow('git remote set-url origin "$(git remote get-url origin)"', "changes nothing"),
    deny("shared-config", "git remote remove origin", "everybody's remote"),
    deny("shared-config", "git remote rm origin", "the other spelling"),
    deny("shared-config", "git remote rename origin upstream", "everybody's remote"),
    deny("shared-config", "git remote -v rename origin upstream", "an option before the verb"),
    deny("shared-config", "git remote set-url origin https://example.invalid/other.git", "where everybody pushes"),
    deny("shared-config", "git remote set-url --push origin no_push", "where everybody pushes"),
    deny("shared-config", "git remote set-url --add origin ../second.git", "where everybody pushes"),
    deny("shared-config", "git remote set-branches origin main", "what everybody fetches"),
    deny("shared-config", "git remote set-branches --add origin feat/child-work", "what everybody fetches"),
    deny("foreign-branch", "git remote prune copies", "the mirror's refs are the local branches", {
      given: "git -C ../main branch only-here && git remote add --mirror=fetch copies ../origin.git",
    }),
    allow("git remote prune -n copies", "only shows", {
      given: "git remote add --mirror=fetch copies ../origin.git",
    }),
    deny("foreign-branch", "git remote update -p copies", "a mirror fetch over the local branches", {
      given: "git remote add --mirror=fetch copies ../origin.git",
    }),
    deny("foreign-branch", "git remote update", "the default group has a mirror in it", {
      given: "git remote add --mirror=fetch copies ../origin.git && git config remotes.default copies",
    }),
    allow("git remote update", "the default group has no mirror in it", {
      given: "git remote add --mirror=fetch copies ../origin.git && git config remotes.default origin",
    }),
    deny("foreign-branch", "git remote add -f --mirror=fetch copies ../origin.git", "fetches over the local branches"),
    deny("shared-config", "git remote remove origin", "the directory does not matter", { in: "main" }),
  ],
}
