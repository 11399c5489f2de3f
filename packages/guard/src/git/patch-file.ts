/** The files that the headers of a patch name. */
import { textOf } from "../shell/value.ts"
import type { State } from "../state/state.ts"
import type { Invocation } from "./spec.ts"

const HEADER = /^(?:(?:---|\+\+\+) ([^\t\n]+)|rename (?:from|to) (.+)|diff --git (?:"?a\/.*"? )?(\S+))/gm

/** Relative paths after `strip` leading parts are taken off; `/dev/null` names nothing. */
export function patchedPaths(patch: string, strip: number): readonly string[] {
  const names = [...patch.matchAll(HEADER)].map(([, file, renamed, git]) =>
    renamed === undefined ? dropParts((file ?? git)!, strip) : renamed,
  )
  return [...new Set(names.filter((name) => name !== undefined))]
}

function dropParts(name: string, strip: number): string | undefined {
  const path = name.replace(/^"(.*)"$/, "$1")
  if (path === "/dev/null") return undefined
  const parts = path.split("/")
  return parts.length > strip ? parts.slice(strip).join("/") : undefined
}

/** The patches a command is given as files or on standard input, as far as they can be read now. */
export function patchesOf({ operands, command, path }: Invocation, state: State): readonly string[] {
  const input = command.redirections.findLast(({ operator }) => operator === "<")?.target
  const files = operands.filter((operand) => textOf(operand.value) !== "-").concat(input ?? [])
  const read = files.map((file) => textOf(path(file))).flatMap((file) => (file && state.files.read(file)) ?? [])
  return [...read, textOf(command.stdin) ?? ""]
}
