import { beforeAll, expect, test } from "bun:test"
import { loadShell, readProgram } from "../../src/shell/reader.ts"
import type { Program } from "../../src/shell/program.ts"
import { showValue } from "../../src/shell/value.ts"
import { hostOf } from "./real-bash.ts"

beforeAll(loadShell)

const read = (text: string): Program => readProgram(text, hostOf("/", { HOME: "/root" }))
const lines = (program: Program): string[] =>
  program.commands.map((command) => command.argv.map((word) => showValue(word.value)).join(" "))

/** Texts that the grammar attributes wrongly without saying so, or rejects, and the commands bash runs. */
const REPAIRED: readonly (readonly [text: string, ...commands: string[]])[] = [
  // words behind a redirection
  ["git >log rebase main", "git rebase main"],
  [">log git rebase main", "git rebase main"],
  ["git 2>/dev/null >log merge main", "git merge main"],
  ["git merge >/dev/null main 2>&1 --no-edit", "git merge main --no-edit"],
  [">a >b git merge main", "git merge main"],
  [">log A=1 git merge main", "git merge main"],
  ["git >&2 merge main", "git merge main"],
  ["git 2>&- merge main", "git merge main"],
  ["git &>log merge main", "git merge main"],
  ["git <in >out merge main", "git merge main"],
  ["a && git >log merge main", "a", "git merge main"],
  ["git >log merge main | cat", "git merge main", "cat"],
  ["git > 'a b' merge main", "git merge main"],
  ["git >$(echo x) merge main", "echo x", "git merge main"],
  ["{fd}>log git merge main", "git merge main"],
  ["git {fd}>log merge main", "git merge main"],
  ["A=1 {fd}<in git merge main", "git merge main"],
  ["{fd[1]}>&- git merge main", "git merge main"],
  ["{fd}<<EOF git merge main\nbody\nEOF", "git merge main"],
  ["echo {fd} >log", "echo {fd}"],
  ["echo x{fd}>log", "echo x{fd}"],
  // negations
  ["! ! git merge main", "git merge main"],
  ["! ! ! git merge main", "git merge main"],
  ["true; ! ! (git merge main)", "true", "git merge main"],
  ["! ! { git merge main; }", "git merge main"],
  ["if ! ! git merge main; then :; fi", "git merge main", ":"],
  ["time ! git merge main", "git merge main"],
  ["! 'a' && ! b", "a", "b"],
  ["! (! true) && b", "true", "b"],
  ["! ! true && git merge main", "true", "git merge main"],
  ["! ! false && git merge main", "false"],
  // here-documents
  ["cat <<EOF b\nbody\nEOF", "cat b"],
  ["cat <<EOF b; git merge main\nbody\nEOF", "cat b", "git merge main"],
  ["cat <<'EOF'; git merge main\nbody\nEOF", "cat", "git merge main"],
  ["cat <<'EOF' && git merge main\nbody\nEOF", "cat", "git merge main"],
  ["cat <<EOF || git merge main\nbody\nEOF", "cat", "git merge main"],
  ["cat <<EOF | git merge main\nbody\nEOF", "cat", "git merge main"],
  ["cat <<EOF |\nbody\nEOF\ngit merge main", "cat", "git merge main"],
  ["cat <<EOF &&\nbody\nEOF\ngit merge main", "cat", "git merge main"],
  ["cat <<EOF & git merge main\nbody\nEOF", "cat", "git merge main"],
  ["cat <<EOF > out; git merge main\nbody\nEOF", "cat", "git merge main"],
  [
    "cat > out <<EOF && git add out && git commit -m x\nbody\nEOF\ngit push",
    "cat",
    "git add out",
    "git commit -m x",
    "git push",
  ],
  ["cat <<A <<B; git merge main\na\nA\nb\nB\ngit push", "cat", "git merge main", "git push"],
  ["cat <<A; cat <<B; git merge main\na\nA\nb\nB", "cat", "cat", "git merge main"],
  ["cat <<''\ntext\n\ngit merge main", "cat", "git merge main"],
  ['cat <<""\n\ngit merge main', "cat", "git merge main"],
  ["cat <<-EOF; git merge main\n\tbody\n\tEOF\ngit push", "cat", "git merge main", "git push"],
  ["cat <<- 'EOF'\n\tgit merge main\n\tEOF\ngit push", "cat", "git push"],
  ["cat << EOF\ngit merge main\nEOF\ngit push", "cat", "git push"],
  ['cat <<E"O"F\n$(git merge main)\nEOF\ngit push', "cat", "git push"],
  ["cat <<\\EOF\n$(git merge main)\nEOF\ngit push", "cat", "git push"],
  ["cat <<EOF\n$(git merge main)\nEOF", "git merge main", "cat"],
  ["cat <<EOF\n`git merge main`\nEOF", "git merge main", "cat"],
  ["cat <<EOF\n\\$(git merge main) \\`git rebase main\\`\nEOF", "cat"],
  ["cat <<EOF\nit's \"quoted\nEOF\ngit push", "cat", "git push"],
  ["cat <<'EOF'\nEOF \n EOF\ngit merge main\nEOF\ngit push", "cat", "git push"],
  ["<<EOF cat; git merge main\nbody\nEOF", "cat", "git merge main"],
  ["<< 'EOF' > scratch.txt\nhello\nEOF\ngit push", "", "git push"],
  [">a >b\ngit merge main", "", "git merge main"],
  ["A=1 >a\ngit merge main", "", "git merge main"],
  ["exec 3<>f; git <>a merge main", "exec", "git merge main"],
  ["exec 3>&- 4<&-; git merge main", "exec", "git merge main"],
  ["(cat <<EOF; git merge main)\nbody\nEOF", "cat", "git merge main"],
  ["{ cat <<EOF; git merge main; }\nbody\nEOF", "cat", "git merge main"],
  ["if cat <<EOF; then git merge main; fi\nbody\nEOF", "cat", "git merge main"],
  ["x=$(cat <<'EOF'\ngit merge main\nEOF\n); git push", "cat", "git push"],
  [
    "git commit -m \"$(cat <<'EOF'\nfix: don't (break)\n\ngit merge main\nEOF\n)\" && git push",
    "cat",
    "git commit -m fix: don't (break)\n\ngit merge main",
    "git push",
  ],
  ["git commit -F - <<'EOF' && git push\nmessage\nEOF", "git commit -F -", "git push"],
  ["while read l; do git merge $l; done <<EOF; git push\nmain\nEOF", "read l", "git merge main", "read l", "git push"],
  ["cat <<EOF\n${x:-$(git merge main)}\nEOF", "git merge main", "cat"],
  ["echo $((1<<2)); git push", "echo 4", "git push"],
  ["((x<<=1)); git push", "git push"],
  ["cat 3<<EOF; git push\nx\nEOF", "cat", "git push"],
  ["python3 - <<'EOF'\nx = 'git merge main' << 2\nEOF\ngit push", "python3 -", "git push"],
  // here-strings
  ["git >a 2>&1 <<< x merge main", "git merge main"],
  ["cat >x 2>&1 <<< 'a'; git merge main", "cat", "git merge main"],
  ["<<<x git merge main", "git merge main"],
  ["cat<<<x;git merge main", "cat", "git merge main"],
  // compound commands
  ["x=a; while case $x in a) true;; *) false;; esac do git merge main; x=b; done", "true", "git merge main"],
  ["case a in a) git merge main ;& b) git push;; esac", "git merge main", "git push"],
  ["case a in (a) git merge main ;;& (*) git push;; esac", "git merge main", "git push"],
  ["set -- main; for i do git merge $i; done", "set -- main", "git merge main"],
  ["a && git merge main > log", "a", "git merge main"],
  ["! git merge main | cat", "git merge main", "cat"],
  ["time { git merge main; }", "git merge main"],
  ["time -p (git merge main)", "git merge main"],
  ["time git merge main", "git merge main"],
  ["coproc { git merge main; }", "git merge main"],
  ["coproc NAME { git merge main; }", "git merge main"],
  ["coproc git merge main", "git merge main"],
  ["f()\n{\n  git merge main\n}\nf", "git merge main"],
  ["function f { git merge main; }\nf", "git merge main"],
  ["function f\n{\n  git merge main\n}\nf", "git merge main"],
  ["echo [ ] { } ; git push", "echo [ ] { }", "git push"],
  ["git mer\\\nge main", "git merge main"],
  ["git \\\n merge \\\n main", "git merge main"],
  ["git status &&\n\n# comment\ngit merge main", "git status", "git merge main"],
  ["git status |\n  cat", "git status", "cat"],
  // a brace that begins a word
  ["{git,merge,main}", "git merge main"],
  ["true && {git,merge,main}; ls", "true", "git merge main", "ls"],
  ["{ git merge main; }", "git merge main"],
  ["time A=1 git merge main", "git merge main"],
  // carriage returns
  ["git status\r\ngit checkout --detach;\r\n", "git status", "git checkout --detach"],
  ["git add -A\r\ngit merge main\r\n", "git add -A", "git merge main"],
  // what bash reads although the grammar gives up
  [
    "git status\ncase \"$x\" in\n?*' '?*)\n\tgit merge main ;;\nesac\ngit push",
    "git status",
    "git merge main",
    "git push",
  ],
]

for (const [text, ...commands] of REPAIRED) {
  test(text, () => expect(lines(read(text))).toEqual(commands))
}

test("what stands before and after a text that is rejected is still read", () => {
  for (const text of [
    "git status\ncase x in in) esac esac ;;\ngit merge main",
    'git status; [ "$a" = ~ ]; git merge main',
    "git fetch\nfoo ) bar\ngit merge main",
  ]) {
    const found = lines(read(text))
    expect(found[0]).toStartWith("git ")
    expect(found.at(-1)).toBe("git merge main")
  }
})

test("a text that is taken apart keeps its subshells and loses its reserved words", () => {
  const text = 'if [ "$1" = ~ ]; then\n  (cd usr; git merge main)\nelse git push; fi\ngit fetch'
  expect(lines(read(text)).slice(1)).toEqual(["cd usr", "git merge main", "git push", "git fetch"])
  expect(
    read(text)
      .commands.map((command) => command.place.kind)
      .slice(1),
  ).toEqual(["subshell", "subshell", "top", "top"])
  expect(read(text).commands.at(-1)!.directory).toEqual({ kind: "at", path: "/" })
})

test("a command that bash refuses as incomplete is not run", () => {
  expect(read('cd "lib').moves).toEqual([])
  expect(lines(read("git status\ngit merge 'main"))).toEqual(["git status"])
  expect(lines(read("git status\ngit merge $(main"))).toEqual(["git status"])
  expect(read("git status\ngit merge 'main").partial).toEqual([{ start: 11, end: 26 }])
})

test("spans are those of the text, here-documents or not", () => {
  const text = "cat <<EOF > 'a b'; git  merge main\nbody\nEOF\nx=$(git push); git fetch"
  const spans = read(text).commands.map(({ span }) => text.slice(span.start, span.end))
  expect(spans).toEqual(["cat <<EOF > 'a b'", "git  merge main", "git push", "git fetch"])
  const words = read("git >log rebase 'ma'in").commands[0]!.argv.map(({ span, text }) => [span.start, span.end, text])
  expect(words).toEqual([
    [0, 3, "git"],
    [9, 15, "rebase"],
    [16, 22, "'ma'in"],
  ])
})

test("commands of a nested text have the span of what they were made from", () => {
  const text = "true; bash -c 'git merge main' && eval \"git push\""
  const spans = read(text).commands.map(({ span }) => text.slice(span.start, span.end))
  expect(spans.slice(1)).toEqual(["'git merge main'", 'eval "git push"'])
})
