/** The environment git gets: made here, from what is around this process and what the request may set. */
import { posix } from "node:path"

type Env = Readonly<Record<string, string | undefined>>

/** What is taken over: how to find programs, the person's files, and the network. */
const KEPT: ReadonlySet<string> = new Set([
  ...["PATH", "HOME", "USER", "LOGNAME", "TMPDIR", "TZ"],
  ...["XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"],
  ...["GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM"],
  ...["http_proxy", "https_proxy", "HTTPS_PROXY", "no_proxy", "NO_PROXY", "ALL_PROXY", "all_proxy"],
  ...["SSL_CERT_FILE", "SSL_CERT_DIR", "GIT_SSL_CAINFO", "GIT_SSL_CAPATH", "SSH_AUTH_SOCK"],
  ...["GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL"],
])

/** Plain messages, no questions, no editor, no pager, no transport that is a program. A request may change some. */
const ALWAYS: Readonly<Record<string, string>> = {
  LC_ALL: "C",
  GIT_TERMINAL_PROMPT: "0",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_EDITOR: "true",
  GIT_SEQUENCE_EDITOR: "true",
  GIT_MERGE_AUTOEDIT: "no",
  GIT_PAGER: "cat",
  GIT_ALLOW_PROTOCOL: "file:git:http:https:ssh:ftp:ftps",
}

/** Nothing that outlives the request: neither housekeeping nor a monitor. */
const SETTINGS: readonly (readonly [key: string, value: string])[] = [
  ["maintenance.auto", "false"],
  ["gc.auto", "0"],
  ["core.fsmonitor", "false"],
]

/**
 * The environment for one run of git.
 *
 * @param around what is around this process
 * @param root the workspace, as a real path: no repository is looked for above it
 * @param requested what the inventory has admitted
 */
export function environmentFor(around: Env, root: string, requested: Env = {}): Readonly<Record<string, string>> {
  const kept = Object.entries(around).filter(([name]) => KEPT.has(name))
  const settings = SETTINGS.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ])
  // What the request names comes on top of ours: an empty list would let git look above the root.
  const ceilings = [posix.dirname(root), requested["GIT_CEILING_DIRECTORIES"]].filter((each) => each !== undefined)
  const made = {
    ...Object.fromEntries(kept),
    ...ALWAYS,
    ...requested,
    ...(root === "/" ? {} : { GIT_CEILING_DIRECTORIES: ceilings.join(":") }),
    GIT_CONFIG_COUNT: String(SETTINGS.length),
    ...Object.fromEntries(settings),
  }
  return Object.fromEntries(
    Object.entries(made).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  )
}
