/** The self policy: an isolated session may not unmake what guards it. */
import type { Rule } from "../rule.ts"
import { grant } from "./grant.ts"
import { guardSettings } from "./guard-settings.ts"

export const self: readonly Rule[] = [grant, guardSettings]
