/** A program on a terminal: in tmux where that is there, else on a pseudo terminal whose screen is kept here. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

export interface Start {
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

export interface Face {
  /** The lines on the screen. */
  readonly screen: () => readonly string[]
  readonly type: (text: string) => void
  readonly press: (key: Key) => void
  /** Ends the program, and what it runs in. */
  readonly close: () => void
}

const WIDTH = 120
const HEIGHT = 40

/** Keys by their names in tmux, with what a terminal sends for them. */
const KEYS = { Enter: "\r", Down: "\u001b[B", Escape: "\u001b", "C-p": "\u0010" } as const
export type Key = keyof typeof KEYS

/** Starts a program. TEST_TERMINAL=pty does without a tmux that is there. */
export const face = (start: Start): Face =>
  process.env["TEST_TERMINAL"] === "pty" || Bun.which("tmux") === null ? inPty(start) : inTmux(start)

function inTmux({ argv, cwd, env }: Start): Face {
  // Sockets have short names: a path of some hundred characters is none.
  const folder = mkdtempSync(join(tmpdir(), "rf-"))
  const tmux = (...words: readonly string[]): string => {
    const ran = Bun.spawnSync(["tmux", "-S", join(folder, "socket"), "-f", "/dev/null", ...words], {
      ...{ env, stderr: "pipe" },
    })
    if (!ran.success) throw new Error(`tmux ${words.join(" ")}: ${ran.stderr.toString()}`)
    return ran.stdout.toString()
  }
  tmux("new-session", "-d", "-x", String(WIDTH), "-y", String(HEIGHT), "-c", cwd, ...argv)
  return {
    screen: () => tmux("capture-pane", "-p").split("\n"),
    type: (text) => void tmux("send-keys", "-l", text),
    press: (key) => void tmux("send-keys", key),
    close: () => {
      tmux("kill-server")
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The same on a pseudo terminal. */
export function inPty({ argv, cwd, env }: Start): Face {
  const screen = new Screen(WIDTH, HEIGHT)
  const decoder = new TextDecoder()
  const child = Bun.spawn([...argv], {
    ...{ cwd, env },
    terminal: {
      ...{ cols: WIDTH, rows: HEIGHT, name: "xterm-256color" },
      data: (_, bytes) => screen.write(decoder.decode(bytes, { stream: true })),
    },
  })
  const { terminal } = child
  if (!terminal) throw new Error("Bun opens no pseudo terminal here, and there is no tmux")
  return {
    screen: () => screen.lines(),
    type: (text) => void terminal.write(text),
    press: (key) => void terminal.write(KEYS[key]),
    close: () => {
      child.kill()
      terminal.close()
    },
  }
}

/** One piece of what a program writes: a sequence of control, or a character. */
const PIECE =
  // oxlint-disable-next-line no-control-regex -- that is what terminals are told with
  /\u001b\[(?<numbers>[0-9;]*)(?<final>[A-Za-z])|\u001b\[[<>=?!]?[0-9;:]*[ -/]*[@-~]|\u001b[\]P_^X][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[ -/]*[0-OQ-WYZ`-~]|[^\u001b]/gu

/** Begun, and its end not written yet. */
// oxlint-disable-next-line no-control-regex -- as above
const HALF = /\u001b(?:\[[<>=?!]?[0-9;:]*[ -/]*|[\]P_^X][^\u0007\u001b]*\u001b?)?$/

/** What stands on a screen that is drawn by putting text at places, as opencode does: colours are not kept. */
export class Screen {
  private readonly cells: string[][]
  private row = 0
  private column = 0
  private rest = ""

  constructor(
    private readonly width: number,
    private readonly height: number,
  ) {
    this.cells = Array.from({ length: height }, () => Array.from({ length: width }, () => " "))
  }

  write(text: string): void {
    const all = this.rest + text
    const half = HALF.exec(all)
    this.rest = half ? half[0] : ""
    for (const { 0: piece, groups } of all.slice(0, half?.index).matchAll(PIECE)) {
      const { numbers = "", final } = groups ?? {}
      if (final !== undefined) this.control(final, numbers.split(";").map(Number))
      else if (!piece.startsWith("\u001b")) this.put(piece)
    }
  }

  lines(): readonly string[] {
    return this.cells.map((cells) => cells.join(""))
  }

  private control(final: string, [first = 0, second = 0]: readonly number[]): void {
    if (final === "H") {
      this.row = Math.min(Math.max(first, 1), this.height) - 1
      this.column = Math.min(Math.max(second, 1), this.width) - 1
    }
    if (final === "J" && first === 2) for (const cells of this.cells) cells.fill(" ")
  }

  private put(character: string): void {
    if (character === "\r") this.column = 0
    if (character === "\n") this.row = Math.min(this.row + 1, this.height - 1)
    const width = Bun.stringWidth(character)
    const cells = this.cells[this.row]!
    if (width === 0 || this.column >= this.width) return
    cells[this.column] = character
    if (width === 2) cells[this.column + 1] = ""
    this.column += width
  }
}
