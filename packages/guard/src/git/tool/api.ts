/** Requests to a forge's API that move refs. */
import { known, textOf, unknown, type Value, type Word } from "../../shell/value.ts"
import type { Reading } from "../../shell/wrapper/options.ts"
import type { Effect } from "../effect.ts"
import { branchRef } from "../refs.ts"
import type { Reach } from "./reach.ts"

/** A request, as far as the text says it. */
interface Request {
  readonly method: string
  /** Without host, version and leading slash. */
  readonly path: string
  /** A field of the body; undefined where it is not given. */
  field(name: string): Value | undefined
  readonly reach: Reach
}

export interface Endpoint {
  readonly method: RegExp
  readonly path: RegExp
  readonly effects: (request: Request, match: readonly (string | undefined)[]) => readonly Effect[]
}

/** The effects of the first endpoint that the request is for. */
export function requestEffects(endpoints: readonly Endpoint[], request: Request): readonly Effect[] {
  for (const { method, path, effects } of endpoints) {
    const match = path.exec(request.path)
    if (match && method.test(request.method)) return effects(request, match)
  }
  return []
}

export const API_OPTIONS = [
  "-X --method <verb>",
  "-f --raw-field <pair>",
  "-F --field <pair>",
  "-H --header <text>",
  "--input <file>",
  "-q --jq <expression>",
  "-t --template <text>",
  "--hostname <host>",
  "-p --preview <name>",
  "--cache <time>",
  "--paginate",
  "--slurp",
  "-i --include",
  "--silent",
  "--verbose",
]

/** The request that `gh api` or `glab api` makes: with fields it is a POST unless it is said otherwise. */
export function readRequest(reading: Reading, endpoint: Word | undefined, reach: Reach): Request {
  const pairs = reading.values("raw-field", "field")
  const posts = pairs.length > 0 || reading.has("input")
  return {
    method: (textOf(reading.value("method")?.value) ?? (posts ? "POST" : "GET")).toUpperCase(),
    path: pathOf(endpoint),
    field: (name) => fieldOf(pairs, name) ?? (reading.has("input") ? unknown("the body of a request") : undefined),
    reach,
  }
}

function pathOf(endpoint: Word | undefined): string {
  const value = endpoint?.value
  const text = value?.kind === "known" || value?.kind === "startsWith" ? value.text : ""
  return text
    .replace(/^https?:\/\/[^/]+\/(api\/v\d\/)?/, "")
    .replace(/^\//, "")
    .replace(/\?.*$/s, "")
}

function fieldOf(pairs: readonly Word[], name: string): Value | undefined {
  for (const { value } of pairs.toReversed()) {
    const text = value.kind === "known" || value.kind === "startsWith" ? value.text : undefined
    if (!text?.startsWith(`${name}=`)) continue
    const rest = text.slice(name.length + 1)
    return value.kind === "known"
      ? known(rest)
      : rest === ""
        ? unknown(`the field ${name}`)
        : { kind: "startsWith", text: rest }
  }
  return undefined
}

/** A branch that is named in a path or a field; what is left out is the default branch. */
export const landsOn = (reach: Reach, branch: Value | undefined): readonly Effect[] =>
  branch ? reach.remote("update", branchRef(branch)) : reach.remote("update", reach.trunk, { bulk: true })

/** A part of a path as a name. */
export const named = (part: string | undefined): Value =>
  part ? known(decodeURIComponent(part)) : unknown("a name in a request")
