/**
 * Codex runs a hook only where the user's config.toml holds its hash; what has none is passed over in silence. The hash
 * is that of the hook as canonical JSON, as Codex 0.171 itself reckons it.
 */
import { createHash } from "node:crypto"
import { basename, join } from "node:path"
import { realpathSync } from "node:fs"
import { bad, good, unknown, type Change, type Check, type Context, type Scope } from "../client.ts"
import { putInto, takeFrom } from "../change.ts"
import { splitMark, readConfiguration } from "../file.ts"
import { launcherOf, linesIn, type HooksFile, type Line } from "./hooks.ts"
import { toml, valueAt } from "./value.ts"

const BEGIN = "# ringfence: its hook is trusted"
const BLOCK = new RegExp(
  `(?:\\r?\\n)?^${BEGIN}\\r?\\n\\[hooks\\.state\\..*\\]\\r?\\ntrusted_hash = .*(?:\\r?\\n|$)`,
  "gm",
)

const CODEX = "codex"
/** How the record names what was put into the file of what is trusted. */
export const TRUST = "trust"

/** Where Codex keeps what it trusts. */
export const trustFile = (folder: string): string => join(folder, "config.toml")

interface Trusted {
  readonly key: string
  readonly hash: string
}

/** What has to be trusted for the hooks of ours in a file. */
function wanted(target: HooksFile): readonly Trusted[] {
  const read = readConfiguration(target.file)
  if (read === undefined) return []
  return linesIn(target, splitMark(read.text)[1]).map((line) => ({ key: keyOf(target.file, line), hash: hashOf(line) }))
}

const snake = (event: string): string => event.replace(/(?<!^)[A-Z]/g, "_$&").toLowerCase()

/** Codex names the file by its folder's real place. */
const keyOf = (file: string, { event, group, index }: Line): string =>
  `${join(realpathSync(join(file, "..")), basename(file))}:${snake(event)}:${group}:${index}`

/** The properties in the order of their names, for the hash is of the text. */
function hashOf({ event, matcher, command, timeout }: Line): string {
  const hook = { async: false, command, ...(timeout === undefined ? {} : { timeout }), type: "command" }
  const identity = { event_name: snake(event), hooks: [hook], ...(matcher === undefined ? {} : { matcher }) }
  return `sha256:${createHash("sha256").update(JSON.stringify(identity)).digest("hex")}`
}

/** Trusts the hooks of ours in these files, and no longer those that were trusted before. */
export function putTrust({ env }: Context, folder: string, scope: Scope, targets: readonly HooksFile[]): Change {
  const file = trustFile(folder)
  const all = targets.flatMap(wanted)
  const byHand = "open codex and trust the hook there (/hooks)"
  return putInto(env, { client: CODEX, scope, file, entry: TRUST, byHand }, blocksOf(all), (text) => {
    toml(file, text)
    const theirs = all.reduce(withHash, text.replace(BLOCK, ""))
    const rest = blocksOf(all.filter(({ key }) => headerOf(key).exec(theirs) === null))
    const lead = theirs === "" || theirs.endsWith("\n") ? "" : "\n"
    const changed = rest === "" ? theirs : `${theirs}${lead}${theirs.trim() === "" ? "" : "\n"}${rest}`
    toml(file, changed)
    if (changed === text) return undefined
    return { text: changed, did: text === theirs ? "added" : "replaced", listed: true }
  })
}

const blocksOf = (trusted: readonly Trusted[]): string =>
  trusted
    .map(({ key, hash }) => `${BEGIN}\n[hooks.state.${JSON.stringify(key)}]\ntrusted_hash = ${JSON.stringify(hash)}\n`)
    .join("\n")

/** What Codex itself wrote, when a person trusted the hook there. */
const headerOf = (key: string): RegExp =>
  new RegExp(`^(\\[hooks\\.state\\.${RegExp.escape(JSON.stringify(key))}\\]\\r?\\ntrusted_hash = ).*$`, "m")

const withHash = (text: string, { key, hash }: Trusted): string =>
  text.replace(headerOf(key), (_, start: string) => start + JSON.stringify(hash))

/** Refuses a file that nothing can be trusted in, before anything is written anywhere. */
export const checkTrustFile = (folder: string): void => void valueAt(trustFile(folder), [])

/** Takes back the trust in hooks of ours. */
export const takeTrust = ({ env }: Context, folder: string): Change | undefined =>
  takeFrom(env, trustFile(folder), {
    without: (text) => (text.search(BLOCK) < 0 ? undefined : text.replace(BLOCK, "")),
    isBare: (text) => text.trim() === "",
    strict: true,
  })

/** Whether Codex trusts the hooks of ours in a file. */
export function checkTrust(folder: string, target: HooksFile): readonly Check[] {
  const file = trustFile(folder)
  const fix = "run `ringfence install codex`"
  return wanted(target).map(({ key, hash }) => {
    const found = valueAt(file, ["hooks", "state", key, "trusted_hash"])
    if (found === hash) return good(`trusted in ${file}`)
    return found === undefined
      ? bad(`${file} does not trust the hook: Codex passes it over in silence`, fix)
      : bad(`${file} trusts the hook as it was before, not as it is: Codex passes it over in silence`, fix)
  })
}

const PATIENCE = 60_000

/** Asks Codex itself whether it trusts the hooks of ours. */
export async function askCodex(program: string | undefined, { env, cwd }: Context): Promise<Check> {
  if (program === undefined)
    return unknown("Codex itself was not asked: there is no `codex` in the PATH", "put it there, or leave --live out")
  const hooks = await listed(program, { ...env }, cwd)
  if (hooks === undefined)
    return unknown("Codex itself does not say which hooks it trusts", "open codex, and see /hooks")
  const ours = hooks.filter(({ command }) => launcherOf(String(command), CODEX) !== undefined)
  const fix = "run `ringfence install codex`"
  if (ours.length === 0) return bad(`Codex itself (${program}) does not know the hook`, fix)
  const idle = ours.find(({ trustStatus, enabled }) => trustStatus !== "trusted" || enabled !== true)
  return idle
    ? bad(
        `Codex itself (${program}) does not run it: it is ${idle.enabled === true ? idle.trustStatus : "disabled"}`,
        fix,
      )
    : good(`Codex itself (${program}) trusts it`)
}

interface Listed {
  readonly command?: unknown
  readonly trustStatus?: unknown
  readonly enabled?: unknown
}

async function listed(
  program: string,
  env: Record<string, string | undefined>,
  cwd: string,
): Promise<readonly Listed[] | undefined> {
  const server = Bun.spawn([program, "app-server"], {
    cwd,
    env,
    stdin: "pipe",
    stdout: "pipe",
    stderr: "ignore",
    timeout: PATIENCE,
  })
  const clientInfo = { name: "ringfence", version: "0" }
  const messages = [
    { id: 1, method: "initialize", params: { clientInfo } },
    { method: "initialized" },
    { id: 2, method: "hooks/list", params: { cwds: [cwd] } },
  ]
  try {
    void server.stdin.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(""))
    void server.stdin.flush()
    let said = ""
    for await (const chunk of server.stdout.pipeThrough(new TextDecoderStream())) {
      said += chunk
      const answer = said
        .split("\n")
        .slice(0, -1)
        .map(answerIn)
        .find((each) => each?.id === 2)
      if (answer) return answer.result?.data?.flatMap(({ hooks = [] }) => hooks)
    }
    return undefined
  } catch {
    return undefined
  } finally {
    server.kill()
    await server.exited
  }
}

interface Answered {
  readonly id?: unknown
  readonly result?: { readonly data?: readonly { readonly hooks?: readonly Listed[] }[] }
}

function answerIn(line: string): Answered | undefined {
  try {
    return JSON.parse(line) as Answered
  } catch {
    return undefined
  }
}
