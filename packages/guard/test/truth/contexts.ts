/** Ways to write the same command, and ways to aim it somewhere else. */

/** How a context stands to the command it is given. */
export interface Context {
  readonly name: string
  /** "same": does what the plain command does. "aimed": acts somewhere else, so only real git knows what is right. */
  readonly kind: "same" | "aimed"
  /** The text in this context; undefined where it does not fit. `<main>` and such stand for folders. */
  readonly write: (text: string) => string | undefined
}

export const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** The words of a command without any shell syntax, else undefined. */
function plainWords(text: string): readonly string[] | undefined {
  return /^[\w@%+=:,./^-][\w@%+=:,./^~{} -]*$/.test(text) && !/\{[^}]*,|^\w+=|(^| )~/.test(text)
    ? text.split(/ +/)
    : undefined
}

/** A simple command: no operators, no expansions, no redirections; quotes are welcome. */
const isSimple = (text: string): boolean => !/[|&;<>()$`\n#!]|^\w+=|^(cd|pushd|set|export|trap|eval|alias) /.test(text)

const isGit = (text: string): boolean => text.startsWith("git ")

const text = (name: string, write: (text: string) => string): Context => ({ name, kind: "same", write })

/** In front of a simple command. */
const prefix = (before: string, after = ""): Context => ({
  name: `${before} …${after === "" ? "" : ` ${after}`}`,
  kind: "same",
  write: (command) => (isSimple(command) ? `${before} ${command}${after}` : undefined),
})

/** After `git` and before the subcommand. */
const globals = (words: string, kind: Context["kind"] = "same"): Context => ({
  name: `git ${words} …`,
  kind,
  write: (command) => (isSimple(command) && isGit(command) ? `git ${words} ${command.slice(4)}` : undefined),
})

const words = (name: string, write: (words: readonly string[]) => string | undefined): Context => ({
  name,
  kind: "same",
  write: (command) => {
    const found = plainWords(command)
    return found && isGit(command) ? write(found) : undefined
  },
})

/** The last word apart from the rest, where it is an operand. */
const operand = (name: string, write: (rest: string, last: string) => string): Context =>
  words(name, (all) => {
    const last = all.at(-1)!
    return all.length > 2 && !last.startsWith("-") && !last.startsWith("+")
      ? write(all.slice(0, -1).join(" "), last)
      : undefined
  })

const aimed = (name: string, write: (text: string) => string): Context => ({ name, kind: "aimed", write })

const places: readonly Context[] = [
  text("( … )", (t) => `(\n${t}\n)`),
  text("{ … }", (t) => `{\n${t}\n}`),
  text("… after &&", (t) => `git status -s > /dev/null && ${t}`),
  text("… after ;", (t) => `git log -1 --oneline; ${t}`),
  text("if … fi", (t) => `if true; then\n${t}\nfi`),
  text("if ! … else", (t) => `if false; then :; else\n${t}\nfi`),
  text("for … done", (t) => `for _ in once; do\n${t}\ndone`),
  text("while … done", (t) => `while :; do\n${t}\nbreak\ndone`),
  text("case … esac", (t) => `case "$HOME" in\n*)\n${t}\n;;\nesac`),
  text("{ … } | cat", (t) => `{\n${t}\n} | cat`),
  text("{ … } & wait", (t) => `{\n${t}\n} & wait`),
  text("{ … } > file", (t) => `{\n${t}\n} > "$TMPDIR/out" 2>&1`),
  text("f() { … }; f", (t) => `f() {\n${t}\n}\nf`),
  text('echo "$( … )"', (t) => `echo "$(\n${t}\n)"`),
  text("cat <( … )", (t) => `cat <(\n${t}\n) > /dev/null`),
  text("a multi-line script", (t) => `set -u\n# git merge main\ncd .\n\n${t}\n\necho done`),
  text("… then more", (t) => `${t}\ngit status --short`),
  prefix("true &&", " || echo 'git merge main'"),
  prefix("!"),
]

const shells: readonly Context[] = [
  text("bash -c", (t) => `bash -c ${quote(t)}`),
  text("bash -ec --", (t) => `bash -ec -- ${quote(t)}`),
  text("bash -lc", (t) => `bash -lc ${quote(t)}`),
  text("env bash -c", (t) => `env LC_ALL=C bash -c ${quote(t)}`),
  text("nested bash -c", (t) => `bash -c ${quote(`bash -c ${quote(t)}`)}`),
  text("eval", (t) => `eval ${quote(t)}`),
  text("bash <<EOF", (t) => `bash <<'END_OF_SCRIPT'\n${t}\nEND_OF_SCRIPT`),
  text("bash -s <<EOF", (t) => `bash -s <<'END_OF_SCRIPT'\n${t}\nEND_OF_SCRIPT`),
  text("bash <<<", (t) => `bash <<< ${quote(t)}`),
  text("echo | bash", (t) => `printf '%s\\n' ${quote(t)} | bash`),
  text("trap EXIT", (t) => `trap ${quote(t)} EXIT`),
  text("timeout bash -c", (t) => `timeout 20 bash -c ${quote(t)}`),
  text("find -exec bash -c", (t) => `find . -maxdepth 0 -exec bash -c ${quote(t)} \\;`),
  { name: "sh -c", kind: "same", write: (t) => (isSimple(t) ? `sh -c ${quote(t)}` : undefined) },
  { name: 'sh -c "…"', kind: "same", write: (t) => (plainWords(t) ? `sh -c "${t}"` : undefined) },
  {
    name: "xargs sh -c",
    kind: "same",
    write: (t) => (isSimple(t) ? `echo x | xargs -I_ sh -c ${quote(t)}` : undefined),
  },
]

const wrapping: readonly Context[] = [
  ...[
    "command",
    "env",
    "env -u NOTHING",
    "env A=b",
    "A=b C=d",
    "nice",
    "nice -n 5",
    "nohup",
    "timeout 20",
    "timeout -k 5 20s",
    "time",
    "time -p",
  ],
  ...[
    "stdbuf -oL",
    "setsid -w",
    "exec",
    "env -S",
    "command -p",
    "ionice -c 3",
    "env -- ",
    "timeout --signal=TERM 20 nice env",
  ],
].map((before) =>
  before === "env -S"
    ? ({ name: "env -S", kind: "same", write: (t) => (plainWords(t) ? `env -S ${quote(t)}` : undefined) } as const)
    : prefix(before),
)

const feeding: readonly Context[] = [
  prefix(": | xargs"),
  prefix("find . -maxdepth 0 -exec", " \\;"),
  prefix("find . -maxdepth 0 -execdir", " \\;"),
  prefix('flock "$TMPDIR/lock"'),
  { name: "flock -c", kind: "same", write: (t) => (isSimple(t) ? `flock "$TMPDIR/lock" -c ${quote(t)}` : undefined) },
  operand("echo | xargs", (rest, last) => `echo ${quote(last)} | xargs ${rest}`),
  operand("printf | xargs -I{}", (rest, last) => `printf '%s\\n' ${quote(last)} | xargs -I{} ${rest} {}`),
  operand("xargs <<<", (rest, last) => `xargs -n1 ${rest} <<< ${quote(last)}`),
  operand("while read", (rest, last) => `while read -r x; do ${rest} "$x"; done <<< ${quote(last)}`),
]

const directories: readonly Context[] = [
  text("cd out and back", (t) => `cd .. && cd own && ${t}`),
  text("cd -", (t) => `cd src; cd - > /dev/null; ${t}`),
  text("pushd, popd", (t) => `pushd ../main > /dev/null; popd > /dev/null; ${t}`),
  text("(cd elsewhere); …", (t) => `(cd ../main); ${t}`),
  text('cd "$PWD"', (t) => `cd "$PWD" && ${t}`),
  text("cd <own>", (t) => `cd <own> && ${t}`),
  globals("-C ."),
  globals('-C "$PWD"'),
  globals("-C ../own"),
  globals("-C src -C .."),
]

const gitWords: readonly Context[] = [
  globals("--no-pager"),
  globals("-c core.pager=cat"),
  globals("-c color.ui=never --no-optional-locks"),
  globals("--literal-pathspecs"),
  prefix("GIT_PAGER=cat GIT_TRACE=0"),
  words("/usr/bin/git", (all) => `/usr/bin/git ${all.slice(1).join(" ")}`),
  words("dashed name", (all) =>
    all[1]!.startsWith("-") ? undefined : `"$(git --exec-path)/git-${all[1]}" ${all.slice(2).join(" ")}`,
  ),
]

/** Flags without a value, which git reads wherever they stand. */
const FLAGS = new Set([
  "-f",
  "--force",
  "-d",
  "-D",
  "--delete",
  "-q",
  "--quiet",
  "--prune",
  "--tags",
  "--mirror",
  "--all",
])

/** How git lets options be written; it refuses (exit 129) what is ambiguous or unknown. */
const options: readonly Context[] = [
  words("an abbreviated option", (all) => {
    const long = all.findIndex((word) => /^--[a-z-]{5,}$/.test(word))
    return long < 2 ? undefined : all.with(long, all[long]!.slice(0, -1)).join(" ")
  }),
  words("flags at the end", (all) =>
    FLAGS.has(all[2] ?? "") && all.length > 3 && !all.includes("--")
      ? [...all.slice(0, 2), ...all.slice(3), all[2]!].join(" ")
      : undefined,
  ),
  words("a flag given twice", (all) => (FLAGS.has(all[2] ?? "") ? all.toSpliced(2, 0, all[2]!).join(" ") : undefined)),
]

/** What git answers to options it cannot read. */
export const USAGE = 129

const spellings: readonly Context[] = [
  words("single quotes", (all) => all.map(quote).join(" ")),
  words("double quotes", (all) => all.map((word) => `"${word}"`).join(" ")),
  words("escapes", (all) => all.map((word) => (/^[a-z]/.test(word) ? `\\${word}` : word)).join(" ")),
  words("split quotes", (all) =>
    all.map((word) => (word.length > 2 ? `${word.slice(0, 2)}''${word.slice(2)}` : word)).join(" "),
  ),
  words("ANSI-C quotes", (all) => all.map((word) => `$'${word}'`).join(" ")),
  words("line continuations", (all) => all.join(" \\\n  ")),
  words("g=git; $g", (all) => `g=git; $g ${all.slice(1).join(" ")}`),
  words("a command in a variable", (all) => `c="${all.join(" ")}"; $c`),
  words("an array", (all) => `a=(${all.map(quote).join(" ")}); "\${a[@]}"`),
  words("a function that passes on", (all) => `g() { git "$@"; }; g ${all.slice(1).map(quote).join(" ")}`),
  words("set --", (all) => `set -- ${all.slice(1).map(quote).join(" ")}; git "$@"`),
  words("git >file …", (all) => `git 2> "$TMPDIR/err" ${all.slice(1).join(" ")}`),
  operand("a variable", (rest, last) => `x=${quote(last)}; ${rest} "$x"`),
  operand("a default", (rest, last) => `${rest} "\${NOTHING:-${last}}"`),
  operand("an exported variable", (rest, last) => `export X=${quote(last)} && ${rest} $X`),
  operand("a loop list", (rest, last) => `for x in ${quote(last)}; do ${rest} "$x"; done`),
  operand("an argument", (rest, last) => `f() { ${rest} "$1"; }; f ${quote(last)}`),
  operand("bash -c with arguments", (rest, last) => `bash -c '${rest} "$1"' _ ${quote(last)}`),
  operand("read", (rest, last) => `read -r x <<< ${quote(last)}; ${rest} "$x"`),
]

const abroad: readonly Context[] = [
  aimed("cd ../main &&", (t) => `cd ../main && ${t}`),
  aimed("cd ../sib ;", (t) => `cd ../sib; ${t}`),
  aimed("(cd ../main && …)", (t) => `(cd ../main && ${t})`),
  aimed("pushd ../sib", (t) => `pushd ../sib > /dev/null && ${t}`),
  aimed("cd a variable", (t) => `d=../main; cd "$d" && ${t}`),
  aimed("cd in two steps", (t) => `cd .. && cd main && ${t}`),
  aimed("bash -c in main", (t) => `cd ../main && bash -c ${quote(t)}`),
  globals("-C ../main", "aimed"),
  globals("-C ../sib", "aimed"),
  globals("-C <main>", "aimed"),
  globals("-C .. -C sib", "aimed"),
  globals("--git-dir=../main/.git --work-tree=../main", "aimed"),
  globals("--git-dir ../main/.git", "aimed"),
  { ...prefix("GIT_DIR=../main/.git GIT_WORK_TREE=../main"), kind: "aimed" },
  { ...prefix("export GIT_DIR=../main/.git;"), kind: "aimed" },
  { ...prefix("env -C ../main"), kind: "aimed" },
  { ...prefix("find ../sib -maxdepth 0 -execdir env -C sib", " \\;"), kind: "aimed" },
]

const apart: readonly Context[] = [
  aimed("in a scratch clone", (t) => `d=$(mktemp -d) && git clone -q ../origin.git "$d/c" && cd "$d/c" && ${t}`),
  aimed("in a shared clone", (t) => `git clone -q --shared . "$TMPDIR/copy" && cd "$TMPDIR/copy" && ${t}`),
  aimed(
    "in a new repository",
    (t) => `git init -q "$TMPDIR/new" && cd "$TMPDIR/new" && git commit -q --allow-empty -m seed && ${t}`,
  ),
]

/** Contexts for a command wherever it is typed. */
export const anywhere: readonly Context[] = [
  ...places,
  ...shells,
  ...wrapping,
  ...feeding,
  ...gitWords,
  ...options,
  ...spellings,
]

/** Contexts that name folders as the own worktree sees them. */
export const fromOwn: readonly Context[] = [...directories, ...abroad, ...apart]

/** Only git can say whether it reads the option so. */
export const needsGit: ReadonlySet<Context> = new Set(options)

export const scratch: ReadonlySet<Context> = new Set(apart)
