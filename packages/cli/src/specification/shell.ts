/** The operands of `ringfence sh`, which the launcher passes on as they are. */
import type { Specification } from "../specification.ts"

export const shell = {
  name: "sh",
  about:
    "A shell for clients that let theirs be chosen: refuses the text of -c with exit 2 where the session may not run it, else becomes RINGFENCE_SHELL, SHELL or /bin/sh",
  options: {},
  operands: { words: { metavar: "shell-argument", about: "As any shell takes them", takes: "rest" } },
  examples: [{ command: "ringfence sh -c 'git status'", about: "One command" }],
} as const satisfies Specification
