import { allow, deny } from "../../example.ts"

const SELF = { integration: "self" } as const
const STOPPED = {
  given:
    "git checkout -q -b up v1 && echo theirs > own.txt && git add own.txt && git commit -qm up && git checkout -q feat/child-work && ! git rebase -q up 2>/dev/null",
}

const integrates = [
  deny("rebase", "git rebase main", "integration is the orchestrator's work"),
  deny("rebase", "git rebase", "onto the upstream"),
  deny("rebase", "git rebase -i HEAD~2", "the form is in the table"),
  deny("rebase", "git rebase --onto main v1", "integration is the orchestrator's work"),
  deny("rebase", "git rebase --root", "the form is in the table"),
  deny("rebase", "git rebase -q --autosquash origin/main", "integration is the orchestrator's work"),
  deny("rebase", "git rebase main feat/other", "rewrites a foreign branch"),
  deny("rebase", "git rebase feat/child-work", "the form is in the table"),
  deny("rebase", "git --no-pager rebase main", "global options come first"),
  deny("rebase", "timeout -k 5 30 nice -n 5 git rebase main", "wrappers are seen through"),
  deny("rebase", "git rebase -x 'make test' HEAD~1", "the form is in the table"),
]

const alone = [
  allow("git rebase main", "moves the own branch only", SELF),
  allow("git rebase -i HEAD~2", "moves the own branch only", SELF),
  allow("git fetch -q && git rebase origin/main", "moves the own branch only", SELF),
  allow("git rebase --onto main v1", "moves the own branch only", SELF),
  allow("git rebase main feat/child-work", "the own branch by its name", SELF),
  allow("git rebase main HEAD", "detaches and moves nobody's ref", SELF),
  allow("git rebase main feat/other~0", "detaches and moves nobody's ref", SELF),
  allow("git rebase -x true -x 'git log -1' HEAD~1", "the commands read", SELF),
  allow("git rebase --update-refs main", "no branch stands in the range", SELF),
  allow("git -c rebase.updateRefs=true rebase main", "no branch stands in the range", SELF),
  deny("rebase", "git rebase main feat/other", "rewrites a foreign branch in either mode", SELF),
  deny("rebase", "git rebase --root release", "rewrites a foreign branch in either mode", SELF),
  deny("rebase", "git rebase --onto v1 main release -q", "rewrites a foreign branch in either mode", SELF),
  deny("unreadable-operand", 'git rebase main "$(cat name)"', "could rewrite anybody's branch", {
    given: "echo feat/other > name",
    ...SELF,
  }),
  deny("foreign-branch", "git rebase -f --update-refs v1", "takes a foreign branch along", {
    given: "git -C ../main branch stacked feat/child-work~1",
    ...SELF,
  }),
  deny("foreign-branch", "git -c rebase.updateRefs=true rebase -f v1", "takes a foreign branch along", {
    given: "git -C ../main branch stacked feat/child-work~1",
    ...SELF,
  }),
  allow("git -c rebase.updateRefs=true rebase -f @{u}", "what stands in the range is upstream already", {
    given: "git -C ../main branch stacked v1",
    ...SELF,
  }),
  allow("git -c rebase.updateRefs=true rebase -f --no-update-refs v1", "leaves it where it is", {
    given: "git -C ../main branch stacked feat/child-work~1",
    ...SELF,
  }),
  deny("foreign-branch", "git rebase -f --exec 'git branch -f feat/other HEAD' v1", "the command it runs", SELF),
  deny("foreign-worktree", "git -C ../main rebase feat/child-work", "rewrites main", SELF),
]

const inProgress = [
  allow("git rebase --abort", "ends the own operation", STOPPED),
  allow("git rebase --abor", "an abbreviation", STOPPED),
  allow(
    "git checkout --ours own.txt && git add -A && git -c core.editor=true rebase --continue",
    "goes on with it",
    STOPPED,
  ),
  allow("git rebase --skip", "goes on with the own operation", STOPPED),
  allow("git rebase --quit", "ends the own operation", STOPPED),
  allow("git rebase --edit-todo", "edits the own operation", STOPPED),
  allow("git rebase --show-current-patch", "shows", STOPPED),
  allow("git rebase --continue", "git finds none in progress"),
  deny("foreign-worktree", "git -C ../sib rebase --abort", "the sibling's operation", {
    given:
      "cd ../sib && git stash -q && git checkout -q -b t && echo a > sib.txt && git commit -qam t && git checkout -q feat/sibling && echo b > sib.txt && git commit -qam s && ! git rebase -q t 2>/dev/null",
  }),
]

export const rebaseExamples = [...integrates, ...alone, ...inProgress]
