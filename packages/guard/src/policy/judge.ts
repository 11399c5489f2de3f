/** Effects x State -> Verdict. The first rule that refuses the first effect it refuses decides. */
import type { Effect } from "../git/effect.ts"
import type { Command, Program } from "../shell/program.ts"
import { textOf } from "../shell/value.ts"
import type { State } from "../state/state.ts"
import { commandLine, departure, refusal } from "./message.ts"
import type { MoveRule, Rule, Stake } from "./rule.ts"
import type { Inventory } from "./git-inventory/index.ts"
import type { PolicyName, Verdict } from "./verdict.ts"

/** The only rule that the fence makes unnecessary: it sees the real argv. */
const JUDGED_BY_FENCE = "isolated-git/unreadable-operand"

/** A command's effects with the state it finds. */
interface Deed {
  readonly command: Command
  readonly effects: readonly Effect[]
  readonly state: State
  readonly fenced: boolean
}

export interface Policy {
  readonly name: PolicyName
  readonly rules: readonly Rule[]
  readonly moveRules?: readonly MoveRule[]
  /** Loads the tables of a policy over argv. It is in force only where a request names it. */
  readonly inventory?: () => Inventory
}

/** Judges what a text would do by the given policies. */
export function judge(deeds: readonly Deed[], policies: readonly Policy[]): Verdict {
  const lifted = new Set<string>()
  const effects = deeds.flatMap((deed) => deed.effects)
  for (const deed of deeds) {
    for (const policy of policies) {
      const found = firstRefusal(deed, policy.rules, lifted)
      if (found) return { ...denial(deed, policy.name, found), effects }
    }
  }
  const creates = [...new Set(deeds.flatMap((deed) => deed.effects.flatMap((effect) => created(effect, deed.state))))]
  return {
    verdict: "allow",
    effects,
    remedy: [],
    ...(creates.length > 0 ? { creates } : {}),
    ...(lifted.size > 0 ? { lifted: [...lifted] } : {}),
  }
}

/** Whether one of the policies would refuse a move of this program, were it in force. */
export function refusesMove(program: Program, policies: readonly Policy[]): boolean {
  return (
    program.moves.length > 0 && policies.some(({ moveRules = [] }) => moveRules.some((rule) => rule.refuses(program)))
  )
}

/** Judges where a text leaves its shell. `verdict` allows what it does otherwise. */
export function judgeMoves(verdict: Verdict, program: Program, policies: readonly Policy[], state: State): Verdict {
  const lifted: string[] = []
  for (const { name, moveRules = [] } of policies) {
    for (const rule of moveRules) {
      const move = rule.refuses(program)
      if (!move || !rule.holds(state)) continue
      if (state.lifted.has(rule.code)) {
        lifted.push(rule.code)
        continue
      }
      const command = commandLine({ argv: move.argv, redirections: [] })
      const remedy = rule.remedies(move, state)
      const reason = departure(command, rule, remedy)
      return { verdict: "deny", policy: name, code: rule.code, command, reason, effects: verdict.effects, remedy }
    }
  }
  return lifted.length > 0 ? { ...verdict, lifted: [...(verdict.lifted ?? []), ...lifted] } : verdict
}

interface Refusal {
  readonly rule: Rule
  readonly effect: Effect
  readonly stake: Stake
}

function firstRefusal(deed: Deed, rules: readonly Rule[], lifted: Set<string>): Refusal | undefined {
  for (const rule of rules) {
    if (deed.fenced && rule.code === JUDGED_BY_FENCE) continue
    for (const effect of deed.effects) {
      const stake = rule.refuses(effect, deed.state)
      if (!stake) continue
      if (!deed.state.lifted.has(rule.code)) return { rule, effect, stake }
      lifted.add(rule.code)
    }
  }
  return undefined
}

function denial(
  { command, state }: Deed,
  policy: PolicyName,
  { rule, effect, stake }: Refusal,
): Omit<Verdict, "effects"> {
  // Nothing of a refused text runs: what to do instead starts from where it would have started.
  const remedy = rule.remedies(effect, state.initial)
  const line = commandLine(command)
  const { branch, path } = stake
  return {
    verdict: "deny",
    policy,
    code: rule.code,
    command: line,
    reason: refusal(line, rule, stake, remedy, state.initial),
    remedy,
    ...(branch === undefined && path === undefined
      ? {}
      : { owner: { ...(branch === undefined ? {} : { branch }), ...(path === undefined ? {} : { path }) } }),
  }
}

/** The branch or tag an effect would bring into being. */
function created(effect: Effect, state: State): readonly string[] {
  const value =
    effect.kind === "ref" && effect.action !== "delete"
      ? (effect.to ?? effect.ref)
      : effect.kind === "head" && effect.to.kind === "branch"
        ? effect.to.branch
        : undefined
  const text = textOf(value)
  if (text === undefined) return []
  const ref = effect.kind === "head" ? `refs/heads/${text}` : text
  return /^refs\/(heads|tags)\//.test(ref) && state.home?.refs.exists(ref) === false ? [ref] : []
}
