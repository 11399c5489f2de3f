/** Where the environment says that git is run. */
import { expect, test } from "bun:test"
import { addressIn } from "../../src/git/sandbox.ts"

test("a socket's path, or a port with a token; by this process where nothing is named", () => {
  expect(addressIn({})).toBeUndefined()
  expect(addressIn({ RINGFENCE_SHIM: "" })).toBeUndefined()
  expect(addressIn({ RINGFENCE_SHIM: "/run/shim.sock" })).toEqual({ kind: "unix", path: "/run/shim.sock" })
  expect(addressIn({ RINGFENCE_SHIM: "4711", RINGFENCE_SHIM_TOKEN: "t" })).toEqual({
    kind: "tcp",
    port: 4711,
    token: "t",
  })
})
