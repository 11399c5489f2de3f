/** Calls of the real bash tool, with recording services around it. */
import { Effect, Exit, Layer } from "effect"
import { Audit } from "../../../src/audit/index.ts"
import { Global } from "../../../src/global/index.ts"
import { Instance } from "../../../src/instance/index.ts"
import { Grant } from "../../../src/permission/grant/index.ts"
import { Permission } from "../../../src/permission/index.ts"
import * as BashTool from "../../../src/tool/bash.ts"
import * as Tool from "../../../src/tool/tool.ts"

export type Environment = Readonly<Record<string, string>>

export interface Setting {
  readonly env: Environment
  /** The session's directory. */
  readonly directory: string
  /** Parts of the tool other than the built-in ones. */
  readonly parts?: Partial<BashTool.Parts>
  /** What the permission service says of a request; it allows all unless given. */
  readonly answer?: (request: Permission.Request) => Effect.Effect<void, Permission.Denied>
  /** Codes that are lifted for the session, and whether they can be used up. */
  readonly lifts?: { readonly codes: readonly string[]; readonly usable?: boolean }
}

/** What a call asked for, wrote down and told. */
export interface Seen {
  readonly asked: Permission.Request[]
  readonly denials: Audit.Entry[]
  readonly updates: Tool.Update[]
  readonly spent: string[]
  /** Whether anything was started. */
  started: boolean
}

export type CallError = Effect.Error<ReturnType<typeof BashTool.execute>> | Instance.Unusable
export type CallResult = Effect.Success<ReturnType<typeof BashTool.execute>>

export interface Called {
  readonly seen: Seen
  readonly result?: CallResult
  readonly error?: { readonly _tag: string; readonly message: string }
}

const never = (name: string) => (): never => {
  throw new Error(`the bash tool must not use ${name}`)
}

function services(setting: Setting, seen: Seen) {
  const answer = setting.answer ?? (() => Effect.void)
  const permission = Permission.Service.of({
    foresee: () => Effect.succeed("waits"),
    ask: (request) =>
      Effect.andThen(
        Effect.sync(() => seen.asked.push(request)),
        Effect.suspend(() => answer(request)),
      ),
    reply: never("reply"),
    list: never("list"),
  })
  const grant = Grant.Service.of({
    lifts: () => Effect.succeed(setting.lifts?.codes ?? []),
    useOnce: (_, codes) =>
      Effect.sync(() => {
        seen.spent.push(...codes)
        return setting.lifts?.usable ?? true
      }),
    give: never("give"),
    revoke: never("revoke"),
    list: never("list"),
  })
  const audit = Audit.Service.of({
    record: (entry) => Effect.sync(() => void seen.denials.push(entry)),
    list: never("list"),
  })
  return Layer.mergeAll(
    Layer.succeed(Permission.Service, permission),
    Layer.succeed(Grant.Service, grant),
    Layer.succeed(Audit.Service, audit),
    Global.layerOf((name) => setting.env[name]),
    Layer.succeed(Tool.Environment, setting.env),
  )
}

export interface More {
  readonly context?: Partial<Tool.Context>
}

/** One call of the tool in a session of its own. */
export async function call(
  setting: Setting,
  input: Parameters<typeof BashTool.execute>[0],
  more: More = {},
): Promise<Called> {
  const seen: Seen = { asked: [], denials: [], updates: [], spent: [], started: false }
  const parts = { ...BashTool.builtIn, ...setting.parts }
  const tool = BashTool.assemble({
    ...parts,
    run: (options) =>
      Effect.suspend(() => {
        seen.started = true
        return parts.run(options)
      }),
  })
  const context: Tool.Context = {
    session: "ses_test",
    abort: new AbortController().signal,
    metadata: (update) => void seen.updates.push(update),
    ...more.context,
  }
  const exit = await Effect.runPromiseExit(
    tool.execute(input, context).pipe(Instance.provide(setting.directory), Effect.provide(services(setting, seen))),
  )
  if (Exit.isSuccess(exit)) return { seen, result: exit.value }
  const fault = exit.cause.reasons.find((reason) => reason._tag === "Fail")
  if (!fault) throw new Error(`the tool did not fail but broke: ${String(exit.cause)}`)
  return { seen, error: fault.error }
}

/** The denial of a recording permission service. */
export const denied = (request: Permission.Request): Effect.Effect<never, Permission.Denied> =>
  Effect.fail(
    new Permission.Denied({
      session: request.session,
      permission: request.permission,
      patterns: [...request.patterns],
      because: "non-interactive",
      message: `denied: ${request.permission}`,
    }),
  )
