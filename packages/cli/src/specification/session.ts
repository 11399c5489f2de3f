/** The options of `ringfence session …`. */
import type { Operand, Specification } from "../specification.ts"

const json = { kind: "boolean", about: "Print JSON" } as const

const id = {
  metavar: "id",
  about: "The session, or the beginning of its id that fits no other",
  takes: "one",
} as const satisfies Operand

const ask = {
  metavar: "ask-id",
  about: "The question, as `ringfence session approvals` shows it",
  takes: "one",
} as const satisfies Operand

export const create = {
  name: "create",
  about: "Start a session, with --isolate in a worktree and on a branch of its own",
  options: {
    isolate: { kind: "boolean", about: "Give it a worktree below the data folder, on a branch of its own" },
    tier: {
      kind: "choice",
      choices: ["worktree", "clone"],
      about: "With --isolate: a worktree (default), or a clone, whose refs are its own and whose work is fetched back",
    },
    branch: { kind: "text", metavar: "NAME", about: "The branch (default: made from the title)" },
    existing: { kind: "boolean", about: "Go on with the branch, which is checked out nowhere" },
    from: { kind: "text", metavar: "REF", about: "Where the branch starts (default: HEAD)" },
    parent: {
      kind: "text",
      metavar: "ID",
      about: "The session that answers for it (default: the one this is typed in)",
    },
    json,
  },
  operands: { title: { metavar: "title", about: "What it is for, in a few words", takes: "one" } },
  examples: [
    { command: "ringfence session create --isolate 'Fix the parser'", about: "A worktree for one piece of work" },
    {
      command: "ringfence session create --isolate --branch fix/parser --from origin/main --json 'Fix the parser'",
      about: "For a script: one object with id, directory and branch",
    },
  ],
} as const satisfies Specification

export const list = {
  name: "list",
  about: "Show the sessions of this project",
  options: { all: { kind: "boolean", about: "Those of every project" }, json },
  operands: {},
  examples: [],
} as const satisfies Specification

export const status = {
  name: "status",
  about: "Show one session: its branch, what is not committed or not merged, what it waits for",
  options: { json },
  operands: { id },
  examples: [],
} as const satisfies Specification

export const run = {
  name: "run",
  about:
    "Run a command in a session, as its agent would. Exits like the command, 2 where it was denied, 124 on a timeout",
  options: {
    timeout: { kind: "text", metavar: "DURATION", about: "End it after this time, such as 30s or 5m (default: 2m)" },
    workdir: { kind: "text", metavar: "DIR", about: "Where it runs (default: the session's directory)" },
    wait: {
      kind: "text",
      metavar: "DURATION",
      about: "Without a terminal: wait this long for somebody else's answer or grant, instead of being denied",
    },
  },
  operands: {
    id,
    command: {
      metavar: "command",
      about: "The command text in one argument; several arguments are the words of one command",
      takes: "rest",
    },
  },
  examples: [
    { command: "ringfence session run ses_1 -- 'npm test && git commit -am \"Fix the parser\"'", about: "A text" },
    { command: "ringfence session run ses_1 --wait 10m -- 'ls /srv/data'", about: "Let somebody answer elsewhere" },
  ],
} as const satisfies Specification

const GRANT_OPTIONS = {
  permission: { kind: "text", metavar: "P", about: "Only this permission, such as external_directory" },
  pattern: { kind: "text", metavar: "X", about: "Only what matches, such as '/srv/data/*'" },
  rule: { kind: "text", metavar: "CODE", about: "Lift a rule of the guard instead, such as isolated-git/rebase" },
  once: { kind: "boolean", about: "Good for one time" },
  for: { kind: "text", metavar: "DURATION", about: "Good for this long, such as 30m or 2h" },
} as const satisfies Specification["options"]

export const grantApproval = {
  name: "grant-approval",
  about: "Say yes beforehand to what a session will ask, or lift a rule of the guard for it",
  options: { ...GRANT_OPTIONS, json },
  operands: { target: { metavar: "id|all", about: "A session, or all of them", takes: "one" } },
  exclusive: [
    ["once", "for"],
    ["permission", "rule"],
    ["pattern", "rule"],
  ],
  examples: [
    {
      command: "ringfence session grant-approval ses_1 --permission external_directory --pattern '/srv/*' --for 2h",
      about: "Let it read there this afternoon",
    },
    { command: "ringfence session grant-approval ses_1 --rule isolated-git/rebase --once", about: "One rebase" },
  ],
} as const satisfies Specification

export const revoke = {
  name: "revoke",
  about: "Take a grant back, every grant of a session, or every grant to all",
  options: { json },
  operands: { target: { metavar: "grant-id|id|all", about: "What to take back", takes: "one" } },
  examples: [],
} as const satisfies Specification

export const approvals = {
  name: "approvals",
  about: "Show the grants in force and the questions that wait for an answer",
  options: { asks: { kind: "boolean", about: "Only the questions" }, json },
  operands: {},
  examples: [],
} as const satisfies Specification

export const approve = {
  name: "approve",
  about: "Answer a waiting question with yes",
  options: { always: { kind: "boolean", about: "Also from now on, for what the question showed, in this project" } },
  operands: { ask },
  examples: [],
} as const satisfies Specification

export const deny = {
  name: "deny",
  about: "Answer a waiting question with no",
  options: { feedback: { kind: "text", metavar: "TEXT", about: "What to do instead; the agent is told" } },
  operands: { ask },
  examples: [],
} as const satisfies Specification

export const integrate = {
  name: "integrate",
  about: "Bring the branch of a session in a clone back into the repository, under its own name",
  options: {
    force: { kind: "boolean", about: "Even if the branch there has commits that the clone's has not" },
    json,
  },
  operands: { id },
  examples: [{ command: "ringfence session integrate ses_1", about: "Fetch its branch; nothing is merged" }],
} as const satisfies Specification

export const review = {
  name: "review",
  about: "Bring a commit of the repository into a session's clone, to be looked at there",
  options: { end: { kind: "boolean", about: "End it: nothing is kept for review any more" }, json },
  operands: {
    id,
    revision: { metavar: "revision", about: "The commit, as the repository names it", takes: "optional" },
  },
  examples: [
    { command: "ringfence session review ses_1 origin/feature", about: "It is at refs/ringfence/review/head there" },
  ],
} as const satisfies Specification

export const remove = {
  name: "remove",
  about: "End a session and remove its worktree or clone, unless work would be lost",
  options: { force: { kind: "boolean", about: "Even if uncommitted or unmerged work is lost" }, json },
  operands: { id },
  examples: [],
} as const satisfies Specification
