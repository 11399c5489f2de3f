/** Configuration keys in git's canonical spelling. */
import { mapValue, type Value } from "../shell/value.ts"

/** Section and variable fold their case, the subsection between them does not. */
export function canonicalKey(key: Value): Value {
  if (key.kind === "startsWith") return { kind: "startsWith", text: beginning(key.text) }
  return mapValue(key, (text) => {
    const last = text.lastIndexOf(".")
    return last < 0 ? text.toLowerCase() : beginning(text.slice(0, last)) + text.slice(last).toLowerCase()
  })
}

/** A section's name, with its subsection where it has one. */
export const canonicalSection = (section: Value): Value => mapValue(section, beginning)

function beginning(text: string): string {
  const dot = text.indexOf(".")
  return dot < 0 ? text.toLowerCase() : text.slice(0, dot).toLowerCase() + text.slice(dot)
}
