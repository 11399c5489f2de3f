/** The options of `ringfence install`, `uninstall`, `status` and `doctor`. */
import type { Operand, Specification } from "../specification.ts"

const json = { kind: "boolean", about: "Print JSON" } as const

const client = {
  metavar: "client|all",
  about: "The program that agents work in: opencode, claude, codex, gemini, qwen, copilot, grok or pi (pi-signed)",
  takes: "rest",
} as const satisfies Operand

export const install = {
  name: "install",
  about: "Guard the sessions of a client: one line in each of its configuration files, everything else there is kept",
  options: {
    project: { kind: "boolean", about: "In the project of the current directory instead of everywhere" },
    "persistent-cd": {
      kind: "boolean",
      about: "Refuse a cd that stays in a marked checkout also where each call has a shell of its own",
    },
    json,
  },
  operands: { client },
  examples: [
    { command: "ringfence install opencode claude", about: "For this user, in every project" },
    { command: "ringfence install all", about: "In every client, also in those that are not there yet" },
  ],
} as const satisfies Specification

export const uninstall = {
  name: "uninstall",
  about: "Take the lines out again, and everything that was made for them",
  options: {
    project: { kind: "boolean", about: "Only in the project of the current directory" },
    json,
  },
  operands: { client },
  examples: [{ command: "ringfence uninstall all", about: "Leave nothing behind" }],
} as const satisfies Specification

export const status = {
  name: "status",
  about: "Show which clients there are, and where Ringfence is installed in them",
  options: { json },
  operands: {},
  examples: [],
} as const satisfies Specification

export const doctor = {
  name: "doctor",
  about: "Try whether what is installed refuses what it should. Exits 1 where it does not",
  options: {
    live: { kind: "boolean", about: "Ask the client's own program too, which takes a while" },
    json,
  },
  operands: {},
  examples: [],
} as const satisfies Specification
