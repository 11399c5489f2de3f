import { afterAll, beforeAll, expect, test } from "bun:test"
import { directoriesOf, type Directory } from "../../src/shell/program.ts"
import { loadShell, readProgram } from "../../src/shell/reader.ts"
import { textOf } from "../../src/shell/value.ts"
import { makeScene, runInBash, type Scene } from "./real-bash.ts"

let scene: Scene

beforeAll(async () => {
  await loadShell()
  scene = makeScene()
})
afterAll(() => scene.remove())

/** The directory of every `here` is exactly bash's. */
const EXACT: readonly string[] = [
  "here a",
  "cd src; here a",
  "cd src && here a; here b",
  "cd src/deep; cd ..; here a",
  "cd src/deep; cd ../..; here a",
  "cd src; cd -; here a",
  "cd src; cd deep; cd - ; here a; cd -; here b",
  "cd; here a",
  "cd ~; here a",
  "cd ~/sub; here a",
  "cd $HOME/sub; here a",
  'cd "$HOME"/sub && here a',
  "cd -- src; here a",
  "cd -P src; here a",
  "cd -L src; here a",
  "cd -P -- src; here a",
  "cd -LP link; here a",
  "cd link; here a",
  "cd -P link; here a",
  "cd link; cd ..; here a",
  "cd link; cd -P ..; here a",
  "cd -P link/..; here a",
  "cd link/..; here a",
  "cd ./src/./deep/; here a",
  "cd src//deep; here a",
  "cd nothing; here a",
  "cd nothing 2>/dev/null; here a",
  "cd a.txt; here a",
  "cd src nothing; here a",
  "cd ''; here a",
  "cd /; here a",
  "cd /..; here a",
  "cd /usr/bin/..; here a",
  "cd 'c d.txt'; here a",
  'c"d" src; here a',
  "$'\\x63d' src; here a",
  "c\\d src; here a",
  "builtin cd src; here a",
  "command cd src; here a",
  "builtin command cd src; here a",
  "eval cd src; here a",
  "eval 'cd src'; here a",
  "eval 'cd src; here in'; here a",
  "d=src; cd $d; here a",
  'd=src; cd "$d/deep"; here a',
  'd=$PWD/src; cd "$d"; cd deep; here a',
  'd=$(pwd); cd src; cd "$d"; here a',
  'cd "$(dirname "$PWD/src/x")"; here a',
  "cd $(echo src); here a",
  'cd src; cd "$OLDPWD"; here a',
  "cd src; cd $OLDPWD/pkg; here a",
  "OLDPWD=/usr; cd -; here a",
  "export OLDPWD=/usr; cd -; here a",
  "cd -; here a",
  "(cd src; here a); here b",
  "(cd src && here a) && here b",
  "( ( cd src ); here a )",
  "{ cd src; }; here a",
  "{ cd src; here a; } ; here b",
  "cd src | here a; here b",
  "here a | cd src; here b",
  "cd src | cat; here a",
  "true | cd src; here a",
  "cd src & wait; here a",
  "{ cd src; here a; } & wait; here b",
  "cd src && cd deep & wait; here a",
  "x=$(cd src; pwd); here a; cd $x; here b",
  "echo $(cd src; here in); here a",
  "echo `cd src`; here a",
  "bash -c 'cd src; here a'; here b",
  "bash -c 'here \"$1\"' x lab",
  "cd src; bash -c 'here a; cd ..; here b'; here c",
  "env -C src bash -c 'here a'; here b",
  "echo 'cd src; here a' | bash; here b",
  "bash <<< 'cd src; here a'; here b",
  "bash <<'EOF'\ncd src\nhere a\nEOF\nhere b",
  "source <(echo cd src); here a",
  ". /dev/stdin <<< 'cd src'; here a",
  "cat <<EOF\n$(cd src; here in)\nEOF\nhere a",
  "cat > /dev/null <<'EOF'\ncd src\nEOF\nhere a",
  "pushd src; here a; popd; here b",
  "pushd src; pushd ../pkg; here a; popd; here b; popd; here c",
  "pushd src; pushd; here a; pushd; here b",
  "pushd src; pushd ../pkg; pushd +1; here a; pushd -0; here b",
  "pushd src; pushd ../pkg; pushd +2; here a",
  "pushd src; pushd ../lib; popd +1; here a; popd; here b",
  "pushd src; pushd ../lib; popd -0; here a; popd; here b",
  "pushd -n src; here a; popd; here b",
  "popd; here a",
  "pushd; here a",
  "pushd nothing; here a",
  "pushd src; cd deep; popd; here a",
  "pushd src; cd -; here a",
  "pushd src >/dev/null && here a && popd >/dev/null && here b",
  "pushd +3; here a",
  "f() { cd src; }; f; here a",
  'f() { cd "$1"; here in; }; f src; f deep; here a',
  "f() ( cd src; here in ); f; here a",
  'f() { (cd "$1" && here in); }; f src; here a',
  "f() { cd src; return; cd ..; }; f; here a",
  'f() { pushd "$1" >/dev/null; here in; popd >/dev/null; }; f src; here a',
  'cd() { builtin cd "$@" && here moved; }; cd src; here a',
  "for d in src pkg; do cd $d; here a; cd ..; done; here b",
  "for d in src pkg; do (cd $d; here a); done; here b",
  "for d in src pkg; do cd $d && here a && cd - >/dev/null; done; here b",
  'for d in */; do (cd "$d" && here a); done; here b',
  'for d in pkg/*; do pushd "$d" >/dev/null; here a; popd >/dev/null; done; here b',
  "for d in src deep; do cd $d; done; here a",
  "printf 'src\\npkg\\n' | while read d; do cd $d; here a; cd ..; done; here b",
  "while read d; do cd $d; here a; cd ..; done <<< $'src\\npkg'; here b",
  "while read d; do cd $d; done <<EOF\nsrc\ndeep\nEOF\nhere a",
  "case a in a) cd src;; *) cd pkg;; esac; here a",
  "if true; then cd src; fi; here a",
  "if cd src; then here a; fi",
  "while cd src; do here a; break; done",
  "mkdir -p new/er; cd new/er; here a; cd ..; here b",
  "mkdir new2 && cd new2 && here a",
  "mkdir 'sp ace'; cd 'sp ace'; here a",
  "mkdir -p m{1,2}; cd m2; here a",
  "mkdir -p src/gen && (cd src/gen; here a); here b",
  "cd src; mkdir -p ../sib2; cd ../sib2; here a",
  "git init -q repo; cd repo; here a",
  "git init -q r2/sub && cd r2/sub && here a",
  "git -C src init -q inner; cd src/inner; here a",
  "git init -q -b main r3; cd r3; here a",
  "mkdir up; cd up; git init -q .; here a",
  "cd src && false; here a",
  "cd src && cd nothing; here a",
  "cd src || cd pkg; here a",
  "cd nothing || cd src; here a",
  "cd nothing && cd src; here a",
  "cd src && cd deep || cd pkg; here a",
  "! cd src; here a",
  "time cd src; here a",
  "cd src > /dev/null; here a",
  "cd src 2>&1 >/dev/null; here a",
  "> /dev/null cd src; here a",
  "cd >/dev/null src; here a",
  "A=1 cd src; here a",
  "CDPATH=pkg cd api; here a",
  "CDPATH=pkg; cd api; here a",
  "CDPATH=:pkg; cd src; here a; cd ../pkg; here b",
  "CDPATH=pkg; cd ./src; here a",
  "CDPATH=/usr; cd bin; here a",
  "HOME=src cd; here a",
  "HOME=$PWD/src; cd; here a; cd ~/deep; here b",
  "cd src; f() { here in; }; cd ..; f",
  "alias up='cd ..'\ncd src/deep\nup\nhere a",
  "trap 'here bye' EXIT; cd src",
  "(trap 'here bye' EXIT; cd src); here a",
  "trap 'cd pkg; here bye' EXIT; here a",
  "set -- src deep; cd $1; cd $2; here a",
  'set -- src; cd "$@"; here a',
  'a=(src deep); cd ${a[0]}; here a; cd "${a[1]}"; here b',
  "cd {src,}; here a",
  "cd sr*; here a",
  "cd */api; here a",
  "cd src # comment\nhere a",
  "cd \\\n  src; here a",
  "cd src\nhere a\ncd ..\nhere b",
  "cd src;here a",
  "cd src ;cd deep ;here a",
  "[[ -d src ]]; cd src; here a",
  "((1)); cd src; here a",
  "timeout 5 cd src; here a",
  "nohup cd src; here a",
  "/usr/bin/env cd src; here a",
  "./cd src; here a",
  "sudo_not=1; cd src; here a",
  "coproc cd src; wait; here a",
  "cd src <<EOF; here a\nbody\nEOF\nhere b",
  "cat <<EOF >/dev/null && cd src\nbody\nEOF\nhere a",
  "exec >/dev/null; cd src; here a",
  "cd src; exit; here a",
  "cd src; (exit); here a",
  "set -e; cd src; here a",
  "cd ${NOWHERE:-src}; here a",
  'cd "${X:=pkg}"; here a; cd "../$X/api"; here b',
  "PWD=/usr; cd src; here a",
  "x=src/deep/x.md; cd ${x%/*}; here a; cd ../..; cd ${x%%/*}; here b",
  'cd "$(mktemp -d "$PWD/tmp.XXXXXX")"; cd ..; here a',
  'd=$(mktemp -d); cd "$d"; cd -; here a',
  "exec 3</dev/null; cd src; here a",
  'cd src; pwd; here "$PWD"',
  "unset -f cd; cd src; here a",
  'cd src; unset d; cd "..$d"; here a',
  "declare d=src; cd $d; here a",
  "f() { local d=src; cd $d; }; f; here a",
  "if [ -d src ]; then (cd src; here a); fi; here b",
  "true && cd src; here a",
  "{ cd src && here a; } || exit 1; here b",
  "cd src || exit 1; here a",
  "cd src || { exit 1; }; here a",
]

/** bash goes one of the ways that are read. */
const POSSIBLE: readonly string[] = [
  "if [ -d src ]; then cd src; else cd pkg; fi; here a",
  "if [ -d nothing ]; then cd src; fi; here a",
  "[ -d src ] && cd src; here a",
  "[ -d nothing ] && cd src; here a",
  "[ -d nothing ] || cd src; here a",
  "test -f a.txt && cd src || cd pkg; here a",
  "case $(date +%u) in [1-7]) cd src;; *) cd pkg;; esac; here a",
  "while [ -d src ]; do cd src; done; here a",
  "until [ ! -d src ]; do cd src; done; here a",
  'for d in $(ls); do [ -d "$d" ] && cd "$d" && break; done; here a',
  'cd "$(ls -d s*)"; here a',
  'd=$(ls -d src); cd "$d/deep"; here a',
  'f() { [ -d "$1" ] || return; cd "$1"; }; f nothing; f src; here a',
  'f() { if [ -d "$1" ]; then cd "$1"; return; fi; cd pkg; }; f nothing; here a',
  "cp -r src copy; cd copy; here a",
  "cp -r src copy2 && cd copy2/deep && here a",
  "tar cf - src | (mkdir -p out && cd out && tar xf -); cd out/src; here a",
  "cd $(mktemp -d) && here a",
  "i=0; while [ $i -lt 2 ]; do cd src 2>/dev/null || cd ..; i=$((i+1)); done; here a",
  "for ((i=0;i<2;i++)); do cd src 2>/dev/null || cd ..; done; here a",
  "for ((i=0;i<1;i++)); do cd src; done; here a",
  'while read -r d; do cd "$d"; done < <(ls -d src); here a',
  'pushd "$(ls -d src)"; here a; popd; here b',
  'cd "$UNSET_VARIABLE"; here a',
  "select d in src pkg; do cd $d; break; done <<< 2; here a",
  "git init -q here-too 2>/dev/null && cd here-too; here a",
  "(( RANDOM % 2 )) && cd src || cd pkg; here a",
  "false || { [ -d src ] && cd src; }; here a",
  "{ cd src && [ -d nothing ]; } || here a; here b",
]

interface Reading {
  readonly label: string
  readonly directory: Directory
}

const readings = (text: string): readonly Reading[] =>
  readProgram(text, scene.host)
    .commands.filter((command) => textOf(command.argv[0]?.value) === "here")
    .map((command) => ({ label: textOf(command.argv[1]?.value) ?? "?", directory: command.directory }))

const show = (directory: Directory): string =>
  directoriesOf(directory)
    .map((each) => ("path" in each ? (each.kind === "at" ? each.path : `${each.path}/…`) : "?"))
    .join(" | ")

test("directories that are known are bash's", () => {
  const all = EXACT.map((text) => readings(text).map(({ label, directory }) => [label, show(directory)]))
  const recorded = runInBash(EXACT, scene)
  const wrong = EXACT.flatMap((text, index) => {
    const read = all[index]!
    const order = (records: readonly (readonly string[])[]): readonly unknown[] =>
      /[&|]/.test(text) ? records.map((record) => record.join(" ")).sort() : records
    return Bun.deepEquals(order(read), order(recorded[index]!)) ? [] : [{ text, read, bash: recorded[index] }]
  })
  expect(wrong).toEqual([])
}, 120_000)

function couldBeAt(directory: Directory, path: string): boolean {
  return directoriesOf(directory).some((each) => {
    if (each.kind === "at") return each.path === path
    return each.kind !== "below" || path === each.path || path.startsWith(`${each.path}/`)
  })
}

test("directories that are not known leave room for bash's", () => {
  const all = POSSIBLE.map(readings)
  const recorded = runInBash(POSSIBLE, scene)
  const wrong = POSSIBLE.flatMap((text, index) => {
    const read = all[index]!
    const fits = recorded[index]!.every(([label, path]) =>
      read.some((each) => each.label === label && (couldBeAt(each.directory, path!) || scratch(each.directory, path!))),
    )
    return fits ? [] : [{ text, read: read.map((each) => [each.label, show(each.directory)]), bash: recorded[index] }]
  })
  expect(wrong).toEqual([])
}, 120_000)

/** mktemp's folder has another name each time. */
const scratch = (directory: Directory, path: string): boolean =>
  directory.kind === "at" &&
  directory.path.includes("ringfence") &&
  path.startsWith(directory.path.slice(0, directory.path.lastIndexOf("/")))
