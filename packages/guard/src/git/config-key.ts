/** Configuration keys in git's canonical spelling. */
import { mapValue, type Value } from "../shell/value.ts"
import { canonicalKey as spellKey } from "../state/gitconfig-file.ts"

/** Section and variable fold their case, the subsection between them does not; of a beginning only the section is known. */
export function canonicalKey(key: Value): Value {
  return key.kind === "startsWith" ? canonicalSection(key) : mapValue(key, spellKey)
}

/** A section's name, with its subsection where it has one. */
export const canonicalSection = (section: Value): Value => mapValue(section, beginning)

function beginning(text: string): string {
  const dot = text.indexOf(".")
  return dot < 0 ? text.toLowerCase() : text.slice(0, dot).toLowerCase() + text.slice(dot)
}
