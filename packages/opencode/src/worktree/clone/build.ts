/**
 * Making a clone for a session. Only subcommands of the inventory are used, so that a clone can be made by a process
 * that is confined to it: no `checkout`, but a branch, HEAD on it, and a reset that writes the files.
 */
import { dirname, join } from "node:path"
import { writeRecord } from "@ringfence/guard"
import { Effect } from "effect"
import { Git } from "../../git/index.ts"
import { unwritable, type Unwritable } from "../error.ts"
import { commitOf, refsOf } from "../registry.ts"
import { sourceOf, type Remote, type Setting, type Source } from "./source.ts"

/** Copying and checking out a large repository, with filters, takes its time. */
const LONG = 30 * 60_000

/** Files of a repository that fetches objects only when they are needed: whoever runs us may have switched that off. */
const FETCHING: Git.Options = { timeout: LONG, env: { GIT_NO_LAZY_FETCH: "0" } }

export interface Plan {
  readonly session: string
  readonly parent?: string
  /** A checkout of the repository. */
  readonly directory: string
  /** Its git directory. */
  readonly repository: string
  /** Where the clone will lie. */
  readonly path: string
  readonly branch: string
  /** The commit it starts from. */
  readonly base: string
}

/**
 * Makes it, step by step. What is there after a failure is one folder.
 *
 * @returns in sentences what the clone has otherwise than the repository
 */
export const buildClone = Effect.fn("Worktree.buildClone")(function* (
  plan: Plan,
): Effect.fn.Return<readonly string[], Git.Failed | Unwritable> {
  const { directory, repository, path, branch, base } = plan
  const source = yield* sourceOf(directory, repository)
  const cloning = ["clone", "--quiet", "--local", "--no-checkout", "--origin", "origin", repository, path]
  yield* Git.run(dirname(path), cloning, { timeout: LONG })
  yield* forget(path)
  for (const setting of source.settings) yield* set(path, setting)
  for (const remote of source.remotes) yield* addRemote(path, remote)
  yield* takeTracking(path, repository, source.remotes)
  // A shallow repository is not copied as a whole.
  if ((yield* commitOf(path, base)) === undefined)
    yield* Git.run(path, ["fetch", "--quiet", "--no-tags", "--no-write-fetch-head", repository, base], FETCHING)
  yield* Git.run(path, ["branch", "--no-track", branch, base])
  yield* Git.run(path, ["symbolic-ref", "HEAD", `refs/heads/${branch}`])
  yield* Git.run(path, ["reset", "--quiet", "--hard"], FETCHING)
  yield* record(plan)
  return notesOn(source, plan)
})

/** Takes away what a clone begins with: the way back to where it came from, and the branch that is checked out there. */
const forget = Effect.fnUntraced(function* (path: string) {
  yield* Git.run(path, ["remote", "remove", "origin"])
  for (const [ref, oid] of yield* refsOf(path))
    if (ref.startsWith("refs/heads/")) yield* Git.run(path, ["update-ref", "-d", ref, oid])
})

const set = (path: string, [key, value]: Setting): Effect.Effect<Git.Result, Git.Failed> =>
  Git.run(path, ["config", "--local", "--add", key, value])

/** The remote as the repository has it: a push goes where a push from there would go. */
const addRemote = Effect.fnUntraced(function* (path: string, { name, urls, pushUrls, settings }: Remote) {
  const [first, ...rest] = urls
  yield* Git.run(path, ["remote", "add", name, first!])
  for (const url of rest) yield* Git.run(path, ["remote", "set-url", "--add", name, url])
  if (pushUrls.join("\n") !== urls.join("\n"))
    for (const url of pushUrls) yield* Git.run(path, ["remote", "set-url", "--add", "--push", name, url])
  // `remote add` has written the usual refspec.
  yield* Git.run(path, ["config", "--local", "--unset-all", `remote.${name}.fetch`])
  for (const setting of settings) yield* set(path, setting)
})

/** What the repository knows of its remotes' branches. */
const takeTracking = Effect.fnUntraced(function* (path: string, repository: string, remotes: readonly Remote[]) {
  if (remotes.length === 0) return
  const wanted = remotes.map(({ name }) => `+refs/remotes/${name}/*:refs/remotes/${name}/*`)
  const fetching = ["fetch", "--quiet", "--no-tags", "--no-write-fetch-head", repository, ...wanted]
  // HEAD of a remote is a name for one of its branches, and would arrive as a ref of its own.
  yield* Git.run(path, [...fetching, "^refs/remotes/*/HEAD"], { timeout: LONG })
  for (const { name, head } of remotes)
    if (head !== undefined)
      yield* Git.run(path, ["symbolic-ref", `refs/remotes/${name}/HEAD`, `refs/remotes/${name}/${head}`])
})

const record = ({ path, branch, session, parent, repository }: Plan): Effect.Effect<void, Unwritable> =>
  Effect.try({
    try: () =>
      writeRecord(join(path, ".git"), {
        version: 1,
        kind: "clone",
        branch,
        session,
        integration: "orchestrator",
        origin: repository,
        ...(parent === undefined ? {} : { parent }),
      }),
    catch: (error) => unwritable(path, error),
  })

function notesOn({ remotes, inward }: Source, { branch, session }: Plan): readonly string[] {
  const back = `\`ringfence session integrate ${session}\` brings ${branch} back.`
  if (inward.length > 0) {
    const [names, lead] =
      inward.length === 1 ? [`The remote ${inward[0]}`, "leads"] : [`The remotes ${inward.join(", ")}`, "lead"]
    return [
      `${names} ${lead} to the repository itself, so the clone is without: a push there would move the refs of everybody. ${back}`,
    ]
  }
  return remotes.length > 0
    ? []
    : [`The repository has no remote, so the clone has none either, and a push goes nowhere. ${back}`]
}
