/** What a path belongs to. The most specific place owns it. */
import { dirname } from "node:path"
import type { Site } from "../git/effect.ts"
import type { Value } from "../shell/value.ts"
import { isWithin, realLink, type Disk } from "./files.ts"
import type { Layout } from "./gitdir.ts"
import type { LocalRemote } from "./remotes.ts"
import type { OtherWorktree } from "./state.ts"

export interface Place {
  readonly path: string
  readonly site: Site
}

/** The site of another worktree. */
export const foreignSite = ({ path, branch }: OtherWorktree): Site => ({
  kind: "foreign",
  path,
  ...(branch === undefined ? {} : { branch }),
})

/** Everything that is somebody's, most specific first. */
export function placesOf(
  disk: Disk,
  layout: Layout,
  others: readonly OtherWorktree[],
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
    { path: layout.commonDir, site: { kind: "shared", path: layout.commonDir } },
    ...others
      .filter(({ isMain }) => isMain)
      .map(({ gitDir }): Place => ({ path: gitDir, site: { kind: "shared", path: gitDir } })),
    ...remotes.map(({ remote, path }): Place => ({ path, site: { kind: "remote", remote, path } })),
  ]
  const distinct = new Map<string, Place>()
  for (const place of places) if (!distinct.has(place.path)) distinct.set(place.path, place)
  return [...distinct.values()].sort((left, right) => right.path.length - left.path.length)
}

/** The site of a path that is real already. */
export function siteOfReal(places: readonly Place[], path: string): Site {
  return places.find((place) => isWithin(path, place.path))?.site ?? { kind: "elsewhere", path }
}

/** The site of everything at or below a folder that is real already. */
export function siteBelow(places: readonly Place[], folder: string): Site {
  const site = siteOfReal(places, folder)
  if (site.kind !== "elsewhere") return site
  const inside = places.find((place) => place.site.kind !== "elsewhere" && isWithin(place.path, folder))
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
export function siteOfValue(disk: Disk, places: readonly Place[], path: Value, link: boolean): Site {
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
