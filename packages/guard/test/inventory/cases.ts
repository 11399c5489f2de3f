/** What the inventory says to a request, and what real git would make of it. */
import type { Running } from "./workspace.ts"

export interface Case extends Running {
  /** The words behind `git`; `@` is the folder that holds the workspace. */
  readonly argv: readonly string[]
  readonly verdict: "allow" | "deny"
  /** Without its policy. */
  readonly code?: string
  /**
   * What git does without the inventory. "runs" a program that the request names, "leaves" the workspace by writing,
   * "reads" what is outside. "harmless" is none of these. "nothing" where git refuses, or the rule is about the form.
   */
  readonly truth: "runs" | "leaves" | "reads" | "harmless" | "nothing"
  readonly readable?: boolean
  readonly because: string
}

type More = Partial<Omit<Case, "because">>

/** Words are set apart by one space each. */
const words = (text: string | readonly string[]): readonly string[] =>
  typeof text === "string" ? text.split(" ") : text

const allow = (argv: string | readonly string[], because: string, more: More = {}): Case => ({
  argv: words(argv),
  verdict: "allow",
  truth: "harmless",
  because,
  ...more,
})

const deny =
  (code: string, truth: Case["truth"]) =>
  (argv: string | readonly string[], because: string, more: More = {}): Case => ({
    argv: words(argv),
    verdict: "deny",
    code,
    truth,
    because,
    ...more,
  })

const runs = deny("argument", "runs")
const leaves = deny("path", "leaves")
const reads = deny("path", "reads")
const form = (code: string) => deny(code, "nothing")

const EXT = { env: { GIT_ALLOW_PROTOCOL: "ext:fd:evil:file" } }
const PATHS = ["-c", "core.fsmonitor=./x"]

const HOOK = "mkdir -p .git/hooks; cp x .git/hooks/reference-transaction; > .git/hooks/reference-transaction; "
/** A branch whose files are hooks, and no hook yet. */
const HOOKS = "git checkout -q -b h; mv x reference-transaction; git add -A; git commit -qm h; git checkout -q main; "
const EMPTY = "rm -rf .git/hooks"
/** A commit of our own, which a merge has to join to main's. */
const APART = "git reset -q --hard HEAD~1; git commit -q --allow-empty -m z"
const PROMISED = "git config core.repositoryformatversion 1; git config extensions.partialClone q"
const LAZILY = "git cat-file -p $(cat ../oid):secret || true"
/** main has a submodule whose address leads outside. */
const MODULE = [
  "git clone -q src.git s; cd s; git update-index --add --cacheinfo 160000,$(cat ../../oid),m",
  "printf '[submodule \"m\"]\\n\\tpath = m\\n\\turl = %s\\n' $(realpath ../../out)/o.git > .gitmodules",
  "git add .gitmodules; git commit -qm m; git push -q; cd ..; rm -rf s",
].join("; ")
/** Without a repository; the workspace of the other cases keeps its. */
const GONE = { env: { GONE: "1" }, given: '[ -z "${GONE-}" ] || rm -rf .git' }
const MODULE_MADE = { given: MODULE, env: { GIT_ALLOW_PROTOCOL: "file:https" } }

export const subcommands: readonly Case[] = [
  allow("status --porcelain -z -uno", "listed"),
  allow("branch --no-track sess/quiet HEAD~1", "the first of three steps that stand for a checkout"),
  allow("symbolic-ref HEAD refs/heads/topic", "the second"),
  allow("reset --hard", "the third"),
  allow("rev-list --count HEAD", "--count is neither -c nor --config"),
  allow("show-ref --verify refs/heads/topic", "stands for for-each-ref"),
  allow("check-ref-format --branch topic", "listed"),
  allow("update-ref -d refs/heads/topic", "listed"),
  allow("clean -ffdxn", "listed"),
  allow("worktree list --porcelain -z", "listed"),
  allow("log -1 --format=%H --no-show-signature", "listed"),
  allow("status -h", "git prints its usage", { truth: "nothing" }),
  form("subcommand")("checkout --no-track -b sess/quiet HEAD", "left out on purpose"),
  form("subcommand")("for-each-ref --count=1 refs/heads/topic", "left out on purpose"),
  form("subcommand")("push ./src.git HEAD:refs/heads/x", "left out on purpose"),
  form("subcommand")("gc --auto", "not listed"),
  form("subcommand")("diff-tree -r HEAD", "names are exact: diff-tree is not diff"),
  form("subcommand")("Status", "names are exact"),
  form("subcommand")("stat", "git abbreviates no subcommand"),
  form("subcommand")([""], "an empty word"),
  form("subcommand")([], "no word at all"),
  form("subcommand")("constructor", "a name that every object has"),
  deny("subcommand", "runs")("difftool --no-prompt -x ./x HEAD~1", "not listed, and runs programs"),
  deny("subcommand", "runs")("odd", "an alias is not listed", { given: "git config alias.odd '!./x'" }),
]

export const leading: readonly Case[] = [
  deny("leading-option", "runs")([...PATHS, "status"], "a setting that names a program"),
  deny("leading-option", "runs")("--config-env=core.fsmonitor=PROGRAM status", "the same from the environment", {
    env: { PROGRAM: "./x" },
  }),
  deny("leading-option", "reads")("-C ../out/o.git rev-parse HEAD", "another directory"),
  deny("leading-option", "reads")("--git-dir=../out/o.git rev-parse HEAD", "another repository"),
  form("leading-option")("-C sub status", "the directory is a field of the request"),
  form("leading-option")("-p status", "a pager"),
  form("leading-option")("--exec-path=./bin status", "other helpers"),
  form("leading-option")("--version", "there is no subcommand"),
  deny("leading-option", "runs")("-c PROTOCOL.ALLOW=always ls-remote ext::./x", "keys fold their case"),
]

export const programs: readonly Case[] = [
  runs("fetch --upload-pack=./x ./src.git", "written out"),
  runs("fetch --upload-pack ./x ./src.git", "the value as a word of its own"),
  runs("fetch --upload-p=./x ./src.git", "cut short"),
  runs("fetch ./src.git main --upload-pac=./x", "behind operands"),
  runs("fetch -q --upl ./x ./src.git", "cut as short as git allows"),
  runs("pull --upload-pack=./x ./src.git main", "pull hands it on"),
  runs("pull --upload ./x ./src.git main", "pull hands it on, cut short"),
  runs("ls-remote --upload-pack=./x ./src.git", "written out"),
  runs("ls-remote --exec=./x ./src.git", "by its other name"),
  runs("ls-remote --exe ./x ./src.git", "by its other name, cut short"),
  runs("clone --upload-pack=./x file://@/ws/src.git dst", "written out"),
  runs("clone -u./x file://@/ws/src.git dst", "the letter, with its value"),
  runs("clone -u ./x file://@/ws/src.git dst", "the letter, its value a word of its own"),
  runs("clone -qu./x file://@/ws/src.git dst", "in a cluster"),
  runs("clone file://@/ws/src.git dst -nu ./x", "in a cluster behind operands"),
  runs("clone -ccore.fsmonitor=./x ./src.git dst", "a setting that names a program", {
    given: "git clone -q src.git s && cp x s && cd s && git add -f x && git commit -qm x --allow-empty && git push -q",
    afterwards: "cp x dst; cd dst; git status",
  }),
  runs("clone --config core.fsmonitor=./x ./src.git dst", "written out", {
    afterwards: "cp x dst; cd dst; git status",
  }),
  runs("clone --conf core.fsmonitor=./x ./src.git dst", "cut short", { afterwards: "cp x dst; cd dst; git status" }),
  runs("clone -qc core.fsmonitor=./x ./src.git dst", "in a cluster", { afterwards: "cp x dst; cd dst; git status" }),
  runs("clone --template=./template ./src.git dst", "its hooks are run"),
  runs("clone --templ template ./src.git dst", "cut short"),
  runs("clone --separate-git-dir=gd ./src.git dst", "git's own files elsewhere", { truth: "harmless" }),
  form("argument")("fetch --receive-pack=./x ./src.git", "git does not take it here"),
  form("argument")("fetch --up ./x ./src.git", "too short for git as well"),
  form("argument")("status --exec-path=./x", "git does not take it here"),
  form("argument")("log --no-such-option", "an option that git does not know"),
  form("argument")("status --help", "a viewer is started"),
  runs("config --edit", "an editor"),
  runs("config --ed", "an editor, cut short"),
  runs("config -e", "an editor, as a letter"),
  runs("config -ze", "an editor, in a cluster"),
  runs("branch --edit-description topic", "an editor"),
  runs("branch --edit topic", "an editor, cut short"),
  runs("pull --edit --no-ff --no-rebase ./src.git main", "an editor", { given: "git reset -q --hard HEAD~1" }),
  runs("pull --rebase=interactive ./src.git main", "an editor for the list", {
    given: "git reset -q --hard HEAD~1; git commit -q --allow-empty -m z",
    env: { GIT_SEQUENCE_EDITOR: "program" },
  }),
  runs("pull -ri ./src.git main", "an editor for the list, as git shortens it", {
    given: "git reset -q --hard HEAD~1; git commit -q --allow-empty -m z",
    env: { GIT_SEQUENCE_EDITOR: "program" },
  }),
  runs("reset -p", "an editor for hunks", { given: "echo z >> a; git add a", stdin: "e\n" }),
  runs("reset --patc", "cut short", { given: "echo z >> a; git add a", stdin: "e\n" }),
  runs("pull --no-rebase -s evil ./src.git main", "a strategy that is a program", {
    given: "git reset -q --hard HEAD~1; git commit -q --allow-empty -m z",
  }),
  runs("log -1 -p --ext-diff", "programs of the configuration", { given: "git config diff.external ./x" }),
  runs("diff --ext-diff HEAD~1", "the same", { given: "git config diff.external ./x" }),
  runs(["log", "-1", "--format=[core]%n%x09fsmonitor = ./x", "--output=.git/config"], "the output is git's settings", {
    afterwards: "git status",
  }),
  runs("log -1 --format=tformat:./x --output=.git/hooks/reference-transaction", "the output is a hook", {
    given: HOOK,
    afterwards: "git branch n",
  }),
  runs(["config", "--file", ".git/hooks/reference-transaction", "a.b", "$(./x)"], "the settings are a hook", {
    given: HOOK,
    afterwards: "git branch n",
  }),
  runs("worktree add .git/hooks h", "the worktree is hooks", { given: HOOKS + EMPTY, afterwards: "git branch n" }),
  runs("clone -b h . .git/hooks", "the clone is hooks", { given: HOOKS + EMPTY, afterwards: "git branch n" }),
  runs("worktree move w .git/hooks", "the worktree becomes hooks", {
    given: `${HOOKS}git worktree add -q w h; ${EMPTY}`,
    afterwards: "git branch n",
  }),

  allow("fetch -u ./src.git main:main", "fetch's -u is --update-head-ok"),
  allow("branch -c topic copy", "branch's -c copies"),
  allow("config --file .git/config a.b c", "git's settings, judged as such"),
  allow("clone ./src.git .gitted", "only begins like git's own"),
  allow("diff -c HEAD~1", "diff's -c is a format"),
  allow("log -p -c -1", "log's -c is a format"),
  allow("status --column=always", "begins like --config, and is another"),
  allow("branch --contains HEAD", "begins like --config, and is another"),
  allow("clone --no-checkout --origin up --branch topic ./src.git dst", "harmless options"),
  allow("clone --no-template ./src.git dst", "undoes what nobody did"),
  allow("fetch --no-upload-pack ./src.git", "undoes what nobody did"),
  allow("clone --filter=blob:none --single-branch --no-tags file://@/ws/src.git dst", "as the clone tier does"),
  allow("log -1 -p --no-ext-diff --textconv", "what log does by itself"),
  allow("pull --rebase=merges ./src.git main", "no editor"),
  allow("pull -s ort --no-edit --no-rebase ./src.git main", "a strategy of git's"),
  allow("log -1 --end-of-options HEAD", "no option follows"),
  allow("clone --end-of-options ./src.git dst", "no option follows"),
  allow("rev-parse --verify --quiet --end-of-options HEAD", "no option follows"),
  allow("rev-parse --sq-quote --upload-pack=./x", "only quoted"),
]

export const transports: readonly Case[] = [
  runs("ls-remote ext::./x", "ext", EXT),
  runs("fetch ext::./x main", "ext", EXT),
  runs("clone ext::./x dst", "ext", EXT),
  runs("pull ext::./x main", "ext", EXT),
  runs("remote show ext::./x", "ext", EXT),
  runs("remote add far ext::./x", "ext, for the next fetch", { ...EXT, afterwards: "git fetch far" }),
  runs("remote add -f far ext::./x", "ext, fetched at once", EXT),
  runs("remote set-url far ext::./x", "ext, for the next fetch", {
    ...EXT,
    given: "git remote add far ./src.git",
    afterwards: "git fetch far",
  }),
  form("argument")("remote update ext::./x", "ext; git wants a name here", EXT),
  form("argument")("fetch --multiple ext::./x", "ext; git wants names here", EXT),
  runs("ls-remote evil::y", "a helper of that name"),
  runs("ls-remote evil://y", "a helper of that name"),
  runs("clone evil://y dst", "a helper of that name"),
  form("argument")("ls-remote fd::x", "a descriptor of the process; given a number, git waits for it"),
  form("argument")(["ls-remote", "--", "-oProxyCommand=x:y"], "an option to ssh; git itself notices"),
  form("argument")("ls-remote ssh://-oProxyCommand=./x/y", "an option to ssh; git itself notices"),
  form("argument")("ls-remote ssh://%2doProxyCommand=./x/y", "the same, escaped"),
  allow("ls-remote ./src.git", "a path inside"),
  allow("ls-remote file://@/ws/src.git", "a URL of a path inside"),
  allow("ls-remote file://localhost@/ws/src.git", "a URL with a host"),
  reads("ls-remote file://host.invalid@/out/o.git", "git does not look at the host"),
  allow("fetch ./src.git main", "a path inside"),
  allow("remote add far https://host.invalid/a.git", "the network"),
  allow("remote add far git@host.invalid:a.git", "the network"),
  allow("remote add far ssh://git@host.invalid:22/a.git", "the network"),
  allow("remote set-url --push far ./src.git", "a path inside", { given: "git remote add far ./src.git" }),
  allow("remote set-url --delete far ext::.*", "a pattern of what goes", {
    given: "git remote add far ./src.git; git remote set-url --add far ext::old",
  }),
  allow("remote update -p", "what is configured", { given: "git remote add far ./src.git" }),
  allow("remote -v", "lists"),
]

export const paths: readonly Case[] = [
  leaves("clone ./src.git ../escaped", "outside"),
  leaves("clone ./src.git @/escaped", "outside, absolute"),
  leaves("clone ./src.git link/dst", "through a link"),
  leaves("clone ./src.git sub/../../escaped", "by .."),
  leaves("clone ./src.git new/../../escaped", "by .., behind what does not exist yet", { given: "mkdir new" }),
  leaves("clone ./src.git", "the folder git makes up is a link", { given: "mkdir ../out/e; ln -s ../out/e src" }),
  leaves("diff --output=../f HEAD~1", "the output"),
  leaves("diff --output ../f HEAD~1", "the output, as a word of its own"),
  leaves("log -p --output=link/f", "the output, through a link"),
  leaves("rev-list --output=../f HEAD", "the output, of a command that has none to speak of"),
  leaves("log --format --output=../f", "git opens it before it finds out that --format lacks its value"),
  leaves("worktree add ../w", "a worktree outside"),
  leaves("worktree add -b n --detach link/w HEAD", "through a link", { argv: words("worktree add -b n link/w HEAD") }),
  leaves("worktree move w ../w", "a worktree moved outside", { given: "git worktree add -q w" }),
  leaves("worktree remove ../w", "a worktree outside removed", { given: "git worktree add -q ../w" }),
  leaves("worktree remove v", "the same, by the last part of its path", { given: "git worktree add -q ../v" }),
  leaves("worktree move u here", "moved, by the last part of its path", { given: "git worktree add -q ../u" }),
  leaves("symbolic-ref ../../out/HEAD refs/heads/x", "git makes a path of the name"),
  leaves("config --file ../f a.b c", "a file outside"),
  leaves("config -f../f a.b c", "a file outside, attached"),
  leaves("config --global a.b c", "the person's own file"),
  reads("clone ../out/o.git dst", "a repository outside"),
  reads("clone @/out/o.git dst", "a repository outside, absolute"),
  reads("clone file://@/out/o.git dst", "a repository outside, by URL"),
  reads("clone file://@/ou%74/o.git dst", "a repository outside, by URL with escapes"),
  reads("clone ./link/o.git dst", "a repository outside, through a link"),
  reads("clone ./hid dst", "git adds .git, and that is a link"),
  reads("clone ./far dst", "a .git file that points outside", {
    given: "mkdir far; printf 'gitdir: ../../out/o.git\\n' > far/.git",
  }),
  deny("argument", "reads")("clone --recurse-submodules ./src.git dst", "submodules from anywhere", MODULE_MADE),
  deny("argument", "reads")("clone --recursive ./src.git dst", "by its other name", MODULE_MADE),
  deny("argument", "reads")("pull --recurse-submodules ./src.git main", "submodules from anywhere", {
    ...MODULE_MADE,
    given: `${MODULE}; git config submodule.active .`,
  }),
  reads("fetch ../out/o.git main", "a repository outside"),
  reads("ls-remote ../out/o.git", "a repository outside"),
  reads("ls-remote ~/secret.git", "git expands ~"),
  reads("ls-remote --heads @/ws/../out/o.git", "by .."),
  reads("clone --reference ../out/o.git ./src.git dst", "objects outside"),
  reads("clone --reference-i=../out/o.git ./src.git dst", "objects outside, cut short"),
  reads("diff --no-index a link/secret", "a file outside"),
  reads("diff -- a link/secret", "git takes two files where one is outside", { truth: "nothing" }),
  reads("diff a ../out/secret", "git takes two files where one is outside"),
  reads("diff a ../out/secret --", "git takes two files where there is no repository", GONE),
  form("path")("reset --pathspec-from-file=../out/secret", "reads a file outside, and shows nothing of it"),
  reads("remote add far ../out/o.git", "for the next fetch", { afterwards: "git fetch far" }),
  reads("config --file ../f --list", "a file outside", { given: "printf '[a]\\nb = SECRET\\n' > ../f" }),
  reads("fetch ../out/o.git main", "seen from the top, not from the directory", { cwd: "sub" }),
  form("path")("status --porcelain", "the directory is a link to the outside", { cwd: "link" }),
  form("path")("status", "the directory is outside", { cwd: ".." }),
  form("path")("log -- ../out/secret", "git itself notices"),
  form("path")("log -1 ..", "git itself notices"),
  form("path")("clean -n ../out", "git itself notices"),
  form("path")("fetch ../src.git main", "seen from the top it is outside; git finds nothing there", { cwd: "sub" }),

  allow("clone ./src.git dst", "not there yet"),
  allow("clone ./src.git sub/../dst", "stays inside"),
  allow("clone @/ws/src.git @/ws/dst", "absolute"),
  allow("clone @/ws dst", "the workspace itself"),
  allow("clone ../src.git dst", "inside, seen from the directory", { cwd: "sub" }),
  allow("fetch ./src.git main", "inside, seen from the top", { cwd: "sub" }),
  allow("clone ../out/o.git dst", "the readable folder", { readable: true }),
  allow("clone file://@/out/o.git dst", "the readable folder, by URL", { readable: true }),
  allow("clone --reference ../out/o.git ./src.git dst", "the readable folder", { readable: true }),
  leaves("clone ./src.git ../out/dst", "the readable folder is not to be written", { readable: true }),
  form("path")("status", "nor to be worked in", { readable: true, cwd: "../out" }),
  allow("log --oneline HEAD~1..HEAD -- a sub", "revisions and paths"),
  allow("log -1 -- link", "git does not follow it"),
  allow("status -- :/sub :!a", "magic"),
  allow("status ..", "the top", { cwd: "sub" }),
  allow("diff --output=f HEAD~1", "inside"),
  allow("diff -O/dev/null HEAD~1", "as git's manual has it"),
  allow("reset --pathspec-from-file=-", "standard input", { stdin: "a\n" }),
  allow("config --file more --list", "inside"),
  allow("worktree add w", "inside"),
  allow("worktree remove w", "inside", { given: "git worktree add -q w" }),
  allow("worktree move w sub/w", "inside", { given: "git worktree add -q w" }),
  allow("clone ./w dst", "a .git file that points inside", { given: "git worktree add -q w" }),
  allow("diff HEAD~1 HEAD -- a", "revisions before the dashes"),
  allow("symbolic-ref HEAD", "reads"),
  allow("rev-parse --git-path hooks", "prints"),
]

const afterwards = (text: string): More => ({ afterwards: text })

export const settings: readonly Case[] = [
  runs("config core.fsmonitor ./x", "a program", afterwards("git status")),
  runs("config CORE.FsMonitor ./x", "section and variable fold their case", afterwards("git status")),
  runs("config --add core.fsmonitor ./x", "added", afterwards("git status")),
  runs("config --replace-all core.fsmonitor ./x", "replaced", afterwards("git status")),
  runs("config --file .git/config core.fsmonitor ./x", "by the file's name", afterwards("git status")),
  runs("config core.hooksPath hooks", "a folder of programs", afterwards("git branch n")),
  runs("config core.sshCommand ./x", "a program", afterwards("git ls-remote ssh://host.invalid/a || true")),
  runs("config core.gitProxy ./x", "a program", afterwards("git ls-remote git://host.invalid/a || true")),
  runs("config diff.external ./x", "a program", afterwards("git diff HEAD~1")),
  runs("config diff.tool.command ./x", "a program", afterwards("cp attributes .gitattributes; git diff HEAD~1")),
  runs("config diff.tool.TextConv ./x", "a program", afterwards("cp attributes .gitattributes; git diff HEAD~1")),
  runs(
    "config filter.tool.smudge ./x",
    "a program",
    afterwards("cp attributes .gitattributes; rm a; git reset --hard"),
  ),
  runs("config filter.tool.clean ./x", "a program", afterwards("cp attributes .gitattributes; touch a; git status")),
  runs("config alias.odd !./x", "a program", afterwards("git odd")),
  runs("config include.path ../more", "settings that name a program", afterwards("git status")),
  runs("config includeIf.onbranch:main.path ../more", "settings that name a program", afterwards("git status")),
  runs("config remote.far.uploadpack ./x", "a program", {
    given: "git remote add far ./src.git",
    afterwards: "git fetch far || true",
  }),
  runs("config remote.far.vcs evil", "a helper of that name", {
    given: "git remote add far ./src.git",
    afterwards: "git fetch far || true",
  }),
  runs("config remote.far.url ext::./x", "a transport", { ...EXT, afterwards: "git fetch far || true" }),
  runs("config branch.main.remote ext::./x", "a transport", {
    ...EXT,
    given: "git config branch.main.merge refs/heads/main",
    afterwards: "git fetch || true",
  }),
  runs("config url.ext::./x.insteadOf far:", "a transport", { ...EXT, afterwards: "git ls-remote far: || true" }),
  runs("config protocol.ext.allow always", "lets a transport through", afterwards("git ls-remote ext::./x || true")),
  runs("config protocol.allow always", "lets all transports through", afterwards("git ls-remote ext::./x || true")),
  runs("config gpg.program ./x", "a program", afterwards("git commit -q -S --allow-empty -m z || true")),
  runs("config sequence.editor ./x", "a program", afterwards("git rebase -q -i HEAD~1 || true")),
  runs("config core.editor ./x", "a program", afterwards("unset GIT_EDITOR; git commit --allow-empty || true")),
  runs("config core.askPass ./x", "a program", { truth: "nothing" }),
  runs(
    "config credential.helper !./x",
    "a program",
    afterwards("echo url=https://host.invalid | git credential fill || true"),
  ),
  form("argument")(
    "config init.templateDir template",
    "its hooks would be run; git heeds it in the person's own file only",
  ),
  runs("config trailer.t.command ./x", "a program", afterwards("echo | git interpret-trailers --trailer t=1")),
  runs("config submodule.s.update !./x", "a program", { truth: "nothing" }),
  runs("config --rename-section odd core", "harmless keys become others", {
    given: "git config odd.fsmonitor ./x",
    afterwards: "git status",
  }),
  reads("config remote.far.url ../out/o.git", "a repository outside", afterwards("git fetch far")),
  reads("config url.../out/.insteadOf far:", "a repository outside", afterwards("git ls-remote far:o.git")),
  reads("config --rename-section url.https://a/ url.../out/", "a repository outside, by another name", {
    given: "git config url.https://a/.insteadOf far:",
    afterwards: "git ls-remote far:o.git",
  }),
  reads("config remotes.default ../out/o.git", "a group of remotes", afterwards("git remote update")),
  reads("config extensions.partialClone ../out/o.git", "where missing objects come from", {
    given: "git config core.repositoryformatversion 1",
    afterwards: LAZILY,
  }),
  reads("config remote.../out/o.git.promisor true", "where missing objects come from", {
    given: PROMISED,
    afterwards: LAZILY,
  }),
  reads("config blame.ignoreRevsFile ../out/secret", "git shows the lines it does not like", {
    afterwards: "git blame a",
  }),
  reads("config fetch.fsck.skipList ../out/secret", "git shows the lines it does not like", {
    given: "git config fetch.fsckObjects true; git clone -q src.git z; git -C z commit -q --allow-empty -m z",
    afterwards: "git fetch file://$PWD/z",
  }),
  runs("config pull.twohead evil", "a strategy that is a program", {
    given: APART,
    afterwards: "git pull --no-rebase ./src.git main",
  }),
  runs(["config", "branch.main.mergeOptions", "-s evil"], "a strategy that is a program", {
    given: APART,
    afterwards: "git pull --no-rebase ./src.git main",
  }),
  runs("config pull.rebase interactive", "an editor for the list", {
    given: APART,
    afterwards: "GIT_SEQUENCE_EDITOR=program git pull ./src.git main",
  }),
  runs("config branch.main.rebase i", "an editor for the list", {
    given: APART,
    afterwards: "git config branch.main.remote .; GIT_SEQUENCE_EDITOR=program git pull ./src.git main",
  }),
  deny("argument", "reads")("config submodule.recurse true", "submodules from anywhere", {
    ...MODULE_MADE,
    given: `${MODULE}; git config submodule.active .`,
    afterwards: "git pull ./src.git main",
  }),
  form("path")("config core.excludesFile ../out/secret", "a file outside"),
  form("path")("config core.attributesFile ~/attributes", "a file outside"),
  deny("argument", "leaves")("config core.worktree ../../out", "files outside are the worktree's then", {
    afterwards: "git reset -q --hard",
  }),

  allow("config user.name Ada", "no program"),
  allow("config --get core.hooksPath", "reads", { given: "git config core.hooksPath h" }),
  allow("config core.hooksPath", "reads", { given: "git config core.hooksPath h" }),
  allow("config --list --show-origin -z", "reads"),
  allow("config --global --list", "reads", { given: "git config --global a.b c" }),
  allow("config --unset core.fsmonitor", "takes a program away", { given: "git config core.fsmonitor ./x" }),
  allow("config core.fsmonitor false", "switches it off"),
  allow("config pager.log false", "switches it off"),
  allow("config protocol.ext.allow never", "keeps a transport out"),
  allow("config protocol.version 2", "no transport"),
  allow("config pull.rebase merges", "no editor"),
  allow("config pull.twohead ort", "a strategy of git's"),
  allow("config branch.main.mergeOptions --no-ff", "an option that names nothing"),
  allow("config remote.far.promisor true", "a name"),
  allow("config remotes.default far", "a name"),
  allow("config submodule.recurse false", "switches it off"),
  allow("config submodule.s.update none", "no program"),
  allow("config remote.far.url https://host.invalid/a.git", "the network"),
  allow("config remote.far.fetch +refs/heads/*:refs/remotes/far/*", "a refspec"),
  allow("config branch.main.remote far", "a name"),
  allow("config extensions.worktreeConfig true", "no program"),
  allow("config --rename-section diff.odd diff", "of one kind", { given: "git config diff.odd.renames true" }),
  allow("config --rename-section branch.a branch.b", "of one kind", { given: "git config branch.a.merge x" }),
]
