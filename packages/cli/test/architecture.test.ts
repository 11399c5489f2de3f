/** Imports point one way: guard <- fence, shim <- opencode <- cli; and inside the guard as its vocabulary says. */
import { describe, expect, test } from "bun:test"
import { join } from "node:path"
import { violations } from "./support/architecture.ts"
import { importsOf, loadedPackages, readModules, type Module } from "./support/imports.ts"
import { ROOT } from "./support/process.ts"

const module = (path: string, text: string): Module => ({ path, text, imports: importsOf(text) })

const dependencies = new Map([
  ["guard", ["zod", "web-tree-sitter"]],
  ["opencode", ["effect", "zod", "@ringfence/guard"]],
  ["cli", ["effect", "@effect/platform-node", "@ringfence/guard", "@ringfence/opencode"]],
])

const broken = (path: string, text: string): readonly string[] => violations([module(path, text)], dependencies)

test("this checkout keeps to the directions", async () => {
  const modules = await readModules(ROOT)
  const names = [...new Set(modules.map(({ path }) => path.split("/")[1]!))]
  const declared = new Map<string, readonly string[]>()
  for (const name of names) {
    const manifest = await Bun.file(join(ROOT, "packages", name, "package.json")).json()
    declared.set(name, Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }))
  }
  expect(modules.length).toBeGreaterThan(40)
  expect(violations(modules, declared)).toEqual([])
})

test("a plain check loads no Effect", async () => {
  const modules = await readModules(ROOT)
  const plain = ["main", "command/check", "command/explain", "command/demo"].map(
    (name) => `packages/cli/src/${name}.ts`,
  )
  const loaded = loadedPackages(modules, [...plain, "packages/guard/src/index.ts"])
  // The host is made of Effect throughout.
  const effect = (specifier: string): boolean => /^(?:@?effect|@ringfence\/opencode)(\/|$)/.test(specifier)
  // The guard is among what was followed.
  expect([...loaded]).toContain("node:os")
  expect([...loaded].filter(effect)).toEqual([])
  expect([...loadedPackages(modules, ["packages/cli/src/tree.ts"])].filter(effect)).not.toEqual([])
})

describe("imports are seen", () => {
  const cases: readonly (readonly [string, string, boolean])[] = [
    ['import { a } from "x"', "x", false],
    ['import type { A } from "x"', "x", true],
    ['import { type A, type B } from "x"', "x", true],
    ['import { type A, b } from "x"', "x", false],
    ['import a, { type B } from "x"', "x", false],
    ['import {\n  a,\n  b,\n} from "x"', "x", false],
    ['import * as a from "x"', "x", false],
    ['import "x"', "x", false],
    ['export * from "x"', "x", false],
    ['export * as a from "x"', "x", false],
    ['export type { A } from "x"', "x", true],
    ['const a = await import("x")', "x", false],
    ['let a: import("x").A', "x", false],
    ['const a = require("x")', "x", false],
  ]
  for (const [text, specifier, typeOnly] of cases) {
    test(text, () => expect(importsOf(text)).toMatchObject([{ specifier, typeOnly }]))
  }

  test("comments are no imports", () => {
    expect(importsOf('/* import { a } from "x" */\n// import "y"\nexport const a = 1')).toEqual([])
  })
})

describe("a wrong direction is found", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["packages/guard/src/a.ts", 'import type { A } from "@ringfence/cli"'],
    ["packages/fence/src/a.ts", 'import { a } from "@ringfence/opencode"'],
    ["packages/shim/src/a.ts", 'import { a } from "@ringfence/fence"'],
    ["packages/opencode/src/a.ts", 'import type { A } from "@ringfence/cli"'],
    ["packages/opencode/src/a.ts", 'import { a } from "../../guard/src/state/settings.ts"'],
    ["packages/opencode/src/a.ts", 'import { a } from "@effect/platform-node"'],
    ["packages/opencode/src/a.ts", 'import { a } from "@ringfence/guard/fixture"'],
    ["packages/guard/src/a.ts", 'import type { A } from "@ringfence/opencode/storage"'],
    ["packages/cli/src/a.ts", 'import { a } from "../../guard/src/guard.ts"'],
    ["packages/cli/src/a.ts", 'import { a } from "zod"'],
    ["packages/cli/src/a.ts", 'import { a } from "../test/a.ts"'],
    ["packages/guard/src/shell/a.ts", 'import type { A } from "../git/effect.ts"'],
    ["packages/guard/src/shell/a.ts", 'import type { A } from "../state/state.ts"'],
    ["packages/guard/src/git/a.ts", 'import { a } from "../state/disk.ts"'],
    ["packages/guard/src/git/command/a.ts", 'import type { A } from "../../policy/rule.ts"'],
    ["packages/guard/src/state/a.ts", 'import { a } from "../git/options.ts"'],
    ["packages/guard/src/state/a.ts", 'import type { A } from "../policy/rule.ts"'],
    ["packages/guard/src/policy/self/a.ts", 'import type { A } from "../../git/options.ts"'],
    ["packages/guard/src/policy/self/a.ts", 'import { a } from "../../git/command/push.ts"'],
    ["packages/guard/src/policy/git-inventory/a.ts", 'import { a } from "../../state/files.ts"'],
    ["packages/guard/src/git/a.ts", 'import { readFileSync } from "node:fs"'],
    ["packages/guard/src/git/a.ts", 'import { readFile } from "fs/promises"'],
    ["packages/guard/src/state/a.ts", 'import { spawn } from "node:child_process"'],
    ["packages/guard/src/a.ts", 'import * as Effect from "effect/Effect"'],
    ["packages/guard/src/a.ts", "const a = Bun.spawnSync(['git'])"],
    ["packages/guard/src/a.ts", "await fetch('x')"],
  ]
  for (const [path, text] of cases) test(`${path}: ${text}`, () => expect(broken(path, text)).toHaveLength(1))
})

describe("a right direction is let through", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["packages/cli/src/a.ts", 'import { Guard } from "@ringfence/guard"'],
    ["packages/cli/src/a.ts", 'import { Storage } from "@ringfence/opencode"'],
    ["packages/opencode/src/a.ts", 'import { dataFolder } from "@ringfence/guard/settings"'],
    ["packages/opencode/test/a.ts", 'import { a } from "@ringfence/guard/fixture"'],
    ["packages/opencode/src/a/index.ts", 'export * as A from "."'],
    ["packages/opencode/src/a.ts", 'import { SQL } from "bun"'],
    ["packages/fence/src/a.ts", 'import type { A } from "node:fs"'],
    ["packages/guard/src/git/a.ts", 'import type { State } from "../state/state.ts"'],
    ["packages/guard/src/git/a.ts", 'import { known } from "../shell/value.ts"'],
    ["packages/guard/src/state/a.ts", 'import { readFileSync } from "node:fs"'],
    ["packages/guard/src/policy/a.ts", 'import type { State } from "../state/state.ts"'],
    ["packages/guard/src/policy/git-inventory/a.ts", 'import { a } from "../../git/options.ts"'],
    ["packages/guard/src/guard.ts", 'import { stateFromDisk } from "./state/disk.ts"'],
  ]
  for (const [path, text] of cases) test(`${path}: ${text}`, () => expect(broken(path, text)).toEqual([]))
})
