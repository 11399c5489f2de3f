import { describe, expect, test } from "bun:test"
import { mkdirSync, symlinkSync } from "node:fs"
import { disk } from "../../src/state/files.ts"
import { canonicalKey, parseBoolean, parseConfig, parseParameters } from "../../src/state/gitconfig-file.ts"
import { configOf, readSettings } from "../../src/state/gitconfig.ts"
import { wildmatch } from "../../src/state/wildmatch.ts"
import { inScene, type Scene } from "./scene.ts"

/** `scope key value` lines as git lists them; NUL-separated, so that values may hold anything. */
function byGit(scene: Scene, folder: string, env: Record<string, string> = {}): readonly string[] {
  const fields = scene.sh(folder, "git config --list --show-scope -z | base64 -w0", env)
  const parts = Buffer.from(fields, "base64").toString("utf8").split("\0")
  const lines: string[] = []
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [key, ...value] = parts[at + 1]!.split("\n")
    lines.push(`${parts[at]!.replace("local", "shared")} ${key}=${value.join("\n")}`)
  }
  return lines
}

function byUs(scene: Scene, gitDir: string, commonDir: string, env: Record<string, string> = {}): readonly string[] {
  const all = { ...scene.env, ...env }
  const repo = { gitDir: scene.path(gitDir), commonDir: scene.path(commonDir) }
  return readSettings(disk, repo, (name) => all[name as keyof typeof all]).map(
    ({ scope, key, value }) => `${scope} ${key}=${value ?? ""}`,
  )
}

const NASTY = [
  "[core]\n\tbare = false\n\tautocrlf\n",
  '[Branch "Feat/X.y"]\n\tReMote = origin # a comment\n\tmerge=refs/heads/x;another\n',
  "[a.B.c]\n\tkey = dotted\n[a]key=same line\n[a]\n  \tother-Key=1\n",
  '[s "q\\"uo\\\\te"]\n\tv = "a # not ; comment"  tail \n\tw = a"b"c\n',
  '[s]\n\tcontinued = one \\\n  two\\\nthree\n\tescaped = \\t\\n\\\\\\" \\b\n',
  "[s]\r\n\tcrlf = yes\r\n\tnext = x\r\n",
  "\uFEFF[s]\n\tbom = 1\n",
  '[s]\n\tempty =\n\tquotes = ""\n\tspaces = "  kept  "   \n\tinner = a   b\n',
  "; comment\n# another\n[s] ; after a section\n\tv = 1\n\n\n[s]\n\tv = 2\n\tv = 3\n",
  '[S ""]\n\tempty = subsection\n[s "tab\tin"]\n\tk = 1\n',
  "[s]\n\tlast = without newline",
  '[s]\n\tunicode = größe ü\n[alias "x y"]\n\tcommand = !f() { git log \\"$@\\"; }; f\n',
  "[alias]\n\tco = checkout\n\tll = \"!git log --format='%h %s' | head\"\n",
]

describe("files", () => {
  test.each(NASTY.map((text) => [JSON.stringify(text), text] as const))("as git lists %s", (_name, text) => {
    inScene((scene) => {
      scene.sh(".", "git init -q -b main r")
      scene.write("r/.git/config", text)
      expect(byUs(scene, "r/.git", "r/.git")).toEqual(byGit(scene, "r"))
    })
  })

  const malformed = [
    "[s\n\tv=1\n",
    "[s]\n\t1v = 1\n",
    '[s]\n\tv = "open\n',
    "[s]\n\tv = \\q\n",
    '[s "x]\n\tv=1\n',
    "[s]\n\tv w = 1\n",
    "[s_x]\n\tv = 1\n",
  ]
  test.each(malformed.map((text) => [JSON.stringify(text), text] as const))(
    "stops where git refuses %s",
    (_name, text) => {
      inScene((scene) => {
        const file = scene.write("good-and-bad", `[ok]\n\tx = 1\n${text}[late]\n\ty = 1\n`)
        expect(scene.maybe(".", `git config --file '${file}' --list`)).toBeUndefined()
        expect(parseConfig(`[ok]\n\tx = 1\n${text}[late]\n\ty = 1\n`)).toEqual([{ key: "ok.x", value: "1" }])
      })
    },
  )
})

test("every scope, in git's order", () => {
  inScene((scene) => {
    scene.sh(".", "git init -q -b main r && cd r && git commit -q --allow-empty -m x && git worktree add -q ../w")
    scene.write("home/.gitconfig", "[user]\n\tname = global\n[x]\n\tv = global\n")
    scene.write("home/.config/git/config", "[x]\n\tv = xdg\n")
    scene.write("system", "[x]\n\tv = system\n")
    scene.sh(
      "w",
      "git config x.v shared && git config extensions.worktreeConfig true && git config --worktree x.v worktree",
    )
    const env: Record<string, string> = { GIT_CONFIG_NOSYSTEM: "0", GIT_CONFIG_SYSTEM: scene.path("system") }
    const command = {
      GIT_CONFIG_COUNT: "2",
      GIT_CONFIG_KEY_0: "X.V",
      GIT_CONFIG_VALUE_0: "counted",
      GIT_CONFIG_KEY_1: "y.z",
      GIT_CONFIG_VALUE_1: "",
    }
    const parameters = { GIT_CONFIG_PARAMETERS: `'x.v'='it'\\''s' 'a.b=old' 'flag.on'` }
    for (const extra of [{}, env, command, parameters, { ...env, ...command, ...parameters }]) {
      expect(byUs(scene, "r/.git/worktrees/w", "r/.git", extra)).toEqual(byGit(scene, "w", extra))
    }
    const noGlobal: Record<string, string> = { ...scene.env, GIT_CONFIG_GLOBAL: "" }
    delete noGlobal["GIT_CONFIG_GLOBAL"]
    const repo = { gitDir: scene.path("r/.git/worktrees/w"), commonDir: scene.path("r/.git") }
    const config = configOf(readSettings(disk, repo, (name) => noGlobal[name], [{ key: "x.V", value: "line" }]))
    expect(config.all("x.v")).toEqual(["xdg", "global", "shared", "worktree", "line"])
    expect(config.getIn("global", "x.v")).toBe("global")
    expect(config.getIn("shared", "x.v")).toBe("shared")
    expect(config.get("X.v")).toBe("line")
    expect(config.keys("user.")).toEqual(["user.name"])
  })
})

describe("includes", () => {
  const includes = [
    ["include.path", "[include]\n\tpath = inc\n"],
    ["absolute, and of home", "[include]\n\tpath = ~/inc\n"],
    ["gitdir with a slash at the end", '[includeIf "gitdir:~/r/"]\n\tpath = inc\n'],
    ["gitdir of another folder", '[includeIf "gitdir:~/elsewhere/"]\n\tpath = inc\n'],
    ["gitdir relative to anything", '[includeIf "gitdir:r/.git"]\n\tpath = inc\n'],
    ["gitdir relative to the file", '[includeIf "gitdir:./r/"]\n\tpath = inc\n'],
    ["gitdir with stars", '[includeIf "gitdir:**/r/**"]\n\tpath = inc\n'],
    ["gitdir in another case", '[includeIf "gitdir:~/R/"]\n\tpath = inc\n'],
    ["gitdir/i in another case", '[includeIf "gitdir/i:~/R/"]\n\tpath = inc\n'],
    ["onbranch", '[includeIf "onbranch:feat/**"]\n\tpath = inc\n'],
    ["onbranch with a slash", '[includeIf "onbranch:feat/"]\n\tpath = inc\n'],
    ["onbranch of another", '[includeIf "onbranch:main"]\n\tpath = inc\n'],
    ["onbranch, one star", '[includeIf "onbranch:feat/*"]\n\tpath = inc\n'],
    ["nested, and a missing file", "[include]\n\tpath = outer\n\tpath = missing\n"],
    ["no such condition", '[includeIf "weather:fine"]\n\tpath = inc\n'],
  ] as const
  test.each(includes)("%s", (_name, text) => {
    inScene((scene) => {
      scene.sh("home", "git init -q -b feat/a/b r")
      scene.write("home/inc", "[found]\n\there = yes\n")
      scene.write("home/outer", "[include]\n\tpath = inc\n[outer]\n\tx = 1\n")
      scene.write("home/.gitconfig", `[before]\n\tx = 1\n${text}[after]\n\tx = 1\n`)
      expect(byUs(scene, "home/r/.git", "home/r/.git")).toEqual(byGit(scene, "home/r"))
    })
  })

  test("a file that includes itself ends", () => {
    inScene((scene) => {
      scene.sh(".", "git init -q r")
      scene.write("home/.gitconfig", "[include]\n\tpath = ~/.gitconfig\n[x]\n\ty = 1\n")
      expect(byUs(scene, "r/.git", "r/.git")).toContain("global x.y=1")
    })
  })
})

test("booleans, as git reads them", () => {
  inScene((scene) => {
    scene.sh(".", "git init -q r")
    for (const value of [
      "true",
      "YES",
      "on",
      "1",
      "-1",
      "2k",
      "0x10",
      "false",
      "No",
      "off",
      "0",
      "",
      "maybe",
      "1x",
      "0x",
    ]) {
      const git = scene.maybe("r", `git config x.y '${value}' && git config --bool x.y`)
      expect([value, String(parseBoolean(value))]).toEqual([value, git ?? "undefined"])
    }
    expect(parseBoolean(null)).toBe(true)
  })
})

test("keys and parameters", () => {
  expect(canonicalKey("REMOTE.Origin.URL")).toBe("remote.Origin.url")
  expect(canonicalKey("Core.Bare")).toBe("core.bare")
  expect(canonicalKey("A.b.C.D")).toBe("a.b.C.d")
  expect(parseParameters("'a.b=c d' 'e.f'='' 'g.h'= 'i.j'")).toEqual([
    { key: "a.b", value: "c d" },
    { key: "e.f", value: "" },
    { key: "g.h", value: null },
    { key: "i.j", value: null },
  ])
})

test("patterns", () => {
  expect(wildmatch("**/foo/**", "/a/foo/b")).toBe(true)
  expect(wildmatch("feat/*", "feat/a/b")).toBe(false)
  expect(wildmatch("[a-c]?x", "b1x")).toBe(true)
  expect(wildmatch("[!a-c]x", "bx")).toBe(false)
  expect(wildmatch("a.b", "axb")).toBe(false)
})

test("configuration that is a folder, a loop or unreadable is not there", () => {
  inScene((scene) => {
    scene.sh(".", "git init -q r && rm r/.git/config && mkdir r/.git/config")
    expect(byUs(scene, "r/.git", "r/.git")).toEqual([])
    scene.sh(".", "rmdir r/.git/config")
    symlinkSync("config", scene.path("r/.git/config"))
    expect(byUs(scene, "r/.git", "r/.git")).toEqual([])
    mkdirSync(scene.path("fifo-home"))
    scene.sh("fifo-home", "mkfifo .gitconfig")
    expect(byUs(scene, "r/.git", "r/.git", { GIT_CONFIG_GLOBAL: scene.path("fifo-home/.gitconfig") })).toEqual([])
  })
})
