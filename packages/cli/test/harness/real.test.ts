/** What `doctor` takes to hold, held against opencode itself. */
import { expect, test } from "bun:test"
import { existsSync, mkdirSync, symlinkSync } from "node:fs"
import { dirname, join } from "node:path"
import { opencode } from "../../src/harness/opencode.ts"
import { effective, GUARD } from "../../src/harness/opencode/places.ts"
import { ROOT, run } from "../support/process.ts"
import { useHome } from "./place.ts"

const home = useHome()

/** The program of opencode's npm package: what that itself holds only starts it, by node. */
function program(): string {
  const name = `opencode-${process.platform}-${process.arch}`
  const paths = [name, `${name}-baseline`].map((each) => join(ROOT, "node_modules", each, "bin/opencode"))
  return paths.find((path) => existsSync(path)) ?? `${paths[0]}, which npm did not install`
}

const QUIET = {
  OPENCODE_DISABLE_AUTOUPDATE: "1",
  OPENCODE_DISABLE_MODELS_FETCH: "1",
  OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
}

/** A configuration file that names one plugin, in a folder that opencode installs nothing into. */
function name(path: string, ...plugins: readonly string[]): void {
  home.write(path, JSON.stringify({ $schema: "https://opencode.ai/config.json", plugin: plugins }))
  const installed = { packages: { "": { dependencies: { "@opencode-ai/plugin": "*" } } } }
  home.write(join(dirname(path), "package-lock.json"), JSON.stringify(installed))
  mkdirSync(join(dirname(path), "node_modules"), { recursive: true })
}

/** A plugin that leaves a line with its name in a file when it is started. */
function plugin(named: string): string {
  const path = join(home.folder, "plugins", `${named}.ts`)
  const note = `require("node:fs").appendFileSync(${JSON.stringify(join(home.folder, "started"))}, "${named}\\n")`
  return home.write(path, `export default { id: "${named}", server: async () => { ${note}; return {} } }\n`)
}

const started = (): readonly string[] =>
  existsSync(join(home.folder, "started")) ? home.read(join(home.folder, "started")).trim().split("\n") : []

test("what counts is what opencode starts", async () => {
  const inside = join(home.project, "deep")
  mkdirSync(inside)
  await run(["git", "init", "-q", home.project], { env: home.env })
  name(join(home.config, "config.json"), plugin("user-config"))
  name(join(home.config, "opencode.json"), plugin("user-json"))
  name(join(home.config, "opencode.jsonc"), plugin("user-jsonc"))
  name(join(home.project, "opencode.json"), plugin("project"))
  name(join(home.project, ".opencode/opencode.json"), plugin("folder-json"), "../../plugins/relative.ts")
  plugin("relative")
  name(join(home.project, ".opencode/opencode.jsonc"))
  name(join(home.folder, "home/.opencode/opencode.json"), plugin("home"))
  name(join(home.folder, "named.json"), plugin("named"))
  name(join(home.folder, "further/opencode.json"), plugin("further"))
  const env = {
    ...home.env,
    ...QUIET,
    OPENCODE_CONFIG: join(home.folder, "named.json"),
    OPENCODE_CONFIG_DIR: join(home.folder, "further"),
    OPENCODE_CONFIG_CONTENT: JSON.stringify({ plugin: [plugin("content")] }),
  }
  const { code, stderr } = await run([program(), "debug", "config"], { cwd: inside, env })
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  const { named, faults } = effective(GUARD, inside, home.project, env)
  expect(faults).toEqual([])
  const names = named.map(({ path }) => /([^/]+)\.ts$/.exec(path ?? "")?.[1])
  expect(names.toSorted()).toEqual([...started()].toSorted())
  expect(started()).toHaveLength(8)
}, 180_000)

test("--live: installed, opencode names it and can start it", async () => {
  mkdirSync(join(home.folder, "bin"))
  symlinkSync(program(), join(home.folder, "bin", "opencode"))
  name(join(home.config, "opencode.jsonc"), plugin("other"))
  opencode.install(home.context, "user")
  const env = { ...home.env, ...QUIET, PATH: `${join(home.folder, "bin")}:${home.env["PATH"]}` }
  const { verdict, checks } = await opencode.diagnose({ ...home.context, env }, true)
  expect(checks.at(-1)).toMatchObject({ result: "good", about: expect.stringContaining("names it among its plugins") })
  expect(verdict).toBe("enforced")
  expect(started()).toEqual(["other"])
}, 180_000)
