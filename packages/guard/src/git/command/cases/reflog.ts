import { allow, deny } from "../../example.ts"
import type { Example } from "../../spec.ts"

const stashed = { given: "echo theirs >> ../main/README.md && git -C ../main stash push -q" }

export const reflogExamples: readonly Example[] = [
  allow("git reflog", "reads"),
  allow("git reflog -5 --date=iso", "reads"),
  allow("git reflog show main", "reads"),
  allow("git reflog main@{0}", "reads"),
  allow("git reflog exists refs/heads/main", "reads"),
  allow("git -C ../main reflog", "reads another checkout's"),
  allow("git reflog expire --expire=now feat/child-work", "the own branch's reflog"),
  allow("git reflog expire --expire=now HEAD", "the own HEAD's reflog"),
  allow("git reflog delete HEAD@{0}", "the own HEAD's reflog"),
  allow("git reflog delete feat/child-work@{1}", "the own branch's reflog"),
  allow("git reflog expire --expire=now --all --dry-run", "a dry run"),
  allow("git reflog expire --expire=never --expire-unreachable=never --all", "nothing expires"),
  deny("object-loss", "git reflog expire --all --expire=now", "everybody's way back"),
  deny("object-loss", "git reflog expire --expire-unreachable=now --all", "everybody's way back"),
  deny("object-loss", "git reflog expire --expire=now --expire-unr=now --al", "abbreviations"),
  deny("object-loss", "git reflog expire --expire=now main", "the main checkout's way back"),
  deny("object-loss", "git reflog expire --expire=now feat/child-work refs/heads/main", "the second of two"),
  deny("object-loss", "git reflog delete main@{0}", "an entry of a foreign reflog"),
  deny("foreign-branch", "git reflog delete --updateref --rewrite main@{0}", "moves main, too"),
  deny("foreign-worktree", "git -C ../main reflog expire --expire=now HEAD", "the HEAD reflog of the main checkout"),
  deny("foreign-stash", "git reflog delete --updateref --rewrite stash@{0}", "a stash drop by another name", stashed),
  deny("foreign-stash", "git reflog expire --expire=now refs/stash", "clears the stash", stashed),
  deny("foreign-worktree", "git reflog show --output=../main/README.md", "writes a file of the main checkout"),
  deny(
    "unreadable-operand",
    `B=$(git for-each-ref --format='%(refname)' 'refs/heads/ma*'); git reflog delete "$B@{0}"`,
    "could be anybody's",
  ),
]
