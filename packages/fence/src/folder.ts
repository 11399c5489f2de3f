/** What lies where in `<gitdir>/ringfence/`. */
import { join } from "node:path"

/** The folder of the fence, which is that of the guard's record too. It goes when the worktree goes. */
export const folderOf = (gitDir: string): string => join(gitDir, "ringfence")

/** The names of what is ours in it, beside the guard's record. */
export const NAMES = {
  /** First in PATH. */
  bin: "bin",
  hooks: "hooks",
  /** The same without the hook that every change of a ref comes by. */
  quiet: "quiet",
  /** Nothing but the hooks that decide something. */
  lean: "lean",
  /** The refs that are known to be the session's, its branch first. */
  own: "own",
  /** What was built, and of what. */
  stamp: "stamp",
  /** As old as the settings that were read: whatever is newer is read again. */
  seen: "seen",
  /** Switched off by a person. */
  off: "off",
  /** Codes of rules that are lifted for one command. */
  lift: "lift",
  /** Changes between their preparation and their commit. */
  pending: "pending",
  journal: "journal",
} as const
