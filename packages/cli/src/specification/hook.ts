/** The options of `ringfence hook`. */
import type { Specification } from "../specification.ts"

export const hook = {
  name: "hook",
  about:
    "What clients run before an agent's call: the call comes as JSON on stdin, exit 2 refuses it. Prints nothing else, and lets through what it cannot judge",
  options: {
    command: {
      kind: "text",
      metavar: "TEXT",
      about: "The command text, for adapters that send no JSON; answers in JSON",
    },
    directory: { kind: "text", metavar: "DIR", about: "The session's own directory (default: as the client tells it)" },
    cwd: { kind: "text", metavar: "DIR", about: "Where the call starts (default: as the client tells it)" },
    "persistent-cd": {
      kind: "boolean",
      about: "Refuse a cd that stays also where each call has a shell of its own",
    },
  },
  operands: {
    client: {
      metavar: "client",
      about: "claude, codex, gemini, qwen, copilot, grok, pi, pi-signed or opencode",
      takes: "optional",
    },
  },
  examples: [
    { command: "ringfence hook claude < payload.json", about: "May this call go on?" },
    { command: "ringfence hook --command 'cd docs && make'", about: "Only a text" },
  ],
} as const satisfies Specification
