import type { Effect } from "../effect.ts"
import { allow, deny } from "../example.ts"
import { keepsGrace } from "../expiry.ts"
import { optionTable } from "../options.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"

const options = optionTable([
  "-n --dry-run",
  "-v --verbose",
  "--progress",
  "--expire <expiry-date>",
  "--exclude-promisor-objects",
])

function effects({ options, site }: Invocation): readonly Effect[] {
  if (options.has("dry-run") || keepsGrace(options.value("expire")?.value)) return []
  return [{ kind: "objectLoss", site, what: "unreachable objects" }]
}

/** Throws unreachable objects away; without a date that is all of them, at once. */
export const prune: SubcommandSpec = {
  name: "prune",
  options,
  effects,
  examples: [
    allow("git prune -n", "a dry run"),
    allow("git prune --dry-run --verbose", "a dry run"),
    allow("git prune --expire=2.weeks.ago", "no more than gc does"),
    deny("object-loss", "git prune", "what other worktrees could still recover"),
    deny("object-loss", "git prune -v --progress", "what other worktrees could still recover"),
    deny("object-loss", "git prune --expire=now", "what other worktrees could still recover"),
    deny("object-loss", "git prune --exp now", "an abbreviation"),
    deny("object-loss", "git prune -n --no-dry-run", "a later option takes the dry run back"),
    deny("object-loss", "git -C ../sib prune", "the same store from another directory"),
  ],
}
