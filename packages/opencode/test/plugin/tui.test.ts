/** The parts of the dialogs that need no screen. The screen itself: tui.live.ts. */
import { afterAll, describe, expect, test } from "bun:test"
import { resolve } from "node:path"
import type { News } from "../../src/plugin/tui/desk.ts"
import { type Choice, Dialogs, type Screen } from "../../src/plugin/tui/dialogs.ts"
import { Bulletin } from "../../src/plugin/tui/news.ts"
import { Home, until } from "./opencode.ts"
import { inPty } from "./tui-face.ts"

const home = new Home()
afterAll(() => home.remove())

const session = (id: string, title: string): News["sessions"][number] => ({
  ...{ id, title, projectID: "p", kind: "subagent", directory: "/d", branch: "b", rules: [], state: "busy" },
  ...{ created: 0, updated: 0 },
})
const denial = (id: number, times: number, detail: News["denials"][number]["detail"]): News["denials"][number] => ({
  ...{ id, kind: "denial", session: "ses_1", code: "isolated-git/rebase", command: "git rebase\n main" },
  ...{ detail, times, time: 0, last: 0 },
})
const ask = (id: string, route: "forward" | "interactive"): News["asks"][number] => ({
  ...{ id, route, session: "ses_1", root: "ses_0", project: "p", permission: "bash", patterns: ["echo one"] },
  ...{ always: [], metadata: {}, forced: false, state: "pending", reply: null, feedback: null, answeredBy: null },
  ...{ owner: "", created: 0, expires: 1, answered: null },
})
const news = (more: Partial<News>): News => ({ sessions: [session("ses_1", "One")], asks: [], denials: [], ...more })

describe("news", () => {
  test("what was there at the start is old, and everything is told once", () => {
    const bulletin = new Bulletin()
    const old = { denials: [denial(1, 1, {})], asks: [ask("ask_1", "forward")] }
    expect(bulletin.read(news(old))).toEqual([])
    expect(bulletin.read(news(old))).toEqual([])
    const owner = { branch: "main", path: "/main" }
    const more = { denials: [...old.denials, denial(2, 1, { owner })], asks: [...old.asks, ask("ask_2", "forward")] }
    expect(bulletin.read(news(more))).toEqual([
      "One was blocked: git rebase main [isolated-git/rebase]. At stake was the work of main in /main. See /ringfence.",
      "One (branch b) waits for an answer: bash: echo one. See /grant-approval.",
    ])
    expect(bulletin.read(news(more))).toEqual([])
  })

  test("the very same refusal again is told again; who has somebody before it is not told of", () => {
    const bulletin = new Bulletin()
    bulletin.read(news({ denials: [denial(1, 1, {})] }))
    expect(bulletin.read(news({ denials: [denial(1, 2, {})], asks: [ask("ask_1", "interactive")] }))).toEqual([
      "One was blocked: git rebase main [isolated-git/rebase]. See /ringfence.",
    ])
  })
})

/** A screen on which the options of one dialog after the other are chosen by their titles; none: it is left. */
function screen(...titles: readonly (string | undefined)[]): Screen {
  let close = (): void => {}
  const ui = {
    DialogSelect: ({ options, onSelect }: { options: { title: string }[]; onSelect: (option: object) => void }) => {
      const title = titles[shown++]
      if (title === undefined) return close()
      onSelect(options.find((option) => option.title === title)!)
    },
    dialog: {
      replace: (render: () => void, onClose: () => void) => {
        close()
        close = onClose
        render()
      },
      setSize: () => {},
      clear: () => close(),
    },
  }
  let shown = 0
  return { ui } as unknown as Screen
}

test("a dialog gives what was chosen, and nothing where it was left or another came", async () => {
  const choices: readonly Choice<unknown>[] = [
    { title: "a", value: { deep: 1 } },
    { title: "c", value: "text" },
  ]
  const dialogs = new Dialogs(screen("a", "c", undefined))
  expect(await dialogs.select("t", choices)).toEqual({ deep: 1 })
  expect(await dialogs.select("t", choices)).toBe("text")
  expect(await dialogs.select("t", choices)).toBeUndefined()
})

test("a program is read and typed into on a pseudo terminal, where there is no tmux", async () => {
  const draws = `printf 'gone\\033[2J\\033[3;5H\\033[1;31m┃ two\\033[0m\\033[2;1H日 one\\033]0;a title\\007\\033[1;1H'`
  const script = `${draws}; read -r word; printf '\\033[4;2H%s %s %s' "$word" $(tput cols; tput lines); read -r _`
  const shown = inPty({ argv: ["bash", "-c", script], cwd: home.main, env: home.env })
  const sees = (...lines: readonly string[]) =>
    until(`${lines.join()} on the screen`, async () => {
      const screen = shown.screen().map((line) => line.trimEnd())
      return lines.every((line) => screen.includes(line)) || undefined
    })
  try {
    await sees("日 one", "    ┃ two")
    shown.type("typed")
    shown.press("Enter")
    await sees(" typed 120 40")
  } finally {
    shown.close()
  }
})

describe("the desk", () => {
  const worktree = home.worktree("child")

  /** What a person sees who grants everything to all where opencode works in a directory. */
  async function granting(directory: string): Promise<string> {
    const services = JSON.stringify(resolve(import.meta.dir, "../../src/plugin/tui/services.ts"))
    const script = `const desk = (await import(${services})).open(() => ${JSON.stringify(directory)})
      const given = await desk.grant({ target: "all", lasts: 60000 }).then(({ id }) => id, (error) => error.message)
      const { grants } = await desk.look()
      if (grants.some(({ id }) => id === given)) await desk.revoke(given)
      console.log(given, grants.length, (await desk.look()).grants.length)
      await desk.close()`
    const argv = [process.execPath, "--no-env-file", "--config=/dev/null", "-e", script]
    const child = Bun.spawn(argv, { cwd: home.main, env: home.env, stdin: "ignore", stdout: "pipe", stderr: "pipe" })
    const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()])
    return (out + err).trim()
  }

  test("grants and takes back in the main checkout", async () => {
    expect(await granting(home.main)).toMatch(/^grt_\w+ 1 0$/)
  })
  test("grants nothing where opencode works for an isolated session", async () => {
    expect(await granting(worktree)).toMatch(/^A child session cannot answer, grant or take back.* 0 0$/)
  })
})
