/** What opencode's own file tools would write. */
import { patchedFiles, type TextEdit } from "@ringfence/guard/patch"

export interface Write {
  readonly path: string
  /** What the file will hold, where the call says all of it. */
  readonly content?: string
  /** What changes in it otherwise. */
  readonly edits?: readonly TextEdit[]
  readonly deletes?: boolean
}

type Arguments = Readonly<Record<string, unknown>>

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined)

/** One file by its path. */
function one(args: Arguments, more: Pick<Write, "content" | "edits">): readonly Write[] {
  const path = text(args["filePath"])
  return path === undefined ? [] : [{ path, ...more }]
}

const TOOLS: Readonly<Record<string, (args: Arguments) => readonly Write[]>> = {
  write: (args) => one(args, { content: text(args["content"]) }),
  edit: (args) => {
    const [before, after] = [text(args["oldString"]), text(args["newString"])]
    if (before === undefined || after === undefined) return one(args, {})
    return one(args, { edits: [{ before, after, all: args["replaceAll"] === true }] })
  },
  apply_patch: (args) => patchedFiles(text(args["patchText"]) ?? ""),
}

/** What a call would write; undefined where the tool is no file tool. */
export function writesOf(tool: string, args: Arguments): readonly Write[] | undefined {
  return Object.hasOwn(TOOLS, tool) ? TOOLS[tool]!(args) : undefined
}
