# What a push would write over there: `<local ref> <local object> <remote ref> <remote object>`, a line each.
rf_where
rf_self=
case ${2-} in
. | ./* | .. | ../* | /* | file://*)
  rf_there=$("$rf_git" --git-dir="${2#file://}" rev-parse --git-common-dir 2>/dev/null) ||
    rf_there=$(unset GIT_DIR && cd -- "${2#file://}" 2>/dev/null && "$rf_git" rev-parse --path-format=absolute --git-common-dir 2>/dev/null)
  [ -n "$rf_there" ] && [ "$rf_there" -ef "$rf_common" ] && rf_self=1
  ;;
esac
rf_find_user pre-push
if [ -z "$rf_ours$rf_self" ]; then
  [ -z "$rf_user" ] || exec "$rf_user" "$@"
  exit 0
fi
rf_read_owned
rf_lines=
rf_bad=
while read -r rf_local rf_mine rf_ref rf_theirs; do
  rf_lines="$rf_lines$rf_local $rf_mine $rf_ref $rf_theirs$rf_nl"
  [ -z "$rf_bad" ] || continue
  if [ "${RINGFENCE_DRY-}" = "$PPID" ] || rf_is_owned "$rf_ref" || rf_is_zero "$rf_theirs"; then continue; fi
  case $rf_ref in
  refs/heads/*) rf_what=branch ;;
  refs/tags/*) rf_what=tag ;;
  *) continue ;;
  esac
  # A push into this very repository writes its own refs.
  if [ -n "$rf_self" ]; then
    rf_is_proven --owned "$rf_ref" && continue
    rf_code=isolated-git/foreign-$rf_what
    rf_stake="$rf_what ${rf_ref#refs/*/}"
  else
    rf_is_proven --owned-remote "$1" "$rf_ref" && continue
    rf_code=isolated-git/foreign-remote-branch
    rf_stake="$rf_what ${rf_ref#refs/*/} on $1"
  fi
  rf_is_lifted "$rf_code" || rf_bad=$rf_code
done
if [ -n "$rf_bad" ]; then
  rf_say "$rf_bad" "$rf_stake"
  exit 1
fi
[ -n "$rf_user" ] || exit 0
printf '%s' "$rf_lines" | "$rf_user" "$@"
