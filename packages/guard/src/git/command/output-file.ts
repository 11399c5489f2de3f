/** Commands whose only lasting effect on a worktree is a file they are told to write. */
import type { Effect } from "../effect.ts"
import { allow, deny } from "../example.ts"
import { optionTable } from "../options.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import { writeTo } from "../writer/target.ts"
import { known, textOf } from "../../shell/value.ts"
import type { State } from "../../state/state.ts"

type Effects = (invocation: Invocation, state: State) => readonly Effect[]

/** Writes into a folder: the one named, else the current one. */
const intoFolder: Effects = ({ options, path }, state) => [
  ...writeTo(path(options.value("output-directory") ?? known(".")), state),
]

const REPORT = ["-o --output-directory <path>", "-s --suffix <format>"]

export const bugreport: SubcommandSpec = {
  name: "bugreport",
  options: optionTable([...REPORT, "--diagnose[=<mode>]"]),
  effects: intoFolder,
  examples: [
    allow("GIT_EDITOR=true git bugreport -o reports", "a folder of the own worktree"),
    deny("foreign-worktree", "GIT_EDITOR=true git bugreport -o ../main", "a file in the main checkout"),
    deny("foreign-worktree", "GIT_EDITOR=true git -C ../main bugreport", "the current directory is the main checkout"),
  ],
}

export const diagnose: SubcommandSpec = {
  name: "diagnose",
  options: optionTable([...REPORT, "--mode <mode>"]),
  effects: intoFolder,
  examples: [
    allow("git diagnose -o reports", "a folder of the own worktree"),
    deny("foreign-worktree", "git diagnose --output-directory=../main", "a file in the main checkout"),
  ],
}

const trailersInPlace: Effects = ({ options, operands, path }, state) =>
  options.has("in-place") ? operands.flatMap((operand) => writeTo(path(operand), state)) : []

export const interpretTrailers: SubcommandSpec = {
  name: "interpret-trailers",
  options: optionTable([
    ...["--in-place", "--trim-empty", "--where <action>", "--if-exists <action>", "--if-missing <action>"],
    ...["--only-trailers", "--only-input", "--unfold", "--parse", "--no-divider", "--trailer <trailer>"],
  ]),
  effects: trailersInPlace,
  examples: [
    allow("git log -1 --format=%B | git interpret-trailers --parse", "standard input and output"),
    allow("git interpret-trailers --in-place --trailer 'Acked-by: A' README.md", "a file of the own worktree"),
    allow("git interpret-trailers --trailer 'Acked-by: A' ../main/README.md", "only reads it"),
    deny(
      "foreign-worktree",
      "git interpret-trailers --in-place --trailer 'Acked-by: A' ../main/README.md",
      "a file of the main checkout",
    ),
  ],
}

/** The index goes beside the pack, or where `-o` says; with `--stdin` alone into the object store. */
const packIndex: Effects = ({ options, operands, path }, state) => {
  if (options.has("verify", "verify-stat", "verify-stat-only")) return []
  const files = [...options.values("o"), ...operands]
  return files.flatMap((file) => writeTo(path(file), state))
}

export const indexPack: SubcommandSpec = {
  name: "index-pack",
  options: optionTable([
    ...["-v", "-o <file>", "--keep[=<message>]", "--rev-index", "--verify", "--verify-stat", "--verify-stat-only"],
    ...["--strict[=<ids>]", "--stdin", "--fix-thin", "--check-self-contained-and-connected", "--fsck-objects[=<ids>]"],
    ...["--threads=<n>", "--index-version=<version>", "--pack_header=<header>", "--max-input-size=<size>"],
    ...[
      "--progress-title <title>",
      "--show-resolving-progress",
      "--object-format=<algorithm>",
      "--promisor[=<message>]",
    ],
    "--report-end-of-input",
  ]),
  effects: packIndex,
  examples: [
    allow("git index-pack --stdin < p.pack", "adds objects", {
      given: "git rev-parse HEAD | git pack-objects --stdout --revs -q > p.pack",
    }),
    allow("git index-pack p.pack", "writes p.idx beside it", {
      given: "git rev-parse HEAD | git pack-objects --stdout --revs -q > p.pack",
    }),
    deny("foreign-worktree", "git index-pack -o ../main/p.idx p.pack", "a file in the main checkout", {
      given: "git rev-parse HEAD | git pack-objects --stdout --revs -q > p.pack",
    }),
  ],
}

/** The operand is what the names of the files begin with. */
const packFiles: Effects = ({ options, operands, path }, state) =>
  options.has("stdout") ? [] : operands.slice(0, 1).flatMap((base) => writeTo(path(base), state))

export const packObjects: SubcommandSpec = {
  name: "pack-objects",
  options: optionTable([
    ...["-q --quiet", "--progress", "--all-progress", "--all-progress-implied", "--index-version <version>"],
    ...["--max-pack-size <n>", "--local", "--incremental", "--window <n>", "--window-memory <n>", "--depth <n>"],
    ...["--reuse-delta", "--reuse-object", "--delta-base-offset", "--threads <n>", "--non-empty", "--revs"],
    ...["--unpacked", "--all", "--reflog", "--indexed-objects", "--stdin-packs[=<mode>]", "--stdout", "--include-tag"],
    ...["--keep-unreachable", "--pack-loose-unreachable", "--unpack-unreachable[=<time>]", "--cruft"],
    ...["--cruft-expiration[=<time>]", "--sparse", "--thin", "--shallow", "--honor-pack-keep", "--keep-pack <name>"],
    ...["--compression <n>", "--keep-true-parents", "--use-bitmap-index", "--write-bitmap-index", "--filter <args>"],
    ...["--missing <action>", "--exclude-promisor-objects", "--exclude-promisor-objects-best-effort"],
    ...["--delta-islands", "--uri-protocol <protocol>", "--name-hash-version <n>", "--path-walk"],
  ]),
  effects: packFiles,
  examples: [
    allow("git rev-parse HEAD | git pack-objects --stdout --revs -q > p.pack", "standard output"),
    allow("git rev-parse HEAD | git pack-objects -q --revs out/pack", "files of the own worktree", {
      given: "mkdir out",
    }),
    deny(
      "foreign-worktree",
      "git rev-parse HEAD | git pack-objects -q --revs ../main/pack",
      "files in the main checkout",
    ),
  ],
}

/** `store` and `erase` rewrite the file of credentials; by default that is the person's own. */
const credentials: Effects = ({ options, operands, path }, state) => {
  const file = options.value("file")
  return file && textOf(operands[0]?.value) !== "get" ? writeTo(path(file), state) : []
}

export const credentialStore: SubcommandSpec = {
  name: "credential-store",
  options: optionTable(["--file <path>"]),
  effects: credentials,
  examples: [
    allow("git credential-store --file=creds get </dev/null", "reads"),
    allow(
      "printf 'protocol=https\\nhost=h\\nusername=u\\npassword=p\\n' | git credential-store --file=creds store",
      "own file",
    ),
    deny(
      "foreign-worktree",
      "printf 'protocol=https\\nhost=h\\nusername=u\\npassword=p\\n' | git credential-store --file=../main/creds store",
      "a file in the main checkout",
    ),
  ],
}

/** Beside the message and the patch, which are operands, nothing is written. */
const mailFiles: Effects = ({ operands, path }, state) =>
  operands.slice(0, 2).flatMap((operand) => writeTo(path(operand), state))

export const mailinfo: SubcommandSpec = {
  name: "mailinfo",
  options: optionTable([
    ...["-k", "-b", "-m --message-id", "-u", "-n", "--encoding <encoding>", "--scissors", "--quoted-cr <action>"],
  ]),
  effects: mailFiles,
  examples: [
    allow("git format-patch --stdout -1 | git mailinfo msg patch", "files of the own worktree"),
    deny(
      "foreign-worktree",
      "git format-patch --stdout -1 | git mailinfo msg ../main/README.md",
      "a file of the main checkout",
    ),
  ],
}

/** One file for each message, in the folder named by `-o` (attached), else by the first operand. */
const mailFolder: Effects = ({ options, operands, path }, state) => {
  const folder = options.value("o") ?? operands[0]
  return folder ? writeTo(path(folder), state) : []
}

export const mailsplit: SubcommandSpec = {
  name: "mailsplit",
  options: optionTable(["-b", "-d[<prec>]", "-f[<n>]", "--keep-cr", "--mboxrd", "-o[<directory>]"]),
  effects: mailFolder,
  examples: [
    allow("git format-patch --stdout main | git mailsplit -omails", "a folder of the own worktree", {
      given: "mkdir mails",
    }),
    deny("foreign-worktree", "git format-patch --stdout main | git mailsplit -o../main", "files in the main checkout"),
  ],
}

/** The copy gets a name of git's choosing, at the top of the worktree. */
const temporaryCopy: Effects = ({ site }) => [{ kind: "worktree", site, what: "files", destructive: false }]

export const unpackFile: SubcommandSpec = {
  name: "unpack-file",
  options: optionTable([]),
  effects: temporaryCopy,
  examples: [
    allow("git unpack-file HEAD:README.md", "a file of the own worktree"),
    deny("foreign-worktree", "git -C ../main unpack-file HEAD:README.md", "a file in the main checkout"),
  ],
}
