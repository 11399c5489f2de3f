/**
 * What is being created, written down before git is asked for anything, so that a creation that was killed can be
 * taken back: `<data>/creating/<project>/<name>.json`. As long as that file is there, the name is taken.
 */
import { linkSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { hostname } from "node:os"
import { basename, dirname, join } from "node:path"
import * as z from "zod"
import { Tier } from "./tier.ts"
import { isAlive, self } from "./owner.ts"

/** Processes of other machines, and of other containers, that share the folder cannot be seen from here. */
const owner = z.object({ host: z.string(), pid: z.number(), start: z.string() })
type Owner = z.infer<typeof owner>

const me = (): Owner => ({ host: hostname(), ...self() })
const isGone = (owner: Owner): boolean => owner.host === hostname() && !isAlive(owner)

const entrySchema = z.object({
  version: z.literal(1),
  session: z.string(),
  tier: z.enum(Tier.literals).default("worktree"),
  owner,
  /** The git directory that all worktrees share. */
  repository: z.string(),
  /** Where the worktree will lie. */
  path: z.string(),
  /** The branch that is made for it; null where one that existed is used. */
  branch: z.string().nullable(),
  /** The commit it starts from. */
  base: z.string(),
})

export type Entry = z.infer<typeof entrySchema>
type Reserved = Omit<z.input<typeof entrySchema>, "version" | "owner">

/** An entry and the file it stands in. */
export interface Written {
  readonly file: string
  readonly entry: Entry
}

const FOLDER = "creating"
const SUFFIX = ".json"

/**
 * Takes the name of a worktree for this process.
 *
 * @param data `<data>`
 * @param project its id
 * @returns undefined where the name is taken
 * @throws where the folder cannot be written
 */
export function reserve(data: string, project: string, entry: Reserved): Written | undefined {
  const file = join(data, FOLDER, project, basename(entry.path) + SUFFIX)
  const whole: Entry = { version: 1, owner: me(), ...entry, tier: entry.tier ?? "worktree" }
  return place(file, whole) ? { file, entry: whole } : undefined
}

/** Gives the name free. */
export function release({ file, entry }: Written): void {
  rmSync(file, { force: true })
  for (const claim of claimsOn(file, entry)) rmSync(claim.file, { force: true })
}

/**
 * Creations whose process is gone from this machine, and that no living process is clearing up already. Each is claimed for this
 * process: nobody else touches it while this process lives.
 */
export function claimAbandoned(data: string): readonly Written[] {
  return list(join(data, FOLDER)).flatMap((project) =>
    list(join(data, FOLDER, project))
      .filter((name) => name.endsWith(SUFFIX))
      .flatMap((name) => {
        const file = join(data, FOLDER, project, name)
        const entry = read(file, entrySchema)
        return entry && claim(file, entry) ? [{ file, entry }] : []
      }),
  )
}

/** The last claimant is in charge; a new claim stands only on a dead one, so no two living processes hold it. */
function claim(file: string, entry: Entry): boolean {
  const claims = claimsOn(file, entry)
  const last = claims.at(-1)
  const charge = last ? read(last.file, owner) : entry.owner
  if (charge === undefined || !isGone(charge)) return false
  return place(join(dirname(file), `${entry.session}.${(last?.number ?? 0) + 1}`), me())
}

function claimsOn(file: string, { session }: Entry): readonly { readonly file: string; readonly number: number }[] {
  return list(dirname(file))
    .filter((name) => name.startsWith(`${session}.`))
    .map((name) => ({ file: join(dirname(file), name), number: Number(name.slice(session.length + 1)) }))
    .filter(({ number }) => Number.isInteger(number))
    .sort((left, right) => left.number - right.number)
}

/** Puts a file in place, whole, where there is none of this name. */
function place(file: string, content: unknown): boolean {
  mkdirSync(dirname(file), { recursive: true })
  const draft = join(dirname(file), `.${basename(file)}.${process.pid}.${crypto.randomUUID()}`)
  writeFileSync(draft, JSON.stringify(content))
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function list(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}

function read<T>(file: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(file, "utf8")))
  } catch {
    return undefined
  }
}
