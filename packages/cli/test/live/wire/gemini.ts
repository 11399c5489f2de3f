/** Gemini's generateContent. */
import { list, type Fields, type Wire } from "./wire.ts"

const partsOf = (contents: unknown, wanted: (role: unknown) => boolean): readonly Fields[] =>
  list(contents)
    .filter(({ role }) => wanted(role))
    .flatMap(({ parts }) => list(parts))

/** What a tool gave back, whatever it went wrong with. */
function resultText(response: unknown): string {
  const { output, error } = (response ?? {}) as Fields
  const told = output ?? error ?? response
  return typeof told === "string" ? told : JSON.stringify(told)
}

export const gemini: Wire = {
  path: /:(?:stream)?generateContent$/i,
  read: ({ contents, tools }, path) => ({
    said: partsOf(contents, (role) => role === "user").flatMap(({ text }) => (typeof text === "string" ? [text] : [])),
    results: partsOf(contents, () => true).flatMap(({ functionResponse }) => {
      if (functionResponse === undefined) return []
      const { id, response } = functionResponse as Fields
      return [{ ...(typeof id === "string" ? { id } : {}), text: resultText(response) }]
    }),
    tools: list(tools)
      .flatMap(({ functionDeclarations }) => list(functionDeclarations))
      .map(({ name }) => ({ name: String(name) })),
    stream: /:stream/i.test(path),
  }),
  say: (turn, id) => {
    const part = typeof turn === "string" ? { text: turn } : { functionCall: { id, name: turn.tool, args: turn.args } }
    const whole = {
      candidates: [{ content: { role: "model", parts: [part] }, finishReason: "STOP", index: 0 }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
      modelVersion: "scripted",
      responseId: `response_${id}`,
    }
    return { whole, events: [{ data: whole }] }
  },
}
