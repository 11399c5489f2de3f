import { allow, deny } from "../../example.ts"
import type { Example } from "../../spec.ts"

export const diffExamples: readonly Example[] = [
  allow("git diff", "reads"),
  allow("git diff --stat main...HEAD -- src", "reads"),
  allow("git -C ../sib diff HEAD", "reads another worktree"),
  allow("git diff --no-index ../main/README.md README.md || true", "reads"),
  allow("git diff --output=work.patch main", "a file of the own worktree"),
  allow('git diff --output="$(mktemp)" main', "a scratch file"),
  allow("git diff -- --output=../main/README.md", "behind -- it is a path"),
  allow("git diff -G --output=../main/README.md HEAD~1 || true", "the value of another option"),
  deny("foreign-worktree", "git diff --output=../main/README.md main", "overwrites a file of the main checkout"),
  deny("foreign-worktree", "git diff --output ../sib/src/app.txt HEAD~1", "overwrites a file of the sibling"),
  deny("foreign-worktree", "git diff HEAD~1 --output=../main/docs/guide.md --stat", "options after operands"),
  deny("foreign-worktree", "git -C ../main diff --output=README.md HEAD~1", "relative to the main checkout"),
  deny(
    "foreign-worktree",
    'git diff --output="$(git rev-parse --git-common-dir)/info/exclude" main',
    "the shared folder",
  ),
]

export const logExamples: readonly Example[] = [
  allow("git log --oneline -5", "reads"),
  allow("git log main..HEAD --format='%h %s' --author=me --since=yesterday", "reads"),
  allow("git -C ../main log -1", "reads another checkout"),
  allow("git log -p -n 3 --output=history.txt", "a file of the own worktree"),
  allow("git log --grep=--output -1", "a pattern"),
  deny("foreign-worktree", "git log -1 --output=../main/README.md", "overwrites a file of the main checkout"),
  deny("foreign-worktree", "git log --output ../sib/README.md", "overwrites a file of the sibling"),
]

/** The same two questions for each of the others; `call` is the subcommand with its operands. */
export const plumbingExamples = (call: string): readonly Example[] => [
  allow(`git ${call}`, "reads"),
  allow(`git ${call} --output=out.txt`, "a file of the own worktree"),
  deny("foreign-worktree", `git ${call} --output=../main/README.md`, "overwrites a file of the main checkout"),
]

export const formatPatchExamples: readonly Example[] = [
  allow("git format-patch main", "files of the own worktree"),
  allow("git format-patch -1 HEAD --stdout > fix.patch", "standard output"),
  allow("git format-patch -o patches -v2 --cover-letter main..HEAD", "a folder of the own worktree"),
  allow('git format-patch -o "$(mktemp -d)" main', "a scratch folder"),
  allow("git -C ../main format-patch --stdout -1 HEAD", "reads the main checkout"),
  allow("git -C ../main format-patch -1 HEAD -o ../own/patches", "a folder of the own worktree"),
  deny("foreign-worktree", "git format-patch -1 -o ../main", "files in the main checkout"),
  deny("foreign-worktree", "git format-patch -1 -o../sib/patches HEAD", "an attached value"),
  deny("foreign-worktree", "git format-patch main --output-directory=../main", "options after operands"),
  deny("foreign-worktree", "git format-patch -1 --output=../main/README.md", "one file in the main checkout"),
  deny("foreign-worktree", "git -C ../main format-patch -1", "the current directory is the main checkout"),
  deny(
    "foreign-worktree",
    "git -c format.outputDirectory=../main format-patch -1",
    "the folder comes from configuration",
  ),
]
