import { allow, deny } from "../../example.ts"
import type { Example } from "../../spec.ts"

const REMOTE = "foreign-remote-branch"
const upstream = (branch: string, mode: string): string =>
  `git branch -q --set-upstream-to=origin/${branch} && git config push.default ${mode}`
const TEMPORARY = "d=$(mktemp -d) && git clone -q"
const WORK = "git commit -q --allow-empty -m x"
const SCRATCH = 'git clone -q --shared "<main>" "<tmp>/copy"'
const SCRATCH_OF_REMOTE = 'git clone -q "<origin>" "<tmp>/copy"'

const own: readonly Example[] = [
  allow("git push", "the own branch to its upstream"),
  allow("git push origin", "the own branch to its upstream"),
  allow("git push origin HEAD", "the own branch"),
  allow("git push origin @", "the own branch"),
  allow("git push -u origin feat/child-work", "the own branch and its upstream"),
  allow("git push --set-upstream origin HEAD", "the own branch and its upstream"),
  allow('git push -u origin "$(git branch --show-current)"', "the own branch"),
  allow("git push --force origin feat/child-work", "the own branch may be rewritten"),
  allow("git push -f", "the own branch may be rewritten"),
  allow("git push --force-with-lease origin feat/child-work", "the own branch may be rewritten"),
  allow("git push --force-with-lease=feat/child-work --force-if-includes", "the own branch may be rewritten"),
  allow("git commit -q --amend -m again && git push --force-with-lease", "the usual follow-up of a review"),
  allow("git push origin +HEAD", "the own branch"),
  allow("git push origin +feat/child-work:feat/child-work", "the own branch"),
  allow("git push --force origin refs/heads/feat/child-work:refs/heads/feat/child-work", "the own branch, spelled out"),
  allow("git push origin HEAD~1:feat/child-work -f", "the own branch, moved back"),
  allow("git push origin heads/feat/child-work", "the own branch"),
  allow("git push origin --delete feat/child-work", "the own branch there"),
  allow("git push origin :feat/child-work", "the own branch there"),
  allow("git push --no-verify --atomic --thin origin HEAD", "options that change no destination"),
  allow("git push --repo=origin", "the own branch"),
  allow("git push <origin> HEAD:feat/child-work", "the own branch, by path"),
  allow("git push file://<origin> +HEAD:feat/child-work", "the own branch, by URL"),
]

const fromClones: readonly Example[] = [
  allow(`git clone -q ../origin.git c && cd c && git checkout -q feat/child-work && ${WORK} && git push -q`, "own"),
  allow(`git clone -q ../origin.git c && cd c && git switch -q -c fix && ${WORK} && git push -q -u origin HEAD`, "new"),
  deny(REMOTE, `git clone -q ../origin.git c && cd c && git switch -q release && ${WORK} && git push -q`, "foreign"),
  deny(
    REMOTE,
    `git clone -q ../origin.git c && cd c && git checkout -q -b x && git checkout -q - && ${WORK} && git push -q`,
    "back on main",
  ),
  deny(REMOTE, `git clone -q ../origin.git c && cd c && ${WORK} && git push -q --all`, "all branches of the clone"),
]

const fresh: readonly Example[] = [
  allow(
    "git tag v9 && git push -q origin v9 && git tag -d v9 && git push -q --delete origin v9",
    "its own tag, gone here",
  ),
  allow("git tag v9 && git push -q origin v9 && git tag -d v9 && git push -q origin :v9", "its own tag, gone here"),
  allow("git push origin HEAD:feat/brand-new", "nobody knows that branch"),
  allow("git push origin HEAD:refs/heads/feat/brand-new", "nobody knows that branch"),
  allow("git push origin HEAD:refs/for/main", "a review ref, no branch"),
  allow("git checkout -q -b feat/more && git push -u origin feat/more", "born in the same text"),
  allow("git branch backup && git push origin backup && git push origin --delete backup", "born in the same text"),
  allow("git tag v9 && git push origin v9", "a new tag"),
  allow("git tag v9 && git push origin tag v9", "a new tag"),
  deny(REMOTE, "git push origin --tags --prune", "deletes the tags that are only there", {
    given: "git -C ../origin.git tag there main",
  }),
  allow("git push --tags", "adds tags only"),
  allow("git push --follow-tags origin HEAD", "adds tags only"),
  allow("git push origin 'refs/tags/*'", "what --tags stands for"),
  allow("git push origin --tags HEAD", "adds tags only"),
]

const dry: readonly Example[] = [
  allow("git push --dry-run --force origin HEAD:main", "a dry run"),
  allow("git push -nf origin HEAD:main", "a dry run in a cluster"),
  allow("git push --mirror -n", "a dry run"),
  deny(REMOTE, "git push --dry-run --force origin HEAD:main --no-dry-run", "the last of the pair counts"),
]

const foreign: readonly Example[] = [
  deny(REMOTE, "git push origin HEAD:main", "landing is not the child's"),
  deny(REMOTE, "git push origin feat/child-work:main", "landing is not the child's"),
  deny(REMOTE, "git push origin main", "a foreign branch"),
  deny(REMOTE, "git push origin HEAD:heads/main", "main, half spelled out"),
  deny(REMOTE, "git push origin HEAD main", "a second refspec"),
  deny(REMOTE, "git push --force origin HEAD:main", "rewrites main there"),
  deny(REMOTE, "git push -f origin HEAD:refs/heads/release", "rewrites release there"),
  deny(REMOTE, "git push origin +HEAD:main", "a plus forces"),
  deny(REMOTE, 'git push origin "+HEAD:refs/heads/main"', "a plus forces"),
  deny(REMOTE, "git push -fu origin HEAD:release", "a cluster"),
  deny(REMOTE, "git push origin HEAD:feat/other -f", "options after operands"),
  deny(REMOTE, "git push --force-with-lease origin HEAD:main", "a lease forces too"),
  deny(REMOTE, "git push --force-with-lease=main origin HEAD:main", "a lease forces too"),
  deny(REMOTE, "git push --force-w origin HEAD:feat/sibling", "an abbreviation"),
  deny(REMOTE, "git push -f origin feat/child-work 2>/dev/null main", "an operand after a redirection"),
  deny(REMOTE, "git push --no-verify -f origin feat/child-work:feat/sibling", "the sibling's branch"),
  deny(REMOTE, "git push --repo=origin -f origin HEAD:main", "the operand wins over --repo"),
  deny(REMOTE, 'git push origin "$(git rev-parse HEAD):main"', "whatever it is, it lands on main"),
  deny(REMOTE, "git push --force origin nosuch:feat/nobody-knows", "forced onto what may be anybody's"),
  deny("unreadable-operand", 'git push --force origin HEAD:"$TARGET"', "could be anybody's", {
    notRun: "the value is not known to anybody",
  }),
  allow('git push origin "HEAD:feat/more-$N"', "plain, onto a name that only begins to be known", { env: { N: "1" } }),
]

const deleted: readonly Example[] = [
  deny(REMOTE, "git push origin --delete feat/other", "a foreign branch there"),
  deny(REMOTE, "git push -d origin feat/other", "a foreign branch there"),
  deny(REMOTE, "git push -qd origin feat/other", "a cluster"),
  deny(REMOTE, "git push --dele origin feat/other", "an abbreviation"),
  deny(REMOTE, "git push origin :feat/sibling", "an empty source deletes"),
  deny(REMOTE, "git push origin +:refs/heads/feat/sibling", "an empty source deletes"),
  deny(REMOTE, "git push origin feat/child-work :main", "the second refspec deletes"),
  deny(REMOTE, "git push -d origin feat/child-work feat/other", "the second name"),
  deny(REMOTE, "git push origin :v1", "a tag everybody has"),
  deny(REMOTE, "git push origin --delete v1", "a tag everybody has"),
  deny(REMOTE, "git push origin --delete refs/tags/v1", "a tag everybody has"),
  deny(REMOTE, "git push -f origin v1", "a tag everybody has"),
  deny(REMOTE, "git push -f origin HEAD:refs/tags/v1", "a tag everybody has"),
  deny(REMOTE, "git push -f origin tag v1", "a tag everybody has"),
  deny(REMOTE, "git push origin v1", "publishing a tag that is not the session's"),
  deny(REMOTE, "git push -f origin 'refs/tags/*:refs/tags/*'", "moves tags everybody has"),
  deny(REMOTE, "git push --force --tags", "moves tags everybody has"),
]

const bulk: readonly Example[] = [
  deny(REMOTE, "git push --all", "every branch"),
  deny(REMOTE, "git push --all --force origin", "every branch"),
  deny(REMOTE, "git push --branches origin", "every branch, in newer git", { notRun: "needs git 2.45" }),
  deny(REMOTE, "git push --mirror", "every ref"),
  deny(REMOTE, "git push --mi origin", "an abbreviation"),
  deny(REMOTE, "git push origin :", "every branch that both sides have"),
  deny(REMOTE, "git push origin +:", "every branch that both sides have, forced"),
  deny(REMOTE, "git push origin 'refs/heads/*'", "every branch"),
  deny(REMOTE, "git push origin '+refs/heads/*:refs/heads/*'", "every branch, forced"),
  deny(REMOTE, "git push origin 'refs/heads/feat/*:refs/heads/feat/*'", "the sibling's branch among them"),
  deny(REMOTE, "git push --prune origin 'refs/heads/*'", "deletes what is not here"),
  deny(REMOTE, "git push origin ^main 'refs/heads/*'", "all but main"),
  allow("git push origin 'refs/heads/feat/child-*'", "only the own branch matches"),
  allow("git push origin 'refs/heads/feat/child-work*:refs/heads/review/child-work*'", "new branches"),
]

const configured: readonly Example[] = [
  deny(REMOTE, "git push --force", "the upstream is main", { given: upstream("main", "upstream") }),
  deny(REMOTE, "git push", "the upstream is main", { given: upstream("main", "tracking") }),
  deny(REMOTE, "git push -f origin feat/child-work", "upstream holds for a branch by name", {
    given: upstream("main", "upstream"),
  }),
  allow("git push -f origin HEAD", "upstream does not hold for HEAD", { given: upstream("main", "upstream") }),
  allow("git push", "git refuses: the names differ", { given: upstream("main", "simple") }),
  allow("git push -f", "to the branch of the same name", { given: upstream("main", "current") }),
  allow("git push", "git refuses", { given: upstream("feat/child-work", "nothing") }),
  deny(REMOTE, "git push", "every branch that both sides have", { given: "git config push.default matching" }),
  deny(REMOTE, "git -c push.default=matching push -f", "every branch that both sides have"),
  deny(REMOTE, "git -c push.default=upstream push", "the upstream is release", {
    given: "git branch -q -u origin/release",
  }),
  deny(REMOTE, "git push", "the remote's own refspec", { given: "git config remote.origin.push HEAD:main" }),
  deny(REMOTE, "git push origin feat/child-work", "the remote's own refspec maps it", {
    given: "git config remote.origin.push refs/heads/feat/child-work:refs/heads/release",
  }),
  allow("git push", "the remote's own refspec maps it to the same name", {
    given: "git config remote.origin.push refs/heads/feat/child-work:refs/heads/feat/child-work",
  }),
  deny(REMOTE, "git push", "a mirror", { given: "git config remote.origin.mirror true" }),
  deny(REMOTE, "git -c remote.origin.mirror=true push origin", "a mirror"),
  allow("git push -f origin HEAD", "a detached HEAD: git refuses", { given: "git checkout -q --detach" }),
  allow("git push", "a branch without upstream: git refuses", { given: "git checkout -q -b feat/fresh" }),
  allow("git push -f", "a new branch of its own", {
    given: "git checkout -q -b feat/fresh && git config push.autoSetupRemote true",
  }),
  deny("foreign-branch", "git push", "the upstream is the local branch feat/other", {
    given: "git branch -q --set-upstream-to=feat/other && git config push.default upstream",
  }),
]

const elsewhere: readonly Example[] = [
  deny("foreign-branch", "git push . HEAD:feat/other", "the dot is this repository"),
  deny("foreign-branch", "git push . +HEAD:main", "the form counts, though git refuses it here"),
  deny("foreign-branch", "git push . :feat/other", "deletes a local branch"),
  deny("foreign-branch", "git push -f <main> HEAD:feat/other", "the main checkout is this repository"),
  deny("foreign-branch", "git push -f <main>/.git HEAD:feat/other", "its git directory too"),
  deny("foreign-branch", "git push -f file://<sib> HEAD:release", "and the sibling's worktree"),
  deny("foreign-branch", "git push -f ../main HEAD:release", "relative to the top of the worktree", { in: "subdir" }),
  allow("git push . HEAD:feat/from-here", "a new local branch"),
  allow("git push . HEAD:refs/remotes/origin/x", "a tracking ref: the next fetch restores it"),
  deny(REMOTE, "git push <origin> HEAD:main", "origin by path"),
  deny(REMOTE, "git push -f file://<origin> HEAD:main", "origin by URL"),
  deny(REMOTE, "git push -f o: HEAD:main", "a rewritten URL", { given: "git config url.<origin>.insteadOf o:" }),
  deny(REMOTE, "git push -f second HEAD:main", "another name for the same place", {
    given: "git remote add second <origin> && git fetch -q second",
  }),
  deny(REMOTE, "git push -f", "remote.pushDefault", {
    given:
      "git remote add second <origin> && git fetch -q second && git config remote.pushDefault second && git config remote.second.push HEAD:main",
  }),
  allow("git init -q --bare <tmp>/r.git && git push -f <tmp>/r.git HEAD:main", "a scratch repository"),
  allow("git push -f <tmp>/r.git HEAD:main", "a scratch repository", { given: "git init -q --bare <tmp>/r.git" }),
  allow("git remote add scratch <tmp>/r.git && git push scratch HEAD:main", "a scratch repository", {
    given: "git init -q --bare <tmp>/r.git",
  }),
  deny("foreign-branch", "cd <tmp>/copy && git push origin HEAD:feat/other", "a scratch clone pushes back", {
    given: SCRATCH,
  }),
  deny("foreign-branch", "git -C <tmp>/copy push -f origin HEAD:feat/other", "a scratch clone pushes back", {
    given: SCRATCH,
  }),
  deny("foreign-branch", "cd <tmp>/copy && git push <sib> +HEAD:release", "a scratch clone pushes here", {
    given: SCRATCH_OF_REMOTE,
  }),
  allow("cd <tmp>/copy && git push origin HEAD:feat/from-copy", "a new branch", { given: SCRATCH }),
  deny(REMOTE, "cd <tmp>/copy && git push -f origin HEAD~1:main", "a clone of the remote", {
    given: SCRATCH_OF_REMOTE,
  }),
  deny(REMOTE, "cd <tmp>/copy && git commit -q --allow-empty -m x && git push", "a clone of the remote, on main", {
    given: SCRATCH_OF_REMOTE,
  }),
  allow("cd <tmp>/copy && git push -f origin HEAD:feat/child-work", "the own branch", { given: SCRATCH_OF_REMOTE }),
  deny(
    REMOTE,
    "git clone -q <origin> <tmp>/new && cd <tmp>/new && git push -f origin HEAD~1:main",
    "cloned by the same text",
  ),
  deny(
    REMOTE,
    `${TEMPORARY} "<origin>" "$d/c" && cd "$d/c" && ${WORK} && git push`,
    "cloned by the same text, on main",
  ),
  deny(
    "foreign-branch",
    `${TEMPORARY} <main> "$d/c" && cd "$d/c" && git push -f origin HEAD:release`,
    "a clone of this",
  ),
  deny("foreign-branch", `${TEMPORARY} . "$d/c" && git -C "$d/c" push origin :feat/other`, "a clone of this"),
  allow(`${TEMPORARY} <origin> "$d/c" && cd "$d/c" && git checkout -q -b fix && git push origin HEAD`, "a new branch"),
  allow(`${TEMPORARY} . "$d/c" && cd "$d/c" && git rebase -q main; git push -f origin HEAD:feat/next`, "a new branch"),
  allow(
    `d=$(mktemp -d) && cd "$d" && git init -q && git push -f <tmp>/r.git HEAD:main || true`,
    "a scratch repository",
  ),
  allow("cd <tmp>/copy && git checkout -q -b fix && git push origin HEAD", "a new branch", {
    given: SCRATCH_OF_REMOTE,
  }),
  deny(REMOTE, "git -C ../main push", "main is pushed from its own checkout", {
    given: "git -C <main> commit -q --allow-empty -m x && git -C <main> pull -q --rebase",
  }),
  deny(REMOTE, "git push -f origin HEAD~1:main", "the directory does not matter", { in: "main" }),
  deny(REMOTE, "git -C ../origin.git push -f . main~1:release", "inside the remote's own repository"),
  deny(REMOTE, 'cd "$SOMEWHERE" && git push -f origin HEAD:main', "wherever it is", {
    notRun: "the value is not known to anybody",
  }),
  allow('cd "$SOMEWHERE" && git push origin HEAD:main', "plain, and wherever it is", {
    notRun: "the value is not known to anybody",
  }),
]

export const examples: readonly Example[] = [
  ...own,
  ...fresh,
  ...fromClones,
  ...dry,
  ...foreign,
  ...deleted,
  ...bulk,
  ...configured,
  ...elsewhere,
]
