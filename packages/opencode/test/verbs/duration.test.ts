import { describe, expect, test } from "bun:test"
import { parseDuration, showDuration } from "../../src/verbs/duration.ts"

describe("a span of time is read", () => {
  const cases: readonly (readonly [string, number | undefined])[] = [
    ["500ms", 500],
    ["30s", 30_000],
    ["5m", 300_000],
    ["2h", 7_200_000],
    ["1d", 86_400_000],
    ["1h30m", 5_400_000],
    ["1.5h", 5_400_000],
    [" 2h ", 7_200_000],
    ["366d", 366 * 86_400_000],
    ["", undefined],
    ["2", undefined],
    ["2 h", undefined],
    ["0s", undefined],
    ["0.1ms", undefined],
    ["-1h", undefined],
    ["1e3s", undefined],
    ["Infinity", undefined],
    ["NaNs", undefined],
    ["2H", undefined],
    ["2h ago", undefined],
    ["367d", undefined],
    [`${"9".repeat(400)}h`, undefined],
  ]
  for (const [text, expected] of cases)
    test(JSON.stringify(text.slice(0, 20)), () => expect(parseDuration(text)).toBe(expected))
})

describe("a span of time is shown", () => {
  const cases: readonly (readonly [number, string])[] = [
    [0, "0s"],
    [-5, "0s"],
    [250, "250ms"],
    [40_000, "40s"],
    [59_999, "1m"],
    [7_500_000, "2h 5m"],
    [90_061_000, "1d 1h"],
  ]
  for (const [span, expected] of cases) test(String(span), () => expect(showDuration(span)).toBe(expected))
})
