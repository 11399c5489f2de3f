# Sourced by ./ringfence with $root set, in the place of everything else: a shell front. The text of `-c` is judged, then
# this process becomes the real shell, with the same arguments, input and environment.

# A script is no shell: one that leads back here would have no end.
sh_is_real() {
  case $1 in
  /*) ;;
  *) return 1 ;;
  esac
  [ -f "$1" ] && [ -x "$1" ] || return 1
  sh_first=
  { IFS= read -r sh_first <"$1"; } 2>/dev/null
  case $sh_first in
  '#!'*) return 1 ;;
  esac
}

sh_real=/bin/sh
if sh_is_real "${RINGFENCE_SHELL-}"; then
  sh_real=$RINGFENCE_SHELL
elif sh_is_real "${SHELL-}"; then
  sh_real=$SHELL
fi

# Only a no of our own keeps the shell from starting. The input is the command's. What is answered puts git behind the
# fence of the session, where there is one.
if [ -r "$root/scripts/hook.sh" ]; then
  sh_fence=$(
    exec </dev/null
    set -- sh "$@"
    . "$root/scripts/hook.sh"
  )
  [ $? -ne 2 ] || exit 2
  eval "$sh_fence"
fi

exec "$sh_real" "$@"
