import type { Effect } from "../effect.ts"
import { allow, deny } from "../example.ts"
import { optionTable } from "../options.ts"
import { expandRef } from "../refs.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import { known, textOf, type Value, type Word } from "../../shell/value.ts"

const options = optionTable([
  "-l --list!",
  "-d --delete!",
  "-e --edit!",
  "-g --graft!",
  "--convert-graft-file!",
  "-f --force",
  "--raw",
  "--format <format>",
])

const FOLDER = "refs/replace/"

function effects(invocation: Invocation): readonly Effect[] {
  const { options, operands, site } = invocation
  const write = (action: "update" | "delete", ref: Value): Effect => {
    return { kind: "ref", site, action, ref, forced: true }
  }
  if (options.has("convert-graft-file")) return [write("update", known(`${FOLDER}*`))]
  if (options.has("list") || operands.length === 0) return []
  if (options.has("delete")) return operands.map((operand) => write("delete", replacementRef(operand, invocation)))
  if (operands.length < 2 && !options.has("edit", "graft")) return []
  return [write("update", replacementRef(operands[0]!, invocation))]
}

/** The ref bears the name of the replaced object, which the operand names in any way a revision can. */
function replacementRef({ value }: Word, { repository }: Invocation): Value {
  const text = textOf(value)
  if (text === undefined) return known(`${FOLDER}*`)
  const ref = repository && expandRef(text, repository)
  return known(FOLDER + ((ref && repository?.refs.resolve(ref)) ?? text))
}

/** Replacements: every worktree reads the replaced object's stand-in at once. */
export const replace: SubcommandSpec = {
  name: "replace",
  options,
  effects,
  examples: [
    allow("git replace", "lists"),
    allow("git replace -l 'a*'", "lists"),
    allow("git replace --list --format=long", "lists"),
    deny("ref-write", "git replace HEAD~1 HEAD~2", "every worktree sees the stand-in"),
    deny("ref-write", "git replace main HEAD", "main's commit is replaced for all"),
    deny("ref-write", "git replace -f HEAD HEAD~1", "overwrites"),
    deny("ref-write", "git replace --graft HEAD~1", "cuts history for all worktrees"),
    deny("ref-write", "git replace --gra HEAD HEAD~2", "an abbreviation"),
    deny(
      "ref-write",
      "GIT_EDITOR='sed -i s/work/play/' git replace --edit HEAD",
      "replaces the object by what the editor leaves",
    ),
    deny("ref-write", "git replace --convert-graft-file", "writes a replacement for every graft", {
      given: 'git rev-parse HEAD >> "$(git rev-parse --git-common-dir)/info/grafts"',
    }),
    deny("ref-write", 'git replace -d "$(git rev-parse HEAD~1)"', "deletes a replacement that all worktrees go by", {
      given: "git replace HEAD~1 HEAD~2",
    }),
    deny("ref-write", "git -C ../main replace HEAD~1 HEAD", "the same store from another directory"),
  ],
}
