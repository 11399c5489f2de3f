import { allow, deny } from "../../example.ts"

const LIB =
  "git init -q <tmp>/lib && cd <tmp>/lib && git commit -q --allow-empty -m lib && cd <own> && git config --global protocol.file.allow always"
const ADDED = `${LIB} && git submodule --quiet add <tmp>/lib vendor/lib && git commit -qm 'add lib'`

export const submoduleExamples = [
  allow("git submodule status --recursive && git submodule summary", "lists"),
  allow("git submodule add <tmp>/lib vendor/lib && git commit -m 'add lib'", "a new submodule", { given: LIB }),
  allow("git submodule -q add -b main --name mylib <tmp>/lib", "a new submodule under a name", { given: LIB }),
  allow("git submodule update --init --recursive", "the own worktree", { given: ADDED }),
  allow(
    "git submodule --quiet add <tmp>/lib vendor/lib && cd vendor/lib && git checkout -q --detach && git reset -q --hard",
    "in the submodule that it has just made",
    { given: LIB },
  ),
  allow(
    "git submodule -q update --init && git -C vendor/lib checkout -q -B main HEAD",
    "in the submodule that is there now",
    {
      given: `${ADDED} && git submodule -q deinit -f vendor/lib`,
    },
  ),
  deny(
    "foreign-remote-branch",
    "git -c protocol.file.allow=always submodule -q add ../origin.git lib && cd lib && git commit -q --allow-empty -m x && git push -q origin HEAD:main",
    "a URL seen from that of the own remote is the own remote here",
  ),
  deny(
    "switch-branch",
    "git -C vendor/lib checkout -f main",
    "there is no submodule yet: git finds the worktree around it",
    {
      given: `${ADDED} && git submodule -q deinit -f vendor/lib`,
    },
  ),
  allow("git submodule init && git submodule sync", "no value changes", { given: ADDED }),
  allow("git submodule set-branch -b main vendor/lib", "a tracked file", { given: ADDED }),
  allow("git submodule foreach 'git status --short; git checkout -q -b topic'", "in the submodule", { given: ADDED }),
  allow("git submodule foreach --recursive git fetch -q", "in the submodule", { given: ADDED }),
  allow("git submodule foreach 'git merge main'", "there are none"),
  allow("git submodule absorbgitdirs", "the own worktree", { given: ADDED }),
  deny("shared-config", "git submodule deinit -f vendor/lib", "takes it out of the shared configuration", {
    given: ADDED,
  }),
  deny("shared-config", "git submodule deinit --all -f", "takes it out of the shared configuration", { given: ADDED }),
  deny("shared-config", "git submodule set-url vendor/lib <tmp>/other", "changes the shared configuration", {
    given: ADDED,
  }),
  deny("shared-config", "git submodule sync", "changes the shared configuration", {
    given: `${ADDED} && git config -f .gitmodules submodule.vendor/lib.url <tmp>/other`,
  }),
  deny(
    "foreign-worktree",
    "git submodule foreach 'cd \"$toplevel\" && git -C ../main add -A'",
    "the command leaves the submodule",
    {
      given: `${ADDED} && touch <main>/new.txt`,
    },
  ),
  deny("merge", "git submodule foreach 'cd $toplevel && git merge main'", "the command leaves the submodule", {
    given: ADDED,
  }),
  allow('git -C "$(cat dir)" submodule update --init', "destroys nothing, whatever the directory", {
    given: `${ADDED} && echo . > dir`,
  }),
  deny("foreign-worktree", "git -C ../main submodule add <tmp>/lib", "files of the main checkout", { given: LIB }),
]
