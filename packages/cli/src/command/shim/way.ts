/** Where a server of the shim is, as the options say. */
import { readFileSync } from "node:fs"
import { Failure } from "../../failure.ts"

export interface Ways {
  readonly socket: string | undefined
  readonly port: string | undefined
  readonly "token-file": string | undefined
}

/** A shorter one can be guessed. */
const SHORTEST_TOKEN = 16

/** The socket or the port that was named; undefined where none was. */
export function wayOf(
  options: Ways,
):
  | { readonly kind: "unix"; readonly path: string }
  | { readonly kind: "tcp"; readonly port: number; readonly token: string }
  | undefined {
  if (options.socket !== undefined) return { kind: "unix", path: options.socket }
  if (options.port === undefined) return undefined
  const port = wholeNumber("--port", options.port, 0, 65_535)
  return { kind: "tcp", port, token: tokenOf(options["token-file"]) }
}

function tokenOf(file: string | undefined): string {
  const token = (file === undefined ? process.env["RINGFENCE_SHIM_TOKEN"] : read(file))?.trim() ?? ""
  if (token.length >= SHORTEST_TOKEN) return token
  const given = token === "" ? "there is none" : `it has ${token.length}`
  throw new Failure(
    `a port needs a token of ${SHORTEST_TOKEN} characters or more, and ${given}. Name a file with one (--token-file), or set RINGFENCE_SHIM_TOKEN`,
  )
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8")
  } catch (error) {
    throw new Failure(`the token cannot be read: ${(error as Error).message}`)
  }
}

/** A day. */
const MOST_SECONDS = 86_400

/** A time that an option gives in seconds, in milliseconds. */
export const milliseconds = (option: string, text: string): number => wholeNumber(option, text, 1, MOST_SECONDS) * 1000

function wholeNumber(option: string, text: string, least: number, most: number): number {
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= least && number <= most) return number
  throw new Failure(`${option} takes a whole number from ${least} to ${most}, not ${JSON.stringify(text)}`)
}
