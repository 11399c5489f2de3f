/** A broken part of ours in opencode's terminal: a person is told, and opencode goes on. */
import { describe, expect, test } from "bun:test"
import { copyWith, cutOff } from "./broken.ts"
import { bash } from "./model-server.ts"
import { Home } from "./opencode.ts"
import { Terminal } from "./tui-terminal.ts"

const CASES = {
  "server.ts": "opencode did not load the guard: sessions here are NOT guarded. Run ringfence doctor.",
  "session-tool.ts": "there is no session tool: half of it is missing. Run ringfence doctor.",
}

describe("a toast tells of what could not be loaded:", () => {
  for (const [file, told] of Object.entries(CASES))
    test(file, async () => {
      const copy = copyWith(file, cutOff)
      const home = new Home({ plugins: [copy.folder] })
      const { terminal, server } = await Terminal.open(home, copy.folder)
      try {
        await terminal.reads(told)
        const message = home.model.script(bash("echo on"))
        expect(await server.play(await server.session(home.main), message)).toEqual(["on\n"])
      } finally {
        terminal.close()
        await home.remove()
        copy.remove()
      }
    })
})
