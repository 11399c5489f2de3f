import { describe, expect, test } from "bun:test"
import { writers } from "../../src/git/writer/index.ts"
import { patchedFiles } from "../../src/git/writer/patch.ts"
import { redirectionEffects } from "../../src/git/writer/redirection.ts"
import { writeTo } from "../../src/git/writer/target.ts"
import { known, showValue, unknown } from "../../src/shell/value.ts"
import type { Command, Redirection } from "../../src/shell/program.ts"
import { handCommand, handState, shown, type World } from "./hand-state.ts"

function effectsOf(line: string, more: Partial<Command> = {}, world: World = {}): readonly string[] {
  const spec = writers.get(line.split(" ")[0]!)
  if (!spec) throw new Error(`no writer ${line}`)
  return spec.effects(handCommand(line, more), handState(world)).map(shown)
}

const ROWS: readonly (readonly [string, ...string[]])[] = [
  ["cp a ../main/a", "@foreign write /r/main/a"],
  ["cp a ../main", "@foreign write /r/main/a"],
  ["cp -T a ../main", "@foreign write /r/main"],
  ["cp a b ../sib", "@foreign write /r/sib/a", "@foreign write /r/sib/b"],
  ["cp -t ../main a b", "@foreign write /r/main/a", "@foreign write /r/main/b"],
  ["cp --target-directory=../main a", "@foreign write /r/main/a"],
  ["cp --targ ../main a", "@foreign write /r/main/a"],
  ["cp -rt../main a", "@foreign write /r/main/a"],
  ["cp -S .bak a b", "write /r/own/b"],
  ["cp ../main/a .", "write /r/own/a"],
  ["cp a $X", "@unknown write <$X>"],
  ["cp a"],
  ["cp --help a b"],
  ["mv a b", "write! /r/own/a", "write /r/own/b"],
  ["mv ../main/a .", "@foreign write! /r/main/a", "write /r/own/a"],
  [
    "mv .. /tmp/x",
    "@elsewhere write! /r",
    "@foreign write! /r/main",
    "@foreign write! /r/sib",
    "@shared write! /r/main/.git",
    "@elsewhere write /tmp/x",
  ],
  ["install -Dm 755 a ../main/bin/a", "@foreign write /r/main/bin/a"],
  ["install -d ../main/x y", "@foreign write /r/main/x", "write /r/own/y"],
  ["ln -s ../main/x y", "write /r/own/y"],
  ["ln -s ../main/x", "write /r/own/x"],
  ["ln -sf x ../main", "@foreign write /r/main/x"],
  ["rsync -a src/ ../main", "@foreign write /r/main"],
  ["rsync -a src ../main", "@foreign write /r/main/src"],
  ["rsync -an src/ ../main"],
  ["rsync -a src/ host:/main"],
  [
    "rsync -a --delete --exclude x src/ ..",
    "@elsewhere write /r",
    "@foreign write! /r/main",
    "@foreign write! /r/sib",
    "@shared write! /r/main/.git",
  ],
  ["rm -rf a ../main", "write! /r/own/a", "@foreign write! /r/main", "@shared write! /r/main/.git"],
  ["rm -- -f", "write! /r/own/-f"],
  ["rm -rf $X", "@unknown write <$X>"],
  ["rmdir ../main/x", "@foreign write /r/main/x"],
  ["mkdir -p -m 700 ../main/x", "@foreign write /r/main/x"],
  ["touch -r ../main/a -d now b", "write /r/own/b"],
  ["chmod -x ../main/a", "@foreign write /r/main/a"],
  ["chmod 755 a", "write /r/own/a"],
  ["chmod --reference=../main/a b", "write /r/own/b"],
  ["chmod +x ../main/.git/hooks/pre-push", "hooks /r/main/.git/hooks/pre-push"],
  ["chown -h me ../main/a", "@foreign write /r/main/a"],
  ["truncate -s 0 ../main/a", "@foreign write /r/main/a"],
  ["tee -a ../main/a b", "@foreign write /r/main/a", "write /r/own/b"],
  ["dd if=../main/a of=b", "write /r/own/b"],
  ["sed s/a/b/ ../main/a"],
  ["sed -n -i.bak s/a/b/ ../main/a", "@foreign write /r/main/a"],
  ["sed -Ei s/a/b/ ../main/a", "@foreign write /r/main/a"],
  ["sed -i -e s/a/b/ -f x ../main/a", "@foreign write /r/main/a"],
  ["sed --in-place=.x --expression=s/a/b/ ../main/a", "@foreign write /r/main/a"],
  ["perl -e print ../main/a"],
  ["perl -pi -e s/a/b/ ../main/a", "@foreign write /r/main/a"],
  ["perl -i.bak -lape s/a/b/ ../main/a", "@foreign write /r/main/a"],
  ["perl -i -n script.pl ../main/a", "@foreign write /r/main/a"],
  ["tar xf a.tar", "write /r/own"],
  ["tar -xf a.tar -C ../main", "@foreign write /r/main"],
  ["tar xfC a.tar ../main", "@foreign write /r/main"],
  ["tar -x -C .. -C main -f a.tar", "@foreign write /r/main"],
  ["tar -tf ../main/a.tar"],
  ["tar -xOf ../main/a.tar"],
  ["tar -czf ../main/a.tgz src", "@foreign write /r/main/a.tgz"],
  ["tar -cf - ."],
  ["unzip -qo a.zip -d ../main", "@foreign write /r/main"],
  ["unzip -l a.zip -d ../main"],
  ["wget -qO- url"],
  ["wget -O ../main/a url", "@foreign write /r/main/a"],
  ["wget -nv -P ../main url", "@foreign write /r/main"],
  ["wget url", "write /r/own"],
  ["curl url"],
  ["curl -sSLo ../main/a -H x url", "@foreign write /r/main/a"],
  ["curl -O --output-dir ../main url", "@foreign write /r/main"],
  ["curl -o /dev/null url"],
  ["patch -p1 -d ../main", "@foreign write /r/main"],
  ["patch -p1 --dry-run -d ../main"],
  ["patch -o ../main/a b", "@foreign write /r/main/a"],
  ["npm ci", "write /r/own"],
  ["npm run build --prefix ../main"],
  ["npm --prefix ../main i x", "@foreign write /r/main"],
  ["npm i -g x --prefix ../main"],
  ["npm version --prefix ../main"],
  ["npm version --prefix ../main patch", "@foreign write /r/main"],
  ["pnpm -C ../main add x", "@foreign write /r/main"],
  ["yarn --cwd ../main", "@foreign write /r/main"],
  ["yarn --version"],
  ["yarn test"],
  ["bun install --cwd=../main", "@foreign write /r/main"],
  ["uv --directory ../main sync", "@foreign write /r/main"],
  ["find ../main -name x -delete", "@foreign write /r/main", "@shared write! /r/main/.git"],
  ["find . -name x"],
  ["find . -fprint ../main/list", "@foreign write /r/main/list"],
]

describe("what writers write", () => {
  for (const [line, ...expected] of ROWS) test(line, () => expect(effectsOf(line)).toEqual(expected))
})

test("relative paths start where the command runs, wherever that may be", () => {
  const both = {
    kind: "oneOf",
    directories: [
      { kind: "at", path: "/r/own" },
      { kind: "at", path: "/r/main" },
    ],
  } as const
  expect(effectsOf("touch a", { directory: both })).toEqual(["write /r/own/a", "@foreign write /r/main/a"])
  expect(effectsOf("touch a", { directory: { kind: "below", path: "/r/main/src" } })).toEqual([
    "@foreign write /r/main/src/…",
  ])
  expect(effectsOf("touch a", { directory: { kind: "unknown", why: "lost" } })).toEqual(["@unknown write <lost>"])
})

test("a removal is destructive only where the path can be read", () => {
  expect(writeTo(known("/r/main/a"), handState(), { destructive: true })).toMatchObject([{ destructive: true }])
  expect(writeTo(unknown("x"), handState(), { destructive: true })).toMatchObject([{ destructive: false }])
})

test("what a file will hold is said where the text says it, and read where that decides something", () => {
  const world: World = { files: { "/r/own/a": "text" } }
  const contentOf = (line: string, more: Partial<Command> = {}): unknown =>
    writers
      .get(line.split(" ")[0]!)!
      .effects(handCommand(line, more), handState(world))
      .map((effect) => (effect.kind === "worktree" && effect.content ? showValue(effect.content) : undefined))
  expect(contentOf("cp a ../x/.git")).toEqual(["text"])
  expect(contentOf("cp a settings.json")).toEqual(["text"])
  expect(contentOf("cp a b")).toEqual([undefined])
  expect(contentOf("tee b", { stdin: known("input") })).toEqual(["input"])
  expect(contentOf("tee b")).toEqual([undefined])
  expect(contentOf("truncate -s 0 b")).toEqual([""])
})

describe("redirections", () => {
  const redirected = (
    operator: Redirection["operator"],
    target: string,
    line = "git log",
    world: World = {},
  ): readonly string[] => {
    const word = handCommand(target).argv[0]!
    const effects = redirectionEffects(
      handCommand(line, { redirections: [{ operator, target: word }] }),
      handState(world),
    )
    return effects.map(
      (effect) =>
        shown(effect) + (effect.kind === "worktree" && effect.content ? ` = ${showValue(effect.content)}` : ""),
    )
  }
  for (const operator of [">", ">>", ">|", "<>", "&>", "&>>", ">&"] as const) {
    test(`${operator} writes`, () => expect(redirected(operator, "../main/a")).toEqual(["@foreign write /r/main/a"]))
  }
  for (const operator of ["<", "<&", "<<", "<<<"] as const) {
    test(`${operator} reads`, () => expect(redirected(operator, "../main/a")).toEqual([]))
  }
  test("devices and descriptors are no files", () => {
    expect(redirected(">", "/dev/null")).toEqual([])
    expect(redirected(">&", "2")).toEqual([])
    expect(redirected(">&", "-")).toEqual([])
  })
  test("what echo prints is what the file will hold", () => {
    expect(redirected(">", "a", "echo x y")).toEqual(["write /r/own/a = x y\n"])
    expect(redirected(">", "a", "echo -n x")).toEqual(["write /r/own/a = x"])
    expect(redirected(">", "a", "printf <%s> x y")).toEqual(["write /r/own/a = <x><y>"])
    const old = { files: { "/r/own/a.json": "old " } }
    expect(redirected(">>", "a.json", "echo x", old)).toEqual(["write /r/own/a.json = old x\n"])
    expect(redirected(">", ".git", "cat a.json", old)).toEqual(["write /r/own/.git = old "])
    expect(redirected(">", "b", "cat a.json", old)).toEqual(["write /r/own/b"])
  })
  test("an unknown target stays unknown", () => expect(redirected(">", "$X")).toEqual(["@unknown write <$X>"]))
})

test("apply_patch is read by its file headers only", () => {
  const patch =
    "*** Begin Patch\n*** Update File: a b.txt\n*** Move to: c\n@@\n-*** Delete File: no\n+x\n*** Add File: d\n+*** Add File: no\n*** Delete File: e\n*** End Patch"
  expect(patchedFiles(patch).map(({ path }) => path)).toEqual(["a b.txt", "c", "d", "e"])
  expect(effectsOf("apply_patch", { stdin: known("*** Add File: ../main/x\n+y") })).toEqual([
    "@foreign write /r/main/x",
  ])
  expect(effectsOf("apply_patch")).toEqual([])
})
