/** What is asked for before a text runs: folders outside, command patterns, what would be destroyed. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Guard } from "@ringfence/guard"
import { arrange, copyScene, type Scene } from "@ringfence/guard/fixture"
import { matches } from "../../src/permission/wildcard.ts"
import { Scan } from "../../src/tool/scan/index.ts"

let guard: Guard
let scene: Scene
let outside: string
let temporary: string
beforeAll(async () => {
  guard = await Guard.load()
  scene = copyScene()
  outside = join(scene.root, "outside")
  temporary = scene.tmp
  for (const folder of [outside, join(outside, "deep"), join(temporary, "made")]) mkdirSync(folder, { recursive: true })
  writeFileSync(join(outside, "notes.txt"), "notes\n")
  symlinkSync(outside, join(scene.own, "way-out"))
  symlinkSync(join(outside, "notes.txt"), join(scene.own, "file-out"))
}, 120_000)
afterAll(() => scene.remove())

type Where = "own" | "main"

/** The text with OUT, TMP, MAIN and OWN as folders; asked about in the isolated child, or in the main checkout. */
function scan(text: string, where: Where = "own", more: Partial<Scan.Session> = {}): Scan.Asks {
  const folders: Readonly<Record<string, string>> = { OUT: outside, TMP: temporary, MAIN: scene.main, OWN: scene.own }
  const command = text.replace(/\b(OUT|TMP|MAIN|OWN)\b/g, (name) => folders[name]!)
  const directory = scene[where]
  const session: Scan.Session = {
    cwd: directory,
    directory,
    worktree: directory,
    isolated: where === "own",
    temporary: [temporary],
    open: [join(scene.data, "output")],
    ...more,
  }
  const reading = guard.examine({ command, directory, cwd: session.cwd, env: { ...scene.env, TMPDIR: temporary } })
  return Scan.scan(command, reading, session)
}

const short = (folders: readonly string[] = []): readonly string[] =>
  folders.map((folder) => folder.replace(outside, "OUT").replace(scene.main, "MAIN").replace(scene.home, "HOME"))

describe("folders outside", () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ["cat OUT/notes.txt", ["OUT"]],
    ["ls OUT", ["OUT"]],
    ["ls -la OUT/", ["OUT"]],
    ["cat OUT/gone.txt", ["OUT"]],
    ["cat OUT/deep/x OUT/notes.txt", ["OUT/deep", "OUT"]],
    ["cp OUT/notes.txt .", ["OUT"]],
    ["cp src/app.txt OUT/deep", ["OUT/deep"]],
    ["mv OUT/notes.txt OUT/deep/", ["OUT", "OUT/deep"]],
    ["mkdir -p OUT/new", ["OUT"]],
    ["touch OUT/x", ["OUT"]],
    ["rm OUT/notes.txt", ["OUT"]],
    ["chmod 600 OUT/notes.txt", ["OUT"]],
    ["chown root:root OUT/notes.txt", ["OUT"]],
    ["ln -s OUT/notes.txt here", ["OUT"]],
    ["head -n 5 OUT/notes.txt", ["OUT"]],
    ["tail -f OUT/notes.txt", ["OUT"]],
    ["less OUT/notes.txt", ["OUT"]],
    ["grep -rn notes OUT", ["OUT"]],
    ["grep -f OUT/notes.txt src/app.txt", ["OUT"]],
    ["grep OUT/notes.txt src/app.txt", []],
    ["sed -n 1p OUT/notes.txt", ["OUT"]],
    ["sed 's#a#OUT/x#' src/app.txt", []],
    ["sed -i s/a/b/ OUT/notes.txt", ["OUT"]],
    ["awk '{print $1}' OUT/notes.txt", ["OUT"]],
    ["tee OUT/log < src/app.txt", ["OUT"]],
    ["find OUT -name '*.txt'", ["OUT"]],
    ["find . -name OUT", []],
    ["rsync -a src/ OUT/deep/", ["OUT/deep"]],
    ["tar czf a.tgz OUT", ["OUT"]],
    ["tar -xzf a.tgz -C OUT/deep", ["OUT/deep"]],
    ["dd if=OUT/notes.txt of=copy", ["OUT"]],
    ["wc -l < OUT/notes.txt", ["OUT"]],
    ["> OUT/made", ["OUT"]],
    ["echo hi > OUT/made", ["OUT"]],
    ["echo hi >> OUT/made 2> OUT/deep/errors", ["OUT", "OUT/deep"]],
    ["{ ls; } > OUT/made", ["OUT"]],
    ["cargo check > ~/.rc", ["HOME"]],
    ["cd OUT && cat notes.txt", ["OUT"]],
    ["pushd OUT && cat notes.txt", ["OUT"]],
    ["cd OUT/gone; cat notes.txt", ["OUT"]],
    ["cd .. && ls", ["TOP"]],
    ["(cd OUT); cat src/app.txt", ["OUT"]],
    ["cd OUT && cd deep && cat x", ["OUT", "OUT/deep"]],
    ["cat ../main/README.md", ["MAIN"]],
    ["bash -c 'cat OUT/notes.txt'", ["OUT"]],
    ["sudo cat OUT/notes.txt", ["OUT"]],
    ["git clone -q . OUT/copy", ["OUT"]],
    ["git -C OUT init", ["OUT"]],
    ["git -C MAIN add README.md", ["MAIN"]],
    ["cat way-out/notes.txt", ["OUT"]],
    ["cat file-out", ["OUT"]],
    ["rm file-out", []],
    ["f=OUT/notes.txt; cat $f", ["OUT"]],
    ["for f in OUT/a OUT/b; do cat $f; done", ["OUT"]],
    // Inside, temporary, or no file at all.
    ["cat src/app.txt && ls . && cd src && cat ../own.txt", []],
    ["cat OWN/src/app.txt", []],
    ["echo hi > TMP/x && cat TMP/x && cd TMP", []],
    ['d=$(mktemp -d) && echo hi > "$d/x"', []],
    ["ls > /dev/null 2>&1 < /dev/null", []],
    ["echo hi > /dev/stderr", []],
    ["echo OUT/notes.txt", []],
    ["npm test -- --root=OUT", []],
    ['cat "$UNKNOWN"', []],
    ["git log > log.txt", []],
    ["git -C MAIN log --oneline", []],
    ["git -C MAIN diff", []],
    ["git -C OUT status", []],
  ]
  for (const [text, expected] of cases)
    test(text, () => {
      const { external } = scan(text)
      expect(short(external?.folders).map((folder) => (folder === scene.top ? "TOP" : folder))).toEqual([...expected])
    })

  test("what is asked for covers the folder, and everything in it", () => {
    expect(scan("cat OUT/notes.txt").external?.patterns).toEqual([`${outside}/*`])
    expect(scan("ls /").external?.patterns).toEqual(["/*"])
  })

  test("D033: a rule for the command's name says nothing about the folder", () => {
    const { bash, external } = scan("ls OUT")
    expect(bash?.patterns.every((pattern) => matches("ls*", pattern))).toBe(true)
    expect(short(external?.folders)).toEqual(["OUT"])
  })

  test("D034: relative paths go by where the command runs", () => {
    expect(short(scan("pushd OUT && cat notes.txt").external?.folders)).toEqual(["OUT"])
    expect(short(scan("cat notes.txt", "own", { cwd: outside }).external?.folders)).toEqual(["OUT"])
  })

  test("a session in a folder of the worktree may use all of the worktree", () => {
    const directory = join(scene.own, "src")
    expect(scan("cat ../README.md", "own", { directory, cwd: directory }).external).toBeUndefined()
  })

  test("whole outputs may be looked at", () => {
    mkdirSync(join(scene.data, "output"), { recursive: true })
    expect(scan(`tail ${scene.data}/output/x.txt`).external).toBeUndefined()
  })
})

describe("command patterns", () => {
  const cases: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ["git status", ["git status"], ["git status *"]],
    ["npm run test -- --watch", ["npm run test -- --watch"], ["npm run test *"]],
    ["git push origin HEAD", ["git push origin HEAD"], ["git push *"]],
    ["git diff --", ["git diff --"], ["git diff *"]],
    ["ls -la | head -5", ["ls -la", "head -5"], ["ls *", "head *"]],
    ["cargo check > ~/.rc", ["cargo check > HOME/.rc"], []],
    ["cargo check 2>&1", ["cargo check"], ["cargo check *"]],
    ["cargo check > /dev/null", ["cargo check"], ["cargo check *"]],
    ["sudo git push origin main", ["git push origin main", "sudo git push origin main"], []],
    ["FOO=1 npm test", ["npm test", "FOO=1 npm test"], []],
    ["bash -c 'git push'", ["git push", "bash git push"], []],
    [`g"i"t 'push' "origin"`, ["git push origin"], ["git push *"]],
    [`echo "a b"`, [`echo "a b"`], ["echo *"]],
    ["echo $(git push)", ["git push", "echo $(git push)"], ["git push *", "echo *"]],
    ["cd src && npm test", ["npm test"], ["npm test *"]],
    ["{ ls; } > log", ["> log", "ls"], ["ls *"]],
    ["# nothing at all", ["# nothing at all"], []],
    ["X=1", ["X=1"], []],
  ]
  for (const [text, patterns, always] of cases)
    test(text, () => {
      const { bash } = scan(text)
      expect(bash?.patterns.map((pattern) => pattern.replace(scene.home, "HOME"))).toEqual([...patterns])
      expect(bash?.always).toEqual([...always])
    })

  test("only going somewhere is no command", () => expect(scan("cd src").bash).toBeUndefined())

  test("D035: an exact rule does not cover what is written to a file", () => {
    const { bash, external } = scan("cargo check > ~/.rc")
    expect(bash!.patterns.some((pattern) => matches("cargo check", pattern))).toBe(false)
    expect(short(external?.folders)).toEqual(["HOME"])
  })

  test("D027: an always covers each part that was shown, and never what destroys", () => {
    const { bash, deletes } = scan("git status && rm -rf tmp", "main")
    expect(bash).toEqual({ patterns: ["git status", "rm -rf tmp"], always: ["git status *"] })
    expect(deletes?.patterns).toEqual(["rm -rf tmp"])
  })

  test("D031: an option that ends options leaves the command to be asked about", () => {
    expect(scan("git diff --").bash?.patterns).not.toEqual([])
  })

  test("E027: what cannot be read is asked about as a whole", () => {
    expect(Scan.scan("whatever <<<", undefined, undefined as never)).toEqual({
      bash: { patterns: ["whatever <<<"], always: [] },
    })
    expect(scan("<< 'EOF' > scratch.txt\nhello\nEOF").bash?.patterns).toEqual(["> scratch.txt"])
    const long = `true; ${"(".repeat(20_000)}ls${")".repeat(20_000)}`
    expect(scan(long).bash?.patterns).toContain(long)
  })
})

describe("what would be destroyed", () => {
  const asked: readonly string[] = [
    "rm README.md",
    "rm -rf src",
    "rmdir docs",
    "unlink README.md",
    "shred -u README.md",
    "/bin/rm README.md",
    "sudo rm README.md",
    "bash -c 'rm README.md'",
    "find . -name '*.o' -delete",
    "find . -name '*.o' -exec rm {} +",
    "git ls-files | xargs rm -f",
    'rm "$UNKNOWN"',
    'rm -rf "TMP/$UNKNOWN"',
    "rm -rf TMP",
    "rm -rf TMP/../outside",
    "cd OUT && rm notes.txt",
    "for f in README.md; do rm $f; done",
    "git reset --hard",
    "git reset --hard HEAD~1",
    "git clean -fd",
    "git clean -xf docs",
    "git -c clean.requireForce=false clean -d",
    "git stash drop",
    "git stash clear",
    "git -c alias.nuke='reset --hard' nuke",
    "env FOO=1 git stash drop stash@{1}",
  ]
  for (const text of asked)
    test(`asked in the main checkout: ${text}`, () => expect(scan(text, "main").deletes?.patterns).not.toBeUndefined())

  const free: readonly string[] = [
    "rm TMP/made/x",
    "rm -rf TMP/made",
    "cd TMP/made && rm -rf x",
    'd=$(mktemp -d) && rm -rf "$d"',
    "rm --help",
    "echo rm README.md",
    "git reset --soft HEAD~1",
    "git reset",
    "git clean -nfd",
    "git clean -d",
    "git stash pop",
    "git stash",
    "git push origin --delete feat/child-work",
    "git push origin :feat/child-work",
    "git branch -D feat/other",
    "find . -name '*.o'",
    "grep -r rm .",
  ]
  for (const text of free)
    test(`not asked in the main checkout: ${text}`, () => expect(scan(text, "main").deletes).toBeUndefined())

  const own: readonly string[] = [
    "rm README.md",
    "rm -rf src docs",
    "rm OWN/README.md",
    "find . -name '*.o' -delete",
    "find src -name '*.o' -exec rm {} +",
    "rm file-out way-out",
    "git reset --hard HEAD~1",
    "git clean -fdx",
    "rm -rf TMP/made",
    "git stash && git stash drop",
  ]
  for (const text of own)
    test(`a child may in its own worktree: ${text}`, () => expect(scan(text).deletes).toBeUndefined())

  const beyond: readonly string[] = [
    "rm OUT/notes.txt",
    "rm way-out/notes.txt",
    "rm -rf OWN",
    "rm -rf ..",
    'rm -rf "$UNKNOWN"',
    "find OUT -delete",
    "git -C OUT clean -fd",
    "ls | xargs rm",
  ]
  for (const text of beyond)
    test(`a child is asked beyond it: ${text}`, () => expect(scan(text).deletes?.patterns).not.toBeUndefined())

  test("all of a text are one question", () => {
    expect(scan("rm a; git status; rm b && git reset --hard; rm a", "main").deletes?.patterns).toEqual([
      "rm a",
      "rm b",
      "git reset --hard",
    ])
  })

  test("a repository in a temporary folder may lose what it likes", async () => {
    await arrange(scene, `git init -q ${temporary}/repo`)
    expect(scan("cd TMP/repo && git reset --hard", "main").deletes).toBeUndefined()
    expect(scan("git -C TMP/repo clean -fd", "main").deletes).toBeUndefined()
  })
})
