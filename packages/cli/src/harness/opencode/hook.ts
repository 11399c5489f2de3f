/** opencode, for adapters that ask by a command. Its plugin of ours asks in its own process. */
import type { Dialect } from "../hook/dialect.ts"
import { file, patch, shell } from "../hook/tools.ts"

export const dialect: Dialect = {
  name: "opencode",
  keys: {
    tool: ["tool"],
    input: ["args"],
    event: [],
    session: ["sessionID"],
    agent: [],
    cwd: ["cwd"],
    directory: ["directory"],
    response: [],
  },
  before: [],
  tools: { bash: shell, write: file, edit: file, multiedit: file, patch, apply_patch: patch },
  own: "process",
  carries: () => false,
}
