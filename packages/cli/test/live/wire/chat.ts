/** OpenAI's chat completions. */
import { argumentsOf, list, textOf, type Fields, type Wire } from "./wire.ts"

const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }

export const chat: Wire = {
  path: /\/chat\/completions$/,
  read: ({ messages, tools, stream }) => ({
    said: list(messages)
      .filter(({ role }) => role === "user")
      .map(({ content }) => textOf(content)),
    results: list(messages)
      .filter(({ role }) => role === "tool")
      .map(({ content, tool_call_id: id }) => ({ id: String(id), text: textOf(content) })),
    tools: list(tools).map((tool) => ({ name: String((tool["function"] as Fields | undefined)?.["name"]) })),
    stream: stream === true,
  }),
  say: (turn, id) => {
    const called = typeof turn === "string" ? undefined : { name: turn.tool, arguments: argumentsOf(turn) }
    const finish_reason = called ? "tool_calls" : "stop"
    const calls = called ? { tool_calls: [{ index: 0, id, type: "function", function: called }] } : {}
    const message = { role: "assistant", content: typeof turn === "string" ? turn : "", ...calls }
    const base = { id: "scripted", created: 0, model: "scripted" }
    const chunk = (delta: object, reason: string | null) => ({
      data: { ...base, object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason: reason }] },
    })
    return {
      whole: { ...base, object: "chat.completion", choices: [{ index: 0, message, finish_reason }], usage },
      events: [
        chunk(message, null),
        chunk({}, finish_reason),
        { data: { ...base, object: "chat.completion.chunk", choices: [], usage } },
        { data: "[DONE]" },
      ],
    }
  },
}
