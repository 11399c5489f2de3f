/** Every command: its specification, and where its code is loaded from when it is run. */
import { check, demo, explain, type Options, type Specification } from "./specification.ts"
import { adopt } from "./specification/adopt.ts"
import * as fence from "./specification/fence.ts"
import * as harness from "./specification/harness.ts"
import { hook } from "./specification/hook.ts"
import { log } from "./specification/log.ts"
import * as shim from "./specification/shim.ts"
import { shell } from "./specification/shell.ts"
import * as session from "./specification/session.ts"

/** Runs a command with the options of its specification, and returns the exit code. */
export type Run<S extends Specification = Specification> = (options: Options<S>) => Promise<number>

export interface Entry {
  readonly specification: Specification
  readonly load: () => Promise<Run>
}

/** A command that only has commands below it. */
export interface Group {
  readonly name: string
  readonly about: string
  readonly entries: readonly (Entry | Group)[]
}

/** Both readers build the options from the specification, so that they fit the function that takes them. */
function entry<S extends Specification>(specification: S, load: () => Promise<Run<S>>): Entry {
  return { specification, load: load as unknown as Entry["load"] }
}

export const commands: readonly (Entry | Group)[] = [
  entry(check, async () => (await import("./command/check.ts")).runCheck),
  entry(explain, async () => (await import("./command/explain.ts")).runExplain),
  entry(demo, async () => (await import("./command/demo.ts")).runDemo),
  {
    name: "session",
    about: "Sessions of agents: start them, run commands in them, say what they may do",
    entries: [
      entry(session.create, async () => (await import("./command/session/create.ts")).runCreate),
      entry(session.list, async () => (await import("./command/session/list.ts")).runList),
      entry(session.status, async () => (await import("./command/session/list.ts")).runStatus),
      entry(session.run, async () => (await import("./command/session/run.ts")).runRun),
      entry(session.grantApproval, async () => (await import("./command/session/grants.ts")).runGrantApproval),
      entry(session.revoke, async () => (await import("./command/session/grants.ts")).runRevoke),
      entry(session.approvals, async () => (await import("./command/session/grants.ts")).runApprovals),
      entry(session.approve, async () => (await import("./command/session/answers.ts")).runApprove),
      entry(session.deny, async () => (await import("./command/session/answers.ts")).runDeny),
      entry(session.integrate, async () => (await import("./command/session/clone.ts")).runIntegrate),
      entry(session.review, async () => (await import("./command/session/clone.ts")).runReview),
      entry(session.remove, async () => (await import("./command/session/remove.ts")).runRemove),
    ],
  },
  entry(hook, async () => (await import("./harness/hook/run.ts")).runHook),
  entry(shell, async () => (await import("./command/shell.ts")).runShell),
  entry(harness.install, async () => (await import("./command/harness/install.ts")).runInstall),
  entry(harness.uninstall, async () => (await import("./command/harness/install.ts")).runUninstall),
  entry(harness.status, async () => (await import("./command/harness/status.ts")).runStatus),
  entry(harness.doctor, async () => (await import("./command/harness/doctor.ts")).runDoctor),
  entry(adopt, async () => (await import("./command/adopt.ts")).runAdopt),
  entry(log, async () => (await import("./command/log.ts")).runLog),
  {
    name: "shim",
    about: "git in a sandbox: the server there, and a client to try it with",
    entries: [
      entry(shim.serve, async () => (await import("./command/shim/serve.ts")).runServe),
      entry(shim.run, async () => (await import("./command/shim/run.ts")).runRun),
    ],
  },
  {
    name: "fence",
    about: "What makes git itself refuse a session what is not its own",
    entries: [
      entry(fence.status, async () => (await import("./command/fence/switch.ts")).runStatus),
      entry(fence.on, async () => (await import("./command/fence/switch.ts")).runOn),
      entry(fence.off, async () => (await import("./command/fence/switch.ts")).runOff),
    ],
  },
  entry(fence.undo, async () => (await import("./command/fence/undo.ts")).runUndo),
]

export const isGroup = (command: Entry | Group): command is Group => "entries" in command

const nameOf = (command: Entry | Group): string => (isGroup(command) ? command.name : command.specification.name)

/** The command that the first words of `argv` name, and the words after them. */
export function findCommand(
  argv: readonly string[],
  among = commands,
): { readonly entry: Entry; readonly rest: readonly string[] } | undefined {
  const [name, ...rest] = argv
  const found = among.find((command) => nameOf(command) === name)
  if (!found) return undefined
  return isGroup(found) ? findCommand(rest, found.entries) : { entry: found, rest }
}
