/** Configuration and hooks that other checkouts go by. */
import { storeName, type ConfigWrite } from "../../git/effect.ts"
import { textOf } from "../../shell/value.ts"
import type { Config, State } from "../../state/state.ts"
import type { Rule, Stake } from "../rule.ts"
import { sharesRepository, siteStake } from "../stake.ts"
import { quote } from "./remedies.ts"

/** Written nowhere, whatever they are set to: they say where the repository is, or run programs. */
const NEVER =
  /^(core\.(bare|worktree|hookspath|repositoryformatversion)|extensions\.(?!worktreeconfig$).*|(alias|url|filter|include|includeif)\..*)$/i

/** Free for every session to write. The extension only lets worktrees have settings of their own. */
const FREE = /^((advice|color)\.|safe\.directory$|extensions\.worktreeconfig$)/i

/** Free while nobody has set them. */
const FREE_WHILE_UNSET = /^(user\..*|submodule\..*)$/i

const RULES: readonly ((key: string, state: State) => boolean)[] = [
  (key) => FREE.test(key),
  (key, state) => FREE_WHILE_UNSET.test(key) && before(state)?.get(key) === undefined,
  (key, state) => isOwnBranchKey(key, state),
  (key, state) => isNewRemoteKey(key, state),
]

/** What earlier commands of the same text have set is nobody else's. */
const before = (state: State): Config | undefined => state.initial.home?.config

function isOwnBranchKey(key: string, state: State): boolean {
  const branch = /^branch\.(.+)\.[^.]+$/i.exec(key)?.[1]
  return (
    branch !== undefined && (state.own!.ownsBranch(branch) || state.home?.refs.exists(`refs/heads/${branch}`) === false)
  )
}

function isNewRemoteKey(key: string, state: State): boolean {
  const remote = /^(remote\..+)\.[^.]+$/i.exec(key)?.[1]
  return remote !== undefined && before(state)?.keys(`${remote}.`).length === 0
}

/** What all go by: the repository's own value, or the one it leaves to the person's configuration. */
const inEffect = (config: Config, scope: Parameters<Config["getIn"]>[0], key: string): string | undefined =>
  config.getIn(scope, key) ??
  (scope === "shared" ? (config.getIn("global", key) ?? config.getIn("system", key)) : undefined)

function changes(effect: ConfigWrite, key: string, state: State): boolean {
  const config = before(state)
  if (!config) return true
  const scope = effect.scope === "file" ? "shared" : effect.scope
  switch (effect.action) {
    case "set":
      return textOf(effect.value) === undefined || inEffect(config, scope, key) !== textOf(effect.value)
    case "add":
    case "edit":
      return true
    default:
      return config.getIn(scope, key) !== undefined
  }
}

/** The keys a write touches: a whole section has those that are set in it. */
function keysOf(effect: ConfigWrite, key: string, state: State): readonly string[] {
  if (effect.action !== "removeSection" && effect.action !== "renameSection") return [key]
  const renamed = textOf(effect.value)
  return [...(before(state)?.keys(`${key}.`) ?? []), ...(renamed === undefined ? [] : [`${renamed}.any`])]
}

const isAllowed = (effect: ConfigWrite, key: string, state: State): boolean =>
  !NEVER.test(key) && (!changes(effect, key, state) || RULES.some((rule) => rule(key, state)))

function configStake(effect: ConfigWrite, state: State): Stake | undefined {
  if (!state.own || effect.scope === "file") return undefined
  const everywhere = effect.scope === "global" || effect.scope === "system"
  if (effect.scope === "worktree") return effect.site.kind === "own" ? undefined : siteStake(effect.site)
  if (!everywhere && !sharesRepository(effect.site)) return undefined
  const key = textOf(effect.key)
  if (key === undefined) return undefined
  const store = storeName(effect.site)
  if (store !== undefined && !everywhere)
    return FREE.test(key) ? undefined : { what: `${key} in the configuration of ${store}`, path: store }
  if (keysOf(effect, key, state).every((each) => isAllowed(effect, each, state))) return undefined
  return { what: `${key} in the configuration that ${everywhere ? "all repositories here" : "all worktrees"} go by` }
}

export const sharedConfig: Rule = {
  code: "isolated-git/shared-config",
  title: "this changes configuration or hooks that other checkouts go by",
  why: "Every worktree reads the same configuration and runs the same hooks.",
  refuses: (effect, state) => {
    if (effect.kind === "config") return configStake(effect, state)
    if (effect.kind === "hooks" && sharesRepository(effect.site))
      return { what: "the hooks that run in every worktree" }
    return undefined
  },
  remedies: (effect) => {
    const key = effect.kind === "config" ? textOf(effect.key) : undefined
    const value = effect.kind === "config" ? textOf(effect.value) : undefined
    if (effect.kind !== "config" || (effect.action !== "set" && effect.action !== "add"))
      return [{ text: "leave it as it is: other checkouts go by it. If it is wrong, say so in your answer" }]
    if (key === undefined || value === undefined || /^include/i.test(key))
      return [{ text: "give the setting to one command only: `git -c <key>=<value> …`" }]
    return [
      {
        text: "give the setting to the commands that need it, each by itself",
        command: `git -c ${quote(`${key}=${value}`)} status`,
      },
    ]
  },
}
