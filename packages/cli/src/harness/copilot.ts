/** Copilot CLI. It sends every tool, and passes on a reason only where it is in the answer. */
import { CAMEL, portable, type Dialect } from "./hook/dialect.ts"
import { file, patch, shell } from "./hook/tools.ts"

export const dialect: Dialect = {
  name: "copilot",
  keys: CAMEL,
  before: ["preToolUse"],
  tools: {
    bash: shell,
    create: file,
    edit: file,
    insert: file,
    str_replace: file,
    str_replace_editor: file,
    apply_patch: patch,
  },
  own: "first call",
  carries: () => false,
  answer: portable,
}
