/** What opencode's own file tools would write. */

export interface Write {
  readonly path: string
  readonly content?: string
  readonly deletes?: boolean
}

type Arguments = Readonly<Record<string, unknown>>

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined)

/** One file by its path. `content` names the argument that holds what is written. */
const one =
  (content: string) =>
  (args: Arguments): readonly Write[] => {
    const path = text(args["filePath"])
    return path === undefined ? [] : [{ path, content: text(args[content]) }]
  }

const HEADER = /^\*\*\* (Add File|Update File|Delete File|Move to): (.+?)\s*$/gm

/** The files that the headers of a patch name; a file that is moved away goes from where it was. */
function patched(args: Arguments): readonly Write[] {
  const headers = [...(text(args["patchText"]) ?? "").matchAll(HEADER)]
  return headers.map(([, what, path], at) => ({
    path: path!,
    deletes: what === "Delete File" || (what === "Update File" && headers[at + 1]?.[1] === "Move to"),
  }))
}

const TOOLS: Readonly<Record<string, (args: Arguments) => readonly Write[]>> = {
  edit: one("newString"),
  write: one("content"),
  apply_patch: patched,
}

/** What a call would write; undefined where the tool is no file tool. */
export function writesOf(tool: string, args: Arguments): readonly Write[] | undefined {
  return Object.hasOwn(TOOLS, tool) ? TOOLS[tool]!(args) : undefined
}
