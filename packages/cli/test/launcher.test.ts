/** The launcher in copies of this checkout, with a real `npm ci`. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { existsSync } from "node:fs"
import { chmod, cp, mkdir, mkdtemp, readdir, readlink, rename, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { cleanEnvironment, ROOT, run, type Call, type Finished } from "./support/process.ts"

const INSTALLING = "first run: installing"
const VERSION = "ringfence 0.1.0\n"
const NOBODY = 65534

let folder: string
/** A copy that the first test installs and the later ones use. */
let installed: string
let env: Record<string, string | undefined>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ringfence-launcher-"))
  await chmod(folder, 0o755)
  const cache = (await run(["npm", "config", "get", "cache"])).stdout.trim()
  const home = join(folder, "home")
  await mkdir(home)
  env = { HOME: home, XDG_CONFIG_HOME: undefined, npm_config_cache: cache, npm_config_update_notifier: "false" }
  installed = await copyCheckout("a folder with spaces")
})

afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

/** What a fresh clone would hold, the changes of this checkout included. */
async function copyCheckout(name: string): Promise<string> {
  const copy = join(folder, name)
  const listed = await run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"])
  expect(listed.code).toBe(0)
  const paths = listed.stdout.split("\0").filter((path) => path !== "" && existsSync(join(ROOT, path)))
  await Promise.all(paths.map((path) => cp(join(ROOT, path), join(copy, path))))
  return copy
}

const launch = (checkout: string, argv: readonly string[], call: Call = {}): Promise<Finished> =>
  run([join(checkout, "ringfence"), ...argv], { cwd: folder, ...call, env: { ...env, ...call.env } })

async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < 30_000; waited += 20) {
    if (await isSo()) return
    await Bun.sleep(20)
  }
  throw new Error(`waited in vain until ${what}`)
}

const lockOf = (checkout: string): string => join(checkout, ".ringfence-setup-lock")
const stampOf = (checkout: string): string => join(checkout, "node_modules", ".ringfence")

/** Folders whose programs are everything a shell needs, but not those left out. */
async function pathWithout(...names: readonly string[]): Promise<string> {
  const bin = await mkdtemp(join(folder, "bin-"))
  for (const program of [
    "sh",
    "cmp",
    "readlink",
    "ln",
    "mv",
    "rm",
    "cp",
    "mkdir",
    "sleep",
    "tr",
    "ps",
    "dirname",
    "git",
    "npm",
    "node",
  ]) {
    const path = Bun.which(program)
    if (path && !names.includes(program)) await symlink(path, join(bin, program))
  }
  return bin
}

test("a first run that was killed leaves nothing that stops two further ones at once, one of which installs", async () => {
  const killed = Bun.spawn([join(installed, "ringfence"), "--version"], {
    env: { ...cleanEnvironment(), ...env },
    stdio: ["ignore", "ignore", "ignore"],
    detached: true,
  })
  const owners = (): Promise<string> => readlink(lockOf(installed)).catch(() => "")
  await until(
    "npm is at work",
    async () => (await owners()).includes(":") && existsSync(join(installed, "node_modules")),
  )
  process.kill(-killed.pid, "SIGKILL")
  await killed.exited
  expect(await owners()).toContain(String(killed.pid))
  expect(existsSync(stampOf(installed))).toBe(false)

  const bin = join(folder, "bin")
  await mkdir(join(bin, "nested"), { recursive: true })
  await symlink(join(installed, "ringfence"), join(bin, "nested", "link"))
  await symlink("nested/link", join(bin, "ringfence"))
  const [direct, linked] = await Promise.all([
    launch(installed, ["--version"]),
    run(["sh", "-c", "ringfence --version"], { cwd: "/", env: { ...env, PATH: `${bin}:${process.env["PATH"]}` } }),
  ])
  for (const { code, stdout, stderr } of [direct, linked])
    expect({ code, stdout, stderr }).toMatchObject({ code: 0, stdout: VERSION })
  const talk = direct.stderr + linked.stderr
  expect(talk.split(INSTALLING).length - 1).toBe(1)
  expect(existsSync(lockOf(installed))).toBe(false)
  expect((await readdir(installed)).filter((name) => name.startsWith(".ringfence-setup-lock"))).toEqual([])
}, 240_000)

test("later runs say nothing and change nothing", async () => {
  const { code, stdout, stderr } = await launch(installed, ["--version"], {
    env: { PATH: await pathWithout("npm", "node") },
  })
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: VERSION, stderr: "" })
})

test("npm ran no install scripts, and Bun is found all the same", async () => {
  const bun = await Bun.file(join(stampOf(installed), "bun")).text()
  expect(bun).toMatch(/^node_modules\/@oven\/bun-[^/]+\/bin\/bun\n$/)
})

test("a bunfig.toml and a .env in the current folder have no say", async () => {
  const hostile = join(folder, "hostile")
  await mkdir(hostile, { recursive: true })
  await writeFile(join(hostile, "bunfig.toml"), 'preload = ["./preload.ts"]\n')
  await writeFile(join(hostile, "preload.ts"), 'console.log("hostile preload"); process.exit(0)\n')
  await writeFile(join(hostile, ".env"), "RINGFENCE_DATA=/hostile\nNO_COLOR=hostile\n")
  await writeFile(join(hostile, "package.json"), '{"name": "effect", "type": "module"}')
  // The trap works where Bun is run as it comes.
  const bun = join(installed, (await Bun.file(join(stampOf(installed), "bun")).text()).trim())
  const probe = join(folder, "probe.ts")
  await writeFile(probe, 'console.log(process.env["RINGFENCE_DATA"])')
  expect((await run([bun, probe], { cwd: hostile, env })).stdout).toContain("hostile preload")
  expect((await launch(installed, ["--version"], { cwd: hostile })).stdout).toBe(VERSION)
  await cp(join(installed, "packages/cli/src/main.ts"), join(folder, "main.ts"))
  await cp(probe, join(installed, "packages/cli/src/main.ts"))
  const { stdout } = await launch(installed, [], { cwd: hostile })
  await cp(join(folder, "main.ts"), join(installed, "packages/cli/src/main.ts"))
  expect(stdout).toBe("undefined\n")
})

test("an install made with npm itself counts, with install scripts too", async () => {
  const stamp = stampOf(installed)
  const bun = (await Bun.file(join(stamp, "bun")).text()).trim()
  const moved = "node_modules/bun/bin/bun.exe"
  await rm(stamp, { recursive: true })
  await rename(join(installed, moved), join(installed, `${moved}.stub`))
  await rename(join(installed, bun), join(installed, moved))
  const { code, stdout, stderr } = await launch(installed, ["--version"], {
    env: { PATH: await pathWithout("npm", "node") },
  })
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: VERSION, stderr: "" })
  expect((await Bun.file(join(stamp, "bun")).text()).trim()).toBe(moved)
  await rename(join(installed, moved), join(installed, bun))
  await rename(join(installed, `${moved}.stub`), join(installed, moved))
  await rm(stamp, { recursive: true })
  expect((await launch(installed, ["--version"])).stdout).toBe(VERSION)
})

test("an install that is not what the lockfile says does not count", async () => {
  const bun = join(installed, (await Bun.file(join(stampOf(installed), "bun")).text()).trim())
  const check = (root: string): Promise<Finished> => run([bun, join(installed, "scripts/installed.ts"), root], { env })
  expect((await check(installed)).code).toBe(0)
  const other = join(folder, "other-lock")
  await mkdir(join(other, "node_modules"), { recursive: true })
  await cp(join(installed, "node_modules/.package-lock.json"), join(other, "node_modules/.package-lock.json"))
  const lock = await Bun.file(join(installed, "package-lock.json")).json()
  lock.packages["node_modules/zod"].version = "0.0.1"
  await writeFile(join(other, "package-lock.json"), JSON.stringify(lock))
  expect((await check(other)).code).toBe(1)
})

/** Runs as somebody who cannot write the checkout: another user where this is root, else the folders lose their w. */
async function launchReadOnly(checkout: string, argv: readonly string[]): Promise<Finished> {
  const command = [join(checkout, "ringfence"), ...argv]
  if (process.getuid?.() === 0) {
    return run(["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups", ...command], { cwd: "/", env })
  }
  const folders = [checkout, join(checkout, "node_modules")]
  await Promise.all(folders.map((path) => chmod(path, 0o555)))
  try {
    return await run(command, { cwd: "/", env })
  } finally {
    await Promise.all(folders.map((path) => chmod(path, 0o755)))
  }
}

test("a read-only checkout works where it is installed, with the stamp or without", async () => {
  expect(await launchReadOnly(installed, ["--version"])).toEqual({ code: 0, stdout: VERSION, stderr: "" })
  const stamp = stampOf(installed)
  const aside = join(folder, "stamp")
  await rename(stamp, aside)
  expect(await launchReadOnly(installed, ["--version"])).toEqual({ code: 0, stdout: VERSION, stderr: "" })
  await rename(aside, stamp)
})

test("a read-only checkout that is not installed says so", async () => {
  const { code, stdout, stderr } = await launchReadOnly(await copyCheckout("read-only"), ["--version"])
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
  expect(stderr).toMatch(/^ringfence: the dependencies are not installed, and .* cannot be written\. .*\n$/)
})

test("without npm the message says what is needed", async () => {
  const copy = await copyCheckout("no-npm")
  const { code, stdout, stderr } = await launch(copy, ["--version"], {
    env: { PATH: await pathWithout("npm", "node") },
  })
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
  expect(stderr).toBe(
    "ringfence: npm was not found. Node 20 or newer with npm is needed to install the dependencies.\n",
  )
  expect(existsSync(lockOf(copy))).toBe(false)
})

test("waits for a live owner of the lock, and takes a dead one's", async () => {
  const copy = await copyCheckout("locked")
  const owner = Bun.spawn(["sleep", "60"])
  await symlink(`999999999:${owner.pid}`, lockOf(copy))
  const waiting = Bun.spawn([join(copy, "ringfence"), "--version"], {
    env: { ...cleanEnvironment(), ...env, PATH: await pathWithout("npm", "node") },
    stdio: ["ignore", "ignore", "pipe"],
  })
  const talk = waiting.stderr.getReader()
  const first = new TextDecoder().decode((await talk.read()).value)
  expect(first).toBe("ringfence: another process (999999999) is installing the dependencies; waiting for it\n")
  owner.kill()
  const second = new TextDecoder().decode((await talk.read()).value)
  expect(second).toStartWith("ringfence: npm was not found.")
  expect(await waiting.exited).toBe(1)
  expect(existsSync(lockOf(copy))).toBe(false)
}, 100_000)

test("offline with nothing to install from, the message says so and the next run tries again", async () => {
  const copy = await copyCheckout("offline")
  const offline = { npm_config_offline: "true", npm_config_cache: join(folder, "empty-cache") }
  for (const _ of [1, 2]) {
    const { code, stdout, stderr } = await launch(copy, ["--version"], { env: offline })
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
    expect(stderr).toContain(INSTALLING)
    expect(stderr).toMatch(
      /ringfence: npm could not install the dependencies \(exit \d+; its message is above\)\. The first run needs the network\.\n$/,
    )
    expect(existsSync(lockOf(copy))).toBe(false)
  }
}, 240_000)

test("npm test reaches Bun through the launcher's resolver", async () => {
  await writeFile(join(installed, "scripts/probe.ts"), "console.log(process.argv[2], process.cwd())")
  const { code, stdout } = await run(["sh", join(installed, "scripts/run"), "probe", "word"], {
    cwd: dirname(folder),
    env,
  })
  expect({ code, stdout }).toEqual({ code: 0, stdout: `word ${installed}\n` })
})
