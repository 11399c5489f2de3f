/** What a repository knows of its worktrees and branches. */
import { readFileSync, readdirSync } from "node:fs"
import { basename, dirname, join, resolve } from "node:path"
import { Effect } from "effect"
import { Git } from "../git/index.ts"

const HEADS = "refs/heads/"

/** git, acting on a repository by its git directory alone: the checkouts may be gone. */
export const inRepository = (
  repository: string,
  argv: readonly string[],
  options?: Git.Options,
): Effect.Effect<Git.Result, Git.Failed> => Git.run(repository, [`--git-dir=${repository}`, ...argv], options)

/** Every ref (full name) of the repository that a folder lies in, with the object it is at. */
export const refsOf = (
  directory: string,
): Effect.Effect<readonly (readonly [ref: string, oid: string])[], Git.Failed> =>
  Git.lines(directory, ["show-ref"], { answers: [0, 1] }).pipe(
    Effect.map((lines) =>
      lines.map((line) => [line.slice(line.indexOf(" ") + 1), line.slice(0, line.indexOf(" "))] as const),
    ),
  )

/** Full names of all its local branches and remote-tracking branches. */
export const branchRefs = (directory: string): Effect.Effect<readonly string[], Git.Failed> =>
  refsOf(directory).pipe(
    Effect.map((refs) => refs.map(([ref]) => ref).filter((ref) => /^refs\/(?:heads|remotes)\//.test(ref))),
  )

const commitQuestion = (ref: string): readonly string[] => [
  "rev-parse",
  "--verify",
  "--quiet",
  "--end-of-options",
  `${ref}^{commit}`,
]

const COMMIT_ANSWERS = { answers: [0, 1, 128] }

const commitIn = ({ stdout, exitCode }: Git.Result): string | undefined => (exitCode === 0 ? stdout.trim() : undefined)

/** The commit a ref is at in a repository, or undefined where there is none of this name. */
export const commitAt = (repository: string, ref: string): Effect.Effect<string | undefined, Git.Failed> =>
  inRepository(repository, commitQuestion(ref), COMMIT_ANSWERS).pipe(Effect.map(commitIn))

/** The same for the repository that a folder lies in; a revision will do. */
export const commitOf = (directory: string, revision: string): Effect.Effect<string | undefined, Git.Failed> =>
  Git.run(directory, commitQuestion(revision), COMMIT_ANSWERS).pipe(Effect.map(commitIn))

const LIST = ["worktree", "list", "--porcelain", "-z"]

/** The worktree of a repository that has a branch checked out, if one has. */
export const usedBy = (repository: string, branch: string): Effect.Effect<string | undefined, Git.Failed> =>
  inRepository(repository, LIST).pipe(Effect.map((listed) => holderOf(branch, listed)))

/** The same for the repository that a folder lies in. */
export const usedAround = (directory: string, branch: string): Effect.Effect<string | undefined, Git.Failed> =>
  Git.run(directory, LIST).pipe(Effect.map((listed) => holderOf(branch, listed)))

function holderOf(branch: string, { stdout }: Git.Result): string | undefined {
  const found = stdout.split("\0\0").find((block) => block.split("\0").includes(`branch ${HEADS}${branch}`))
  return found?.split("\0")[0]?.slice("worktree ".length)
}

/**
 * The git directory that a repository keeps for a worktree, whether or not the worktree is still there; undefined
 * where it keeps none. One that was never finished says nowhere what it is for: it is known by its name.
 */
export function registryOf(repository: string, worktree: string): string | undefined {
  const entries = list(join(repository, "worktrees")).map((name) => join(repository, "worktrees", name))
  const pointer = (entry: string): string | undefined => read(join(entry, "gitdir"))?.trim()
  const leadsHere = (entry: string): boolean => {
    const path = pointer(entry)
    return Boolean(path) && dirname(resolve(entry, path!)) === worktree
  }
  return entries.find(leadsHere) ?? entries.find((entry) => basename(entry) === basename(worktree) && !pointer(entry))
}

/** Why a worktree is locked; undefined where it is not. */
export function lockOf(registry: string): string | undefined {
  return read(join(registry, "locked"))?.trim()
}

/** The message by which a branch's own log shows that it was made for a session. */
const birth = (session: string): string => `ringfence: made for ${session}`

/** Makes a branch that does not exist yet; its log says for whom. Fails where it exists by now. */
export const makeBranch = (
  repository: string,
  branch: string,
  commit: string,
  session: string,
): Effect.Effect<void, Git.Failed> =>
  inRepository(repository, ["update-ref", "--create-reflog", "-m", birth(session), HEADS + branch, commit, ""]).pipe(
    Effect.asVoid,
  )

/** Whether the branch was made for the session, by the branch's own log. */
export const wasMadeFor = (repository: string, branch: string, session: string): Effect.Effect<boolean, Git.Failed> =>
  inRepository(repository, ["log", "--walk-reflogs", "--no-show-signature", "--format=%gs", HEADS + branch, "--"], {
    answers: [0, 128],
  }).pipe(Effect.map(({ stdout }) => stdout.trimEnd().split("\n").at(-1) === birth(session)))

/**
 * Deletes a branch as it is now, with its section of the configuration; a commit that comes in between keeps it.
 *
 * @param commit what it must be at
 */
export const deleteBranch = Effect.fnUntraced(function* (repository: string, branch: string, commit: string) {
  yield* inRepository(repository, ["update-ref", "-d", HEADS + branch, commit])
  // Most have no section.
  yield* inRepository(repository, ["config", "--local", "--remove-section", `branch.${branch}`], {
    answers: [0, 1, 5, 128],
  })
})

function list(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return undefined
  }
}
