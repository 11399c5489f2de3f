# `git rebase`. A pull that rebases says so in GIT_REFLOG_ACTION, and passes: it moves nothing but the own branch.
rf_where
if [ -n "$rf_ours" ]; then
  rf_stake=
  rf_read_owned
  case ${GIT_REFLOG_ACTION-} in
  pull*) ;;
  *)
    if [ -n "${2-}" ] && ! rf_is_owned "refs/heads/${2#refs/heads/}"; then
      rf_stake="branch ${2#refs/heads/}"
    elif [ "$rf_integration" = orchestrator ]; then
      rf_stake='the history your branch shares with others'
    fi
    ;;
  esac
  if [ -n "$rf_stake" ] && ! rf_is_lifted isolated-git/rebase; then
    rf_say isolated-git/rebase "$rf_stake"
    exit 1
  fi
fi
rf_become_user pre-rebase "$@"
