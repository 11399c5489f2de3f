/**
 * `ringfence hook git WORKTREE WORD…`: what the `git` of a fence, and its hooks, ask before they go on.
 *
 * - words of a git command: 2 where it may not run, with the reason on stderr; else 0, and "still" on stdout where no ref
 *   but tracking refs would change;
 * - `--owned REF` and `--owned-remote REMOTE REF`: "own" on stdout where the ref is the session's.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { PolicyName, Verdict } from "@ringfence/guard"
import { ownsRef, ownsRemoteRef, standingOf } from "@ringfence/guard/standing"
import { note, settle } from "./born.ts"
import type { Deed } from "./judge.ts"
import { failOpen, recordFailure, startedIn, write } from "./run.ts"

/** Answers one question of a fence, and returns the exit code. Whatever does not work lets git go on. */
export async function runFenceFront([worktree = "", ...words]: readonly string[]): Promise<number> {
  failOpen("fence")
  try {
    const [first, one = "", two = ""] = words
    if (first === "--owned") return answer(ownsRef(worktree, one), "own")
    if (first === "--owned-remote") return answer(ownsRemoteRef(worktree, one, two), "own")
    return await judge(worktree, words)
  } catch (error) {
    trouble(error)
    return 0
  }
}

const POLICIES: readonly PolicyName[] = ["isolated-git", "self"]

const trouble = (error: unknown): void => recordFailure(process.env, "fence", error)

function answer(holds: boolean, word: string): number {
  if (holds) write(1, `${word}\n`)
  return 0
}

/** What these read on their input cannot be seen from here; the hook sees every ref that comes of it. */
const JUDGED_BY_HOOK: ReadonlySet<string> = new Set(["update-ref", "fast-import"])

async function judge(worktree: string, words: readonly string[]): Promise<number> {
  const { env } = process
  const standing = standingOf(worktree, env)
  if (!standing.isolated) return 0
  const module = await import("@ringfence/guard")
  const guard = module.Guard.lean()
  const given = liftedFor(standing.gitDir ?? "", env["RINGFENCE_LIFT"])
  let asked: Verdict | undefined
  const ask = async (more: readonly string[]): Promise<Verdict> => (asked = await check([...given, ...more]))
  const check = async (lifted: readonly string[]): Promise<Verdict> => {
    const cwd = startedIn()
    const fenced = words.some((word) => JUDGED_BY_HOOK.has(word))
    const request = { argv: ["git", ...words], directory: worktree, cwd, env, lifted, fenced, policies: POLICIES }
    try {
      return guard.checkArgv(request)
    } catch (error) {
      if (!(error instanceof module.GrammarMissing)) throw error
      await module.loadShell()
      return guard.checkArgv(request)
    }
  }
  settle(standing, module, env)
  const verdict = await ask([])
  if (verdict.verdict === "allow") {
    note(standing, renamed(verdict))
    return answer(isStill(verdict), "still")
  }
  const { decideOnDenial } = await import("./denial.ts")
  const command = ["git", ...words].join(" ")
  const deed: Deed = {
    client: "fence",
    actions: [],
    directory: worktree,
    cwd: startedIn(),
    env,
    carries: false,
    trouble,
  }
  if (!(await decideOnDenial(verdict, deed, { kind: "shell", command }, standing, ask)))
    return await passOn(standing.gitDir, asked?.lifted ?? [])
  write(2, `${(verdict.reason ?? `Refused by ${verdict.code}`).trimEnd()}\n`)
  return 2
}

/** Tells the shim what a person has lifted, for the hooks of this command to go by as well. */
async function passOn(gitDir: string | undefined, lifted: readonly string[]): Promise<number> {
  if (gitDir === undefined || lifted.length === 0) return 0
  const { Fence } = await import("@ringfence/fence")
  return answer(true, `lift ${Fence.lift(Fence.folderOf(gitDir), lifted)}`)
}

/** The codes that were lifted for the command that is running: its host wrote them down under a name of its own. */
function liftedFor(gitDir: string, name: string | undefined): readonly string[] {
  if (name === undefined || !/^[\w-]+$/.test(name)) return []
  try {
    return readFileSync(join(gitDir, "ringfence/lift", name), "utf8")
      .split("\n")
      .filter(Boolean)
  } catch {
    return []
  }
}

/** New names of own branches: git does not tell its hooks of them. */
const renamed = ({ effects, creates = [] }: Verdict): readonly string[] =>
  effects.some((effect) => effect.kind === "ref" && effect.action === "rename") ? creates : []

/** Fetches may bring thousands of refs, and packing touch as many: for a hook each would be a process of its own. */
const isStill = ({ effects }: Verdict): boolean =>
  effects.every(
    (effect) => effect.kind === "ref" && effect.ref.kind === "known" && effect.ref.text.startsWith("refs/remotes/"),
  )
