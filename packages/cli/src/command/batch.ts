/** `ringfence check --batch`: a request a line in, an answer a line out, in the same order and as they come. */
import { Guard, type CheckRequest, type PolicyName, type Verdict } from "@ringfence/guard"
import { describeFailure, ExitCode, Failure } from "../failure.ts"
import { POLICIES } from "../specification.ts"
import { describeProblem } from "../render/notes.ts"
import { INPUT_LIMIT, print, say } from "../terminal.ts"
import { existingDirectory } from "./request.ts"

interface Line {
  /** The JSON text of the id, as it came. */
  readonly id: string
  readonly request: CheckRequest
}

/** An answer that is an error: the id is null where the line is malformed. */
class LineFailure extends Failure {
  constructor(
    message: string,
    readonly id = "null",
  ) {
    super(message)
  }
}

/** One object for all lines without an environment of their own: the guard knows a state again by it. */
const INHERITED = { ...process.env }

/** Answers every line of stdin. `policies` holds for lines that name none. */
export async function runBatch(policies: readonly PolicyName[] | undefined): Promise<number> {
  const guard = await Guard.load()
  let failed = false
  let number = 0
  const answer = (together: Guard, text: string): string => {
    number += 1
    if (text.trim() === "") return ""
    try {
      const { id, request } = readLine(text, policies)
      report(together.problems(request))
      return `${answerFor(id, together.check(request))}\n`
    } catch (error) {
      failed = true
      const id = error instanceof LineFailure ? error.id : "null"
      return `{"id":${id},"line":${number},"error":${JSON.stringify(describeFailure(error))}}\n`
    }
  }
  const reported = new Set<string>()
  const report = (problems: ReturnType<Guard["problems"]>): void => {
    for (const line of problems.map(describeProblem)) {
      if (!reported.has(line)) say(`ringfence: ${line}`)
      reported.add(line)
    }
  }
  for await (const lines of readLines(Bun.stdin.stream())) {
    const together = guard.together()
    if (!print(lines.map((line) => answer(together, line)).join(""))) break
  }
  return failed ? ExitCode.failed : ExitCode.allowed
}

/** The complete lines of each chunk as it arrives, the last line also without a newline. */
async function* readLines(stream: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder()
  let rest = ""
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n")
    rest = lines.pop()!
    if (rest.length > INPUT_LIMIT) throw new Failure(`a line on stdin is longer than ${INPUT_LIMIT} characters`)
    if (lines.length > 0) yield lines
  }
  rest += decoder.decode()
  if (rest !== "") yield [rest]
}

function readLine(text: string, policies: readonly PolicyName[] | undefined): Line {
  const fields = parseObject(text)
  if (fields["id"] === undefined) throw new LineFailure("id is missing")
  const directory = textField(fields, "directory") ?? missing("directory")
  const cwd = textField(fields, "cwd")
  const command = textField(fields, "command") ?? missing("command")
  const request = {
    command,
    policies: policiesField(fields) ?? policies,
    env: environmentField(fields),
  }
  const id = sourceOfId(text, fields["id"])
  try {
    const absolute = existingDirectory(directory)
    return {
      id,
      request: { ...request, directory: absolute, cwd: cwd === undefined ? absolute : existingDirectory(cwd) },
    }
  } catch (error) {
    throw new LineFailure(describeFailure(error), id)
  }
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new LineFailure("the line is not JSON")
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new LineFailure("the line is not a JSON object")
  return value as Readonly<Record<string, unknown>>
}

/** Numbers that JavaScript would write in another way (`1.0`, twenty digits) are taken from the text. */
function sourceOfId(text: string, id: unknown): string {
  if (typeof id !== "number") return JSON.stringify(id)
  let source = JSON.stringify(id)
  JSON.parse(text, function (this: unknown, key: string, value: unknown, context?: { readonly source?: string }) {
    if (key === "id" && value === id && context?.source !== undefined) source = context.source
    return value
  } as Parameters<typeof JSON.parse>[1])
  return source
}

function missing(name: string): never {
  throw new LineFailure(`${name} is missing`)
}

function textField(fields: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = fields[name] ?? undefined
  if (value === undefined || typeof value === "string") return value
  throw new LineFailure(`${name} is not a text`)
}

function policiesField(fields: Readonly<Record<string, unknown>>): readonly PolicyName[] | undefined {
  const value = fields["policies"] ?? undefined
  if (value === undefined) return undefined
  const isPolicy = (name: unknown): boolean => (POLICIES as readonly unknown[]).includes(name)
  if (!Array.isArray(value) || value.length === 0 || !value.every(isPolicy)) {
    throw new LineFailure(`policies is not a list of one or more of ${POLICIES.join(", ")}`)
  }
  return value as PolicyName[]
}

/** The environment of this process with the line's variables on top; null unsets one. */
function environmentField(fields: Readonly<Record<string, unknown>>): CheckRequest["env"] {
  const value = fields["env"] ?? undefined
  if (value === undefined) return INHERITED
  const isText = (entry: unknown): boolean => typeof entry === "string" || entry === null
  if (typeof value !== "object" || Array.isArray(value) || !Object.values(value).every(isText)) {
    throw new LineFailure("env is not an object of texts")
  }
  const set = Object.entries(value as Record<string, string | null>).map(([name, text]) => [name, text ?? undefined])
  return { ...INHERITED, ...(Object.fromEntries(set) as Record<string, string | undefined>) }
}

function answerFor(id: string, { verdict, policy, code, reason, command, remedy }: Verdict): string {
  const rest = JSON.stringify({ verdict, policy, code, reason, command, remedy }).slice(1)
  return `{"id":${id},${rest}`
}
