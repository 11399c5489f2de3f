/** Grok Build, by its published shape: it takes a no from stdout, and starts hooks wherever it likes. */
import { shellWord } from "./hook/word.ts"
import { CAMEL, SNAKE, type Dialect } from "./hook/dialect.ts"
import { byShape } from "./hook/tools.ts"

export const dialect: Dialect = {
  name: "grok",
  keys: { ...CAMEL, tool: [...CAMEL.tool, ...SNAKE.tool], input: [...CAMEL.input, ...SNAKE.input] },
  before: ["PreToolUse"],
  tools: byShape,
  own: "process",
  carries: () => false,
  answer: (reason) => ({ decision: "deny", reason }),
}

/**
 * The line that is installed. Grok itself expands the variables in it before a shell sees it, so each has a default.
 *
 * @param launcher the absolute path of what is run
 */
export const commandLine = (launcher: string): string =>
  `${shellWord(launcher)} hook grok --directory "\${GROK_WORKSPACE_ROOT:-}"`
