/** A terminal with the real opencode in it, read and typed into as a person would. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePort, PACKAGE, program, Server, type Home } from "./opencode.ts"

const WIDTH = 120
const HEIGHT = 40

/** A machine that does other things takes a minute until opencode is on the screen. */
const START = 180_000
const REACT = 60_000

export class Terminal {
  /** Sockets have short names: a path of some hundred characters is none. */
  private readonly folder = mkdtempSync(join(tmpdir(), "rf-"))

  private constructor(private readonly home: Home) {}

  /** Starts opencode with the plugin's dialogs, and waits until it can be typed into. */
  static async open(home: Home): Promise<{ readonly terminal: Terminal; readonly server: Server }> {
    writeFileSync(join(home.top, "config/opencode/tui.json"), JSON.stringify({ plugin: [PACKAGE] }))
    const terminal = new Terminal(home)
    const port = String(await freePort())
    const size = ["-x", String(WIDTH), "-y", String(HEIGHT)]
    terminal.tmux("new-session", "-d", ...size, "-c", home.main, program(), "--port", port)
    await terminal.sees(/ctrl\+p commands/, START)
    return { terminal, server: new Server(`http://127.0.0.1:${port}`, home, async () => terminal.close()) }
  }

  /** What is on the screen. */
  screen(): string {
    return this.tmux("capture-pane", "-p")
      .split("\n")
      .map((line) => line.trimEnd())
      .join("\n")
  }

  /** Waits until the screen shows something. @returns the screen */
  sees(what: string | RegExp, within = REACT): Promise<string> {
    return this.until(what, within, (screen) => (typeof what === "string" ? screen.includes(what) : what.test(screen)))
  }

  /** Waits until the screen shows a text that may be broken over lines anywhere. */
  reads(text: string): Promise<string> {
    const flat = (shown: string): string => shown.replaceAll(/[┃\s]+/g, "")
    return this.until(text, REACT, (screen) => flat(screen).includes(flat(text)))
  }

  private async until(what: unknown, within: number, holds: (screen: string) => boolean): Promise<string> {
    const end = Date.now() + within
    for (;;) {
      const screen = this.screen()
      if (holds(screen)) return screen
      if (Date.now() > end) throw new Error(`the screen does not show ${what}:\n${screen}`)
      await Bun.sleep(50)
    }
  }

  /** Types a slash command, and runs it once opencode offers it. */
  async command(name: string, title: string): Promise<void> {
    this.tmux("send-keys", "-l", `/${name}`)
    await this.sees(new RegExp(`/${name} +${title}`))
    this.press("Enter")
  }

  /** Goes down so many lines in a list and chooses. */
  choose(down = 0): void {
    for (let line = 0; line < down; line++) this.press("Down")
    this.press("Enter")
  }

  /** Presses keys by their names in tmux. */
  press(...keys: readonly string[]): void {
    this.tmux("send-keys", ...keys)
  }

  /** Types text. */
  type(text: string): void {
    this.tmux("send-keys", "-l", text)
  }

  /** Ends opencode, and what it runs in. */
  close(): void {
    this.tmux("kill-server")
    rmSync(this.folder, { recursive: true, force: true })
  }

  private tmux(...argv: readonly string[]): string {
    const ran = Bun.spawnSync(["tmux", "-S", join(this.folder, "socket"), "-f", "/dev/null", ...argv], {
      ...{ env: { ...this.home.env, LANG: "C.UTF-8", LC_ALL: "C.UTF-8" }, stderr: "pipe" },
    })
    if (!ran.success) throw new Error(`tmux ${argv.join(" ")}: ${ran.stderr.toString()}`)
    return ran.stdout.toString()
  }
}

/** What of opencode's own screen shows below a dialog. */
const BEHIND = /[┃╹█▀●]|tab agents/

/** Only the dialog of a screen, with what differs from run to run masked. */
export function dialogOf(screen: string): string {
  const lines = screen.split("\n")
  const top = lines.findIndex((line) => line.endsWith(" esc"))
  const title = lines[top] ?? ""
  const cropped = lines.slice(top).map((line) => line.slice(title.search(/\S/), title.length).trimEnd())
  const end = cropped.findIndex((line, at) => BEHIND.test(line) || (line === "" && cropped[at + 1] === ""))
  return (end < 0 ? cropped : cropped.slice(0, end))
    .join("\n")
    .replaceAll(/\bses_\w+/g, "<session>")
    .replaceAll(/\d+(?:ms|[smhd])(?: \d+s)? ago/g, "<time> ago")
    .trimEnd()
}
