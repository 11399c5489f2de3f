/** External `git foo` commands that rewrite history or move parts of it: filter-repo, lfs, subtree. */
import { directoryAt, resolvePath } from "../../shell/path.ts"
import { known, mapValue, oneOf, textOf, type Value, type Word } from "../../shell/value.ts"
import type { Effect } from "../effect.ts"
import { allow, deny } from "../example.ts"
import { branchRef } from "../refs.ts"
import type { ToolSpec } from "../spec.ts"
import { Reach } from "./reach.ts"
import { absent, row, tool, type Call } from "./rows.ts"

const fullName = (value: Value): Value =>
  mapValue(value, (text) => (text.startsWith("refs/") ? text : `refs/heads/${text}`))

/** Branches and tags, which a rewrite of everything replaces. */
function everything(reach: Reach): readonly Effect[] {
  const refs = reach.repository?.refs
  const all = refs ? oneOf([...refs.list("refs/heads/"), ...refs.list("refs/tags/")]) : reach.everyBranch
  return [...reach.ref("update", all), { kind: "objectLoss", site: reach.site, what: "history" }, ...reach.files(true)]
}

/** Ranges and `HEAD` are of the branches they end in. */
function rewritten(words: readonly Word[], reach: Reach): readonly Effect[] {
  return words.flatMap((word) => {
    const text = textOf(word.value)
    if (text !== undefined && /^[-^]/.test(text))
      return text === "--all" || text === "--branches" ? everything(reach) : []
    const end = mapValue(word.value, (each) => each.replace(/^.*\.\./, ""))
    return textOf(end) === "HEAD" || textOf(end) === ""
      ? reach.ref("update", reach.current)
      : reach.ref("update", fullName(end))
  })
}

const filterRepo: ToolSpec = tool({
  names: ["git-filter-repo"],
  rows: [
    row(
      "",
      [
        "--analyze!",
        "--refs <ref>",
        "--source <dir>",
        "--target <dir>",
        "--path <path>",
        "--path-glob <glob>",
        "--path-regex <pattern>",
        "--path-rename <pair>",
        "--paths-from-file <file>",
        "--replace-text <file>",
        "--replace-message <file>",
        "--subdirectory-filter <dir>",
        "--to-subdirectory-filter <dir>",
        "--mailmap <file>",
        "--strip-blobs-bigger-than <size>",
        "--strip-blobs-with-ids <file>",
        "--force -f",
      ],
      (call) => {
        const place = call.reading.value("target", "source")
        const reach = place
          ? new Reach(
              { ...call.command, directory: directoryAt(resolvePath(call.command.directory, place.value)) },
              call.state,
            )
          : call.reach
        const refs = call.reading.values("refs")
        return refs.length > 0 ? rewritten([...refs, ...call.operands], reach) : everything(reach)
      },
    ),
  ],
  examples: absent("git-filter-repo", [
    allow("git filter-repo --analyze", "only reports"),
    allow("git filter-repo --dry-run --path src", "a dry run"),
    allow("git filter-repo --path src --refs feat/child-work --force", "the own branch only"),
    deny("foreign-branch", "git filter-repo --path src --force", "rewrites every branch"),
    deny("foreign-branch", "git-filter-repo --replace-text words.txt --refs main", "rewrites a foreign branch"),
  ]),
})

const SCOPES = [
  "--local",
  "--worktree",
  "--system",
  "--file <file>",
  "--force -f",
  "--skip-repo",
  "--skip-smudge",
  "--manual",
]

/** `install` writes the filter into the configuration, and hooks into the repository. */
function installs({ reading, reach }: Call): readonly Effect[] {
  const scope = reading.has("local")
    ? "shared"
    : reading.has("worktree")
      ? "worktree"
      : reading.has("system")
        ? "system"
        : reading.has("file")
          ? "file"
          : "global"
  return [
    {
      kind: "config",
      site: reach.site,
      scope,
      action: "set",
      key: known("filter.lfs.process"),
      value: known("git-lfs filter-process"),
    },
    ...(reading.has("skip-repo") || reading.has("manual") ? [] : hooks({ reach })),
  ]
}

const hooks = ({ reach }: Pick<Call, "reach">): readonly Effect[] =>
  reach.repository
    ? [{ kind: "hooks", site: reach.site, path: known(`${reach.repository.commonDir}/hooks/pre-push`) }]
    : []

/** Without refs the current branch is rewritten; with `--everything` all of them. */
function migrates({ reading, operands, reach }: Call): readonly Effect[] {
  if (reading.has("everything")) return everything(reach)
  const refs = [...operands, ...reading.values("include-ref")]
  return refs.length > 0
    ? refs.flatMap((word) => reach.ref("update", fullName(word.value)))
    : reach.ref("update", reach.current)
}

const MIGRATE = [
  "-I --include <patterns>",
  "-X --exclude <patterns>",
  "--include-ref <ref>",
  "--exclude-ref <ref>",
  "--everything",
  "--above <size>",
  "--object-map <file>",
  "--fixup",
  "--no-rewrite",
  "-m --message <text>",
  "--skip-fetch",
  "--remote <name>",
  "--yes",
  "--verbose",
]

const lfs: ToolSpec = tool({
  names: ["git-lfs"],
  rows: [
    row("migrate import|migrate export", MIGRATE, migrates),
    row("install", SCOPES, installs),
    row("uninstall", SCOPES, installs),
    row("update", ["--force -f", "--manual!"], hooks),
    row(
      "track|untrack|pull|checkout",
      ["-l --lockable", "--filename", "-I --include <patterns>", "-X --exclude <patterns>"],
      ({ reach }) => reach.files(),
    ),
  ],
  examples: absent("git-lfs", [
    allow("git lfs ls-files && git lfs status && git lfs env", "look"),
    allow("git lfs track '*.bin' && git add .gitattributes", "own files"),
    allow("git lfs pull", "own files"),
    allow("git lfs migrate info --everything", "only reports"),
    allow("git lfs migrate import --include='*.bin' --yes", "the own branch"),
    deny("foreign-branch", "git lfs migrate import --everything --include='*.bin'", "rewrites every branch"),
    deny(
      "foreign-branch",
      "git lfs migrate import --include-ref=refs/heads/main --include='*.bin'",
      "rewrites a foreign branch",
    ),
    deny("foreign-branch", "git lfs migrate export main --include='*.bin'", "rewrites a foreign branch"),
    deny("shared-config", "git lfs install --local", "a filter and hooks for every worktree"),
    deny("shared-config", "git lfs install", "a filter for every repository of the user"),
    deny("foreign-worktree", "git -C ../main lfs pull", "files of the main checkout"),
  ]),
})

const SUBTREE = [
  "-P --prefix <dir>",
  "-m --message <text>",
  "--annotate <text>",
  "-b --branch <name>",
  "--onto <rev>",
  "--rejoin",
  "--ignore-joins",
  "--squash",
  "-q --quiet",
  "-d --debug",
  "-S --gpg-sign[=<key>]",
]

/** `push <repository> [+][<local>:]<ref>` is a push like git's. */
function subtreePush({ operands, reach }: Call): readonly Effect[] {
  const [remote, spec] = operands
  const text = textOf(spec?.value)
  const name = textOf(remote?.value)
  if (!spec || text === undefined) return []
  const target = text.replace(/^\+/, "").replace(/^.*:/, "")
  return reach.remote(
    text.startsWith("+") ? "force" : "update",
    fullName(known(target)),
    name === undefined ? {} : { remote: name },
  )
}

const subtree: ToolSpec = tool({
  names: ["git-subtree"],
  globals: SUBTREE,
  rows: [
    row("push", SUBTREE, subtreePush),
    row("split", SUBTREE, ({ reading, reach }) => {
      const branch = reading.value("branch")?.value
      return [
        ...(branch ? reach.ref("update", branchRef(branch)) : []),
        ...(reading.has("rejoin") ? reach.files() : []),
      ]
    }),
    row("merge", SUBTREE, ({ operands, reach }) => [
      ...reach.integrates("merge", operands[0] ? { from: operands[0].value } : {}),
      ...reach.files(),
    ]),
    row("add|pull", SUBTREE, ({ reach }) => reach.files()),
  ],
  examples: [
    allow("git subtree split --prefix=src -b src-only", "a new branch"),
    allow("git subtree split -P src", "prints a commit"),
    allow("git subtree push --prefix=src origin src-only", "a new branch of the remote"),
    deny("foreign-remote-branch", "git subtree push --prefix=src origin main", "lands on main"),
    deny("foreign-branch", "git subtree split --prefix=src --branch feat/other", "writes a foreign branch"),
    deny("merge", "git subtree merge --prefix=src main", "integrates"),
    deny("foreign-worktree", "git -C ../main subtree pull --prefix=src origin main", "files of the main checkout"),
  ],
})

export const histories: readonly ToolSpec[] = [filterRepo, lfs, subtree]
