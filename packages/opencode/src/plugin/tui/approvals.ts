/** What waits and what is in force: to answer, and to take back. */
import type { Grant, Permission } from "./desk.ts"
import type { Choice } from "./dialogs.ts"
import { answerAsk, grantApproval, type Scene } from "./grant.ts"
import { ago, grantLine, nameOf, wishText } from "./text.ts"

type Chosen = { readonly ask: Permission.Asked } | { readonly grant: Grant.Info } | "grant"

/** Runs the dialogs. @returns what was done, in a sentence; undefined where they were left */
export async function approvals(scene: Scene): Promise<string | undefined> {
  const sight = await scene.desk.look()
  const choices: readonly Choice<Chosen>[] = [
    ...sight.asks.map((ask) => ({
      title: nameOf(sight.sessions, ask.session),
      description: `${wishText(ask)}, ${ago(ask.created)}`,
      category: "Waiting for an answer",
      value: { ask },
    })),
    ...sight.grants.map((grant) => ({
      title: grantLine(grant, sight),
      category: "In force: choose to revoke",
      value: { grant },
    })),
    { title: "Grant approval…", category: "Other", value: "grant" },
  ]
  const chosen = await scene.dialogs.select("Approvals", choices)
  if (chosen === undefined) return undefined
  if (chosen === "grant") return grantApproval(scene)
  if ("ask" in chosen) return answerAsk(scene, sight, chosen.ask)
  const sure = await scene.dialogs.select(`Revoke? ${grantLine(chosen.grant, sight)}`, [
    { title: "Revoke it", value: true },
    { title: "Leave it", value: false },
  ])
  if (!sure) return undefined
  await scene.desk.revoke(chosen.grant.id)
  return `Revoked: ${grantLine(chosen.grant, sight)}`
}
