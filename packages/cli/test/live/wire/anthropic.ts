/** Anthropic's messages. */
import { list, textOf, type Wire } from "./wire.ts"

const usage = { input_tokens: 1, output_tokens: 1, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }

export const anthropic: Wire = {
  path: /\/messages$/,
  read: ({ messages, tools, stream }) => {
    const parts = list(messages)
      .filter(({ role }) => role === "user")
      .flatMap(({ content }) => (typeof content === "string" ? [{ type: "text", text: content }] : list(content)))
    return {
      said: parts.filter(({ type }) => type === "text").map(({ text }) => String(text)),
      results: parts
        .filter(({ type }) => type === "tool_result")
        .map(({ content, tool_use_id: id }) => ({ id: String(id), text: textOf(content) })),
      tools: list(tools).map(({ name }) => ({ name: String(name) })),
      stream: stream === true,
    }
  },
  say: (turn, id) => {
    const isText = typeof turn === "string"
    const block = isText ? { type: "text", text: turn } : { type: "tool_use", id, name: turn.tool, input: turn.args }
    const message = {
      id: `message_${id}`,
      type: "message",
      role: "assistant",
      model: "scripted",
      stop_sequence: null,
      usage,
    }
    const stop_reason = isText ? "end_turn" : "tool_use"
    const delta = isText
      ? { type: "text_delta", text: turn }
      : { type: "input_json_delta", partial_json: JSON.stringify(turn.args) }
    const begun = isText ? { type: "text", text: "" } : { ...block, input: {} }
    const events: readonly object[] = [
      { type: "message_start", message: { ...message, content: [], stop_reason: null } },
      { type: "content_block_start", index: 0, content_block: begun },
      { type: "content_block_delta", index: 0, delta },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 1 } },
      { type: "message_stop" },
    ]
    return {
      whole: { ...message, content: [block], stop_reason },
      events: events.map((data) => ({ event: (data as { readonly type: string }).type, data })),
    }
  },
}
