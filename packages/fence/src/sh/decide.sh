# What the hooks that decide something have in common.

rf_nl='
'
rf_tab='	'

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
  [ ! -f "$rf_gitdir/HEAD" ] || IFS= read -r rf_branch <"$rf_gitdir/HEAD"
  rf_branch=${rf_branch#ref: }
  rf_is_owned "$rf_branch" || IFS= read -r rf_branch <"$rf_folder/own"
  {
    printf 'Blocked in an isolated child session: %s\n' "$(rf_command)"
    printf 'Reason: [%s] %s.\n\n%s\n' "$1" "$rf_title" "$rf_why"
    printf '\n  your worktree: %s\n  your branch:   %s\n  at stake:      %s\n' "$rf_top" "${rf_branch#refs/heads/}" "$2"
    printf '\nDo this instead:\n%s\n' "$rf_instead"
  } >&2
}
