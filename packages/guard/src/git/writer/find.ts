/** What `find` writes by itself: files it deletes, and lists it prints into files. What it runs is the wrapper table's. */
import type { Command } from "../../shell/program.ts"
import { known, textOf, type Value, type Word } from "../../shell/value.ts"
import type { State } from "../../state/state.ts"
import type { Effect } from "../effect.ts"
import { allow, deny } from "../example.ts"
import type { ToolSpec } from "../spec.ts"
import { pathsOf, writes } from "./place.ts"
import { writeTo } from "./target.ts"

const PRINTS_TO_FILE = ["-fprint", "-fprint0", "-fprintf", "-fls"]

function findEffects(command: Command, state: State): readonly Effect[] {
  const words = command.argv.slice(1)
  const begin = words.findIndex((word) => /^(-[a-z]{2,}|[(!,])/.test(textOf(word.value) ?? ""))
  const expression = begin < 0 ? [] : words.slice(begin)
  const files = expression.filter((_, index) => PRINTS_TO_FILE.includes(textOf(expression[index - 1]?.value) ?? ""))
  const deletes = expression.some((word) => textOf(word.value) === "-delete")
  const starts = deletes ? startsOf(words.slice(0, begin)) : []
  const follows = words.slice(0, Math.max(begin, 0)).some((word) => /^-[LH]$|\/$/.test(textOf(word.value) ?? ""))
  const below = starts
    .flatMap((start) => pathsOf(command, start))
    .flatMap((path) => writeTo(path, state, { link: !follows, recursive: true }))
  return [...below, ...writes(command, state, files)]
}

function startsOf(words: readonly Word[]): readonly Value[] {
  const starts = words.filter((word) => !textOf(word.value)?.startsWith("-")).map((word) => word.value)
  return starts.length > 0 ? starts : [known(".")]
}

export const find: ToolSpec = {
  names: ["find", "gfind"],
  effects: findEffects,
  examples: [
    allow("find . -name '*.orig' -delete", "own files"),
    allow("find ../main -name '*.md' -print", "reads"),
    deny("foreign-worktree", "find .. -name README.md -delete", "the folder holds other checkouts"),
    deny("foreign-worktree", "find ../main -name '*.md' -delete", "deletes in the main checkout"),
    deny("foreign-worktree", "find . -fprint ../main/list", "prints into a file of the main checkout"),
  ],
}
