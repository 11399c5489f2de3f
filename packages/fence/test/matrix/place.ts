/** The scene of every row: a recorded child session in its worktree, beside others. */
import { dirname } from "node:path"
import { writeRecord } from "@ringfence/guard"
import { arrange, copyScene, OWN_BRANCH, type Scene } from "@ringfence/guard/fixture"

/** Commits and reflogs bear these, so that two runs of the same commands come to the same objects. */
const DATES = { GIT_AUTHOR_DATE: "1790000000 +0000", GIT_COMMITTER_DATE: "1790000000 +0000" }

/** The git that is first in the PATH, by its absolute path. */
export const GIT = Bun.which("git", { PATH: process.env["PATH"] ?? "" }) ?? "git"

const asked = (argv: readonly string[]): string =>
  Bun.spawnSync([GIT, ...argv], { stdout: "pipe" })
    .stdout.toString()
    .trim()

export const EXEC_PATH = asked(["--exec-path"])
export const VERSION = /\d+\.\d+(\.\d+)?/.exec(asked(["--version"]))?.[0] ?? "0"

/** Whether the git of this run is at least of the version. */
export function isSince(version: string): boolean {
  return Bun.semver.order(padded(VERSION), padded(version)) >= 0
}

const padded = (version: string): string => [...version.split("."), "0", "0"].slice(0, 3).join(".")

/** A scene with a session on record, after the set-up. */
export async function placeFor({ given }: { readonly given?: string }): Promise<Scene> {
  const scene = copyScene()
  writeRecord(scene.gitDirs.own, {
    version: 1,
    branch: OWN_BRANCH,
    session: "ses_fence",
    parent: "ses_parent",
    integration: "orchestrator",
  })
  if (given !== undefined) await arrange(scene, fill(scene, given), { env: variables })
  return scene
}

/** What commands of the rows find in their environment beside the scene's own. */
export const variables: Readonly<Record<string, string>> = DATES

/** `<main>` and such are the folders of the scene; `<git>`, `<bin>` and `<exec>` the real git, its folder and its programs. */
export function fill(scene: Scene, text: string): string {
  const names: Readonly<Record<string, string>> = {
    top: scene.top,
    main: scene.main,
    own: scene.own,
    sib: scene.sib,
    origin: scene.origin,
    home: scene.home,
    tmp: scene.tmp,
    git: GIT,
    bin: dirname(GIT),
    exec: EXEC_PATH,
  }
  return text.replaceAll(/<(\w+)>/g, (whole, name: string) => names[name] ?? whole)
}
