/** Which repository git would find from a directory, and whether all of it lies in the workspace. */
import { readFileSync, realpathSync, statSync } from "node:fs"
import { dirname, join, resolve } from "node:path"

/**
 * The folder outside the workspace that git would read and write as its repository, were it run in the directory;
 * undefined where there is none. A `.git` that is a file or a link, and the pointer to a shared folder in it, are data
 * that lie in the workspace and can lead anywhere.
 *
 * @param directory real path in the workspace
 * @param root real path of the workspace; git does not look above it
 */
export function repositoryOutside(directory: string, root: string): string | undefined {
  if (root === "/") return undefined
  for (let folder = directory; ; folder = dirname(folder)) {
    const gitDir = gitDirIn(folder)
    if (gitDir !== undefined) return [gitDir, sharedBy(gitDir)].find((each) => !isWithin(each, root))
    if (folder === root || folder === dirname(folder)) return undefined
  }
}

function gitDirIn(folder: string): string | undefined {
  const path = join(folder, ".git")
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat?.isDirectory()) return realpathSync(path)
  const target = stat?.isFile() ? /^gitdir: ([^]+?)[\n\r]*$/.exec(textOf(path))?.[1] : undefined
  if (target !== undefined) return real(resolve(folder, target))
  const isBare = ["HEAD", "objects", "refs"].every(
    (name) => statSync(join(folder, name), { throwIfNoEntry: false }) !== undefined,
  )
  return isBare ? folder : undefined
}

function sharedBy(gitDir: string): string {
  const pointer = textOf(join(gitDir, "commondir")).trimEnd()
  return pointer === "" ? gitDir : real(resolve(gitDir, pointer))
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return ""
  }
}

/** What is not there leads nowhere, and stays as it is. */
function real(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)
