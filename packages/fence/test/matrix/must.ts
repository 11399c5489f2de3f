/** What a session does all day, and what its user has set up: a fence that gets in the way of it is no fence. */
import type { Must } from "./row.ts"

const work: readonly Must[] = [
  { command: "echo q >> own.txt; git add own.txt; git commit -q -m q" },
  { command: "echo q >> own.txt; git commit -qam q; git commit -q --amend -m r" },
  {
    command:
      "git status -s; git diff; git log --oneline -1; git show -s; git branch; git branch --show-current; git symbolic-ref HEAD; git worktree list | wc -l; git branch -a --contains HEAD",
  },
  {
    command:
      "cd <main> && git worktree list | wc -l && git branch -a && git tag && git stash list && git symbolic-ref HEAD && git reflog -1 && git remote -v | wc -l && git branch --contains HEAD && git fetch -q",
  },
  { command: "echo q >> own.txt; git stash -q; git stash pop -q" },
  { command: "echo q >> own.txt; git stash -q -u; git stash drop -q" },
  { command: "echo q >> own.txt; git restore own.txt" },
  { command: "git reset -q --hard HEAD~1" },
  { command: "git reset -q --soft HEAD~1" },
  { command: "git cherry-pick feat/sibling", anyOutput: true },
  { command: "git revert --no-edit HEAD", anyOutput: true },
  { command: "git format-patch -q -1 --stdout > ../p; git reset -q --hard HEAD~1; git am -q ../p" },
  { command: "git notes add -m n" },
  { command: "git rm -q own.txt; git mv README.md READ.md; git commit -qm x" },
  { command: "cd src && echo x > new.txt && git add . && git commit -qm x && git clean -fdxq .." },
]

const remote: readonly Must[] = [
  { command: "git fetch -q" },
  { command: "git fetch -q --prune" },
  { command: "git fetch -q --tags" },
  { command: "git fetch -q --atomic" },
  { command: "git fetch -q --all" },
  { command: "git pull -q --no-rebase origin main", anyState: true },
  { command: "git pull -q --ff-only", given: "git branch -q -u origin/main; git reset -q --hard main" },
  { command: "git pull -q --rebase origin main" },
  { command: "git push -q" },
  { command: "git push -q origin HEAD" },
  { command: "git push -q -u origin feat/child-work" },
  { command: "git commit -q --amend -m z; git push -q --force origin feat/child-work" },
  { command: "git push -q; git commit -q --amend -m zz; git push -q --force-with-lease origin feat/child-work" },
  {
    command:
      "git checkout -q -b nb; git commit -q --allow-empty -m n; git push -q -u origin nb; git commit -q --amend --allow-empty -m n2; git push -q -f origin nb",
  },
  { command: "git push -q origin feat/child-work; git push -q origin --delete feat/child-work" },
  { command: "git tag t9; git push -q origin t9" },
  { command: "git branch nb; git push -q origin nb; git branch -qD nb; git push -q origin --delete nb" },
  { command: "git tag t9; git push -q origin t9; git tag -d t9; git push -q origin :t9", anyOutput: true },
  {
    command:
      "git checkout -q -b nb; git commit -q --allow-empty -m n; git push -q origin nb; git checkout -q -; git branch -qD nb; git push -q origin --delete nb",
  },
  { command: "git push -q --dry-run origin HEAD:main || git push -qfn origin HEAD:main :release" },
  { command: "git remote add up <origin>; git fetch -q up" },
]

const branching: readonly Must[] = [
  {
    command:
      "git checkout -q -b nb; git commit -q --allow-empty -m n; git checkout -q feat/child-work; git branch -qD nb",
  },
  { command: "git switch -q -c nb; git switch -q feat/child-work; git switch -q nb" },
  { command: "git checkout -q feat/child-work" },
  { command: "git checkout -q -B feat/child-work" },
  {
    command:
      "echo q >> own.txt; git checkout -q -- own.txt; echo q >> own.txt; git checkout -q .; echo q >> own.txt; git checkout -q own.txt; git checkout -q HEAD -- own.txt; git checkout -q main -- docs",
  },
  { command: "git checkout -q --orphan fresh; git commit -q -m o; git checkout -q feat/child-work" },
  { command: "git tag t1; git tag -f t1 HEAD~1; git tag -d t1", anyOutput: true },
  { command: "git branch nb; git branch -f nb HEAD~1; git branch -m nb nc; git branch -qD nc", renames: true },
  {
    command:
      "git branch -m feat/child-work child2; git commit -q --allow-empty -m x; git branch -m child2 child3; git branch -f child4; git branch -qD child4",
    renames: true,
  },
  { command: `echo "update refs/heads/feat/child-work $(git rev-parse HEAD~1)" | git update-ref --stdin` },
  {
    command: `printf "reset refs/heads/imported\\nfrom refs/heads/feat/child-work\\n\\n" | git fast-import --force --quiet`,
  },
  { command: "git branch copied; git branch -C feat/child-work copied", renames: true },
]

const CONFLICT = "echo mine > README.md; git commit -qam mine"

const underway: readonly Must[] = [
  { command: "git rebase --abort", given: `${CONFLICT}; git rebase -q main > /dev/null 2>&1 || true` },
  {
    command: "echo both > README.md; git add README.md; GIT_EDITOR=true git rebase --continue",
    given: `${CONFLICT}; git rebase -q main > /dev/null 2>&1 || true`,
    anyOutput: true,
  },
  { command: "git rebase --skip", given: `${CONFLICT}; git rebase -q main > /dev/null 2>&1 || true`, anyOutput: true },
  { command: "git rebase --quit", given: `${CONFLICT}; git rebase -q main > /dev/null 2>&1 || true` },
  { command: "git merge --abort", given: `${CONFLICT}; git merge -q main > /dev/null 2>&1 || true` },
  {
    command: "echo both > README.md; git commit -qam merged",
    given: `${CONFLICT}; git merge -q main > /dev/null 2>&1 || true`,
  },
  {
    command: "git pull -q --rebase origin main; echo both > README.md; git add README.md; git rebase --continue",
    given: CONFLICT,
    anyOutput: true,
  },
  { command: "git bisect start HEAD HEAD~2 && git bisect good; git bisect reset", anyOutput: true },
  { command: "git cherry-pick main; git cherry-pick --abort", given: CONFLICT, anyOutput: true },
]

const upkeep: readonly Must[] = [
  { command: "git gc -q" },
  { command: "git pack-refs --all" },
  { command: "git -c gc.auto=1 gc --auto -q" },
  { command: "git commit -q --allow-empty -m x; git pack-refs --all; git commit -q --allow-empty -m y" },
  { command: "git maintenance run --quiet" },
  { command: "git branch nb; git pack-refs --all; git branch -f nb HEAD~1; git branch -qD nb" },
]

const others: readonly Must[] = [
  {
    command:
      "set -e; cd $(mktemp -d); git init -q -b main r; cd r; git commit -q --allow-empty -m 1; git branch o; git commit -q --allow-empty -m 2; git checkout -q o; git merge -q main; git rebase -q main; git checkout -q main; git branch -qD o; git worktree add -q ../rw -b w; git update-ref refs/heads/main HEAD~1; git tag -f a; git tag -f a HEAD~0",
    anyOutput: true,
  },
  {
    command:
      "set -e; mkdir tmpr; cd tmpr; git init -q -b main; git commit -q --allow-empty -m 1; git checkout -q --detach; git branch -f main; git switch -q main; git switch -q -c b2; git branch -qD main",
  },
  { command: "git clone -q . ../cl && cd ../cl && git checkout -q -b z && git branch -qD feat/child-work" },
  {
    command:
      "git -c protocol.file.allow=always submodule -q add <origin> sub && cd sub && git checkout -q --detach && git branch -f release HEAD~1",
    anyOutput: true,
    anyState: true,
  },
]

const HOOK = (file: string, body: string): string =>
  String.raw`printf '#!/bin/sh\n${body}\n' > ${file}; chmod +x ${file}`
const RAN = "../hook-ran"

const hooks: readonly Must[] = [
  {
    command: "git commit -q --allow-empty -m x; test -f ../hook-ran",
    given: HOOK("<main>/.git/hooks/pre-commit", `touch <top>/hook-ran`),
  },
  {
    command: "git commit -q --allow-empty -m x; cat ../hook-ran; git log -1 --format=%s",
    given: `git config core.hooksPath .husky; mkdir .husky; ${HOOK(".husky/commit-msg", "echo $# > ../hook-ran; echo added >> $1")}`,
  },
  {
    command: "! git commit -q --allow-empty -m x",
    given: HOOK("<main>/.git/hooks/pre-commit", "echo no >&2; exit 1"),
  },
  {
    command: "git push -q origin feat/child-work; cat ../hook-ran",
    given: HOOK("<main>/.git/hooks/pre-push", `echo $@ > ${RAN}; cat >> ${RAN}`),
    anyOutput: true,
  },
  {
    command: "git push -q origin feat/child-work; cut -d' ' -f1,3 ../hook-ran",
    given: HOOK("<main>/.git/hooks/pre-push", `cat > ${RAN}`),
  },
  {
    command: "! git push -q origin feat/child-work",
    given: HOOK("<main>/.git/hooks/pre-push", "exit 3"),
    anyOutput: true,
  },
  {
    command: "git commit -q --allow-empty -m x; cat ../hook-ran",
    given: HOOK("<main>/.git/hooks/reference-transaction", `echo $1 >> <top>/hook-ran; cat >> <top>/hook-ran`),
  },
  {
    command: "! git commit -q --allow-empty -m x; git log -1 --format=%s",
    given: HOOK("<main>/.git/hooks/reference-transaction", `test $1 != prepared`),
    anyOutput: true,
  },
  {
    command: "git checkout -q -b nb; cat ../hook-ran",
    given: HOOK("<main>/.git/hooks/post-checkout", `echo $@ >> <top>/hook-ran`),
  },
  {
    command: "git pull -q --rebase origin main; cat ../hook-ran",
    given: HOOK("<main>/.git/hooks/pre-rebase", `echo $# >> <top>/hook-ran`),
  },
  {
    command: "! git commit -q --allow-empty -m x; git log -1 --format=%s",
    given: HOOK("<main>/.git/hooks/commit-msg", "exit 1"),
  },
  {
    command: "git commit -q --allow-empty -m x; cat ../hook-ran",
    given: HOOK(
      "<main>/.git/hooks/post-commit",
      `git rev-parse --git-path hooks/x > /dev/null; pwd | wc -l > <top>/hook-ran`,
    ),
  },
  {
    command:
      "cd $(mktemp -d); git init -q --template=; mkdir .git/hooks; printf '#!/bin/sh\\ntouch ran\\n' > .git/hooks/post-commit; chmod +x .git/hooks/post-commit; git commit -q --allow-empty -m x; test -f ran",
    anyOutput: true,
  },
  {
    command: "git -c core.hooksPath=/dev/null commit -q --allow-empty -m x; ! test -f ../hook-ran",
    given: HOOK("<main>/.git/hooks/pre-commit", `touch <top>/hook-ran`),
  },
  {
    command: "git commit -q --allow-empty --no-verify -m x; ! test -f ../hook-ran",
    given: HOOK("<main>/.git/hooks/pre-commit", `touch <top>/hook-ran`),
  },
  {
    command: "git hook run pre-commit; echo $?",
    given: HOOK("<main>/.git/hooks/pre-commit", "echo ran; exit 7"),
  },
]

const aliases: readonly Must[] = [
  {
    command: "git st -s; git ci --allow-empty -q -m x",
    given: "git config alias.st status; git config alias.ci commit",
  },
  {
    command: `mkdir -p q; cd q; git pf a "b c"`,
    given: String.raw`git config alias.pf "!printf \"%s|\" \"\$GIT_PREFIX\""`,
  },
  { command: "git nothing-of-the-kind", exit: 1, anyOutput: true },
  { command: "git", exit: 1 },
  { command: "git --version; git help -a > /dev/null; git commit -h", exit: 129 },
  { command: `git log -1 --format="a  b%n'%s'" -- "own.txt"; git grep -e "six" -- src` },
  { command: "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=user.name GIT_CONFIG_VALUE_0=Z git config user.name" },
  { command: "git commit -q --allow-empty -F - <<< 'from stdin'; git log -1 --format=%B" },
  { command: "git diff --no-index README.md own.txt > /dev/null", exit: 1 },
]

export const must: readonly Must[] = [
  ...work,
  ...remote,
  ...branching,
  ...underway,
  ...upkeep,
  ...others,
  ...hooks,
  ...aliases,
]
