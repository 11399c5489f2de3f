/** Whether a folder is the clone that was made for a session. */
import { join } from "node:path"
import { standingOf } from "@ringfence/guard"
import { Git } from "../../git/index.ts"

/** Why a folder is not the clone that was made for the session; undefined where it is. */
export function cloneProblem(clone: string): string | undefined {
  const gitDir = join(clone, ".git")
  if (!Git.isDirectory(gitDir)) return `${gitDir} is gone`
  const standing = standingOf(clone)
  if (standing.gitDir !== gitDir) return `git can make nothing of ${gitDir}`
  return standing.isolated ? undefined : `${join(gitDir, "ringfence/session.json")} is gone or spoiled`
}
