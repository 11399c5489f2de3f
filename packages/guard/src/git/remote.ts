/** Remotes as git resolves them: a name, a group, a URL or a path, and what of ours a push to one would reach. */
import { posix } from "node:path"
import { textOf, type Value } from "../shell/value.ts"
import type { Repository, State } from "../state/state.ts"
import { storeName, type Site } from "./effect.ts"
import { trackedRefs, type Known } from "./refspec.ts"
import type { Invocation } from "./spec.ts"

type Direction = "push" | "fetch"

const TAGS = "refs/tags/"

export interface Remote {
  /** The configured name, else the URL or path as typed. */
  readonly name: string
  readonly configured: boolean
  /** Rewritten by `url.*.insteadOf`; several where a push goes to several places. */
  readonly urls: readonly string[]
}

/** What a push to a remote would write. */
export type Landing =
  /** The ref store of a repository on this disk that is ours or the one the command runs in. */
  | { readonly kind: "store"; readonly site: Site; readonly there: Known }
  /** The repository of one of our remotes. */
  | { readonly kind: "remote"; readonly remote: string; readonly there: Known }

/** The names of the remotes that a repository's configuration knows. */
export function remoteNames(repository: Repository | undefined): readonly string[] {
  const names = (repository?.config.keys("remote.") ?? []).flatMap((key) => {
    const end = key.lastIndexOf(".")
    return end > "remote.".length ? [key.slice("remote.".length, end)] : []
  })
  return [...new Set(names)]
}

/** The remote a command without a remote operand goes to. */
export function defaultRemote(repository: Repository | undefined, direction: Direction): string {
  const config = repository?.config
  const branch = repository?.head.branch
  const chosen =
    direction === "push"
      ? ((branch && config?.get(`branch.${branch}.pushremote`)) ?? config?.get("remote.pushdefault"))
      : undefined
  const names = remoteNames(repository).filter((name) => config?.get(`remote.${name}.url`) !== undefined)
  return chosen || (branch && config?.get(`branch.${branch}.remote`)) || (names.length === 1 ? names[0]! : "origin")
}

/** The members of a group of remotes (`remotes.<group>`), or the name itself. */
export function groupMembers(name: string, repository: Repository | undefined): readonly string[] {
  const members = repository?.config.all(`remotes.${name}`).flatMap((text) => text.split(/\s+/).filter(Boolean)) ?? []
  return members.length > 0 ? members : [name]
}

/** Resolves what stands for a remote on a command line or in the configuration. */
export function remoteCalled(name: string, repository: Repository | undefined, direction: Direction): Remote {
  const config = repository?.config
  const urls = config?.all(`remote.${name}.url`) ?? []
  const pushUrls = config?.all(`remote.${name}.pushurl`) ?? []
  const configured = urls.length > 0 || pushUrls.length > 0
  if (direction === "push" && pushUrls.length > 0) {
    return { name, configured, urls: pushUrls.map((url) => rewrite(url, repository, "insteadof")) }
  }
  const plain = urls.length > 0 ? urls : [name]
  return { name, configured, urls: plain.map((url) => rewriteFor(url, repository, direction)) }
}

function rewriteFor(url: string, repository: Repository | undefined, direction: Direction): string {
  const pushed = direction === "push" ? rewrite(url, repository, "pushinsteadof") : url
  return pushed === url ? rewrite(url, repository, "insteadof") : pushed
}

function rewrite(url: string, repository: Repository | undefined, key: "insteadof" | "pushinsteadof"): string {
  let best = { prefix: "", base: "" }
  for (const full of repository?.config.keys("url.") ?? []) {
    if (!full.endsWith(`.${key}`)) continue
    const base = full.slice("url.".length, full.length - key.length - 1)
    for (const prefix of repository!.config.all(full)) {
      if (url.startsWith(prefix) && prefix.length > best.prefix.length) best = { prefix, base }
    }
  }
  return best.prefix === "" ? url : best.base + url.slice(best.prefix.length)
}

/** The path of a URL that names something on this disk, absolute; relative ones start at the top of the worktree. */
export function localPath(url: string, base: string | undefined): string | undefined {
  const file = /^file:\/\/(?:localhost)?(\/.*)$/i.exec(url)
  if (file) return posix.normalize(decode(file[1]!))
  if (/^[^/]*:/.test(url)) return undefined
  if (url.startsWith("/")) return posix.normalize(url)
  return base === undefined ? undefined : posix.resolve(base, url)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The repository at exactly this path, looked for as git's transport does (it does not look in parent folders). */
export function repositoryExactlyAt(path: string, state: State): Repository | undefined {
  for (const candidate of [path, `${path}.git`]) {
    if (state.files.stat(candidate) !== "directory") continue
    const found = state.repositoryAt({ directory: { kind: "at", path: candidate } })
    if (!found) continue
    const real = state.files.realpath(candidate)
    const places = [found.worktree, found.gitDir, found.commonDir]
    if (places.some((place) => place !== undefined && state.files.realpath(place) === real)) return found
  }
  return undefined
}

/** The directory that relative URLs of an invocation start from. */
const urlBase = (invocation: Invocation): string | undefined =>
  invocation.repository?.worktree ?? invocation.repository?.gitDir ?? invocation.cwd

/** Everything of ours that a push to the remote would reach; empty where it reaches nothing of ours. */
export function landings(remote: Remote, invocation: Invocation, state: State): readonly Landing[] {
  const found = remote.urls.flatMap((url) => landing(remote, url, invocation, state) ?? [])
  const distinct = new Map(found.map((one) => [one.kind === "store" ? "store" : `remote ${one.remote}`, one]))
  return [...distinct.values()].map((one) => (one.kind === "store" ? one : { ...one, there: withOwnTags(one, state) }))
}

/** Of the tags nobody has here any more, those that are the session's own may have been pushed by it. */
function withOwnTags({ remote, there }: Landing & { readonly kind: "remote" }, { own }: State): Known {
  const isOwnTag = (ref: string): boolean =>
    ref.startsWith(TAGS) && own?.remoteTag(remote, ref.slice(TAGS.length)) === "own"
  return { exists: (ref) => there.exists(ref) || isOwnTag(ref), list: there.list }
}

/** Whether a command runs in the session's repository; by its site too, for the session's own may be unreadable. */
const isOurs = ({ repository }: Invocation, { home }: State): boolean =>
  repository !== undefined &&
  (repository.commonDir === home?.commonDir || ["own", "foreign", "shared"].includes(repository.site.kind))

/** A remote that the text itself adds may be anything: that is told by where it leads. */
const wasConfigured = ({ name }: Remote, { initial }: State): boolean =>
  initial.home?.config.get(`remote.${name}.url`) !== undefined

function landing(remote: Remote, url: string, invocation: Invocation, state: State): Landing | undefined {
  const path = localPath(url, urlBase(invocation))
  const target = path === undefined ? undefined : repositoryExactlyAt(path, state)
  const home = state.home
  if (target) {
    const there: Known = target.refs
    if (home && target.commonDir === home.commonDir) return { kind: "store", site: home.site, there }
    if (invocation.repository?.commonDir === target.commonDir) return { kind: "store", site: invocation.site, there }
    // A relative URL means another place from each worktree; a remote of ours is one by its name.
    if (isOurs(invocation, state) && wasConfigured(remote, state)) return { kind: "remote", remote: remote.name, there }
    const name = target.site.kind === "remote" ? target.site.remote : storeName(target.site)
    return name === undefined ? undefined : { kind: "remote", remote: name, there }
  }
  const repository = invocation.repository
  const inOurs = isOurs(invocation, state)
  const known = remote.configured || repository?.refs.unreadable === true
  const name = inOurs && known ? remote.name : ourRemote(url, path, state)
  if (name !== undefined) return { kind: "remote", remote: name, there: trackedRefs(name, home) }
  const unsure = !repository && invocation.site.kind === "unknown"
  if (path !== undefined && !unsure) return undefined
  return inOurs || unsure ? { kind: "remote", remote: remote.name, there: trackedRefs(remote.name, home) } : undefined
}

/** The remote of the session's own repository that goes to the same place. */
function ourRemote(url: string, path: string | undefined, state: State): string | undefined {
  const home = state.home
  const base = home?.worktree ?? home?.gitDir
  return remoteNames(home).find((name) =>
    (["push", "fetch"] as const).some((direction) =>
      remoteCalled(name, home, direction).urls.some((other) => {
        const otherPath = localPath(other, base)
        return path !== undefined || otherPath !== undefined ? path === otherPath : canonical(url) === canonical(other)
      }),
    ),
  )
}

/** Host and path of a network URL, so that `https://host/a.git` and `git@host:a` compare equal. */
function canonical(url: string): string {
  const full = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/@]*@)?([^/:]+)(?::\d+)?\/+(.*)$/i.exec(url)
  const short = full ?? /^(?:[^/@]*@)?([^/:]+):\/*(.*)$/.exec(url)
  if (!short) return url
  return `${short[1]!.toLowerCase()}/${short[2]!.replace(/\/+$/, "").replace(/\.git$/, "")}`
}

/** The name of the remote an operand stands for; the default one where it cannot be read or is not there. */
export function remoteOperand(
  operand: Value | undefined,
  repository: Repository | undefined,
  direction: Direction,
): string {
  return textOf(operand) || defaultRemote(repository, direction)
}
