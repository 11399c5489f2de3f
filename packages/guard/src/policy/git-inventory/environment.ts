/** Variables that a request may bring along, and those that a request must not find around it. */
import { canonicalKey, parseBoolean, parseParameters } from "../../state/gitconfig-file.ts"

/** What a request may set. None of them names a program, a configuration, a repository or a file to write. */
export const ALLOWED: ReadonlySet<string> = new Set([
  "GIT_NO_LAZY_FETCH",
  "GIT_TERMINAL_PROMPT",
  "GIT_OPTIONAL_LOCKS",
  ...["GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_AUTHOR_DATE"],
  ...["GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL", "GIT_COMMITTER_DATE"],
  ...["GIT_LITERAL_PATHSPECS", "GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS"],
  ...["GIT_CONFIG_NOSYSTEM", "GIT_ATTR_NOSYSTEM", "GIT_NO_REPLACE_OBJECTS", "GIT_CEILING_DIRECTORIES"],
  ...["GIT_REFLOG_ACTION", "GIT_ADVICE", "GIT_FLUSH", "GIT_PROGRESS_DELAY"],
  ...["LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LC_COLLATE", "LC_TIME", "LC_NUMERIC"],
  ...["TZ", "TERM", "COLUMNS", "NO_COLOR"],
])

/** Of an environment that was there before, only what reaches a program or another repository counts. */
export const REACHING: ReadonlySet<string> = new Set([
  ...["GIT_EXTERNAL_DIFF", "GIT_SSH", "GIT_SSH_COMMAND", "GIT_PROXY_COMMAND", "GIT_EXEC_PATH", "GIT_TEMPLATE_DIR"],
  ...["GIT_ALLOW_PROTOCOL", "GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY"],
  ...["GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE", "GIT_CONFIG", "LD_PRELOAD"],
])

type Env = Readonly<Record<string, string | undefined>>

/** The settings that an environment holds (GIT_CONFIG_COUNT and its kin, GIT_CONFIG_PARAMETERS). */
export function settingsIn(
  env: Env,
): readonly { readonly key: string; readonly value: string; readonly from: string }[] {
  const count = Number(env["GIT_CONFIG_COUNT"] ?? 0)
  const numbered = Array.from({ length: count > 0 && count <= MOST_SETTINGS ? count : 0 }, (_, index) => ({
    key: canonicalKey(env[`GIT_CONFIG_KEY_${index}`] ?? ""),
    value: env[`GIT_CONFIG_VALUE_${index}`] ?? "",
    from: `GIT_CONFIG_KEY_${index}`,
  }))
  const parameters = parseParameters(env["GIT_CONFIG_PARAMETERS"] ?? "").map(({ key, value }) => ({
    key,
    value: value ?? "true",
    from: "GIT_CONFIG_PARAMETERS",
  }))
  return [...numbered, ...parameters]
}

/** git itself refuses more. */
const MOST_SETTINGS = 10_000

/** Whether git would read the value as a boolean. */
export const isBoolean = (value: string): boolean => parseBoolean(value) !== undefined
