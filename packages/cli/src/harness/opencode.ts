/**
 * opencode: a plugin, named in one line of `opencode.json` and one of `tui.json`. Both lines name the package's folder
 * in this checkout; which files of it are loaded its package.json says, so that an upgrade changes no line.
 */
import { existsSync, readFileSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { standingOf } from "@ringfence/guard"
import { verdictOf, type Change, type Check, type Client, type Context, type Entry, type Scope } from "./client.ts"
import { addEntry, checkList, readList, takeEntries, type List } from "./list.ts"
import { askProgram } from "./opencode/live.ts"
import { effective, fileIn, GUARD, isOn, KEY, KINDS, pathOf, TUI, userFolder, type Kind } from "./opencode/places.ts"
import { tryPlugin } from "./opencode/try.ts"
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

function install(context: Context, scope: Scope): readonly Change[] {
  const entry = packageFolder(context.checkout)
  const lists = placesOf(context, scope).map((place) =>
    listIn(context, place, fileIn(place.folder, place.kind, place.names)),
  )
  for (const list of lists) checkList(list, entry)
  return lists.map((list) => addEntry(context.env, list, entry))
}

function uninstall(context: Context, scope: Scope | "everywhere"): readonly Change[] {
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
          .entries.filter(list.isOurs)
          .map((entry) => {
            const path = pathOf(entry, place.folder) ?? entry
            return { file: list.file, scope, part: place.kind.part, path, exists: existsSync(path) }
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

/** Our line that counts for a directory; or why none does. */
function ourLine(
  kind: Kind,
  directory: string,
  context: Context,
): { readonly path: string; readonly source: string } | string {
  if (isOn(context.env["OPENCODE_PURE"])) return "OPENCODE_PURE is set: opencode loads no plugins"
  const { named, faults } = effective(kind, directory, topOf(directory, context), context.env)
  if (faults.length > 0) return `opencode does not start with this: ${faults[0]}`
  const ours = named.findLast(
    ({ spec, path, source }) =>
      isPackage(path) || readRecord(context.env).some(({ entry, file }) => file === source && entry === spec),
  )
  if (!ours?.path) return `no configuration of opencode that counts in ${directory} names Ringfence`
  return { path: ours.path, source: ours.source }
}

async function diagnose(context: Context, live: boolean): Promise<Awaited<ReturnType<Client["diagnose"]>>> {
  const { entries, faults } = status(context)
  if (entries.length === 0 && faults.length === 0) return { verdict: "not installed", checks: [] }
  const line = ourLine(GUARD, context.cwd, context)
  if (typeof line === "string") {
    const fix = fixFor(context, faults)
    const checks: readonly Check[] = [{ about: line, result: faults.length > 0 ? "unknown" : "bad", fix }]
    return { verdict: entries.length === 0 ? "cannot tell" : verdictOf(checks), checks }
  }
  const checks = [
    { about: `named in ${line.source}`, result: "good" } as const,
    ...(await tryPlugin(line.path, context)),
    ...tuiCheck(context),
    ...(live ? [await askProgram(programOf(context), line.path, context)] : []),
  ]
  return { verdict: verdictOf(checks), checks }
}

function fixFor({ env }: Context, faults: readonly string[]): string {
  if (isOn(env["OPENCODE_PURE"])) return "unset OPENCODE_PURE"
  if (faults.length > 0) return "mend the file"
  return "run `ringfence install opencode`; where several of the user's files have a `plugin` list, only the last one counts"
}

/** The dialogs are a convenience: without them the guard holds all the same. */
function tuiCheck(context: Context): readonly Check[] {
  const line = ourLine(TUI, context.cwd, context)
  return typeof line === "string"
    ? [{ about: `without dialogs (the guard holds all the same): ${line}`, result: "good" }]
    : [{ about: `dialogs named in ${line.source}`, result: "good" }]
}

function unreached(context: Context, directory: string): string | undefined {
  const line = ourLine(GUARD, directory, context)
  if (typeof line === "string") return line
  if (!statSync(line.path, { throwIfNoEntry: false })) return `${line.path} is not there`
  return undefined
}

/** opencode, for the table of clients. */
export const opencode: Client = {
  name: NAME,
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
