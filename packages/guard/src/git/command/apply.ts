import { posix } from "node:path"
import type { Effect, WorktreeWrite } from "../effect.ts"
import { allow, deny } from "../example.ts"
import { optionTable } from "../options.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import { patchedPaths, patchesOf } from "../patch-file.ts"
import { writes } from "../worktree.ts"
import { writeTo } from "../writer/target.ts"
import { known, textOf } from "../../shell/value.ts"
import type { State } from "../../state/state.ts"

const options = optionTable([
  "--exclude <path>",
  "--include <path>",
  "-p <num>",
  "--no-add",
  "--stat",
  "--numstat",
  "--summary",
  "--check",
  "--index",
  "-N --intent-to-add",
  "--cached",
  "--unsafe-paths",
  "--apply",
  "-3 --3way",
  "--ours",
  "--theirs",
  "--union",
  "--build-fake-ancestor <file>",
  "-z",
  "-C <n>",
  "--whitespace <action>",
  "--ignore-space-change",
  "--ignore-whitespace",
  "-R --reverse",
  "--unidiff-zero",
  "--reject",
  "--allow-overlap",
  "-v --verbose",
  "-q --quiet",
  "--inaccurate-eof",
  "--recount",
  "--directory <root>",
  "--allow-empty",
  "--allow-binary-replacement --binary",
])

const REPORTS = ["stat", "numstat", "summary", "check"]

function effects(invocation: Invocation, state: State): readonly Effect[] {
  const { options, site } = invocation
  const ancestor = options.value("build-fake-ancestor")
  const written = ancestor ? writeTo(invocation.path(ancestor), state) : []
  if (options.has(...REPORTS) && !options.has("apply")) return written
  const parts: WorktreeWrite["what"][] = options.has("cached")
    ? ["index"]
    : options.has("index", "3way")
      ? ["files", "index"]
      : ["files"]
  return [...written, ...writes(site, parts), ...leadsOut(invocation, state)]
}

/** git lets a patch lead out of the worktree only where it is told to, or where there is none. */
function leadsOut(invocation: Invocation, state: State): readonly Effect[] {
  const { options, repository, cwd } = invocation
  if (repository && !(options.has("unsafe-paths") && cwd === repository.worktree)) return []
  const root = options.value("directory")
  const below = textOf(root?.value) ?? "."
  const strip = Number(textOf(options.value("p")?.value) ?? 1)
  const named = patchesOf(invocation, state).flatMap((patch) => patchedPaths(patch, strip))
  return [
    ...(root ? writeTo(invocation.path(root), state) : []),
    ...named.flatMap((name) => writeTo(invocation.path(known(posix.join(below, name))), state)),
  ]
}

const PATCH = { given: "git diff v1 origin/main > fix.patch" }

const outer = (worktree: string, from: string, to: string): string =>
  `git -C ${worktree} diff --src-prefix=a/${worktree.slice(3)}/ --dst-prefix=b/${worktree.slice(3)}/ ${from} ${to} > outer.patch`
const OUTER = { given: outer("../main", "main", "v1") }
const INNER = { given: outer("../own", "v1", "HEAD") }

/** Applies a patch to files, index or both. */
export const apply: SubcommandSpec = {
  name: "apply",
  options,
  effects,
  examples: [
    allow("git apply fix.patch", "the own files", PATCH),
    allow("git apply --index -3 fix.patch", "the own files and index", PATCH),
    allow("git apply --cached < fix.patch", "the own index", PATCH),
    allow("git apply -R --check fix.patch", "a report", PATCH),
    allow("git -C ../main apply --stat --summary ../own/fix.patch", "a report, wherever it runs", PATCH),
    allow("git diff main origin/main | git apply --directory=src", "below a folder of the own worktree"),
    allow('git apply "$PATCH"', "whatever it is, git keeps it inside the own worktree"),
    deny("foreign-worktree", "git -C ../main apply ../own/fix.patch", "files of the main checkout", PATCH),
    deny("foreign-worktree", "git -C ../main apply --stat --apply ../own/fix.patch", "a report and the patch", PATCH),
    deny("foreign-worktree", "cd ../sib && git apply -3 ../own/fix.patch", "files of the sibling", PATCH),
    deny("foreign-worktree", "git apply --unsafe-paths --directory=../main fix.patch", "git checks no path", PATCH),
    deny(
      "foreign-worktree",
      "cd .. && git apply --directory=main own/fix.patch",
      "in no repository git checks no path",
      PATCH,
    ),
    deny("foreign-worktree", "cd .. && git apply own/outer.patch", "in no repository the patch says where", OUTER),
    deny(
      "foreign-worktree",
      "cd .. && git apply -p1 < own/outer.patch",
      "in no repository the patch says where",
      OUTER,
    ),
    allow("cd .. && git apply -R own/outer.patch", "the patch names files of the own worktree", INNER),
    allow(
      "cd src && git apply --unsafe-paths --directory=../../main ../fix.patch",
      "git skips what is not below",
      PATCH,
    ),
    deny(
      "foreign-worktree",
      "git apply --build-fake-ancestor=../main/fake fix.patch",
      "a file in the main checkout",
      PATCH,
    ),
  ],
}
