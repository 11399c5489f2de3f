/** What expanding a word needs to know of the shell it is expanded in. */
import type { Host } from "../program.ts"
import type { Piece } from "../syntax.ts"
import type { Value } from "../value.ts"

export interface Expansion {
  /** The source that pieces are stretches of. */
  readonly text: string
  readonly host: Host
  /** The absolute directory, where it is known. */
  readonly directory: string | undefined
  /** A variable, parameter or special parameter; undefined where it is not set. */
  variable(name: string): Value | undefined
  /** The elements of an array, or of `@`; undefined where they cannot be listed. */
  list(name: string): readonly Value[] | undefined
  /** The elements of `@` that are known, whether others follow or not. */
  readonly begun: readonly Value[]
  assign(name: string, value: Value): void
  /** Runs what stands between `start` and `end` of the source and tells what it prints, or the name it is given. */
  substitute(kind: "$(" | "`" | "<(" | ">(", start: number, end: number, piece: Piece | undefined): Value
}
