import type { Effect } from "../effect.ts"
import { allow, deny } from "../example.ts"
import { optionTable } from "../options.ts"
import { everyBranch, pushEffects } from "../push.ts"
import { parseRefspec, refspecsOf, refspecsOfText, type Refspec } from "../refspec.ts"
import { defaultRemote, landings, remoteCalled, type Remote } from "../remote.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import { textOf, unknown, type Value } from "../../shell/value.ts"
import type { Repository, State } from "../../state/state.ts"

const options = optionTable([
  "-v --verbose",
  "-q --quiet",
  "--receive-pack --exec <receive-pack>",
  "--remote <remote>",
  "--all",
  "-n --dry-run",
  "--mirror",
  "-f --force",
  "--signed[=<mode>]",
  "--push-option <option>",
  "--progress",
  "--thin",
  "--atomic",
  "--stateless-rpc",
  "--stdin",
  "--helper-status",
  "--force-with-lease[=<refname>]",
  "--force-if-includes",
])

function effects(invocation: Invocation, state: State): readonly Effect[] {
  const { options, operands, repository } = invocation
  if (options.has("dry-run") || operands.length === 0) return []
  const push = {
    refspecs: refspecsFor(invocation),
    forced: options.has("force", "force-with-lease"),
    deletes: false,
    mirror: options.has("mirror"),
    prune: false,
    tags: false,
  }
  const remote = placeOf(operands[0]!.value, repository)
  return landings(remote, invocation, state).flatMap((landing) => pushEffects(push, landing, repository))
}

/** A path or URL, never a name; one that cannot be read may be the default remote's. */
function placeOf(value: Value, repository: Repository | undefined): Remote {
  const text = textOf(value)
  if (text !== undefined) return { name: text, configured: false, urls: [text] }
  return remoteCalled(defaultRemote(repository, "push"), repository, "push")
}

/** Without refs it pushes every branch that both sides have. */
function refspecsFor({ options, operands, command }: Invocation): readonly Refspec[] {
  const piped = options.has("stdin") ? refspecsOfText(command.stdin ?? unknown("standard input")) : []
  const given = [...refspecsOf(operands.slice(1)), ...piped]
  if (options.has("all")) return [...given, everyBranch]
  return given.length > 0 ? given : [parseRefspec(":")]
}

const REMOTE = "foreign-remote-branch"

export const sendPack: SubcommandSpec = {
  name: "send-pack",
  options,
  effects,
  examples: [
    allow("git send-pack ../origin.git feat/child-work", "own branch"),
    allow("git send-pack --force ../origin.git HEAD:refs/heads/feat/child-work", "own branch"),
    allow("git send-pack ../origin.git HEAD:refs/heads/feat/brand-new", "a new branch"),
    allow("git send-pack --dry-run ../origin.git HEAD:main", "a dry run"),
    deny(REMOTE, "git send-pack --force ../origin.git HEAD:refs/heads/main", "rewrites main there"),
    deny(REMOTE, "git send-pack ../origin.git +HEAD:feat/sibling", "rewrites the sibling's branch"),
    deny(REMOTE, "git send-pack ../origin.git :feat/sibling", "deletes the sibling's branch"),
    deny(REMOTE, "git send-pack --all --force ../origin.git", "every branch"),
    deny(REMOTE, "git send-pack --mirror ../origin.git", "every ref"),
    deny(REMOTE, "echo +HEAD:refs/heads/main | git send-pack --stdin ../origin.git", "refs on standard input"),
    deny(REMOTE, 'git send-pack --force "$URL" HEAD:refs/heads/main', "it may be the remote's", {
      env: { URL: "../origin.git" },
    }),
    deny("foreign-branch", "git send-pack --force ../main HEAD:refs/heads/feat/other", "this very repository"),
  ],
}
