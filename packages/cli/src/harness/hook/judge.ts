/** May a call go on? Only what can refuse something is loaded: for most calls that is nothing but a few files. */
import { resolve } from "node:path"
import type * as GuardModule from "@ringfence/guard"
import type { Guard, PolicyName, Verdict } from "@ringfence/guard"
import { isHarmless } from "@ringfence/guard/harmless"
import type { Standing } from "@ringfence/guard/standing"
import { awaits, note, settle } from "./born.ts"
import type { Action } from "./tools.ts"

type Env = Readonly<Record<string, string | undefined>>

/** A call that a session is about to make. */
export interface Deed {
  readonly client: string
  readonly actions: readonly Action[]
  /** The session's own directory: it alone decides what is its own. */
  readonly directory: string
  /** Where the call starts from. */
  readonly cwd: string
  readonly env: Env
  /** The shell carries its directory on, so that persistent-cd has something to keep. */
  readonly carries: boolean
  /** Told of what did not work beside the verdict. */
  readonly trouble: (error: unknown) => void
  /** Whether what is started will be behind a fence, which sees the words that git gets. */
  readonly fenced?: () => boolean
}

/** Why it may not, in words for the agent. */
export interface Refusal {
  readonly code: string
  readonly reason: string
}

/**
 * The refusal of a call; undefined where it may go on. What lifts made possible is used up, and what is refused is
 * written into the log.
 *
 * @throws where the guard cannot be loaded
 */
export async function refusalOf(deed: Deed): Promise<Refusal | undefined> {
  const { actions, directory, env } = deed
  if (actions.every((action) => isIdle(action, deed)) && !awaits(directory)) return undefined
  const { standingOf } = await import("@ringfence/guard/standing")
  const standing = standingOf(directory, env)
  if (!concerns(standing, deed)) return undefined
  const module = await import("@ringfence/guard")
  const guard = module.Guard.lean()
  if (standing.isolated) aside(deed, () => settle(standing, module, env))
  const creates: string[] = []
  for (const action of actions) {
    const read = await ask(module, guard, deed, action, [])
    const isLeft = read.code === UNREADABLE && deed.fenced?.() === true
    const verdict = isLeft ? await ask(module, guard, deed, action, [], true) : read
    creates.push(...(verdict.creates ?? []))
    if (verdict.verdict === "allow") continue
    const { decideOnDenial } = await import("./denial.ts")
    const refused = await decideOnDenial(verdict, deed, action, standing, (lifted) =>
      ask(module, guard, deed, action, lifted),
    )
    if (refused) return { code: verdict.code ?? "", reason: verdict.reason ?? `Refused by ${verdict.code}` }
  }
  if (standing.isolated) aside(deed, () => note(standing, creates))
  return undefined
}

/** An action that nobody has anything against, wherever it is taken. */
const isIdle = (action: Action, { carries }: Pick<Deed, "carries">): boolean =>
  action.kind === "shell" && isHarmless(action.command) && !(carries && mayMove(action.command))

/** What goes along with a verdict changes none. */
function aside({ trouble }: Deed, act: () => void): void {
  try {
    act()
  } catch (error) {
    trouble(error)
  }
}

/** Whether there is anything to refuse: outside of isolated sessions only a cd can be. */
export const concerns = (
  { isolated, checkout }: Pick<Standing, "isolated" | "checkout">,
  { carries, actions }: Pick<Deed, "carries" | "actions">,
): boolean =>
  isolated ||
  (carries && checkout !== undefined && actions.some((action) => action.kind === "shell" && mayMove(action.command)))

/** What puts names together, or reads them from elsewhere. */
const MAKES_NAMES = /[$`\\{*?[]|\bsource\b|(?:^|[\s;&|()!])\.(?=\s)/
const MOVERS = /cd|pushd|popd/

/**
 * Whether a text may hold a command that moves its shell. It is true of every text that persistent-cd refuses, which
 * the tests see to; whatever else the reader of texts learns to see through belongs here as well.
 */
export const mayMove = (text: string): boolean => MAKES_NAMES.test(text) || MOVERS.test(text.replace(/["'\r\n]/g, ""))

const UNREADABLE = "isolated-git/unreadable-operand"

const POLICIES: readonly PolicyName[] = ["isolated-git", "self"]

/** Most texts are read without the grammar, whose start takes longer than all the rest. */
async function ask(
  { GrammarMissing, loadShell }: typeof GuardModule,
  guard: Guard,
  { directory, cwd, env, carries }: Deed,
  action: Action,
  lifted: readonly string[],
  fenced = false,
): Promise<Verdict> {
  const policies: readonly PolicyName[] = carries ? [...POLICIES, "persistent-cd"] : POLICIES
  if (action.kind === "file") return guard.checkPath({ ...action, directory, cwd, env, lifted, policies })
  const at = resolve(cwd, action.cwd ?? "")
  const request = { command: action.command, directory, cwd: at, env: { ...env, PWD: at }, lifted, fenced, policies }
  try {
    return guard.check(request)
  } catch (error) {
    if (!(error instanceof GrammarMissing)) throw error
    await loadShell()
    return guard.check(request)
  }
}
