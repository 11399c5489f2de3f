/**
 * opencode: a plugin, named in one line of `opencode.json` and one of `tui.json`. Both lines name the package's folder
 * in this checkout; which files of it are loaded its package.json says, so that an upgrade changes no line.
 */
import { existsSync, readFileSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"
import { standingOf } from "@ringfence/guard"
import { problemFile } from "@ringfence/opencode/trouble"
import {
  PLAIN,
  verdictOf,
  type Change,
  type Check,
  type Client,
  type Context,
  type Diagnosis,
  type Entry,
  type Scope,
} from "./client.ts"
import { addEntry, checkList, readList, takeEntries, type List } from "./list.ts"
import { askProgram } from "./opencode/live.ts"
import { effective, fileIn, GUARD, isOn, KEY, KINDS, pathOf, TUI, userFolder, type Kind } from "./opencode/places.ts"
import { troubleIn, tryPlugin } from "./opencode/try.ts"
import { Failure } from "../failure.ts"
import { readRecord } from "./record.ts"

const NAME = "opencode"
const PACKAGE = "@ringfence/opencode"

/** What our lines point to. */
const packageFolder = (checkout: string): string => join(checkout, "packages", "opencode")

/** The top of the worktree that a directory lies in; the directory itself outside of any. */
const topOf = (directory: string, { env }: Context): string => standingOf(directory, env).worktree ?? directory

interface Place {
  readonly kind: Kind
  readonly scope: Scope
  readonly folder: string
  /** The names of files in it that count. */
  readonly names: readonly string[]
}

const placesOf = (context: Context, scope: Scope): readonly Place[] =>
  KINDS.map((kind) =>
    scope === "user"
      ? { kind, scope, folder: userFolder(context.env), names: kind.user }
      : { kind, scope, folder: join(topOf(context.cwd, context), ".opencode"), names: kind.local },
  )

function listIn(context: Context, { kind, scope }: Place, file: string): List {
  const recorded = readRecord(context.env)
    .filter((installed) => installed.file === file)
    .map(({ entry }) => entry)
  const isOurs = (entry: string): boolean => recorded.includes(entry) || isPackage(pathOf(entry, dirname(file)))
  return { client: NAME, scope, file, key: KEY, schema: kind.schema, isOurs }
}

/** Whether a path leads to our package, of whatever checkout, or into it. */
function isPackage(path: string | undefined): boolean {
  if (path === undefined) return false
  const manifest = join(path, "package.json")
  if (existsSync(manifest)) return nameIn(manifest) === PACKAGE
  return dirname(path) !== path && existsSync(path) && isPackage(dirname(path))
}

function nameIn(manifest: string): unknown {
  try {
    return (JSON.parse(readFileSync(manifest, "utf8")) as { readonly name?: unknown }).name
  } catch {
    return undefined
  }
}

/** What the plugin is told with its entry. */
const PERSISTENT_CD = "persistent-cd"

const asksIn = (options: unknown): boolean =>
  typeof options === "object" && options !== null && Reflect.get(options, PERSISTENT_CD) === true

function install(context: Context, scope: Scope, { persistentCd } = PLAIN): readonly Change[] {
  const entry = packageFolder(context.checkout)
  const lists = placesOf(context, scope).map((place) => ({
    list: listIn(context, place, fileIn(place.folder, place.kind, place.names)),
    // The dialogs refuse nothing.
    options: persistentCd && place.kind === GUARD ? { [PERSISTENT_CD]: true } : undefined,
  }))
  for (const { list } of lists) checkList(list, entry)
  return lists.map(({ list, options }) => addEntry(context.env, list, { spec: entry, options }))
}

async function uninstall(context: Context, scope: Scope | "everywhere"): Promise<readonly Change[]> {
  const scopes: readonly Scope[] = scope === "everywhere" ? ["user", "project"] : [scope]
  const lists = scopes.flatMap((scope) =>
    placesOf(context, scope).flatMap((place) =>
      place.names.map((name) => listIn(context, place, join(place.folder, name))),
    ),
  )
  const elsewhere = readRecord(context.env).filter(
    ({ client, file }) => client === NAME && scope === "everywhere" && !lists.some((list) => list.file === file),
  )
  const further = elsewhere.map(({ file, scope }) => {
    const kind = KINDS.find(({ local, user }) => [...local, ...user].some((name) => file.endsWith(`/${name}`))) ?? GUARD
    return listIn(context, { kind, scope, folder: dirname(file), names: [] }, file)
  })
  if (scope === "everywhere") rmSync(await problemFile((name) => context.env[name]), { force: true })
  // The first file brought the folders along, so it goes last.
  return [...lists, ...further].toReversed().flatMap((list) => takeEntries(context.env, list) ?? [])
}

/** Our lines in the files of a scope, and the files that could not be read. */
function entriesOf(context: Context, scope: Scope): { readonly entries: readonly Entry[]; readonly faults: string[] } {
  const faults: string[] = []
  const entries = placesOf(context, scope).flatMap((place) =>
    place.names.flatMap((name): readonly Entry[] => {
      const list = listIn(context, place, join(place.folder, name))
      try {
        return readList(list)
          .entries.filter(({ spec }) => list.isOurs(spec))
          .map(({ spec, options }) => {
            const path = pathOf(spec, place.folder) ?? spec
            const persistentCd = asksIn(options)
            return { file: list.file, scope, part: place.kind.part, path, exists: existsSync(path), persistentCd }
          })
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        faults.push(error.message)
        return []
      }
    }),
  )
  return { entries, faults }
}

const programOf = ({ env }: Context): string | undefined => Bun.which(NAME, { PATH: env["PATH"] ?? "" }) ?? undefined

function status(context: Context): ReturnType<Client["status"]> {
  const program = programOf(context)
  const [user, project] = [entriesOf(context, "user"), entriesOf(context, "project")]
  return {
    ...(program ? { program } : {}),
    entries: [...user.entries, ...project.entries],
    faults: [...user.faults, ...project.faults],
  }
}

/** Our line that counts for sessions in a directory. */
interface Line {
  readonly path: string
  readonly source: string
}

/** Why none does. */
type Missing = Check & { readonly fix: string }

function ourLine(kind: Kind, directory: string, context: Context): Line | Missing {
  const { env } = context
  if (isOn(env["OPENCODE_PURE"]))
    return { about: "OPENCODE_PURE is set: opencode loads no plugins", result: "bad", fix: "unset OPENCODE_PURE" }
  const { named, faults } = effective(kind, directory, topOf(directory, context), env)
  if (faults[0] !== undefined)
    return { about: `opencode does not start with this: ${faults[0]}`, result: "unknown", fix: "mend the file" }
  const recorded = readRecord(env)
  const ours = named.findLast(
    ({ spec, path, source }) =>
      isPackage(path) || recorded.some(({ entry, file }) => file === source && entry === spec),
  )
  if (ours?.path !== undefined) return { path: ours.path, source: ours.source }
  return {
    about: `no configuration of opencode that counts in ${directory} names Ringfence`,
    result: "bad",
    fix: "run `ringfence install opencode`; where several of the user's files have a `plugin` list, only the last one counts",
  }
}

const isMissing = (line: Line | Missing): line is Missing => "about" in line

async function diagnose(context: Context, live: boolean): Promise<Diagnosis> {
  const { entries, faults } = status(context)
  if (entries.length === 0 && faults.length === 0) return { verdict: "not installed", checks: [] }
  const line = ourLine(GUARD, context.cwd, context)
  const checks = isMissing(line) ? [line] : await checksOf(line, context, live)
  return { verdict: verdictOf(checks), checks }
}

async function checksOf({ path, source }: Line, context: Context, live: boolean): Promise<readonly Check[]> {
  return [
    { about: `named in ${source}`, result: "good" },
    ...(await tryPlugin(path, context)),
    ...(await troubleIn(context.env, (problem) => ({
      about: `opencode's last problem with it: ${problem}`,
      ...ASIDE,
    }))),
    tuiCheck(context),
    ...(live ? [await askProgram(programOf(context), path, context)] : []),
  ]
}

/** What was once, and may be over: a start at which everything works clears it. */
const ASIDE = { result: "unknown", fix: "start opencode anew: where it works now, this is cleared" } as const

/** The dialogs are a convenience: without them the guard holds all the same. */
function tuiCheck(context: Context): Check {
  const line = ourLine(TUI, context.cwd, context)
  return isMissing(line)
    ? { about: `without dialogs (the guard holds all the same): ${line.about}`, result: "good" }
    : { about: `dialogs named in ${line.source}`, result: "good" }
}

function unreached(context: Context, directory: string): string | undefined {
  const line = ourLine(GUARD, directory, context)
  if (isMissing(line)) return line.about
  return existsSync(line.path) ? undefined : `${line.path} is not there`
}

/** opencode, for the table of clients. */
export const opencode: Client = {
  name: NAME,
  aliases: [],
  notes: {
    user: ["Sessions that run already go on as they are: start opencode anew."],
    project: [
      "It names a folder of this machine. Worktrees have files of the project only where these are committed: without --project it holds in every worktree.",
      "Sessions that run already go on as they are: start opencode anew.",
    ],
  },
  install,
  uninstall,
  status,
  diagnose,
  unreached,
}
