/** Guard and fence on every example of the guard's tables: what one refuses, or lets pass, so does the other. */
import { Guard } from "@ringfence/guard"
import { allExamples, type Owned } from "@ringfence/guard/examples"
import {
  arrange,
  copyScene,
  damage,
  foreignChanges,
  run,
  snapshot,
  standing,
  untouchedScene,
} from "@ringfence/guard/fixture"
import { fencedEnv } from "./trial.ts"
import { fill } from "./place.ts"
import type { Row } from "./index.ts"

const guard = await Guard.load()

const BLOCKED = /^Reason: \[([\w/-]+)\]/m

/** A patch that comes on the input, and is no ref's business: the shim leaves the input to git. */
const UNSEEN = /\bgit (?:\S+ )*(?:apply|am)\b.*<|\| *git (?:\S+ )*(?:apply|am)\b/

/** What is refused here is refused in words that nobody gets to see. */
const SILENCED = /2>+ *\/dev\/null/

/** Both verdicts on one example, and what became of it inside the fence. */
async function judge({ example }: Owned): ReturnType<Row["judge"]> {
  const options = { integration: example.integration ?? "orchestrator" } as const
  const scene = copyScene(options)
  try {
    if (example.given !== undefined) await arrange(scene, fill(scene, example.given))
    const env = Object.fromEntries(
      Object.entries({ ...scene.env, ...example.env }).map(([name, value]) => [name, fill(scene, value)]),
    )
    const cwd = scene.folder(example.in)
    const command = fill(scene, example.command)
    const said = guard.check({ command, directory: scene.own, cwd, env, fenced: true })
    const fence = fencedEnv(scene, env)
    if (fence === undefined) return "skipped"
    const before = snapshot(scene)
    const ran = await run(scene, command, { cwd, env: { ...env, ...fence }, timeout: 60_000 })
    const branch = /^ref: refs\/heads\/(.*)$/.exec(before.get("head own") ?? "")?.[1]
    const session = standing(scene, { branches: branch === undefined ? [] : [branch] })
    const harm = damage(foreignChanges(before, snapshot(scene), session, untouchedScene(options)))
    const code = BLOCKED.exec(ran.out + ran.err)?.[1]
    const told = `guard: ${said.verdict} ${said.code ?? ""}; fence: ${code ?? "let it pass"}\n${example.given ?? ""}\n${example.command}\nexit ${ran.exit}\n${ran.out}${ran.err}`
    if (ran.timedOut) return { fault: `it hangs\n${told}` }
    if (said.verdict === "allow") {
      // What cannot be read in the text is let pass for the fence to see what it came to.
      const unread = guard.check({ command, directory: scene.own, cwd, env }).verdict === "deny"
      return code === undefined || unread ? "holds" : { fault: `the fence alone refuses it\n${told}` }
    }
    if (code === undefined && UNSEEN.test(command)) return "skipped"
    if (code === undefined && harm.length === 0 && ran.exit === 128 && SILENCED.test(command)) return "holds"
    if (code === undefined)
      return { fault: `the guard alone refuses it${harm.length > 0 ? `, and it ${harm.join("; ")}` : ""}\n${told}` }
    if (harm.length > 0) return { fault: `refused, and yet it ${harm.join("; ")}\n${told}` }
    return code === said.code ? "holds" : { fault: `they give different reasons\n${told}` }
  } finally {
    scene.remove()
  }
}

export const agreements: readonly Row[] = allExamples()
  .filter(({ owner, example }) => owner.startsWith("git ") && example.notRun === undefined)
  .map((owned) => ({
    group: "agreement",
    id: [owned.owner, owned.example.in, owned.example.given, owned.example.command]
      .filter(Boolean)
      .join(" | ")
      .replaceAll("\n", " ⏎ "),
    judge: () => judge(owned),
  }))
