import type { Rule } from "../rule.ts"

export const grant: Rule = {
  code: "self/grant",
  title: "a child session cannot grant, lift or switch off what guards it",
  why: "Approvals come from a person or from the session that started this one.",
  refuses: (effect, state) =>
    state.own && effect.kind === "self" && effect.what === "grant" ? { what: effect.detail } : undefined,
  remedies: () => [
    { text: "say in your answer what you need and why; a person can give it with `ringfence session grant-approval`" },
  ],
}
