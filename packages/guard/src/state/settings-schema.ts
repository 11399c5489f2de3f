/** What may stand in the files of settings. Loaded for those only who have one. */
import * as z from "zod/mini"
import en from "zod/v4/locales/en.js"
import type { Loaded } from "./settings.ts"

z.config(en())

const roots = z.optional(z.array(z.string()))

const action = z.enum(["allow", "ask", "deny"])

const userSettingsSchema = z.strictObject({
  $schema: z.optional(z.string()),
  /** Further folders whose worktrees are isolated sessions. */
  roots,
  /** Who integrates: see the rules for rebase and merge. */
  integration: z.optional(z.enum(["orchestrator", "self"])),
  /** Folders every session may write. */
  sharedPaths: z.optional(z.array(z.string())),
  /** Entries at the top of a checkout, folders with a slash behind them: persistent-cd holds where all are there. */
  markers: z.optional(z.array(z.string())),
  /** Policies that are switched off. */
  off: z.optional(z.array(z.string())),
  /** Rules of the host: an action for everything, for a permission, or for patterns of one; the last match decides. */
  permission: z.optional(z.union([action, z.record(z.string(), z.union([action, z.record(z.string(), action)]))])),
  /** How long an ask of the host waits, in milliseconds. The host warns of odd values; they spoil nothing else. */
  askTimeout: z.optional(z.union([z.number(), z.string()])),
})

/** A project's file may only add roots. */
const projectSettingsSchema = z.strictObject({ $schema: z.optional(z.string()), roots })

export type UserSettings = z.infer<typeof userSettingsSchema>

/** Whose file it is, and what it comes to. */
export interface Shapes {
  readonly user: UserSettings
  readonly project: z.infer<typeof projectSettingsSchema>
}

const SCHEMAS: { readonly [K in keyof Shapes]: z.ZodMiniType<Shapes[K]> } = {
  user: userSettingsSchema,
  project: projectSettingsSchema,
}

/** The published JSON Schemas of both files. */
export const settingsJsonSchema = {
  user: (): unknown => z.toJSONSchema(userSettingsSchema),
  project: (): unknown => z.toJSONSchema(projectSettingsSchema),
}

/** What a text comes to, as the file of a user or a project; `path` is what problems are told of. Never throws. */
export function fit<K extends keyof Shapes>(kind: K, path: string, text: string): Loaded<Shapes[K]> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    return { problems: [{ path, key: "", message: error instanceof Error ? error.message : String(error) }] }
  }
  const parsed = SCHEMAS[kind].safeParse(json)
  if (parsed.success) return { value: parsed.data, problems: [] }
  return {
    problems: parsed.error.issues.map((issue) => ({
      path,
      key: issue.code === "unrecognized_keys" ? issue.keys.join(", ") : issue.path.join("."),
      message: issue.message,
    })),
  }
}
