/** git's aliases: `alias.<name>` of the configuration, expanded as git.c's handle_alias does. */
import { known, type Value, type Word } from "../shell/value.ts"
import type { State } from "../state/state.ts"
import type { Target } from "./invocation.ts"

export type Expansion =
  /** Words that take the place of the alias (they may begin with global options). */
  | { readonly kind: "words"; readonly words: readonly Word[] }
  /** A `!` alias: text for a shell, started at the top of the worktree. */
  | { readonly kind: "text"; readonly text: Value; readonly parameters: readonly Word[] }

/** The expansion of `name` with the words that follow it, or undefined where it is no alias. */
export function expandAlias(target: Target, name: Word, rest: readonly Word[], state: State): Expansion | undefined {
  const text = name.value.kind === "known" ? name.value.text : ""
  const body = configured(target, `alias.${text}`, state)
  if (body === undefined) return undefined
  if (!body.startsWith("!")) {
    const words = splitCommandLine(body)?.map((piece) => ({ ...name, value: known(piece), splits: false }))
    return words && { kind: "words", words: [...words, ...rest] }
  }
  const command = body.slice(1)
  return {
    kind: "text",
    text: known(rest.length > 0 ? `${command} "$@"` : command),
    parameters: [{ ...name, value: known(command) }, ...rest],
  }
}

/** Where the repository cannot be told, the session's own configuration is the likeliest. */
function configured(target: Target, key: string, state: State): string | undefined {
  if (target.repository) return target.repository.config.get(key)
  const given = target.config.findLast((entry) => entry.key.toLowerCase() === key.toLowerCase())?.value
  return given ?? state.home?.config.get(key)
}

/** git's split_cmdline: blanks separate, quotes group, a backslash escapes. Undefined on an open quote. */
function splitCommandLine(text: string): readonly string[] | undefined {
  const words: string[] = []
  let word: string | undefined
  let quote: string | undefined
  for (let index = 0; index < text.length; index++) {
    const char = text[index]!
    if (!quote && /\s/.test(char)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else if (!quote && (char === "'" || char === '"')) {
      quote = char
      word ??= ""
    } else if (char === quote) {
      quote = undefined
    } else {
      const escaped = char === "\\" && quote !== "'"
      if (escaped && index + 1 === text.length) return undefined
      word = (word ?? "") + (escaped ? text[++index]! : char)
    }
  }
  if (quote) return undefined
  return word === undefined ? words : [...words, word]
}
