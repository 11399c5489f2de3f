/** The clients that are driven: the exact version, how each is told of a model on loopback, and what its tools are called. */
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { Step } from "./model.ts"
import type { ToolCall } from "./wire/wire.ts"

/** Where a client runs. */
export interface Place {
  /** Its HOME. */
  readonly home: string
  /** The model's address, without a path. */
  readonly url: string
  /** A folder beside the one it is started in that it may go to. */
  readonly beside: string
}

export interface Program {
  /** As `ringfence install` takes it. */
  readonly name: string
  readonly title: string
  readonly package: string
  readonly version: string
  /** The name of its program. */
  readonly bin: string
  /** Files of its configuration, by their path below HOME. */
  readonly files: (place: Place) => Readonly<Record<string, object | string>>
  readonly env: (place: Place) => Readonly<Record<string, string>>
  readonly argv: (message: string, place: Place) => readonly string[]
  /** A command in its shell tool. */
  readonly shell: (command: string) => ToolCall
  /** How a call comes to run in another folder: by a field of it, or by a cd of the call before. */
  readonly elsewhere: { readonly field: string } | "cd of the call before" | "cd in the call"
  /** A file that is written. */
  readonly write: (path: string, text: string) => ToolCall
  /** A subagent that is given a message; undefined where it has none. */
  readonly subagent?: (message: string) => ToolCall
  /** How a subagent is waited for, where the client does not do so of itself. */
  readonly wait?: Step
}

const shell =
  (tool: string, key = "command", more: object = {}) =>
  (command: string): ToolCall => ({ tool, args: { [key]: command, description: "as the script says", ...more } })

/** The id that a client gives a subagent, in what it says of its start. */
const idIn = (text: string, pattern: RegExp): string => pattern.exec(text)?.[1] ?? "none"

const model = "scripted"
/** Whatever a client wants from elsewhere it does not get: the proxy is a port where nobody is. */
const NOWHERE = "http://127.0.0.1:9"
const QUIET = {
  ...{ HTTP_PROXY: NOWHERE, HTTPS_PROXY: NOWHERE, http_proxy: NOWHERE, https_proxy: NOWHERE },
  NO_PROXY: "127.0.0.1,localhost",
  no_proxy: "127.0.0.1,localhost",
  TERM: "xterm-256color",
  SHELL: "/bin/bash",
}

const claude: Program = {
  name: "claude",
  title: "Claude Code",
  package: "@anthropic-ai/claude-code",
  version: "2.1.332",
  bin: "claude",
  files: () => ({}),
  env: ({ url }) => ({
    ...{
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: "none",
      IS_SANDBOX: "1",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    },
    ...{ DISABLE_TELEMETRY: "1", DISABLE_ERROR_REPORTING: "1", DISABLE_AUTOUPDATER: "1" },
  }),
  argv: (message, { beside }) => [
    ...["-p", message, "--model", "claude-sonnet-4-5", "--output-format", "json", "--dangerously-skip-permissions"],
    ...["--add-dir", beside],
  ],
  shell: shell("Bash"),
  elsewhere: "cd of the call before",
  write: (file_path, content) => ({ tool: "Write", args: { file_path, content } }),
  subagent: (prompt) => ({
    tool: "Agent",
    args: { prompt, description: "as the script says", subagent_type: "general-purpose" },
  }),
}

/** Where Codex keeps the tools for subagents. */
const AGENTS = "multi_agent_v1"
/** A model by whose name Codex offers apply_patch. */
const PATCHING = "gpt-5.5"

const codex: Program = {
  name: "codex",
  title: "Codex CLI",
  package: "@openai/codex",
  version: "0.171.0",
  bin: "codex",
  files: ({ url }) => ({
    ".codex/config.toml": [
      ...[`model = "${PATCHING}"`, 'model_provider = "loopback"', "check_for_update_on_startup = false"],
      ...["[model_providers.loopback]", 'name = "loopback"', `base_url = "${url}/v1"`, 'wire_api = "responses"'],
      ...['env_key = "LOOPBACK_KEY"', "request_max_retries = 0", "stream_max_retries = 0"],
      ...["[analytics]", "enabled = false", ""],
    ].join("\n"),
  }),
  env: () => ({ LOOPBACK_KEY: "none" }),
  argv: (message) => ["exec", "--json", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox", message],
  shell: (cmd) => ({ tool: "exec_command", args: { cmd } }),
  elsewhere: { field: "workdir" },
  write: (path, text) => ({
    tool: "apply_patch",
    args: `*** Begin Patch\n*** Add File: ${path}\n+${text}\n*** End Patch\n`,
  }),
  subagent: (message) => ({ tool: "spawn_agent", namespace: AGENTS, args: { message } }),
  wait: (last) => ({
    ...{ tool: "wait_agent", namespace: AGENTS },
    args: { targets: [idIn(last, /"agent_id":"([^"]+)"/)], timeout_ms: 120_000 },
  }),
}

const pi: Program = {
  name: "pi",
  title: "pi",
  package: "@earendil-works/pi-coding-agent",
  version: "1.6.0",
  bin: "pi",
  files: ({ url }) => ({
    ".pi/agent/models.json": {
      providers: {
        loopback: {
          ...{ baseUrl: `${url}/v1`, api: "openai-completions", apiKey: "none" },
          models: [
            {
              ...{ id: model, name: model, reasoning: false, input: ["text"], contextWindow: 200_000, maxTokens: 8000 },
              cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
            },
          ],
        },
      },
    },
  }),
  env: () => ({ PI_OFFLINE: "1", PI_SKIP_VERSION_CHECK: "1" }),
  argv: (message) => ["-p", "--mode", "json", "--provider", "loopback", "--model", model, "--no-session", message],
  shell: shell("bash"),
  elsewhere: "cd in the call",
  write: (path, content) => ({ tool: "write", args: { path, content } }),
}

const gemini: Program = {
  name: "gemini",
  title: "Gemini CLI",
  package: "@google/gemini-cli",
  version: "0.61.0",
  bin: "gemini",
  files: () => ({
    ".gemini/settings.json": {
      security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
    },
  }),
  env: ({ url }) => ({
    ...{ GEMINI_API_KEY: "none", GOOGLE_GEMINI_BASE_URL: url, GEMINI_CLI_TRUST_WORKSPACE: "true" },
  }),
  argv: (message, { beside }) => [
    ...["-p", message, "--yolo", "--model", "gemini-2.5-flash", "--output-format", "json"],
    ...["--include-directories", beside],
  ],
  shell: shell("run_shell_command"),
  elsewhere: { field: "dir_path" },
  write: (file_path, content) => ({ tool: "write_file", args: { file_path, content } }),
  subagent: (prompt) => ({ tool: "invoke_agent", args: { agent_name: "generalist", prompt } }),
}

const qwen: Program = {
  name: "qwen",
  title: "Qwen Code",
  package: "@qwen-code/qwen-code",
  version: "0.24.4",
  bin: "qwen",
  files: () => ({
    ".qwen/settings.json": {
      security: { auth: { selectedType: "openai" } },
      privacy: { usageStatisticsEnabled: false },
      general: { enableAutoUpdate: false },
    },
  }),
  env: ({ url }) => ({ OPENAI_API_KEY: "none", OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: model }),
  argv: (message, { beside }) => [
    ...["-p", message, "--yolo", "--auth-type", "openai", "--output-format", "json"],
    ...["--include-directories", beside],
  ],
  shell: shell("run_shell_command", "command", { is_background: false }),
  elsewhere: { field: "directory" },
  write: (file_path, content) => ({ tool: "write_file", args: { file_path, content } }),
  subagent: (prompt) => ({
    tool: "agent",
    args: { prompt, description: "as the script says", subagent_type: "general-purpose" },
  }),
}

const copilot: Program = {
  name: "copilot",
  title: "Copilot CLI",
  package: "@github/copilot",
  version: "1.0.102",
  bin: "copilot",
  files: () => ({}),
  env: ({ url }) => ({
    ...{ COPILOT_PROVIDER_TYPE: "openai", COPILOT_PROVIDER_BASE_URL: `${url}/v1`, COPILOT_PROVIDER_API_KEY: "none" },
    ...{ COPILOT_MODEL: model, COPILOT_OFFLINE: "true", COPILOT_AUTO_UPDATE: "false" },
  }),
  argv: (message) => ["-p", message, "--allow-all-tools", "--allow-all-paths", "--no-color", "--no-auto-update"],
  shell: shell("bash"),
  elsewhere: "cd in the call",
  write: (path, file_text) => ({ tool: "create", args: { path, file_text } }),
  subagent: (prompt) => ({
    tool: "task",
    args: { prompt, description: "as the script says", agent_type: "general-purpose", name: "helper", mode: "sync" },
  }),
}

const grok: Program = {
  name: "grok",
  title: "Grok Build",
  package: "@xai-official/grok",
  version: "1.0.41",
  bin: "grok",
  files: ({ url }) => ({
    ".grok/config.toml": [
      ...["[models]", `default = "${model}"`, `[model.${model}]`, `model = "${model}"`, `base_url = "${url}/v1"`],
      ...['name = "scripted"', 'env_key = "LOOPBACK_KEY"', "context_window = 200000", ""],
    ].join("\n"),
  }),
  env: () => ({ LOOPBACK_KEY: "none" }),
  argv: (message) => [
    "-p",
    message,
    "-m",
    model,
    "--always-approve",
    "--output-format",
    "json",
    "--disable-web-search",
  ],
  shell: shell("run_terminal_command"),
  elsewhere: "cd in the call",
  write: (file_path, content) => ({ tool: "write", args: { file_path, content } }),
  subagent: (prompt) => ({
    tool: "spawn_subagent",
    args: { prompt, description: "as the script says", subagent_type: "general-purpose" },
  }),
  wait: (last) => ({
    tool: "get_command_or_subagent_output",
    args: { task_ids: [idIn(last, /subagent_id: (\S+)/)], timeout_ms: 120_000 },
  }),
}

const opencode: Program = {
  name: "opencode",
  title: "opencode",
  package: "opencode-ai",
  version: "1.18.33",
  bin: "opencode",
  files: ({ url }) => ({
    ".config/opencode/opencode.json": {
      ...{
        autoupdate: false,
        share: "disabled",
        snapshot: false,
        model: "loopback/scripted",
        small_model: "loopback/scripted",
      },
      provider: {
        loopback: {
          npm: "@ai-sdk/openai-compatible",
          options: { baseURL: `${url}/v1`, apiKey: "none" },
          models: { [model]: { name: model, tool_call: true, limit: { context: 200_000, output: 8000 } } },
        },
      },
    },
    // What opencode would otherwise install beside its configuration first, from the registry.
    ".config/opencode/package-lock.json": { packages: { "": { dependencies: { "@opencode-ai/plugin": "*" } } } },
    ".config/opencode/node_modules/.keep": "",
  }),
  env: () => ({
    ...{ OPENCODE_DISABLE_AUTOUPDATE: "1", OPENCODE_DISABLE_MODELS_FETCH: "1", OPENCODE_DISABLE_LSP_DOWNLOAD: "1" },
    ...{ OPENCODE_DISABLE_DEFAULT_PLUGINS: "1", OPENCODE_DISABLE_EXTERNAL_SKILLS: "1" },
  }),
  argv: (message) => ["run", "--auto", message],
  shell: shell("bash"),
  elsewhere: { field: "workdir" },
  write: (filePath, content) => ({ tool: "write", args: { filePath, content } }),
  subagent: (prompt) => ({
    tool: "task",
    args: { prompt, description: "as the script says", subagent_type: "general" },
  }),
}

export const PROGRAMS: readonly Program[] = [claude, codex, pi, gemini, qwen, copilot, grok, opencode]

/** Most clients are scripts for this version of node, or a later one. */
export const NODE = { package: "node", version: "22.23.3" }

/** The environment of a client, beside that of a scene. */
export const environmentOf = (program: Program, place: Place): Readonly<Record<string, string>> => ({
  ...QUIET,
  ...program.env(place),
})

/** Writes a client's own configuration. */
export function configure(program: Program, place: Place): void {
  for (const [path, content] of Object.entries(program.files(place))) {
    const file = join(place.home, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, typeof content === "string" ? content : `${JSON.stringify(content, undefined, 2)}\n`)
  }
}
