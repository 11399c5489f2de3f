# Every change of refs comes by here: `<old> <new> <ref>`, a line each. It is refused while it is prepared, and written
# down once it is committed. An old value of zeros does not mean that there was none, but that git did not ask.
case $1 in
prepared | committed | aborted) ;;
*)
  rf_where
  rf_become_user reference-transaction "$@"
  ;;
esac
rf_where
rf_find_user reference-transaction
if [ -z "$rf_ours" ]; then
  [ -z "$rf_user" ] || exec "$rf_user" "$@"
  exit 0
fi
rf_phase=$1
rf_lines=

# Sets rf_key to the name of the file in which changes that begin with this ref wait for their commit.
rf_key_of() {
  rf_key=
  rf_rest=$1/
  while [ -n "$rf_rest" ]; do
    rf_key=$rf_key%${rf_rest%%/*}
    rf_rest=${rf_rest#*/}
  done
  rf_key=$rf_folder/pending/$rf_key
}

# A journal line for a change; the time is asked for once.
rf_log() {
  if [ -z "${rf_time-}" ]; then
    rf_time=$(date +%s)
    rf_escape "${RINGFENCE_GIT-}"
    rf_told=
  fi
  rf_told=$rf_told$rf_time$rf_tab$1$rf_tab$2$rf_tab$3$rf_tab$rf_escaped$rf_nl
}

# Sets rf_escaped to the text on one line, without tabs.
rf_escape() {
  rf_escaped=$1
  case $1 in
  *\\* | *"$rf_tab"* | *"$rf_nl"*) ;;
  *) return ;;
  esac
  rf_escaped=$(printf '%s' "$1" | sed -e 's/\\/\\\\/g' -e "s/$rf_tab/\\\\t/g" | awk 'NR > 1 { printf "\\n" } { printf "%s", $0 }')
}

# What is committed: changes that git gave both values of, and those that wait since they were prepared.
rf_end() {
  rf_open=
  rf_heads=
  rf_head=
  while read -r rf_old rf_new rf_ref; do
    [ -z "$rf_user" ] || rf_lines=$rf_lines$rf_old' '$rf_new' '$rf_ref$rf_nl
    case $rf_ref in
    refs/remotes/* | refs/prefetch/* | refs/bisect/* | refs/rewritten/*) continue ;;
    refs/heads/*) rf_heads=1 ;;
    HEAD)
      rf_head="$rf_old $rf_new"
      continue
      ;;
    refs/*) ;;
    *) continue ;;
    esac
    if rf_is_zero "$rf_old" || rf_is_zero "$rf_new"; then
      rf_open="$rf_open $rf_ref"
    elif [ "$rf_phase" = committed ] && [ "$rf_old" != "$rf_new" ]; then
      rf_log "$rf_old" "$rf_new" "$rf_ref"
    fi
  done
  [ -z "$rf_open" ] || rf_settle
  if [ "$rf_phase" = committed ] && [ -z "$rf_heads" ]; then
    case $rf_head in
    *ref:* | '') ;;
    *) rf_is_zero "${rf_head% *}" || [ "${rf_head% *}" = "${rf_head#* }" ] || rf_log "${rf_head% *}" "${rf_head#* }" HEAD ;;
    esac
  fi
  [ -z "${rf_told-}" ] || { printf '%s' "$rf_told" >>"$rf_folder/journal"; } 2>/dev/null
}

# Takes up what waits for this transaction. Its refs are locked, so that no other one can have put it there.
rf_settle() {
  for rf_key in "$rf_folder"/pending/*; do break; done
  [ -e "$rf_key" ] || return 0
  rf_found=
  for rf_ref in $rf_open; do
    rf_key_of "$rf_ref"
    if [ -f "$rf_key" ]; then
      rf_found=$rf_key
      break
    fi
  done
  [ -n "$rf_found" ] || return 0
  if [ "$rf_phase" = committed ]; then
    rf_read_owned
    rf_made=
    while read -r rf_old rf_new rf_ref; do
      # What is deleted goes from the packed refs first, in a transaction of its own.
      if rf_is_zero "$rf_new" && [ -f "$rf_common/$rf_ref" ]; then continue; fi
      rf_log "$rf_old" "$rf_new" "$rf_ref"
      if rf_is_zero "$rf_old"; then
        rf_is_made "$rf_ref" && ! rf_is_owned "$rf_ref" && rf_made=$rf_made$rf_ref$rf_nl
      elif rf_is_zero "$rf_new"; then
        rf_forget "$rf_ref"
      fi
    done <"$rf_found"
    [ -z "$rf_made" ] || { printf '%s' "$rf_made" >>"$rf_folder/born"; } 2>/dev/null
  fi
  rm -f -- "$rf_found"
}

# A name that is free again may be somebody else's next. In the middle of a rename it still proves whose the new one is.
# What was pushed of it is still the session's to take back.
rf_forget() {
  [ ! -e "$rf_common/logs/refs/.tmp-renamed-log" ] || return 0
  grep -qxF -- "$1" "$rf_folder/born" 2>/dev/null || return 0
  printf '%s\n' "$1" >>"$rf_folder/gone"
  grep -vxF -- "$1" "$rf_folder/born" >"$rf_folder/born.$$"
  mv -f -- "$rf_folder/born.$$" "$rf_folder/born"
} 2>/dev/null

# Whether a ref that did not exist is the session's work: tags that come with a fetch are not.
rf_is_made() {
  case $1 in
  refs/heads/*) ;;
  refs/tags/*)
    case ${RINGFENCE_VERB-} in
    fetch | pull | remote) return 1 ;;
    esac
    ;;
  *) return 1 ;;
  esac
}

if [ "$rf_phase" != prepared ]; then
  rf_end
  [ -n "$rf_user" ] || exit 0
  printf '%s' "$rf_lines" | "$rf_user" "$@"
  exit
fi

rf_read_owned
rf_look=
rf_many=0
rf_head=
rf_branches=
rf_bad=
rf_stake=

rf_refuse() {
  [ -z "$rf_bad" ] || return 0
  rf_is_lifted "$1" && return 0
  rf_bad=$1
  rf_stake=$2
}

while read -r rf_old rf_new rf_ref; do
  [ -z "$rf_user" ] || rf_lines=$rf_lines$rf_old' '$rf_new' '$rf_ref$rf_nl
  case $rf_ref in
  refs/remotes/* | refs/prefetch/*) continue ;;
  HEAD | ORIG_HEAD | [A-Z]* | refs/bisect/* | refs/rewritten/* | refs/worktree/*)
    if [ "$rf_dir" != "$rf_gitdir" ]; then
      rf_refuse isolated-git/foreign-worktree "$rf_ref of another checkout ($rf_dir)"
    elif [ "$rf_ref" = HEAD ]; then
      rf_head=$rf_new
    elif [ "$rf_ref" = ORIG_HEAD ] && [ "$rf_integration" = orchestrator ]; then
      # git merge writes it before it touches anything; git pull has another action.
      case ${GIT_REFLOG_ACTION-} in
      'merge '*) rf_refuse isolated-git/merge 'the history your branch shares with others' ;;
      esac
    fi
    continue
    ;;
  main-worktree/* | worktrees/*)
    rf_refuse isolated-git/ref-write "the HEAD and refs of another worktree ($rf_ref)"
    continue
    ;;
  refs/heads/*)
    rf_branches="$rf_branches $rf_ref"
    if rf_is_owned "$rf_ref" && ! rf_is_zero "$rf_old" && ! rf_is_zero "$rf_new"; then continue; fi
    ;;
  esac
  rf_look=$rf_look$rf_old' '$rf_new' '$rf_ref$rf_nl
  rf_many=$((rf_many + 1))
done

# Where HEAD goes.
case $rf_head in
'') ;;
ref:*)
  rf_ref=${rf_head#ref:}
  if ! rf_is_owned "$rf_ref" && "$rf_git" show-ref --verify -q "$rf_ref" && ! rf_is_proven --owned "$rf_ref"; then
    rf_refuse isolated-git/switch-branch "branch ${rf_ref#refs/heads/}"
  fi
  ;;
*)
  if [ -z "$rf_branches" ] && [ "$rf_integration" = orchestrator ]; then
    # A rebase (of a pull) and a bisect detach HEAD for a while.
    read -r rf_line <"$rf_gitdir/HEAD"
    case $rf_line in
    ref:*)
      if ! [ -f "$rf_gitdir/rebase-merge/head-name" ] && ! [ -f "$rf_gitdir/rebase-apply/head-name" ] &&
        ! [ -f "$rf_gitdir/BISECT_START" ]; then
        rf_refuse isolated-git/detach-head "what you commit next: it would be on no branch instead of ${rf_line#ref: refs/heads/}"
      fi
      ;;
    esac
  fi
  ;;
esac

# Adds to each line what the ref is now; those that change nothing fall away. A few are looked at one by one.
rf_now() {
  if [ "$rf_many" -gt 20 ]; then
    rf_look=$({
      "$rf_git" for-each-ref --format='= %(objectname) %(refname)' 2>/dev/null
      printf '%s' "$rf_look"
    } | awk '$1 == "=" { now[$3] = $2; next } $2 != now[$3] && !($2 ~ /^0+$/ && !($3 in now)) { print $1, $2, $3, now[$3] }')$rf_nl
    return
  fi
  rf_list=$rf_look
  rf_look=
  set --
  while read -r rf_old rf_new rf_ref; do
    [ -z "$rf_ref" ] || set -- "$@" "$rf_ref"
  done <<END
$rf_list
END
  rf_all=$rf_nl$("$rf_git" for-each-ref --format='%(refname) %(objectname)' "$@" 2>/dev/null)$rf_nl
  while read -r rf_old rf_new rf_ref; do
    [ -n "$rf_ref" ] || continue
    rf_cur=
    case $rf_all in
    *"$rf_nl$rf_ref "*)
      rf_cur=${rf_all#*"$rf_nl$rf_ref "}
      rf_cur=${rf_cur%%"$rf_nl"*}
      ;;
    esac
    [ "$rf_cur" != "$rf_new" ] || continue
    [ -n "$rf_cur" ] || ! rf_is_zero "$rf_new" || continue
    rf_look=$rf_look$rf_old' '$rf_new' '$rf_ref' '$rf_cur$rf_nl
  done <<END
$rf_list
END
}

# Whether a branch came from renaming an own one, which git does not tell its hooks.
rf_was_renamed() {
  [ -f "$rf_common/logs/$1" ] || return 1
  rf_from=$(awk -v to="$1" 'match($0, /Branch: renamed refs\/heads\/[^ ]* to /) { n = split($0, w, " "); if (w[n] == to) from = w[n - 2] } END { print from }' "$rf_common/logs/$1" 2>/dev/null)
  [ -n "$rf_from" ] && rf_is_owned "$rf_from"
}

# One change with what the ref is now. Sets rf_bad where it is refused, else adds it to what waits.
rf_judge() {
  rf_zero=$1
  rf_is_zero "$1" || { rf_is_zero "$2" && rf_zero=$2; }
  # pack-refs drops what it has packed like a branch that is deleted, but for the copy that stays.
  if [ -n "$4" ] && rf_is_zero "$2" && [ "$1" = "$4" ] && ! [ -e "$rf_common/packed-refs.lock" ] &&
    grep -qxF "$4 $3" "$rf_common/packed-refs" 2>/dev/null; then
    return
  fi
  case $3 in
  refs/heads/*) rf_code=isolated-git/foreign-branch rf_what="branch ${3#refs/heads/}" ;;
  refs/tags/*) rf_code=isolated-git/foreign-tag rf_what="tag ${3#refs/tags/}" ;;
  refs/replace/*) rf_code=isolated-git/ref-write rf_what="how every worktree sees the replaced object ($3)" ;;
  refs/stash | refs/notes/* | refs/original/*) rf_code= ;;
  *) rf_code=isolated-git/ref-write rf_what=$3 ;;
  esac
  if [ -n "$rf_code" ] && { [ -n "$4" ] || [ "$rf_what" != "${rf_what#how }" ]; } && ! rf_is_owned "$3"; then
    if rf_was_renamed "$3"; then
      { printf '%s\n' "$3" >>"$rf_folder/born"; } 2>/dev/null
    elif rf_is_lifted "$rf_code" || rf_is_proven --owned "$3"; then
      :
    else
      rf_refuse "$rf_code" "$rf_what"
      return
    fi
  fi
  rf_wait="$rf_wait${4:-$rf_zero} $2 $3$rf_nl"
}

rf_wait=
if [ -z "$rf_bad" ] && [ -n "$rf_look" ]; then
  rf_now
  while read -r rf_old rf_new rf_ref rf_cur; do
    [ -z "$rf_ref" ] || [ -n "$rf_bad" ] || rf_judge "$rf_old" "$rf_new" "$rf_ref" "$rf_cur"
  done <<END
$rf_look
END
fi

# A refusal ends git on the spot. In the middle of a rename the reflog lies aside by then, and with -M the old name is
# gone already: both are put back.
rf_aside=$rf_common/logs/refs/.tmp-renamed-log
rf_put_back() {
  [ -e "$rf_aside" ] || return 0
  rf_ref=${rf_branches##* }
  if [ -f "$rf_folder/renaming" ] && read -r rf_line rf_old rf_from <"$rf_folder/renaming" && [ "$rf_line" = "$PPID" ]; then
    rf_ref=$rf_from
    if ! "$rf_git" show-ref --verify -q "$rf_ref" &&
      GIT_CONFIG_COUNT=0 "$rf_git" -c core.hooksPath=/dev/null update-ref "$rf_ref" "$rf_old" 2>/dev/null; then
      rf_told=
      rf_log "$(printf %s "$rf_old" | tr '0-9a-f' 0)" "$rf_old" "$rf_ref"
      { printf '%s' "$rf_told" >>"$rf_folder/journal"; } 2>/dev/null
    fi
    rm -f -- "$rf_common/logs/$rf_ref"
  fi
  case $rf_ref in
  refs/*) [ -e "$rf_common/logs/$rf_ref" ] || mv -- "$rf_aside" "$rf_common/logs/$rf_ref" ;;
  esac
}

if [ -n "$rf_bad" ]; then
  rf_put_back
  rf_say "$rf_bad" "$rf_stake"
  exit 1
fi
if [ -n "$rf_wait" ]; then
  read -r rf_old rf_new rf_ref <<END
$rf_wait
END
  rf_key_of "$rf_ref"
  { printf '%s' "$rf_wait" >"$rf_key"; } 2>/dev/null
  if [ -e "$rf_aside" ] && rf_is_zero "$rf_new"; then
    { printf '%s %s %s\n' "$PPID" "$rf_old" "$rf_ref" >"$rf_folder/renaming"; } 2>/dev/null
  fi
fi
[ -n "$rf_user" ] || exit 0
printf '%s' "$rf_lines" | "$rf_user" "$@"
