import type { ConfigWrite, Effect } from "../effect.ts"
import { allow, deny } from "../example.ts"
import { readGlobals } from "../globals.ts"
import { variable } from "../invocation.ts"
import { optionTable } from "../options.ts"
import { repositoryExactlyAt } from "../remote.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import { writeTo } from "../writer/target.ts"
import { known, textOf, type Value } from "../../shell/value.ts"
import type { Repository, State } from "../../state/state.ts"

const options = optionTable([
  "--template <directory>",
  "--bare",
  "--shared[=<permissions>]",
  "-q --quiet",
  "--separate-git-dir <gitdir>",
  "-b --initial-branch <name>",
  "--object-format <hash>",
  "--ref-format <format>",
])

function effects(invocation: Invocation, state: State): readonly Effect[] {
  const { options, operands, repository } = invocation
  const where = invocation.path(operands[0] ?? known("."))
  const named = namedGitDir(invocation, state)
  if (named)
    return repository ? again(repository, invocation, state, named) : made(invocation.path(named), invocation, state)
  const path = textOf(where)
  const found = path === undefined ? undefined : repositoryExactlyAt(path, state)
  const real = (at: string | undefined): string | undefined => (at === undefined ? undefined : state.files.realpath(at))
  const sits = options.has("bare") ? [found?.gitDir, found?.commonDir] : [found?.worktree]
  const there = found && sits.some((place) => real(place) === real(path))
  return there ? again(found, invocation, state) : made(where, invocation, state)
}

/** `--git-dir` or GIT_DIR, as given. */
function namedGitDir({ command }: Invocation, state: State): Value | undefined {
  const value = readGlobals(command.argv.slice(1)).gitDir?.value ?? variable(command, state, "GIT_DIR")
  return value && textOf(value) !== "" ? value : undefined
}

function made(path: Value, invocation: Invocation, state: State): readonly Effect[] {
  const apart = invocation.options.value("separate-git-dir")
  return [
    ...writeTo(path, state),
    ...(apart ? writeTo(invocation.path(apart), state) : []),
    { kind: "repository", path },
  ]
}

/** Init of a repository that exists writes no more than what an option, or a git directory given by name, asks for. */
function again(
  repository: Repository,
  { options, command }: Invocation,
  state: State,
  named?: Value,
): readonly Effect[] {
  const { site } = repository
  const set = (key: string, value?: string): ConfigWrite => ({
    kind: "config",
    site,
    scope: "shared",
    action: "set",
    key: known(key),
    ...(value === undefined ? {} : { value: known(value) }),
  })
  const workTree = readGlobals(command.argv.slice(1)).workTree?.value ?? variable(command, state, "GIT_WORK_TREE")
  const looksBare = named !== undefined && !workTree && !/(^|\/)\.git\/?$/.test(textOf(named) ?? ".git")
  const effects: Effect[] = []
  if (options.has("separate-git-dir")) effects.push(set("core.worktree"))
  if (options.has("bare") || looksBare) effects.push(set("core.bare", "true"))
  if (named && workTree) effects.push(set("core.worktree"))
  if (options.has("shared")) effects.push(set("core.sharedRepository"))
  if (textOf(options.value("template")?.value)) {
    effects.push({ kind: "hooks", site, path: known(`${repository.commonDir}/hooks`) })
  }
  return effects
}

export const init: SubcommandSpec = {
  name: "init",
  aliases: ["init-db"],
  options,
  effects,
  examples: [
    allow("git init -q", "the own worktree again: nothing changes"),
    allow("git init -q fixture && cd fixture && git checkout -q -b main", "a new repository is free"),
    allow("git init -q --bare fixture.git", "a new repository in the own worktree"),
    allow("git init -q -b trunk fixture && git -C fixture commit -q --allow-empty -m x", "a new repository"),
    allow(
      't=$(mktemp -d) && git init -q "$t" && git -C "$t" checkout -q -b main && git -C "$t" branch -D x || true',
      "a scratch repository",
    ),
    allow("git init -q --separate-git-dir=fixture.gitdir fixture", "both folders are own"),
    allow("GIT_DIR=fixture.gitdir git init -q", "a new git directory"),
    allow("git init -q --shared=group fixture", "the new repository's configuration"),
    allow("git init -q ../main", "again: nothing changes"),
    allow('git --git-dir="$(git rev-parse --git-common-dir)" init -q', "again: nothing changes"),
    deny(
      "shared-config",
      "git init -q --separate-git-dir=../moved.git",
      "moves the git directory of all worktrees away",
    ),
    deny(
      "shared-config",
      "git init -q --separate-git-dir ../moved.git ../main",
      "moves the git directory of all worktrees away",
    ),
    deny("shared-config", "git init -q --shared=group", "changes the shared configuration"),
    deny(
      "shared-config",
      "mkdir -p tpl/hooks && echo exit 1 >tpl/hooks/pre-commit && git init -q --template=tpl",
      "copies hooks into the shared folder",
    ),
    deny("shared-config", 'GIT_DIR="$(git rev-parse --git-dir)" git init -q', "sets core.bare for all worktrees"),
    deny(
      "shared-config",
      'GIT_DIR="$(git rev-parse --git-dir)" GIT_WORK_TREE=. git init -q',
      "sets core.worktree for all worktrees",
    ),
    deny("shared-config", "git init -q --bare ../main/.git", "sets core.bare for all worktrees"),
    deny("foreign-worktree", "git init -q --bare ../main/fixture", "a folder in the main checkout"),
    deny("foreign-worktree", "git -C ../sib init -q --bare fixture.git", "a folder in the sibling's worktree"),
    deny("foreign-worktree", "git init -q --bare ../main", "files in the main checkout"),
  ],
}
