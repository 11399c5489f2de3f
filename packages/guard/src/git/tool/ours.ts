/** Whether a repository that is named as forges name them is one of ours. */
import { textOf, type Value, type Word } from "../../shell/value.ts"
import { remoteCalled, remoteNames } from "../remote.ts"
import type { Reach } from "./reach.ts"

const PLACEHOLDERS = /^(\{owner\}|:owner|:fullpath|:id|:repo)/

/**
 * `owner/name`, a URL, or nothing (the repository the tool runs in). Where our own remotes are on this disk
 * they bear no such name, and any may be meant.
 */
export function isOurs(named: Word | Value | undefined, reach: Reach): boolean {
  const text = named && textOf("value" in named ? named.value : named)
  if (text === undefined || text === "" || PLACEHOLDERS.test(text)) return true
  const home = reach.state.home
  const urls = remoteNames(home).flatMap((name) => remoteCalled(name, home, "fetch").urls)
  const network = urls.filter((url) => /^[a-z+]+:\/\/(?!\/)|^[^/]+:/i.test(url) && !url.startsWith("file:"))
  if (network.length === 0) return true
  const wanted = slug(text)
  return network.some((url) => slug(url).endsWith(wanted))
}

/** The last parts of the path, without host and `.git`, in lower case. */
function slug(text: string): string {
  const path = text
    .replace(/^[a-z+]+:\/\/[^/]+\//i, "")
    .replace(/^[^/:]+:/, "")
    .replace(/\.git$/, "")
  return `/${path.split("/").filter(Boolean).slice(-2).join("/").toLowerCase()}`
}
