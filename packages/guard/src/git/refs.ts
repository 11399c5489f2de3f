/** Names of refs as git's commands take them. */
import { couldBe, known, mapValue, textsOf, type Value, type Word } from "../shell/value.ts"
import type { Repository } from "../state/state.ts"

const HEADS = "refs/heads/"
const TAGS = "refs/tags/"

/** The full name of a branch. */
export const branchRef = (branch: Value): Value => mapValue(branch, (name) => HEADS + name)
/** The full name of a tag. */
export const tagRef = (tag: Value): Value => mapValue(tag, (name) => TAGS + name)

/** The short name of a branch's full name, else undefined. */
export function shortBranch(ref: string): string | undefined {
  return ref.startsWith(HEADS) ? ref.slice(HEADS.length) : undefined
}

/** The short name of a tag's full name, else undefined. */
export function shortTag(ref: string): string | undefined {
  return ref.startsWith(TAGS) ? ref.slice(TAGS.length) : undefined
}

/**
 * A branch name as `git branch`, `checkout -B` and such take it: `-` and `@{-n}` are the branch that was
 * checked out before; everything else is meant literally.
 */
export function branchName(operand: Value, repository: Repository | undefined): Value {
  return mapValue(operand, (text) => {
    const previous = text === "-" ? 1 : Number(/^@\{-(\d+)\}$/.exec(text)?.[1] ?? Number.NaN)
    return Number.isNaN(previous) ? text : (repository?.previous(previous) ?? text)
  })
}

/**
 * The full name a revision operand stands for by git's rules of precedence (gitrevisions: as is, then
 * refs/, refs/tags/, refs/heads/, refs/remotes/, refs/remotes/x/HEAD), or undefined where it names no ref.
 */
export function expandRef(text: string, repository: Repository): string | undefined {
  const forms = [text, `refs/${text}`, TAGS + text, HEADS + text, `refs/remotes/${text}`, `refs/remotes/${text}/HEAD`]
  return forms.find((form) => (form.startsWith("refs/") || /^[A-Z_]+$/.test(form)) && repository.refs.exists(form))
}

/** Whether a ref of this full name exists; undefined where it cannot be told. */
export function refExists(ref: Value, repository: Repository | undefined): boolean | undefined {
  if (!repository) return undefined
  const texts = textsOf(ref)
  if (texts) return texts.some((text) => repository.refs.exists(text))
  return repository.refs.list("refs/").some((name) => couldBe(ref, name)) ? undefined : false
}

/** The current branch's full name, or unknown. */
export function currentBranchRef(repository: Repository | undefined): Value {
  const branch = repository?.head.branch
  return branch === undefined ? { kind: "unknown", why: "detached HEAD" } : known(HEADS + branch)
}

/** The value of an operand, or unknown where there is none. */
export const valueOf = (word: Word | undefined): Value => word?.value ?? { kind: "unknown", why: "nothing given" }
