/** tar: what it unpacks and packs, and the repositories that go along. */
import type { Command } from "../../shell/program.ts"
import { known, textOf, type Value, type Word } from "../../shell/value.ts"
import { read, rules, type Reading } from "../../shell/wrapper/options.ts"
import type { State } from "../../state/state.ts"
import type { Effect } from "../effect.ts"
import { allow, deny } from "../example.ts"
import type { ToolSpec } from "../spec.ts"
import { packed, unpacked } from "./packed.ts"
import { afterMoves, writes } from "./place.ts"

const HERE = known(".")

const TAR_VALUES = [
  "-f --file <file>",
  "-C --directory <dir>",
  "-b --blocking-factor <n>",
  "-T --files-from <file>",
  "-X --exclude-from <file>",
  "-K --starting-file <name>",
  "-N --newer --after-date <date>",
  "-g --listed-incremental <file>",
  "-F --info-script <program>",
  "-L --tape-length <n>",
  "-V --label <text>",
  "-H --format <name>",
  "-I --use-compress-program <program>",
  "--exclude <pattern>",
  "--transform --xform <expression>",
  "--strip-components <n>",
  "--owner <name>",
  "--group <name>",
  "--mode <mode>",
  "--mtime <date>",
  "--sort <order>",
  "--to-command <program>",
  "--one-top-level[=<dir>]",
  "--exclude-vcs",
  "-O --to-stdout",
  "-x --extract --get",
  "-c --create",
  "-r --append",
  "-u --update",
  "-A --catenate --concatenate",
  "-t --list",
  "-d --diff --compare",
  "--delete",
]
const TAR = rules(TAR_VALUES, { permutes: true })

/** `tar xfC a.tar dir`: the letters of a first word without a dash take their values from the words after it, in order. */
function undashed(words: readonly Word[]): readonly Word[] {
  const letters = textOf(words[0]?.value)
  if (letters === undefined || !/^[A-Za-z]+$/.test(letters)) return words
  const result: Word[] = []
  let next = 1
  for (const letter of letters) {
    result.push({ ...words[0]!, value: known(`-${letter}`) })
    if ("fCbTXKNgFLVHI".includes(letter) && words[next]) result.push(words[next++]!)
  }
  return [...result, ...words.slice(next)]
}

function tarEffects(command: Command, state: State): readonly Effect[] {
  const reading = read(TAR, undashed(command.argv.slice(1)))
  if (reading.quits) return []
  if (reading.has("extract")) {
    if (reading.has("to-stdout", "to-command")) return []
    const into = reading.values("directory").map((word) => word.value)
    const place = afterMoves(command, into)
    const archive = isPiped(reading) ? textOf(command.stdin) : undefined
    const folder = place.directory.kind === "at" ? place.directory.path : undefined
    return [
      ...writes(place, state, [reading.value("one-top-level") ?? HERE]),
      ...(folder === undefined ? [] : unpacked(archive, folder, state)),
    ]
  }
  const file = reading.value("file")
  const packs = reading.has("create", "append", "update", "catenate", "delete")
  return packs && file && !isPiped(reading) ? writes(command, state, [file]) : []
}

/** The archive is standard input or output, or on another machine. */
const isPiped = (reading: Reading): boolean =>
  /^-?$|^[^/]+:/.test(textOf((reading.value("file") ?? { value: known("") }).value) ?? "?")

/** What is in the archive that decides something. */
function pack(command: Command, reading: Reading, state: State): Value | undefined {
  const leavesGit = reading.values("exclude").some((word) => /^(?:\.\/)?\.git$/.test(textOf(word.value) ?? ""))
  if (!reading.has("create") || leavesGit || reading.has("exclude-vcs")) return undefined
  const { directory } = afterMoves(
    command,
    reading.values("directory").map((word) => word.value),
  )
  const operands = reading.rest.map((word) => word.value)
  return directory.kind === "at" ? packed(operands, directory.path, state) : undefined
}

/** What `tar -c` prints, where the archive goes to standard output and a repository is in it. */
export function tarOutput(command: Command, state: State): Value | undefined {
  const reading = read(TAR, undashed(command.argv.slice(1)))
  return !reading.quits && isPiped(reading) ? pack(command, reading, state) : undefined
}

export const tar: ToolSpec = {
  names: ["tar", "gtar", "bsdtar"],
  effects: tarEffects,
  examples: [
    allow("tar -cf ../copy.tar src && tar -tf ../copy.tar", "next to the worktrees, in none of them"),
    allow('tar -cf - -C ../main . | tar -x -C "$(mktemp -d)"', "reading another worktree is free"),
    allow("tar czf out.tgz src", "own"),
    deny(
      "foreign-branch",
      "mkdir <tmp>/c && tar -cf - . | tar -x -C <tmp>/c && cd <tmp>/c && git branch -D feat/other",
      "a copied .git is the same",
    ),
    allow(
      "mkdir <tmp>/c && tar --exclude=.git -cf - . | tar -x -C <tmp>/c && cd <tmp>/c && git init -q && git checkout -q -b main",
      "a scratch copy",
    ),
    deny("foreign-worktree", "tar -cf - src | tar -x -C ../main", "unpacks into the main checkout"),
    deny("foreign-worktree", "tar cf a.tar src && tar xfC a.tar ../sib", "letters without a dash"),
    deny("foreign-worktree", "tar cf ../main/a.tar src", "the archive itself lands in the main checkout"),
    deny("foreign-worktree", "tar cf a.tar src && tar --extract --file=a.tar --directory=../main", "long options"),
  ],
}
