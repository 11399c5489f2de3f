/** Option tables of subcommands that only read: nothing but the inventory asks for them. */
import { LOG_OPTIONS, REV_LIST_OPTIONS } from "./command/cases/diff-options.ts"
import { optionTable, type OptionTable } from "./options.ts"

export const statusOptions: OptionTable = optionTable([
  ...["-v --verbose", "-s --short", "-b --branch", "--show-stash", "--ahead-behind", "--porcelain[=<version>]"],
  ...["--long", "-z --null", "-u --untracked-files[=<mode>]", "--ignored[=<mode>]", "--ignore-submodules[=<when>]"],
  ...["--column[=<style>]", "--no-renames", "--renames", "-M --find-renames[=<n>]"],
])

export const showRefOptions: OptionTable = optionTable([
  ...["--tags", "--heads", "--branches", "--verify", "--exists", "--head", "-d --dereference", "-s --hash[=<n>]"],
  ...["--abbrev[=<n>]", "-q --quiet", "--exclude-existing[=<pattern>]"],
])

export const checkRefFormatOptions: OptionTable = optionTable([
  ...["--branch!", "--normalize!", "--print!", "--allow-onelevel", "--refspec-pattern!"],
])

export const lsRemoteOptions: OptionTable = optionTable([
  ...["-q --quiet", "--upload-pack <program>", "--exec <program>", "-t --tags", "-b --branches", "-h --heads"],
  ...["--refs", "--get-url", "--sort <key>", "--exit-code", "--symref", "-o --server-option <option>"],
])

/** rev-parse takes what rev-list takes, to sort it into flags and revisions, and options of its own. */
export const revParseOptions: OptionTable = optionTable(
  [
    ...[...LOG_OPTIONS, ...REV_LIST_OPTIONS],
    ...["--parseopt", "--sq-quote", "--keep-dashdash", "--stop-at-non-option", "--stuck-long", "--revs-only"],
    ...["--no-revs", "--flags", "--no-flags", "--default <arg>", "--prefix <arg>", "--verify", "--sq", "-S"],
    ...["--short[=<n>]", "--abbrev-ref[=<mode>]", "--symbolic", "--symbolic-full-name", "--disambiguate <prefix>"],
    ...["--local-env-vars", "--path-format <form>", "--git-dir", "--git-common-dir", "--resolve-git-dir <path>"],
    ...["--git-path <path>", "--show-toplevel", "--show-superproject-working-tree", "--shared-index-path"],
    ...["--absolute-git-dir", "--is-inside-git-dir", "--is-inside-work-tree", "--is-bare-repository"],
    ...[
      "--is-shallow-repository",
      "--show-cdup",
      "--show-prefix",
      "--show-object-format[=<use>]",
      "--output-object-format <f>",
    ],
    ...["--show-ref-format", "--show-ref-storage-format"],
  ],
  { numbers: true },
)
