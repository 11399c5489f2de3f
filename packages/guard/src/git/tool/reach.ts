/** What a tool that drives git can reach from where it runs, and the effects it may have there. */
import { known, mapValue, oneOf, textOf, unknown, type Value, type Word } from "../../shell/value.ts"
import type { Command } from "../../shell/program.ts"
import type { Repository, State } from "../../state/state.ts"
import type { Effect, HeadMove, Integration, RefWrite, RemoteWrite, Site, WorktreeWrite } from "../effect.ts"
import { invoke, readTarget } from "../invocation.ts"
import { optionTable } from "../options.ts"
import { branchRef, currentBranchRef, refExists, tagRef } from "../refs.ts"
import { defaultRemote, landings, remoteCalled } from "../remote.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"

const NO_OPTIONS: SubcommandSpec = { name: "", options: optionTable([]), effects: () => [], examples: [] }

/** Names that a repository's main line goes by where nothing says which it is. */
const USUAL_TRUNKS = ["main", "master", "trunk", "develop"]

/** A tool's view of the repository it runs in. */
export class Reach {
  readonly invocation: Invocation
  readonly repository: Repository | undefined
  readonly site: Site

  constructor(
    readonly command: Command,
    readonly state: State,
  ) {
    this.invocation = invoke(readTarget(command, [], state), NO_OPTIONS, [])
    this.repository = this.invocation.repository
    this.site = this.invocation.site
  }

  /** The branch HEAD is on, as a full name. */
  get current(): Value {
    return currentBranchRef(this.repository)
  }

  /** Every local branch: what a tool that goes through all of them may write. */
  get everyBranch(): Value {
    return this.repository ? oneOf(this.repository.refs.list("refs/heads/")) : unknown("every branch")
  }

  /** The full name of the branch that work lands on, as far as this repository says. */
  get trunk(): Value {
    const refs = this.repository?.refs
    const tracked = USUAL_TRUNKS.find(
      (name) => refs?.exists(`refs/remotes/origin/${name}`) || refs?.exists(`refs/heads/${name}`),
    )
    return tracked === undefined
      ? unknown("the branch that work lands on")
      : known(`refs/heads/${this.defaultBranch ?? tracked}`)
  }

  /** What `origin/HEAD` points to. */
  private get defaultBranch(): string | undefined {
    const text = this.repository && this.state.files.read(`${this.repository.commonDir}/refs/remotes/origin/HEAD`)
    return /^ref: refs\/remotes\/origin\/(.+)$/m.exec(text ?? "")?.[1]
  }

  ref(action: RefWrite["action"], ref: Value, forced = true): readonly Effect[] {
    return [{ kind: "ref", site: this.site, action, ref, forced }]
  }

  rename(from: Value, to: Value): readonly Effect[] {
    return [{ kind: "ref", site: this.site, action: "rename", ref: from, to, forced: false }]
  }

  deletesBranch(branch: Value): readonly Effect[] {
    return this.ref("delete", branchRef(branch))
  }

  files(destructive = false): readonly Effect[] {
    const what = ["files", "index"] as const
    return what.map((each): WorktreeWrite => ({ kind: "worktree", site: this.site, what: each, destructive }))
  }

  integrates(how: Integration["how"], where: { readonly ref?: Value; readonly from?: Value } = {}): readonly Effect[] {
    return [{ kind: "integration", site: this.site, how, ...where }]
  }

  /** HEAD goes to a branch that is named: onto it where it exists, else it comes into being. */
  switches(branch: Value): readonly Effect[] {
    const exists = refExists(branchRef(branch), this.repository)
    const remote = exists === false && textOf(branch) !== undefined && this.isOnlyRemote(textOf(branch)!)
    return this.head({ kind: "branch", branch, state: remote ? "remoteOnly" : exists === false ? "new" : "existing" })
  }

  private isOnlyRemote(branch: string): boolean {
    return (
      this.repository?.refs
        .list("refs/remotes/")
        .some((ref) => ref.replace(/^refs\/remotes\/[^/]+\//, "") === branch) ?? false
    )
  }

  /** HEAD goes to a new branch. */
  starts(branch: Value | undefined): readonly Effect[] {
    if (!branch) return this.files()
    return refExists(branchRef(branch), this.repository) === true
      ? this.head({ kind: "branch", branch, state: "existing" })
      : this.head({ kind: "branch", branch, state: "new" })
  }

  head(to: HeadMove["to"]): readonly Effect[] {
    return [{ kind: "head", site: this.site, to }, ...this.files()]
  }

  /** HEAD goes to a branch that the text does not name. */
  wanders(operand: Value = unknown("a branch that is not in the text")): readonly Effect[] {
    return this.head({ kind: "unknown", operand })
  }

  /** A ref of a remote is written; nothing where the remote is none of ours. */
  remote(
    action: RemoteWrite["action"],
    ref: Value,
    how: { readonly remote?: string; readonly bulk?: boolean } = {},
  ): readonly Effect[] {
    const remote = this.reached(how.remote)
    return remote === undefined ? [] : [{ kind: "remote", remote, action, ref, ...(how.bulk ? { bulk: true } : {}) }]
  }

  /** Work lands on a shared branch of the remote: the named one, else whatever the request was opened against. */
  lands(base?: Value): readonly Effect[] {
    return base ? this.remote("update", branchRef(base)) : this.remote("update", this.trunk, { bulk: true })
  }

  deletesRemoteBranch(branch: Value, remote?: string): readonly Effect[] {
    return this.remote("delete", branchRef(branch), remote === undefined ? {} : { remote })
  }

  deletesTag(tag: Value, remote?: string): readonly Effect[] {
    return this.remote("delete", tagRef(tag), remote === undefined ? {} : { remote })
  }

  /** The name our own repository has for the remote; undefined where it is somebody else's. */
  private reached(name = defaultRemote(this.repository, "push")): string | undefined {
    if (!this.repository && this.site.kind !== "unknown") return undefined
    const landing = landings(remoteCalled(name, this.repository, "push"), this.invocation, this.state)[0]
    if (!landing) return undefined
    return landing.kind === "remote" ? landing.remote : name
  }
}

/** The value of an operand, or unknown where it was not given. */
export const given = (word: Word | undefined, what: string): Value => word?.value ?? unknown(what)

/** The name with something put before it (`feature/`). */
export const prefixed = (prefix: string, name: Value): Value =>
  mapValue(name, (text) => (text.startsWith(prefix) ? text : prefix + text))
