/** Saying yes: to whom, to what, for how long. */
import { DURATION_FORM, parseDuration } from "../../verbs/duration.ts"
import type { Desk, Permission, Session, Sight, Yes } from "./desk.ts"
import type { Choice, Dialogs } from "./dialogs.ts"
import { grantLine, line, nameOf, placeOf, wishText } from "./text.ts"

/** Where a person is with what they do. */
export interface Scene {
  readonly desk: Desk
  readonly dialogs: Dialogs
  /** The session on the screen, by opencode's id. */
  readonly shown: string | undefined
}

/** Whom a yes is for. */
type Whom =
  | { readonly ask: Permission.Asked }
  | { readonly session: Session.Info }
  | { readonly all: true; readonly above?: Session.Info }

/** Runs the dialogs. @returns what was done, in a sentence; undefined where they were left */
export async function grantApproval(scene: Scene): Promise<string | undefined> {
  const { desk, dialogs } = scene
  const sight = await desk.look()
  const whom = await dialogs.select("Grant approval: to whom?", whoThereIs(sight, scene.shown))
  if (whom === undefined) return undefined
  if ("ask" in whom) return answerAsk(scene, sight, whom.ask)
  const yes = await whatOf(scene, sight, whom)
  return yes && give(scene, sight, [yes], "above" in whom ? whom.above : undefined)
}

/** Who waits first, then who is there. */
function whoThereIs(sight: Sight, shown: string | undefined): readonly Choice<Whom>[] {
  const { sessions, asks } = sight
  const above = sessions.find((session) => shown !== undefined && isCalled(session, shown))
  const started = above && sessions.some(({ parentID }) => parentID === above.id)
  return [
    ...asks.map((ask) => ({
      title: nameOf(sessions, ask.session),
      description: wishText(ask),
      category: "Waiting for an answer",
      value: { ask },
    })),
    ...sessions
      .filter(({ parentID }) => parentID !== undefined)
      .map((session) => ({
        title: nameOf(sessions, session.id),
        description: [placeOf(session), ...standing(sight, session)].join(", "),
        category: "Sessions that others started",
        value: { session },
      })),
    ...(above && started
      ? [{ title: `All below ${line(above.title, 40)}`, category: "Several", value: { all: true, above } as const }]
      : []),
    { title: "All sessions on this machine", category: "Several", value: { all: true } as const },
  ]
}

const standing = ({ grants }: Sight, { id }: Session.Info): readonly string[] => {
  const count = grants.filter(({ target }) => target === id).length
  return count === 0 ? [] : [count === 1 ? "1 grant" : `${count} grants`]
}

/** Whether opencode knows a session by this id. */
export const isCalled = ({ id, client }: Session.Info, name: string): boolean => id === name || client === name

/** Answers a question that waits. */
export async function answerAsk(scene: Scene, sight: Sight, ask: Permission.Asked): Promise<string | undefined> {
  const { session, permission } = ask
  const title = `${nameOf(sight.sessions, session)} asks for ${wishText(ask)}`
  const what = await scene.dialogs.select<readonly Yes[] | "once" | "rule" | "no">(title, [
    { title: "Yes, this once", value: "once" },
    // What is forced is asked for every time, whatever was said.
    ...(ask.forced ? [] : forms(ask)),
    { title: "Lift a rule of the guard…", value: "rule" },
    { title: "No…", description: `${permission} is refused, and what you say is told`, value: "no" },
  ])
  if (what === "once") return scene.desk.answer(ask.id, { reply: "once" })
  if (what === "no") return refuse(scene, ask)
  if (what !== "rule") return what && give(scene, sight, what)
  const yes = await ruleOf(scene, sight, session)
  return yes && give(scene, sight, [yes])
}

/**
 * The widths in which something that is asked for can be granted, narrow ones first. Of a command that consists of
 * several each has to be granted, or it waits on.
 */
function forms({ session: target, permission, patterns, always }: Permission.Asked): readonly Choice<readonly Yes[]>[] {
  const lists = [patterns, always].filter((list) => list.length > 0 && !list.includes(""))
  const different = lists.filter((list, at) => at === 0 || list.join("\n") !== lists[0]!.join("\n"))
  return [
    ...different.map((list) => ({
      title: `Grant ${permission}: ${line(list.join(", "))}`,
      value: list.map((pattern) => ({ target, permission, pattern })),
    })),
    { title: `Grant ${permission}: anything`, value: [{ target, permission }] },
    { title: "Grant everything it may ask for", value: [{ target }] },
  ]
}

async function refuse({ desk, dialogs }: Scene, { id }: Permission.Asked): Promise<string | undefined> {
  const feedback = await dialogs.prompt("No: what is it to do instead?", "nothing to say")
  if (feedback === undefined) return undefined
  return desk.answer(id, { reply: "reject", ...(feedback === "" ? {} : { feedback }) })
}

/** What a session that asks nothing now may do when it asks. */
async function whatOf(scene: Scene, sight: Sight, whom: Exclude<Whom, { ask: unknown }>): Promise<Yes | undefined> {
  const { dialogs } = scene
  const target = "session" in whom ? whom.session.id : "all"
  const what = await dialogs.select<Yes | "pattern" | "rule">("Grant approval: to do what?", [
    { title: "bash: commands that match a pattern…", value: "pattern" },
    { title: "bash: anything", value: { target, permission: "bash" } },
    { title: "Everything it may ask for", value: { target } },
    // A rule is lifted for one session.
    ...("session" in whom ? [{ title: "Lift a rule of the guard…", value: "rule" } as const] : []),
  ])
  if (what === "rule") return ruleOf(scene, sight, target)
  if (what !== "pattern") return what
  const pattern = await dialogs.prompt("Which commands? * stands for anything", "npm test *")
  return pattern ? { target, permission: "bash", pattern } : undefined
}

/** Lets a person choose a rule; those that a session was refused by come first. */
async function ruleOf({ desk, dialogs }: Scene, sight: Sight, target: string): Promise<Yes | undefined> {
  const met = sight.denials.filter(({ session }) => session === target).map(({ code }) => code)
  const [first, rest] = [true, false].map((wanted) => desk.rules.filter((rule) => met.includes(rule) === wanted))
  const rule = await dialogs.select(`Lift which rule for ${nameOf(sight.sessions, target)}?`, [
    ...first!.map((code) => ({ title: code, category: "It was refused by", value: code })),
    ...rest!.map((code) => ({ title: code, category: "All rules", value: code })),
  ])
  return rule === undefined ? undefined : { target, rule }
}

const MINUTE = 60_000

type Term = Pick<Yes, "once" | "lasts">

const TERMS: readonly Choice<Term | "other">[] = [
  { title: "For one time", value: { once: true } },
  { title: "For 10 minutes", value: { lasts: 10 * MINUTE } },
  { title: "For an hour", value: { lasts: 60 * MINUTE } },
  { title: "For 8 hours", value: { lasts: 8 * 60 * MINUTE } },
  { title: "For another time…", value: "other" },
]

/** A lift always ends by itself. */
const OPEN_END: Choice<Term> = { title: "Until it is revoked", value: {} }

/** How long a yes is good for; asked again where what was typed is no time. */
async function termOf(dialogs: Dialogs, rule: boolean): Promise<Term | undefined> {
  const term = await dialogs.select("For how long?", rule ? TERMS : [...TERMS, OPEN_END])
  if (term !== "other") return term
  for (let title = "For how long?"; ; title = `For how long? Give ${DURATION_FORM}`) {
    const text = await dialogs.prompt(title, "1h30m")
    if (text === undefined) return undefined
    const lasts = parseDuration(text)
    if (lasts !== undefined) return { lasts }
  }
}

/** Asks for how long, and gives it. With a session above, "all" means all below that one. */
export async function give(
  { desk, dialogs }: Scene,
  sight: Sight,
  all: readonly Yes[],
  above?: Session.Info,
): Promise<string | undefined> {
  const term = await termOf(
    dialogs,
    all.some(({ rule }) => rule !== undefined),
  )
  if (term === undefined) return undefined
  const given: string[] = []
  for (const yes of all) given.push(grantLine(await desk.grant({ ...yes, ...term }, above), sight))
  return `Granted to ${given.join(" ")}`
}
