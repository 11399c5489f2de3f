/** Paths that lead elsewhere because the text made links of them. */
import { posix } from "node:path"
import type { Directory } from "../shell/program.ts"
import { mapValue, type Value } from "../shell/value.ts"
import { isWithin } from "./files.ts"
import type { Files, Where } from "./state.ts"

export type Links = ReadonlyMap<string, string>

/** How often links are followed: they may lead in circles. */
const FOLLOWED_MAX = 40

/** Where a path leads. `link` says that a path that is itself a link is meant, not what it leads to. */
export function followLinks(links: Links, path: string, link = false): string {
  let now = path
  for (let count = 0; count < FOLLOWED_MAX; count++) {
    const from = [...links.keys()].find((each) => isWithin(now, each) && !(link && now === each))
    if (from === undefined) return now
    now = posix.join(links.get(from)!, now.slice(from.length))
  }
  return now
}

/** Files as they are once the links are there. */
export function throughLinks(files: Files, links: Links): Files {
  const at = (path: string): string => followLinks(links, path)
  return {
    stat: (path) => files.stat(at(path)),
    list: (path) => files.list(at(path)),
    realpath: (path) => files.realpath(at(path)),
    read: (path) => files.read(at(path)),
  }
}

/** Where a command acts once the links are there. */
export function whereThrough(where: Where, links: Links): Where {
  const value = (given: Value | undefined): Value | undefined =>
    given && mapValue(given, (text) => followLinks(links, text))
  const directory = (given: Directory): Directory => {
    if (given.kind === "unknown") return given
    if (given.kind === "oneOf") return { ...given, directories: given.directories.map(directory) }
    return { ...given, path: followLinks(links, given.path) }
  }
  const moved = { gitDir: value(where.gitDir), workTree: value(where.workTree), indexFile: value(where.indexFile) }
  return {
    ...where,
    ...Object.fromEntries(Object.entries(moved).filter(([, path]) => path)),
    directory: directory(where.directory),
  }
}
