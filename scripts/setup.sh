# Sourced with $root set: installs the dependencies where they are missing or out of date, and sets $bun.
#
# node_modules/.ringfence/ says what is installed: a copy of the lockfile, and where Bun lies. It is written
# last, so that a killed install leaves none. One process installs at a time: the lock is a symbolic link
# whose target is the owner's process ids, so that it never exists without an owner.

setup_stamp=$root/node_modules/.ringfence
setup_lock=$root/.ringfence-setup-lock

setup_say() {
  printf 'ringfence: %s\n' "$*" >&2
}

# Sets $bun where the installed dependencies are those of the lockfile.
setup_ready() {
  cmp -s "$root/package-lock.json" "$setup_stamp/package-lock.json" || return 1
  IFS= read -r bun 2>/dev/null <"$setup_stamp/bun" || return 1
  bun=$root/$bun
  [ -x "$bun" ]
}

# Without install scripts Bun stays in its platform's package; with them it is moved into the package "bun".
setup_find_bun() {
  for bun in "$root"/node_modules/@oven/bun-*/bin/bun "$root"/node_modules/bun/bin/bun.exe; do
    if [ -x "$bun" ] && [ "$("$bun" --revision 2>/dev/null)" ]; then return 0; fi
  done
  return 1
}

setup_record() {
  mkdir -p "$setup_stamp" &&
    printf '%s\n' "${bun#"$root"/}" >"$setup_stamp/bun.$$" && mv -f "$setup_stamp/bun.$$" "$setup_stamp/bun" &&
    cp "$root/package-lock.json" "$setup_stamp/lock.$$" && mv -f "$setup_stamp/lock.$$" "$setup_stamp/package-lock.json"
}

# An install that somebody made with npm counts, where it is complete.
setup_adopt() {
  [ -f "$root/node_modules/.package-lock.json" ] && setup_find_bun &&
    "$bun" --no-env-file --config=/dev/null --tsconfig-override="$root/tsconfig.json" "$root/scripts/installed.ts" "$root" 2>/dev/null || return 1
  # In a read-only checkout the answer cannot be kept; it is then worked out again each time.
  (setup_record) 2>/dev/null
  return 0
}

setup_alive() {
  for setup_pid in $(printf '%s' "$1" | tr ':' ' '); do
    if kill -0 "$setup_pid" 2>/dev/null || ps -p "$setup_pid" >/dev/null 2>&1; then return 0; fi
  done
  return 1
}

# Makes this process the owner of the lock, or waits until another one has installed.
setup_acquire() {
  setup_waited=0
  setup_nobody=0
  while ! ln -s "$$" "$setup_lock" 2>/dev/null; do
    setup_owner=$(readlink "$setup_lock" 2>/dev/null)
    if [ -z "$setup_owner" ]; then
      # Nobody's: just released, or no link can be made here.
      setup_nobody=$((setup_nobody + 1))
      if [ ! -w "$root" ] || [ "$setup_nobody" -ge 5 ]; then
        setup_say "the dependencies are not installed, and $root cannot be written. Run ./ringfence there once as a user who can."
        exit 1
      fi
    elif ! setup_alive "$setup_owner"; then
      # Two may see the same dead owner: the last one to put its name there has the lock.
      ln -s "$$" "$setup_lock.$$" && mv -f "$setup_lock.$$" "$setup_lock"
      sleep 1
      [ "$(readlink "$setup_lock" 2>/dev/null)" = "$$" ] && return 0
      continue
    elif [ "$setup_waited" -eq 0 ]; then
      setup_say "another process (${setup_owner%%:*}) is installing the dependencies; waiting for it"
    elif [ "$setup_waited" -ge 900 ]; then
      setup_say "gave up waiting for process ${setup_owner%%:*}. If it is not installing, delete $setup_lock"
      exit 1
    fi
    setup_waited=$((setup_waited + 1))
    sleep 1
    setup_ready && return 1
  done
  return 0
}

setup_install() {
  if ! command -v npm >/dev/null 2>&1; then
    setup_say "npm was not found. Node 20 or newer with npm is needed to install the dependencies."
    return 1
  fi
  setup_say "first run: installing the dependencies from the lockfile (this takes a moment)"
  # npm's own process joins the owners, for it goes on where only this shell is killed.
  sh -c 'cd "$1" && ln -s "$2:$$" "$3.$$" && mv -f "$3.$$" "$3" &&
    exec npm ci --ignore-scripts --include=dev --include=optional --prefer-offline --no-audit --no-fund --loglevel=error' \
    sh "$root" "$$" "$setup_lock" </dev/null >&2
  setup_code=$?
  if [ "$setup_code" -ne 0 ]; then
    setup_say "npm could not install the dependencies (exit $setup_code; its message is above). The first run needs the network."
    return 1
  fi
  if ! setup_find_bun; then
    setup_say "npm installed the dependencies, but no Bun that runs on this machine."
    return 1
  fi
  if ! setup_record; then
    setup_say "could not write to $setup_stamp"
    return 1
  fi
  setup_say "installed"
}

setup_owned() {
  case $(readlink "$setup_lock" 2>/dev/null) in
  "$$" | "$$":*) return 0 ;;
  esac
  return 1
}

setup_release() {
  if setup_owned; then rm -f "$setup_lock"; fi
}

if ! setup_ready && ! setup_adopt; then
  if setup_acquire; then
    trap 'setup_release; exit 130' INT
    trap 'setup_release; exit 143' TERM HUP
    # Another one may have come to its end meanwhile, or npm where only its launcher was killed.
    if ! setup_ready && ! setup_adopt && ! setup_install; then
      setup_release
      exit 1
    fi
    setup_release
    trap - INT TERM HUP
  fi
fi
