import type { Effect } from "../effect.ts"
import { allow, deny } from "../example.ts"
import { optionTable } from "../options.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import { commits, isInProgress, operationWrites } from "../worktree.ts"

const options = optionTable([
  "-i --interactive",
  "-n --no-verify",
  "-3 --3way",
  "-q --quiet",
  "-s --signoff",
  "-u --utf8",
  "-k --keep",
  "--keep-non-patch",
  "-m --message-id",
  "--keep-cr",
  "-c --scissors",
  "--quoted-cr <action>",
  "--whitespace <action>",
  "--ignore-space-change",
  "--ignore-whitespace",
  "--directory <root>",
  "--exclude <path>",
  "--include <path>",
  "-C <n>",
  "-p <num>",
  "--patch-format <format>",
  "--reject",
  "--resolvemsg <text>",
  "--continue!",
  "-r --resolved!",
  "--retry!",
  "--skip!",
  "--abort!",
  "--quit!",
  "--show-current-patch[=<mode>]!",
  "--allow-empty!",
  "--committer-date-is-author-date",
  "--ignore-date",
  "--rerere-autoupdate",
  "-S --gpg-sign[=<key-id>]",
  "--empty <mode>",
  "-b --binary",
])

function effects(invocation: Invocation): readonly Effect[] {
  const goesOn = isInProgress(invocation.options) || invocation.options.has("retry", "allow-empty")
  return goesOn ? operationWrites(invocation) : commits(invocation.site)
}

const PATCHES = { given: "git format-patch -q -o patches release..origin/main" }
const STUCK = {
  given:
    'git format-patch -q -o "$TMPDIR/p" v1..HEAD && echo other > README.md && git commit -qam other && ! git am -q "$TMPDIR"/p/*.patch 2>/dev/null',
}

/** Commits patches from mails onto the current branch. */
export const am: SubcommandSpec = {
  name: "am",
  options,
  effects,
  examples: [
    allow("git am patches/*.patch", "commits on the own branch", PATCHES),
    allow("git am -3 -q < patches/0001-*.patch", "from standard input", PATCHES),
    allow("git format-patch --stdout main..origin/main | git am -3k", "from a pipe"),
    allow("git am --abort", "ends the own operation", STUCK),
    allow("git am --skip", "goes on with the own operation", STUCK),
    allow("git am --show-current-patch=diff", "shows", STUCK),
    allow("git am --qui", "an abbreviation", STUCK),
    deny("foreign-worktree", "git -C ../main am ../own/patches/*.patch", "commits on main", PATCHES),
    deny(
      "foreign-worktree",
      "cd ../sib && git am < ../own/patches/0001-*.patch",
      "commits on the sibling's branch",
      PATCHES,
    ),
  ],
}
