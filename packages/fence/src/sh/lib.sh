# What the hooks have in common. git runs them at the top of the worktree, or in a git directory without one.

rf_nl='
'
rf_tab='	'

# Sets rf_ours where the repository is the fenced one, and rf_dir to the git directory of the checkout git acts on. It
# is told in GIT_DIR for linked worktrees; for a main checkout it is not.
rf_where() {
  rf_ours=
  rf_dir=${GIT_DIR:-.git}
  if [ "$rf_dir" = "$rf_gitdir" ] || [ "$rf_dir" -ef "$rf_gitdir" ]; then
    rf_dir=$rf_gitdir
    rf_ours=1
  elif [ "$rf_dir" -ef "$rf_common" ]; then
    rf_dir=$rf_common
    rf_ours=1
  elif [ -f "$rf_dir/commondir" ]; then
    read -r rf_line <"$rf_dir/commondir"
    case $rf_line in
    /*) ;;
    *) rf_line=$rf_dir/$rf_line ;;
    esac
    [ "$rf_line" -ef "$rf_common" ] && rf_ours=1
  fi
}

# Whether a file of settings says nothing of hooks, and sends nobody elsewhere.
rf_is_plain() {
  while IFS= read -r rf_line || [ -n "$rf_line" ]; do
    case $rf_line in
    *[hH][oO][oO][kK][sS][pP][aA][tT][hH]* | *[iI][nN][cC][lL][uU][dD][eE]*) return 1 ;;
    esac
  done <"$1"
}

# Sets rf_folder_of_user to the folder of hooks that git would use if there were no fence.
rf_users_folder() {
  if [ "${RINGFENCE_HOOKS+set}" = set ]; then
    case $RINGFENCE_HOOKS in
    '~/'*) rf_users_own=$HOME/${RINGFENCE_HOOKS#??} ;;
    *) rf_users_own=$RINGFENCE_HOOKS ;;
    esac
    return
  fi
  if [ -n "$rf_ours" ] && ! [ "$rf_common/config" -nt "$rf_folder/seen" ] &&
    ! [ "$rf_gitdir/config.worktree" -nt "$rf_folder/seen" ]; then
    rf_users_own=$rf_users
    return
  fi
  if [ -z "$rf_anywhere" ] && [ -z "$rf_ours" ] && [ -f "$rf_dir/config" ] && rf_is_plain "$rf_dir/config"; then
    rf_users_own=$rf_dir/hooks
    return
  fi
  rf_users_own=$("$rf_git" rev-parse --git-common-dir 2>/dev/null)/hooks
  rf_all=$("$rf_git" config --type=path --get-all core.hooksPath 2>/dev/null)
  while IFS= read -r rf_line; do
    case $rf_line in
    '' | "$rf_folder"/*) ;;
    *) rf_users_own=$rf_line ;;
    esac
  done <<END
$rf_all
END
}

# Sets rf_user to the user's own hook of this name, where there is one and git does not run it by itself.
rf_find_user() {
  rf_user=
  [ "$rf_mode" = path ] || return 0
  rf_users_folder
  [ ! -x "$rf_users_own/$1" ] || [ -d "$rf_users_own/$1" ] || rf_user=$rf_users_own/$1
}

# Goes on as the user's hook, if there is one.
rf_become_user() {
  rf_name=$1
  shift
  rf_find_user "$rf_name"
  [ -z "$rf_user" ] || exec "$rf_user" "$@"
  exit 0
}

rf_is_zero() {
  case $1 in
  *[!0]*) return 1 ;;
  esac
}

# Reads which refs are the session's.
rf_read_owned() {
  rf_owned=$rf_nl
  for rf_file in "$rf_folder/own" "$rf_folder/born"; do
    [ -f "$rf_file" ] || continue
    while IFS= read -r rf_line; do rf_owned=$rf_owned$rf_line$rf_nl; done <"$rf_file"
  done
}

rf_is_owned() {
  case $rf_owned in
  *"$rf_nl$1$rf_nl"*) ;;
  *) return 1 ;;
  esac
}

# Asks the guard whose something is, which takes its time: only where it would be refused otherwise.
rf_is_proven() {
  [ "$("$rf_ringfence/ringfence" hook git "$rf_top" "$@" </dev/null 2>/dev/null)" = own ]
}

# Whether a person has lifted this rule for the command that is running.
rf_is_lifted() {
  case ${RINGFENCE_LIFT-} in
  '' | *[!A-Za-z0-9-]*) return 1 ;;
  esac
  [ -f "$rf_folder/lift/$RINGFENCE_LIFT" ] || return 1
  while IFS= read -r rf_line; do
    [ "$rf_line" != "$1" ] || return 0
  done <"$rf_folder/lift/$RINGFENCE_LIFT"
  return 1
}

# The command that is refused: as the shim saw it, else as the system knows the git that runs this hook.
rf_command() {
  rf_said=${RINGFENCE_GIT-}
  [ -n "$rf_said" ] || rf_said=$(tr '\0' ' ' <"/proc/$PPID/cmdline" 2>/dev/null)
  printf '%.200s' "${rf_said:-git}" | tr '\t\n\r' '   '
}

# Says why, in the guard's words. Takes a rule's code and what is at stake.
rf_say() {
  . "$rf_folder/hooks/words"
  rf_branch=
  [ ! -f "$rf_folder/own" ] || IFS= read -r rf_branch <"$rf_folder/own"
  {
    printf 'Blocked in an isolated child session: %s\n' "$(rf_command)"
    printf 'Reason: [%s] %s.\n\n%s\n' "$1" "$rf_title" "$rf_why"
    printf '\n  your worktree: %s\n  your branch:   %s\n  at stake:      %s\n' "$rf_top" "${rf_branch#refs/heads/}" "$2"
    printf '\nDo this instead:\n%s\n' "$rf_instead"
  } >&2
}
