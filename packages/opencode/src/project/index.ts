/** Which project a directory belongs to. All worktrees and clones of one repository are one project. */
export * as Project from "."

import { createHash } from "node:crypto"
import { realpathSync } from "node:fs"
import { resolve } from "node:path"
import { Effect, Schema } from "effect"
import { Git } from "../git/index.ts"

export const Info = Schema.Struct({
  /** The root commit; `local-…` where there is none to go by; `global` outside a repository. */
  id: Schema.String,
  directory: Schema.String,
  vcs: Schema.optional(Schema.Literal("git")),
  /** The top-level folder of the worktree the directory lies in; none in a bare repository. */
  worktree: Schema.optional(Schema.String),
  /** The git directory that all worktrees share. */
  repository: Schema.optional(Schema.String),
  /** Nothing is committed yet: there is nothing to start a worktree from. */
  unborn: Schema.optional(Schema.Boolean),
})
export type Info = typeof Info.Type

/** The project of everything that lies in no repository. */
export const GLOBAL = "global"

/** The identity of a repository that has no root commit of its own: nothing committed yet, or a shallow clone. */
const local = (repository: string): string =>
  `local-${createHash("sha256").update(repository).digest("hex").slice(0, 16)}`

/** git's words for "there is none here", as against one that is there and broken. */
const NO_REPOSITORY = /not a git repository \(or any/

/**
 * The project of a directory.
 *
 * The identity is the first root commit that git names for what the main checkout has checked out, so that it is the
 * same in every worktree and every clone. It is read anew each time: nothing is written into the repository.
 *
 * @param directory absolute, existing
 */
export const of = Effect.fn("Project.of")(function* (directory: string): Effect.fn.Return<Info, Git.Failed> {
  const asked = yield* Git.run(directory, ["rev-parse", "--is-shallow-repository", "--git-common-dir"], {
    answers: [0, 128],
  })
  if (asked.exitCode !== 0) {
    if (NO_REPOSITORY.test(asked.stderr)) return { id: GLOBAL, directory }
    return yield* unreadable(directory, asked)
  }
  const [shallow, common] = asked.stdout.split("\n")
  const repository = realpathSync(resolve(directory, common!))
  const top = yield* Git.run(directory, ["rev-parse", "--show-toplevel"], { answers: [0, 128] })
  const worktree = top.exitCode === 0 ? { worktree: top.stdout.replace(/\n$/, "") } : {}
  const found = { directory, vcs: "git", repository, ...worktree } as const
  if (shallow === "true") return { ...found, id: local(repository) }
  const root = yield* rootCommit(directory)
  return root === undefined ? { ...found, id: local(repository), unborn: true } : { ...found, id: root }
})

/** What HEAD of the main checkout leads to; where that is not born, any ref. */
const rootCommit = Effect.fnUntraced(function* (directory: string) {
  for (const start of ["main-worktree/HEAD", "--all"]) {
    const argv = ["rev-list", "--max-parents=0", start]
    // git has two codes for a HEAD that is not born.
    const { stdout } = yield* Git.run(directory, argv, { answers: [0, 128, 129], timeout: 10 * 60_000 })
    const first = stdout.split("\n")[0]
    if (first) return first
  }
  return undefined
})

const unreadable = (directory: string, { stderr, exitCode }: Git.Result): Git.Failed =>
  new Git.Failed({
    argv: ["git", "rev-parse"],
    directory,
    reason: "exit",
    exitCode,
    stderr,
    message: `git finds a repository at ${directory} but cannot use it: ${stderr.trim()}`,
  })
