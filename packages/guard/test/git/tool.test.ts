import { describe, expect, test } from "bun:test"
import { simpleMap } from "../../src/git/tool/aliases.ts"
import { tools } from "../../src/git/tool/index.ts"
import { known } from "../../src/shell/value.ts"
import { handCommand, handState, shown, type World } from "./hand-state.ts"

const ALL = "refs/heads/feat/other | refs/heads/feat/own | refs/heads/main"

/** What the tool does, without the plain files and index of the own worktree, which every switch writes. */
function effectsOf(line: string, world: World = {}): readonly string[] {
  const command = handCommand(line)
  const spec = tools.get(line.split(" ")[0]!)
  if (!spec) throw new Error(`no tool ${line}`)
  return spec
    .effects(command, handState(world))
    .map(shown)
    .filter((each) => each !== "files" && each !== "index")
}

const ROWS: readonly (readonly [string, ...string[]])[] = [
  ["gh pr merge 3 --squash", "origin: update refs/heads/main and all"],
  ["gh pr merge --disable-auto"],
  ["gh pr merge -R other/repo 3"],
  ["gh pr merge -R acme/app 3", "origin: update refs/heads/main and all"],
  ["gh pr merge --repo=https://forge.example/acme/app 3", "origin: update refs/heads/main and all"],
  [
    "gh pr merge -sd",
    "origin: update refs/heads/main and all",
    "origin: delete refs/heads/feat/own",
    "delete! refs/heads/feat/own",
  ],
  ["gh pr merge 3 -h"],
  ["gh pr merge -b gh_pr_merge_--help 3", "origin: update refs/heads/main and all"],
  ["gh pr close 3"],
  ["gh pr close feat/other --delete-branch", "origin: delete refs/heads/feat/other", "delete! refs/heads/feat/other"],
  ["gh pr checkout 3", "head unknown"],
  ["gh pr checkout https://forge.example/acme/app/pull/3", "head unknown"],
  ["gh pr checkout $X", "head unknown"],
  ["gh pr checkout feat/other", "head existing feat/other"],
  ["gh pr checkout someone:feat/own", "head existing feat/own"],
  ["gh pr checkout 3 -b new", "head new new"],
  ["gh pr checkout 3 --branch main", "head existing main"],
  ["gh pr checkout -f -b main 3", "head reset main"],
  ["gh pr checkout 3 --detach", "head detached"],
  ["gh pr update-branch"],
  ["gh pr update-branch 3 --rebase", "origin: force <the branch of request 3, which only -b would name>"],
  ["gh repo sync", "update refs/heads/main"],
  ["gh repo sync -b feat/other --force", "update! refs/heads/feat/other"],
  ["gh repo sync acme/app -b dev", "origin: update refs/heads/dev"],
  ["gh repo sync other/repo"],
  ["gh repo edit --description x"],
  ["gh repo edit --default-branch dev", "origin: update refs/heads/main and all"],
  ["gh repo delete other/repo --yes"],
  ["gh repo delete acme/app --yes", "origin: delete <every branch of the repository> and all"],
  ["gh repo fork"],
  ["gh repo fork --remote", "shared set remote.origin.url"],
  ["gh repo fork --remote --remote-name mine", "shared set remote.mine.url"],
  ["gh release delete v1"],
  ["gh release delete v1 --cleanup-tag", "origin: delete refs/tags/v1"],
  ["gh api repos/acme/app/pulls/3/merge"],
  ["gh api -X PUT repos/acme/app/pulls/3/merge", "origin: update refs/heads/main and all"],
  ["gh api -X PUT repos/other/repo/pulls/3/merge"],
  ["gh api --method=DELETE /repos/{owner}/{repo}/git/refs/heads/feat/other", "origin: delete refs/heads/feat/other"],
  ["gh api repos/acme/app/git/refs -f ref=refs/heads/new -f sha=1", "origin: create refs/heads/new"],
  ["gh api -XPATCH repos/acme/app/git/refs/heads/main -F force=true", "origin: force refs/heads/main"],
  ["gh api repos/acme/app/merges --input body.json", "origin: update <the body of a request>"],
  ["gh api repos/acme/app/merges -f base=main -f head=x", "origin: update refs/heads/main"],
  ["gh api -X PUT repos/acme/app/contents/a.txt -f message=x", "origin: update refs/heads/main and all"],
  ["gh api graphql -f query=mutation{mergeBranch(input:{})}", "origin: update refs/heads/main and all"],
  ["gh api graphql -f query=query{mergeQueue}"],
  ["gh co 3", "head unknown"],
  ["gh nothing here"],
  ["glab mr merge 3", "origin: update refs/heads/main and all"],
  ["glab mr merge -R other/repo 3"],
  ["glab mr checkout 3 -b new", "head new new"],
  ["glab co 3", "head unknown"],
  ["glab release delete v1 -t", "origin: delete refs/tags/v1"],
  ["glab api -X DELETE projects/acme%2Fapp/repository/branches/feat%2Fother", "origin: delete refs/heads/feat/other"],
  ["glab api -X DELETE projects/other%2Frepo/repository/branches/main"],
  ["hub sync", `update! ${ALL}`],
  ["hub status"],
  ["jj git push", ...[]],
  ["jj git push -b main -b feat/own", "origin: force refs/heads/main", "origin: force refs/heads/feat/own"],
  ["jj git push --remote origin -b exact:main", "origin: force refs/heads/main"],
  ["jj git push --all --dry-run"],
  ["jj git fetch", "update refs/heads/feat/own | refs/heads/main"],
  ["jj -R ../main bookmark set x", "@foreign update! refs/heads/x"],
  ["jj b d feat/other main", "delete! refs/heads/feat/other", "delete! refs/heads/main"],
  ["jj bookmark rename main old", "rename refs/heads/main to refs/heads/old"],
  ["jj op restore 123", `update! ${ALL}`],
  ["git-filter-repo --refs main..feat/own --force", "update! refs/heads/feat/own"],
  ["git-filter-repo --path x", "update! " + ALL + " | refs/tags/v1", "loss of history"],
  ["git-lfs migrate import", "update! refs/heads/feat/own"],
  ["git-lfs migrate import --include-ref=main", "update! refs/heads/main"],
  ["git-lfs install --local", "shared set filter.lfs.process", "hooks /r/main/.git/hooks/pre-push"],
  ["git-lfs install --skip-repo", "global set filter.lfs.process"],
  ["git-subtree push --prefix=x origin main", "origin: update refs/heads/main"],
  ["git-subtree push --prefix x origin +HEAD:main", "origin: force refs/heads/main"],
  ["git-subtree push -P x ../elsewhere main"],
  ["git-subtree split -P x -b new", "update! refs/heads/new"],
  ["git-subtree merge -P x main", "merge of main"],
  [
    "git-flow feature finish a",
    "update! refs/heads/develop",
    "merge onto refs/heads/develop of feature/a",
    "delete! refs/heads/feature/a",
  ],
  ["git-flow feature start a", "head new feature/a"],
  ["git-machete traverse -y", "rebase", `update! ${ALL}`],
  ["git-machete status"],
  ["git-branchless move -d main", "rebase", `update! ${ALL}`],
  ["git-branchless smartlog"],
  ["git-town ship", "origin: update refs/heads/main and all", "update! refs/heads/main", "merge onto refs/heads/main"],
  ["git-town hack new", "head new new"],
  ["gt submit --stack", "origin: force refs/heads/feat/own"],
  ["gt checkout main", "head existing main"],
  ["gt log"],
  ["gs -q -sDEVICE=png16m a.pdf"],
  ["gs bco main", "head existing main"],
  ["gtr new a", "registry add"],
  ["git-gtr copy main", "@foreign files"],
  ["wt switch main"],
  ["wt switch new", "registry add"],
  ["wt merge", "update! refs/heads/main", "merge onto refs/heads/main", "registry remove"],
  ["git-delete-branch main", "delete! refs/heads/main", "origin: delete refs/heads/main"],
  ["git-squash main", "merge of main"],
  ["git-sync"],
  ["git-sync --all", "rebase", `update! ${ALL}`],
]

describe("what tools around git do", () => {
  for (const [line, ...expected] of ROWS) test(line, () => expect(effectsOf(line)).toEqual(expected))
})

test("help does nothing, whatever the subcommand", () => {
  const lines = ROWS.map(([line]) => line).filter((line) => effectsOf(line).length > 0)
  expect(lines.length).toBeGreaterThan(50)
  for (const line of lines) expect([line, effectsOf(`${line} --help`)]).toEqual([line, []])
})

test("a remote given by its address is told by it, and one that is nowhere by nothing", () => {
  const elsewhere = "https://forge.example/else/where.git"
  expect(effectsOf(`git-subtree push -P x ${elsewhere} main`)).toEqual([`${elsewhere}: update refs/heads/main`])
  expect(effectsOf("git-subtree push -P x https://forge.example/acme/app main")).toEqual([
    "origin: update refs/heads/main",
  ])
  expect(effectsOf("git-subtree push -P x nowhere main")).toEqual([])
})

test("a repository that is on this disk only may be meant by any name", () => {
  expect(effectsOf("gh pr merge -R acme/app 3", { url: "/r/origin.git" })).toEqual([
    "origin: update refs/heads/main and all",
  ])
})

test("outside of repositories nothing is touched", () => {
  const merge = tools
    .get("gh")!
    .effects(handCommand("gh pr merge 3", { directory: { kind: "at", path: "/elsewhere" } }), handState())
  expect(merge).toEqual([])
})

test("the user's aliases are read, and those for a shell are handed to one", () => {
  const world: World = {
    files: {
      "/home/.config/gh/config.yml":
        "git_protocol: https\naliases:\n    land: pr merge $1 --squash\n    go: '!gh pr merge \"$1\"'\n    co: pr view\n",
    },
  }
  expect(effectsOf("gh land 3", world)).toEqual(["origin: update refs/heads/main and all"])
  expect(effectsOf("gh co 3", world)).toEqual([])
  const runs = tools.get("gh")!.runs!(handCommand("gh go 3"), handState(world))
  expect(runs).toMatchObject([{ kind: "text", text: known('gh pr merge "$1"') }])
  const moved: World = {
    ...world,
    env: { GH_CONFIG_DIR: "/conf" },
    files: { "/conf/config.yml": "aliases:\n  m: pr merge\n" },
  }
  expect(effectsOf("gh m 3", moved)).toEqual(["origin: update refs/heads/main and all"])
})

test("aliases are read as YAML writes them", () => {
  expect(simpleMap("# x\na: b c # d\n'e f': \"g\\\"h\"\ni: |-\n  j\n  k\nl: 'm''n'\n", undefined)).toEqual({
    a: "b c",
    "e f": 'g"h',
    i: "j\nk",
    l: "m'n",
  })
  expect(simpleMap("x:\n  a: b\naliases:\n  c: d\ny: z\n", "aliases")).toEqual({ c: "d" })
})

test("what tools hand on is git's", () => {
  const handed = (line: string): unknown =>
    tools.get(line.split(" ")[0]!)!.runs!(handCommand(line), handState()).map((nested) =>
      nested.kind === "argv" ? nested.argv.map((word) => word.text) : nested,
    )
  expect(handed("hub push origin main")).toEqual([["git", "push", "origin", "main"]])
  expect(handed("hub pull-request")).toEqual([])
  expect(handed("gt rebase main")).toEqual([["git", "rebase", "main"]])
  expect(handed("gt submit")).toEqual([])
  expect(tools.get("gtr")!.runs!(handCommand("gtr run main git add -A"), handState())).toMatchObject([
    { kind: "argv", directory: "/r/main" },
  ])
})
