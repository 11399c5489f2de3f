/** The checks that need no test runner: types, lint, format and shell syntax. */
const root = new URL("..", import.meta.url).pathname

export interface Check {
  readonly name: string
  run(): Promise<CheckResult>
}

export interface CheckResult {
  readonly passed: boolean
  /** What to show where it failed. */
  readonly output: string
}

/** The environment for everything started here: what a git hook or an agent session put there is taken out. */
export function cleanEnvironment(): Record<string, string | undefined> {
  const kept = Object.entries(process.env).filter(([name]) => !/^(GIT|RINGFENCE|CLAUDE|CODEX)_/.test(name))
  return Object.fromEntries(kept)
}

/** Runs a program to its end. Both its outputs are returned as one text. */
export async function run(argv: readonly string[]): Promise<CheckResult> {
  const child = Bun.spawn([...argv], {
    cwd: root,
    env: cleanEnvironment(),
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  })
  const [stdout, stderr, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  return { passed: code === 0, output: stdout + stderr }
}

/** A program of a dependency. Its shim in node_modules/.bin would need node. */
export const dependency = (path: string, ...rest: string[]): string[] => [
  process.execPath,
  `node_modules/${path}`,
  ...rest,
]

export const checks: readonly Check[] = [
  { name: "types", run: () => run(dependency("typescript/bin/tsc", "--noEmit")) },
  { name: "lint", run: () => run(dependency("oxlint/bin/oxlint", "--deny-warnings")) },
  { name: "format", run: () => run(dependency("oxfmt/bin/oxfmt", "--check")) },
  { name: "shell", run: shellSyntax },
]

/** `shellcheck` where there is one, `sh -n` or `bash -n` anyway, on every tracked shell file. */
async function shellSyntax(): Promise<CheckResult> {
  const files = await shellFiles()
  if (files.length === 0) return { passed: false, output: "no shell file was found" }
  const results = await Promise.all(files.map((file) => run([file.shell, "-n", file.path])))
  if (Bun.which("shellcheck")) results.push(await run(["shellcheck", "-x", ...files.map((file) => file.path)]))
  return { passed: results.every((result) => result.passed), output: results.map((result) => result.output).join("") }
}

async function shellFiles(): Promise<readonly { readonly path: string; readonly shell: string }[]> {
  const listed = await run(["git", "ls-files", "-z"])
  if (!listed.passed) throw new Error(listed.output)
  const found = []
  for (const path of listed.output.split("\0")) {
    const file = Bun.file(root + path)
    if (path === "" || !(await file.exists())) continue
    const head = await file.slice(0, 64).text()
    const shebang = /^#!.*\b(sh|bash|dash)\b/.exec(head)?.[1]
    if (shebang !== undefined || path.endsWith(".sh")) found.push({ path, shell: shebang === "bash" ? "bash" : "sh" })
  }
  return found
}
