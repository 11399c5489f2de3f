/** Programs that unpack, pack and download. */
import type { Command } from "../../shell/program.ts"
import { known, textOf, type Value, type Word } from "../../shell/value.ts"
import { read, rules, type Reading } from "../../shell/wrapper/options.ts"
import type { State } from "../../state/state.ts"
import type { Effect } from "../effect.ts"
import { allow, deny } from "../example.ts"
import type { Example, ToolSpec } from "../spec.ts"
import { afterMoves, writes } from "./place.ts"
import { tar } from "./tar.ts"

const HERE = known(".")

const UNZIP = rules(["-d <dir>", "-x", "-l", "-t", "-p", "-Z", "-z", "-v", "-P <password>"], { permutes: true })

function unzipEffects(command: Command, state: State): readonly Effect[] {
  const reading = read(UNZIP, command.argv.slice(1))
  if (reading.quits || reading.rest.length === 0 || reading.has("l", "t", "p", "Z", "z", "v")) return []
  return writes(command, state, [reading.value("d") ?? HERE])
}

const WGET = rules(
  [
    "-O --output-document <file>",
    "-P --directory-prefix <dir>",
    "-o --output-file <file>",
    "-a --append-output <file>",
    "-A --accept <list>",
    "-B --base <url>",
    "-D --domains <list>",
    "-e --execute <command>",
    "-i --input-file <file>",
    "-I --include-directories <list>",
    "-l --level <n>",
    "-Q --quota <n>",
    "-R --reject <list>",
    "-t --tries <n>",
    "-T --timeout <n>",
    "-U --user-agent <text>",
    "-w --wait <n>",
    "-X --exclude-directories <list>",
    "--header <text>",
    "--post-data <text>",
    "--post-file <file>",
    "--method <name>",
    "--user <name>",
    "--password <text>",
    "--spider!",
    "-nc",
    "-nd",
    "-nv",
    "-np",
    "-nH",
    "-h!",
    "-V!",
  ],
  { permutes: true },
)

function wgetEffects(command: Command, state: State): readonly Effect[] {
  const reading = read(WGET, command.argv.slice(1))
  if (reading.quits) return []
  const document = reading.value("output-document")
  const saved =
    document ??
    reading.value("directory-prefix") ??
    (reading.rest.length > 0 || reading.has("input-file") ? HERE : undefined)
  return filesOnly(command, state, [saved, reading.value("output-file", "append-output")])
}

const CURL = rules(
  [
    "-o --output <file>",
    "-O --remote-name",
    "--remote-name-all",
    "--output-dir <dir>",
    "-D --dump-header <file>",
    "-c --cookie-jar <file>",
    "--trace <file>",
    "--trace-ascii <file>",
    "--stderr <file>",
    ...[
      "A",
      "b",
      "C",
      "d",
      "e",
      "E",
      "F",
      "H",
      "K",
      "m",
      "P",
      "Q",
      "r",
      "t",
      "T",
      "u",
      "U",
      "w",
      "x",
      "X",
      "y",
      "Y",
      "z",
    ].map((letter) => `-${letter} <value>`),
    "-h!",
    "-V!",
  ],
  { permutes: true },
)

function curlEffects(command: Command, state: State): readonly Effect[] {
  const reading = read(CURL, command.argv.slice(1))
  if (reading.quits) return []
  const folder = reading.value("output-dir")
  const inFolder = folder ? afterMoves(command, [folder.value]) : command
  const named = reading.has("remote-name", "remote-name-all") ? [HERE] : []
  const others = reading.values("dump-header", "cookie-jar", "trace", "trace-ascii", "stderr")
  return [...filesOnly(inFolder, state, [...reading.values("output"), ...named]), ...filesOnly(command, state, others)]
}

/** Without standard output and devices. */
const filesOnly = (command: Command, state: State, words: readonly (Word | Value | undefined)[]): readonly Effect[] =>
  writes(
    command,
    state,
    words
      .filter((word) => word !== undefined)
      .filter((word) => !/^-$|^\/dev\//.test(textOf("value" in word ? word.value : word) ?? "")),
  )

const ZIP = rules(
  [
    "-b --temp-path <dir>",
    "-i --include",
    "-n --suffixes <list>",
    "-P --password <text>",
    "-s --split-size <n>",
    "-t --from-date <date>",
    "-O --output-file --out <file>",
    "-T --test",
    "-x --exclude",
    "-sf!",
    "-h!",
  ],
  { permutes: true },
)

/** `zip archive file …`: the archive is what is written, or another one with `-O`. */
function zipEffects(command: Command, state: State): readonly Effect[] {
  const reading = read(ZIP, command.argv.slice(1))
  const archive = reading.rest[0]
  if (reading.quits || !archive) return []
  const taken = reading.has("m", "move") ? reading.rest.slice(1) : []
  return filesOnly(command, state, [reading.value("output-file") ?? archive, ...taken])
}

const COMPRESS = rules(
  [
    "-c --stdout --to-stdout!",
    "-t --test!",
    "-l --list!",
    "-S --suffix <text>",
    "-T --threads <n>",
    "-o <file>",
    "-h!",
    "-V!",
  ],
  { permutes: true },
)

/** gzip and its like put a file in the place of each that they are given. */
function compressEffects(command: Command, state: State): readonly Effect[] {
  const reading = read(COMPRESS, command.argv.slice(1))
  return reading.quits ? [] : filesOnly(command, state, [...reading.rest, reading.value("o")])
}

const PATCH = rules(
  [
    "-p --strip <n>",
    "-i --input <file>",
    "-d --directory <dir>",
    "-o --output <file>",
    "-r --reject-file <file>",
    "-F --fuzz <n>",
    "-B --prefix <text>",
    "-Y --basename-prefix <text>",
    "-z --suffix <text>",
    "-V --version-control <how>",
    "-D --ifdef <name>",
    "-g --get <n>",
    "--dry-run!",
    "-v!",
  ],
  { permutes: true },
)

/** patch stays below the folder it runs in, whatever the names in the patch are. */
function patchEffects(command: Command, state: State): readonly Effect[] {
  const reading: Reading = read(PATCH, command.argv.slice(1))
  if (reading.quits) return []
  const folder = reading.value("directory")
  const place = folder ? afterMoves(command, [folder.value]) : command
  return filesOnly(place, state, [reading.value("output") ?? reading.rest[0] ?? HERE])
}

const absent = (name: string, examples: readonly Example[]): readonly Example[] =>
  examples.map((example) => ({ ...example, notRun: `${name} is not installed everywhere, or needs the network` }))

export const archives: readonly ToolSpec[] = [
  tar,
  {
    names: ["unzip"],
    effects: unzipEffects,
    examples: absent("unzip", [
      allow("unzip -q a.zip -d build", "own"),
      allow("unzip -l a.zip", "lists"),
      deny("foreign-worktree", "unzip -qo a.zip -d ../main", "unpacks into the main checkout"),
    ]),
  },
  {
    names: ["zip"],
    effects: zipEffects,
    examples: absent("zip", [
      allow("zip -qr out.zip src -x '*.log'", "own"),
      allow("zip -qr - ../main/docs > docs.zip", "reading another worktree is free"),
      deny("foreign-worktree", "zip -qr ../main/out.zip src", "the archive lands in the main checkout"),
    ]),
  },
  {
    names: ["gzip", "gunzip", "bzip2", "bunzip2", "xz", "unxz", "zstd", "unzstd", "lz4"],
    effects: compressEffects,
    examples: [
      allow("gzip -k src/app.txt && gunzip -f src/app.txt.gz", "own"),
      allow("gzip -c ../main/README.md > readme.gz", "reading another worktree is free"),
      deny("foreign-worktree", "gzip ../main/README.md", "takes a file of the main checkout away"),
      deny("foreign-worktree", "cd ../sib && gzip -9 README.md", "where it runs"),
    ],
  },
  {
    names: ["wget"],
    effects: wgetEffects,
    examples: absent("wget", [
      allow("wget -qO- http://127.0.0.1/a", "prints"),
      allow("wget -nv http://127.0.0.1/a", "own"),
      deny("foreign-worktree", "wget -qO ../main/a http://127.0.0.1/a", "into the main checkout"),
      deny("foreign-worktree", "wget -P ../sib http://127.0.0.1/a", "into the sibling"),
    ]),
  },
  {
    names: ["curl"],
    effects: curlEffects,
    examples: absent("curl", [
      allow("curl -fsSL http://127.0.0.1/a", "prints"),
      allow("curl -sSLo a http://127.0.0.1/a", "own"),
      allow("curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1/", "a device is no file"),
      deny("foreign-worktree", "curl -fsSLo ../main/a http://127.0.0.1/a", "into the main checkout"),
      deny("foreign-worktree", "curl --output-dir ../sib -O http://127.0.0.1/a", "into the sibling"),
    ]),
  },
  {
    names: ["patch", "gpatch"],
    effects: patchEffects,
    examples: [
      allow("git diff HEAD~1 -- src | patch -R -p1 -f", "own"),
      allow("git diff HEAD~1 | patch -d ../main -p1 --dry-run -f", "a dry run"),
      deny("foreign-worktree", "git diff HEAD~1 | patch -d ../main -p1 -f", "patches the main checkout"),
      deny("foreign-worktree", "cd ../sib && patch -p1 -f -i ../own/a.diff", "where it runs"),
    ],
  },
]
