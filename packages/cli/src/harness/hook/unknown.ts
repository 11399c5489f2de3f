/** A client that was not measured: every known spelling is read, and the answer that holds most widely is given. */
import { CAMEL, portable, SNAKE, type Dialect, type Keys } from "./dialect.ts"
import { byShape } from "./tools.ts"

const keys: Keys = {
  tool: [...SNAKE.tool, ...CAMEL.tool, "tool"],
  input: [...SNAKE.input, ...CAMEL.input, "args", "input"],
  event: [...SNAKE.event, ...CAMEL.event],
  session: [...SNAKE.session, ...CAMEL.session, "sessionID"],
  agent: [...SNAKE.agent, ...CAMEL.agent],
  cwd: ["cwd"],
  directory: [],
  response: [],
}

export const unknown = (name: string): Dialect => ({
  name,
  keys,
  before: ["PreToolUse", "BeforeTool", "preToolUse"],
  tools: byShape,
  own: "first call",
  carries: () => false,
  answer: portable,
})
