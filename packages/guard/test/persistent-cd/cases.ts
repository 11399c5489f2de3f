/** What was reported of real agents and of guards like this one, in short; each in the scene's checkout. */
export interface Case {
  readonly command: string
  readonly verdict: "allow" | "deny"
  readonly because: string
}

const deny = (command: string, because: string): Case => ({ command, verdict: "deny", because })
const allow = (command: string, because: string): Case => ({ command, verdict: "allow", because })

export const CASES: readonly Case[] = [
  deny("cd pkg/api && echo x >> backlog.md", "the chain leaves the shell there, and the file in the wrong folder"),
  deny("cd", "home, and it stays there"),
  deny("cd -", "where it was before, and it stays there"),
  deny("pushd lib >/dev/null; popd >/dev/null", "both move, though they end where they began"),
  deny("make -n || cd lib", "the right side of a list runs in the same shell"),
  deny("sleep 0.1 & cd lib", "only what stands before the ampersand is in the background"),
  deny("builtin command cd lib", "builtins stacked on builtins"),
  deny('c"d" lib', "quotes inside of a word vanish"),
  deny("$'\\x63d' lib", "so do escapes of this quote"),
  allow("(cd lib && pwd)", "a subshell"),
  allow("cd lib &", "a job in the background"),
  allow("bash -c 'cd lib && pwd'", "another process"),
  allow("env -C lib pwd; git -C lib status >/dev/null 2>&1; make -C lib -n >/dev/null 2>&1", "the target is named"),
  allow('D2=$(cd lib && pwd); echo "$D2"', "a substitution"),
  allow("timeout 5 cd lib; nohup cd lib; true", "programs that start programs"),
  allow("./cd lib; true", "a program of that name"),
  allow("echo 'cd lib' > how-to.txt; grep -n cd how-to.txt # cd lib", "data and a comment"),
  deny("{ cd lib; }", "a brace group is no subshell"),
  allow('cd "lib', "bash rejects it"),
  deny("cd -P -- lib", "options do not change what it does to the shell"),
  deny("pushd lib >/dev/null && pushd +1 >/dev/null", "turning the stack moves, too"),
  allow("pushd -n lib >/dev/null", "only the stack is changed"),
  deny("cd pkg; ls", "the next call starts there"),
  allow("(cd pkg; ls) && ls", "the shell itself has not moved"),
  deny("pushd pkg/api && ls", "pushd is a cd"),
  allow("git -C pkg/api grep -n x 2>/dev/null | head -20; true", "no change of directory at all"),
  deny("cd pkg/api && ls 2>/dev/null | head -20", "only the pipeline is apart, the cd before it is not"),
  deny("if [ -d lib ]; then cd lib; fi", "the body runs in the same shell"),
  allow('for d in lib pkg; do (cd "$d" && ls); done', "each round in a subshell"),
  allow("cat > run.sh <<'EOF'\ncd lib\npushd pkg\nEOF", "a script is written, not run"),
  allow("bash <<'EOF'\ncd lib\npwd\nEOF", "a script is run by another shell"),
  allow("printf '%s\\n' \"run: cd lib && make\"", "a quoted argument"),
]
