/** Clones whose making is killed at every step. Run by `sh scripts/run clones`. */
import { setDefaultTimeout, test } from "bun:test"
import { clearedAfter } from "./killed.ts"

setDefaultTimeout(100_000)

const STEPS = [
  "remote get-url",
  "clone --quiet",
  "remote remove",
  "update-ref -d",
  "remote add",
  "config --local --add",
  "fetch --quiet",
  "branch --no-track",
  "symbolic-ref HEAD",
  "reset --quiet --hard",
]

for (const words of STEPS)
  test(`around git ${words}`, () =>
    clearedAfter([
      [words, false],
      [words, true],
    ]))
