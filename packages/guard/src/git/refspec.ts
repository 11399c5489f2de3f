/**
 * Refspecs as `git push` and `git fetch` read them: `[+]<src>[:<dst>]`, `:`, `^<src>`, `tag <name>`, wildcards,
 * and the full names of the refs they write.
 */
import { known, mapValue, textOf, textsOf, unknown, type Value, type Word } from "../shell/value.ts"
import type { Repository } from "../state/state.ts"
import type { RefWrite, Site } from "./effect.ts"
import { expandRef } from "./refs.ts"

const HEADS = "refs/heads/"
const TAGS = "refs/tags/"

export interface Refspec {
  /** A leading `+`. */
  readonly force: boolean
  /** A leading `^`: refs left out. */
  readonly negative: boolean
  /** `:` alone: every branch that both sides have. */
  readonly matching: boolean
  /** Undefined where nothing stands before the colon: a deletion (push) or HEAD (fetch). */
  readonly src: Value | undefined
  /** Undefined where there is no colon; an empty text where nothing stands after it. */
  readonly dst: Value | undefined
}

/** Reads one refspec text. */
export function parseRefspec(text: string): Refspec {
  return split(text)
}

/** Reads refspec operands, `tag <name>` included. A word that may be one of several texts gives several. */
export function refspecsOf(words: readonly Word[]): readonly Refspec[] {
  const all: Refspec[] = []
  for (let index = 0; index < words.length; index++) {
    const next = words[index + 1]
    if (textOf(words[index]!.value) === "tag" && next) {
      all.push(tagRefspec(next.value))
      index++
    } else all.push(...wordRefspecs(words[index]!))
  }
  return all
}

/** Refspecs as they come on standard input, one a line. Of unknown input nothing is known but that it names refs. */
export function refspecsOfText(text: Value): readonly Refspec[] {
  const plain = textOf(text)
  if (plain === undefined)
    return [{ force: true, negative: false, matching: false, src: text, dst: unknown("standard input") }]
  return plain.split(/[\r\n]+/).flatMap((line) => {
    const words = line.trim().split(/\s+/)
    if (words[0] === "tag" && words[1]) return [tagRefspec(known(words[1]))]
    return words[0] ? [parseRefspec(words[0])] : []
  })
}

function tagRefspec(tag: Value): Refspec {
  const ref = mapValue(tag, (name) => TAGS + name)
  return { force: false, negative: false, matching: false, src: ref, dst: ref }
}

function wordRefspecs(word: Word): readonly Refspec[] {
  const texts = textsOf(word.value)
  if (texts) return texts.map(parseRefspec)
  if (word.value.kind === "startsWith") {
    const refspec = split(word.value.text, true)
    const tail = writtenTail(word)
    return [
      tail !== undefined && refspec.dst === undefined
        ? { ...refspec, src: unknown("partly known"), dst: known(tail) }
        : refspec,
    ]
  }
  const tail = writtenTail(word)
  const dst = tail !== undefined ? known(tail) : /[^{]:[^-=+?]|":/.test(word.text) ? unknown("not known") : undefined
  return [{ force: /^["']?\+/.test(word.text), negative: false, matching: false, src: word.value, dst }]
}

/** What is plainly written after the last colon of a word that begins with something unknown (`"$SHA:main"`). */
function writtenTail(word: Word): string | undefined {
  return /[^:]:([\w./@+-]+)["']?$/.exec(word.text)?.[1]
}

/** `open` says that the text goes on in a way that is not known. */
function split(text: string, open = false): Refspec {
  const force = text.startsWith("+")
  const negative = text.startsWith("^")
  const body = force || negative ? text.slice(1) : text
  const colon = body.lastIndexOf(":")
  const last = (part: string): Value => (open ? beginning(part) : known(part))
  const src = colon < 0 ? last(body) : known(body.slice(0, colon))
  const dst = colon < 0 ? undefined : last(body.slice(colon + 1))
  const nothing = colon === 0
  return {
    force,
    negative,
    matching: body === ":" && !open,
    src: nothing ? undefined : at(src),
    dst,
  }
}

const beginning = (text: string): Value => (text === "" ? unknown("not known") : { kind: "startsWith", text })

/** `@` alone is HEAD. */
const at = (value: Value): Value => (textOf(value) === "@" ? known("HEAD") : value)

/** Whether a value is a pattern. */
export const isPattern = (value: Value | undefined): boolean => textOf(value)?.includes("*") ?? false

/** The refs of `names` that a pattern with one `*` matches. */
export function matchPattern(pattern: string, names: readonly string[]): readonly string[] {
  const [before, after] = splitPattern(pattern)
  return names.filter(
    (name) => name.length >= before.length + after.length && name.startsWith(before) && name.endsWith(after),
  )
}

/** The name on the other side of a pattern pair, or undefined where `from` does not match. */
export function mapPattern(from: string, to: string, name: string): string | undefined {
  if (matchPattern(from, [name]).length === 0) return undefined
  const [before, after] = splitPattern(from)
  return to.replace("*", () => name.slice(before.length, name.length - after.length))
}

function splitPattern(pattern: string): readonly [string, string] {
  const star = pattern.indexOf("*")
  return star < 0 ? [pattern, ""] : [pattern.slice(0, star), pattern.slice(star + 1)]
}

/** The full name of a fetch destination: `refs/…` as it is, `heads/`, `tags/`, `remotes/` below refs/, else a branch. */
function fetchDestination(dst: Value): Value {
  return mapValue(dst, (text) => {
    if (text.startsWith("refs/")) return text
    return /^(heads|tags|remotes)\//.test(text) ? `refs/${text}` : HEADS + text
  })
}

/**
 * What fetching by these refspecs writes into the local store. Destinations below refs/remotes/ are left out:
 * the next fetch restores them. A pattern names the existing refs it covers; what it creates is nobody's yet.
 */
export function fetchWrites(
  refspecs: readonly Refspec[],
  where: {
    readonly site: Site
    readonly repository: Repository | undefined
    readonly forced: boolean
  },
): readonly RefWrite[] {
  const excluded = refspecs.flatMap((spec) => (spec.negative ? (textOf(spec.src) ?? []) : []))
  return refspecs.flatMap((refspec): readonly RefWrite[] => {
    if (refspec.negative || !refspec.dst || textOf(refspec.dst) === "") return []
    const forced = where.forced || refspec.force
    const write = (ref: Value): RefWrite => {
      const action = forced || !isTag(ref) ? "update" : "create"
      return { kind: "ref", site: where.site, action, ref, forced }
    }
    if (isPattern(refspec.dst)) return coveredBy(refspec, where.repository, excluded).map((ref) => write(known(ref)))
    const dst = fetchDestination(refspec.dst)
    return couldOnlyTrack(dst) ? [] : [write(dst)]
  })
}

/** An existing tag is never updated without force. */
const isTag = (ref: Value): boolean => textsOf(ref)?.every((text) => text.startsWith(TAGS)) ?? false

function coveredBy(
  refspec: Refspec,
  repository: Repository | undefined,
  excluded: readonly string[],
): readonly string[] {
  const [to, from] = [textOf(refspec.dst)!, textOf(refspec.src)]
  const here = matchPattern(to, repository?.refs.list("refs/") ?? []).filter((ref) => !ref.startsWith("refs/remotes/"))
  const spared = (ref: string): boolean => {
    const there = from === undefined ? undefined : mapPattern(to, from, ref)
    return there !== undefined && excluded.some((pattern) => matches(pattern, there))
  }
  return here.filter((ref) => !spared(ref))
}

const matches = (pattern: string, ref: string): boolean =>
  pattern.includes("*") ? matchPattern(pattern, [ref]).length > 0 : pattern === ref || HEADS + pattern === ref

function couldOnlyTrack(ref: Value): boolean {
  const texts = textsOf(ref) ?? (ref.kind === "startsWith" ? [ref.text] : undefined)
  return texts?.every((text) => text.startsWith("refs/remotes/")) ?? false
}

/** The full name of the local ref a push source stands for: HEAD is followed to its branch. */
export function pushSource(src: string, repository: Repository): string | undefined {
  if (src === "HEAD") return repository.head.branch === undefined ? undefined : HEADS + repository.head.branch
  return expandRef(src, repository)
}

/** The refs a remote is known to have, by its tracking refs; existing tags are taken to be on every remote. */
export interface Known {
  exists(ref: string): boolean
  list(prefix: string): readonly string[]
}

/** What the tracking refs of a repository say of a remote. */
export function trackedRefs(remote: string, repository: Repository | undefined): Known {
  const tracking = `refs/remotes/${remote}/`
  const local = (ref: string): string => (ref.startsWith(HEADS) ? tracking + ref.slice(HEADS.length) : ref)
  const list = (prefix: string): readonly string[] => {
    const heads = (repository?.refs.list(tracking) ?? []).map((ref) => HEADS + ref.slice(tracking.length))
    const tags = repository?.refs.list(TAGS) ?? []
    return [...heads.filter((ref) => ref !== `${HEADS}HEAD`), ...tags].filter((ref) => ref.startsWith(prefix))
  }
  return {
    exists: (ref) => (ref.startsWith(HEADS) || ref.startsWith(TAGS)) && (repository?.refs.exists(local(ref)) ?? false),
    list,
  }
}

/**
 * The full name of the remote ref a push refspec writes: a full name as it is, an unqualified one as the remote
 * ref that matches it, else a branch or a tag after what is pushed.
 */
export function pushDestination(refspec: Refspec, there: Known, repository: Repository | undefined): Value {
  const dst = refspec.dst && textOf(refspec.dst) !== "" ? refspec.dst : refspec.src
  if (!dst) return unknown("nothing given")
  const source = textOf(refspec.src)
  const local = source !== undefined && repository ? pushSource(source, repository) : undefined
  if (dst.kind === "startsWith" && "refs/heads/".startsWith(dst.text)) return unknown("partly known")
  if (refspec.dst === undefined && source !== undefined) {
    if (source === "HEAD" && local === undefined)
      return unknown("the current branch of a directory that cannot be read")
    return known(local ?? qualify(source, undefined, there))
  }
  return mapValue(dst, (text) => qualify(text, local ?? tagHere(text, repository), there))
}

/** What is deleted over there may have been pushed a moment ago; a tag of that name here says what it was. */
function tagHere(name: string, repository: Repository | undefined): string | undefined {
  return repository?.refs.exists(TAGS + name) && !repository.refs.exists(HEADS + name) ? TAGS + name : undefined
}

function qualify(name: string, local: string | undefined, there: Known): string {
  if (name.startsWith("refs/")) return name
  const found = [`refs/${name}`, HEADS + name, TAGS + name].find((ref) => there.exists(ref))
  return found ?? (local?.startsWith(TAGS) ? TAGS : HEADS) + name
}
