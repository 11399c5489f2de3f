import { allow, deny } from "../../example.ts"

const STARTED = { given: "git bisect start -q HEAD v1 || git bisect start HEAD v1" }
const SELF = { integration: "self" } as const

export const bisectExamples = [
  allow("git bisect start HEAD v1", "HEAD leaves the branch as part of the operation"),
  allow("git bisect start --term-new=broken --term-old=works && git bisect broken && git bisect works v1", "terms"),
  allow("git bisect good", "goes on with the own operation", STARTED),
  allow("git bisect skip && git bisect log", "goes on with the own operation", STARTED),
  allow("git bisect reset", "back to the own branch", STARTED),
  allow("git bisect reset feat/child-work", "back to the own branch", STARTED),
  allow("git bisect reset HEAD", "stays where it is", STARTED),
  allow("git bisect start HEAD v1 && git bisect run test -f README.md && git bisect reset", "the command reads"),
  allow("git bisect start HEAD v1; git bisect run sh -c 'exit 0'; git bisect reset", "the command reads"),
  allow(
    "git bisect log > ../own/log && git bisect reset && git bisect replay log",
    "replays the own operation",
    STARTED,
  ),
  allow("git -C ../main bisect log", "a report, wherever it runs"),
  allow("git bisect reset v1", "nobody's ref moves", { ...SELF, ...STARTED }),
  deny("switch-branch", "git bisect reset main", "a switch", STARTED),
  deny("switch-branch", "git bisect reset release", "a switch, with nothing in progress too"),
  deny("detach-head", "git bisect reset v1", "leaves the own branch", STARTED),
  deny("merge", "git bisect run git merge main", "the command it runs", STARTED),
  deny("foreign-branch", "git bisect run sh -c 'git branch -D feat/other; exit 1'", "the command it runs", STARTED),
  deny("unreadable-operand", 'git -C "$(cat dir)" bisect start HEAD v1', "could be anybody's HEAD", {
    given: "echo ../main > dir",
  }),
  deny("foreign-worktree", "git -C ../main bisect start HEAD v1", "moves the main checkout's HEAD"),
  deny("foreign-worktree", "cd ../sib && git bisect start", "an operation of the sibling"),
]
