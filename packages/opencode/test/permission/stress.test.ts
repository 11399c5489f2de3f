import { expect, test } from "bun:test"
import { join } from "node:path"

test("a few processes at once, some of them killed, lose nothing that was confirmed", async () => {
  const argv = [process.execPath, join(import.meta.dir, "stress.ts"), "--processes", "4", "--seconds", "4"]
  const child = Bun.spawn(argv, { stdin: "ignore", stdout: "pipe", stderr: "pipe" })
  const [out, errors, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  const summary = JSON.parse(out || "{}") as Readonly<Record<string, unknown>>
  expect({ faults: summary["faults"], errors, code }).toEqual({ faults: [], errors: "", code: 0 })
  expect(summary["given"]).toBeGreaterThan(0)
})
