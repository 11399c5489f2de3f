/** The grammar: loaded once, then asked for one tree at a time, within bounds. */
import { basename, dirname, join } from "node:path"
import type { Parser, Tree } from "web-tree-sitter"

/** How long one parse may take; once the grammar is searching for a way out of an error, it may take less. */
const PARSE_MILLISECONDS = 700
const RECOVERY_MILLISECONDS = 80

/** A text was to be read by the grammar before `loadShell` had ended. */
export class GrammarMissing extends Error {
  override readonly name = "GrammarMissing"
}

/** Where a module's file lies: in a built binary nothing can be resolved, and it is shipped beside the binary. */
const file = (specifier: string): string =>
  import.meta.dir.startsWith("/$bunfs")
    ? join(dirname(process.execPath), basename(specifier))
    : process.getBuiltinModule("node:url").fileURLToPath(import.meta.resolve(specifier))

let parser: Parser | undefined
let loading: Promise<void> | undefined

/** Loads the grammar. Must have ended before the first `readProgram`; later calls cost nothing. */
export function loadShell(): Promise<void> {
  loading ??= load()
  return loading
}

/** The runtime of the grammar, too, is loaded only for those who need it. */
async function load(): Promise<void> {
  const { Language, Parser } = await import("web-tree-sitter")
  await Parser.init({ locateFile: () => file("web-tree-sitter/web-tree-sitter.wasm") })
  const language = await Language.load(file("tree-sitter-bash/tree-sitter-bash.wasm"))
  parser = new Parser().setLanguage(language)
}

/** Whether `loadShell` has ended. */
export const shellLoaded = (): boolean => parser !== undefined

/** The tree of a text, for the caller to delete; undefined where the parse was stopped. */
export function parseTree(text: string): Tree | undefined {
  if (!parser) throw new GrammarMissing("loadShell() must have ended before a text is read")
  if (text.length < 2048) return parser.parse(text) ?? undefined
  const start = performance.now()
  const progressCallback = ({ hasError }: { hasError: boolean }): boolean =>
    performance.now() - start > (hasError ? RECOVERY_MILLISECONDS : PARSE_MILLISECONDS)
  const tree = parser.parse(text, null, { progressCallback })
  if (tree) return tree
  parser.reset()
  return undefined
}
