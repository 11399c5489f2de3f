/** What a revision operand names, by git's rules (gitrevisions), as far as refs alone can tell. */
import { expandRef } from "./refs.ts"
import type { Repository } from "../state/state.ts"

type Revision =
  /** A local branch, by its short name. */
  | { readonly kind: "branch"; readonly branch: string }
  /** HEAD, under that name. */
  | { readonly kind: "head" }
  /** A commit that is not named as a branch. `guessed` where the text only looks like an object name. */
  | { readonly kind: "commit"; readonly guessed?: boolean }
  /** A tree or a blob. */
  | { readonly kind: "object" }
  /** `-` or `@{-n}`, where the reflog does not say what that was. */
  | { readonly kind: "forgotten" }

const PREVIOUS = /^@\{-(\d+)\}$/
const UPSTREAM = /^(.*?)@\{(?:u|upstream|push)\}$/i
const SUFFIXES = /^(.*?)((?:[~^]\d*|\^\{[^}]*\}|@\{[^}]*\})+)$/
const PSEUDO_REF = /^(?:[A-Z]+_)?HEAD$/
const ABBREVIATED = /^[0-9a-f]{4,64}$/i
const DESCRIBED = /-g[0-9a-f]{4,64}$/

/** What the text names, or undefined where git would find no revision of that name. */
export function readRevision(text: string, repository: Repository): Revision | undefined {
  const previous = PREVIOUS.exec(text === "-" ? "@{-1}" : text)
  if (previous) return readPrevious(Number(previous[1]), repository)
  if (isBranch(text, repository)) return { kind: "branch", branch: text }
  if (text === "HEAD") return { kind: "head" }
  const upstream = UPSTREAM.exec(text)
  if (upstream) return readUpstream(upstream[1]!, repository)
  const colon = text.indexOf(":")
  if (colon >= 0) return isCommitish(text.slice(0, colon), repository) ? { kind: "object" } : undefined
  if (/\^\{(?:tree|blob)\}$/.test(text)) return { kind: "object" }
  if (isCommitish(text, repository)) return { kind: "commit" }
  return looksLikeCommit(text) ? { kind: "commit", guessed: true } : undefined
}

function isBranch(name: string, repository: Repository): boolean {
  return name !== "" && repository.refs.exists(`refs/heads/${name}`)
}

function readPrevious(n: number, repository: Repository): Revision {
  const name = repository.previous(n)
  if (name === undefined) return { kind: "forgotten" }
  return isBranch(name, repository) ? { kind: "branch", branch: name } : { kind: "commit" }
}

/** `@{u}` is the upstream itself: a local branch where the upstream is one. */
function readUpstream(name: string, repository: Repository): Revision | undefined {
  const branch = name === "" || name === "@" || name === "HEAD" ? repository.head.branch : name
  const merge = repository.config.get(`branch.${branch}.merge`)
  if (branch === undefined || merge === undefined) return undefined
  const local =
    repository.config.get(`branch.${branch}.remote`) === "." ? /^refs\/heads\/(.+)$/.exec(merge)?.[1] : undefined
  return local === undefined ? { kind: "commit" } : { kind: "branch", branch: local }
}

function isCommitish(text: string, repository: Repository): boolean {
  const range = text.split("...")
  if (range.length === 2)
    return range.every((end) => end === "" || isCommitish(end, repository) || looksLikeCommit(end))
  const base = SUFFIXES.exec(text)?.[1] ?? text
  if (base === "" || base === "@") return text !== ""
  if (base !== text && looksLikeCommit(base)) return true
  return PSEUDO_REF.test(base) || expandRef(base, repository) !== undefined
}

const looksLikeCommit = (text: string): boolean => ABBREVIATED.test(text) || DESCRIBED.test(text)
