/** Why something is refused, and the verdict that says so. */
import { commandLine } from "../message.ts"
import type { Remedy } from "../rule.ts"
import type { Verdict } from "../verdict.ts"
import type { Command } from "../../shell/program.ts"

export interface Refusal {
  readonly code: "subcommand" | "leading-option" | "argument" | "path" | "environment"
  /** The first line. */
  readonly title: string
  readonly why: string
  readonly remedy: readonly Remedy[]
}

/** The verdict on a command that is refused. */
export function denial(
  { code, title, why, remedy }: Refusal,
  command: Pick<Command, "argv" | "redirections">,
): Verdict {
  const full = `git-inventory/${code}`
  const reason = [
    title,
    `Reason: [${full}] ${why}.`,
    "",
    "Do this instead:",
    ...remedy.map(({ text, command: instead }) => `  - ${text}${instead === undefined ? "" : `: \`${instead}\``}`),
  ].join("\n")
  return {
    verdict: "deny",
    policy: "git-inventory",
    code: full,
    command: commandLine(command),
    reason,
    effects: [],
    remedy,
  }
}

/** Subcommands that are left out on purpose, with what does their work. */
const LEFT_OUT: Readonly<Record<string, readonly Remedy[]>> = {
  checkout: [
    { text: "make the branch", command: "git branch --no-track <branch> <start>" },
    { text: "then point HEAD at it", command: "git symbolic-ref HEAD refs/heads/<branch>" },
    { text: "then write index and files", command: "git reset --hard" },
  ],
  "for-each-ref": [{ text: "ask for the ref itself", command: "git show-ref --verify <ref>" }],
  push: [{ text: "let the other side fetch from here: what leaves the workspace is not decided in it" }],
}

/** The subcommand is not in the inventory. */
export function notAdmitted(name: string | undefined, admitted: readonly string[]): Refusal {
  const instead = (name !== undefined && Object.hasOwn(LEFT_OUT, name) ? LEFT_OUT[name] : undefined) ?? [
    { text: `make do with what is permitted: ${admitted.join(", ")}` },
  ]
  return {
    code: "subcommand",
    title:
      name === undefined
        ? "git without a subcommand is not permitted"
        : `git ${name} is not in the permitted inventory`,
    why: "whatever reaches any git reaches any program, so that only named subcommands are run here",
    remedy: instead,
  }
}

/** Options before the subcommand, with what to do instead. */
const LEADING: Readonly<Record<string, string>> = {
  "-C": "name the directory in the request (`cwd`) instead",
  "--git-dir": "name the directory in the request (`cwd`) instead",
  "--work-tree": "name the directory in the request (`cwd`) instead",
  "-c": "put settings that name no program into the repository with `git config`",
  "--config-env": "put settings that name no program into the repository with `git config`",
}

/** Something stands before the subcommand. */
export function leadingOption(word: string): Refusal {
  const equals = word.startsWith("--") ? word.indexOf("=") : -1
  const option = equals < 0 ? word : word.slice(0, equals)
  const instead = Object.hasOwn(LEADING, option) ? LEADING[option]! : "leave it out"
  return {
    code: "leading-option",
    title: `git ${option} is not permitted: the first word must be the subcommand`,
    why: "options before the subcommand move git to other places, other settings or other programs",
    remedy: [{ text: instead }],
  }
}

/** An option or an operand that is not permitted. */
export function argument(what: string, why: string, remedy: string): Refusal {
  return { code: "argument", title: `${what} is not permitted`, why, remedy: [{ text: remedy }] }
}

/** A path that leads outside. */
export function outside(what: string, root: string): Refusal {
  return {
    code: "path",
    title: `${what} lies outside the workspace ${root}`,
    why: "directories and paths must lie in the workspace, links and `..` followed",
    remedy: [{ text: `use a path in ${root} that leads to nowhere else` }],
  }
}

/** A variable that is not permitted. */
export function variable(name: string, why: string): Refusal {
  return {
    code: "environment",
    title: `the environment variable ${name} is not permitted`,
    why,
    remedy: [{ text: `send the request without ${name}` }],
  }
}
