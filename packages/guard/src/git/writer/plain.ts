/** Programs whose operands are the files they write. */
import type { Command } from "../../shell/program.ts"
import { known, textOf, type Word } from "../../shell/value.ts"
import { read, rules, type Reading, type Rules } from "../../shell/wrapper/options.ts"
import type { State } from "../../state/state.ts"
import type { Effect } from "../effect.ts"
import { allow, deny } from "../example.ts"
import type { Example, ToolSpec } from "../spec.ts"
import { EMPTY_FOLDER, writes } from "./place.ts"
import type { How } from "./target.ts"

interface Plain {
  readonly names: readonly string[]
  readonly options?: readonly string[]
  /** Which words name files that are written; all operands unless said otherwise. */
  readonly files?: (reading: Reading, command: Command) => readonly Word[]
  readonly how?: How | ((reading: Reading, command: Command) => How)
  readonly examples: readonly Example[]
}

function plain(described: Plain): ToolSpec {
  const table: Rules = rules(described.options ?? [], { permutes: true })
  const { files = (reading) => reading.rest, how = {} } = described
  return {
    names: described.names,
    effects: (command: Command, state: State): readonly Effect[] => {
      const reading = read(table, command.argv.slice(1))
      return reading.quits
        ? []
        : writes(command, state, files(reading, command), typeof how === "function" ? how(reading, command) : how)
    },
    examples: described.examples,
  }
}

const RECURSIVE = (reading: Reading): How => (reading.has("recursive") ? { recursive: true } : {})

/** A mode may look like an option (`chmod -x file`); `--reference` stands for it. */
function chmodFiles(reading: Reading, command: Command): readonly Word[] {
  const dashedMode = command.argv.slice(1).some((word) => /^-[rwxXst]/.test(textOf(word.value) ?? ""))
  return dashedMode || reading.has("reference") ? reading.rest : reading.rest.slice(1)
}

/** The script is the first operand unless an option brings one; BSD's `-i ''` leaves an empty word. */
function sedFiles(reading: Reading): readonly Word[] {
  if (!reading.has("in-place")) return []
  const operands = reading.rest.filter((word) => textOf(word.value) !== "")
  return reading.has("expression", "file") ? operands : operands.slice(1)
}

const PERL_VALUES = "eEIMmF"

/** perl's clusters end at a letter with a value; the digits of -0 and -l and the suffix of -i belong to their letters. */
function perlFiles(words: readonly Word[]): readonly Word[] {
  let inPlace = false
  let hasProgram = false
  let index = 0
  for (; index < words.length; index++) {
    const text = textOf(words[index]!.value)
    if (text === undefined || !/^-./.test(text)) break
    if (text === "--") {
      index++
      break
    }
    for (let place = 1; place < text.length; place++) {
      const letter = text[place]!
      if (letter === "e" || letter === "E") hasProgram = true
      if (letter === "i") inPlace = true
      if (letter === "i" || (PERL_VALUES.includes(letter) && place + 1 < text.length)) break
      if (letter === "e" || letter === "E" || letter === "I") index++
    }
  }
  const rest = words.slice(index)
  return inPlace ? rest.slice(hasProgram ? 0 : 1) : []
}

export const plains: readonly ToolSpec[] = [
  plain({
    names: ["rm", "grm"],
    options: ["-r -R --recursive", "-f --force", "-i", "-I", "-d --dir", "-v --verbose", "--interactive[=<when>]"],
    how: (reading) => ({ link: true, destructive: true, ...RECURSIVE(reading) }),
    examples: [
      allow("rm -rf src docs/old.md", "own files"),
      allow("rm -f ./-x -- -y", "own files"),
      allow("ln -s ../main link && rm link", "the link itself is own"),
      allow('rm -rf "$SOMEWHERE"', "only readable targets count"),
      deny("foreign-worktree", "rm ../main/README.md", "a file of the main checkout"),
      deny("foreign-worktree", "rm -rf ../sib", "the whole sibling worktree"),
      deny("foreign-worktree", "cd .. && rm -rf main/docs", "relative to where it runs"),
      deny("foreign-worktree", "rm -f ../main/.git/index", "the shared git directory"),
      deny("foreign-worktree", "rm -rf ../sib/*", "a glob of foreign files"),
      deny("foreign-worktree", 'rm -rf "$(dirname "$PWD")"', "holds everybody's worktree"),
    ],
  }),
  plain({
    names: ["rmdir", "grmdir"],
    how: { link: true },
    examples: [
      allow("mkdir empty && rmdir empty", "own"),
      deny("foreign-worktree", "rmdir ../main/empty", "a folder of the main checkout"),
    ],
  }),
  plain({
    names: ["unlink", "gunlink"],
    how: { link: true, destructive: true },
    examples: [
      allow("unlink docs/old.md", "own"),
      deny("foreign-worktree", "unlink ../main/README.md", "a file of the main checkout"),
    ],
  }),
  plain({
    names: ["shred", "gshred"],
    options: ["-n --iterations <n>", "-s --size <n>", "--random-source <file>", "-u --remove[=<how>]"],
    how: { destructive: true },
    examples: [
      allow("shred -u docs/old.md", "own"),
      deny("foreign-worktree", "shred -n 1 -u ../main/docs/old.md", "a file of the main checkout"),
    ],
  }),
  plain({
    names: ["mkdir", "gmkdir"],
    options: ["-m --mode <mode>", "-Z --context[=<context>]"],
    examples: [
      allow("mkdir -p build/out", "own"),
      allow("mkdir -p ../scratch", "next to the worktrees, in none of them"),
      deny("foreign-worktree", "mkdir -p ../main/build", "a folder in the main checkout", EMPTY_FOLDER),
      deny("foreign-worktree", "mkdir -m 700 ../sib/x", "the mode is no folder", EMPTY_FOLDER),
    ],
  }),
  plain({
    names: ["touch", "gtouch"],
    options: ["-d --date <time>", "-r --reference <file>", "-t <stamp>", "--time <which>", "-h --no-dereference"],
    how: (reading) => (reading.has("no-dereference") ? { link: true } : {}),
    examples: [
      allow("touch src/new.txt", "own"),
      allow("touch -r ../main/README.md README.md", "the reference is only read"),
      deny("foreign-worktree", "touch ../main/new.txt", "a file in the main checkout"),
    ],
  }),
  plain({
    names: ["chmod", "gchmod"],
    options: ["-R --recursive", "--reference <file>"],
    files: chmodFiles,
    how: RECURSIVE,
    examples: [
      allow("chmod +x src/app.txt", "own"),
      allow("chmod -x src/app.txt", "a mode that looks like an option"),
      deny("foreign-worktree", "chmod -R 755 ../main/src", "modes of the main checkout"),
      deny("foreign-worktree", "chmod -w ../sib/README.md", "a mode that looks like an option"),
      deny("shared-config", "chmod -x ../main/.git/hooks/pre-push", "switches everybody's hook off"),
    ],
  }),
  plain({
    names: ["chown", "chgrp", "gchown", "gchgrp"],
    options: ["-R --recursive", "--reference <file>", "--from <owner>", "-h --no-dereference"],
    files: (reading) => (reading.has("reference") ? reading.rest : reading.rest.slice(1)),
    how: (reading) => ({ ...RECURSIVE(reading), ...(reading.has("no-dereference") ? { link: true } : {}) }),
    examples: [
      allow("chown root src/app.txt", "own"),
      deny("foreign-worktree", "chown -R root ../main/src", "owners in the main checkout", {
        notRun: "no snapshot of ours shows owners",
      }),
    ],
  }),
  plain({
    names: ["truncate", "gtruncate"],
    options: ["-s --size <n>", "-r --reference <file>"],
    how: (reading) => (textOf(reading.value("size")?.value) === "0" ? { content: known("") } : {}),
    examples: [
      allow("truncate -s 0 src/app.txt", "own"),
      deny("foreign-worktree", "truncate -s 0 ../main/src/app.txt", "a file of the main checkout"),
    ],
  }),
  plain({
    names: ["tee", "gtee"],
    options: ["-a --append", "--output-error[=<mode>]"],
    how: (reading, command) => (command.stdin && !reading.has("append") ? { content: command.stdin } : {}),
    examples: [
      allow("echo x | tee -a notes.txt", "own"),
      allow("git log | tee /dev/null", "a device is no file"),
      deny("foreign-worktree", "echo x | tee -a ../main/README.md", "a file of the main checkout"),
      deny("foreign-worktree", "tee own.txt ../sib/README.md </dev/null", "one of several files"),
    ],
  }),
  plain({
    names: ["sponge"],
    options: ["-a"],
    examples: [
      allow("sort README.md | sponge README.md", "own", { notRun: "sponge is not installed everywhere" }),
      deny("foreign-worktree", "sort README.md | sponge ../main/README.md", "a file of the main checkout", {
        notRun: "sponge is not installed everywhere",
      }),
    ],
  }),
  plain({
    names: ["dd", "gdd"],
    files: (_reading, command) =>
      command.argv.slice(1).flatMap((word) => {
        const text = textOf(word.value)
        return text?.startsWith("of=") ? [{ ...word, value: { kind: "known", text: text.slice(3) } as const }] : []
      }),
    examples: [
      allow("dd if=../main/README.md of=copy.txt", "reading another worktree is free"),
      deny("foreign-worktree", "dd if=README.md of=../main/README.md", "a file of the main checkout"),
    ],
  }),
  plain({
    names: ["sed", "gsed"],
    options: [
      "-i --in-place[=<suffix>]",
      "-e --expression <script>",
      "-f --file <file>",
      "-l --line-length <n>",
      "-E -r --regexp-extended",
      "-n --quiet",
      "-s --separate",
      "-z --null-data",
    ],
    files: sedFiles,
    how: { link: true },
    examples: [
      allow("sed -i s/a/b/ src/app.txt", "own"),
      allow("sed -n 1,5p ../main/README.md", "reads"),
      allow("sed -e s/a/b/ ../main/README.md", "prints"),
      deny("foreign-worktree", "sed -i s/^/x/ ../main/src/app.txt", "edits the main checkout"),
      deny("foreign-worktree", "sed -Ei.bak -e s/a/b/ -e s/c/d/ ../sib/README.md", "a cluster with a suffix"),
      deny("foreign-worktree", "sed --in-place -e s/a/b/ README.md ../main/README.md", "one of several files"),
    ],
  }),
  {
    names: ["perl"],
    effects: (command, state) => writes(command, state, perlFiles(command.argv.slice(1)), { link: true }),
    examples: [
      allow("perl -pi -e s/a/b/ src/app.txt", "own"),
      allow("perl -ne print ../main/README.md", "reads"),
      deny("foreign-worktree", "perl -pi -e s/^/x/ ../main/src/app.txt", "edits the main checkout"),
      deny("foreign-worktree", "perl -i.bak -0777 -pe s/a/b/ ../sib/README.md", "options in other orders"),
      deny("foreign-worktree", "perl -lpi -e s/a/b/ ../main/README.md", "-l takes no letters"),
    ],
  },
]
