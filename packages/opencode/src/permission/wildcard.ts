/** The patterns of rules, approvals and grants. */

/**
 * Whether `pattern` matches the whole of `text`: `*` stands for any run of characters, spaces, slashes and line breaks
 * included; `?` for exactly one. A pattern that ends in ` *` matches the bare command too: `git log *` is `git log`.
 */
export function matches(pattern: string, text: string): boolean {
  return glob(pattern, text) || (pattern.endsWith(" *") && glob(pattern.slice(0, -2), text))
}

/** Never goes back further than the last star, so that a hostile pattern costs pattern × text and no more. */
function glob(pattern: string, text: string): boolean {
  let at = 0
  let from = 0
  let star = -1
  let resume = 0
  while (at < text.length) {
    const wanted = pattern[from]
    if (wanted === "*") {
      star = from++
      resume = at
    } else if (wanted === "?") {
      at += text.codePointAt(at)! > 0xffff ? 2 : 1
      from++
    } else if (wanted === text[at]) {
      at++
      from++
    } else if (star >= 0) {
      from = star + 1
      at = ++resume
    } else return false
  }
  while (pattern[from] === "*") from++
  return from === pattern.length
}

/** Whether a text would be read as a pattern instead of as itself. */
export const isPattern = (text: string): boolean => /[*?]/.test(text)
