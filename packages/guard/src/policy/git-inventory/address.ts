/** Addresses of repositories, as git's transports read them. */
import { posix } from "node:path"
import { pointsInside } from "./own.ts"
import { isInside, topOf, type Bounds } from "./place.ts"
import { argument, outside, type Refusal } from "./refusal.ts"

export type Address =
  /** Somewhere on this disk. */
  | { readonly kind: "local"; readonly path: string }
  | { readonly kind: "network" }
  /** In somebody's home folder. */
  | { readonly kind: "home" }
  | { readonly kind: "refused"; readonly why: string }

/** What git itself, or curl for it, speaks. Anything else is the name of a program `git-remote-<name>`. */
const SCHEMES = new Set(["https", "http", "ssh", "git", "git+ssh", "ssh+git", "ftps", "ftp"])

/** What git adds to a path that is no repository: it counts where something of that name is there. */
const SUFFIXES = [".git", "/.git", ".git/.git", ".bundle"]

/** Reads what stands for a repository on a command line or in the configuration. */
export function readAddress(text: string): Address {
  const helper = /^([A-Za-z0-9+.-]*)::/.exec(text)
  if (helper) return { kind: "refused", why: `${helper[1]}:: hands the address to the program git-remote-${helper[1]}` }
  const url = /^([A-Za-z0-9+.-]+):\/\/(.*)$/s.exec(text)
  if (url) return readUrl(url[1]!, url[2]!)
  const colon = text.indexOf(":")
  const slash = text.indexOf("/")
  if (colon < 0 || (slash >= 0 && slash < colon)) return readPath(text)
  return host(text.slice(0, colon)) ?? { kind: "network" }
}

function readUrl(scheme: string, rest: string): Address {
  if (scheme === "file") {
    const path = decode(rest)
    // A host makes no difference (git 2.39).
    return { kind: "local", path: path.includes("/") ? path.slice(path.indexOf("/")) : `/${path}` }
  }
  if (!SCHEMES.has(scheme)) return { kind: "refused", why: `${scheme}:// is spoken by a program git-remote-${scheme}` }
  return host(rest.split(/[/?#]/, 1)[0]!) ?? { kind: "network" }
}

/** The program behind a local address expands `~`, to the home of whoever it is. */
const readPath = (path: string): Address => (path.startsWith("~") ? { kind: "home" } : { kind: "local", path })

/** ssh would read a host that begins with a dash as an option of its own. */
function host(authority: string): Address | undefined {
  const names = [authority, authority.slice(authority.lastIndexOf("@") + 1)].map((name) => decode(name))
  return names.some((name) => name.startsWith("-"))
    ? { kind: "refused", why: "a host that begins with a dash is an option to ssh" }
    : undefined
}

/** `%2e` and such; what is no escape stays as it is. */
const decode = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => Buffer.from(escapes.replaceAll("%", ""), "hex").toString("utf8"))

/** An address as an option, an operand or a setting names it. */
export function judgeAddress(
  what: string,
  text: string,
  kind: "remote" | "source",
  bounds: Bounds,
): Refusal | undefined {
  const address = readAddress(text)
  if (address.kind === "refused")
    return argument(what, address.why, "use https, ssh or git, or a path in the workspace")
  if (address.kind === "home") return outside(what, bounds.root)
  const base = kind === "source" ? bounds.cwd : topOf(bounds)
  // What is there as a path is cloned as a path, whatever else it could be.
  const path = address.kind === "local" ? address.path : text
  const added = SUFFIXES.map((suffix) => path.replace(/\/+$/, "") + suffix)
  const found = added.filter((each) => bounds.files.stat(posix.resolve(base, each)) !== undefined)
  const inside = [path, ...found].every(
    (each) => isInside(bounds, each, { base, readable: true }) && pointsInside(bounds, posix.resolve(base, each)),
  )
  return inside ? undefined : outside(what, bounds.root)
}
