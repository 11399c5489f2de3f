import { posix } from "node:path"
import type { Effect } from "../effect.ts"
import { allow, deny } from "../example.ts"
import { optionTable } from "../options.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import { writes } from "../worktree.ts"
import { writeTo } from "../writer/target.ts"
import { mapValue, unknown, type Value } from "../../shell/value.ts"
import type { State } from "../../state/state.ts"

const options = optionTable([
  "-a --all",
  "--ignore-skip-worktree-bits",
  "-f --force",
  "-q --quiet",
  "-n --no-create",
  "-u --index",
  "-z",
  "--stdin",
  "--temp",
  "--prefix <string>",
  "--stage <stage>",
])

function effects(invocation: Invocation, state: State): readonly Effect[] {
  const { options, site } = invocation
  const prefix = options.value("prefix")
  const files = prefix
    ? writeTo(fromTop(prefix.value, invocation), state)
    : writes(site, ["files"], { destructive: options.has("force") })
  return options.has("index") ? [...files, ...writes(site, ["index"])] : files
}

/** git starts at the top of the worktree and puts the prefix before each file's path. */
function fromTop(prefix: Value, { repository }: Invocation): Value {
  const top = repository?.worktree
  if (prefix.kind === "known" && posix.isAbsolute(prefix.text)) return prefix
  if (top === undefined) return unknown("the top of a worktree that cannot be read")
  if (prefix.kind === "startsWith")
    return { kind: "below", directory: posix.resolve(top, posix.dirname(`${prefix.text}x`)) }
  return mapValue(prefix, (text) => posix.resolve(top, text))
}

/** Copies files out of the index. */
export const checkoutIndex: SubcommandSpec = {
  name: "checkout-index",
  options,
  effects,
  examples: [
    allow("git checkout-index -fa", "the own files"),
    allow("git checkout-index -u -- README.md", "the own files"),
    allow("git checkout-index -a --prefix=build/", "below a folder of the own worktree"),
    allow('git checkout-index -a --prefix="$(mktemp -d)/"', "into a folder of its own"),
    allow("git checkout-index --temp README.md", "a temporary file"),
    deny("foreign-worktree", "git checkout-index -fa --prefix=../main/", "files of the main checkout"),
    deny("foreign-worktree", "git checkout-index -a --prefix=../main/copy-", "from the top, whatever the folder", {
      in: "subdir",
    }),
    deny("foreign-worktree", "git -C ../sib checkout-index -f -a", "throws away what the sibling has not committed"),
  ],
}
