/** Putting refs back: what can be, in which checkouts, and the doing of it. */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { git, type Env } from "./git.ts"
import type { Step } from "./plan.ts"

/** A step, and whether it can be taken right now. */
export interface Judged extends Step {
  /** `ready`; `done`: it stands there already; or why it cannot be: somebody moved the ref since, and so on. */
  readonly state: "ready" | "done" | "moved" | "lost" | "busy" | "dirty"
  /** In a sentence: why not; or, where it is ready, what happens to a checkout. */
  readonly told?: string
  /** Checkouts whose files go along. */
  readonly checkouts: readonly string[]
}

export interface Undone {
  readonly ref: string
  /** Why it was not put back after all. */
  readonly failed?: string
}

interface Checkout {
  readonly path: string
  readonly ref?: string
  /** The branch that an operation in it will write when it ends. */
  readonly busy?: string
}

/** How uncommitted changes in a checkout are taken: refused, or kept where they do not overlap. */
export interface Leave {
  readonly keepChanges: boolean
  readonly env?: Env
}

/**
 * Looks at the repository as it stands.
 *
 * @param directory any directory of the repository that is no session's own
 */
export function judgeSteps(directory: string, steps: readonly Step[], leave: Leave): readonly Judged[] {
  const now = refsNow(directory, steps, leave.env)
  const checkouts = checkoutsOf(directory, leave.env)
  return steps.map((step) => judgeStep(directory, step, now.get(step.ref), checkouts, leave))
}

function judgeStep(
  directory: string,
  step: Step,
  current: string | undefined,
  all: readonly Checkout[],
  { keepChanges, env }: Leave,
): Judged {
  const { ref, left, back } = step
  const on = all.filter((checkout) => checkout.ref === ref)
  const judged = (state: Judged["state"], told?: string): Judged => ({
    ...step,
    state,
    ...(told === undefined ? {} : { told }),
    checkouts: on.map(({ path }) => path),
  })
  if (current === back) return judged("done", "it stands there already")
  if (current !== left)
    return judged("moved", `it was moved again since the session left it, and is at ${shown(current)} now`)
  if (back !== undefined && git(directory, ["cat-file", "-e", back], env).exit !== 0)
    return judged("lost", `the object ${shown(back)} is not in the repository any more`)
  const operating = all.find(({ busy }) => busy === ref)
  if (operating) return judged("busy", `a rebase of it is in progress in ${operating.path}: end that first`)
  if (on.length === 0 || left === undefined) return judged("ready")
  const places = on.map(({ path }) => path).join(" and ")
  if (back === undefined) return judged("busy", `it is checked out in ${places}: switch that to another branch first`)
  const dirty = on.filter(({ path }) => isDirty(path, env))
  if (dirty.length === 0) return judged("ready", `the files in ${places} go along`)
  const meaning = `there are uncommitted changes in ${dirty.map(({ path }) => path).join(" and ")}. The files of the checkout would go back along with the branch; the uncommitted changes would stay where they do not overlap with that, and show as changes against ${shown(back)}`
  return keepChanges ? judged("ready", meaning) : judged("dirty", `${meaning}. To do it all the same: --keep-changes`)
}

const isDirty = (path: string, env?: Env): boolean =>
  git(path, ["status", "--porcelain", "--untracked-files=no", "--ignore-submodules=none"], env).out !== ""

/**
 * Puts one ref back, with an entry in its reflog, if it still has the value that the session left. Files of checkouts
 * go along first, and come back where the ref cannot be written.
 *
 * @param reason what the reflog says
 */
export function takeStep(directory: string, step: Judged, reason: string, env?: Env): Undone {
  const { ref, left, back, checkouts } = step
  const gone: string[] = []
  const restore = (): void => {
    for (const path of gone) git(path, ["read-tree", "-m", "-u", back!, left!], env)
  }
  for (const path of left === undefined || back === undefined ? [] : checkouts) {
    git(path, ["update-index", "-q", "--refresh"], env)
    const moved = git(path, ["read-tree", "-m", "-u", left!, back!], env)
    if (moved.exit !== 0) {
      restore()
      return { ref, failed: `the files in ${path} cannot go along: ${firstLine(moved.err)}` }
    }
    gone.push(path)
  }
  const expected = left ?? "0".repeat(back?.length ?? 40)
  const write = back === undefined ? ["-d", ref, expected] : ["--create-reflog", ref, back, expected]
  const written = git(directory, ["update-ref", "-m", reason, ...write], env)
  if (written.exit === 0) return { ref }
  restore()
  return { ref, failed: firstLine(written.err) }
}

const firstLine = (text: string): string => text.trim().split("\n")[0] ?? ""

/** An object's name, short; "nothing" where there is none. */
export const shown = (value: string | undefined): string => value?.slice(0, 10) ?? "nothing"

function refsNow(directory: string, steps: readonly Step[], env?: Env): ReadonlyMap<string, string> {
  const format = "--format=%(objectname) %(refname)"
  const { out } = git(directory, ["for-each-ref", format, ...steps.map(({ ref }) => ref)], env)
  const lines = out.split("\n").filter((line) => line !== "")
  return new Map(lines.map((line) => [line.slice(line.indexOf(" ") + 1), line.slice(0, line.indexOf(" "))]))
}

function checkoutsOf(directory: string, env?: Env): readonly Checkout[] {
  const { out } = git(directory, ["worktree", "list", "--porcelain"], env)
  return out.split("\n\n").flatMap((record) => {
    const lines = record.split("\n")
    const after = (key: string): string | undefined =>
      lines.find((line) => line.startsWith(`${key} `))?.slice(key.length + 1)
    const path = after("worktree")
    if (path === undefined || !existsSync(path)) return []
    const [ref, busy] = [after("branch"), after("branch") === undefined ? operationIn(path, env) : undefined]
    return [{ path, ...(ref === undefined ? {} : { ref }), ...(busy === undefined ? {} : { busy }) }]
  })
}

/** The branch that a rebase in this checkout is about. */
function operationIn(path: string, env?: Env): string | undefined {
  const gitDir = git(path, ["rev-parse", "--absolute-git-dir"], env).out.trimEnd()
  const files = ["rebase-merge/head-name", "rebase-apply/head-name"].map((name) => join(gitDir, name))
  return files.filter((file) => existsSync(file)).map((file) => readFileSync(file, "utf8").trim())[0]
}
