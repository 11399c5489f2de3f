/** Whose work is at stake, in words. */
import { storeApart, type Site } from "../git/effect.ts"
import type { State } from "../state/state.ts"
import type { Stake } from "./rule.ts"

/** A branch of this repository, with the worktree that has it checked out where there is one. */
export function branchStake(branch: string, state: State): Stake {
  const holder = state.own?.others.find((other) => other.branch === branch)
  return holder
    ? { what: `branch ${branch}, checked out in ${holder.path}`, branch, path: holder.path }
    : { what: `branch ${branch}`, branch }
}

/** Another worktree, the shared git directory, or the repository of a remote. Undefined for own and unrelated places. */
export function siteStake(site: Site): Stake | undefined {
  switch (site.kind) {
    case "foreign":
      return {
        what: `worktree ${site.path}${site.branch === undefined ? "" : ` (branch ${site.branch})`}`,
        path: site.path,
        ...(site.branch === undefined ? {} : { branch: site.branch }),
      }
    case "shared":
      return { what: `the git directory that all worktrees share, ${site.path}`, path: site.path }
    case "remote":
      return { what: `the repository of remote ${site.remote}, ${site.path}`, path: site.path }
    default:
      return undefined
  }
}

/** Whether an effect at this site is on the ref store that the session shares with others. */
export const sharesRefs = (site: Site): boolean =>
  site.kind === "own" || ((site.kind === "foreign" || site.kind === "shared") && site.store === undefined)

/** The same, or a repository with refs of its own, which others share in its own way. */
export const sharesRepository = (site: Site): boolean =>
  sharesRefs(site) || site.kind === "remote" || storeApart(site) !== undefined
