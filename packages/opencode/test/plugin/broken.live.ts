/** A broken part of ours in the real opencode: the shell goes on, a person sees a toast, and doctor says what it is. */
import { describe, expect, test } from "bun:test"
import { copyWith, cutOff } from "./broken.ts"
import { bash } from "./model-server.ts"
import { Home, until } from "./opencode.ts"

interface Case {
  readonly file: string
  readonly change: (text: string) => string
  /** Whether the guard holds all the same. */
  readonly guarded: boolean
  /** What is shown to whoever listens; nothing where nothing of ours runs. */
  readonly toast: RegExp | undefined
  /** What is not good, as doctor says it. */
  readonly doctor: RegExp
}

const CASES: Readonly<Record<string, Case>> = {
  "the guard": {
    file: "guard.ts",
    change: (text) => text.replace('import("@ringfence/guard")', 'import("not-there")'),
    guarded: false,
    toast: /a call was not judged: .*@ringfence\/none.*Run ringfence doctor/,
    doctor: /`git rebase main` in an isolated worktree: let through/,
  },
  "the services": {
    file: "services.ts",
    change: cutOff,
    guarded: true,
    toast: /a denial was not written down: half of it is missing.*Run ringfence doctor/,
    doctor: /a denial was not written down: half of it is missing/,
  },
  "the session tool": {
    file: "session-tool.ts",
    change: cutOff,
    guarded: true,
    toast: undefined,
    doctor: /there is no session tool: half of it is missing/,
  },
  "the plugin as a whole": {
    file: "server.ts",
    change: cutOff,
    guarded: false,
    toast: undefined,
    doctor: /the plugin does not load: half of it is missing/,
  },
}

interface Doctor {
  readonly clients: readonly {
    readonly client: string
    readonly verdict: string
    readonly checks: readonly { readonly about: string; readonly result: string }[]
  }[]
}

describe("where a part is broken, which is", () => {
  for (const [what, { file, change, guarded, toast, doctor }] of Object.entries(CASES))
    test(what, async () => {
      const copy = copyWith(file, change)
      const home = new Home({ plugins: [copy.folder] })
      const child = home.worktree("child")
      const server = await home.serve()
      try {
        const heard = await server.listen(child)
        const message = home.model.script(bash("git rebase main"), bash("echo on"))
        const [rebase, on] = await server.play(await server.session(child), message)
        expect(on).toBe("on\n")
        if (guarded) expect(rebase).toContain("[isolated-git/rebase]")
        else expect(rebase).not.toContain("isolated-git")
        const shown = () =>
          heard.filter(({ type }) => type === "tui.toast.show").map((event) => event.properties["message"])
        if (toast)
          await until("a toast is shown", async () => shown().some((text) => toast.test(String(text))) || undefined)
        const { code, out } = await home.call(child, "doctor", "--json")
        const { checks = [] } = (JSON.parse(out) as Doctor).clients.find(({ client }) => client === "opencode") ?? {}
        const wrong = checks.filter(({ result }) => result !== "good").map(({ about }) => about)
        expect({ code, wrong }).toEqual({ code: 1, wrong: expect.arrayContaining([expect.stringMatching(doctor)]) })
      } finally {
        await server.stop()
        await home.remove()
        copy.remove()
      }
    })
})
