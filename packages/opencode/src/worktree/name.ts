/** Names for worktrees and branches, made from what a session is called. */

const LONGEST = 40
const NAMELESS = "session"
const PREFIX = "ringfence"

/** What names branches and folders alike on every platform: `Fix the login (again)!` is `fix-the-login-again`. */
export function slug(title: string): string {
  const plain = title
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
  const cut = plain.replace(/^-+/, "").slice(0, LONGEST).replace(/-+$/, "")
  return cut === "" ? NAMELESS : cut
}

/** The name itself, then `name-2`, `name-3` …, up to a number that means something is wrong. */
export function* candidates(name: string): Generator<string> {
  yield name
  for (let number = 2; number < 10_000; number++) yield `${name}-${number}`
}

const HEADS = "refs/heads/"

/** The short branch name that a full ref name holds, local or of a remote, in lower case; some file systems fold. */
function namesOf(ref: string): readonly string[] {
  const folded = ref.toLowerCase()
  if (folded.startsWith(HEADS)) return [folded.slice(HEADS.length)]
  // A remote's own name may contain slashes: every reading counts.
  const parts = folded.split("/").slice(2)
  return parts.slice(1).map((_, index) => parts.slice(index + 1).join("/"))
}

/** The branches of a repository, as far as they stand in the way of new ones. */
export interface Taken {
  /** Whether a branch of this name can be made without meeting another's name or standing in its way. */
  readonly isFree: (branch: string) => boolean
  /** Whether there is a local branch of this name, whatever the case of its letters. */
  readonly has: (branch: string) => boolean
}

/** @param refs full names of all local branches and remote-tracking branches */
export function takenBy(refs: readonly string[]): Taken {
  const names = new Set(refs.flatMap(namesOf))
  const local = new Set(refs.filter((ref) => ref.startsWith(HEADS)).flatMap(namesOf))
  const folders = new Set([...local].flatMap(above))
  return {
    isFree: (branch) => {
      const folded = branch.toLowerCase()
      return !names.has(folded) && !folders.has(folded) && !above(folded).some((folder) => local.has(folder))
    },
    has: (branch) => local.has(branch.toLowerCase()),
  }
}

/** `a/b/c` lies below `a` and `a/b`. */
function above(name: string): readonly string[] {
  const parts = name.split("/")
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join("/"))
}

/** The branch for a worktree of this name: `ringfence/name`, or `ringfence-name` where a branch is called `ringfence`. */
export function branchFor(name: string, { isFree, has }: Taken): string | undefined {
  const branch = `${PREFIX}${has(PREFIX) ? "-" : "/"}${name}`
  return isFree(branch) ? branch : undefined
}
