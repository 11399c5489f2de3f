/** Whether a verdict is right, by what really happened. */
import type { Effect } from "../../src/git/effect.ts"
import type { Example } from "../../src/git/spec.ts"
import type { Verdict } from "../../src/index.ts"
import { textsOf, type Value } from "../../src/shell/value.ts"
import { damage, OWN_BRANCH, type Untouched } from "../fixture/index.ts"
import { provocations } from "./provocations.ts"
import { inScene, suffer, type Outcome, type Trial } from "./trial.ts"

/** Codes that decide by form: harm in this very scene is not needed. */
const BY_FORM: ReadonlySet<string> = new Set([
  "isolated-git/rebase",
  "isolated-git/merge",
  "isolated-git/switch-branch",
  "isolated-git/detach-head",
  "isolated-git/worktree-registry",
  "isolated-git/ref-write",
  "isolated-git/unreadable-operand",
  "isolated-git/too-long",
  "self/grant",
  "self/guard-settings",
])

/** Keys nobody may write, whatever they hold. */
const NEVER = /^(core\.(bare|worktree|hookspath|repositoryformatversion)$|extensions\.|alias\.|url\.|filter\.|include)/i

/** What is wrong with an allow, or undefined. */
export function allowFault({ changes }: Outcome): string | undefined {
  const harm = damage(changes)
  return harm.length > 0 ? `allowed, but it ${harm.join("; ")}` : undefined
}

/**
 * Forms that write where there is something to write, or by the answers of a person: no scene here has that for them.
 * And those whose writing no snapshot shows: owners of files, and what is made and taken away again.
 * Aimed at another worktree they are refused by form.
 */
const IDLE = new RegExp(
  [
    "(checkout|reset) -p .*< /dev/null",
    "push .*refs/tags/\\*",
    "merge-index .* cat ",
    "merge-(resolve|recursive) ",
    "ln -s .* && rm ",
    "mkdir .* && rmdir ",
    "chown ",
    "rerere($|\\W)",
    "read-tree ",
    "submodule (init|sync|update|absorbgitdirs)",
    "update-index ",
    "filter-branch ",
    "touch ",
  ].join("|"),
)

export interface Forms {
  /** Codes that decide by form are right without harm. Not so in repositories that are nobody's. */
  readonly byForm: boolean
  /** The same command aimed at the own worktree: a form that is denied or writes there is no better elsewhere. */
  readonly plain?: Example
}

/** What is wrong with a deny, or undefined: it harms somebody here or where there is more at stake, or is refused by form. */
export async function denyFault(
  trial: Trial,
  verdict: Verdict,
  outcome: Outcome,
  forms: Forms = { byForm: true },
): Promise<string | undefined> {
  if (outcome.changes.length > 0) return undefined
  if ((forms.byForm && isForm(verdict)) || couldBeAnywhere(verdict) || onForeign(verdict, outcome)) return undefined
  for (const provocation of provocations) {
    const provoked = await outcomeOf({ ...trial, given: `(\n${trial.given ?? ":"}\n)\n${provocation}` })
    if (provoked && provoked.changes.length > 0) return undefined
  }
  if (forms.plain && (forms.plain.verdict === "deny" || IDLE.test(trial.command) || (await writes(forms.plain))))
    return undefined
  return `denied (${verdict.code}), but it harms nobody`
}

/** Where a command acts that could be anybody's place. */
const couldBeAnywhere = ({ code, effects }: Verdict): boolean =>
  code === "isolated-git/unreadable-operand" &&
  effects.some((effect) => "site" in effect && effect.site.kind === "unknown")

const isForm = ({ code, effects }: Verdict): boolean =>
  BY_FORM.has(code ?? "") || effects.some(({ kind }) => kind === "integration" || kind === "registry")

const outcomeOf = (trial: Trial): Promise<Outcome | undefined> =>
  inScene(trial, (scene, untouched) => suffer(scene, trial, untouched)).catch(() => undefined)

/** Whether the command changes anything at all where it is typed. */
async function writes(trial: Trial): Promise<boolean> {
  const dirty =
    "\nfor f in README.md src/app.txt docs/guide.md; do echo changed >> $f; done; echo staged > staged.txt; git add staged.txt"
  const given = `${trial.given ?? ":"}${dirty}`
  const outcome = await outcomeOf({ ...trial, given })
  return outcome !== undefined && outcome.touched
}

/** Whether the verdict's effects are on something that is known to be foreign, though git refused or had nothing to do. */
function onForeign(verdict: Verdict, { ran, untouched }: Outcome): boolean {
  const refused = ran.exit !== 0 || /^(fatal|error): /m.test(ran.err)
  return verdict.effects.some((effect) => {
    if (effect.kind === "config")
      return (
        effect.action === "edit" || matches(effect.key, (key) => NEVER.test(key) || (refused && isSet(key, untouched)))
      )
    if (effect.kind === "objectLoss") return effect.what === "history"
    if (effect.kind === "remote") return effect.bulk === true || namesForeign(effect, untouched)
    return refused && namesForeign(effect, untouched)
  })
}

const isSet = (key: string, untouched: Untouched): boolean =>
  untouched.has(`config ${key}`) || untouched.has(`config ${key}.url`)

/** Whether the effect is on something that stood in the scene before and is not the session's. */
function namesForeign(effect: Effect, untouched: Untouched): boolean {
  const known =
    (label: string) =>
    (ref: string): boolean =>
      untouched.has(`${label} ${ref}`) && !isOwn(ref)
  if (effect.kind === "ref") return matches(effect.ref, known("ref")) || matches(effect.to, known("ref"))
  if (effect.kind === "remote") {
    const harsh = effect.action === "force" || effect.action === "delete"
    return matches(effect.ref, (ref) => known("remote")(ref) || (harsh && !isOwn(ref)))
  }
  return "site" in effect && ["foreign", "shared", "remote"].includes(effect.site.kind)
}

const isOwn = (ref: string): boolean => ref === `refs/heads/${OWN_BRANCH}`

const matches = (value: Value | undefined, test: (text: string) => boolean): boolean =>
  value !== undefined && (textsOf(value) ?? []).some(test)
