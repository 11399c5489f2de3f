/** How an isolated session is kept apart from the others, as a schema. */
import { Schema } from "effect"
import { TIERS } from "./tier-names.ts"

export const Tier = Schema.Literals(TIERS)
export type Tier = typeof Tier.Type
