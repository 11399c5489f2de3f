/** What the effects of earlier commands change for the commands after them. */
import type { ConfigWrite, Effect, HeadMove, RefWrite, RepositoryCreate, Site, WorktreeWrite } from "../git/effect.ts"
import { basename, dirname, resolve } from "node:path"
import { known, textOf, textsOf } from "../shell/value.ts"
import { canonicalKey } from "./gitconfig-file.ts"
import { gitFileTarget } from "./gitconfig-file.ts"
import type { Head, Refs } from "./state.ts"
import { UNCHANGED, UNKNOWN_OID, type Elsewhere, type Overlay } from "./world.ts"

const HEADS = "refs/heads/"

/** What an effect is laid over. */
export interface Base {
  readonly head: Head
  readonly refs: Refs
  owns(ref: string): boolean
}

/** Effects at these sites write the session's ref store. */
const sharesStore = (site: Site): boolean =>
  site.kind === "own" || ((site.kind === "foreign" || site.kind === "shared") && site.store === undefined)

const withRef = (overlay: Overlay, ref: string, oid: string | null): Overlay => ({
  ...overlay,
  refs: new Map(overlay.refs).set(ref, oid),
})

const withBorn = (overlay: Overlay, ref: string): Overlay => ({ ...overlay, born: new Set(overlay.born).add(ref) })

function written(overlay: Overlay, { refs }: Base, ref: string): Overlay {
  const made = withRef(overlay, ref, UNKNOWN_OID)
  return refs.exists(ref) ? made : withBorn(made, ref)
}

function afterRef(overlay: Overlay, base: Base, { action, ref, to }: RefWrite): Overlay {
  const names = textsOf(ref) ?? []
  const target = textOf(to)
  switch (action) {
    case "create":
    case "update":
      return names.reduce((changed, name) => written(changed, base, name), overlay)
    case "delete": {
      const name = textOf(ref)
      return name === undefined ? overlay : withRef(overlay, name, null)
    }
    case "rename": {
      const name = textOf(ref)
      if (name === undefined || target === undefined) return overlay
      const moved = withRef(withRef(overlay, name, null), target, base.refs.resolve(name) ?? UNKNOWN_OID)
      const owned = base.owns(name) ? withBorn(moved, target) : moved
      const isCurrent = base.head.branch !== undefined && name === HEADS + base.head.branch
      return isCurrent && target.startsWith(HEADS)
        ? { ...owned, head: { ...base.head, branch: target.slice(HEADS.length) } }
        : owned
    }
  }
}

function afterHead(overlay: Overlay, base: Base, { to }: HeadMove): Overlay {
  const left = base.head.branch ?? base.head.oid
  const moved: Overlay = left === undefined ? overlay : { ...overlay, trail: [left, ...overlay.trail] }
  if (to.kind === "branch") {
    const branch = textOf(to.branch)
    if (branch === undefined) return { ...moved, head: { detached: false } }
    const made = to.state === "existing" ? moved : written(moved, base, HEADS + branch)
    return { ...made, head: { branch, detached: false, oid: base.refs.resolve(HEADS + branch) ?? base.head.oid } }
  }
  return { ...moved, head: { detached: true } }
}

function afterConfig(overlay: Overlay, { scope, action, key, value }: ConfigWrite): Overlay {
  const name = textOf(key)
  const text = textOf(value) ?? ""
  if (name === undefined || scope === "file" || action === "edit") return overlay
  const changed = action === "removeSection" || action === "renameSection" ? name : canonicalKey(name)
  return { ...overlay, config: [...overlay.config, { scope, action, key: changed, value: text }] }
}

/** A folder with repositories in it, or that is one, stands at another place from now on (too). */
function afterCopy(overlay: Overlay, from: string, to: string, moved: boolean): Overlay {
  const isCopied = (path: string): boolean => path === from || path.startsWith(`${from}/`)
  const renamed = (path: string): string => to + path.slice(from.length)
  const copied = overlay.repositories.filter(isCopied)
  const made = overlay.made.filter(({ path }) => isCopied(textOf(path) ?? ""))
  const changes = [...overlay.elsewhere].filter(([path]) => isCopied(path))
  const kept = moved ? [...overlay.elsewhere].filter(([path]) => !isCopied(path)) : overlay.elsewhere
  return {
    ...overlay,
    repositories: [
      ...overlay.repositories.filter((path) => !(moved && isCopied(path))),
      ...(copied.length > 0 ? copied.map(renamed) : [to]),
    ],
    made: [
      ...overlay.made.filter((each) => !(moved && made.includes(each))),
      ...(copied.length > 0
        ? made.map((each) => ({ ...each, path: known(renamed(textOf(each.path)!)) }))
        : [{ path: known(to), cloned: false, copyOf: from }]),
    ],
    elsewhere: new Map([...kept, ...changes.map(([path, change]) => [renamed(path), change] as const)]),
  }
}

function afterRepository(overlay: Overlay, created: RepositoryCreate): Overlay {
  const [from, to] = [textOf(created.copyOf), textOf(created.path)]
  if (created.copyOf) return from && to ? afterCopy(overlay, from, to, created.moved ?? false) : overlay
  const [origin, remote, branch] = [textOf(created.origin), textOf(created.remote), textOf(created.branch)]
  const made = {
    path: created.path,
    cloned: created.origin !== undefined,
    mirror: created.mirror ?? false,
    ...(origin !== undefined && { origin }),
    ...(remote !== undefined && { remote }),
    ...(branch !== undefined && { branch }),
  }
  return {
    ...overlay,
    repositories: [...overlay.repositories, ...(textsOf(created.path) ?? [])],
    made: [...overlay.made, made],
  }
}

/** What is done in a repository that is nothing to the session decides where a push goes from there. */
function afterElsewhere(overlay: Overlay, path: string, change: (before: Elsewhere) => Elsewhere): Overlay {
  const after = change(overlay.elsewhere.get(path) ?? UNCHANGED)
  return { ...overlay, elsewhere: new Map(overlay.elsewhere).set(path, after) }
}

function afterHeadElsewhere(overlay: Overlay, path: string, { to }: HeadMove): Overlay {
  const branch = to.kind === "branch" ? textOf(to.branch) : undefined
  const head: Head = { ...(branch === undefined ? {} : { branch }), detached: to.kind === "detached" }
  return afterElsewhere(overlay, path, (before) => ({ ...before, heads: [head, ...before.heads] }))
}

function afterRefElsewhere(overlay: Overlay, path: string, { action, ref, to }: RefWrite): Overlay {
  const gone = action === "delete" || action === "rename" ? textOf(ref) : undefined
  const made = action === "rename" ? textOf(to) : action === "delete" ? undefined : textOf(ref)
  return afterElsewhere(overlay, path, (before) => {
    const refs = new Map(before.refs)
    if (gone !== undefined) refs.set(gone, null)
    if (made !== undefined) refs.set(made, UNKNOWN_OID)
    return { ...before, refs }
  })
}

function afterWrite(overlay: Overlay, { path, linkTo, content, destructive }: WorktreeWrite): Overlay {
  const from = textOf(path)
  if (from === undefined) return overlay
  const to = textOf(linkTo)
  if (basename(from) === ".git") {
    const named = gitFileTarget(textOf(content) ?? "")
    const gitDir = to ?? (named === undefined ? undefined : resolve(dirname(from), named))
    if (gitDir === undefined && !destructive) return overlay
    return {
      ...overlay,
      gitFiles: new Map(overlay.gitFiles).set(dirname(from), gitDir),
      repositories: overlay.repositories.filter((path) => path !== dirname(from)),
    }
  }
  return to === undefined ? overlay : { ...overlay, links: new Map(overlay.links).set(from, to) }
}

function afterConfigElsewhere(overlay: Overlay, path: string, effect: ConfigWrite): Overlay {
  return afterElsewhere(overlay, path, (before) => ({
    ...before,
    config: afterConfig({ ...overlay, config: before.config }, effect).config,
  }))
}

/** The overlay after one more effect. */
export function afterEffect(overlay: Overlay, base: Base, effect: Effect): Overlay {
  switch (effect.kind) {
    case "ref":
      if (effect.site.kind === "elsewhere") return afterRefElsewhere(overlay, effect.site.path, effect)
      return sharesStore(effect.site) ? afterRef(overlay, base, effect) : overlay
    case "head":
      if (effect.site.kind === "elsewhere") return afterHeadElsewhere(overlay, effect.site.path, effect)
      return effect.site.kind === "own" ? afterHead(overlay, base, effect) : overlay
    case "stashPush":
      return sharesStore(effect.site) ? { ...overlay, stash: [...overlay.stash, { kind: "push" }] } : overlay
    case "stashDrop":
      return sharesStore(effect.site)
        ? { ...overlay, stash: [...overlay.stash, { kind: "drop", entry: effect.entry }] }
        : overlay
    case "remote": {
      const name = effect.action === "create" ? textOf(effect.ref) : undefined
      return name === undefined
        ? overlay
        : { ...overlay, pushed: new Set(overlay.pushed).add(`${effect.remote} ${name}`) }
    }
    case "config":
      if (effect.site.kind === "elsewhere" && effect.scope === "shared")
        return afterConfigElsewhere(overlay, effect.site.path, effect)
      return sharesStore(effect.site) || effect.scope === "global" || effect.scope === "system"
        ? afterConfig(overlay, effect)
        : overlay
    case "repository":
      return afterRepository(overlay, effect)
    case "worktree":
      return afterWrite(overlay, effect)
    default:
      return overlay
  }
}
