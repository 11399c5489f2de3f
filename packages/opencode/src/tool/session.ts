/** The tool by which an agent starts sessions below its own, works in them, and says what they may do. */
import { Effect } from "effect"
import { Permission } from "../permission/index.ts"
import { Session } from "../session/index.ts"
import { Ambiguous, findSession, namesOf, pick } from "../verbs/handle.ts"
import { Verbs } from "../verbs/index.ts"
import { Parameters, readRequest, type Request } from "./session-parameters.ts"
import * as Tool from "./tool.ts"

const SESSION = "session"

const DESCRIPTION = `Starts sessions below your own and looks after them.

Use it to give a piece of work a worktree and a branch of its own (create with isolate), so that it cannot disturb what
others are doing, with tier clone in a repository of its own, whose branch you bring back (integrate) and where you can
put a commit to be looked at (review); to run a command there (run); to see how far it is (list, status); to say beforehand what it may do
(grant-approval, revoke); to answer its questions (approvals, approve, deny); and to end it (remove), which refuses to
lose work. You can deal with your own session and those below it, and say yes to those below it only.`

/** The text for the model, and the same as data. */
interface Told {
  readonly title: string
  readonly output: string
  readonly data: unknown
}

/** Who calls: the session the tool is executed for, with all below it. */
interface Self {
  readonly caller: Session.Caller
  readonly session: Session.Info
  readonly family: readonly Session.Info[]
}

const selfOf = Effect.fnUntraced(function* (id: string) {
  const sessions = yield* Session.Service
  const session = yield* sessions.get(id)
  const caller = yield* sessions.caller({ RINGFENCE_SESSION: id }, session.directory)
  const below = (yield* sessions.descendants(id)).filter(({ state }) => state !== "removed")
  const self: Self = { caller, session, family: [session, ...below] }
  return self
})

/** The session of a handle, if it is the caller's own or one below it. */
const ownOf = Effect.fnUntraced(function* ({ session, family }: Self, handle: string) {
  const found = pick(handle, family, namesOf)
  if (found instanceof Ambiguous) return yield* found
  if (found) return found
  const other = yield* findSession(handle)
  return yield* new Session.Foreign({
    id: other.id,
    message: `The session ${other.id} (${other.title}) is not one of yours: you are ${session.id} and can deal with that and with sessions below it. The action list shows them.`,
  })
})

type Do<A extends Request["action"]> = Extract<Request, { readonly action: A }>

const create = Effect.fnUntraced(function* (self: Self, request: Do<"create">) {
  const { action: _action, ...input } = request
  const { id, directory } = self.session
  const { session, notes } = yield* Verbs.create(self.caller, { ...input, directory, parent: id })
  const output = [Verbs.sessionText(session), ...notes].join("\n")
  return { title: `created ${session.id}`, output, data: session }
})

const list = Effect.fnUntraced(function* ({ session, family }: Self) {
  const known = new Set(family.map(({ id }) => id))
  const sessions = (yield* Verbs.ofProject(session.projectID)).filter(({ id }) => known.has(id))
  const lines = sessions.map((each) => (each.id === session.id ? "you: " : "") + Verbs.overviewText(each))
  return { title: `${sessions.length - 1} below you`, output: lines.join("\n"), data: sessions }
})

const status = Effect.fnUntraced(function* (self: Self, { session = self.session.id }: Do<"status">) {
  const { id } = yield* ownOf(self, session)
  const found = yield* Verbs.status(self.caller, id)
  return { title: found.title, output: Verbs.statusText(found), data: found }
})

const run = Effect.fnUntraced(function* (self: Self, { session, ...rest }: Do<"run">, context: Tool.Context) {
  const { id } = yield* ownOf(self, session)
  const output = context.output?.bind(context) ?? (() => {})
  const input = { ...rest, abort: context.abort, output }
  // Whoever answers for the child is waiting for this very call: only a person at this process could say yes meanwhile.
  const attended = (yield* Permission.Answerer) !== "none"
  const ran = yield* Verbs.run(self.caller, id, input).pipe(Effect.provideService(Permission.MayWait, attended))
  return { title: ran.title, output: ran.output, data: ran.metadata }
})

const integrate = Effect.fnUntraced(function* (self: Self, { session, force = false }: Do<"integrate">) {
  const { id } = yield* ownOf(self, session)
  const integrated = yield* Verbs.integrate(self.caller, id, force)
  return { title: `integrated ${integrated.branch}`, output: Verbs.integratedText(integrated), data: integrated }
})

const review = Effect.fnUntraced(function* (self: Self, { session, revision }: Do<"review">) {
  const { id } = yield* ownOf(self, session)
  const reviewed = yield* Verbs.review(self.caller, id, revision)
  return { title: `review in ${id}`, output: Verbs.reviewedText(reviewed), data: reviewed }
})

const remove = Effect.fnUntraced(function* (self: Self, { session, force = false }: Do<"remove">) {
  const { id } = yield* ownOf(self, session)
  const removed = yield* Verbs.remove(self.caller, id, force)
  return { title: `removed ${id}`, output: Verbs.removedText(removed), data: removed }
})

const grantApproval = Effect.fnUntraced(function* (self: Self, request: Do<"grant-approval">) {
  const { action: _action, session, duration, ...yes } = request
  yield* Verbs.mayGive(self.caller)
  const target = session === "all" ? session : (yield* ownOf(self, session)).id
  const grant = yield* Verbs.grant(self.caller, { ...yes, target, lasts: duration })
  return { title: `granted ${grant.id}`, output: `${grant.id}: ${Verbs.grantText(grant)}`, data: grant }
})

const revoke = Effect.fnUntraced(function* (self: Self, { session, grant }: Do<"revoke">) {
  const revoked = yield* Verbs.revoke(self.caller, (grant ?? session)!)
  const lines = revoked.map((each) => `Taken back: ${each.id}: ${Verbs.grantText(each)}`)
  return { title: `revoked ${revoked.length}`, output: lines.join("\n"), data: revoked }
})

const approvals = Effect.fnUntraced(function* ({ session, family }: Self) {
  const known = new Set(family.map(({ id }) => id))
  const all = yield* Verbs.approvals()
  const found = {
    grants: all.grants.filter(({ target, parent }) =>
      target === "all" ? parent === null || known.has(parent) : known.has(target),
    ),
    asks: all.asks.filter((ask) => known.has(ask.session)),
  }
  const lines = [
    ...found.asks.map((ask) => `${ask.session === session.id ? "yours: " : ""}${Verbs.askText(ask)}`),
    ...found.grants.map((grant) => `${grant.id}: ${Verbs.grantText(grant)}`),
  ]
  const output = lines.join("\n") || "Nothing is granted, and no question waits."
  return { title: `${found.asks.length} waiting`, output, data: found }
})

const answer = Effect.fnUntraced(function* ({ caller }: Self, ask: string, reply: Verbs.Reply) {
  const answered = yield* Verbs.answer(caller, ask, reply)
  return { title: `answered ${answered.id}`, output: Verbs.answerText(answered), data: answered }
})

function act(self: Self, request: Request, context: Tool.Context) {
  switch (request.action) {
    case "create":
      return create(self, request)
    case "list":
      return list(self)
    case "status":
      return status(self, request)
    case "run":
      return run(self, request, context)
    case "integrate":
      return integrate(self, request)
    case "review":
      return review(self, request)
    case "remove":
      return remove(self, request)
    case "grant-approval":
      return grantApproval(self, request)
    case "revoke":
      return revoke(self, request)
    case "approvals":
      return approvals(self)
    case "approve":
      return answer(self, request.ask, { reply: request.always ? "always" : "once" })
    case "deny":
      return answer(self, request.ask, { reply: "reject", feedback: request.feedback })
  }
}

const answerTo = Effect.fn("SessionTool.execute")(function* (parameters: Parameters, context: Tool.Context) {
  const request = readRequest(parameters)
  if ("fault" in request)
    return yield* new Tool.InvalidParameters({ tool: SESSION, message: `session: ${request.fault}.` })
  const told: Told = yield* act(yield* selfOf(context.session), request, context)
  return { title: told.title, output: told.output, metadata: { action: request.action, result: told.data } }
})

/** The tool. It fails with the errors of the verbs, each with a message for the model. */
export const { id, description, parameters, execute } = Tool.define({
  id: SESSION,
  description: DESCRIPTION,
  parameters: Parameters,
  run: answerTo,
})
