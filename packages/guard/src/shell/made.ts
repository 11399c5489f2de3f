/** Which folders a command makes: a later cd may enter them although they are not there yet. */
import { posix } from "node:path"
import { resolveDirectory } from "./directory.ts"
import type { Command } from "./program.ts"
import type { Run } from "./run.ts"
import { textOf, textsOf, type Value } from "./value.ts"

/** Programs that make no folders. */
const MAKE_NOTHING = new Set(
  (
    "true false : echo printf cat ls ll pwd test [ grep egrep fgrep rg head tail sort uniq wc cut tr awk sed tee sleep date which type command " +
    "basename dirname realpath readlink stat file diff cmp du df ps env id whoami hostname uname kill wait touch rm rmdir chmod chown " +
    "export unset set shopt read declare local cd pushd popd dirs alias unalias trap exit return source . ulimit umask hash history " +
    "gh glab jq yq less more man find xargs seq yes nproc free top"
  ).split(" "),
)

/** git's subcommands that make no folders a text would go on in. */
const GIT_MAKES_NOTHING = new Set(
  (
    "add am blame branch cat-file cherry-pick commit config describe diff fetch for-each-ref gc grep log ls-files ls-remote ls-tree merge-base mv notes " +
    "push rebase reflog remote reset rev-list rev-parse rm shortlog show show-ref status symbolic-ref tag update-ref var version worktree-list"
  ).split(" "),
)

/** Remembers the folders a command makes, so that a later `cd` finds them. */
export function noteMade(run: Run, command: Command): void {
  const program = textOf(command.argv[0]?.value) ?? ""
  const name = program.includes("/") ? posix.basename(program) : program
  if (name === "" || MAKE_NOTHING.has(name)) return
  if (name === "mkdir" || name === "install") {
    for (const word of command.argv.slice(1))
      if (!(textOf(word.value) ?? "").startsWith("-")) makes(run, command, word.value)
    return
  }
  if (name === "git") noteGit(run, command)
  else run.makesAnything()
}

function noteGit(run: Run, command: Command): void {
  if (GIT_MAKES_NOTHING.has(textOf(command.argv[1]?.value) ?? "")) return
  const texts = command.argv.slice(1).map((word) => textOf(word.value) ?? "")
  let index = 0
  let base = command
  for (; index < texts.length && texts[index]!.startsWith("-"); index++) {
    if (texts[index] !== "-C") index += texts[index] === "-c" ? 1 : 0
    else
      base = {
        ...base,
        directory: resolveDirectory(base.directory, command.argv[++index + 1]?.value ?? { kind: "known", text: "." }),
      }
  }
  const subcommand = texts[index] ?? ""
  if (GIT_MAKES_NOTHING.has(subcommand)) return
  const operands = command.argv.slice(index + 2).filter((word) => !(textOf(word.value) ?? "").startsWith("-"))
  const target = subcommand === "init" || subcommand === "clone" ? operands[operands.length - 1] : undefined
  if (!target) run.makesAnything()
  else {
    makes(run, base, target.value)
    // A clone without a folder makes one named after what is cloned.
    for (const text of textsOf(target.value) ?? [])
      makes(run, base, {
        kind: "known",
        text: posix.basename(text.replace(/\/+$/, "").replace(/(?:\/?\.git|\.bundle)$/, "")),
      })
  }
}

function makes(run: Run, command: Command, value: Value): void {
  const texts = textsOf(value)
  if (!texts) run.makesAnything()
  for (const text of texts ?? []) {
    const path = resolveDirectory(command.directory, { kind: "known", text })
    if (path.kind === "at") run.makes(path.path)
    else run.makesAnything()
  }
}
