/** What stands for a session when it asks, read from the rows in one go. */
import type { SQL } from "bun"
import type { decideAskRouting, Route } from "../agent/config.ts"
import * as Sessions from "../session/row.ts"
import type { Info as Session } from "../session/schema.ts"
import * as Approval from "./approval.ts"
import * as Grants from "./grant-row.ts"
import type { Layer } from "./rule.ts"
import type { Scene } from "./settle.ts"
import * as Snapshot from "./snapshot.ts"

/** A session and those above it, itself first. */
export type Chain = readonly [Session, ...Session[]]

/** The chain of a session; undefined where there is none of that id, or it was removed. */
export async function chainOf(sql: SQL, id: string): Promise<Chain | undefined> {
  const [first, ...rest] = await Sessions.chain(sql, id)
  return first && first.state !== "removed" ? [first, ...rest] : undefined
}

export const idsOf = (chain: readonly Session[]): readonly string[] => chain.map((session) => session.id)

export const rootOf = (chain: Chain): Session => chain.at(-1)!

/** The rulesets of a chain, each with whose it is. What the user configured lies under the root's. */
export const layersOf = (chain: readonly Session[], configured: Layer): readonly Layer[] =>
  chain.map(({ id, rules }, at) => ({
    whose: `session ${id}`,
    rules,
    ...(at === chain.length - 1 ? { under: { whose: configured.whose, rules: configured.rules } } : {}),
  }))

/** Where the ask of a session goes. One whose parent is not known any more is on its own. */
export const routeOf = (chain: Chain, attended: boolean, decide: typeof decideAskRouting): Route =>
  decide({ kind: chain[0].kind, parent: chain[1]?.id ?? null, root: rootOf(chain).id }, attended)

/** What a session stands on now: its rulesets, and the approvals of its project. */
export async function standingOf(sql: SQL, chain: Chain, configured: Layer): Promise<Snapshot.Info> {
  return { layers: layersOf(chain, configured), approved: await Approval.of(sql, Approval.scopeOf(chain[0])) }
}

/** Everything that may settle an open request of a session without a question. */
export async function sceneOf(sql: SQL, chain: Chain, configured: Layer, route: Route, now: number): Promise<Scene> {
  const root = rootOf(chain)
  return {
    route,
    approved: await Approval.of(sql, Approval.scopeOf(chain[0])),
    grants: await Grants.active(sql, idsOf(chain), now),
    inherited: route.to === "inherit" ? await inheritedBy(sql, chain, configured) : [],
    policy: route.to === "forward" ? await standingOf(sql, [root], configured) : undefined,
  }
}

/** A subagent has what its parent has, which has what its own parent has where it is a subagent itself. */
async function inheritedBy(sql: SQL, chain: Chain, configured: Layer): Promise<readonly Snapshot.Info[]> {
  const above: Snapshot.Info[] = []
  let rest: readonly Session[] = chain
  while (rest[0]?.kind === "subagent" && rest[1]) {
    rest = rest.slice(1)
    const parent: Chain = [rest[0]!, ...rest.slice(1)]
    above.push((await Snapshot.get(sql, parent[0].id)) ?? (await standingOf(sql, parent, configured)))
  }
  return above
}
