/** Programs that copy, move and link: the last operand, or `-t`, says where to. */
import { posix } from "node:path"
import { directoryAt, resolvePath } from "../../shell/path.ts"
import { known, mapValue, textOf, type Value, type Word } from "../../shell/value.ts"
import { read, rules, type Reading, type Rules } from "../../shell/wrapper/options.ts"
import type { Command } from "../../shell/program.ts"
import type { State } from "../../state/state.ts"
import type { Effect } from "../effect.ts"
import { allow, deny } from "../example.ts"
import type { Example, ToolSpec } from "../spec.ts"
import { EMPTY_FOLDER, inside, landing, pathsOf, writes } from "./place.ts"
import { contentOf, writeTo, type How } from "./target.ts"

const COMMON = [
  "-t --target-directory <dir>",
  "-T --no-target-directory",
  "-S --suffix <suffix>",
  "--backup[=<how>]",
  "-Z --context[=<context>]",
  "-f --force",
  "-i --interactive",
  "-n --no-clobber",
  "-v --verbose",
]

interface Copier {
  readonly names: readonly string[]
  readonly options: Rules
  readonly target: How
  /** The source is taken away. */
  readonly moves?: boolean
  readonly examples: readonly Example[]
}

function copyEffects(copier: Copier, command: Command, state: State): readonly Effect[] {
  const reading = read(copier.options, command.argv.slice(1))
  if (reading.quits) return []
  const { sources, target, intoFolder } = arrange(reading)
  const landed = sources.flatMap((source) =>
    (target ? landing(command, state, source, target, intoFolder) : []).flatMap((path) => [
      ...writeTo(path, state, {
        ...copier.target,
        ...contentOf(path, state, pathsOf(command, source.value).slice(0, 1)),
      }),
      ...copiedRepository(command, state, source, path, copier.moves),
    ]),
  )
  const taken = copier.moves ? writes(command, state, sources, { link: true, recursive: true, destructive: true }) : []
  return [...taken, ...landed]
}

function copiedRepository(
  command: Command,
  state: State,
  source: Word,
  path: Value,
  moved: boolean = false,
): readonly Effect[] {
  const folder = textOf(pathsOf(command, source.value)[0])
  const target = textOf(path)
  return folder === undefined || target === undefined ? [] : copiedFolder(folder, target, state, moved)
}

/** A copy of a repository is one of its own; a copy of a linked worktree is one more way into the same git directory. */
export function copiedFolder(folder: string, target: string, state: State, moved = false): readonly Effect[] {
  if (state.files.stat(folder) !== "directory") return []
  const pointer = posix.join(folder, ".git")
  return state.files.stat(pointer) === "directory"
    ? [{ kind: "repository", path: known(target), copyOf: known(folder.replace(/(.)\/$/, "$1")), moved }]
    : copiedPointer(pointer, posix.join(target, ".git"), state)
}

/** The `.git` file of a linked worktree, copied. */
export function copiedPointer(pointer: string, target: string, state: State): readonly Effect[] {
  const text = state.files.read(pointer)
  return text === undefined ? [] : writeTo(known(target), state, { content: known(text) })
}

function arrange(reading: Reading): {
  readonly sources: readonly Word[]
  readonly target: Word | undefined
  readonly intoFolder: boolean | undefined
} {
  const folder = reading.value("target-directory")
  if (folder) return { sources: reading.rest, target: folder, intoFolder: true }
  const sources = reading.rest.slice(0, -1)
  return {
    sources,
    target: reading.rest.length > 1 ? reading.rest.at(-1) : undefined,
    intoFolder: reading.has("no-target-directory") ? false : sources.length > 1 ? true : undefined,
  }
}

const copier = (described: Copier): ToolSpec => ({
  names: described.names,
  effects: (command, state) => copyEffects(described, command, state),
  examples: described.examples,
})

const cp = copier({
  names: ["cp", "gcp"],
  options: rules([...COMMON, "--reflink[=<when>]", "--sparse <when>", "--preserve[=<list>]", "--no-preserve <list>"], {
    permutes: true,
  }),
  target: {},
  examples: [
    allow("cp src/app.txt src/copy.txt", "within the own worktree"),
    allow("cp ../main/README.md .", "reading another worktree is free"),
    allow('cp -r src "$(mktemp -d)"', "a scratch folder is nobody's"),
    allow(
      "git clone -q ../origin.git a && cp -r a b && cd b && git checkout -q release && git reset -q --hard HEAD~1",
      "a copy of a scratch clone is a scratch clone",
    ),
    allow("cp -r ../main m && cd m && git checkout -q release", "a copied repository is one of its own"),
    deny(
      "foreign-remote-branch",
      "cp -a ../main <tmp>/m && cd <tmp>/m && git commit -q --allow-empty -m x && git push -q",
      "it pushes where the original does",
    ),
    allow("cp -r ../main <tmp>/m && cd <tmp>/m && git checkout -q -b x", "a copied repository is one of its own"),
    deny("foreign-branch", "cp -a . <tmp>/c && git -C <tmp>/c branch -D feat/other", "a copied .git is the same"),
    deny(
      "foreign-branch",
      `mkdir <tmp>/t && printf 'gitdir: %s\\n' "$(git rev-parse --git-dir)" > <tmp>/t/.git && cd <tmp>/t && git branch -D feat/other`,
      "a .git that says the same",
    ),
    deny(
      "foreign-branch",
      "mkdir <tmp>/t && cat .git > <tmp>/t/.git && cd <tmp>/t && git branch -D feat/other",
      "a .git that says the same",
    ),
    deny(
      "foreign-branch",
      'mkdir <tmp>/t && echo -n "gitdir: $(git rev-parse --git-common-dir)" > <tmp>/t/.git && cd <tmp>/t && git branch -D feat/other',
      "a .git of its own that leads to the shared one",
    ),
    allow("cp --help", "help"),
    deny("foreign-worktree", "cp src/app.txt ../main/src/app.txt", "overwrites a file of the main checkout"),
    deny("foreign-worktree", "cp -t ../main/docs docs/guide.md", "the target folder is named by an option"),
    deny("foreign-worktree", "cp -rv src docs ../sib", "several into the sibling worktree"),
    deny("foreign-worktree", "cp README.md ../main --force", "options after operands"),
    deny("foreign-worktree", "cd ../main && cp ../own/README.md README.md", "relative to where it runs"),
    deny("shared-config", "cp README.md ../main/.git/hooks/pre-push", "hooks run in every worktree"),
  ],
})

const mv = copier({
  names: ["mv", "gmv"],
  options: rules([...COMMON, "-u --update[=<how>]", "--strip-trailing-slashes"], { permutes: true }),
  target: { link: true },
  moves: true,
  examples: [
    allow("mv docs/guide.md docs/manual.md", "within the own worktree"),
    allow('mv README.md "$(mktemp -d)"', "out of the own worktree"),
    allow(
      "git clone -q ../origin.git a && mv a b && cd b && git checkout -q release && git reset -q --hard HEAD~1",
      "a scratch clone stays one under another name",
    ),
    deny(
      "foreign-remote-branch",
      "git clone -q ../origin.git a && mv a b && cd b && git commit -q --allow-empty -m x && git push -q",
      "and pushes where it did",
    ),
    deny(
      "switch-branch",
      "git clone -q ../origin.git a && mv a ../b; mkdir -p a; cd a && git checkout release",
      "the clone is no longer there",
    ),
    deny("foreign-worktree", "mv ../main/docs/old.md docs/", "takes a file away from the main checkout"),
    deny("foreign-worktree", "mv README.md ../sib/README.md", "overwrites a file of the sibling"),
    deny("foreign-worktree", "mv ../sib ../sib-old", "moves a worktree away"),
  ],
})

const install = copier({
  names: ["install", "ginstall"],
  options: rules(
    [
      ...COMMON,
      "-d --directory",
      "-m --mode <mode>",
      "-o --owner <owner>",
      "-g --group <group>",
      "--strip-program <program>",
    ],
    { permutes: true },
  ),
  target: { link: true },
  examples: [
    allow("install -m 755 src/app.txt src/tool", "within the own worktree"),
    allow("install -d build/bin", "a new folder of one's own"),
    deny("foreign-worktree", "install -m 755 src/app.txt ../main/src/app.txt", "writes into the main checkout"),
    deny("foreign-worktree", "install -d ../main/build", "a folder in the main checkout", EMPTY_FOLDER),
    deny("foreign-worktree", "install -Dt ../sib/bin src/app.txt", "writes into the sibling"),
  ],
})

const installSpec: ToolSpec = {
  ...install,
  effects: (command, state) => {
    const reading = read(
      rules(["-d --directory", "-m --mode <mode>", "-o --owner <owner>", "-g --group <group>"], { permutes: true }),
      command.argv.slice(1),
    )
    return reading.has("directory") && !reading.quits
      ? writes(command, state, reading.rest)
      : install.effects(command, state)
  },
}

const LN = rules(
  [
    ...COMMON,
    "-s --symbolic",
    "-r --relative",
    "-b",
    "-n -h --no-dereference",
    "-d -F --directory",
    "-L --logical",
    "-P --physical",
  ],
  { permutes: true },
)

/** `ln target name`, `ln target … folder`, or `ln target`, which makes a link in the directory it runs in. */
function linkEffects(command: Command, state: State): readonly Effect[] {
  const reading = read(LN, command.argv.slice(1))
  if (reading.quits || reading.rest.length === 0) return []
  const { sources, target, intoFolder } = arrange(reading)
  if (!target)
    return pathsOf(command, { kind: "known", text: "." }).flatMap((here) =>
      writeTo(inside(here, reading.rest[0]!.value), state, { link: true }),
    )
  const replaces = reading.has("no-dereference") && isLink(command, state, target)
  const symbolic = reading.has("symbolic") && !reading.has("relative")
  return sources.flatMap((source) =>
    landing(command, state, source, target, replaces ? false : intoFolder).flatMap((path) => {
      const folder = symbolic ? directoryAt(mapValue(path, posix.dirname)) : command.directory
      return writeTo(path, state, { link: true, linkTo: resolvePath(folder, source.value) })
    }),
  )
}

function isLink(command: Command, state: State, word: Word): boolean {
  return pathsOf(command, word.value).some((path) => {
    const text = textOf(path)
    if (text === undefined) return false
    const unfollowed = posix.join(state.files.realpath(posix.dirname(text)), posix.basename(text))
    return state.files.realpath(text) !== unfollowed
  })
}

const ln: ToolSpec = {
  names: ["ln", "gln"],
  effects: linkEffects,
  examples: [
    allow("ln -s README.md read.me", "within the own worktree"),
    allow("ln -s ../main/node_modules node_modules", "a link to another worktree's folder writes nothing there"),
    deny("foreign-worktree", "ln -sf ../own/README.md ../main/README.md", "replaces a file of the main checkout"),
    deny("foreign-worktree", "ln -st ../sib README.md", "a link in the sibling"),
    deny("foreign-worktree", "ln -s ../main m && cd m && git reset --hard HEAD~1", "through a link it has just made"),
    deny("foreign-worktree", "ln -s ../main/README.md l; echo x > l", "through a link it has just made"),
    allow("ln -s ../main m && rm m", "the link itself is own"),
    allow("ln -sfn ../main/docs nm", "replaces the link itself", { given: "ln -s ../main/src nm" }),
  ],
}

const RSYNC = rules(
  [
    "-n --dry-run!",
    "--list-only!",
    "-e --rsh <program>",
    "-f --filter <rule>",
    "-B --block-size <n>",
    "-T --temp-dir <dir>",
    "-M --remote-option <option>",
    "--exclude <pattern>",
    "--include <pattern>",
    "--exclude-from <file>",
    "--include-from <file>",
    "--files-from <file>",
    "--backup-dir <dir>",
    "--suffix <suffix>",
    "--link-dest <dir>",
    "--compare-dest <dir>",
    "--copy-dest <dir>",
    "--partial-dir <dir>",
    "--chmod <mode>",
    "--chown <owner>",
    "--port <n>",
    "--bwlimit <n>",
    "--timeout <n>",
    "--contimeout <n>",
    "--max-size <n>",
    "--min-size <n>",
    "--max-delete <n>",
    "--modify-window <n>",
    "--out-format <format>",
    "--log-file <file>",
    "--log-file-format <format>",
    "--info <flags>",
    "--debug <flags>",
    "--password-file <file>",
    "--rsync-path <program>",
    "--delete",
    "--del",
    "--delete-after",
    "--delete-before",
    "--delete-during",
    "--delete-delay",
    "--delete-excluded",
    "--remove-source-files",
  ],
  { permutes: true },
)

const isRemotePlace = (word: Word): boolean => /^(rsync:\/\/|[^/]*:)/.test(textOf(word.value) ?? "")

/** A source that ends in `/` is poured into the target; any other becomes an entry of it. */
function rsyncEffects(command: Command, state: State): readonly Effect[] {
  const reading = read(RSYNC, command.argv.slice(1))
  const target = reading.rest.at(-1)
  if (reading.quits || !target || reading.rest.length < 2) return []
  const sources = reading.rest.slice(0, -1)
  const taken = reading.has("remove-source-files") ? sources.filter((source) => !isRemotePlace(source)) : []
  const recursive = reading.uses.some((use) => use.name.startsWith("del"))
  const leavesGit = reading.values("exclude").some((pattern) => /^\/?\.git\*?$/.test(textOf(pattern.value) ?? ""))
  const landed = isRemotePlace(target)
    ? []
    : sources.flatMap((source) => {
        const poured = /\/\.?$/.test(textOf(source.value) ?? "")
        return landing(command, state, source, target, poured ? false : undefined).flatMap((path) => [
          ...writeTo(path, state, { recursive }),
          ...(leavesGit ? [] : copiedRepository(command, state, source, path)),
        ])
      })
  return [...landed, ...writes(command, state, [...taken, ...reading.values("backup-dir", "log-file")])]
}

const rsync: ToolSpec = {
  names: ["rsync"],
  effects: rsyncEffects,
  examples: [
    allow("rsync -a src/ build/", "within the own worktree"),
    allow("rsync -a ../main/docs/ docs/", "reading another worktree is free"),
    allow("rsync -an --delete src/ ../main/src/", "a dry run"),
    allow(
      "rsync -a --exclude=.git ./ <tmp>/e/ && cd <tmp>/e && git init -q && git checkout -q -b main",
      "a scratch copy",
    ),
    deny(
      "foreign-branch",
      "rsync -a ./ <tmp>/e/ && cd <tmp>/e && git branch -D feat/other",
      "a copied .git is the same",
    ),
    allow("rsync -a src/ host:/srv/src/", "another machine"),
    deny("foreign-worktree", "rsync -a src/ ../main/src/", "writes into the main checkout"),
    deny("foreign-worktree", "rsync -a --delete --exclude .git ./ ../sib/", "mirrors over the sibling"),
  ].map((example) => ({ ...example, notRun: "rsync is not installed everywhere" })),
}

export const copies: readonly ToolSpec[] = [cp, mv, installSpec, ln, rsync]
