/**
 * The seam between a session and the guard: which directory decides, and what a refusal is to a tool. Every decision is
 * the guard's.
 */
import { Guard, standingOf, type Examination, type PolicyName, type Standing } from "@ringfence/guard"
import { Effect, Schema } from "effect"

type Environment = Readonly<Record<string, string | undefined>>

export interface Request {
  readonly command: string
  /** The session's own directory: it alone decides, wherever the command runs. */
  readonly directory: string
  /** Where the command starts. */
  readonly cwd: string
  /** What the command will inherit. */
  readonly env: Environment
  /** Codes of rules that were lifted for this session. */
  readonly lifted?: readonly string[]
  /** A fence sees the words that the git of this command gets. */
  readonly fenced?: boolean
}

/** The command would touch what the session does not own. */
export class BlockedError extends Schema.TaggedError<BlockedError>()("IsolatedGit.Blocked", {
  policy: Schema.String,
  /** The rule, e.g. `isolated-git/merge`. */
  code: Schema.String,
  /** The offending simple command. */
  command: Schema.String,
  message: Schema.String,
}) {}

/** Commands cannot be read, so that nothing can be said of them. */
export class ParserError extends Schema.TaggedError<ParserError>()("IsolatedGit.NoParser", {
  message: Schema.String,
}) {}

export interface Seam {
  /** Whether a session with this directory is an isolated child. */
  readonly isIsolatedWorktree: (directory: string, env?: Environment) => boolean
  /** The own branch of the isolated child there; undefined where it is unknown or there is no such child. */
  readonly ownBranch: (directory: string, env?: Environment) => string | undefined
  /** Where a session with this directory stands. */
  readonly standing: (directory: string, env?: Environment) => Standing
  /**
   * Succeeds with the guard's reading where the command may run, for who asks about the same text next. It is undefined
   * where there is no parser and the session is not isolated.
   */
  readonly assertIsolatedGitAllowed: (
    request: Request,
  ) => Effect.Effect<Examination | undefined, BlockedError | ParserError>
}

/** What the seam is made of, so that tests of it can put in other parts. */
export interface Parts {
  readonly load: () => Promise<Guard>
  readonly standing: typeof standingOf
}

/** Each call has a shell of its own, so that no `cd` outlasts it: persistent-cd has nothing to keep. */
const POLICIES: readonly PolicyName[] = ["isolated-git", "self"]

export const builtIn: Parts = { load: () => Guard.load(), standing: standingOf }

/** A seam of these parts. The guard is loaded when it is first needed, and once. */
export function assemble(parts: Parts): Seam {
  let loading: Promise<Guard> | undefined
  const { standing } = parts
  const guard = Effect.tryPromise({
    try: () => (loading ??= parts.load()),
    catch: (cause) => parserError(`could not be loaded: ${messageOf(cause)}`),
  })
  const examine = Effect.fnUntraced(function* (request: Request) {
    const loaded = yield* guard
    return yield* Effect.try({
      try: () => loaded.examine({ ...request, policies: POLICIES }),
      catch: (cause) => parserError(`failed on this command: ${messageOf(cause)}`),
    })
  })
  const isIsolatedWorktree: Seam["isIsolatedWorktree"] = (directory, env) => standing(directory, env).isolated

  const assertIsolatedGitAllowed = Effect.fn("IsolatedGit.assertIsolatedGitAllowed")(function* (request: Request) {
    const reading = yield* examine(request).pipe(
      Effect.catchTag("IsolatedGit.NoParser", (error) =>
        isIsolatedWorktree(request.directory, request.env) ? Effect.fail(error) : Effect.succeed(undefined),
      ),
    )
    if (reading?.verdict.verdict !== "deny") return reading
    const { policy = "", code = "", command = "", reason = "" } = reading.verdict
    return yield* new BlockedError({ policy, code, command, message: reason })
  })

  return {
    standing,
    isIsolatedWorktree,
    ownBranch: (directory, env) => {
      const { isolated, branch } = standing(directory, env)
      return isolated ? branch : undefined
    },
    assertIsolatedGitAllowed,
  }
}

const parserError = (what: string): ParserError =>
  new ParserError({
    message:
      `The shell parser (tree-sitter-bash) ${what}. An isolated session runs nothing that was not read, so nothing ` +
      "was run. Install Ringfence anew, or run the command outside of the session.",
  })

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

/** The seam every tool uses. */
export const { isIsolatedWorktree, ownBranch, standing, assertIsolatedGitAllowed } = assemble(builtIn)
