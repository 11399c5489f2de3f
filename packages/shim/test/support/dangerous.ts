/** Options that reach execution, with words that may stand around them. */
export interface Dangerous {
  readonly subcommand: string
  /** Its long name, without the dashes. Git takes the beginning of it too. */
  readonly option: string
  /** Its letter, where it has one. */
  readonly letter?: string
  /** Letters that may stand before it in a cluster. */
  readonly flags: readonly string[]
  readonly harmless: readonly string[]
  readonly operands: readonly string[]
  /** Nothing is an option any more behind its first operand. */
  readonly stops?: true
}

const LOCAL = ["./src.git", "main"]

export const INVENTORY_OPTIONS: readonly Dangerous[] = [
  {
    subcommand: "clone",
    option: "upload-pack",
    letter: "u",
    flags: ["q", "n", "v", "l"],
    harmless: ["-q", "--bare", "--no-tags"],
    operands: LOCAL,
  },
  {
    subcommand: "clone",
    option: "config",
    letter: "c",
    flags: ["q", "n", "v", "s"],
    harmless: ["-q", "--mirror"],
    operands: LOCAL,
  },
  { subcommand: "clone", option: "template", flags: [], harmless: ["-q", "--depth=1"], operands: LOCAL },
  { subcommand: "clone", option: "separate-git-dir", flags: [], harmless: ["-q"], operands: LOCAL },
  {
    subcommand: "fetch",
    option: "upload-pack",
    flags: [],
    harmless: ["-q", "-u", "--prune", "--no-tags"],
    operands: LOCAL,
  },
  { subcommand: "pull", option: "upload-pack", flags: [], harmless: ["-q", "--ff-only"], operands: LOCAL },
  { subcommand: "ls-remote", option: "upload-pack", flags: [], harmless: ["-q", "--heads"], operands: LOCAL },
  { subcommand: "ls-remote", option: "exec", flags: [], harmless: ["-q", "--tags"], operands: LOCAL },
  {
    subcommand: "config",
    option: "edit",
    letter: "e",
    flags: ["z"],
    harmless: ["--local"],
    operands: ["user.name"],
    stops: true,
  },
  { subcommand: "branch", option: "edit-description", flags: [], harmless: ["-q"], operands: ["topic"] },
  { subcommand: "log", option: "ext-diff", flags: [], harmless: ["-p", "--stat"], operands: ["HEAD", "main"] },
  { subcommand: "diff", option: "ext-diff", flags: [], harmless: ["--stat"], operands: ["HEAD"] },
]
