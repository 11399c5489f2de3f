/**
 * The persistent-cd policy: in a marked plain checkout the agent's own shell stays where it is. It asks one thing of
 * a program: which of its moves are made by the shell the text was given to? What a form does today decides nothing:
 * a cd that leads nowhere, or back to where it began, is refused like any other.
 */
import type { Move, Program } from "../shell/program.ts"
import type { State } from "../state/state.ts"
import { quote } from "./isolated-git/remedies.ts"
import type { MoveRule, Remedy } from "./rule.ts"

/** `exec` runs no builtins; a trap runs when the text is over, or never. */
const ELSEWHERE = new Set(["exec", "trap"])

/** A name put together by a substitution is nobody's mistake, which is all this policy is about. */
const movesOwnShell = ({ place, via, substituted }: Move): boolean =>
  place.kind === "top" && !substituted && !via.some(({ name, forks }) => forks || ELSEWHERE.has(name))

/** The folder a move leads to, where it is known and there. */
function destination({ to, fails }: Move, state: State): string | undefined {
  return !fails && to.kind === "at" && state.files.stat(to.path) === "directory" ? to.path : undefined
}

function remedies(move: Move, state: State): readonly Remedy[] {
  const folder = destination(move, state)
  const example = (write: (folder: string) => string): Pick<Remedy, "command"> =>
    folder === undefined ? {} : { command: write(quote(folder)) }
  const inRepository = state.repositoryAt({ directory: move.to }) !== undefined
  return [
    {
      text: "tell git where to work with `git -C <folder>`",
      ...(inRepository ? example((there) => `git -C ${there} status`) : {}),
    },
    {
      text: "give any other command the absolute path of what it works on",
      ...example((there) => `ls ${there}`),
    },
    {
      text: "put what has to run in that folder in a subshell, which leaves this shell where it is",
      ...example((there) => `(cd ${there} && pwd)`),
    },
  ]
}

/** Unreadable text is let through: a false refusal is worse than a miss. */
const firstOwnMove = ({ moves, partial, guessed }: Program): Move | undefined =>
  guessed || partial.length > 0 ? undefined : moves.find(movesOwnShell)

export const persistentCd: MoveRule = {
  code: "persistent-cd",
  title: "this moves the shell itself, which stays there for every later command",
  why: "The next command that counts on the top of this checkout would read and write in the wrong folder.",
  holds: (state) => state.checkout !== undefined,
  refuses: firstOwnMove,
  remedies,
}

interface MoveExample {
  readonly command: string
  readonly because: string
}

const each = (because: string, ...commands: readonly string[]): readonly MoveExample[] =>
  commands.map((command) => ({ command, because }))

/** Refused, in a marked checkout with the folders lib and pkg/api. */
export const refused: readonly MoveExample[] = [
  ...each("it stays there", "cd lib", "cd pkg/api", "cd ..", "cd ~", "cd", "cd -", 'cd "$PWD"', "cd /", "cd ./lib/"),
  ...each("options do not change that", "cd -- lib", "cd -P lib", "cd -P -- lib", "cd -LP lib", "cd -Pe lib"),
  ...each("the stack is only another way", "pushd lib", "pushd", "popd", "pushd +1", "pushd -0", "popd +0", "popd -2"),
  ...each("a pair has moved in between", "pushd lib >/dev/null; popd >/dev/null", "cd lib && ls && cd -"),
  ...each("an assignment in front is for that command", "X=1 cd lib", "CDPATH=pkg cd api", "A= B=2 pushd lib"),
  ...each("quotes vanish", "'cd' lib", 'c"d" lib', "c\\d lib", "$'\\x63d' lib", '$"cd" lib', "\\pushd lib", "''cd lib"),
  ...each("so do lines that go on", "cd \\\n lib", "c\\\nd lib"),
  ...each("expansions are made before", "go=cd; $go lib", 'set -- cd lib; "$@"', 'a=(cd lib); "${a[@]}"'),
  ...each(
    "every part of a list runs here",
    "cd lib && ls",
    "ls; cd lib",
    "false || cd lib",
    "ls\ncd lib\nls",
    "! cd lib",
  ),
  ...each("only what is before & is apart", "sleep 0 & cd lib", "cd lib & wait; cd pkg"),
  ...each("these run builtins", "command cd lib", "command -p cd lib", "command -- cd lib", "builtin cd lib"),
  ...each(
    "in any number",
    "builtin -- cd lib",
    "command builtin cd lib",
    "builtin command cd lib",
    "command eval cd lib",
  ),
  ...each("the keyword only measures", "time cd lib", "time -p cd lib", "time X=1 cd lib"),
  ...each("a brace with no blank behind it begins a word", "{cd,lib}", "{cd,-P,lib}; ls", "ls && {cd,lib}"),
  ...each("these traps run among the commands", "trap 'cd lib' DEBUG; ls", "trap 'cd lib' ERR; false"),
  ...each("redirections change nothing", "cd lib >/dev/null", ">/dev/null cd lib", "cd lib 2>&1 | cat; cd pkg"),
  ...each("bodies run here", "if [ -d lib ]; then cd lib; fi", "for d in lib; do cd $d; done", "{ cd lib; }"),
  ...each("conditions too", "if cd lib; then ls; fi", "until cd lib; do :; done", "case x in x) cd lib;; esac"),
  ...each("a loop that is fed is no pipeline", "while read -r d; do cd $d; done <<< lib"),
  ...each("a function runs where it is called", "f() { cd lib; }; f", 'function go { cd "$1"; }\ngo lib'),
  ...each("builtins pass functions by", "cd() { :; }; builtin cd lib", 'cd() { builtin cd "$@"; }; cd lib'),
  ...each("the function is gone", "cd() { :; }; unset -f cd; cd lib"),
  ...each("the text is known", "eval 'cd lib'", "eval cd lib", 'eval "$(echo cd lib)"', "source <(echo cd lib)"),
  ...each("an alias is known from the next line on", "alias go='cd lib'\ngo", "alias cd=echo; cd lib"),
  ...each("a form decides, not what it does today", "cd nowhere", "cd ."),
]

/** Allowed there. */
export const harmless: readonly MoveExample[] = [
  ...each("nothing is moved", "git -C lib status", "make -C lib -n", "env -C lib pwd", 'ls "$PWD/lib"'),
  ...each("a subshell ends", "(cd lib && ls)", "(cd lib; ls) && ls", "{ (cd lib); }", "for d in lib; do (cd $d); done"),
  ...each(
    "so does a substitution",
    "d=$(cd lib && pwd)",
    "echo `cd lib`",
    "cat <(cd lib; ls)",
    "cat <<EOF\n$(cd lib)\nEOF",
  ),
  ...each(
    "stages of a pipeline are shells of their own",
    "cd lib | cat",
    "ls | cd lib",
    "{ cd lib; } | cat",
    "cd lib |& cat",
  ),
  ...each("a fed loop in one, too", "echo lib | while read -r d; do cd $d; done"),
  ...each("background jobs as well", "cd lib &", "{ cd lib; } & wait", "cd lib && ls & wait", "coproc cd lib"),
  ...each(
    "other shells",
    "bash -c 'cd lib'",
    "sh -c 'cd lib && pwd'",
    "zsh -c 'cd lib'",
    "bash <<< 'cd lib'",
    "bash <<'EOF'\ncd lib\nEOF",
    "echo cd lib | bash",
  ),
  ...each(
    "programs run builtins of nobody",
    "env cd lib",
    "sudo -n cd lib",
    "nohup cd lib",
    "timeout 5 cd lib",
    "gtimeout 5 cd lib",
    "xargs cd <<< lib",
  ),
  ...each("nor does find", "find . -maxdepth 0 -execdir cd lib ';'"),
  ...each("exec looks for a program", "(exec cd lib)", "exec cd lib"),
  ...each(
    "these are paths of programs",
    "./cd lib",
    "/usr/bin/cd lib",
    "./command cd lib",
    "/usr/bin/command cd lib",
    "./builtin cd lib",
  ),
  ...each("a quoted or escaped time is one", "\\time cd lib", "X=1 time cd lib"),
  ...each("switched off, a builtin is looked for as a program", "enable -n cd; cd lib"),
  ...each("asking is not running", "command -v cd", "command -V cd", "command -pv cd", "type cd", "builtin -p cd lib"),
  ...each("data", 'echo "cd lib"', "printf '%s\\n' 'cd lib && make'", "grep -n cd AGENTS.md", "ls # cd lib"),
  ...each("here-documents are, too", "cat <<'EOF'\ncd lib\nEOF", "cat <<EOF\ncd lib\nEOF"),
  ...each("other words", "cdk synth", "abcd lib", "record cd", "git cd", "pushd.sh lib", "true cd lib"),
  ...each(
    "a function may have the name",
    "cd() { :; }; cd lib",
    "function cd { echo; }; cd lib",
    "alias cd=echo\ncd lib",
  ),
  ...each("it is never called", "f() { cd lib; }", "f() { cd lib; }; unset -f f; f", "f() { cd lib; }; command f"),
  ...each("a body can be a subshell", "f() ( cd lib ); f", "f() { cd lib; }; f | cat", "f() { cd lib; }; f &"),
  ...each("a line is read before it runs", "alias go='cd lib'; go", "alias go='cd lib'\n\\go"),
  ...each("it is never reached", "false && cd lib", "true || cd lib", "exit; cd lib", "if false; then cd lib; fi"),
  ...each("nor here", "for d in; do cd $d; done", "case x in y) cd lib;; esac", "f() { return; cd lib; }; f"),
  ...each("only the stack changes", "pushd -n lib", "popd -n", "popd +1", "popd -0", "dirs", "dirs -c", "pushd -n +1"),
  ...each("bash refuses these wherever it stands", "cd lib pkg", "cd -x lib", "cd --help", "pushd lib pkg", "popd lib"),
  ...each("it waits for the end", "trap 'cd lib' EXIT", "trap 'cd lib' INT TERM"),
  ...each("bash reads none of it", 'cd "lib', "cd lib; fi", "cd lib; )", "(cd lib", "cd lib &&", "{ cd lib }"),
  ...each("nobody can tell", 'eval "$UNKNOWN"', ". ./script.sh", '"$UNKNOWN" lib', "$UNKNOWN"),
]
