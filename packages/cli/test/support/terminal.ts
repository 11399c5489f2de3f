/** A program in a terminal of its own. */
import { cleanEnvironment, type Call } from "./process.ts"
import { until } from "./session.ts"

export interface Terminal {
  type(text: string): void
  /** All that was shown so far, with plain line ends. */
  screen(): string
  /** Waits until this was shown. */
  shows(text: string): Promise<void>
  readonly exited: Promise<number>
}

/** Starts a program whose standard input, output and error are a terminal. */
export function openTerminal(argv: readonly string[], { cwd, env }: Call): Terminal {
  let shown = ""
  const decoder = new TextDecoder()
  const screen = (): string => shown.replaceAll("\r\n", "\n")
  const child = Bun.spawn([...argv], {
    cwd: cwd!,
    env: { ...cleanEnvironment(), ...env, TERM: "xterm", NO_COLOR: "1" },
    terminal: {
      cols: 200,
      rows: 50,
      data: (_terminal, data) => {
        shown += decoder.decode(data, { stream: true })
      },
    },
  })
  return {
    type: (text) => void child.terminal!.write(text),
    screen,
    shows: (text) => until(`the terminal shows ${JSON.stringify(text)}`, () => screen().includes(text)),
    exited: child.exited,
  }
}
