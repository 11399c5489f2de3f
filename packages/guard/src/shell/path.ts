/** Paths of which not everything is known. */
import { posix } from "node:path"
import type { Directory } from "./program.ts"
import { known, mapValue, unknown, type Value } from "./value.ts"

/** The absolute path a word means in a directory; `..` and `.` are taken textually, as `cd` does. */
export function resolvePath(directory: Directory, value: Value): Value {
  switch (value.kind) {
    case "known":
    case "oneOf":
      return resolveKnown(directory, value)
    case "below":
      return value
    case "startsWith":
      return resolveBeginning(directory, value.text)
    case "unknown":
      return value
  }
}

function resolveKnown(directory: Directory, value: Value): Value {
  if (value.kind === "known" && value.text.startsWith("/")) return known(posix.normalize(value.text))
  switch (directory.kind) {
    case "at":
      return mapValue(value, (text) => posix.resolve(directory.path, text))
    case "below":
      return value.kind === "known" && !climbs(value.text)
        ? { kind: "below", directory: directory.path }
        : unknown("a path that may leave its directory")
    case "oneOf":
      return unknown("one of several directories")
    case "unknown":
      return unknown(directory.why)
  }
}

/** What follows the known beginning is taken not to climb: a name, not a journey. */
function resolveBeginning(directory: Directory, text: string): Value {
  const folder = text.slice(0, text.lastIndexOf("/") + 1)
  if (folder === "" && directory.kind === "unknown") return unknown(directory.why)
  const resolved = resolveKnown(directory, known(folder === "" ? "." : folder))
  return resolved.kind === "known" ? { kind: "below", directory: stripSlash(resolved.text) } : resolved
}

/** The directory a path stands for. */
export function directoryAt(path: Value): Directory {
  switch (path.kind) {
    case "known":
      return { kind: "at", path: stripSlash(path.text) }
    case "oneOf":
      return { kind: "oneOf", directories: path.texts.map((text) => ({ kind: "at", path: stripSlash(text) })) }
    case "below":
      return { kind: "below", path: path.directory }
    case "startsWith":
      return { kind: "below", path: stripSlash(posix.dirname(path.text)) }
    case "unknown":
      return path
  }
}

const climbs = (text: string): boolean => text.split("/").includes("..")
const stripSlash = (path: string): string => (path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path)
