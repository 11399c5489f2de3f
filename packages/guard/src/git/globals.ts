/** git's options before the subcommand (git.c: handle_options). No abbreviations, no clusters. */
import { textOf, type Word } from "../shell/value.ts"

export interface Globals {
  /** `-C`, in order; each is relative to the one before. */
  readonly directories: readonly Word[]
  readonly gitDir?: Word
  readonly workTree?: Word
  /** `-c key=value` and `--config-env key=VARIABLE`, in order. */
  readonly config: readonly { readonly word: Word; readonly fromVariable: boolean }[]
  readonly bare: boolean
  /** `--help`, `--version`, `--exec-path` and such: git prints something and ends. */
  readonly printsOnly: boolean
  /** The subcommand and what follows. */
  readonly rest: readonly Word[]
}

type Taker = "gitDir" | "workTree" | "directory" | "config" | "configEnv" | "ignored"

const SEPARATE: Readonly<Record<string, Taker>> = {
  "-C": "directory",
  "-c": "config",
  "--config-env": "configEnv",
  "--git-dir": "gitDir",
  "--work-tree": "workTree",
  "--namespace": "ignored",
  "--super-prefix": "ignored",
  "--attr-source": "ignored",
}
const PRINTS = new Set([
  "-h", "--help", "-v", "--version", "--exec-path", "--html-path", "--man-path", "--info-path", "--build-options",
]) // prettier-ignore

/** Reads the global options; `words` starts after `git` itself. */
export function readGlobals(words: readonly Word[]): Globals {
  const directories: Word[] = []
  const config: { word: Word; fromVariable: boolean }[] = []
  let gitDir: Word | undefined
  let workTree: Word | undefined
  let bare = false
  let printsOnly = false
  const take = (taker: Taker, word: Word | undefined): void => {
    if (!word) return
    if (taker === "directory" && textOf(word.value) !== "") directories.push(word)
    if (taker === "config" || taker === "configEnv") config.push({ word, fromVariable: taker === "configEnv" })
    if (taker === "gitDir") gitDir = word
    if (taker === "workTree") workTree = word
  }
  let index = 0
  for (; index < words.length; index++) {
    const word = words[index]!
    const text = word.value.kind === "startsWith" ? word.value.text : textOf(word.value)
    if (text === undefined || !text.startsWith("-")) break
    const equals = text.startsWith("--") ? text.indexOf("=") : -1
    const name = equals < 0 ? text : text.slice(0, equals)
    const taker = SEPARATE[name]
    if (taker && equals >= 0) take(taker, attached(word, equals))
    else if (taker) take(taker, words[++index])
    else if (text === "--bare") bare = true
    else if (PRINTS.has(text) || text.startsWith("--list-cmds")) printsOnly = true
  }
  return {
    directories,
    ...(gitDir ? { gitDir } : {}),
    ...(workTree ? { workTree } : {}),
    config,
    bare,
    printsOnly,
    rest: words.slice(index),
  }
}

function attached(word: Word, equals: number): Word {
  if (word.value.kind !== "known" && word.value.kind !== "startsWith") return word
  return { ...word, value: { kind: word.value.kind, text: word.value.text.slice(equals + 1) } }
}
