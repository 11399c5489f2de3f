# After a switch. It cannot be undone here, but where it went to a foreign branch the command fails and says so.
rf_where
rf_code=0
if [ -n "$rf_ours" ] && [ "$rf_dir" = "$rf_gitdir" ] && [ "${3-}" = 1 ]; then
  rf_read_owned
  read -r rf_head <"$rf_gitdir/HEAD"
  case $rf_head in
  'ref: refs/heads/'*)
    rf_ref=${rf_head#ref: }
    if ! rf_is_owned "$rf_ref" && "$rf_git" show-ref --verify -q "$rf_ref" &&
      ! rf_is_lifted isolated-git/switch-branch && ! rf_is_proven --owned "$rf_ref"; then
      rf_say isolated-git/switch-branch "branch ${rf_ref#refs/heads/}: go back at once, your HEAD is on it now"
      rf_code=1
    fi
    ;;
  esac
fi
rf_find_user post-checkout
if [ -n "$rf_user" ]; then "$rf_user" "$@" || rf_code=$?; fi
exit "$rf_code"
