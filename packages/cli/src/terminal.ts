/** Standard input and output of the command line: results on stdout, talk on stderr. */
import { writeSync } from "node:fs"
import { isatty } from "node:tty"
import { Failure } from "./failure.ts"

const STDIN = 0
const STDOUT = 1
const STDERR = 2

/** More than any text or line is worth reading: the guard's own bound is far below. */
export const INPUT_LIMIT = 16 * 1024 * 1024

/** Writes a result. False where nobody reads any more (a closed pipe), which is no error. */
export function print(text: string): boolean {
  return write(STDOUT, text)
}

/** Says something to the person in front of the screen, a line at a time. */
export function say(text: string): void {
  write(STDERR, text.endsWith("\n") ? text : `${text}\n`)
}

/** Says something without ending the line: a question. */
export function murmur(text: string): void {
  write(STDERR, text)
}

function write(descriptor: number, data: string | Uint8Array): boolean {
  let rest: Uint8Array = typeof data === "string" ? Buffer.from(data) : data
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest))
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      if (code === "EPIPE") return false
      if (code !== "EAGAIN") throw new Failure(`cannot write the output: ${(error as Error).message}`)
      Bun.sleepSync(1)
    }
  }
  return true
}

/** Writes bytes as they come. False where nobody reads any more. */
export const printBytes = (bytes: Uint8Array): boolean => write(STDOUT, bytes)

/** Whether stdout (or stderr) can show colour and the user wants it. */
export function wantsColor(
  env: Readonly<Record<string, string | undefined>> = process.env,
  on: "stdout" | "stderr" = "stdout",
): boolean {
  if (env["NO_COLOR"]) return false
  if (env["FORCE_COLOR"] && env["FORCE_COLOR"] !== "0") return true
  return isatty(on === "stdout" ? STDOUT : STDERR) && env["TERM"] !== "dumb"
}

/** Whether somebody sits there who can read a question on stderr and type the answer. */
export const hasPerson = (): boolean => isatty(STDIN) && isatty(STDERR)

/** The width to lay tables out for. */
export function columns(): number {
  return (isatty(STDOUT) && process.stdout.columns) || 120
}

/** All of stdin as text. Bytes that are no UTF-8 become U+FFFD. */
export async function readStdin(): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of Bun.stdin.stream()) {
    size += chunk.length
    if (size > INPUT_LIMIT) throw new Failure(`the text on stdin is longer than ${INPUT_LIMIT} bytes`)
    chunks.push(chunk)
  }
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(Buffer.concat(chunks))
}
