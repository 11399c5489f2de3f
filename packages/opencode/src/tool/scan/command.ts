/** Which words of which commands are paths that are read. What they write the guard knows already. */
import { basename } from "node:path"
import { known, optionRules, readOptions, textOf, type Command, type Value } from "@ringfence/guard"

interface Row {
  readonly names: string
  /** Options with a value, as usage lines. */
  readonly options?: readonly string[]
  /** Options whose values are paths. */
  readonly paths?: readonly string[]
  /** How many operands stand before the paths: a pattern, a script, a mode. */
  readonly skip?: number
  /** With one of these options no operand stands before the paths. */
  readonly unless?: readonly string[]
  /** Operands of the form `name=path`, and nothing else. */
  readonly assigned?: string
}

const ROWS: readonly Row[] = [
  { names: "cd pushd ls dir tree du df stat file readlink realpath source . open xdg-open" },
  {
    names: "cat tac nl less more head tail wc sort uniq cut paste fold fmt pr od xxd hexdump strings tee split csplit",
  },
  { names: "cmp diff sdiff comm join patch md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum" },
  { names: "zcat gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd lz4 zip unzip zipinfo 7z ar cpio" },
  { names: "cp mv ln install rsync scp mkdir touch rm rmdir unlink shred truncate mkfifo mktemp" },
  { names: "chmod chown chgrp", options: ["--reference <file>"], paths: ["reference"], skip: 1, unless: ["reference"] },
  {
    names: "grep egrep fgrep zgrep rg ag ack",
    options: [
      "-e --regexp <pattern>",
      "-f --file <file>",
      "-A --after-context <n>",
      "-B --before-context <n>",
      "-C --context <n>",
      "-m --max-count <n>",
      "-g --glob <glob>",
      "--include <glob>",
      "--exclude <glob>",
      "--exclude-dir <glob>",
      "-d --directories <action>",
      "-D --devices <action>",
      "--color[=<when>]",
    ],
    paths: ["file"],
    skip: 1,
    unless: ["regexp", "file"],
  },
  {
    names: "sed",
    options: ["-e --expression <script>", "-f --file <file>", "-i --in-place[=<suffix>]", "-l --line-length <n>"],
    paths: ["file"],
    skip: 1,
    unless: ["expression", "file"],
  },
  {
    names: "awk gawk mawk nawk",
    options: ["-F --field-separator <text>", "-v --assign <assignment>", "-f --file <file>"],
    paths: ["file"],
    skip: 1,
    unless: ["file"],
  },
  { names: "jq yq", options: ["-f --from-file <file>"], paths: ["from-file"], skip: 1, unless: ["from-file"] },
  { names: "fd fdfind", options: ["-e --extension <ext>", "-t --type <type>", "-E --exclude <glob>"], skip: 1 },
  {
    names: "tar bsdtar gtar",
    options: [
      "-f --file <file>",
      "-C --directory <folder>",
      "-T --files-from <file>",
      "-X --exclude-from <file>",
      "--exclude <glob>",
      "--transform <script>",
      "--strip-components <n>",
    ],
    paths: ["file", "directory", "files-from", "exclude-from"],
  },
  {
    names: "make gmake",
    options: ["-C --directory <folder>", "-f --file <file>"],
    paths: ["directory", "file"],
    skip: Infinity,
  },
  { names: "dd", assigned: "if=" },
]

type Reader = (command: Command) => readonly Value[]

function reader(row: Row): Reader {
  const table = optionRules(row.options ?? [], { permutes: true })
  const { paths = [], skip = 0, unless = [], assigned } = row
  return (command) => {
    const reading = readOptions(table, command.argv.slice(1))
    if (reading.quits) return []
    const values = reading.rest.slice(reading.has(...unless) ? 0 : skip).map((word) => word.value)
    const named = assigned === undefined ? values : values.flatMap((value) => behind(assigned, value))
    return [...named, ...reading.values(...paths).map((word) => word.value)]
  }
}

function behind(prefix: string, value: Value): readonly Value[] {
  const text = textOf(value)
  return text?.startsWith(prefix) ? [known(text.slice(prefix.length))] : []
}

/** The starting points of a `find`; its expression names no folders that are searched. */
function findStarts({ argv }: Command): readonly Value[] {
  const words = argv.slice(1).map((word) => word.value)
  const options = words.findIndex((value) => !/^-(?:[HLP]|O\d*)$/.test(textOf(value) ?? ""))
  const rest = options < 0 ? [] : words.slice(options)
  const expression = rest.findIndex((value) => /^(?:-.|[(!,]$)/.test(textOf(value) ?? ""))
  return expression < 0 ? rest : rest.slice(0, expression)
}

const READERS: ReadonlyMap<string, Reader> = new Map([
  ...ROWS.flatMap((row) => row.names.split(" ").map((name) => [name, reader(row)] as const)),
  ["find", findStarts] as const,
])

/** What a command is called, without the folder it lies in. */
export const nameOf = (command: Command): string | undefined => {
  const text = textOf(command.argv[0]?.value)
  return text === undefined ? undefined : basename(text)
}

/** The words of a command that are paths, as far as the table knows it; relative ones start where it runs. */
export function readPaths(command: Command): readonly Value[] {
  return READERS.get(nameOf(command) ?? "")?.(command) ?? []
}
