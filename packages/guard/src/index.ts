/** @ringfence/guard: command text in, verdict out. */
export { Guard, type CheckRequest, type Explanation, type PathRequest, type Session } from "./guard.ts"
export { commandLine } from "./policy/message.ts"
export type { Effect, Site } from "./git/effect.ts"
export type { Remedy, Rule, Stake } from "./policy/rule.ts"
export type { PolicyName, Verdict } from "./policy/verdict.ts"
export type { Command, Directory, Move, Place, Program } from "./shell/program.ts"
export { showValue, type Value, type Word } from "./shell/value.ts"
