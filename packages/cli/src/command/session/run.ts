/** `ringfence session run`: a command in a session, as its agent would run it. */
import * as Effect from "effect/Effect"
import { Permission } from "@ringfence/opencode/permission"
import type { Session } from "@ringfence/opencode/session"
import { Verbs } from "@ringfence/opencode/verbs"
import { ExitCode } from "../../failure.ts"
import { host } from "../../host.ts"
import type { Options } from "../../specification.ts"
import type { run } from "../../specification/session.ts"
import { hasPerson, murmur, printBytes, say } from "../../terminal.ts"
import { durationOption } from "./duration.ts"
import { caller } from "./caller.ts"
import { openKeyboard, type Keyboard } from "./keyboard.ts"
import { askPerson, type Question } from "./person.ts"

/** What a program gets that writes to a pipe which nobody reads any more. */
const PIPE_EXIT = ExitCode.signalled + 13

const TIMEOUT_VARIABLE = "RINGFENCE_ASK_TIMEOUT"

/** What a timer takes at most, in milliseconds. */
const LONGEST_WAIT = 2 ** 31 - 1

export async function runRun(options: Options<typeof run>): Promise<number> {
  const timeout = durationOption("timeout", options.timeout)
  const wait = durationOption("wait", options.wait)
  const command = commandText(options.command)
  const unread = new AbortController()
  const keyboard = openKeyboard()
  const output = (chunk: Uint8Array): void => {
    if (!unread.signal.aborted && !printBytes(chunk)) unread.abort()
  }
  const input = { command, timeout, workdir: options.workdir, abort: unread.signal, output }
  const { metadata } = await host(
    Effect.gen(function* () {
      const who = yield* caller
      return yield* Verbs.run(who, options.id, input).pipe(answeredBy(who, keyboard, wait))
    }),
  ).finally(() => keyboard.close())
  if (unread.signal.aborted) return PIPE_EXIT
  for (const { pid, command } of metadata.background) say(`ringfence: still running: ${pid} ${command}`)
  if (metadata.ended !== "timeout") return metadata.exit
  const after = Verbs.showDuration(timeout ?? Verbs.DEFAULT_TIMEOUT)
  say(`ringfence: timed out after ${after}; the command and everything it started were ended`)
  return ExitCode.timeout
}

/** One argument is a text for the shell; several are the words of one command, each for itself. */
const commandText = (words: readonly string[]): string => (words.length === 1 ? words[0]! : words.map(quoted).join(" "))

const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`

/**
 * Who answers what the command asks for: the person here, and with `wait` somebody elsewhere too. A child is nobody who
 * could say yes to itself, whatever it sits before.
 */
function answeredBy(who: Session.Caller, keyboard: Keyboard, wait: number | undefined) {
  const attended = who.kind === "person" && hasPerson()
  const within = (name: string): string | undefined =>
    name === TIMEOUT_VARIABLE && wait !== undefined ? String(Math.min(wait, LONGEST_WAIT)) : process.env[name]
  return <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    effect.pipe(
      Effect.provideService(
        Permission.Answerer,
        attended ? { put: putTo(keyboard) } : wait === undefined ? "none" : { put: announce },
      ),
      Effect.provideService(Permission.MayWait, attended || wait !== undefined),
      Effect.provideService(Permission.Environment, within),
    )
}

const putTo =
  (keyboard: Keyboard) =>
  (asked: Permission.Asked): Effect.Effect<Awaited<ReturnType<typeof askPerson>>> =>
    Effect.promise((signal) => askPerson(questionOf(asked), keyboard, murmur, signal))

const questionOf = ({ permission, patterns, always, metadata }: Permission.Asked): Question => {
  const { command } = metadata
  return { permission, patterns, always, ...(typeof command === "string" ? { about: command } : {}) }
}

/** Nobody is here: whoever watches the log of this command is told how to answer. */
const announce = ({ id, permission, patterns }: Permission.Asked): Effect.Effect<undefined> =>
  Effect.sync(() => {
    say(`ringfence: waiting for an answer to ${id}: ${[permission, ...patterns].join(" ")}`)
    say(`ringfence: answer with \`ringfence session approve ${id}\` or \`ringfence session deny ${id}\``)
    return undefined
  })
