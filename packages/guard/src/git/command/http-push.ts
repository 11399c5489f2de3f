import type { Effect } from "../effect.ts"
import { allow, deny } from "../example.ts"
import { optionTable } from "../options.ts"
import { everyBranch, pushEffects } from "../push.ts"
import { parseRefspec, refspecsOf } from "../refspec.ts"
import { landings } from "../remote.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import { textOf } from "../../shell/value.ts"
import type { State } from "../../state/state.ts"

const options = optionTable(["--all", "--dry-run", "--helper-status", "--force", "--verbose", "-d", "-D"])

function effects(invocation: Invocation, state: State): readonly Effect[] {
  const { options, operands, repository } = invocation
  const url = textOf(operands[0]?.value)
  if (options.has("dry-run") || url === undefined) return []
  const given = refspecsOf(operands.slice(1))
  const push = {
    refspecs: options.has("all") ? [...given, everyBranch] : given.length > 0 ? given : [parseRefspec(":")],
    forced: options.has("force"),
    deletes: options.has("d", "D"),
    mirror: false,
    prune: false,
    tags: false,
  }
  const remote = { name: url, configured: false, urls: [url] }
  return landings(remote, invocation, state).flatMap((landing) => pushEffects(push, landing, repository))
}

const DAV = "https://dav.example.invalid/r.git"
const given = `git remote add dav ${DAV} && git update-ref refs/remotes/dav/main HEAD`
const notRun = "needs a WebDAV server"

export const httpPush: SubcommandSpec = {
  name: "http-push",
  options,
  effects,
  examples: [
    allow(`git http-push ${DAV}/ feat/child-work`, "own branch", { given, notRun }),
    allow(`git http-push --dry-run ${DAV}/ HEAD:main`, "a dry run", { given, notRun }),
    deny("foreign-remote-branch", `git http-push --force ${DAV}/ HEAD:main`, "rewrites main there", { given, notRun }),
    deny("foreign-remote-branch", `git http-push -D ${DAV}/ main`, "deletes main there", { given, notRun }),
  ],
}
