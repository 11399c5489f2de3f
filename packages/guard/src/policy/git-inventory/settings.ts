/** Keys of git's configuration by which a repository reaches programs, other configuration, or places outside. */

/** What a value of the key is to be judged as. */
export type SettingKind =
  /** Names a program or what decides which one runs. */
  | "program"
  /** A program unless it is a boolean. */
  | "switch or program"
  /** A program where it begins with `!`. */
  | "word or program"
  /** Anything but "never" lets a transport through. */
  | "transport"
  /** A file that git reads or writes. */
  | "file"
  /** The address of a repository. */
  | "address"
  /** Addresses, with spaces between them. */
  | "addresses"
  /** Only false is harmless. */
  | "off"
  /** How to rebase. */
  | "rebase mode"
  /** Merge strategies. */
  | "strategies"
  /** Options of `git merge`. */
  | "merge options"
  /** The subsection is the address. */
  | "address in the key"

type Variables = Readonly<Record<string, SettingKind>>

const PROGRAM_OF_TOOL: Variables = { cmd: "program", path: "program" }

/**
 * By section and variable, both in lower case; `*` is every variable. The subsection does not count, because sections
 * can be renamed: what is harmless in one place would become what it is in the other.
 */
export type SettingTable = Readonly<Record<string, Variables>>

export const SETTINGS: SettingTable = {
  alias: { "*": "program" },
  blame: { ignorerevsfile: "file" },
  branch: { remote: "address", pushremote: "address", rebase: "rebase mode", mergeoptions: "merge options" },
  browser: PROGRAM_OF_TOOL,
  bundle: { uri: "address" },
  commit: { template: "file" },
  core: {
    ...{ hookspath: "program", sshcommand: "program", pager: "program", editor: "program", askpass: "program" },
    ...{ gitproxy: "program", alternaterefscommand: "program", virtualfilesystem: "program" },
    ...{ fsmonitor: "switch or program", worktree: "program", attributesfile: "file", excludesfile: "file" },
  },
  credential: { helper: "program" },
  diff: { external: "program", command: "program", textconv: "program", orderfile: "file" },
  difftool: PROGRAM_OF_TOOL,
  extensions: { partialclone: "address" },
  fetch: { bundleuri: "address", skiplist: "file" },
  filter: { clean: "program", smudge: "program", process: "program" },
  fsck: { skiplist: "file" },
  gc: { recentobjectshook: "program" },
  gpg: { program: "program", defaultkeycommand: "program", allowedsignersfile: "file", revocationfile: "file" },
  guitool: { cmd: "program" },
  hook: { "*": "program" },
  http: {
    ...{ cookiefile: "file", sslkey: "file", sslcert: "file", sslcainfo: "file", sslcapath: "file" },
    ...{ proxysslkey: "file", proxysslcert: "file", proxysslcainfo: "file", pinnedpubkey: "file" },
  },
  imap: { tunnel: "program" },
  include: { "*": "program" },
  includeif: { "*": "program" },
  init: { templatedir: "program" },
  instaweb: { httpd: "program", browser: "program" },
  interactive: { difffilter: "program" },
  lfs: { path: "program", clean: "program", smudge: "program", process: "program", url: "address" },
  mailmap: { file: "file" },
  man: PROGRAM_OF_TOOL,
  merge: { driver: "program" },
  mergetool: PROGRAM_OF_TOOL,
  pager: { "*": "switch or program" },
  protocol: { allow: "transport" },
  pull: { rebase: "rebase mode", twohead: "strategies", octopus: "strategies" },
  receive: { procreceiverefs: "program", skiplist: "file" },
  remote: {
    ...{ url: "address", pushurl: "address", uploadpack: "program", receivepack: "program", vcs: "program" },
    ...{ promisor: "address in the key", partialclonefilter: "address in the key" },
  },
  remotes: { "*": "addresses" },
  sendemail: {
    ...{ smtpserver: "program", sendmailcmd: "program", tocmd: "program", cccmd: "program", headercmd: "program" },
  },
  sequence: { editor: "program" },
  submodule: { update: "word or program", url: "address", recurse: "off" },
  tar: { command: "program" },
  trailer: { command: "program", cmd: "program" },
  uploadpack: { packobjectshook: "program" },
  url: { "*": "address in the key" },
  web: { browser: "program" },
}

/** How a key stands in the table; undefined where it is harmless. Section and variable fold their case. */
export function settingKind(key: string, table: SettingTable): SettingKind | undefined {
  const section = sectionOf(key)
  if (!Object.hasOwn(table, section)) return undefined
  const variable = key.slice(key.lastIndexOf(".") + 1).toLowerCase()
  const variables = table[section]!
  return Object.hasOwn(variables, variable) ? variables[variable] : variables["*"]
}

/** The section of a key or of a section's full name. */
export const sectionOf = (name: string): string => name.split(".", 1)[0]!.toLowerCase()

/** Whether a subsection of the section can be the address of a repository. */
export const namesAddresses = (section: string, table: SettingTable): boolean =>
  Object.values(table[section] ?? {}).includes("address in the key")

/** What stands between the first and the last dot of a key. */
export function subsectionOf(key: string): string {
  const first = key.indexOf(".")
  const last = key.lastIndexOf(".")
  return first < last ? key.slice(first + 1, last) : ""
}
