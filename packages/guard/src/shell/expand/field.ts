/** The words that come out of one: text is added piece by piece, alternatives and unknown parts included. */
import { oneOf, unknown, type Value } from "../value.ts"
import { isPattern, literalPrefix, plain } from "./pattern.ts"

const MAXIMUM_ALTERNATIVES = 32
const MAXIMUM_TEXT = 1024 * 1024

/** A word in the making. Its texts may hold pattern marks. */
export class Field {
  texts: readonly string[] = [""]
  /** What follows the texts, where it is not known. */
  rest: Value | undefined
  /** It stays a word even when it is empty. */
  quoted = false
  splits = false

  get isEmpty(): boolean {
    return this.texts.length === 1 && this.texts[0] === "" && !this.rest
  }

  add(text: string): void {
    if (this.rest) {
      if (text !== "" && this.rest.kind === "unknown" && this.rest.same !== undefined)
        this.rest = { ...this.rest, same: this.rest.same + text }
      if (this.rest.kind !== "below" || !/(?:^|\/)\.\.(?:\/|$)/.test(text)) return
      this.rest = unknown("a path that leads out again")
    } else if (this.texts.length === 1) this.texts = [this.texts[0]! + text]
    else this.texts = this.texts.map((each) => each + text)
  }

  /** Adds a value; the change (pattern marks, for an unquoted one) is applied to its texts. */
  addValue(value: Value, change: (text: string) => string): void {
    if (value.kind === "known") this.add(change(value.text))
    else if (this.rest) {
      if (this.rest.kind === "unknown") this.rest = unknown(this.rest.why)
    } else if (value.kind === "oneOf" && value.texts.length * this.texts.length <= MAXIMUM_ALTERNATIVES) {
      this.texts = this.texts.flatMap((left) => value.texts.map((right) => left + change(right)))
    } else if (value.kind === "startsWith") {
      this.add(value.text)
      this.rest = unknown(`what follows ${value.text}`)
    } else if (value.kind === "oneOf") this.rest = unknown("too many possible texts")
    else if (value.kind === "below" && !this.isEmpty) this.rest = unknown("a path")
    else this.rest = value
  }

  get isPattern(): boolean {
    return this.texts.some(isPattern)
  }

  value(): Value {
    const { rest, texts } = this
    if (texts.length === 1 && texts[0]!.length > MAXIMUM_TEXT) return unknown("a very long text")
    if (!rest) return oneOf(texts.map(plain))
    const prefix = texts.map(plain).reduce(commonPrefix)
    if (prefix === "") return rest
    return { kind: "startsWith", text: prefix }
  }

  /** For a pattern whose matches cannot be listed: only what stands before it. */
  unlisted(): Value {
    const prefix = this.texts.map(literalPrefix).reduce(commonPrefix)
    return prefix === "" ? unknown("a pattern whose matches are not known") : { kind: "startsWith", text: prefix }
  }
}

/** How both texts begin. */
function commonPrefix(left: string, right: string): string {
  let length = 0
  while (length < left.length && left[length] === right[length]) length++
  return left.slice(0, length)
}
