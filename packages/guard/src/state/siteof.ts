/** What a path belongs to. The most specific place owns it. */
import { dirname } from "node:path"
import type { Site } from "../git/effect.ts"
import type { Value } from "../shell/value.ts"
import { isWithin, realLink, type Disk } from "./files.ts"
import type { Layout } from "./gitdir.ts"
import type { LocalRemote } from "./remotes.ts"
import type { OtherWorktree } from "./state.ts"
import type { Surroundings } from "./surroundings.ts"

export interface Place {
  readonly path: string
  readonly site: Site
}

/** What paths are told by. */
export interface Places {
  /** Everything that is somebody's, most specific first. */
  readonly known: readonly Place[]
  /** Whose a path (real already) is that lies in nothing of these; undefined where it is nobody's. */
  readonly found: (path: string) => Site | undefined
}

/** The site of another worktree. */
export const foreignSite = ({ path, branch, store }: OtherWorktree): Site => ({
  kind: "foreign",
  path,
  ...(branch === undefined ? {} : { branch }),
  ...(store === undefined ? {} : { store }),
})

/** The site of a git directory that checkouts share. */
export const sharedSite = (path: string, store?: string): Site => ({
  kind: "shared",
  path,
  ...(store === undefined ? {} : { store }),
})

/** Everything that is somebody's, most specific first. */
export function placesOf(
  disk: Disk,
  layout: Layout,
  { others, stores }: Surroundings,
  remotes: readonly LocalRemote[],
  sharedPaths: readonly string[],
): readonly Place[] {
  const own: Site = { kind: "own" }
  const places: Place[] = [
    ...sharedPaths.map((path): Place => ({ path: disk.realpath(path), site: { kind: "elsewhere", path } })),
    { path: layout.gitDir, site: own },
    ...(layout.worktree === undefined ? [] : [{ path: layout.worktree, site: own }]),
    ...others.filter(({ isMain }) => !isMain).map((other) => ({ path: other.gitDir, site: foreignSite(other) })),
    ...others.map((other) => ({ path: other.path, site: foreignSite(other) })),
    { path: layout.commonDir, site: sharedSite(layout.commonDir) },
    ...others
      .filter(({ isMain }) => isMain)
      .map(({ gitDir, store }): Place => ({ path: gitDir, site: sharedSite(gitDir, store) })),
    ...stores.map((store): Place => ({ path: store, site: sharedSite(store, store) })),
    ...remotes.map(({ remote, path }): Place => ({ path, site: { kind: "remote", remote, path } })),
  ]
  const distinct = new Map<string, Place>()
  for (const place of places) if (!distinct.has(place.path)) distinct.set(place.path, place)
  return [...distinct.values()].sort((left, right) => right.path.length - left.path.length)
}

/** The site of a path that is real already. */
export function siteOfReal({ known, found }: Places, path: string): Site {
  return known.find((place) => isWithin(path, place.path))?.site ?? found(path) ?? { kind: "elsewhere", path }
}

/** The site of everything at or below a folder that is real already. */
export function siteBelow(places: Places, folder: string): Site {
  const site = siteOfReal(places, folder)
  if (site.kind !== "elsewhere") return site
  const inside = places.known.find((place) => place.site.kind !== "elsewhere" && isWithin(place.path, folder))
  return inside ? { kind: "unknown", why: `something below ${folder}` } : site
}

const HARM: readonly Site["kind"][] = ["foreign", "shared", "remote", "unknown", "elsewhere", "own"]

/** Of several sites the one that a write may harm most. */
function worst(sites: readonly Site[]): Site {
  return (
    [...sites].sort((left, right) => HARM.indexOf(left.kind) - HARM.indexOf(right.kind))[0] ?? {
      kind: "unknown",
      why: "an empty list",
    }
  )
}

/** The site of a path as far as it is known. `link` says that a link itself is meant, not what it points at. */
export function siteOfValue(disk: Disk, places: Places, path: Value, link: boolean): Site {
  const real = (text: string): string => (link ? realLink(disk, text) : disk.realpath(text))
  switch (path.kind) {
    case "known":
      return siteOfReal(places, real(path.text))
    case "oneOf":
      return worst(path.texts.map((text) => siteOfReal(places, real(text))))
    case "below":
      return siteBelow(places, disk.realpath(path.directory))
    case "startsWith":
      return siteBelow(places, disk.realpath(path.text.endsWith("/") ? path.text : dirname(path.text)))
    case "unknown":
      return { kind: "unknown", why: path.why }
  }
}
