/** Redirections: what they name, and what standard input holds behind them. */
import { expandText } from "./expand/word.ts"
import { closingOf } from "./outline.ts"
import type { Redirection } from "./program.ts"
import { Input, Output, spanIn, type Context, type Run } from "./run.ts"
import type { Scope } from "./scope.ts"
import type { HereDocument, RedirectSyntax } from "./syntax.ts"
import { known, mapValue, textOf, unknown, type Value } from "./value.ts"
import { View } from "./view.ts"

export interface Redirected {
  readonly redirections: readonly Redirection[]
  readonly input?: Input
  readonly output?: Output
}

const OUTPUTS = new Set([">", ">>", ">|", "&>", "&>>"])

/** Expands redirections: what they name, and what standard input holds behind them. */
export function readRedirects(
  run: Run,
  redirects: readonly RedirectSyntax[],
  context: Context,
  scope: Scope,
): Redirected {
  const view = new View(run, context, scope)
  const redirections: Redirection[] = []
  let input: Input | undefined
  let output: Output | undefined
  for (const { operator, fd, target, hereDocument } of redirects) {
    const value = target && expandText(view, target)
    if (hereDocument && (fd ?? 0) === 0) input = new Input(documentText(view, hereDocument))
    else if (hereDocument) documentText(view, hereDocument)
    else if (operator === "<<<" && (fd ?? 0) === 0)
      input = new Input(value ? mapValue(value, (text) => text + "\n") : unknown("a here-string"))
    else if (operator === "<" && (fd ?? 0) === 0) input = new Input(fileText(run, textOf(value) ?? ""))
    else if ((OUTPUTS.has(operator) || (operator === ">&" && target)) && (fd ?? 1) === 1) output = new Output()
    redirections.push({
      operator: operator as Redirection["operator"],
      ...(fd !== undefined && { fd }),
      ...(value &&
        target && {
          target: {
            value,
            text: view.text.slice(target.start, target.end),
            span: spanIn(context, target.start, target.end),
            splits: false,
          },
        }),
    })
  }
  return { redirections, ...(input && { input }), ...(output && { output }) }
}

const fileText = (run: Run, path: string): Value =>
  path === "/dev/null" ? known("") : (run.descriptors.get(path) ?? unknown("the text of a file"))

/** The longest here-document that is expanded; in a longer one only commands are looked for. */
const MAXIMUM_DOCUMENT = 64 * 1024

function longDocument(view: View, start: number, end: number): Value {
  const command = /\\[^]|\$\(|`/g
  command.lastIndex = start
  for (let match = command.exec(view.text); match && match.index < end; match = command.exec(view.text)) {
    if (match[0].startsWith("\\")) continue
    const close = Math.min(closingOf(view.text, match.index) ?? end, end)
    expandText(view, { start: match.index, end: close }, "document")
    command.lastIndex = close
  }
  return unknown("a very long here-document")
}

function documentText(view: View, document: HereDocument): Value {
  const { bodyStart: start, bodyEnd: end } = document
  if (!document.quoted && end - start > MAXIMUM_DOCUMENT) return longDocument(view, start, end)
  const text = document.quoted ? known(view.text.slice(start, end)) : expandText(view, { start, end }, "document")
  return document.stripTabs ? mapValue(text, (each) => each.replace(/^\t+/gm, "")) : text
}
