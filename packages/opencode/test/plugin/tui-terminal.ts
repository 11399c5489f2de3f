/** A terminal with the real opencode in it, read and typed into as a person would. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { freePort, PACKAGE, program, Server, type Home } from "./opencode.ts"
import { face, type Face, type Key } from "./tui-face.ts"

/** A machine that does other things takes minutes until opencode is on the screen. */
const START = 240_000
const REACT = 60_000

export class Terminal {
  private constructor(private readonly face: Face) {}

  /** Starts opencode with the dialogs of a package of ours, and waits until it can be typed into. */
  static async open(home: Home, plugin = PACKAGE): Promise<{ readonly terminal: Terminal; readonly server: Server }> {
    writeFileSync(join(home.top, "config/opencode/tui.json"), JSON.stringify({ plugin: [plugin] }))
    const port = String(await freePort())
    const env = { ...home.env, LANG: "C.UTF-8", LC_ALL: "C.UTF-8" }
    const terminal = new Terminal(face({ argv: [program(), "--port", port], cwd: home.main, env }))
    await terminal.sees(/ctrl\+p commands/, START)
    return { terminal, server: new Server(`http://127.0.0.1:${port}`, home, async () => terminal.close()) }
  }

  /** What is on the screen. */
  screen(): string {
    return this.face
      .screen()
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
    this.type(`/${name}`)
    await this.sees(new RegExp(`/${name} +${title}`))
    this.press("Enter")
  }

  /** Goes down so many lines in a list and chooses. */
  choose(down = 0): void {
    for (let line = 0; line < down; line++) this.press("Down")
    this.press("Enter")
  }

  press(key: Key): void {
    this.face.press(key)
  }

  type(text: string): void {
    this.face.type(text)
  }

  /** Ends opencode. */
  close(): void {
    this.face.close()
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
