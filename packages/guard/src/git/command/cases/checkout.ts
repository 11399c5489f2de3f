import { allow, deny } from "../../example.ts"

const SELF = { integration: "self" } as const
const REMOTE_ONLY = { given: "git push -q origin v1^{}:refs/heads/spike && git fetch -q" }
const CAME_FROM_OTHER = { given: "git checkout -q feat/other && git checkout -q feat/child-work" }
const CAME_FROM_OWN = { given: "git checkout -q -b side && git checkout -q feat/child-work" }
const EDIT = { given: "echo x >> README.md" }

const toBranches = [
  deny("switch-branch", "git checkout main", "a foreign branch, though git refuses while it is in use"),
  deny("switch-branch", "git checkout feat/other", "a foreign branch"),
  deny("switch-branch", "git checkout -q release", "a foreign branch"),
  deny("switch-branch", "git checkout release -f", "options after operands"),
  deny("switch-branch", "git checkout --ignore-other-worktrees main", "under the main checkout's feet"),
  deny("switch-branch", "git checkout --ignore-other main", "an abbreviation"),
  deny("switch-branch", "git checkout release --", "a separator does not make it a path"),
  deny("switch-branch", "git checkout -- README.md; git checkout feat/other", "the second command"),
  deny("switch-branch", "git checkout hotfix", "a branch wins over a file of its name", {
    given:
      "git branch hotfix main && touch hotfix && git -C ../main checkout -q hotfix && git -C ../main checkout -q main",
  }),
  deny("switch-branch", "git checkout release --pathspec-from-file=/dev/null", "an empty list of paths is none"),
  deny("switch-branch", "git checkout @{u}", "the upstream is a local branch", { given: "git branch -qu release" }),
  deny("switch-branch", "git checkout -", "back to a foreign branch", CAME_FROM_OTHER),
  deny("switch-branch", "git checkout @{-1}", "back to a foreign branch", CAME_FROM_OTHER),
  deny("unreadable-operand", "git checkout -", "the form is in the table, and what it was is not on record"),
  deny("switch-branch", "git checkout $FLAGS release", "whatever the flags are", { env: { FLAGS: "-q" } }),
  deny("unreadable-operand", 'git checkout "$(cat name)"', "could be anybody's branch", {
    given: "echo release > name",
  }),
  deny("unreadable-operand", 'git checkout "feat/$(cat name)"', "could be anybody's branch", {
    given: "echo other > name",
  }),
  allow("git checkout feat/child-work", "the own branch"),
  allow("git checkout feat/child-work -q --", "the own branch"),
  allow("git checkout -", "back to an own branch", CAME_FROM_OWN),
  allow("git checkout feat/child-work", "the branch this worktree started on", {
    given: "git checkout -q --orphan fresh",
  }),
  allow("git checkout feat/child-work", "the branch this worktree started on", {
    given: "git switch -q --orphan fresh && git commit -q --allow-empty -m root",
  }),
  allow("git checkout -b side -q && git checkout - && git checkout side", "both are own"),
  allow("git checkout -b a && git checkout -b b && git checkout a && git branch -D b", "made by the same text"),
]

const detached = [
  deny("detach-head", "git checkout --detach", "leaves the own branch"),
  deny("detach-head", "git checkout -d main", "leaves the own branch"),
  deny("detach-head", "git checkout --det HEAD~1", "an abbreviation"),
  deny("detach-head", "git checkout v1", "a tag is no branch"),
  deny("detach-head", "git checkout HEAD~1", "a commit"),
  deny("detach-head", "git checkout v1^{}", "a commit"),
  deny("detach-head", "git checkout main...", "a merge base"),
  deny("detach-head", "git checkout @", "only HEAD itself stays where it is"),
  deny("detach-head", "git checkout heads/feat/child-work", "not the plain name of a branch"),
  deny("detach-head", "git checkout refs/heads/feat/child-work", "not the plain name of a branch"),
  deny("detach-head", "git checkout feat/child-work@{0}", "not the plain name of a branch"),
  deny("detach-head", "git checkout origin/main", "a tracking branch"),
  deny("detach-head", "git fetch -q origin main && git checkout FETCH_HEAD", "a commit"),
  deny("detach-head", "git checkout $(git rev-parse HEAD)", "a commit"),
  deny("detach-head", "git checkout 'HEAD^{/Begin}'", "a commit found by its message"),
  deny("detach-head", "git checkout :/Begin", "a commit found by its message"),
  allow("git checkout --detach", "nobody's ref moves", SELF),
  allow("git checkout HEAD~1 && git checkout feat/child-work", "nobody's ref moves", SELF),
  allow("git checkout origin/main", "nobody's ref moves", SELF),
  deny("switch-branch", "git checkout release", "a foreign branch in either mode", SELF),
  allow("git checkout HEAD", "stays where it is"),
  allow("git checkout", "stays where it is"),
  allow("git checkout -f HEAD", "own files only", EDIT),
  allow("git checkout HEAD:src", "git refuses: not a commit"),
]

const remoteOnly = [
  deny("switch-branch", "git checkout spike", "makes a branch of somebody's remote one", REMOTE_ONLY),
  deny("switch-branch", "git checkout spike --", "makes a branch of somebody's remote one", REMOTE_ONLY),
  deny("switch-branch", "git checkout -t origin/spike", "makes a branch of somebody's remote one", REMOTE_ONLY),
  deny("switch-branch", "git checkout --no-track origin/spike", "makes a branch all the same", REMOTE_ONLY),
  deny("switch-branch", "git -c checkout.guess=false checkout --guess spike", "the option wins", REMOTE_ONLY),
  allow("git checkout spike", "makes a branch of the session's own", { ...SELF, ...REMOTE_ONLY }),
  deny("switch-branch", "git checkout -t origin/release", "the branch is there already, and somebody else's", {
    given: "git fetch -q origin",
  }),
  allow("git checkout -t origin/feat/child-work", "the branch is there already, and own"),
  allow("git checkout -t origin/spike", "makes a branch of the session's own", { ...SELF, ...REMOTE_ONLY }),
  allow("git checkout --no-guess spike", "git finds nothing of that name", REMOTE_ONLY),
  allow("git -c checkout.guess=false checkout spike", "git finds nothing of that name", REMOTE_ONLY),
  allow("git checkout spike README.md", "git finds no such path", REMOTE_ONLY),
  allow("git checkout -t release", "git finds no name in it"),
  allow("git checkout -b mine origin/spike", "a new branch", REMOTE_ONLY),
  allow("git checkout nosuch", "git finds nothing of that name"),
]

const created = [
  allow("git checkout -b topic", "a new branch"),
  allow("git checkout -qb topic origin/main", "a cluster"),
  allow("git checkout -b topic --no-track origin/main", "a new branch"),
  allow("git checkout --orphan fresh", "a new branch"),
  allow("git checkout -B feat/child-work HEAD~1", "the own branch"),
  allow("git checkout -Btopic main", "no such branch yet"),
  allow("git checkout -b release", "git refuses: it exists"),
  allow("git checkout --orphan release", "git refuses: it exists"),
  allow('git checkout -b "$NAME"', "git makes no branch that exists", { env: { NAME: "topic" } }),
  deny("foreign-branch", "git checkout -B main", "resets the branch under the main checkout"),
  deny("foreign-branch", "git checkout -B main HEAD", "two operands, and a reset all the same"),
  deny("foreign-branch", "git checkout -B main origin/main", "a reset, wherever it goes"),
  deny("foreign-branch", "git checkout -Bmain", "an attached value"),
  deny("foreign-branch", "git checkout -qfB release v1", "a cluster"),
  deny("foreign-branch", "git checkout HEAD -B feat/other", "options after operands"),
  deny("foreign-branch", "git checkout -B feat/other", "a foreign branch in either mode", SELF),
  deny("unreadable-operand", 'git checkout -B "$(cat name)"', "could be anybody's branch", {
    given: "echo release > name",
  }),
]

const paths = [
  allow("git checkout -- src/app.txt", "a path", EDIT),
  allow("git checkout -- main", "a path after the separator"),
  allow("git checkout .", "a path", EDIT),
  allow("git checkout :/", "everything from the top", { in: "subdir", ...EDIT }),
  allow("git checkout README.md", "a path", EDIT),
  allow("git checkout docs/guide.md", "a deleted file that git tracks", { given: "rm docs/guide.md" }),
  allow("git checkout docs/", "a folder"),
  allow("git checkout '*.md'", "a pattern", EDIT),
  allow("git checkout HEAD -- README.md", "a path of a commit", EDIT),
  allow("git checkout main README.md", "a path of a branch", EDIT),
  allow("git checkout origin/main -- README.md docs", "paths of a commit"),
  allow("git checkout v1 -- .", "a path of a tag"),
  allow("git checkout main -- own.txt", "git refuses: no such path there"),
  allow("git checkout -p main < /dev/null", "parts of files"),
  allow("git checkout --ours README.md", "one side of a conflict", {
    given:
      "git checkout -q -b t v1 && echo t > README.md && git commit -qam t && git checkout -q feat/child-work && echo o > README.md && git commit -qam o; ! git cherry-pick t 2>/dev/null",
  }),
  allow("git checkout -3 README.md", "one side of a conflict"),
  allow("printf 'README.md' | git checkout main --pathspec-from-file=-", "paths from standard input"),
  allow("git checkout -m -- README.md", "a path"),
  allow('git checkout "$REV" -- "$FILE"', "paths, whatever they are", { env: { REV: "main", FILE: "README.md" } }),
  allow('git checkout -- "$FILE"', "a path, whatever it is", { env: { FILE: "README.md" } }),
  allow("for f in $(git ls-files src); do git checkout main $f; done", "paths of a branch"),
  allow('git checkout "src/$(cat name)"', "no branch begins like this", { given: "echo app.txt > name" }),
  allow("mkdir -p scratch && git --work-tree=scratch checkout main -- src", "files of a folder of its own"),
]

const elsewhere = [
  deny("foreign-worktree", "git -C ../sib checkout -- src/app.txt", "throws away what the sibling has not committed"),
  deny("foreign-worktree", "cd ../main; git checkout -b fix", "moves the main checkout's HEAD"),
  deny("foreign-worktree", "git -C ../sib checkout -b fix/ci main", "moves the sibling's HEAD"),
  deny("foreign-worktree", "git -C ../main checkout release", "moves the main checkout's HEAD"),
  deny("foreign-worktree", "git -C ../main checkout --detach", "moves the main checkout's HEAD"),
  deny("foreign-worktree", "git checkout -f main", "typed in the main checkout", {
    in: "main",
    given: "echo x > ../main/README.md",
  }),
  deny("foreign-worktree", "git --work-tree=../main checkout -f -- .", "files of the main checkout"),
  deny("unreadable-operand", 'git -C "$(cat dir)" checkout -b topic', "could be anybody's HEAD", {
    given: "echo ../main > dir",
  }),
  deny("unreadable-operand", 'git -C "$(cat dir)" checkout .', "could be anybody's files", {
    given: "echo ../sib > dir",
  }),
  allow("git init -q lab && cd lab && git checkout -b main", "a repository of its own"),
  allow('d=$(mktemp -d) && git clone -q . "$d/copy" && git -C "$d/copy" checkout -q --detach', "a clone of its own"),
]

export const checkoutExamples = [...toBranches, ...detached, ...remoteOnly, ...created, ...paths, ...elsewhere]
