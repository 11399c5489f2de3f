import { allow, deny } from "../../example.ts"
import type { Example } from "../../spec.ts"

const FORMS = [
  "git fetch",
  "git fetch origin",
  "git fetch origin main",
  "git fetch --all --quiet",
  "git fetch --multiple origin",
  "git fetch --prune origin",
  "git fetch -p",
  "git fetch --tags",
  "git fetch origin tag v1",
  "git fetch -a origin main release",
  "git fetch origin 'refs/heads/*:refs/remotes/origin/*'",
  "git fetch origin +main:refs/remotes/origin/main",
  "git fetch --force origin",
  "git fetch origin main && git log --oneline HEAD..FETCH_HEAD",
  "git fetch . main",
  "git fetch <origin> main",
  "git fetch --prefetch origin",
] as const

const plain: readonly Example[] = [
  ...FORMS.map((command) => allow(command, "no local destination but tracking refs")),
  allow("git -C ../main fetch -q", "reads for everybody"),
  allow("git fetch origin", "reads for everybody", { in: "sib" }),
  allow("git fetch --dry-run origin +main:release", "a dry run"),
  allow("git fetch origin release:refs/review/tmp && git diff main...refs/review/tmp", "a private ref"),
  allow("git fetch origin main:from-main", "a new branch"),
  allow("git fetch origin main:refs/heads/from-main", "a new branch"),
  allow("git fetch origin refs/tags/v1:refs/tags/copy-of-v1", "a new tag"),
  allow("git checkout -q -b feat/next && git fetch . HEAD:feat/child-work", "the own branch"),
  allow("git fetch --update-head-ok . main:feat/child-work -f", "the own branch"),
  allow("git fetch origin main:", "an empty destination stores nothing"),
  allow('git fetch origin "$REF"', "a source cannot move a ref here", { env: { REF: "main" } }),
]

const written: readonly Example[] = [
  deny("foreign-branch", "git fetch origin main:main", "updates main under everybody"),
  deny("foreign-branch", "git fetch origin +main:release", "a plus forces"),
  deny("foreign-branch", "git fetch -f origin main:release", "rewrites release"),
  deny("foreign-branch", "git fetch origin main:refs/heads/release --force", "options after operands"),
  deny("foreign-branch", "git fetch origin main:heads/feat/other", "half spelled out"),
  deny("foreign-branch", "git fetch -u origin main:main", "even where it is checked out"),
  deny("foreign-branch", "git fetch -fu origin feat/child-work:main", "a cluster"),
  deny("foreign-branch", "git fetch . main:feat/other", "from this very repository"),
  deny("foreign-branch", "git fetch . HEAD:main -u", "from this very repository"),
  deny("foreign-branch", "git fetch origin feat/child-work main:feat/other", "the second refspec"),
  deny("foreign-branch", "git fetch origin '+refs/heads/*:refs/heads/*'", "every branch"),
  deny("foreign-branch", "git fetch -u origin 'refs/heads/*:refs/heads/*'", "every branch"),
  deny("foreign-branch", "git fetch -p origin 'refs/heads/feat/*:refs/heads/feat/*'", "branches, pruned"),
  deny("foreign-branch", "echo +main:release | git fetch --stdin origin", "a refspec on standard input"),
  deny("foreign-branch", "git fetch --refmap='+refs/heads/*:refs/heads/*' origin main", "the map says where"),
  deny("foreign-branch", "git fetch -f origin release:feat/other", "the directory does not matter", { in: "main" }),
  deny("foreign-branch", "git -C ../sib fetch -f origin release:feat/other", "the directory does not matter"),
  deny("foreign-branch", "git fetch -f ../origin.git release:feat/other", "by path"),
  deny("foreign-branch", "git bundle create -q x.bundle main && git fetch -f x.bundle main:release", "from a bundle"),
  deny("foreign-tag", "git fetch -f origin main:refs/tags/v1", "moves a tag"),
  deny("foreign-tag", "git fetch -f origin main:tags/v1", "moves a tag"),
]

const MOVED = "git -C <origin> tag -f v1 main"
const LOCAL = "git -C <main> tag local"

const tags: readonly Example[] = [
  deny("foreign-tag", "git fetch --tags --force", "moves tags everybody sees", { given: MOVED }),
  deny("foreign-tag", "git fetch -tf origin", "moves tags everybody sees", { given: MOVED }),
  deny("foreign-tag", "git fetch --force --tags", "the form is in the table, though nothing moves today"),
  deny("foreign-tag", "git fetch --prune --prune-tags", "deletes local tags", { given: LOCAL }),
  deny("foreign-tag", "git fetch -pP origin", "deletes local tags", { given: LOCAL }),
  deny("foreign-tag", "git fetch --prune-tags", "the configuration prunes", {
    given: `${LOCAL} && git config fetch.prune true`,
  }),
  allow("git fetch -pP origin main", "with a refspec no tags are pruned", { given: LOCAL }),
  allow("git fetch -P --no-prune", "nothing is pruned", { given: LOCAL }),
  deny("foreign-tag", "git fetch origin '+refs/tags/*:refs/tags/*'", "moves tags everybody sees", { given: MOVED }),
  deny("foreign-tag", "git -c fetch.pruneTags=true fetch -p", "the configuration prunes tags", { given: LOCAL }),
  deny("foreign-tag", "git fetch -p", "the remote's configuration prunes tags", {
    given: `${LOCAL} && git config remote.origin.pruneTags true`,
  }),
  allow("git fetch -p --no-prune-tags", "the option undoes the configuration", {
    given: `${LOCAL} && git config remote.origin.pruneTags true`,
  }),
  deny("foreign-tag", "git fetch -f", "the remote's configuration takes all tags", {
    given: `${MOVED} && git config remote.origin.tagOpt --tags`,
  }),
  deny("foreign-tag", "git fetch -f origin tag v1", "moves the tag", { given: MOVED }),
  allow("git fetch --tags", "an existing tag stays as it is", { given: MOVED }),
  allow("git fetch origin main:refs/tags/v1", "git never moves a tag without force"),
]

const MIRROR = "git config --replace-all remote.origin.fetch '+refs/heads/*:refs/heads/*'"

const configured: readonly Example[] = [
  deny("foreign-branch", "git fetch -u origin", "a mirror's refs are the local branches", { given: MIRROR }),
  deny("foreign-branch", "git fetch -u origin main", "the configuration keeps it in a branch", { given: MIRROR }),
  deny("foreign-branch", "git fetch -q --all", "one of the remotes is a mirror", {
    given: "git remote add --mirror=fetch copies <origin>",
  }),
  allow("git fetch -q origin", "the mirror is another remote", {
    given: "git remote add --mirror=fetch copies <origin>",
  }),
  deny("foreign-branch", "git fetch", "the default remote is a mirror", {
    given: "git remote add --mirror=fetch copies <origin> && git config branch.feat/child-work.remote copies",
  }),
  deny("foreign-branch", "git fetch both", "a group with a mirror in it", {
    given: "git remote add --mirror=fetch copies <origin> && git config remotes.both 'origin copies'",
  }),
  allow("git fetch -q origin --set-upstream feat/child-work", "the own branch's upstream"),
]

const history: readonly Example[] = [
  deny("object-loss", "git fetch --depth=1", "makes the shared repository shallow"),
  deny("object-loss", "git fetch --depth 1 origin main", "makes the shared repository shallow"),
  deny("object-loss", "git fetch --dry-run --depth=1", "a dry run does not prevent it"),
  deny("object-loss", "git fetch --shallow-since=2020-01-01", "makes the shared repository shallow", {
    notRun: "all commits of the scene are younger",
  }),
  deny("object-loss", "git fetch --shallow-exclude=v1 origin", "makes the shared repository shallow"),
  deny("object-loss", "git fetch --filter=blob:none origin", "makes the shared repository partial"),
  allow("git fetch --deepen=1", "a complete repository stays complete"),
  allow("git fetch --depth=2147483647", "as complete as can be"),
  allow("git fetch --refetch origin", "fetches more, not less"),
  allow("git fetch --depth=5", "shallow already", { given: "git fetch -q --depth=1" }),
  allow("git fetch --unshallow", "completes the history", { given: "git fetch -q --depth=1" }),
]

export const examples: readonly Example[] = [...plain, ...written, ...tags, ...configured, ...history]
