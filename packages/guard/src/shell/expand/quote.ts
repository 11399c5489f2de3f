/** What quotes and escapes stand for. */

const SIMPLE: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  e: "\x1b",
  E: "\x1b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
  "'": "'",
  '"': '"',
  "?": "?",
}

const bytes = new TextDecoder()

/** What `echo -e` and `printf` formats print, NULs included. */
export const printed = (text: string): string => ansiC(text, true)

/** The text of `$'…'`. A NUL ends it, as in bash, unless it is kept. */
export function ansiC(text: string, keepsNul = false): string {
  if (!text.includes("\\")) return text
  let result = ""
  let raw: number[] = []
  const flush = (): void => {
    if (raw.length) result += bytes.decode(new Uint8Array(raw))
    raw = []
  }
  for (let index = 0; index < text.length; index++) {
    if (text[index] !== "\\") {
      flush()
      result += text[index]
      continue
    }
    const escape = /^(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3})|c([^])|([^]))/.exec(
      text.slice(index + 1, index + 10),
    )
    if (!escape) {
      result += "\\"
      break
    }
    index += escape[0].length
    const [, hex, short, long, octal, control, single] = escape
    if (hex !== undefined || octal !== undefined) {
      const byte = hex !== undefined ? parseInt(hex, 16) : parseInt(octal!, 8) & 255
      if (byte === 0 && !keepsNul) break
      raw.push(byte)
      continue
    }
    flush()
    if (short !== undefined || long !== undefined) result += codePoint(parseInt(short ?? long!, 16))
    else if (control !== undefined) result += String.fromCharCode(control.charCodeAt(0) & 31)
    else result += SIMPLE[single!] ?? "\\" + single!
  }
  flush()
  return result
}

function codePoint(code: number): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ""
}
