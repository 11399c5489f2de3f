/** The instructions that `git update-ref --stdin` reads. */
import { known, textsOf, type Value } from "../../shell/value.ts"

interface RefInstruction {
  readonly ref: Value
  readonly action: "create" | "update" | "delete"
  /** False after `option no-deref`, which holds for one instruction. */
  readonly follow: boolean
}

const ACTIONS: Readonly<Record<string, RefInstruction["action"]>> = {
  update: "update",
  create: "create",
  delete: "delete",
  "symref-update": "update",
  "symref-create": "create",
  "symref-delete": "delete",
}

/** What the instructions write, or undefined where they cannot all be read. */
export function readBatch(stdin: Value | undefined, nul: boolean): readonly RefInstruction[] | undefined {
  if (!stdin) return undefined
  if (stdin.kind === "startsWith") return readBeginning(stdin.text, nul)
  return textsOf(stdin)?.flatMap((text) => readLines(text, nul))
}

/**
 * A text whose end is not known is read where that end begins inside an instruction, behind the ref's name:
 * what is not known then is the object (`printf 'update refs/heads/x %s' "$(…)"`).
 */
function readBeginning(text: string, nul: boolean): readonly RefInstruction[] | undefined {
  const last = text.slice(text.lastIndexOf(nul ? "\0" : "\n") + 1)
  return nul || !/^[a-z-]+ \S+ /.test(last) ? undefined : readLines(text, nul)
}

function readLines(text: string, nul: boolean): readonly RefInstruction[] {
  const found: RefInstruction[] = []
  let follow = true
  for (const line of text.split(nul ? "\0" : "\n")) {
    const [verb, rest] = split(line)
    if (verb === "option") follow = rest.trim() !== "no-deref"
    const action = ACTIONS[verb]
    if (!action) continue
    found.push({ ref: known(nul ? rest : firstName(rest)), action, follow })
    follow = true
  }
  return found
}

function split(line: string): readonly [string, string] {
  const space = line.indexOf(" ")
  return space < 0 ? [line, ""] : [line.slice(0, space), line.slice(space + 1)]
}

/** The ref's name: up to the next space, or a C-quoted string. */
function firstName(rest: string): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(rest)
  if (quoted) return quoted[1]!.replace(/\\([0-7]{3}|.)/g, (_, escape: string) => unescape(escape))
  return split(rest)[0]
}

const unescape = (escape: string): string =>
  escape.length === 3 ? String.fromCharCode(Number.parseInt(escape, 8)) : escape
