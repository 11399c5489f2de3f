/** Lines that a person types. The terminal stays in its ordinary mode, so that Ctrl-C is a signal and not a letter. */
import { createInterface, type Interface } from "node:readline"

export interface Keyboard {
  /** The next line; undefined at the end of the input, or once the signal says that nobody waits for it any more. */
  line(signal: AbortSignal): Promise<string | undefined>
  close(): void
}

/** Reads a stream by lines from the first question on. Lines that were typed together answer one question after another. */
export function openKeyboard(input: NodeJS.ReadableStream = process.stdin): Keyboard {
  const typed: string[] = []
  let reader: Interface | undefined
  let ended = false
  let wake = (): void => {}

  const start = (): void => {
    reader = createInterface({ input, terminal: false })
    reader.on("line", (line) => {
      typed.push(line)
      wake()
    })
    reader.on("close", () => {
      ended = true
      wake()
    })
  }

  return {
    line: (signal) => {
      if (!reader) start()
      return new Promise((resolve) => {
        const look = (): void => {
          if (typed.length === 0 && !ended && !signal.aborted) return
          signal.removeEventListener("abort", look)
          wake = () => {}
          resolve(signal.aborted ? undefined : typed.shift())
        }
        wake = look
        signal.addEventListener("abort", look)
        look()
      })
    },
    close: () => reader?.close(),
  }
}
