# Made by `sh scripts/run fence-table` from the guard's own tables: what runs without asking. Not to be edited.
# The most of all calls come no further than here, and the rest is not even read by the shell.
case ${1-} in
backfill | bisect--helper | cat-file | check-attr | check-ignore | check-mailmap | check-ref-format | checkout--worker | cherry | column | count-objects | credential | credential-cache | credential-cache--daemon | daemon | describe | env--helper | fmt-merge-msg | for-each-ref | format-rev | fsck-objects | fsmonitor--daemon | get-tar-commit-id | grep | help | http-backend | imap-send | instaweb | last-modified | ls-files | ls-remote | ls-tree | merge-base | mergetool--lib | name-rev | patch-id | receive-pack | remote-ext | remote-fd | remote-ftp | remote-ftps | remote-http | remote-https | repo | request-pull | rev-parse | send-email | sh-i18n | sh-i18n--envsubst | sh-prompt | sh-setup | show-branch | show-index | show-ref | status | stripspace | upload-archive | upload-archive--writer | upload-pack | url-parse | var | verify-commit | verify-pack | verify-tag | version | web--browse) exec "$rf_git" "$@" ;;
esac
rf_between=''
# Sets rf_all to the words in one, with their number.
rf_join() {
  IFS=$rf_between
  rf_all="$# $*"
  unset IFS
}
# Whether no option of a subcommand leads beyond.
rf_is_bound() {
  rf_name=$1
  shift
  for rf_word do
    case $rf_name in
    diff | log | show | blame | annotate | shortlog | whatchanged | rev-list | range-diff | diff-tree | diff-index | diff-files | cherry-pick | revert)
      case $rf_word in
      --o | --o=* | --ou | --ou=* | --out | --out=* | --outp | --outp=* | --outpu | --outpu=* | --output | --output=*) return 1 ;;
      esac
      ;;
    esac
  done
}
# What writes nothing, wherever it runs. The arguments start with the subcommand.
rf_reads() {
  case $1 in
  backfill | bisect--helper | cat-file | check-attr | check-ignore | check-mailmap | check-ref-format | checkout--worker | cherry | column | count-objects | credential | credential-cache | credential-cache--daemon | daemon | describe | env--helper | fmt-merge-msg | for-each-ref | format-rev | fsck-objects | fsmonitor--daemon | get-tar-commit-id | grep | help | http-backend | imap-send | instaweb | last-modified | ls-files | ls-remote | ls-tree | merge-base | mergetool--lib | name-rev | patch-id | receive-pack | remote-ext | remote-fd | remote-ftp | remote-ftps | remote-http | remote-https | repo | request-pull | rev-parse | send-email | sh-i18n | sh-i18n--envsubst | sh-prompt | sh-setup | show-branch | show-index | show-ref | status | stripspace | upload-archive | upload-archive--writer | upload-pack | url-parse | var | verify-commit | verify-pack | verify-tag | version | web--browse) return 0 ;;
  diff | log | show | blame | annotate | shortlog | whatchanged | rev-list | range-diff | diff-tree | diff-index | diff-files | merge-tree | write-tree | fsck)
    rf_is_bound "$@"
    return
    ;;
  esac
  rf_join "$@"
  case $rf_all in
  "1 "branch) return 0 ;;
  "2 "branch"$rf_between"-a) return 0 ;;
  "2 "branch"$rf_between"-r) return 0 ;;
  "2 "branch"$rf_between"-v) return 0 ;;
  "2 "branch"$rf_between"-vv) return 0 ;;
  "2 "branch"$rf_between"-av) return 0 ;;
  "2 "branch"$rf_between"-avv) return 0 ;;
  "2 "branch"$rf_between"--all) return 0 ;;
  "2 "branch"$rf_between"--list) return 0 ;;
  "3 "branch"$rf_between"--list"$rf_between"[!-]*) return 0 ;;
  "2 "branch"$rf_between"--show-current) return 0 ;;
  "3 "branch"$rf_between"--contains"$rf_between"[!-]*) return 0 ;;
  "3 "branch"$rf_between"--merged"$rf_between"[!-]*) return 0 ;;
  "4 "branch"$rf_between"-a"$rf_between"--contains"$rf_between"[!-]*) return 0 ;;
  "4 "branch"$rf_between"-r"$rf_between"--contains"$rf_between"[!-]*) return 0 ;;
  "3 "branch"$rf_between"--no-merged"$rf_between"[!-]*) return 0 ;;
  "3 "branch"$rf_between"--points-at"$rf_between"[!-]*) return 0 ;;
  "1 "tag) return 0 ;;
  "2 "tag"$rf_between"-l) return 0 ;;
  "2 "tag"$rf_between"--list) return 0 ;;
  "3 "tag"$rf_between"-l"$rf_between"[!-]*) return 0 ;;
  "3 "tag"$rf_between"--list"$rf_between"[!-]*) return 0 ;;
  "3 "tag"$rf_between"--points-at"$rf_between"[!-]*) return 0 ;;
  "3 "tag"$rf_between"--contains"$rf_between"[!-]*) return 0 ;;
  "2 "tag"$rf_between"-n) return 0 ;;
  "1 "remote) return 0 ;;
  "2 "remote"$rf_between"-v) return 0 ;;
  "2 "remote"$rf_between"--verbose) return 0 ;;
  "3 "remote"$rf_between"get-url"$rf_between"[!-]*) return 0 ;;
  "2 "worktree"$rf_between"list) return 0 ;;
  "3 "worktree"$rf_between"list"$rf_between"--porcelain) return 0 ;;
  "2 "stash"$rf_between"list) return 0 ;;
  "2 "stash"$rf_between"show) return 0 ;;
  "3 "stash"$rf_between"show"$rf_between"[!-]*) return 0 ;;
  "3 "stash"$rf_between"show"$rf_between"-p) return 0 ;;
  "4 "stash"$rf_between"show"$rf_between"-p"$rf_between"[!-]*) return 0 ;;
  "2 "config"$rf_between"-l) return 0 ;;
  "2 "config"$rf_between"--list) return 0 ;;
  "3 "config"$rf_between"--get"$rf_between"[!-]*) return 0 ;;
  "3 "config"$rf_between"--get-all"$rf_between"[!-]*) return 0 ;;
  "3 "config"$rf_between"--get-regexp"$rf_between"[!-]*) return 0 ;;
  "2 "config"$rf_between"list) return 0 ;;
  "3 "config"$rf_between"get"$rf_between"[!-]*) return 0 ;;
  "3 "config"$rf_between"--global"$rf_between"--list) return 0 ;;
  "4 "config"$rf_between"--global"$rf_between"--get"$rf_between"[!-]*) return 0 ;;
  "3 "config"$rf_between"--local"$rf_between"--list) return 0 ;;
  "4 "config"$rf_between"--local"$rf_between"--get"$rf_between"[!-]*) return 0 ;;
  "4 "config"$rf_between"--show-origin"$rf_between"--get"$rf_between"[!-]*) return 0 ;;
  "4 "config"$rf_between"--bool"$rf_between"--get"$rf_between"[!-]*) return 0 ;;
  "2 "symbolic-ref"$rf_between"HEAD) return 0 ;;
  "3 "symbolic-ref"$rf_between"-q"$rf_between"HEAD) return 0 ;;
  "3 "symbolic-ref"$rf_between"--short"$rf_between"HEAD) return 0 ;;
  "4 "symbolic-ref"$rf_between"-q"$rf_between"--short"$rf_between"HEAD) return 0 ;;
  "1 "reflog) return 0 ;;
  "2 "reflog"$rf_between"show) return 0 ;;
  "3 "reflog"$rf_between"show"$rf_between"[!-]*) return 0 ;;
  "2 "notes"$rf_between"list) return 0 ;;
  "2 "notes"$rf_between"show) return 0 ;;
  "3 "notes"$rf_between"show"$rf_between"[!-]*) return 0 ;;
  "1 "submodule) return 0 ;;
  "2 "submodule"$rf_between"status) return 0 ;;
  "2 "bisect"$rf_between"log) return 0 ;;
  "2 "sparse-checkout"$rf_between"list) return 0 ;;
  "3 "bundle"$rf_between"verify"$rf_between"[!-]*) return 0 ;;
  "3 "bundle"$rf_between"list-heads"$rf_between"[!-]*) return 0 ;;
  "2 "hash-object"$rf_between"[!-]*) return 0 ;;
  esac
  return 1
}
# What writes nothing but the worktree it runs in.
rf_stays() {
  case $1 in
  add | stage | commit | rm | mv | reset | restore | clean | cherry-pick | revert | am)
    rf_is_bound "$@"
    return
    ;;
  esac
  rf_join "$@"
  case $rf_all in
  "1 "stash) return 0 ;;
  "2 "stash"$rf_between"push) return 0 ;;
  "2 "stash"$rf_between"-q) return 0 ;;
  "2 "stash"$rf_between"-u) return 0 ;;
  "4 "stash"$rf_between"push"$rf_between"-m"$rf_between"[!-]*) return 0 ;;
  "5 "stash"$rf_between"push"$rf_between"-u"$rf_between"-m"$rf_between"[!-]*) return 0 ;;
  "3 "checkout"$rf_between"--"$rf_between"[!-]*) return 0 ;;
  "4 "checkout"$rf_between"--"$rf_between"[!-]*"$rf_between"[!-]*) return 0 ;;
  "4 "checkout"$rf_between"HEAD"$rf_between"--"$rf_between"[!-]*) return 0 ;;
  "4 "checkout"$rf_between"-q"$rf_between"--"$rf_between"[!-]*) return 0 ;;
  "2 "rebase"$rf_between"--continue) return 0 ;;
  "2 "rebase"$rf_between"--skip) return 0 ;;
  "2 "rebase"$rf_between"--abort) return 0 ;;
  "2 "rebase"$rf_between"--quit) return 0 ;;
  "2 "merge"$rf_between"--continue) return 0 ;;
  "2 "merge"$rf_between"--abort) return 0 ;;
  "2 "branch"$rf_between"[!-]*) return 0 ;;
  "3 "branch"$rf_between"[!-]*"$rf_between"[!-]*) return 0 ;;
  "3 "checkout"$rf_between"-b"$rf_between"[!-]*) return 0 ;;
  "4 "checkout"$rf_between"-b"$rf_between"[!-]*"$rf_between"[!-]*) return 0 ;;
  "4 "checkout"$rf_between"-q"$rf_between"-b"$rf_between"[!-]*) return 0 ;;
  "5 "checkout"$rf_between"-q"$rf_between"-b"$rf_between"[!-]*"$rf_between"[!-]*) return 0 ;;
  "3 "switch"$rf_between"-c"$rf_between"[!-]*) return 0 ;;
  "4 "switch"$rf_between"-c"$rf_between"[!-]*"$rf_between"[!-]*) return 0 ;;
  "4 "switch"$rf_between"-q"$rf_between"-c"$rf_between"[!-]*) return 0 ;;
  "3 "switch"$rf_between"--create"$rf_between"[!-]*) return 0 ;;
  "2 "tag"$rf_between"[!-]*) return 0 ;;
  "3 "tag"$rf_between"[!-]*"$rf_between"[!-]*) return 0 ;;
  "5 "tag"$rf_between"-a"$rf_between"[!-]*"$rf_between"-m"$rf_between"[!-]*) return 0 ;;
  "4 "tag"$rf_between"-m"$rf_between"[!-]*"$rf_between"[!-]*) return 0 ;;
  "5 "tag"$rf_between"-a"$rf_between"-m"$rf_between"[!-]*"$rf_between"[!-]*) return 0 ;;
  esac
  return 1
}
