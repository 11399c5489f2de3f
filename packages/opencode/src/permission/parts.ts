/** What the service is made of, so that a test can switch one part off and see which tests notice. */
import { decideAskRouting } from "../agent/config.ts"
import { rule } from "./evaluate.ts"
import { FORCED } from "./rule.ts"
import { steps, type Step } from "./settle.ts"

export interface Parts {
  /** What the rulesets say together. */
  readonly rule: typeof rule
  /** Permissions that are asked for every time. */
  readonly forced: ReadonlySet<string>
  /** What settles an open request without a question, in order. */
  readonly steps: readonly Step[]
  readonly route: typeof decideAskRouting
}

export const builtIn: Parts = { rule, forced: FORCED, steps, route: decideAskRouting }
