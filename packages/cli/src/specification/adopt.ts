/** The options of `ringfence adopt`. */
import type { Specification } from "../specification.ts"

export const adopt = {
  name: "adopt",
  about: "Guard a worktree that lies in no folder of isolated worktrees, or make a branch a session's own with --for",
  options: {
    for: {
      kind: "text",
      metavar: "WORKTREE",
      about: "The isolated worktree whose session gets the branch",
    },
    undo: { kind: "boolean", about: "Take it back" },
  },
  operands: {
    target: { metavar: "path|branch", about: "The linked worktree, or with --for the branch", takes: "one" },
  },
  examples: [
    { command: "ringfence adopt ../hotfix", about: "Sessions in this worktree are isolated from now on" },
    {
      command: "ringfence adopt fix/parser --for ../child",
      about: "The session there may reset and delete this branch",
    },
  ],
} as const satisfies Specification
