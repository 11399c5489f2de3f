/** The guard's place in the bash tool, probe by probe; `npm run mutation` shows that each switched-off part is noticed. */
import { expect, test } from "bun:test"
import { builtIn, probes } from "./support/probes.ts"

for (const probe of probes) test(probe.name, async () => expect(await probe.holds(builtIn)).toBe(true))
