/** Short forms for long lists of examples. */
import type { Example } from "./spec.ts"

type Scene = Omit<Example, "command" | "verdict" | "code" | "because">

/** A command that may run, and why. */
export function allow(command: string, because: string, scene: Scene = {}): Example {
  return { command, verdict: "allow", because, ...scene }
}

/** A command that `isolated-git/<rule>` refuses, and why. */
export function deny(rule: string, command: string, because: string, scene: Scene = {}): Example {
  return { command, verdict: "deny", code: `isolated-git/${rule}`, because, ...scene }
}
