/** `ringfence shim serve` on a port, as a host and a passer-by meet it. */
import { afterAll, expect, test } from "bun:test"
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { cleanEnvironment, ringfence, ROOT, run } from "./support/process.ts"

const top = realpathSync(mkdtempSync(join(tmpdir(), "ringfence-shim-")))
let server: Bun.Subprocess<"ignore", "pipe", "ignore"> | undefined
afterAll(() => {
  server?.kill()
  rmSync(top, { recursive: true, force: true })
})

test("a port says where it is, lets in whoever has the token, and ends on SIGTERM", async () => {
  const workspace = join(top, "ws")
  const env = { HOME: top, GIT_CONFIG_NOSYSTEM: "1" }
  expect((await run(["git", "init", "-q", "-b", "main", workspace], { env })).code).toBe(0)
  writeFileSync(join(workspace, "new"), "")
  writeFileSync(join(top, "token"), "sixteen or more of them\n")
  writeFileSync(join(top, "wrong"), "sixteen or more of others\n")
  const serve = ["shim", "serve", "--root", workspace, "--port", "0", "--token-file", join(top, "token")]
  server = Bun.spawn([join(ROOT, "ringfence"), ...serve], {
    env: { ...cleanEnvironment(), ...env },
    stdio: ["ignore", "pipe", "ignore"],
  })
  const { value } = await server.stdout.getReader().read()
  const port = /^127\.0\.0\.1:(\d+)\n$/.exec(new TextDecoder().decode(value))?.[1]
  expect(port).toBeDefined()

  const ask = (token: string) =>
    ringfence(["shim", "run", "--port", port!, "--token-file", join(top, token), "--", "status", "--porcelain"])
  const [asked, wrong] = await Promise.all([ask("token"), ask("wrong")])
  expect(asked).toEqual({ code: 0, stdout: "?? new\n", stderr: "" })
  expect({ code: wrong.code, stdout: wrong.stdout }).toEqual({ code: 1, stdout: "" })
  expect(wrong.stderr).toContain("there is no connection to the shim")

  server.kill("SIGTERM")
  expect(await server.exited).toBe(0)
}, 60_000)
