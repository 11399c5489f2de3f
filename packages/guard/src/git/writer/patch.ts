/** Files as tools edit them: by replacing stretches of text, and by patches that do so to several files. */

/** One stretch that is replaced by another; the first one of that text unless `all` of them are meant. */
export interface TextEdit {
  readonly before: string
  readonly after: string
  readonly all?: boolean
}

/** What becomes of one file. */
export interface PatchedFile {
  readonly path: string
  /** It is removed, or moved away. */
  readonly deletes: boolean
  /** What it will hold, where the patch says all of it. */
  readonly content?: string
  /** What changes in it otherwise. */
  readonly edits?: readonly TextEdit[]
}

/** The text after the edits, in their order; undefined where one of them does not fit, so that the tool fails. */
export function edited(text: string | undefined, edits: readonly TextEdit[]): string | undefined {
  let left = text
  for (const { before, after, all = false } of edits) {
    if (before === "" && (left ?? "") === "") left = after
    else if (left === undefined || !left.includes(before)) return undefined
    else left = all ? left.replaceAll(before, () => after) : left.replace(before, () => after)
  }
  return left
}

const HEADER = /^\*\*\* (Add File|Update File|Delete File|Move to): (.+?)\s*$/

/** The files that a patch of the `*** Begin Patch` format adds, changes, deletes and moves, in its order. */
export function patchedFiles(patch: string): readonly PatchedFile[] {
  const files: PatchedFile[] = []
  let body: string[] = []
  const close = (): void => {
    const last = files.at(-1)
    if (last && body.length > 0 && !last.deletes) files[files.length - 1] = { ...last, ...filled(last, body) }
    body = []
  }
  for (const line of patch.split(/\r?\n/)) {
    const [, what, path] = HEADER.exec(line) ?? []
    if (what === undefined) {
      if (!line.startsWith("*** ")) body.push(line)
      continue
    }
    const from = files.at(-1)
    // What follows is the text of the place it is moved to.
    if (what === "Move to" && from) files[files.length - 1] = { path: from.path, deletes: true }
    else close()
    files.push({ path: path!, deletes: what === "Delete File", ...(what === "Add File" ? { content: "" } : {}) })
  }
  close()
  return files
}

function filled({ content }: PatchedFile, body: readonly string[]): Pick<PatchedFile, "content" | "edits"> {
  if (content !== undefined) return { content: body.map((line) => `${line.replace(/^\+/, "")}\n`).join("") }
  const hunks: string[][] = [[]]
  for (const line of body) {
    if (line.startsWith("@@")) hunks.push([])
    else hunks.at(-1)!.push(line)
  }
  const side = (hunk: readonly string[], left: string): string =>
    hunk
      .filter((line) => line.startsWith(left) || line.startsWith(" "))
      .map((line) => line.slice(1))
      .join("\n")
  return {
    edits: hunks.filter((hunk) => hunk.length > 0).map((hunk) => ({ before: side(hunk, "-"), after: side(hunk, "+") })),
  }
}
