import { allow, deny } from "../../example.ts"

const STACKED = { given: "git -C ../main branch stacked feat/child-work~1" }

export const pullExamples = [
  allow("git pull", "moves the own branch only"),
  allow("git pull --rebase", "moves the own branch only"),
  allow("git pull --rebase origin main", "brings main's work into the own branch"),
  allow("git pull --no-rebase --no-edit origin main", "brings main's work into the own branch"),
  allow("git pull -q --ff-only origin feat/child-work", "moves the own branch only"),
  allow("git pull --rebase=interactive --autostash origin main", "moves the own branch only", {
    given: "echo x >> own.txt",
  }),
  allow("git pull --no-edit --no-rebase . main", "brings main's work into the own branch"),
  allow("git pull --no-edit --no-rebase origin main:refs/remotes/origin/main", "a tracking branch"),
  allow("git pull --no-rebase --no-edit origin main:newest", "a new branch"),
  allow("git pull --tags --prune --no-rebase --no-edit origin main", "nobody's ref moves"),
  allow("git pull --dry-run origin main:release", "a dry run"),
  allow("git pull", "from a folder below", { in: "subdir" }),
  deny("foreign-branch", "git pull origin main:main", "the ref moves before the pull fails"),
  deny("foreign-branch", "git pull --rebase origin +main:release", "a destination that is foreign"),
  deny("foreign-branch", "git pull -f . HEAD:feat/other", "a destination that is foreign"),
  deny(
    "foreign-branch",
    "git -c rebase.updateRefs=true pull --rebase origin main",
    "takes a foreign branch along",
    STACKED,
  ),
  allow(
    "git -c rebase.updateRefs=true pull --no-rebase --no-edit origin main",
    "merges: nothing is taken along",
    STACKED,
  ),
  allow("git -c rebase.updateRefs=true pull --rebase origin main", "no branch stands in the range"),
  allow("git -c rebase.updateRefs=true pull --rebase", "what stands in the range is upstream already", STACKED),
  deny("object-loss", "git pull --depth=1 origin main", "makes the shared repository shallow"),
  deny("foreign-worktree", "git -C ../main pull", "moves main"),
  deny("foreign-worktree", "cd ../sib && git pull --rebase --autostash origin main", "moves the sibling's branch"),
]
