/**
 * The demo's scratch repository: a main checkout where somebody works, a bare origin, a sibling session, and the
 * isolated child. Names, dates and contents are fixed, so that every run shows the same object names.
 */
import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { Failure } from "../../failure.ts"

export interface Scene {
  readonly folder: string
  readonly main: string
  readonly child: string
  readonly sibling: string
  readonly origin: string
  /** What commands run with, MAIN and SIBLING naming those folders. */
  readonly env: Readonly<Record<string, string>>
}

export interface Outcome {
  readonly code: number
  readonly output: string
}

const SCRIPT = `
git init -q --bare -b main "$ORIGIN"
git init -q -b main "$MAIN"
cd "$MAIN"
git remote add origin "$ORIGIN"
mkdir src
echo 'Shop' > README.md
echo 'total = sum(prices)' > src/cart.txt
git add -A && git commit -qm 'Start the shop'
echo 'total = sum(prices) * (1 + tax)' > src/cart.txt
git commit -qam 'Charge tax'
git branch release HEAD~1
git push -q -u origin main release
git worktree add -q -b feat/search "$SIBLING" main
git worktree add -q -b feat/child-work "$CHILD" main
echo 'half-written index' > "$SIBLING/search.txt"
git -C "$SIBLING" add -A && git -C "$SIBLING" stash push -q -m 'search, half done'
cd "$CHILD"
echo 'def checkout(): ...' > src/checkout.txt
git add -A && git commit -qm 'Begin the checkout page'
cd "$MAIN"
echo 'Shop, open on Sundays' > README.md
git commit -qam 'Open on Sundays'
git push -q origin main
echo 'a note of the person at work in main' > draft.txt
`

/** A new scene in a temporary folder of its own. */
export async function createScene(): Promise<Scene> {
  const scene = sceneAt(await temporaryFolder())
  try {
    await mkdir(dirname(scene.child), { recursive: true })
    await mkdir(scene.env["HOME"]!)
    await writeFile(scene.env["GIT_CONFIG_GLOBAL"]!, "[advice]\n\tdetachedHead = false\n")
    const { code, output } = await runIn(scene, scene.folder, `set -e\n${SCRIPT}`)
    if (code !== 0)
      throw new Failure(`git could not set up the scratch repository: ${output.trim().split("\n").at(-1)}`)
    return scene
  } catch (error) {
    await removeScene(scene)
    throw error
  }
}

/** The same scene in another temporary folder, as it is now. */
export async function copyScene(original: Scene): Promise<Scene> {
  const scene = sceneAt(await temporaryFolder())
  try {
    await cp(original.folder, scene.folder, { recursive: true, preserveTimestamps: true })
    // Worktrees and remotes are known by absolute paths.
    const pointers = [
      join(scene.child, ".git"),
      join(scene.sibling, ".git"),
      join(scene.main, ".git", "worktrees", "child", "gitdir"),
      join(scene.main, ".git", "worktrees", "sibling", "gitdir"),
      join(scene.main, ".git", "config"),
    ]
    await Promise.all(
      pointers.map(async (file) =>
        writeFile(file, (await readFile(file, "utf8")).replaceAll(original.folder, scene.folder)),
      ),
    )
    return scene
  } catch (error) {
    await removeScene(scene)
    throw error
  }
}

// The real path: git and the guard see through a temporary folder that is a symbolic link.
async function temporaryFolder(): Promise<string> {
  try {
    return await realpath(await mkdtemp(join(tmpdir(), "ringfence-demo-")))
  } catch {
    throw new Failure(`cannot make a temporary folder in ${tmpdir()} (TMPDIR says where)`)
  }
}

function sceneAt(folder: string): Scene {
  const data = join(folder, "data")
  const home = join(folder, "home")
  const places = {
    main: join(folder, "shop"),
    origin: join(folder, "origin.git"),
    child: join(data, "worktree", "shop", "child"),
    sibling: join(data, "worktree", "shop", "sibling"),
  }
  const person = { NAME: "Demo", EMAIL: "demo@example.com", DATE: "2026-01-05T10:00:00Z" }
  const identity = Object.entries(person).flatMap(([key, value]) => [
    [`GIT_AUTHOR_${key}`, value],
    [`GIT_COMMITTER_${key}`, value],
  ])
  const env = {
    ...(Object.fromEntries(identity) as Record<string, string>),
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    XDG_CONFIG_HOME: join(home, ".config"),
    GIT_CONFIG_GLOBAL: join(home, "gitconfig"),
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_EDITOR: "true",
    LC_ALL: "C",
    RINGFENCE_DATA: data,
    MAIN: places.main,
    SIBLING: places.sibling,
    ORIGIN: places.origin,
    CHILD: places.child,
  }
  return { folder, ...places, env }
}

export async function removeScene(scene: Pick<Scene, "folder">): Promise<void> {
  await rm(scene.folder, { recursive: true, force: true })
}

/** Runs a text with the shell, for real. */
export async function runIn(scene: Scene, directory: string, text: string): Promise<Outcome> {
  const child = Bun.spawn(["sh", "-c", text], {
    cwd: directory,
    env: scene.env,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  })
  const [stdout, stderr, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  return { code, output: stdout + stderr }
}
