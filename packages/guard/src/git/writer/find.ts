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
  // A folder that is not empty is not deleted: with `-maxdepth 1` nothing in a worktree further down is.
  const depth = expression.findIndex((word) => textOf(word.value) === "-maxdepth")
  const reaches = depth < 0 || !/^[01]$/.test(textOf(expression[depth + 1]?.value) ?? "")
  const follows = words.slice(0, Math.max(begin, 0)).some((word) => /^-[LH]$|\/$/.test(textOf(word.value) ?? ""))
  const below = starts
    .flatMap((start) => pathsOf(command, start))
    .flatMap((path) => writeTo(path, state, { link: !follows, recursive: reaches }))
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
    deny("foreign-worktree", "find .. -name app.txt -exec sed -i s/one/1/ {} +", "edits in every checkout"),
    deny("foreign-worktree", "find .. -name app.txt | xargs sed -i s/one/1/", "edits in every checkout"),
    deny("foreign-worktree", "find .. -name app.txt -print0 | xargs -0 -I{} cp README.md {}", "in every checkout"),
    deny(
      "foreign-worktree",
      "find <top> -type f -name '*.md' | while read -r f; do rm \"$f\"; done",
      "in every checkout",
    ),
    deny("foreign-worktree", "for f in $(find .. -name '*.md'); do rm $f; done", "in every checkout"),
    deny("foreign-worktree", "grep -rl one .. | xargs sed -i s/one/1/", "edits in every checkout"),
    deny("foreign-worktree", "grep -rl one ../main | xargs sed -i s/one/1/", "edits in the main checkout"),
    allow("find . -name app.txt -exec sed -i s/one/1/ {} +", "own files"),
    allow("grep -rl one . | xargs sed -i s/one/1/", "own files"),
    allow("find .. -name app.txt -exec grep -n one {} +", "reads"),
    allow("find ../main -name '*.md' -exec cp {} . \\;", "reads over there"),
    allow("find .. -maxdepth 1 -name '*.orig' -exec rm -f {} +", "no checkout is entered"),
    allow("find .. -maxdepth 1 -name '*.orig' -delete", "no checkout is entered"),
    allow("find .. -path '*/own/src/*' -exec sed -i s/one/1/ {} +", "which ones cannot be told from afar"),
    deny("foreign-worktree", "find . -fprint ../main/list", "prints into a file of the main checkout"),
  ],
}
