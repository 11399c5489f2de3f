/** The host's services for the dialogs. Loaded when a dialog first needs them. */
import { liftableCodes, standingOf } from "@ringfence/guard"
import { Effect } from "effect"
import { Audit } from "../../audit/index.ts"
import { Permission } from "../../permission/index.ts"
import { Project } from "../../project/index.ts"
import { Session } from "../../session/index.ts"
import { Verbs } from "../../verbs/index.ts"
import { runnerOver } from "../runner.ts"
import type { Desk } from "./desk.ts"

/** Refusals that are shown, or looked through for new ones. */
const DENIALS = 20

/** Opens nothing yet: the database is opened when it is first asked. */
export function open(directory: () => string): Desk {
  const { run, close } = runnerOver(Verbs.layer)

  /** Whoever sits here may do what they may on a command line in the same place. */
  const caller = Effect.fnUntraced(function* (above?: Session.Info) {
    const sessions = yield* Session.Service
    const who = yield* sessions.caller(process.env, directory())
    return above === undefined || who.kind === "child" ? who : { ...who, session: above }
  })

  /** git is asked once: a directory stays with its project. */
  const projects = new Map<string, string>()
  const project = Effect.gen(function* () {
    const place = directory()
    const id = projects.get(place) ?? (yield* Project.of(place)).id
    projects.set(place, id)
    return id
  })

  const news = Effect.gen(function* () {
    const projectID = yield* project
    const sessions = yield* (yield* Session.Service).list({ projectID })
    const here = new Set(sessions.map(({ id }) => id))
    const asks = (yield* (yield* Permission.Service).list()).filter(({ session }) => here.has(session))
    const denials = yield* (yield* Audit.Service).list({ denied: true, project: projectID, limit: DENIALS })
    return { sessions, asks, denials }
  })

  return {
    news: () => run(news),
    look: () =>
      run(
        Effect.gen(function* () {
          const { grants } = yield* Verbs.approvals()
          return { ...(yield* news), grants }
        }),
      ),
    standing: (place) => standingOf(place),
    rules: liftableCodes,
    grant: (yes, above) =>
      run(
        Effect.gen(function* () {
          return yield* Verbs.grant(yield* caller(above), yes)
        }),
      ),
    revoke: (target) =>
      run(
        Effect.gen(function* () {
          yield* Verbs.revoke(yield* caller(), target)
        }),
      ),
    answer: (ask, reply) =>
      run(
        Effect.gen(function* () {
          return Verbs.answerText(yield* Verbs.answer(yield* caller(), ask, reply))
        }),
      ),
    close,
  }
}
