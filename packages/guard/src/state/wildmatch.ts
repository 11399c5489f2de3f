/** Patterns as git's wildmatch reads them, where `*` does not cross a slash and `**` does. */

const ESCAPE = /[.+^${}()|\\]/g

function classOf(pattern: string, start: number): { readonly source: string; readonly end: number } | undefined {
  const match = /^\[([!^]?)(\]?[^\]]*)\]/.exec(pattern.slice(start))
  if (!match) return undefined
  const body = match[2]!.replace(/[\\[\]]/g, "\\$&")
  return { source: `(?!/)[${match[1] ? "^" : ""}${body}]`, end: start + match[0].length }
}

function sourceOf(pattern: string): string {
  let source = ""
  for (let at = 0; at < pattern.length;) {
    const rest = pattern.slice(at)
    const opensPart = at === 0 || pattern[at - 1] === "/"
    if (opensPart && rest.startsWith("**/")) {
      source += "(?:.*/)?"
      at += 3
    } else if (opensPart && rest === "**") {
      source += ".*"
      at += 2
    } else if (rest.startsWith("*")) {
      source += "[^/]*"
      at += /^\*+/.exec(rest)![0].length
    } else if (rest.startsWith("?")) {
      source += "[^/]"
      at += 1
    } else if (rest.startsWith("\\") && rest.length > 1) {
      source += rest[1]!.replace(ESCAPE, "\\$&")
      at += 2
    } else {
      const set = rest.startsWith("[") ? classOf(pattern, at) : undefined
      source += set?.source ?? pattern[at]!.replace(/[.+^${}()|\\[\]*?]/g, "\\$&")
      at = set?.end ?? at + 1
    }
  }
  return source
}

/** Whether the whole text matches the pattern. */
export function wildmatch(pattern: string, text: string, ignoreCase = false): boolean {
  try {
    return new RegExp(`^(?:${sourceOf(pattern)})$`, ignoreCase ? "isu" : "su").test(text)
  } catch {
    return pattern === text
  }
}
