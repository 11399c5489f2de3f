import { allow, deny } from "../../example.ts"

const GONE = { given: "mv ../sib ../sib-elsewhere" }

export const worktreeExamples = [
  allow("git worktree list", "lists"),
  allow("git worktree list --porcelain -z", "lists"),
  allow("git worktree prune -n", "a dry run", GONE),
  allow("git worktree", "git says how to use it"),
  allow("git worktree rem ../sib", "git refuses: subcommands are not abbreviated"),
  allow("git worktree list && git -C ../main worktree list", "lists, wherever it runs"),
  allow(
    "git init -q lab && cd lab && git commit -q --allow-empty -m x && git worktree add ../lab-2",
    "a repository of its own",
  ),
  allow('git clone -q --shared . "$(mktemp -d)/copy"', "what to do instead"),
  deny("worktree-registry", "git worktree add ../copy", "one registry for all"),
  deny("worktree-registry", "git worktree add -b fix ../copy main", "one registry for all"),
  deny("worktree-registry", "git worktree add -fB release ../copy", "one registry for all"),
  deny("worktree-registry", "git worktree add --detach ../copy", "one registry for all"),
  deny("worktree-registry", "git worktree remove --force ../sib", "the sibling's checkout"),
  deny("worktree-registry", "git worktree remove -ff ../sib", "a cluster"),
  deny("worktree-registry", "git worktree move ../sib ../moved", "the sibling's checkout"),
  deny("worktree-registry", "git worktree lock ../sib --reason mine", "one registry for all"),
  deny("worktree-registry", "git worktree unlock ../sib", "one registry for all", {
    given: "git -C ../main worktree lock ../sib",
  }),
  deny("worktree-registry", "git worktree prune --expire=now", "the sibling's checkout", GONE),
  deny("worktree-registry", "git worktree repair", "one registry for all"),
  deny("worktree-registry", "git -C ../main worktree remove ../sib -f", "from the main checkout"),
  deny("worktree-registry", 'git worktree remove "$(cat w)"', "one registry for all", { given: "echo ../sib > w" }),
  deny(
    "worktree-registry",
    "git worktree list --porcelain | sed -n 's/^worktree //p' | grep sib | xargs -n1 git worktree remove --force",
    "operands from a pipe",
  ),
]
