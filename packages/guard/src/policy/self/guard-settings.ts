import type { Effect, WorktreeWrite } from "../../git/effect.ts"
import { textOf } from "../../shell/value.ts"
import type { State } from "../../state/state.ts"
import type { Rule, Stake } from "../rule.ts"

interface Settings {
  /** Below a checkout, or below the home folder. */
  readonly inCheckout?: readonly string[]
  readonly inHome?: readonly string[]
  /** Below the folder that a variable names. */
  readonly inVariable?: readonly (readonly [variable: string, file: string])[]
  /** What in it switches hooks off (as measured for each client). */
  readonly off?: RegExp
}

const DISABLED = /"disableAllHooks"\s*:\s*true/

/** Where each client keeps the settings that load its hooks or plugins. */
const SETTINGS: readonly Settings[] = [
  {
    inCheckout: [".claude/settings.json", ".claude/settings.local.json"],
    inHome: [".claude/settings.json"],
    inVariable: [["CLAUDE_CONFIG_DIR", "settings.json"]],
    off: DISABLED,
  },
  { inCheckout: [".qwen/settings.json"], inHome: [".qwen/settings.json"], off: DISABLED },
  {
    inCheckout: [".codex/config.toml"],
    inHome: [".codex/config.toml"],
    inVariable: [["CODEX_HOME", "config.toml"]],
    off: /(^|[\s.])hooks\s*=\s*false/,
  },
  { inCheckout: [".codex/hooks.json"], inHome: [".codex/hooks.json"], inVariable: [["CODEX_HOME", "hooks.json"]] },
  {
    inCheckout: [".gemini/settings.json"],
    inHome: [".gemini/settings.json"],
    inVariable: [["GEMINI_CLI_HOME", ".gemini/settings.json"]],
    off: /"hooksConfig"[^}]*"enabled"\s*:\s*false/,
  },
  {
    inCheckout: [".github/copilot/settings.json", ".github/hooks/ringfence.json"],
    inHome: [".copilot/settings.json", ".copilot/hooks/ringfence.json"],
    inVariable: [
      ["COPILOT_HOME", "settings.json"],
      ["COPILOT_HOME", "hooks/ringfence.json"],
    ],
    off: DISABLED,
  },
  {
    inCheckout: [
      "opencode.json",
      "opencode.jsonc",
      ".opencode/opencode.json",
      ".opencode/opencode.jsonc",
      ".opencode/tui.json",
    ],
    inHome: [".config/opencode/opencode.json", ".config/opencode/opencode.jsonc", ".config/opencode/tui.json"],
    inVariable: [
      ["XDG_CONFIG_HOME", "opencode/opencode.json"],
      ["XDG_CONFIG_HOME", "opencode/opencode.jsonc"],
      ["XDG_CONFIG_HOME", "opencode/tui.json"],
    ],
  },
  {
    inCheckout: [".grok/hooks/ringfence.json"],
    inHome: [".grok/hooks/ringfence.json"],
    inVariable: [["GROK_HOME", "hooks/ringfence.json"]],
  },
  { inHome: [".grok/disabled-hooks"], inVariable: [["GROK_HOME", "disabled-hooks"]], off: /\bringfence\b/ },
  {
    inHome: [".grok/requirements.toml", ".grok/managed_config.toml"],
    inVariable: [
      ["GROK_HOME", "requirements.toml"],
      ["GROK_HOME", "managed_config.toml"],
    ],
    off: /\ballow_?managed_?hooks_?only\s*=\s*true/i,
  },
  {
    inCheckout: [".pi/extensions/ringfence.ts"],
    inHome: [".pi/agent/extensions/ringfence.ts"],
    inVariable: [["PI_CODING_AGENT_DIR", "extensions/ringfence.ts"]],
  },
]

/** A client reads the settings of the checkout it runs in and of its user, not those of a scratch folder. */
function filesOf(settings: Settings, state: State): readonly string[] {
  const below = (folder: string | undefined, files: readonly string[] = []): readonly string[] =>
    folder === undefined || folder === "" ? [] : files.map((file) => `${folder}/${file}`)
  const own = state.own!
  return [
    ...[own.worktree, ...own.others.map((other) => other.path)].flatMap((top) => below(top, settings.inCheckout)),
    ...below(state.env["HOME"], settings.inHome),
    ...(settings.inVariable ?? []).flatMap(([variable, file]) => below(state.env[variable], [file])),
  ]
}

/** A plugin of opencode's is named by its folder, wherever the checkout lies that it is in. */
const OUR_ENTRY = /ringfence|[/\\]packages[/\\]opencode\b/i

function settingsStake(effect: Effect, state: State): Stake | undefined {
  if (!state.own) return undefined
  if (effect.kind === "self") return effect.what === "guard-settings" ? { what: effect.detail } : undefined
  const path = effect.kind === "worktree" ? textOf(effect.path) : undefined
  if (effect.kind !== "worktree" || path === undefined) return undefined
  const record = `${state.own.gitDir}/ringfence`
  if (path === record || path.startsWith(`${record}/`))
    return { what: `the record and fence of this session, ${record}`, path: record }
  if (path === `${state.own.worktree}/.git`)
    return { what: "what makes this folder a worktree, and a guarded one", path }
  const ours = ourFiles(state).find((file) => file === path || (effect.destructive && file.startsWith(`${path}/`)))
  if (ours !== undefined) return { what: `what Ringfence itself goes by, ${ours}`, path: ours }
  for (const settings of SETTINGS) {
    for (const file of filesOf(settings, state)) {
      if (file !== path && !(effect.destructive && file.startsWith(`${path}/`))) continue
      const content = file === path ? textOf(effect.content) : undefined
      if (content !== undefined && settings.off?.test(content))
        return { what: `the hooks that ${file} switches on`, path: file }
      if (losesOurEntry(effect, file, content, state)) return { what: `the guard's own entry in ${file}`, path: file }
    }
  }
  return undefined
}

/** Our own configuration, and the list of what a person has adopted. */
function ourFiles({ env }: State): readonly string[] {
  const home = env["HOME"]
  const config = env["XDG_CONFIG_HOME"] || (home && `${home}/.config`)
  const data = env["RINGFENCE_DATA"] || (env["XDG_DATA_HOME"] || (home && `${home}/.local/share`)) + "/ringfence"
  return [env["RINGFENCE_CONFIG"], config && `${config}/ringfence/config.json`, `${data}/adopted`].filter(
    (file): file is string => file !== undefined && file !== "",
  )
}

function losesOurEntry(effect: WorktreeWrite, file: string, content: string | undefined, state: State): boolean {
  if (content === undefined ? !effect.destructive : OUR_ENTRY.test(content)) return false
  return OUR_ENTRY.test(state.files.read(file) ?? "")
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
