# The git in front of git: it sees the argv that git would see. What the tables know to touch nothing foreign runs at
# once; the guard is asked about everything else. Every name begins with rf_, for what is exported stays exported.

# Notes a setting of the command line. The guard is asked about all that may change what git acts on.
rf_setting() {
  case $1 in
  [cC][oO][rR][eE].[hH][oO][oO][kK][sS][pP][aA][tT][hH]=*)
    rf_moved=1
    rf_odd=1
    rf_elsewhere_hooks=${1#*=}
    ;;
  user.* | color.* | advice.* | log.* | diff.* | commit.gpg[sS]ign=* | core.quote[pP]ath=* | core.pager=*) ;;
  *) rf_odd=1 ;;
  esac
}

rf_at=0
rf_take=
rf_sub=
rf_aside=
rf_odd=
rf_prints=
rf_moved=
for rf_word do
  rf_at=$((rf_at + 1))
  if [ -n "$rf_take" ]; then
    [ "$rf_take" != setting ] || rf_setting "$rf_word"
    rf_take=
    continue
  fi
  case $rf_word in
  -P | --no-pager | -p | --paginate | --no-optional-locks | --no-advice | --no-lazy-fetch | --literal-pathspecs) ;;
  -C)
    rf_take=word
    rf_aside=1
    ;;
  -c) rf_take=setting ;;
  -h | --help | -v | --version | --exec-path | --html-path | --man-path | --info-path | --build-options | --list-cmds*)
    rf_prints=1
    ;;
  --git-dir | --work-tree | --namespace | --super-prefix | --attr-source)
    rf_take=word
    rf_odd=1
    ;;
  --config-env)
    rf_take=setting
    rf_odd=1
    ;;
  --config-env=*)
    rf_setting "${rf_word#*=}"
    rf_odd=1
    ;;
  -*) rf_odd=1 ;;
  *)
    rf_sub=$rf_word
    break
    ;;
  esac
done

# Whether git would act on the own worktree, as far as that can be told without asking it.
rf_here() {
  [ -z "$rf_aside$rf_odd" ] || return 1
  [ -z "${GIT_DIR-}${GIT_WORK_TREE-}${GIT_COMMON_DIR-}${GIT_INDEX_FILE-}${GIT_OBJECT_DIRECTORY-}${GIT_NAMESPACE-}" ] ||
    return 1
  rf_up=$PWD
  while [ ! -e "$rf_up/.git" ]; do
    case $rf_up in
    */*) rf_up=${rf_up%/*} ;;
    *) return 1 ;;
    esac
  done
  [ "$rf_up" = "$rf_top" ] || [ "$rf_up" -ef "$rf_top" ]
}

# Runs a function over the words from the subcommand on.
rf_from_sub() {
  rf_run=$1
  shift "$rf_at"
  "$rf_run" "$@"
}

# One more setting for git and all it starts.
rf_set() {
  export "GIT_CONFIG_KEY_$rf_count=$1" "GIT_CONFIG_VALUE_$rf_count=$2"
  rf_count=$((rf_count + 1))
  export GIT_CONFIG_COUNT="$rf_count"
}

# Sees to it that git finds the hooks, and that they know what was typed.
rf_deliver() {
  rf_text="git $*"
  [ ${#rf_text} -le 2000 ] || rf_text=$(printf '%.2000s' "$rf_text")
  export RINGFENCE_GIT="$rf_text" RINGFENCE_VERB="$rf_sub"
  rf_count=${GIT_CONFIG_COUNT:-0}
  case $rf_count in
  *[!0-9]*) return ;;
  esac
  rf_last=
  [ "$rf_count" -eq 0 ] || eval "rf_last=\${GIT_CONFIG_VALUE_$((rf_count - 1))-}"
  [ "$rf_last" = "$rf_mark" ] || rf_settings
}

if [ -n "$rf_prints" ] || [ -z "$rf_sub" ] || rf_from_sub rf_reads "$@"; then exec "$rf_git" "$@"; fi

rf_answer=here
if ! rf_here || ! rf_from_sub rf_stays "$@"; then
  rf_answer=$(exec "$rf_ringfence/ringfence" hook git "$rf_top" "$@" </dev/null)
  [ $? -ne 2 ] || exit 128
fi
rf_deliver "$@"
case $rf_answer in
still)
  case $rf_sub in
  fetch | remote | gc | pack-refs | maintenance | repack) rf_quiet ;;
  # A dry run is told to its hook like the real thing. The number is that of the git this becomes.
  push)
    case " $*" in
    *' --d'* | *' -'[!-]*) export RINGFENCE_DRY="$$" ;;
    esac
    ;;
  esac
  ;;
'lift '*) export RINGFENCE_LIFT="${rf_answer#* }" ;;
here)
  # Hooks in the place of the user's are of no use where there are none, and each of them is a process.
  if [ -n "$rf_hookless" ] && [ -z "${RINGFENCE_HOOKS+set}" ] && ! [ "$rf_common/config" -nt "$rf_folder/seen" ] &&
    ! [ "$rf_users" -nt "$rf_folder/seen" ]; then
    rf_lean
  fi
  ;;
esac

# Where the command line moves the hooks, ours are named behind it, and the user's are where it says.
case $rf_mode:$rf_moved${GIT_CONFIG_PARAMETERS-} in
path:1* | path:*[hH][oO][oO][kK][sS][pP][aA][tT][hH]*)
  [ -z "$rf_moved" ] || export RINGFENCE_HOOKS="${rf_elsewhere_hooks:-/dev/null}"
  rf_left=$rf_at
  for rf_word do
    shift
    rf_left=$((rf_left - 1))
    [ "$rf_left" -ne 0 ] || set -- "$@" -c "core.hooksPath=$rf_mark"
    set -- "$@" "$rf_word"
  done
  ;;
esac
exec "$rf_git" "$@"
