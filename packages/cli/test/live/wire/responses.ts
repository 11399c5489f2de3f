/** OpenAI's responses. */
import { argumentsOf, list, type Fields, type Heard, type Offered, type Turn, type Wire } from "./wire.ts"

const usage = {
  input_tokens: 1,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 1,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 2,
}

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null

/** Outputs are texts, lists of parts, or objects around one. */
function textIn(value: unknown): string {
  if (typeof value === "string") return value
  if (Array.isArray(value)) return value.map(textIn).join("\n")
  if (!isFields(value)) return ""
  return textIn(value["text"] ?? value["content"] ?? value["body"])
}

/** Some tools come sorted, in a tool that holds them. */
const offered = (tool: Fields): readonly Offered[] =>
  Array.isArray(tool["tools"])
    ? list(tool["tools"]).flatMap(offered)
    : [{ name: String(tool["name"]), free: tool["type"] === "custom" }]

function itemOf(turn: Turn, id: string, { tools }: Heard): Fields {
  const status = "completed"
  if (typeof turn === "string")
    return {
      type: "message",
      id: "said",
      role: "assistant",
      status,
      content: [{ type: "output_text", text: turn, annotations: [] }],
    }
  const { namespace } = turn
  const free = tools.some((tool) => tool.name === turn.tool && tool.free)
  const call = { id: `item_${id}`, call_id: id, name: turn.tool, status }
  if (free) return { type: "custom_tool_call", ...call, input: argumentsOf(turn) }
  return { type: "function_call", ...call, ...(namespace ? { namespace } : {}), arguments: argumentsOf(turn) }
}

export const responses: Wire = {
  path: /\/responses$/,
  read: ({ input, tools, stream }) => ({
    said:
      typeof input === "string"
        ? [input]
        : list(input)
            .filter(({ role }) => role === "user")
            .map(({ content }) => textIn(content)),
    results: list(input)
      .filter(({ type }) => typeof type === "string" && type.endsWith("_output"))
      .map(({ call_id: id, output }) => ({ id: String(id), text: textIn(output) })),
    tools: list(tools).flatMap(offered),
    stream: stream === true,
  }),
  say: (turn, id, heard) => {
    const item = itemOf(turn, id, heard)
    const whole = (status: string, output: readonly Fields[]): Fields => ({
      ...{ id: `response_${id}`, object: "response", created_at: 0, status, model: "scripted", output },
      ...{ usage: status === "completed" ? usage : null, parallel_tool_calls: false, tools: [] },
      ...{ error: null, incomplete_details: null },
    })
    const begun =
      item["type"] === "message" ? { ...item, status: "in_progress", content: [] } : { ...item, status: "in_progress" }
    const steps: readonly (readonly [type: string, fields: Fields])[] = [
      ["response.created", { response: whole("in_progress", []) }],
      ["response.output_item.added", { output_index: 0, item: begun }],
      ...(typeof turn === "string"
        ? [["response.output_text.delta", { item_id: "said", output_index: 0, content_index: 0, delta: turn }] as const]
        : []),
      ["response.output_item.done", { output_index: 0, item }],
      ["response.completed", { response: whole("completed", [item]) }],
    ]
    return {
      whole: whole("completed", [item]),
      events: steps.map(([type, fields], sequence_number) => ({
        event: type,
        data: { type, sequence_number, ...fields },
      })),
    }
  },
}
