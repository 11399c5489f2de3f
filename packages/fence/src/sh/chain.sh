# A hook that only the user may have.
rf_where
rf_become_user "${0##*/}" "$@"
