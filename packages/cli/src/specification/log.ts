/** The options of `ringfence log`. */
import type { Specification } from "../specification.ts"

export const log = {
  name: "log",
  about: "Show what was denied, granted, lifted and answered, the latest last",
  options: {
    refs: { kind: "boolean", about: "Instead: which refs sessions changed, by the journals of their fences" },
    denied: { kind: "boolean", about: "Only what was denied" },
    session: { kind: "text", metavar: "ID", about: "Only what concerns this session" },
    last: { kind: "text", metavar: "N", about: "So many (default: 100)" },
    json: { kind: "boolean", about: "Print JSON" },
  },
  operands: {},
  exclusive: [["refs", "denied"]],
  examples: [
    { command: "ringfence log --denied", about: "What was refused?" },
    { command: "ringfence log --refs --session ses_1", about: "Which branches did it move, and by which commands?" },
  ],
} as const satisfies Specification
