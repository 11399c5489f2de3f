import { allow, deny } from "../../example.ts"

const EDIT = { given: "echo x >> README.md" }
const OWN_ENTRY = { given: "echo x >> README.md && git stash -q" }
const FOREIGN_ENTRY = { given: "git -C ../sib stash -q" }
const OWN_ON_TOP = { given: "git -C ../sib stash -q && echo x >> README.md && git stash -q" }
const FOREIGN_ON_TOP = { given: "echo x >> README.md && git stash -q && git -C ../sib stash -q" }

const free = [
  allow("git stash", "a new entry", EDIT),
  allow("git stash -u -m wip", "a new entry", EDIT),
  allow("git stash push -- README.md", "a new entry", EDIT),
  allow("git stash save -k 'before the change'", "a new entry", EDIT),
  allow("git stash list --stat && git stash show -p", "lists", OWN_ENTRY),
  allow("git stash apply", "the entry stays", FOREIGN_ENTRY),
  allow("git stash apply --index stash@{0}", "the entry stays", FOREIGN_ENTRY),
  allow("git stash store -m mine $(git stash create)", "a new entry", EDIT),
  allow("git stash && git stash pop", "made by the same text", EDIT),
  allow("git stash pop", "the own entry", OWN_ENTRY),
  allow("git stash pop --index -q 0", "the own entry, by its number", OWN_ON_TOP),
  allow("git stash drop stash@{1}", "the own entry", FOREIGN_ON_TOP),
  allow("git stash drop refs/stash@{0}", "the own entry", OWN_ON_TOP),
  allow("git stash clear", "all entries are own", OWN_ENTRY),
  allow("git stash clear", "there are none"),
  allow("git stash branch rescue", "a new branch and the own entry", OWN_ON_TOP),
  allow("git stash branch rescue $(git rev-parse stash)", "a commit is no entry: nothing is dropped", FOREIGN_ENTRY),
  allow("git stash branch release", "git refuses: it exists", FOREIGN_ENTRY),
  allow("git stash drop $(git rev-parse stash)", "git refuses: no entry", FOREIGN_ENTRY),
  allow("git stash -q pop", "git refuses: the subcommand comes first", FOREIGN_ENTRY),
  allow("git stash dro", "git refuses: subcommands are not abbreviated", FOREIGN_ENTRY),
]

const foreign = [
  deny("foreign-stash", "git stash pop", "drops the sibling's entry", FOREIGN_ENTRY),
  deny("foreign-stash", "git stash drop", "drops the sibling's entry", FOREIGN_ENTRY),
  deny("foreign-stash", "git stash drop -q stash@{1}", "drops the sibling's entry", OWN_ON_TOP),
  deny("foreign-stash", "git stash drop 1", "a bare number", OWN_ON_TOP),
  deny("foreign-stash", "git stash pop --index refs/stash@{0}", "drops the sibling's entry", FOREIGN_ON_TOP),
  deny("foreign-stash", "git stash clear", "drops the sibling's entry", OWN_ON_TOP),
  deny("foreign-stash", "git stash branch rescue", "drops the sibling's entry", FOREIGN_ENTRY),
  deny("unreadable-operand", 'git stash drop "$(cat n)"', "could be anybody's entry", {
    given: "git -C ../sib stash -q && echo 0 > n",
  }),
  deny("unreadable-operand", "git stash drop stash@{now}", "an entry by its time", FOREIGN_ENTRY),
  deny("foreign-worktree", "git -C ../sib stash", "takes away what the sibling has not committed"),
  deny("foreign-worktree", "cd ../main && git stash apply", "files of the main checkout", OWN_ENTRY),
  deny("unreadable-operand", 'git -C "$(cat dir)" stash', "could be anybody's work", { given: "echo ../sib > dir" }),
  deny("foreign-worktree", "git stash list --output=../main/README.md", "log's options, too", {
    given: "echo x >> README.md && git stash -q",
  }),
  deny("foreign-worktree", "git stash show -p --output=../sib/README.md", "diff's options, too", {
    given: "echo x >> README.md && git stash -q",
  }),
]

const written = [
  deny("foreign-worktree", "git stash list --output=../main/README.md", "log's options, too", OWN_ENTRY),
  deny("foreign-worktree", "git stash show -p --output=../sib/README.md", "diff's options, too", OWN_ENTRY),
]

export const stashExamples = [...free, ...foreign, ...written]
