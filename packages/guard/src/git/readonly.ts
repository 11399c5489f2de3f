/**
 * git's builtins and scripts that write no ref, no file or index of a worktree and no configuration, in any
 * form (git 2.39 to 2.55). Redirections of theirs are judged like those of any program.
 */
export const readOnly: ReadonlySet<string> = new Set([
  // Questions about history and refs.
  ...[
    "backfill",
    "cherry",
    "describe",
    "format-rev",
    "url-parse",
    "for-each-ref",
    "last-modified",
    "ls-remote",
    "merge-base",
    "name-rev",
  ],
  ...["repo", "request-pull", "rev-parse", "show-branch", "show-ref", "verify-commit", "verify-tag", "version"],
  // Questions about objects, files and settings.
  ...["cat-file", "check-attr", "check-ignore", "check-mailmap", "check-ref-format", "column", "count-objects"],
  ...["fsck-objects", "get-tar-commit-id", "grep", "help", "ls-files", "ls-tree", "patch-id", "show-index", "status"],
  ...["stripspace", "var", "verify-pack", "fmt-merge-msg"],
  // Ends of a connection: what they are to do is said by the other end.
  ...[
    "credential",
    "receive-pack",
    "credential-cache",
    "credential-cache--daemon",
    "imap-send",
    "send-email",
    "upload-archive",
  ],
  ...["upload-archive--writer", "upload-pack", "remote-ext", "remote-fd", "remote-ftp", "remote-ftps", "remote-http"],
  ...["remote-https", "daemon", "http-backend", "instaweb", "web--browse"],
  // Parts of other commands.
  ...["bisect--helper", "checkout--worker", "env--helper", "fsmonitor--daemon", "sh-i18n", "sh-i18n--envsubst"],
  ...["sh-prompt", "sh-setup", "mergetool--lib"],
])
