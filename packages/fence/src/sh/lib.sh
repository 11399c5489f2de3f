# What the hooks have in common. git runs them at the top of the worktree, or in a git directory without one.

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
