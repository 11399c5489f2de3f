/** The options of `ringfence fence …` and `ringfence undo`. */
import type { Operand, Specification } from "../specification.ts"

const json = { kind: "boolean", about: "Print JSON" } as const

const id = {
  metavar: "id",
  about: "The session, or the beginning of its id that fits no other",
  takes: "one",
} as const satisfies Operand

export const status = {
  name: "status",
  about: "Say whether git itself refuses a session what is not its own, and what it cannot refuse here",
  options: { json },
  operands: { id: { ...id, takes: "optional", about: `${id.about} (default: the one this is typed in)` } },
  examples: [],
} as const satisfies Specification

export const on = {
  name: "on",
  about: "Put the fence of a session up again",
  options: {},
  operands: { id },
  examples: [],
} as const satisfies Specification

export const off = {
  name: "off",
  about: "Take the fence of a session down: the guard still reads its commands, git obeys all that get past that",
  options: {},
  operands: { id },
  examples: [],
} as const satisfies Specification

export const undo = {
  name: "undo",
  about: "Put back refs that a session moved, made or deleted, if they still are as it left them",
  options: {
    last: { kind: "boolean", about: "Only what its last command did" },
    "dry-run": { kind: "boolean", about: "Only show what would be done" },
    "keep-changes": {
      kind: "boolean",
      about: "Also where a branch is checked out with uncommitted changes, as long as they do not overlap",
    },
    yes: { kind: "boolean", about: "Ask nothing" },
    json,
  },
  operands: {
    id: { metavar: "id", about: "The session (default: the only one with changes here)", takes: "optional" },
    ref: { metavar: "ref", about: "Only this branch or tag, or full name of a ref", takes: "optional" },
  },
  examples: [
    { command: "ringfence undo ses_1 --dry-run", about: "What did it do to other people's branches?" },
    { command: "ringfence undo ses_1 main", about: "Put main back to where it was" },
    { command: "ringfence undo ses_1 --last", about: "Take back its last command" },
  ],
} as const satisfies Specification
