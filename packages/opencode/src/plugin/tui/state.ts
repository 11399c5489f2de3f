/** How the guard stands: in this session, what it refused last, and what is lifted. */
import { lastProblem, type Problem } from "../trouble.ts"
import type { Denial, Sight, Standing } from "./desk.ts"
import type { Choice } from "./dialogs.ts"
import { give, isCalled, type Scene } from "./grant.ts"
import { ago, grantLine, line, nameOf, stakeOf } from "./text.ts"

/** Refusals that are shown. */
const SHOWN = 8

/** What opencode itself says. */
export interface Around {
  /** Where the session on the screen works, or opencode where none is. */
  readonly directory: string
  /** Whether the guard was loaded there; undefined where opencode does not say. */
  readonly loaded: boolean | undefined
}

/** Runs the dialogs. @returns what was done, in a sentence; undefined where they were left */
export async function state(scene: Scene, around: Around): Promise<string | undefined> {
  const { desk, dialogs } = scene
  const sight = await desk.look()
  const lines = [...standingLines(desk.standing(around.directory), around), ...problemLines(lastProblem())]
  const chosen = await dialogs.select<Denial | undefined>("Ringfence", [
    ...lines.map((title) => ({ title, category: "This session", value: undefined })),
    ...liftsOf(scene, sight).map((title) => ({ title, category: "Lifted", value: undefined })),
    ...refusals(sight),
  ])
  const { session, code } = chosen ?? {}
  return session === undefined || code === undefined || !desk.rules.includes(code)
    ? undefined
    : give(scene, sight, [{ target: session, rule: code }])
}

function standingLines({ isolated, worktree, branch, operation }: Standing, { directory, loaded }: Around): string[] {
  const guarded = loaded === false ? "NOT guarded: the plugin is not loaded, see ringfence doctor" : "guarded"
  if (!isolated) return [`No isolated session: ${line(worktree ?? directory)}`, "Its commands are not restricted"]
  return [
    `Isolated session: ${guarded}`,
    `It owns ${branch === undefined ? "no branch" : `the branch ${branch}`} and ${worktree ?? directory}`,
    ...(operation === undefined ? [] : [`A ${operation} is in progress`]),
  ]
}

const problemLines = (problem: Problem | undefined): readonly string[] =>
  problem ? [`Failed ${ago(problem.time)}: ${line(`${problem.what}: ${problem.message}`)}`] : []

function liftsOf({ shown }: Scene, sight: Sight): readonly string[] {
  const own = sight.sessions.find((session) => shown !== undefined && isCalled(session, shown))
  return sight.grants
    .filter(({ rule, target }) => rule !== null && (own === undefined || target === own.id))
    .map((grant) => grantLine(grant, sight))
}

function refusals({ denials, sessions }: Sight): readonly Choice<Denial | undefined>[] {
  const category = "Refused last: choose to lift the rule"
  if (denials.length === 0) return [{ title: "Nothing was refused", category: "Refused last", value: undefined }]
  return denials
    .toReversed()
    .slice(0, SHOWN)
    .map((denial) => {
      const { session = "", code, command = "", times, last } = denial
      const { branch, path } = stakeOf(denial)
      const often = times === 1 ? ago(last) : `${times} times, ${ago(last)}`
      const title = `${nameOf(sessions, session)}: ${line(command, 40)}`
      return { title, description: [code, branch ?? path, often].filter(Boolean).join(", "), category, value: denial }
    })
}
