/** The act is hidden: nothing that reads only the command's text can know. */
import type { Harm } from "./row.ts"

const OTHER = "moves refs/heads/feat/other"
const SWITCHED = "switches to the foreign branch feat/other"
const FOREIGN = "isolated-git/foreign-branch"

/** `git branch -f feat/other HEAD`, one way or another. */
const moves = (command: string, given?: string): Harm => ({
  command,
  harm: OTHER,
  code: FOREIGN,
  ...(given === undefined ? {} : { given }),
})

const texts: readonly Harm[] = [
  moves("c=branch; git $c -f feat/other HEAD"),
  moves(`git bran""ch -f feat/other HEAD`),
  moves(`eval "git bran""ch -f feat/oth""er HEAD"`),
  moves(`sh -c "$(printf "git %s -f feat/other HEAD" branch)"`),
  moves(`x=$(echo Z2l0IGJyYW5jaCAtZiBmZWF0L290aGVyIEhFQUQK | base64 -d); sh -c "$x"`),
  moves("git branch -f $(cat ../name) HEAD", "echo feat/other > ../name"),
  moves("echo branch -f feat/other HEAD | xargs git"),
  moves("cat ../names | xargs -I_ git branch -f _ HEAD", "echo feat/other > ../names"),
]

const programs: readonly Harm[] = [
  moves("./s.sh", String.raw`printf "#!/bin/sh\ngit branch -f feat/other HEAD\n" > s.sh; chmod +x s.sh`),
  moves("make -s x", String.raw`printf "x:\n\tgit branch -f feat/other HEAD\n" > Makefile`),
  moves(`python3 -c "import subprocess; subprocess.run(['git','branch','-f','feat/other','HEAD'])"`),
  moves(`node -e "require('child_process').execFileSync('git',['branch','-f','feat/other','HEAD'])"`),
  moves(`perl -e 'system("git", "branch", "-f", "feat/other", "HEAD")'`),
  moves(`bash -lc "git branch -f feat/other HEAD"`, "echo 'PATH=<bin>:/usr/bin:/bin' > <home>/.profile"),
  moves(`bash -ic "git branch -f feat/other HEAD"`),
  moves("timeout 50 nice git branch -f feat/other HEAD"),
  moves("command git branch -f feat/other HEAD"),
  moves("env A=b nohup setsid -w git branch -f feat/other HEAD"),
]

const aliases: readonly Harm[] = [
  moves("git mv2", `git config alias.mv2 "branch -f feat/other HEAD"`),
  moves("git mv3", `git config alias.mv3 "!git branch -f feat/other HEAD"`),
  moves("git mv4 feat/other", String.raw`git config alias.mv4 "!f(){ git branch -f \$1 HEAD; }; f"`),
  moves("git a1", `git config alias.a1 a2; git config alias.a2 "branch -f feat/other HEAD"`),
  moves("git -c alias.x='!git branch -f feat/other HEAD' x"),
  moves("cd src; git mv5", `git config alias.mv5 "!cd $PWD; git branch -f feat/other HEAD"`),
  {
    command: "git up",
    given: `git config alias.up "rebase main"`,
    harm: "moves the own branch",
    code: "isolated-git/rebase",
  },
  {
    command: "git co feat/other",
    given: "git config alias.co checkout",
    harm: SWITCHED,
    code: "isolated-git/switch-branch",
  },
]

const EXTENSION = (body: string): string =>
  String.raw`mkdir -p ../xb; printf "#!/bin/sh\n${body}\n" > ../xb/git-foo; chmod +x ../xb/git-foo`

const realGit: readonly Harm[] = [
  moves("PATH=$PATH:<top>/xb git foo", EXTENSION("git branch -f feat/other HEAD")),
  {
    command: "PATH=$PATH:<top>/xb git foo",
    given: EXTENSION("git switch feat/other"),
    harm: SWITCHED,
    code: "isolated-git/switch-branch",
    toldBefore: "2.46",
  },
  moves("<git> branch -f feat/other HEAD"),
  {
    command: "<git> switch feat/other",
    harm: SWITCHED,
    code: "isolated-git/switch-branch",
    toldBefore: "2.46",
  },
  moves("<git> push . +HEAD:feat/other"),
  {
    command: "<git> push -f origin HEAD:main",
    harm: "moves refs/heads/main in the remote",
    code: "isolated-git/foreign-remote-branch",
  },
  {
    command: "<git> -C <main> commit --allow-empty -m oops",
    harm: "moves refs/heads/main",
    code: "isolated-git/foreign-worktree",
    orCode: FOREIGN,
  },
  { command: "<git> tag -f v1 HEAD", harm: "moves refs/tags/v1", code: "isolated-git/foreign-tag" },
  { command: "<git> checkout --detach", harm: "detaches the own HEAD", code: "isolated-git/detach-head" },
  { command: "<git> rebase main", harm: "moves the own branch", code: "isolated-git/rebase" },
  { command: "<git> merge main -m m", harm: "moves the own branch", code: "isolated-git/merge" },
  {
    command: "<git> branch -M feat/child-work feat/other",
    harm: OTHER,
    code: FOREIGN,
  },
  { command: "<git> branch -m feat/other o2", harm: "deletes refs/heads/feat/other", code: FOREIGN },
  moves("<exec>/git branch -f feat/other HEAD"),
  moves("<exec>/git-branch -f feat/other HEAD"),
  moves("git -c core.hooksPath=/dev/null branch -f feat/other HEAD"),
  moves("GIT_CONFIG_COUNT=0 git branch -f feat/other HEAD"),
  moves("unset GIT_CONFIG_COUNT; git push . +HEAD:feat/other"),
]

const fromWithin: readonly Harm[] = [
  {
    command: `git rebase --exec "git branch -f feat/other HEAD" HEAD~1`,
    harm: OTHER,
    code: "isolated-git/rebase",
  },
  moves(`git bisect start HEAD HEAD~2; git bisect run sh -c "git branch -f feat/other HEAD"; git bisect reset`),
  moves(
    "git commit -q --allow-empty -m x",
    String.raw`printf "#!/bin/sh\ngit branch -f feat/other HEAD\n" > <main>/.git/hooks/pre-commit; chmod +x <main>/.git/hooks/pre-commit`,
  ),
  moves(
    "git commit -q --allow-empty -m x",
    String.raw`git config core.hooksPath .husky; mkdir .husky; printf "#!/bin/sh\ngit branch -f feat/other HEAD\n" > .husky/commit-msg; chmod +x .husky/commit-msg`,
  ),
]

export const indirect: readonly Harm[] = [...texts, ...programs, ...aliases, ...realGit, ...fromWithin]
