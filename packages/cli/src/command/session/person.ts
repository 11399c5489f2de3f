/** Puts a session's question to the person at the terminal. */
import { visible } from "../../render/style.ts"
import type { Keyboard } from "./keyboard.ts"

export interface Question {
  readonly permission: string
  /** What would be done: paths, commands. */
  readonly patterns: readonly string[]
  /** What an "always" would cover from now on; nothing where there can be no such answer. */
  readonly always: readonly string[]
  /** In words, where the asker gave some. */
  readonly about?: string
}

export type Answer = { readonly reply: "once" | "always" } | { readonly reply: "reject"; readonly feedback?: string }

/** Says a text without a line break of its own. */
export type Say = (text: string) => void

const WORDS: Readonly<Record<string, Answer["reply"]>> = {
  ...words("once", "o", "once", "y", "yes"),
  ...words("always", "a", "always"),
  ...words("reject", "r", "reject", "n", "no"),
}

function words(reply: Answer["reply"], ...spellings: readonly string[]): Record<string, Answer["reply"]> {
  return Object.fromEntries(spellings.map((word) => [word, reply]))
}

/**
 * Asks until there is an answer. The end of the input is a no.
 *
 * @returns undefined where the signal ended it: somebody else answered, or nobody waits any more.
 */
export async function askPerson(
  question: Question,
  keyboard: Keyboard,
  say: Say,
  signal: AbortSignal,
): Promise<Answer | undefined> {
  const offersAlways = question.always.length > 0
  say(describe(question))
  while (!signal.aborted) {
    say(offersAlways ? "[o]nce, [a]lways or [r]eject? " : "[o]nce or [r]eject? ")
    const line = await keyboard.line(signal)
    if (signal.aborted) break
    if (line === undefined) return { reply: "reject" }
    const reply = WORDS[line.trim().toLowerCase()]
    if (reply === "reject") return reject(keyboard, say, signal)
    if (reply === "once" || (reply === "always" && offersAlways)) return { reply }
  }
  say("\n")
  return undefined
}

async function reject(keyboard: Keyboard, say: Say, signal: AbortSignal): Promise<Answer | undefined> {
  say("What should be done instead? (Enter for nothing) ")
  const feedback = (await keyboard.line(signal))?.trim()
  if (signal.aborted) return undefined
  return feedback ? { reply: "reject", feedback } : { reply: "reject" }
}

function describe({ permission, patterns, always, about }: Question): string {
  const lines = [
    `The session asks for the permission ${permission}${about ? `: ${about}` : ""}`,
    ...patterns.map((pattern) => `  ${pattern}`),
    ...(always.length > 0 ? [`always would cover ${always.join(", ")}`] : []),
  ]
  return lines.map((line) => `${visible(line)}\n`).join("")
}
