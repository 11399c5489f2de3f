/** Commands whose text says what they do, and which harm somebody. The guard stops them too; here git is asked itself. */
import type { Harm } from "./row.ts"

const OWN = "moves the own branch"
const OTHER = "moves refs/heads/feat/other"
const NO_OTHER = "deletes refs/heads/feat/other"
const SWITCHED = "switches to the foreign branch feat/other"
const DETACHED = "detaches the own HEAD"
const AHEAD = "git branch -q ahead $(git commit-tree -p HEAD -m ahead HEAD^{tree})"

const integration: readonly Harm[] = [
  { command: "git rebase main", harm: OWN, code: "isolated-git/rebase" },
  { command: "git rebase main feat/other", harm: OTHER, code: "isolated-git/rebase" },
  { command: "git rebase --onto main HEAD~1", harm: OWN, code: "isolated-git/rebase" },
  { command: "git merge main -m m", harm: OWN, code: "isolated-git/merge" },
  { command: "git merge --ff-only ahead", given: AHEAD, harm: OWN, code: "isolated-git/merge" },
]

const head: readonly Harm[] = [
  { command: "git checkout feat/other", harm: SWITCHED, code: "isolated-git/switch-branch" },
  {
    command: "git checkout -",
    given: "git checkout -q feat/other; git checkout -q feat/child-work",
    harm: SWITCHED,
    code: "isolated-git/switch-branch",
  },
  { command: "git switch feat/other", harm: SWITCHED, code: "isolated-git/switch-branch" },
  { command: "git checkout --detach", harm: DETACHED, code: "isolated-git/detach-head" },
  { command: "git switch --detach main", harm: DETACHED, code: "isolated-git/detach-head" },
  { command: "git checkout v1", harm: DETACHED, code: "isolated-git/detach-head" },
  { command: "git checkout HEAD~1", harm: DETACHED, code: "isolated-git/detach-head" },
  { command: "git checkout origin/main", harm: DETACHED, code: "isolated-git/detach-head" },
  {
    command: "git checkout --ignore-other-worktrees main",
    harm: "switches to the foreign branch main",
    code: "isolated-git/switch-branch",
  },
  {
    command: "git checkout -q --ignore-other-worktrees main; git commit -q --allow-empty -m oops",
    harm: "moves refs/heads/main",
    code: "isolated-git/switch-branch",
  },
  {
    command: "git switch -q feat/other; git commit -q --allow-empty -m oops",
    harm: OTHER,
    code: "isolated-git/switch-branch",
  },
  { command: "git checkout -B feat/other", harm: OTHER, code: "isolated-git/foreign-branch" },
  {
    command: "git checkout -B main",
    harm: "moves refs/heads/main",
    code: "isolated-git/foreign-branch",
    until: "2.45",
  },
  { command: "git switch -C feat/other", harm: OTHER, code: "isolated-git/foreign-branch" },
  { command: "git symbolic-ref HEAD refs/heads/feat/other", harm: SWITCHED, code: "isolated-git/switch-branch" },
  {
    command: "git symbolic-ref HEAD refs/heads/main; git commit -q --allow-empty -m oops",
    harm: "moves refs/heads/main",
    code: "isolated-git/switch-branch",
  },
]

const branches: readonly Harm[] = [
  { command: "git branch -D feat/other", harm: NO_OTHER, code: "isolated-git/foreign-branch" },
  {
    command: "git branch -d merged",
    given: "git branch -q merged HEAD~1",
    harm: "deletes refs/heads/merged",
    code: "isolated-git/foreign-branch",
  },
  { command: "git branch -f feat/other HEAD", harm: OTHER, code: "isolated-git/foreign-branch" },
  { command: "git branch -m feat/other o2", harm: NO_OTHER, code: "isolated-git/foreign-branch" },
  { command: "git branch -m main m2", harm: "moves the HEAD of main", code: "isolated-git/foreign-branch" },
  { command: "git branch -M feat/child-work feat/other", harm: OTHER, code: "isolated-git/foreign-branch" },
  { command: "git branch -C feat/child-work feat/other", harm: OTHER, code: "isolated-git/foreign-branch" },
]

const remoteRef = (rest: string, harm: string, code = "isolated-git/foreign-remote-branch", given?: string): Harm => ({
  command: `git push ${rest}`,
  harm: `${harm} in the remote`,
  code,
  ...(given === undefined ? {} : { given }),
})

const pushes: readonly Harm[] = [
  remoteRef("-f origin HEAD:main", "moves refs/heads/main"),
  remoteRef("origin +HEAD:main", "moves refs/heads/main"),
  remoteRef("--force-with-lease origin HEAD:feat/other", "moves refs/heads/feat/other"),
  remoteRef("origin --delete feat/other", "deletes refs/heads/feat/other"),
  remoteRef("origin :feat/other", "deletes refs/heads/feat/other"),
  remoteRef("--mirror origin", "moves refs/heads/main"),
  remoteRef("-f --all origin", "moves refs/heads/feat/other", undefined, "git branch -q -f feat/other HEAD"),
  remoteRef(
    `--prune origin "refs/heads/*:refs/heads/*"`,
    "deletes refs/heads/release",
    undefined,
    "git branch -q -D release",
  ),
  remoteRef("-f origin HEAD:refs/tags/v1", "moves refs/tags/v1"),
  remoteRef("origin :refs/tags/v1", "deletes refs/tags/v1"),
  remoteRef("--no-verify -f origin HEAD:main", "moves refs/heads/main"),
  remoteRef("", "moves refs/heads/main", undefined, "git config remote.origin.push +HEAD:refs/heads/main"),
  remoteRef("origin HEAD:base", "moves refs/heads/base", undefined, "git -C <origin> branch base v1; git fetch -q"),
]

const FOREIGN = "isolated-git/foreign-branch"

/** The same repository as a remote of its own. */
const pushesHome: readonly Harm[] = [
  {
    command: "git push . HEAD:base",
    given: "git branch -q base HEAD~1",
    harm: "moves refs/heads/base",
    code: FOREIGN,
  },
  { command: "git push . +HEAD:feat/other", harm: OTHER, code: FOREIGN },
  { command: "git push <main> +HEAD:feat/other", harm: OTHER, code: FOREIGN },
  { command: "git push file://<main> +HEAD:feat/other", harm: OTHER, code: FOREIGN },
  { command: "git push --no-verify . +HEAD:feat/other", harm: OTHER, code: FOREIGN },
  { command: "git push . :feat/other", harm: NO_OTHER, code: FOREIGN },
]

const REGISTRY = "isolated-git/worktree-registry"

const registry: readonly Harm[] = [
  { command: "git worktree add ../n1 -b n1", harm: "creates the registry entry n1", code: REGISTRY },
  { command: "git worktree add ../n2 feat/other", harm: "creates the registry entry n2", code: REGISTRY },
  { command: "git worktree add --detach ../n3", harm: "creates the registry entry n3", code: REGISTRY },
  { command: "git worktree add --no-checkout ../n4 feat/other", harm: "creates the registry entry n4", code: REGISTRY },
  {
    command: "git worktree remove ../sib",
    given: "git -C ../sib stash -q -u",
    harm: "deletes the registry entry sib",
    code: REGISTRY,
  },
  { command: "git worktree remove --force ../sib", harm: "deletes the registry entry sib", code: REGISTRY },
  { command: "git worktree move ../sib ../sib2", harm: "deletes the registry entry sib", code: REGISTRY },
  {
    command: "git worktree prune --expire=now",
    given: "mv ../sib ../gone",
    harm: "deletes the registry entry sib",
    code: REGISTRY,
  },
  { command: "git worktree lock ../sib", harm: "creates the registry entry sib locked", code: REGISTRY },
  {
    command: "git worktree unlock ../sib",
    given: "git worktree lock ../sib",
    harm: "deletes the registry entry sib locked",
    code: REGISTRY,
  },
]

const WRITE = "isolated-git/ref-write"

const plumbing: readonly Harm[] = [
  { command: "git update-ref refs/heads/main HEAD", harm: "moves refs/heads/main", code: FOREIGN },
  { command: "git update-ref -d refs/heads/feat/other", harm: NO_OTHER, code: FOREIGN },
  {
    command: `echo "update refs/heads/feat/other $(git rev-parse HEAD)" | git update-ref --stdin`,
    harm: OTHER,
    code: FOREIGN,
  },
  { command: "git update-ref main-worktree/HEAD HEAD~1", harm: "moves refs/heads/main", code: WRITE },
  {
    command: "git update-ref --no-deref worktrees/sib/HEAD HEAD",
    harm: "moves the HEAD of sib",
    code: WRITE,
  },
  { command: "git symbolic-ref refs/heads/feat/other refs/heads/feat/child-work", harm: OTHER, code: FOREIGN },
  { command: "git replace HEAD~1 HEAD~2", harm: "creates refs/replace/", code: WRITE },
  {
    command: `printf "reset refs/heads/feat/other\\nfrom refs/heads/feat/child-work\\n\\n" | git fast-import --force --quiet`,
    harm: OTHER,
    code: FOREIGN,
  },
  {
    command: `FILTER_BRANCH_SQUELCH_WARNING=1 git filter-branch -f --msg-filter "sed s/S/C/" -- --all`,
    harm: "moves refs/heads/main",
    code: FOREIGN,
  },
]

const TAG = "isolated-git/foreign-tag"

const tags: readonly Harm[] = [
  { command: "git tag -f v1 HEAD", harm: "moves refs/tags/v1", code: TAG },
  { command: "git tag -d v1", harm: "deletes refs/tags/v1", code: TAG },
  { command: "git fetch -f origin main:refs/tags/v1", harm: "moves refs/tags/v1", code: TAG },
]

const fetches: readonly Harm[] = [
  { command: "git fetch -f origin main:feat/other", harm: OTHER, code: FOREIGN },
  { command: "git fetch -u -f origin feat/child-work:main", harm: "moves refs/heads/main", code: FOREIGN },
  {
    command: `git fetch -u origin "+refs/heads/*:refs/heads/*"`,
    harm: "moves refs/heads/main",
    code: FOREIGN,
  },
  { command: "git fetch . +HEAD:feat/other", harm: OTHER, code: FOREIGN },
  {
    command: `git fetch --prune origin "+refs/heads/x*:refs/heads/rel*"`,
    harm: "deletes refs/heads/release",
    code: FOREIGN,
  },
  {
    command: "git fetch ../b.bundle +HEAD:feat/other",
    given: "git bundle create ../b.bundle HEAD 2>/dev/null",
    harm: OTHER,
    code: FOREIGN,
  },
  { command: "git pull --no-rebase origin +feat/child-work:feat/other", harm: OTHER, code: FOREIGN },
  {
    command: "git fetch -u",
    given: `git config remote.origin.fetch "+refs/heads/*:refs/heads/*"`,
    harm: "moves refs/heads/main",
    code: FOREIGN,
  },
]

const stash: readonly Harm[] = [
  {
    command: "git stash pop",
    given: "git -C ../sib stash -q",
    harm: "drops stash",
    code: "isolated-git/foreign-stash",
  },
  {
    command: "git stash clear",
    given: "git -C ../sib stash -q",
    harm: "drops stash",
    code: "isolated-git/foreign-stash",
  },
  {
    command: "git stash branch other2 && git branch -f feat/other HEAD",
    given: "echo x >> own.txt; git stash -q",
    harm: OTHER,
    code: FOREIGN,
  },
]

export const direct: readonly Harm[] = [
  ...integration,
  ...head,
  ...branches,
  ...pushes,
  ...pushesHome,
  ...registry,
  ...plumbing,
  ...tags,
  ...fetches,
  ...stash,
]
