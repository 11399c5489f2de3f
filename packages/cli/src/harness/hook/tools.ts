/** Shapes of tools: what their inputs say they are about to do. Clients differ in names, not in shapes. */
import { patchedFiles, type TextEdit } from "@ringfence/guard/patch"
import { Unreadable, type Fields } from "./dialect.ts"

export interface ShellAction {
  readonly kind: "shell"
  readonly command: string
  /** Where it runs, as the input says it: absolute, or seen from where the call starts. */
  readonly cwd?: string
}

export interface FileAction {
  readonly kind: "file"
  readonly path: string
  readonly content?: string
  readonly edits?: readonly TextEdit[]
  readonly deletes?: boolean
}

export type Action = ShellAction | FileAction

const DIRECTORY = ["workdir", "dir_path", "directory"]
const PATH = ["file_path", "filePath", "notebook_path", "absolute_path", "path", "target_file"]
const CONTENT = ["content", "file_text", "contents"]
const PATCH = ["patchText", "patch_text", "patch", "input", "command"]
const REPLACEMENT = [
  ["old_string", "new_string"],
  ["old_str", "new_str"],
  ["oldString", "newString"],
  ["oldText", "newText"],
] as const
const EVERYWHERE = ["replace_all", "replaceAll"]

const textIn = (input: Fields, keys: readonly string[]): string | undefined => {
  const key = keys.find((name) => typeof input[name] === "string")
  return key === undefined ? undefined : (input[key] as string)
}

/** A command given to a shell. */
export function shell(input: Fields): readonly Action[] {
  const command = commandIn(input["command"])
  if (command === undefined) throw new Unreadable("a shell tool was called without a command")
  const cwd = textIn(input, DIRECTORY)
  return [{ kind: "shell", command, ...(cwd ? { cwd } : {}) }]
}

const SHELLS = /(?:^|\/)(?:ba|z|da|k)?sh$/

/** A text, or the words of a command, of which a shell's `-c` text is the one that counts. */
function commandIn(value: unknown): string | undefined {
  if (typeof value === "string") return value
  if (!Array.isArray(value) || !value.every((word) => typeof word === "string")) return undefined
  const [program = "", option = "", text] = value
  if (value.length === 3 && SHELLS.test(program) && /^-l?c$/.test(option)) return text
  return value.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ")
}

/** A file that is written or edited. */
export function file(input: Fields): readonly Action[] {
  if (input["command"] === "view") return []
  const path = textIn(input, PATH)
  if (path === undefined) throw new Unreadable("a file tool was called without a path")
  const content = textIn(input, CONTENT)
  const edits = editsIn(input)
  return [{ kind: "file", path, ...(content === undefined ? {} : { content }), ...(edits ? { edits } : {}) }]
}

function editsIn(input: Fields): readonly TextEdit[] | undefined {
  const list = Array.isArray(input["edits"]) ? (input["edits"] as readonly unknown[]) : [input]
  const edits = list.map((edit) => editIn((edit ?? {}) as Fields))
  return edits.every((edit) => edit !== undefined) ? edits : undefined
}

function editIn(input: Fields): TextEdit | undefined {
  const pair = REPLACEMENT.find(
    ([before, after]) => typeof input[before] === "string" && typeof input[after] === "string",
  )
  if (!pair) return undefined
  return {
    before: input[pair[0]] as string,
    after: input[pair[1]] as string,
    all: EVERYWHERE.some((name) => input[name] === true),
  }
}

/** A patch of several files. */
export function patch(input: Fields): readonly Action[] {
  const text = textIn(input, PATCH)
  if (text === undefined) throw new Unreadable("a patch tool was called without a patch")
  return patchedFiles(text).map((patched) => ({ kind: "file", ...patched }))
}

const BEGIN_PATCH = "*** Begin Patch"

/** Any of them, by what is in the input: for clients whose names of tools were not measured. */
export function byShape(input: Fields): readonly Action[] {
  const holdsPatch = PATCH.some(
    (key) => typeof input[key] === "string" && input[key].trimStart().startsWith(BEGIN_PATCH),
  )
  if (holdsPatch) return patch(input)
  const path = textIn(input, PATH)
  const writes = textIn(input, CONTENT) ?? editsIn(input) ?? textIn(input, REPLACEMENT.flat())
  if (path !== undefined) return writes === undefined ? [] : file(input)
  return input["command"] === undefined ? [] : shell(input)
}
