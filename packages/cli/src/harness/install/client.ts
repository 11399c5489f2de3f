/** A client of the table, made of what is known of it. */
import { existsSync } from "node:fs"
import { homedir } from "node:os"
import { dirname } from "node:path"
import { standingOf } from "@ringfence/guard"
import { dataFolder } from "@ringfence/guard/settings"
import {
  bad,
  good,
  PLAIN,
  unknown,
  verdictOf,
  type Change,
  type Check,
  type Client,
  type Context,
  type Diagnosis,
  type Entry,
  type Env,
  type Scope,
  type Wishes,
} from "../client.ts"
import { Failure } from "../../failure.ts"
import { readConfiguration, splitMark } from "../file.ts"
import { HOOKED } from "../dialects.ts"
import type { Dialect } from "../hook/dialect.ts"
import { forgetFailures, readFailures } from "../hook/failures.ts"
import { forgetSessions } from "../hook/sessions.ts"
import { readRecord, tidy } from "../record.ts"
import { launcherOf, linesIn, putHooks, takeHooks, type HooksFile, type Line } from "./hooks.ts"
import { wishesIn, type HooksForm, type Muted, type Place, type Setup, type Start, type Switch } from "./setup.ts"
import { askCodex, checkTrust, checkTrustFile, putTrust, takeTrust, TRUST } from "./trust.ts"
import { tryHook, type Installed } from "./try.ts"
import { valueAt } from "./value.ts"
import { putWhole, takeWhole, type WholeFile } from "./whole.ts"

const SCOPES: readonly Scope[] = ["user", "project"]

/** What is run: it stays where it is, whatever an upgrade does behind it. */
export const launcherIn = (checkout: string): string => `${checkout}/ringfence`

const placeOf = ({ env }: Context, directory: string): Place => ({
  env,
  home: env["HOME"] || homedir(),
  directory,
  top: standingOf(directory, env).worktree ?? directory,
})

/** A file of ours as it is, and how a session comes to it. */
interface Found {
  readonly file: string
  readonly scope: Scope
  readonly installed: Installed
  readonly launcher: string
  readonly wishes: Wishes
  /** Our hooks in it; none in a file that is all ours. */
  readonly lines: readonly Line[]
}

class HookClient implements Client {
  readonly name: string
  readonly aliases: readonly string[]
  readonly notes: Client["notes"]

  constructor(
    private readonly dialect: Dialect,
    private readonly setup: Setup,
  ) {
    this.name = dialect.name
    this.aliases = setup.aliases ?? []
    this.notes = setup.notes
  }

  install = (context: Context, scope: Scope, wishes = PLAIN): readonly Change[] => {
    const launcher = launcherIn(context.checkout)
    const file = this.setup.file(scope, placeOf(context, context.cwd))
    if (this.setup.trusted) checkTrustFile(this.userFolder(context))
    const change = this.put(context.env, file, scope, { launcher, ...wishes })
    return [change, ...this.trust(context, scope)]
  }

  uninstall = async (context: Context, scope: Scope | "everywhere"): Promise<readonly Change[]> => {
    const { env } = context
    const files = this.files(context).filter((target) => scope === "everywhere" || target.scope === scope)
    const changes = this.setup.trusted ? this.untrust(context, files) : []
    // The first file brought the folders along, so it goes last.
    for (const { file, scope } of files.toReversed()) changes.push(...[this.take(env, file, scope) ?? []].flat())
    if (scope === "everywhere") this.forget(env)
    return changes
  }

  status = (context: Context): ReturnType<Client["status"]> => {
    const PATH = context.env["PATH"] ?? ""
    const program = [this.setup.program, ...this.aliases].map((name) => Bun.which(name, { PATH })).find(Boolean)
    const { found, faults } = this.look(context, context.cwd)
    const entries = found.map(({ file, scope, launcher, wishes }): Entry => ({
      file,
      scope,
      part: "hook",
      path: launcher,
      exists: existsSync(launcher),
      ...wishes,
    }))
    return { ...(program ? { program } : {}), entries, faults }
  }

  diagnose = async (context: Context, live: boolean): Promise<Diagnosis> => {
    const { found, faults } = this.look(context, context.cwd)
    if (found.length === 0 && faults.length === 0) return { verdict: "not installed", checks: [] }
    const place = placeOf(context, context.cwd)
    const checks = [
      ...faults.map((fault) => unknown(fault, "mend the file")),
      ...this.switched(place),
      ...this.complete(found),
      ...(await this.tried(found, context)),
      ...this.trustChecks(found, place),
      ...this.doubts(found),
      ...(live && this.setup.trusted ? [await askCodex(this.status(context).program, context)] : []),
      ...this.failures(context.env),
    ]
    return { verdict: verdictOf(checks), checks }
  }

  unreached = (context: Context, directory: string): string | undefined => {
    const { found, faults } = this.look(context, directory)
    const place = placeOf(context, directory)
    const broken = [...this.switched(place), ...this.trustChecks(found, place)].find(({ result }) => result === "bad")
    if (faults[0] !== undefined) return faults[0]
    if (found.length === 0) return `no settings of ${this.name} that count in ${directory} name Ringfence`
    if (broken) return broken.about
    const missing = found.find(({ launcher }) => !existsSync(launcher))
    return missing ? `${missing.launcher} is not there` : undefined
  }

  private target(file: string, scope: Scope): HooksFile | WholeFile {
    return { client: this.name, scope, file, form: this.setup.form } as HooksFile | WholeFile
  }

  private put(env: Env, file: string, scope: Scope, start: Start): Change {
    const target = this.target(file, scope)
    return isWhole(target) ? putWhole(env, target, start) : putHooks(env, target, start)
  }

  private take(env: Env, file: string, scope: Scope): Change | undefined {
    const target = this.target(file, scope)
    return isWhole(target) ? takeWhole(env, target) : takeHooks(env, target)
  }

  /** The files of both scopes here, and those on record elsewhere. */
  private files(context: Context): readonly { readonly file: string; readonly scope: Scope }[] {
    const place = placeOf(context, context.cwd)
    const here = SCOPES.map((scope) => ({ file: this.setup.file(scope, place), scope }))
    const elsewhere = readRecord(context.env).filter(
      ({ client, file, entry }) =>
        client === this.name && entry !== TRUST && !here.some((target) => target.file === file),
    )
    return [...here, ...elsewhere.map(({ file, scope }) => ({ file, scope }))]
  }

  private trust(context: Context, scope: Scope): readonly Change[] {
    if (!this.setup.trusted) return []
    const targets = this.files(context).map(({ file, scope }) => this.target(file, scope) as HooksFile)
    return [putTrust(context, this.userFolder(context), scope, targets)]
  }

  /** Only what stays installed is trusted on. */
  private untrust(context: Context, taken: readonly { readonly file: string }[]): Change[] {
    const targets = this.files(context).filter(({ file }) => !taken.some((each) => each.file === file))
    const left = targets.map(({ file, scope }) => this.target(file, scope) as HooksFile)
    const change = left.some((target) => linesOf(target).length > 0)
      ? putTrust(context, this.userFolder(context), "user", left)
      : takeTrust(context, this.userFolder(context))
    return change === undefined || change.did === "kept" ? [] : [change]
  }

  private userFolder(context: Context): string {
    return dirname(this.setup.file("user", placeOf(context, context.cwd)))
  }

  /** What was kept for hooks goes with the last client that has one. */
  private forget(env: Env): void {
    const others = readRecord(env).some(
      ({ client }) => client !== this.name && client !== "opencode" && HOOKED.includes(client),
    )
    if (others) return
    forgetSessions(dataFolder((name) => env[name]))
    forgetFailures(env)
    tidy(env)
  }

  /** What is installed for sessions in a directory, and files that could not be read, in words. */
  private look(context: Context, directory: string): { readonly found: readonly Found[]; readonly faults: string[] } {
    const faults: string[] = []
    const place = placeOf(context, directory)
    const found = SCOPES.flatMap((scope): readonly Found[] => {
      const file = this.setup.file(scope, place)
      try {
        return this.foundIn(file, scope)
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        faults.push(error.message)
        return []
      }
    })
    return { found, faults }
  }

  private foundIn(file: string, scope: Scope): readonly Found[] {
    const target = this.target(file, scope)
    if (!isWhole(target)) {
      const lines = linesOf(target)
      const [first] = lines
      if (!first) return []
      const launcher = launcherOf(first.command, this.name)!
      return [{ file, scope, installed: { line: first.command }, launcher, wishes: wishesIn(first.command), lines }]
    }
    const text = readConfiguration(file)?.text
    if (text === undefined || !text.startsWith(target.form.begins)) return []
    const launcher = /^const LAUNCHER = (".*")$/m.exec(text)?.[1]
    return [
      {
        file,
        scope,
        installed: { extension: file },
        launcher: launcher ? String(JSON.parse(launcher)) : "",
        wishes: wishesIn(text),
        lines: [],
      },
    ]
  }

  /** Settings that switch every hook off, or just ours. */
  private switched(place: Place): readonly Check[] {
    const muted = this.setup.muted?.(place).find(isMuted)
    if (muted) return [bad(`${muted.file} switches hooks off: ${muted.line} is in it`, "take that line out of it")]
    const switches = this.setup.switches(place)
    const decided = new Set<string>()
    for (const each of switches) {
      const name = each.path.join(".")
      if (decided.has(name)) continue
      try {
        const value = valueOfSwitch(each)
        if (value === undefined) continue
        decided.add(name)
        if (value === each.off)
          return [bad(`${each.file} switches hooks off: ${name} is ${String(value)}`, `take ${name} out of it`)]
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        return [unknown(error.message, "mend the file")]
      }
    }
    return []
  }

  /** Whether each hook is there, for each tool. */
  private complete(found: readonly Found[]): readonly Check[] {
    const { form } = this.setup
    const fix = `run \`ringfence install ${this.name}\``
    return found.flatMap(({ file, launcher, lines }) => {
      const there = existsSync(launcher) ? [] : [bad(`${launcher} is not there`, fix)]
      const lacks = form.kind === "hooks" ? form.events.flatMap((event) => lacking(event, lines, form)) : []
      return [good(`named in ${file}`), ...there, ...lacks.map((what) => bad(`${file} ${what}`, fix))]
    })
  }

  private async tried(found: readonly Found[], context: Context): Promise<readonly Check[]> {
    const lines = new Map(found.map(({ installed }) => [JSON.stringify(installed), installed]))
    const tried = [...lines.values()].map((installed) => tryHook(installed, this.dialect, this.setup, context))
    return (await Promise.all(tried)).flat()
  }

  private trustChecks(found: readonly Found[], place: Place): readonly Check[] {
    if (!this.setup.trusted) return []
    const folder = dirname(this.setup.file("user", place))
    try {
      return found.flatMap(({ file, scope }) => checkTrust(folder, this.target(file, scope) as HooksFile))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      return [unknown(error.message, "mend the file")]
    }
  }

  /** A doubt about one scope is none where the other one is installed too. */
  private doubts(found: readonly Found[]): readonly Check[] {
    const all = this.setup.doubts ?? []
    return all
      .filter(({ scope }) => scope === undefined || found.every((each) => each.scope === scope))
      .map(({ about, fix }) => unknown(about, fix))
  }

  private failures(env: Env): readonly Check[] {
    const failed = readFailures(env).filter(({ client }) => client === this.name || client === "launcher")
    const last = failed.at(-1)
    if (!last) return []
    const about = `${failed.length} call(s) went on unjudged, the last at ${new Date(last.time).toISOString()}: ${last.what}`
    const file = `${dataFolder((name) => env[name])}/hook-failures`
    return [{ about, result: "noted", fix: `what is above was tried just now; remove ${file} when it is mended` }]
  }
}

const isWhole = (target: HooksFile | WholeFile): target is WholeFile => target.form.kind === "file"

function linesOf(target: HooksFile): readonly Line[] {
  const read = readConfiguration(target.file)
  return read === undefined ? [] : linesIn(target, splitMark(read.text)[1])
}

const isMuted = ({ file, line }: Muted): boolean =>
  readConfiguration(file)
    ?.text.split("\n")
    .some((each) => each.trim() === line) ?? false

function valueOfSwitch({ file, path, counts }: Switch): unknown {
  const value = valueAt(file, path)
  return value !== undefined && (counts?.(valueAt) ?? true) ? value : undefined
}

/** What hooks of an event do not see, in words. */
function lacking(
  { event, matcher }: HooksForm["events"][number],
  lines: readonly Line[],
  form: HooksForm,
): readonly string[] {
  const held = lines.filter((line) => line.event === event)
  if (held.length === 0) return [`has no hook of ours for ${event}`]
  if (!form.grouped || matcher === undefined) return []
  const unseen = matcher.split("|").filter((tool) => !held.some((line) => matches(line.matcher, tool)))
  return unseen.length === 0 ? [] : [`does not ask about ${unseen.join(", ")}`]
}

function matches(matcher: string | undefined, tool: string): boolean {
  if (matcher === undefined || matcher === "" || matcher === "*") return true
  try {
    return new RegExp(`^(?:${matcher})$`).test(tool)
  } catch {
    return false
  }
}

/** The client of a dialect, for the table. */
export const hookClient = (dialect: Dialect, setup: Setup): Client => new HookClient(dialect, setup)
