# Sourced by ./ringfence with $root set, in the place of everything else: runs a client's hook. Nothing is installed and
# nothing is said here, and the end is 0 or 2 whatever happens: some clients take any other code for a no.

# A missing part of ours lets the call through, and doctor is left a line about it.
hook_fail() {
  hook_share=.local/share
  if [ "$(uname)" = Darwin ]; then hook_share='Library/Application Support'; fi
  hook_data=${RINGFENCE_DATA:-${XDG_DATA_HOME:-${HOME:-}/$hook_share}/ringfence}
  {
    mkdir -p "$hook_data" &&
      printf '{"time":%s000,"client":"launcher","what":"%s"}\n' "$(date +%s)" "$1" >>"$hook_data/hook-failures"
  } 2>/dev/null
  exit 0
}

# What a project may put into the environment must not be run in front of the guard.
unset BUN_BE_BUN BUN_OPTIONS BUN_INSPECT BUN_INSPECT_PRELOAD BUN_INSPECT_CONNECT_TO NODE_OPTIONS

# Some clients take any other code for a no. Not by exec: a process that dies of something would have the last word.
hook_end() {
  case $1 in
  0 | 2) exit "$1" ;;
  *) hook_fail "the hook ended with $1" ;;
  esac
}

# `npm run build` leaves the same program built. It counts while nothing that it is made of is newer than the beginning
# of the build; where it cannot be started, as on another platform, the script form runs.
hook_is_built() {
  hook_built=$root/dist/ringfence-hook
  [ -x "$hook_built" ] && [ -f "$hook_built.begun" ] || return 1
  for hook_source in "$root/package-lock.json" "$root"/packages/guard/src "$root"/packages/guard/src/* \
    "$root"/packages/guard/src/*/* "$root"/packages/guard/src/*/*/* "$root"/packages/guard/src/*/*/*/* \
    "$root"/packages/cli/src/*.ts "$root"/packages/opencode/src/audit/* "$root"/packages/opencode/src/permission/* \
    "$root"/packages/cli/src/specification/hook.ts "$root"/packages/cli/src/harness "$root"/packages/cli/src/harness/* \
    "$root"/packages/cli/src/harness/*/* "$root"/packages/opencode/src/ledger/* "$root"/packages/opencode/src/storage/* \
    "$root"/packages/opencode/src/storage/*/* "$root"/packages/fence/src/*.ts "$root"/packages/fence/src/sh/*; do
    [ ! "$hook_source" -nt "$hook_built.begun" ] || return 1
  done
}
if hook_is_built; then
  "$hook_built" "$@"
  hook_code=$?
  case $hook_code in
  126 | 127) ;;
  *) hook_end "$hook_code" ;;
  esac
fi

hook_bun=
IFS= read -r hook_bun 2>/dev/null <"$root/node_modules/.ringfence/bun"
if [ -z "$hook_bun" ] || [ ! -x "$root/$hook_bun" ]; then
  hook_bun=node_modules/bun/bin/bun.exe
  for hook_found in "$root"/node_modules/@oven/bun-*/bin/bun; do
    if [ -x "$hook_found" ]; then hook_bun=${hook_found#"$root"/}; fi
  done
fi
[ -x "$root/$hook_bun" ] || hook_fail 'Bun is not installed: run ringfence once'
[ -f "$root/packages/cli/src/hook.ts" ] || hook_fail 'the program of the hook is missing'

"$root/$hook_bun" --no-env-file --config=/dev/null --tsconfig-override="$root/tsconfig.json" "$root/packages/cli/src/hook.ts" "$@"
hook_end $?
