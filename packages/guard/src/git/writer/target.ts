/** A plain write to one path: whose it is, and whether it is more than a file. */
import { posix } from "node:path"
import { known, textOf, textsOf, type Value } from "../../shell/value.ts"
import type { State } from "../../state/state.ts"
import type { Effect } from "../effect.ts"
import { edited, type TextEdit } from "./patch.ts"

export interface How {
  /** The command acts on a symbolic link itself, not on what it points to. */
  readonly link?: boolean
  /** Everything below the path is written too. */
  readonly recursive?: boolean
  /** What is there goes away. It only counts where the path can be read: an unreadable plain write is allowed. */
  readonly destructive?: boolean
  /** What the file will hold, where the text says so. */
  readonly content?: Value
  /** The path becomes a link to this one. */
  readonly linkTo?: Value
}

/** Files whose content decides something: a `.git`, a HEAD, and what clients keep their settings in. */
const TELLING = /(?:^|\/)(?:\.git|HEAD|[^/]+\.(?:jsonc?|toml|ts))$/

/** What a path will hold when it is made like these files; they are read only where that decides something. */
export function contentOf(path: Value, state: State, sources: readonly Value[]): How {
  if (!TELLING.test(textOf(path) ?? "")) return {}
  const texts = sources.map((source) => {
    const from = textOf(source)
    if (from === "/dev/null") return ""
    return from === undefined || state.files.stat(from) !== "file" ? undefined : state.files.read(from)
  })
  return texts.every((text) => text !== undefined) ? { content: known(texts.join("")) } : {}
}

/** The file of this absolute path is written, replaced or removed. */
export function writeTo(path: Value, state: State, how: How = {}): readonly Effect[] {
  const site = state.siteOf(path, how.link ? { link: true } : {})
  const hooks = site.kind === "shared" && isHook(state, path)
  const destructive = how.destructive === true && site.kind !== "unknown"
  const content = { ...(how.content && { content: how.content }), ...(how.linkTo && { linkTo: how.linkTo }) }
  const effect: Effect = hooks
    ? { kind: "hooks", site, path }
    : { kind: "worktree", site, what: "files", path, destructive, ...content }
  const all = [effect, ...headWrite(path, state, how)]
  if (path.kind === "below" && path.each) return [...all, ...contained(state, known(path.directory))]
  return how.recursive ? [...all, ...contained(state, path)] : all
}

/** What a tool does to one file: it holds this then, or these stretches are replaced, or it is removed. */
export interface FileEdit {
  readonly content?: string
  readonly edits?: readonly TextEdit[]
  readonly deletes?: boolean
}

/** The file of this absolute path is edited by a tool. */
export function editTo(path: Value, state: State, { content, edits, deletes = false }: FileEdit): readonly Effect[] {
  const text = textOf(path)
  const told = edits && text !== undefined && TELLING.test(text) ? edited(state.files.read(text), edits) : content
  const gone = deletes ? { destructive: true, link: true, recursive: true } : {}
  return writeTo(path, state, { ...gone, ...(told === undefined ? {} : { content: known(told) }) })
}

/** The file behind `git symbolic-ref HEAD`. */
function headWrite(path: Value, state: State, { content }: How): readonly Effect[] {
  if (!state.own || textOf(path) !== `${state.own.gitDir}/HEAD` || !content) return []
  const branch = /^ref: refs\/heads\/(.+)$/m.exec(textOf(content) ?? "")?.[1]
  return branch === undefined
    ? []
    : [{ kind: "head", site: { kind: "own" }, to: { kind: "branch", branch: known(branch), state: "existing" } }]
}

function isHook(state: State, path: Value): boolean {
  const hooks = state.home && state.files.realpath(posix.join(state.home.commonDir, "hooks"))
  return hooks !== undefined && (textsOf(path) ?? []).some((text) => isBelow(realParent(state, text), hooks))
}

const realParent = (state: State, path: string): string =>
  posix.join(state.files.realpath(posix.dirname(path)), posix.basename(path))

const isBelow = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`)

/** The worktrees of others, and the shared git directory, in a folder that goes as a whole. */
function contained(state: State, path: Value): readonly Effect[] {
  const text = textOf(path)
  if (text === undefined || !state.own) return []
  const folder = realParent(state, text)
  const places = [...state.own.others.map((other) => other.path), state.own.commonDir]
  return places
    .filter((place) => place !== folder && isBelow(state.files.realpath(place), folder))
    .map((place) => ({
      kind: "worktree",
      site: state.siteOf(known(place)),
      what: "files",
      path: known(place),
      destructive: true,
    }))
}
