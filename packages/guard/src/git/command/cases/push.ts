import type { Example } from "../../spec.ts"

export const examples: readonly Example[] = []
