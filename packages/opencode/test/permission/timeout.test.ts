import { describe, expect, test } from "bun:test"
import { DEFAULT_TIMEOUT, readTimeout } from "../../src/permission/timeout.ts"

describe("the time an ask waits", () => {
  const good: readonly (readonly [unknown, number])[] = [
    ["1", 1],
    ["300000", 300_000],
    [" 5000 ", 5_000],
    [2_000, 2_000],
    [2 ** 31 - 1, 2 ** 31 - 1],
    [undefined, DEFAULT_TIMEOUT],
    ["", DEFAULT_TIMEOUT],
  ]
  for (const [value, milliseconds] of good)
    test(`${JSON.stringify(value)} is ${milliseconds}`, () =>
      expect(readTimeout(value, "askTimeout")).toEqual({ milliseconds }))

  const odd: readonly unknown[] = [
    "1.5",
    "Infinity",
    "NaN",
    "0",
    "-1",
    0,
    -5,
    1.5,
    2 ** 31,
    "1e3",
    "0x10",
    "10s",
    true,
    null,
    [],
    {},
  ]
  for (const value of odd)
    test(`${JSON.stringify(value)} is ignored with a warning`, () => {
      const { milliseconds, warning } = readTimeout(value, "askTimeout")
      expect(milliseconds).toBe(DEFAULT_TIMEOUT)
      expect(warning).toStartWith(`askTimeout is ${typeof value === "string" ? value : JSON.stringify(value)}, `)
    })
})
