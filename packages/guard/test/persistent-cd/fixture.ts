/** What tests of hosts need of these: the cases, and a marked checkout to put them to. */
export { harmless, refused } from "../../src/policy/persistent-cd.ts"
export { CASES, type Case } from "./cases.ts"
export { texts } from "./random.ts"
export { fateInBash, furnish, git, makeScene, type Scene } from "./scene.ts"
