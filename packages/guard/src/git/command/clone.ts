import { posix } from "node:path"
import type { Effect } from "../effect.ts"
import { allow, deny } from "../example.ts"
import { optionTable } from "../options.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import { writeTo } from "../writer/target.ts"
import { known, mapValue, textOf, unknown, type Value } from "../../shell/value.ts"
import type { State } from "../../state/state.ts"

const options = optionTable([
  "-v --verbose",
  "-q --quiet",
  "--progress",
  "--reject-shallow",
  "-n --no-checkout",
  "--checkout",
  "--bare --naked",
  "--mirror",
  "-l --local",
  "--no-hardlinks",
  "--hardlinks",
  "-s --shared",
  "--recurse-submodules --recursive[=<pathspec>]",
  "-j --jobs <n>",
  "--template <directory>",
  "--reference <repository>",
  "--reference-if-able <repository>",
  "--dissociate",
  "-o --origin <name>",
  "-b --branch <branch>",
  "--revision <revision>",
  "-u --upload-pack <path>",
  "--depth <depth>",
  "--shallow-since <time>",
  "--shallow-exclude <revision>",
  "--single-branch",
  "--tags",
  "--shallow-submodules",
  "--separate-git-dir <gitdir>",
  "--ref-format <format>",
  "-c --config <setting>",
  "--server-option <option>",
  "-4 --ipv4",
  "-6 --ipv6",
  "--filter <args>",
  "--also-filter-submodules",
  "--remote-submodules",
  "--sparse",
  "--bundle-uri <uri>",
])

/** A clone writes nothing but the folder it makes. */
function effects(invocation: Invocation, state: State): readonly Effect[] {
  const { options, operands } = invocation
  const [source, folder] = operands
  if (!source) return []
  const bare = options.has("bare", "mirror")
  const path = invocation.path(folder ?? mapName(source.value, bare))
  const apart = options.value("separate-git-dir")
  const branch = options.value("branch")
  const remote = options.value("origin")?.value ?? defaultName(invocation)
  return [
    ...writeTo(path, state),
    ...(apart ? writeTo(invocation.path(apart), state) : []),
    {
      kind: "repository",
      path,
      origin: originOf(source.value, invocation, state),
      mirror: options.has("mirror"),
      ...(remote && { remote }),
      ...(branch && { branch: branch.value }),
    },
  ]
}

/** `clone.defaultRemoteName`, which `-c` may set too. */
function defaultName({ options, repository }: Invocation): Value | undefined {
  const settings = options.values("config").flatMap((word) => textOf(word.value) ?? [])
  const given = settings.findLast((text) => /^clone\.defaultremotename=/i.test(text))?.replace(/^[^=]*=/, "")
  const name = given ?? repository?.config.get("clone.defaultremotename")
  return name === undefined ? undefined : known(name)
}

function mapName(source: Value, bare: boolean): Value {
  return textOf(source) === undefined
    ? unknown("named after a repository")
    : mapValue(source, (url) => folderName(url, bare))
}

/** The folder git makes up for a URL: its last part without `.git`. */
export function folderName(url: string, bare: boolean): string {
  const path = url
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, "")
    .replace(/[/\s]+$/, "")
    .replace(/\/\.git$/, "")
  const last = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf(":")) + 1).replace(/\.(git|bundle)$/, "")
  return bare ? `${last}.git` : last
}

/** What the new repository's origin will be: an absolute path where the source is on this disk. */
function originOf(source: Value, invocation: Invocation, state: State): Value {
  const text = textOf(source)
  if (text === undefined || /^[^/]*:/.test(text)) return source
  const path = invocation.path(source)
  const absolute = textOf(path)
  return absolute !== undefined && state.files.stat(absolute) !== undefined ? known(posix.normalize(absolute)) : path
}

export const clone: SubcommandSpec = {
  name: "clone",
  options,
  effects,
  examples: [
    allow("git clone -q ../origin.git copy", "a new folder in the own worktree"),
    allow('git clone -q --shared . "$(mktemp -d)/copy"', "a scratch copy"),
    allow("git clone -q --bare ../origin.git", "makes origin.git here"),
    allow("git clone -q --depth 1 file://$PWD/../origin.git shallow", "only the new repository is shallow"),
    allow("git clone -q ../origin.git copy && git -C copy checkout -q -b main2", "the copy has refs of its own"),
    allow(
      "git clone -q . copy && cd copy && git checkout -q --detach && git merge -q --no-edit HEAD~1",
      "a scratch repository is free",
    ),
    allow("git clone -q -c core.hooksPath=/dev/null ../origin.git copy", "configuration of the copy"),
    allow("git clone -q --separate-git-dir=copy.gitdir ../origin.git copy", "both folders are own"),
    allow('git clone -q ../origin.git "$TARGET"', "nothing is destroyed, wherever it goes", {
      env: { TARGET: "copy" },
    }),
    allow(
      'git clone -q "$URL" "$DIR" && cd "$DIR" && git checkout -q -b x && git reset -q --hard HEAD~1',
      "wherever it is",
    ),
    allow('d=$(cat dir) && git clone -q ../origin.git "$d/x" && git -C "$d/x" checkout -q release', "wherever it is", {
      given: "echo clones > dir",
    }),
    deny("unreadable-operand", 'git clone -q . "$(cat dir)/x" && cd "$(cat dir)/y" && git reset -q --hard', "another", {
      given: "echo .. > dir && ln -s sib ../y",
    }),
    deny("unreadable-operand", 'd=$(cat dir); git init -q "$d" && cd "$d" && git reset -q --hard', "was there before", {
      given: "echo ../sib > dir",
    }),
    deny("foreign-worktree", "git clone -q ../origin.git ../main/copy", "a folder in the main checkout"),
    deny("foreign-worktree", "cd ../sib && git clone -q ../origin.git", "a folder in the sibling's worktree"),
    deny(
      "foreign-worktree",
      "git clone -q --separate-git-dir=../main/.git/copy ../origin.git copy",
      "a folder in the shared git directory",
    ),
    deny("foreign-worktree", "git -C ../sib clone -q ../origin.git copy", "a folder in the sibling's worktree"),
  ],
}
