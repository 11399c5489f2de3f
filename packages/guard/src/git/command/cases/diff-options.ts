/** Option tables of the diff family, as git's usage and manual list them. */

export const DIFF_OPTIONS: readonly string[] = [
  ...["-p --patch", "-s --no-patch", "-u", "-U --unified[=<n>]", "-W --function-context", "--raw", "--patch-with-raw"],
  ...["--patch-with-stat", "--numstat", "--shortstat", "-X --dirstat[=<param>]", "--cumulative"],
  ...["--dirstat-by-file[=<param>]", "--check", "--summary", "--name-only", "--name-status", "--stat[=<width>]"],
  ...["--stat-width <width>", "--stat-name-width <width>", "--stat-graph-width <width>", "--stat-count <count>"],
  ...["--compact-summary", "--binary", "--full-index", "--color[=<when>]", "--ws-error-highlight <kind>", "-z"],
  ...["--abbrev[=<n>]", "--src-prefix <prefix>", "--dst-prefix <prefix>", "--line-prefix <prefix>", "--no-prefix"],
  ...["--default-prefix", "--inter-hunk-context <n>", "--output-indicator-new <char>", "--output-indicator-old <char>"],
  ...["--output-indicator-context <char>", "-B --break-rewrites[=<n>]", "-M --find-renames[=<n>]"],
  ...["-D --irreversible-delete", "-C --find-copies[=<n>]", "--find-copies-harder", "--no-renames", "--rename-empty"],
  ...["--follow", "-l <n>", "--minimal", "-w --ignore-all-space", "-b --ignore-space-change"],
  ...["--ignore-space-at-eol", "--ignore-cr-at-eol", "--ignore-blank-lines", "-I --ignore-matching-lines <regex>"],
  ...["--indent-heuristic", "--patience", "--histogram", "--diff-algorithm <algorithm>", "--anchored <text>"],
  ...["--word-diff[=<mode>]", "--word-diff-regex <regex>", "--color-words[=<regex>]", "--color-moved[=<mode>]"],
  ...["--color-moved-ws <mode>", "--relative[=<prefix>]", "-a --text", "-R", "--exit-code", "--quiet", "--ext-diff"],
  ...["--textconv", "--ignore-submodules[=<when>]", "--submodule[=<format>]", "--ita-invisible-in-index"],
  ...["--ita-visible-in-index", "-S <string>", "-G <regex>", "--pickaxe-all", "--pickaxe-regex", "-O <file>"],
  ...["--rotate-to <path>", "--skip-to <path>", "--find-object <object-id>", "--diff-filter <filter>"],
  ...["--max-depth <depth>", "--output <file>"],
]

export const LOG_OPTIONS: readonly string[] = [
  ...["-n --max-count <n>", "--skip <n>", "--since <date>", "--after <date>", "--until <date>", "--before <date>"],
  ...["--since-as-filter <date>", "--max-age <timestamp>", "--min-age <timestamp>", "--author <pattern>"],
  ...["--committer <pattern>", "--grep <pattern>", "--grep-reflog <pattern>", "--all-match", "--invert-grep"],
  ...["-i --regexp-ignore-case", "--basic-regexp", "-E --extended-regexp", "-F --fixed-strings", "-P --perl-regexp"],
  ...["--merges", "--no-merges", "--min-parents <n>", "--max-parents <n>", "--no-min-parents", "--no-max-parents"],
  ...[
    "--first-parent",
    "--exclude-first-parent-only",
    "--not",
    "--all",
    "--branches[=<pattern>]",
    "--tags[=<pattern>]",
  ],
  ...["--remotes[=<pattern>]", "--glob <pattern>", "--exclude <pattern>", "--exclude-hidden=<section>", "--reflog"],
  ...["--alternate-refs", "--single-worktree", "--ignore-missing", "--bisect", "--stdin", "--cherry-mark"],
  ...["--cherry-pick", "--left-only", "--right-only", "--cherry", "-g --walk-reflogs", "--merge", "--boundary"],
  ...["--simplify-by-decoration", "--show-pulls", "--full-history", "--dense", "--sparse", "--simplify-merges"],
  ...[
    "--ancestry-path[=<commit>]",
    "--date-order",
    "--author-date-order",
    "--topo-order",
    "--reverse",
    "--no-walk[=<how>]",
  ],
  ...["--do-walk", "--pretty[=<format>]", "--format <format>", "--abbrev-commit", "--oneline", "--encoding <encoding>"],
  ...["--expand-tabs[=<n>]", "--notes[=<ref>]", "--show-notes[=<ref>]", "--standard-notes", "--show-signature"],
  ...[
    "--relative-date",
    "--date <format>",
    "--parents",
    "--children",
    "--left-right",
    "--graph",
    "--show-linear-break[=<bar>]",
  ],
  ...[
    "-c",
    "--cc",
    "--combined-all-paths",
    "-m",
    "--dd",
    "-r",
    "-t",
    "--root",
    "--diff-merges <format>",
    "--remerge-diff",
  ],
  ...["--source", "--use-mailmap", "--mailmap", "--clear-decorations", "--decorate-refs <pattern>"],
  ...["--decorate-refs-exclude <pattern>", "--decorate[=<style>]", "-L <range:file>", "--log-size", "-q", "-v"],
  ...["--always", "--no-commit-id", "--full-diff", "--remove-empty", "--do-not-walk", "--merge-base"],
  ...["--in-commit-order", "--objects", "--unpacked"],
]

export const REV_LIST_OPTIONS: readonly string[] = [
  ...["--count", "--quiet", "--disk-usage[=<style>]", "--use-bitmap-index", "--test-bitmap", "--progress[=<header>]"],
  ...["--header", "--commit-header", "--timestamp", "--bisect-vars", "--bisect-all", "--unsorted-input"],
  ...["--objects-edge", "--objects-edge-aggressive", "--object-names", "--indexed-objects", "--filter <spec>"],
  ...["--filter-provided-objects", "--filter-print-omitted", "--missing <action>", "--exclude-promisor-objects"],
  ...["--maximal-only", "--use-bitmap-walk", "--exclude-promisor-objects-best-effort", "--do-not-die-on-missing-tree"],
]

export const FORMAT_PATCH_OPTIONS: readonly string[] = [
  ...["-n --numbered", "-N --no-numbered", "-s --signoff", "--stdout", "--cover-letter", "--numbered-files"],
  ...[
    "--suffix <sfx>",
    "--start-number <n>",
    "-v --reroll-count <reroll-count>",
    "--filename-max-length <n>",
    "--rfc[=<rfc>]",
  ],
  ...["--cover-from-description <mode>", "--description-file <file>", "--subject-prefix <prefix>"],
  ...["-o --output-directory <dir>", "-k --keep-subject", "--no-binary", "--zero-commit", "--ignore-if-in-upstream"],
  ...[
    "--no-stat",
    "--add-header <header>",
    "--to <email>",
    "--cc <email>",
    "--from[=<ident>]",
    "--in-reply-to <message-id>",
  ],
  ...["--attach[=<boundary>]", "--inline[=<boundary>]", "--thread[=<style>]", "--signature <signature>"],
  ...["--base <base-commit>", "--signature-file <file>", "-q --quiet", "--progress", "--interdiff <rev>"],
  ...[
    "--range-diff <refspec>",
    "--creation-factor <n>",
    "--force-in-body-from",
    "--encode-email-headers",
    "--commit-list-format <f>",
  ],
]

export const SHORTLOG_OPTIONS: readonly string[] = [
  ...["-n --numbered", "-s --summary", "-e --email", "-w[<width>]", "-c --committer", "--group <field>"],
]

export const BLAME_OPTIONS: readonly string[] = [
  ...[
    "--incremental",
    "-b",
    "--root",
    "--show-stats",
    "--progress",
    "--score-debug",
    "-f --show-name",
    "-n --show-number",
  ],
  ...["-p --porcelain", "--line-porcelain", "-c", "-t", "-l", "-s", "-e --show-email", "-w", "--ignore-rev <rev>"],
  ...["--ignore-revs-file <file>", "--color-lines", "--color-by-age", "--minimal", "-S <file>", "--contents <file>"],
  ...["-C[<score>]", "-M[<score>]", "-L <range>", "--abbrev[=<n>]"],
]
