import type { Effect, WorktreeWrite } from "../../git/effect.ts"
import { textOf } from "../../shell/value.ts"
import type { State } from "../../state/state.ts"
import type { Rule, Stake } from "../rule.ts"

/** Settings files of the clients, and what in them switches hooks off (facts measured per client). */
const SETTINGS: readonly { readonly file: RegExp; readonly off?: RegExp }[] = [
  { file: /\/\.(claude|qwen)\/settings(\.local)?\.json$/, off: /"disableAllHooks"\s*:\s*true/ },
  { file: /\/\.?(codex)\/config\.toml$/, off: /(^|[\s.])hooks\s*=\s*false/ },
  { file: /\/\.?codex\/hooks\.json$/ },
  { file: /\/\.gemini\/settings\.json$/, off: /"hooksConfig"[^}]*"enabled"\s*:\s*false/ },
  { file: /\/\.github\/(copilot\/settings|hooks\/[^/]+)\.json$/, off: /"disableAllHooks"\s*:\s*true/ },
  { file: /\/\.copilot\/(settings|config|hooks\/[^/]+)\.json$/, off: /"disableAllHooks"\s*:\s*true/ },
  { file: /\/(\.?opencode\/)?(opencode|tui)\.jsonc?$/ },
  { file: /\/\.pi\/(agent\/)?extensions\/[^/]+$/ },
]

const OUR_ENTRY = /ringfence/i

function settingsStake(effect: Effect, state: State): Stake | undefined {
  if (!state.own) return undefined
  if (effect.kind === "self") return effect.what === "guard-settings" ? { what: effect.detail } : undefined
  const path = effect.kind === "worktree" ? textOf(effect.path) : undefined
  if (effect.kind !== "worktree" || path === undefined) return undefined
  const record = `${state.own.gitDir}/ringfence`
  if (path === record || path.startsWith(`${record}/`))
    return { what: `the record and fence of this session, ${record}`, path: record }
  const settings = SETTINGS.find(({ file }) => file.test(path))
  if (!settings || !isInEffect(path, state)) return undefined
  const content = textOf(effect.content)
  if (content !== undefined && settings.off?.test(content)) return { what: `the hooks that ${path} switches on`, path }
  return losesOurEntry(effect, path, content, state) ? { what: `the guard's own entry in ${path}`, path } : undefined
}

/** A client reads the settings of the checkout it runs in and of its user, not those of a scratch folder. */
function isInEffect(path: string, state: State): boolean {
  const roots = [
    state.own!.worktree,
    ...state.own!.others.map((other) => other.path),
    state.env["HOME"],
    state.env["CODEX_HOME"],
    state.env["COPILOT_HOME"],
    state.env["XDG_CONFIG_HOME"],
  ]
  return roots.some((root) => root !== undefined && root !== "" && path.startsWith(`${root}/`))
}

function losesOurEntry(effect: WorktreeWrite, path: string, content: string | undefined, state: State): boolean {
  if (content === undefined && !effect.destructive) return false
  if (content !== undefined && OUR_ENTRY.test(content)) return false
  return OUR_ENTRY.test(state.files.read(path) ?? "")
}

export const guardSettings: Rule = {
  code: "self/guard-settings",
  title: "this switches off, or takes away, what guards this session",
  why: "The guard is what lets many sessions work in one repository; it is not the child's to remove.",
  refuses: settingsStake,
  remedies: () => [
    {
      text: "leave that entry as it is; other edits of the file are fine. If the guard is wrong here, say so in your answer: a person can lift one rule for you",
    },
  ],
}
