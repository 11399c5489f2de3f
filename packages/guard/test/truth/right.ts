/** Whether a verdict is right, by what really happened. */
import type { Effect } from "../../src/git/effect.ts"
import type { Verdict } from "../../src/index.ts"
import { textsOf, type Value } from "../../src/shell/value.ts"
import { damage, OWN_BRANCH, type Snapshot } from "../fixture/index.ts"
import { inScene, suffer, type Outcome, type Trial } from "./trial.ts"

/** Codes that decide by form: harm in this very scene is not needed. */
const BY_FORM: ReadonlySet<string> = new Set([
  "isolated-git/rebase",
  "isolated-git/merge",
  "isolated-git/switch-branch",
  "isolated-git/detach-head",
  "isolated-git/worktree-registry",
  "isolated-git/unreadable-operand",
  "isolated-git/too-long",
  "self/grant",
  "self/guard-settings",
])

/** Keys nobody may write, whatever they hold. */
const NEVER = /^(core\.(bare|worktree|hookspath|repositoryformatversion)$|extensions\.|alias\.|url\.|filter\.|include)/i

/** Other people's work where an untouched scene has none: dirty files, staged files, a stash entry, operations. */
const PROVOCATION = `
for w in <main> <sib>; do
  cd "$w"
  echo stashed >> docs/old.md; git stash -q
  echo changed >> README.md; echo new > untracked.txt; echo staged > staged.txt; git add staged.txt
done
git -C <main> notes add -m 'a note' HEAD 2>/dev/null
git -C <main> push -q origin refs/notes/commits 2>/dev/null
true`

/** What is wrong with an allow, or undefined. */
export function allowFault({ changes }: Outcome): string | undefined {
  const harm = damage(changes)
  return harm.length > 0 ? `allowed, but it ${harm.join("; ")}` : undefined
}

/** What is wrong with a deny, or undefined: it harms somebody here or where there is more at stake, or is refused by form. */
export async function denyFault(trial: Trial, verdict: Verdict, outcome: Outcome): Promise<string | undefined> {
  if (outcome.changes.length > 0 || byForm(verdict, outcome)) return undefined
  const given = `(\n${trial.given ?? ":"}\n)\n${PROVOCATION}`
  const provoked = await inScene({ ...trial, given }, (scene, untouched) => suffer(scene, trial, untouched)).catch(
    () => undefined,
  )
  return provoked && provoked.changes.length > 0 ? undefined : `denied (${verdict.code}), but it harms nobody`
}

/** The reasons a deny needs no harm to be shown. */
function byForm(verdict: Verdict, { ran, untouched }: Outcome): boolean {
  if (BY_FORM.has(verdict.code ?? "")) return true
  return verdict.effects.some(
    (effect) =>
      (effect.kind === "config" && matches(effect.key, (key) => NEVER.test(key))) ||
      (effect.kind === "remote" && (effect.bulk === true || namesForeign(effect, untouched))) ||
      (ran.exit !== 0 && namesForeign(effect, untouched)),
  )
}

/** Whether the effect is on something that stood in the scene before and is not the session's. */
function namesForeign(effect: Effect, untouched: Snapshot): boolean {
  const foreign =
    (label: string) =>
    (ref: string): boolean =>
      untouched.has(`${label} ${ref}`) && ref !== `refs/heads/${OWN_BRANCH}`
  if (effect.kind === "ref")
    return effect.byForm === true || matches(effect.ref, foreign("ref")) || matches(effect.to, foreign("ref"))
  if (effect.kind === "remote") return matches(effect.ref, foreign("remote"))
  return "site" in effect && ["foreign", "shared", "remote"].includes(effect.site.kind)
}

const matches = (value: Value | undefined, test: (text: string) => boolean): boolean =>
  value !== undefined && (textsOf(value) ?? []).some(test)
