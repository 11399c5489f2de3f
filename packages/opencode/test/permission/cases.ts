/** Cases from public bug reports, as steps. */
import type { Case, Outcome, Step } from "./step.ts"

const root = (name = "root", more: Partial<Extract<Step, { do: "session" }>> = {}): Step => ({
  do: "session",
  name,
  ...more,
})
const child = (more: Partial<Extract<Step, { do: "session" }>> = {}): Step => ({
  do: "session",
  name: "child",
  parent: "root",
  ...more,
})
const bash = (
  session: string,
  command: string,
  expect: Outcome,
  more: Partial<Extract<Step, { do: "ask" }>> = {},
): Step => ({ do: "ask", session, permission: "bash", patterns: [command], expect, ...more })
const configure = (permission: unknown): Step => ({ do: "configure", permission })

/** A forced ask, whose patterns say what would go. */
const DELETE = {
  do: "ask",
  permission: "bash_delete",
  patterns: ["rm -rf /other"],
  always: ["rm *"],
} as const

/** Those of the reports bear their ids; the others are our own. */
export const cases: readonly Case[] = [
  {
    id: "D001",
    title: "an approval of the parent's does not outrank a deny of the child",
    steps: [
      root(),
      child({
        kind: "subagent",
        rules: [
          ["bash", "*", "allow"],
          ["bash", "git push *", "deny"],
        ],
      }),
      configure({ bash: { "git *": "ask" } }),
      bash("root", "git fetch", "ask", { always: ["git *"], attended: true }),
      { do: "answer", reply: "always", expect: "allow" },
      bash("child", "git push origin main", "deny"),
      bash("child", "git fetch", "allow"),
    ],
  },
  {
    id: "D003",
    title: "an always answer outlives a restart",
    steps: [
      root(),
      configure({ bash: "ask" }),
      bash("root", "npm test", "ask", { always: ["npm test *"], attended: true }),
      { do: "answer", reply: "always", expect: "allow" },
      { do: "restart" },
      bash("root", "npm test", "allow"),
    ],
  },
  {
    id: "D004",
    title: "an always answer is seen by a second service on the same file",
    steps: [
      root(),
      {
        do: "ask",
        session: "root",
        permission: "edit",
        patterns: ["a.txt"],
        always: ["a.txt"],
        attended: true,
        expect: "ask",
      },
      { do: "answer", reply: "always", expect: "allow" },
      { do: "alongside" },
      { do: "ask", session: "root", permission: "edit", patterns: ["a.txt"], expect: "allow" },
    ],
  },
  {
    id: "D005",
    title: "an always answer holds for the project, not for another one",
    steps: [
      root(),
      {
        do: "ask",
        session: "root",
        permission: "edit",
        patterns: ["a.txt"],
        always: ["a.txt"],
        attended: true,
        expect: "ask",
      },
      { do: "answer", reply: "always", expect: "allow" },
      root("fork"),
      { do: "ask", session: "fork", permission: "edit", patterns: ["a.txt"], attended: true, expect: "allow" },
      root("stranger", { folder: "another" }),
      { do: "ask", session: "stranger", permission: "edit", patterns: ["a.txt"], attended: true, expect: "ask" },
    ],
  },
  {
    id: "D006",
    title: "a child's ask is answered by the policy of an unattended root",
    steps: [
      root("root", { rules: [["*", "*", "allow"]] }),
      child({ rules: [["external_directory", "*", "ask"]] }),
      { do: "ask", session: "child", permission: "external_directory", patterns: ["/other/*"], expect: "allow" },
    ],
  },
  {
    id: "D007",
    title: "a background child that nobody can answer is denied",
    steps: [root(), child({ kind: "subagent" }), configure({ bash: "ask" }), bash("child", "touch x", "deny")],
  },
  {
    id: "D008",
    title: "the ask of a grandchild waits at the root",
    steps: [
      root(),
      child(),
      { do: "session", name: "grandchild", parent: "child" },
      configure({ bash: "ask" }),
      bash("grandchild", "printf hi", "ask"),
      { do: "waiting", root: "root", expect: ["grandchild"] },
      { do: "answer", reply: "once", expect: "allow" },
    ],
  },
  {
    id: "D009",
    title: "stopping the parent ends the child's ask for good",
    steps: [
      root(),
      child(),
      configure({ bash: "ask" }),
      bash("child", "make", "ask"),
      { do: "interrupt", session: "root", idle: ["root", "child"] },
      { do: "waiting", root: "root", expect: [] },
      { do: "restart" },
      { do: "waiting", root: "root", expect: [] },
    ],
  },
  {
    id: "D010",
    title: "being a subagent decides, whoever sits before the process",
    steps: [
      root(),
      child({ kind: "subagent" }),
      configure({ bash: "ask" }),
      bash("child", "ls /tmp", "deny", { attended: true }),
    ],
  },
  {
    id: "D011",
    title: "an ask on a server without a client is denied",
    steps: [
      root(),
      { do: "ask", session: "root", permission: "external_directory", patterns: ["/other/*"], expect: "deny" },
    ],
  },
  {
    id: "D012",
    title: "a headless task does not wait for the time-out",
    steps: [root(), configure({ bash: { "deploy *": "ask" } }), bash("root", "deploy now", "deny")],
  },
  {
    id: "D013",
    title: "a grant for a background child reaches it",
    steps: [
      root(),
      child({ kind: "subagent" }),
      { do: "grant", target: "child" },
      { do: "ask", session: "child", permission: "external_directory", patterns: ["/other/*"], expect: "allow" },
    ],
  },
  {
    id: "D017",
    title: "a subagent's own deny takes part",
    steps: [
      root("root", { rules: [["read", "*", "allow"]] }),
      child({ kind: "subagent", rules: [["read", "secrets/*", "deny"]] }),
      { do: "ask", session: "child", permission: "read", patterns: ["secrets/key"], expect: "deny" },
      { do: "ask", session: "child", permission: "read", patterns: ["notes"], expect: "allow" },
    ],
  },
  {
    id: "D019",
    title: "a deny that a later rule lifted is not inherited",
    steps: [
      root("root", {
        rules: [
          ["bash", "*", "deny"],
          ["bash", "*", "allow"],
        ],
      }),
      child({ kind: "subagent" }),
      bash("child", "ls", "allow"),
    ],
  },
  {
    id: "D020",
    title: "the last match wins, however broad it is: a deny after an allow",
    steps: [
      root(),
      configure({ external_directory: { "~/tools/*": "allow", "~/*": "deny" } }),
      { do: "ask", session: "root", permission: "external_directory", patterns: ["HOME/tools/x"], expect: "deny" },
    ],
  },
  {
    id: "D022",
    title: "the last match wins, however broad it is: a catch-all at the end",
    steps: [
      root(),
      configure({ bash: { "git ls-files*": "allow", "*": "ask" } }),
      bash("root", "git ls-files --others", "ask", { attended: true }),
    ],
  },
  {
    id: "D023",
    title: "a trailing star after a space matches the bare command",
    steps: [
      root(),
      configure({ bash: { "git *": "ask", "git status": "allow", "git log *": "allow" } }),
      bash("root", "git status", "allow"),
      bash("root", "git log", "allow"),
      bash("root", "git log -3", "allow"),
      bash("root", "git show", "ask", { attended: true }),
    ],
  },
  {
    id: "D026",
    title: "a star crosses spaces and slashes",
    steps: [
      root(),
      configure({ bash: { "grep *": "allow", "grep * /etc/*": "deny" } }),
      bash("root", "grep root /etc/passwd", "deny"),
      bash("root", "grep root notes", "allow"),
    ],
  },
  {
    id: "D027",
    title: "an always answer to a compound command remembers none of its destructive parts",
    steps: [
      root(),
      configure({ bash: "ask" }),
      { do: "run", session: "root", command: "git status && rm -rf tmp", attended: true, about: "bash", expect: "ask" },
      { do: "answer", reply: "always", expect: "allow" },
      { do: "answer", reply: "reject", expect: "reject" },
      bash("root", "git status", "allow"),
      bash("root", "rm -rf tmp", "ask", { attended: true }),
      { do: "run", session: "root", command: "rm -rf OUTSIDE", attended: true, about: "bash", expect: "ask" },
    ],
  },
  {
    id: "D029",
    title: "rejecting one question leaves another waiting",
    steps: [
      root(),
      configure({ bash: "ask" }),
      bash("root", "first", "ask", { attended: true }),
      bash("root", "second", "ask", { attended: true }),
      { do: "answer", reply: "reject", expect: "reject" },
      { do: "waiting", root: "root", expect: ["root"] },
      { do: "answer", reply: "once", expect: "allow" },
    ],
  },
  {
    id: "D031",
    title: "nothing to match is not an allow",
    steps: [
      root(),
      configure({ bash: { "*": "ask" } }),
      { do: "run", session: "root", command: "git diff --", attended: true, about: "bash", expect: "ask" },
      configure({ bash: "allow" }),
      { do: "ask", session: "root", permission: "bash", patterns: [], attended: true, expect: "ask" },
    ],
  },
  {
    id: "D033",
    title: "a command that is allowed still asks for its folder",
    steps: [
      root(),
      configure({ bash: { "ls*": "allow" }, external_directory: "ask" }),
      { do: "run", session: "root", command: "ls OUTSIDE", attended: true, about: "external_directory", expect: "ask" },
    ],
  },
  {
    id: "D034",
    title: "a relative path after a pushd counts from there",
    steps: [
      root(),
      configure({ bash: "allow", external_directory: "ask" }),
      {
        do: "run",
        session: "root",
        command: "pushd OUTSIDE && cat notes.txt",
        attended: true,
        about: "external_directory",
        expect: "ask",
      },
    ],
  },
  {
    id: "D035",
    title: "an exact allow covers no redirection",
    steps: [
      root(),
      configure({ bash: { "*": "ask", "cargo check": "allow" } }),
      { do: "run", session: "root", command: "cargo check > HOME/.rc", attended: true, about: "bash", expect: "ask" },
      bash("root", "cargo check", "allow"),
    ],
  },
  {
    id: "D037",
    title: "an odd time-out is ignored with a warning",
    steps: [
      root(),
      child(),
      configure({ bash: "ask" }),
      ...["1.5", "Infinity", "NaN", "0", "-1"].map((value): Step => ({ do: "timeout", value, session: "child" })),
    ],
  },
  {
    id: "D039",
    title: "a parent's deny is a ceiling for a child that may do everything",
    steps: [
      root("root", { rules: [["bash", "git push *", "deny"]] }),
      child({ rules: [["*", "*", "allow"]] }),
      bash("child", "git push", "deny"),
      bash("child", "git pull", "allow"),
    ],
  },
  {
    id: "forced-1",
    title: "what is asked for every time is answered by no rule, no grant and no answer before",
    steps: [
      root("root", { rules: [["*", "*", "allow"]] }),
      child({ rules: [["bash_delete", "*", "allow"]] }),
      { do: "grant", target: "child" },
      { ...DELETE, session: "child", expect: "ask" },
      { do: "answer", reply: "always", expect: "allow" },
      { ...DELETE, session: "child", expect: "ask" },
      { ...DELETE, session: "root", expect: "deny" },
    ],
  },
  {
    id: "inherit-1",
    title: "a subagent in another project has what its parent was allowed",
    steps: [
      root(),
      child({ kind: "subagent", moved: "elsewhere" }),
      { do: "ask", session: "child", permission: "edit", patterns: ["a.txt"], expect: "deny" },
      {
        do: "ask",
        session: "root",
        permission: "edit",
        patterns: ["a.txt"],
        always: ["a.txt"],
        attended: true,
        expect: "ask",
      },
      { do: "answer", reply: "always", expect: "allow" },
      { do: "restart" },
      { do: "ask", session: "child", permission: "edit", patterns: ["a.txt"], expect: "allow" },
    ],
  },
]
