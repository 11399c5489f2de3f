import { allow, deny } from "../example.ts"
import { optionTable } from "../options.ts"
import type { SubcommandSpec } from "../spec.ts"
import { writes } from "../worktree.ts"

const options = optionTable([
  "-n --dry-run",
  "-v --verbose",
  "-i --interactive",
  "-p --patch",
  "-U --unified <n>",
  "--inter-hunk-context <n>",
  "-e --edit",
  "-f --force",
  "-u --update",
  "--renormalize",
  "-N --intent-to-add",
  "-A --all",
  "--ignore-removal",
  "--refresh",
  "--ignore-errors",
  "--ignore-missing",
  "--sparse",
  "--chmod <mode>",
  "--pathspec-from-file <file>",
  "--pathspec-file-nul",
])

const EDIT = { given: "echo x >> README.md && touch new.txt" }

/** Puts files into the index. */
export const add: SubcommandSpec = {
  name: "add",
  aliases: ["stage"],
  options,
  effects: ({ options, site }) => (options.has("dry-run") ? [] : writes(site, ["index"])),
  examples: [
    allow("git add -A", "the own index", EDIT),
    allow("git add . && git status --short", "the own index", EDIT),
    allow("git stage -fu -- README.md", "the same under its other name", EDIT),
    allow('git add "$FILE"', "whatever it is, git keeps it inside the own worktree", { notRun: "FILE is not set" }),
    allow("git -C ../main add -n .", "a dry run, wherever it runs"),
    allow("git -C .. add -A", "no repository there"),
    deny("foreign-worktree", "git -C ../main add -A", "the main checkout's index", { given: "touch ../main/new.txt" }),
    deny("foreign-worktree", "cd ../sib; git add -u", "the sibling's index"),
    deny("foreign-worktree", "git -C ../main add --dry-run --no-dry-run .", "the later option undoes the earlier", {
      given: "touch ../main/new.txt",
    }),
  ],
}
