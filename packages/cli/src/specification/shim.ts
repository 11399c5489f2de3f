/** The options of `ringfence shim …`. */
import type { Specification } from "../specification.ts"

const way = {
  socket: { kind: "text", metavar: "PATH", about: "A socket file that only its owner can use" },
  port: { kind: "text", metavar: "PORT", about: "A port of 127.0.0.1, with a token" },
  "token-file": {
    kind: "text",
    metavar: "FILE",
    about: "Where the token for --port is (default: the variable RINGFENCE_SHIM_TOKEN)",
  },
} as const

export const serve = {
  name: "serve",
  about: "Run git for a host outside: what the inventory admits, in one folder. Ends on SIGTERM, and git with it",
  options: {
    root: { kind: "text", metavar: "DIR", about: "The workspace (default: the current directory)" },
    readable: { kind: "text", metavar: "DIR", about: "A second folder whose repositories may be cloned" },
    ...way,
    stdio: { kind: "boolean", about: "Speak with whoever started this on standard input and output" },
    "longest-seconds": { kind: "text", metavar: "N", about: "The most time that a request may take (default: 1800)" },
  },
  operands: {},
  exclusive: [["socket", "port", "stdio"]],
  examples: [
    { command: "ringfence shim serve --root /ws --socket /run/shim.sock", about: "In the sandbox" },
    { command: "ringfence shim serve --root /ws --port 0 --token-file token", about: "Any port that is free" },
  ],
} as const satisfies Specification

export const run = {
  name: "run",
  about:
    "Have git run by a server, as a host would. Prints what git prints and exits as git does; 2 where it is refused",
  options: {
    ...way,
    via: {
      kind: "text",
      metavar: "COMMAND",
      about: "What starts the server, for sh: it is spoken with on standard input and output",
    },
    cwd: { kind: "text", metavar: "DIR", about: "Where git runs, seen from the workspace (default: its top)" },
    env: { kind: "texts", metavar: "NAME=VALUE", about: "A variable for git (may be repeated)" },
    "timeout-seconds": { kind: "text", metavar: "N", about: "When the answer must be there (default: 60)" },
  },
  operands: { argv: { metavar: "git-argument", about: "What stands behind git; -- before it", takes: "rest" } },
  exclusive: [["socket", "port", "via"]],
  examples: [
    {
      command: "ringfence shim run --via 'kubectl exec -i pod -- ringfence shim serve --stdio' -- log -1",
      about: "In a pod",
    },
    { command: "ringfence shim run --socket shim.sock -- status --porcelain", about: "What has changed there?" },
  ],
} as const satisfies Specification
