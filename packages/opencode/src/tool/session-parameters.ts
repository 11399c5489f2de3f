/** What the session tool is called with: flat for the model's sake, and checked by action. */
import * as z from "zod"
import { DURATION_FORM, parseDuration } from "../verbs/duration.ts"
import { TIERS } from "../worktree/tier-names.ts"

const text = z.string().min(1)

const span = text.transform((value, context) => {
  const milliseconds = parseDuration(value)
  if (milliseconds !== undefined) return milliseconds
  context.addIssue({ code: "custom", message: `give ${DURATION_FORM}` })
  return z.NEVER
})

/** Every field, with what it is for. */
const FIELDS = {
  title: text.describe("create: what the session is for, in a few words."),
  isolate: z
    .boolean()
    .describe("create: on a worktree and a branch of its own. Use it for anything that changes files."),
  tier: z
    .enum(TIERS)
    .describe(
      "create: with isolate, clone gives it a repository of its own, whose work comes back by integrate; worktree (the default) shares refs with the others.",
    ),
  branch: text.describe("create: the branch's name; made from the title unless given."),
  existing: z.boolean().describe("create: go on with a branch that is there already."),
  from: text.describe("create: the commit or branch it starts from."),
  session: text.describe("The session's id. For grant-approval and revoke also all (all of yours)."),
  command: text.describe("run: the command, as bash reads it."),
  timeout: text.describe("run: how long it may take, such as 30s or 5m."),
  workdir: text.describe("run: where it starts, instead of the session's directory."),
  permission: text.describe("grant-approval: only this permission, such as external_directory."),
  pattern: text.describe("grant-approval: only what matches, such as /srv/data/*."),
  rule: text.describe("grant-approval: instead, lift this rule of the guard, such as isolated-git/merge."),
  duration: text.describe("grant-approval: how long it is good for, such as 30m or 2h."),
  once: z.boolean().describe("grant-approval: good for one time."),
  grant: text.describe("revoke: the grant's id, instead of a session."),
  ask: text.describe("approve, deny: the question's id, as approvals shows it."),
  always: z.boolean().describe("approve: also from now on, for what the question showed."),
  feedback: text.describe("deny: what to do instead; the asker is told."),
  revision: text.describe(
    "review: the commit or branch to look at, as the repository names it; without it, ends the review.",
  ),
  force: z.boolean().describe("remove: even if work is lost. integrate: overwrite the branch in the repository."),
} as const

type Field = keyof typeof FIELDS

export const ACTIONS = [
  ...(["create", "list", "status", "run", "integrate", "review", "remove"] as const),
  ...(["grant-approval", "revoke", "approvals", "approve", "deny"] as const),
] as const
export type Action = (typeof ACTIONS)[number]

const flat = Object.fromEntries(Object.entries(FIELDS).map(([name, field]) => [name, field.nullish()])) as {
  readonly [Name in Field]: z.ZodOptional<z.ZodNullable<(typeof FIELDS)[Name]>>
}

/** The shape that models are shown. A field that is null counts as left out. */
export const Parameters = z.strictObject({ action: z.enum(ACTIONS).describe("What to do."), ...flat })
export type Parameters = z.output<typeof Parameters>

const { title, isolate, tier, branch, existing, from, session, command, workdir, revision } = FIELDS
const { permission, pattern, rule, once, grant, ask, always, feedback, force } = FIELDS

/** The same by action, with only what belongs to each. */
export const Request = z.discriminatedUnion("action", [
  z.strictObject({
    action: z.literal("create"),
    title,
    ...z.object({ isolate, tier, branch, existing, from }).partial().shape,
  }),
  z.strictObject({ action: z.literal("list") }),
  z.strictObject({ action: z.literal("status"), session: session.optional() }),
  z.strictObject({
    action: z.literal("run"),
    session,
    command,
    timeout: span.optional(),
    workdir: workdir.optional(),
  }),
  z.strictObject({
    action: z.literal("grant-approval"),
    session,
    duration: span.optional(),
    ...z.object({ permission, pattern, rule, once }).partial().shape,
  }),
  z
    .strictObject({ action: z.literal("revoke"), ...z.object({ session, grant }).partial().shape })
    .refine(({ session, grant }) => (session === undefined) !== (grant === undefined), {
      error: "needs either session or grant",
    }),
  z.strictObject({ action: z.literal("approvals") }),
  z.strictObject({ action: z.literal("approve"), ask, always: always.optional() }),
  z.strictObject({ action: z.literal("deny"), ask, feedback: feedback.optional() }),
  z.strictObject({ action: z.literal("integrate"), session, force: force.optional() }),
  z.strictObject({ action: z.literal("review"), session, revision: revision.optional() }),
  z.strictObject({ action: z.literal("remove"), session, force: force.optional() }),
])
export type Request = z.output<typeof Request>

/**
 * Reads the flat fields as what the action takes.
 *
 * @returns the request, or in words which field is missing, foreign or wrong
 */
export function readRequest(parameters: Parameters): Request | { readonly fault: string } {
  const given = Object.fromEntries(
    Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined),
  )
  const parsed = Request.safeParse(given)
  if (parsed.success) return parsed.data
  const { action } = parameters
  return { fault: parsed.error.issues.map((issue) => faultOf(action, issue, given)).join("; ") }
}

function faultOf(action: Action, issue: z.core.$ZodIssue, given: Readonly<Record<string, unknown>>): string {
  if (issue.code === "unrecognized_keys")
    return `the action ${action} has no ${issue.keys.join(", ")}; it takes ${fieldsOf(action)}`
  const field = issue.path.join(".")
  if (field === "") return `the action ${action} ${issue.message}`
  if (given[field] === undefined) return `the action ${action} needs ${field}`
  return `${field} is ${JSON.stringify(given[field])}: ${issue.message}`
}

function fieldsOf(action: Action): string {
  const taken = Request.options.find((option) => option.shape.action.value === action)!
  const fields = Object.entries<z.ZodType>(taken.shape).filter(([name]) => name !== "action")
  const shown = fields.map(([name, field]) => (field.safeParse(undefined).success ? `${name} (optional)` : name))
  return shown.join(", ") || "no other field"
}
