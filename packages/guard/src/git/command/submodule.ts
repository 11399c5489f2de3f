import { posix } from "node:path"
import type { ConfigWrite, Effect } from "../effect.ts"
import { defaultRemote } from "../remote.ts"
import { submodulesOf, type Submodule } from "../gitmodules.ts"
import { optionTable, parseOptions, type Parsed } from "../options.ts"
import type { Invocation, Nested, SubcommandSpec } from "../spec.ts"
import { writes } from "../worktree.ts"
import { known, mapValue, textOf, textsOf, unknown, type Value, type Word } from "../../shell/value.ts"
import type { Repository, State } from "../../state/state.ts"

/** The subcommand is the first operand; what follows is read by the subcommand's own table. */
const options = optionTable(["-q --quiet", "--cached"], { stopAtOperand: true })

const verbOptions = optionTable([
  "-q --quiet",
  "-b --branch <branch>",
  "-f --force",
  "--name <name>",
  "--reference <repository>",
  "--ref-format <format>",
  "--depth <depth>",
  "-d --default",
  "--all",
  "--init",
  "--remote",
  "-N --no-fetch",
  "--checkout",
  "-m --merge",
  "-r --rebase",
  "--recommend-shallow",
  "-j --jobs <n>",
  "--dissociate",
  "--recursive",
  "--single-branch",
  "--filter <filter>",
  "--progress",
  "--require-init",
])
const foreachOptions = optionTable(["-q --quiet", "--recursive"], { stopAtOperand: true })

type Verb = (parsed: Parsed, invocation: Invocation, state: State) => readonly Effect[]

const files: Verb = (_parsed, { site }) => writes(site, ["files", "index"])

const VERBS: Readonly<Record<string, Verb>> = {
  add: (parsed, invocation, state) => [...files(parsed, invocation, state), ...added(parsed, invocation)],
  init: files,
  update: (parsed, invocation, state) => [
    ...writes(invocation.site, ["files"], { destructive: parsed.has("force") }),
    ...cloned(parsed, invocation, state),
  ],
  deinit: (parsed, invocation, state) => [
    ...deinitialized(parsed, invocation, state).map((name) => unsetUrl(invocation, name)),
    ...writes(invocation.site, ["files"], { destructive: parsed.has("force") }),
  ],
  "set-url": (parsed, invocation, state) => [
    ...files(parsed, invocation, state),
    ...parsed.operands
      .slice(0, 1)
      .map((path) => setUrl(invocation, nameOf(path, invocation, state), parsed.operands[1]?.value)),
  ],
  "set-branch": files,
  sync: (_parsed, invocation, state) => [
    ...writes(invocation.site, ["operation"]),
    ...submodulesOf(invocation.repository, state)
      .filter(({ name }) => invocation.repository?.config.get(`submodule.${name}.url`) !== undefined)
      .map(({ name, url }) =>
        setUrl(invocation, known(name), url === undefined ? undefined : known(resolved(url, invocation.repository))),
      ),
  ],
  absorbgitdirs: files,
}

function effects(invocation: Invocation, state: State): readonly Effect[] {
  const [verb, rest] = split(invocation)
  return Object.hasOwn(VERBS, verb) ? VERBS[verb]!(parseOptions(verbOptions, rest), invocation, state) : []
}

function split({ operands, words }: Invocation): readonly [verb: string, rest: readonly Word[]] {
  const verb = operands[0]
  return verb ? [textOf(verb.value) ?? "", words.slice(words.indexOf(verb) + 1)] : ["", []]
}

const section = ({ site }: Invocation) => ({ kind: "config", site, scope: "shared" }) as const

function setUrl(invocation: Invocation, name: Value, value: Value | undefined): ConfigWrite {
  return { ...section(invocation), action: "set", key: urlKey(name), ...(value ? { value } : {}) }
}

/** The whole section goes; its URL is what other worktrees would miss. */
function unsetUrl(invocation: Invocation, name: Value): ConfigWrite {
  return { ...section(invocation), action: "unset", key: urlKey(name) }
}

const urlKey = (name: Value): Value =>
  textsOf(name) ? mapValue(name, (text) => `submodule.${text}.url`) : unknown("the URL of a submodule")

/** A new submodule is named after its path, else after its repository. */
function added(parsed: Parsed, invocation: Invocation): readonly Effect[] {
  const [repository, path] = parsed.operands
  const named =
    parsed.value("name")?.value ??
    (path && mapValue(path.value, trimmed)) ??
    (repository && mapValue(repository.value, humanish))
  if (!repository || !named || textOf(named) === undefined) return []
  const place = invocation.path(path ?? mapValue(repository.value, humanish))
  return [
    setUrl(invocation, named, repository.value),
    {
      kind: "repository",
      path: place,
      origin: mapValue(repository.value, (url) => resolved(url, invocation.repository)),
    },
  ]
}

/** The submodules that have not been cloned yet, and are now. */
function cloned(parsed: Parsed, { repository }: Invocation, state: State): readonly Effect[] {
  const top = repository?.worktree
  if (top === undefined) return []
  return submodulesOf(repository, state)
    .filter(({ name }) => parsed.has("init") || repository?.config.get(`submodule.${name}.url`) !== undefined)
    .map(({ path, url }) => ({ path: posix.join(top, path), url }))
    .filter(({ path }) => state.files.stat(posix.join(path, ".git")) === undefined)
    .map(({ path, url }) => ({
      kind: "repository",
      path: known(path),
      origin: url === undefined ? unknown("the URL of a submodule") : known(resolved(url, repository)),
    }))
}

const trimmed = (path: string): string => posix.normalize(path).replace(/\/+$/, "")

const humanish = (url: string): string =>
  posix.basename(url.replace(/\/+$/, "").replace(/\/*\.git$/, "")).replace(/^.*:/, "")

function deinitialized(parsed: Parsed, invocation: Invocation, state: State): readonly Value[] {
  if (!parsed.has("all")) return parsed.operands.map((path) => nameOf(path, invocation, state))
  return submodulesOf(invocation.repository, state).map(({ name }) => known(name))
}

/** The name of the submodule at a path; of a path that .gitmodules does not have, the path. */
function nameOf(path: Word, invocation: Invocation, state: State): Value {
  const text = textOf(invocation.path(path))
  const top = invocation.repository?.worktree
  if (text === undefined || top === undefined) return unknown("a submodule")
  const relative = posix.relative(top, text)
  return known(submodulesOf(invocation.repository, state).find((each) => each.path === relative)?.name ?? relative)
}

/** As git resolves a URL that begins with `./` or `../`: seen from the superproject's remote, else from its own path. */
function resolved(url: string, repository: Repository | undefined): string {
  const [steps = ""] = /^(?:\.\.?\/)*/.exec(url) ?? []
  if (steps === "" || !repository) return url
  const remote = repository.config.get(`remote.${defaultRemote(repository, "fetch")}.url`)
  const base = (remote ?? repository.worktree ?? repository.gitDir).replace(/\/+$/, "")
  const up = steps.split("/").filter((step) => step === "..").length
  return `${Array.from({ length: up }).reduce<string>((left) => left.replace(/(?:[/:]|^)[^/:]*$/, ""), base)}/${url.slice(steps.length)}`
}

function runs(invocation: Invocation, state: State): readonly Nested[] {
  const [verb, rest] = split(invocation)
  const top = invocation.repository?.worktree
  const argv = parseOptions(foreachOptions, rest).operands
  if (verb !== "foreach" || argv.length === 0 || top === undefined) return []
  return submodulesOf(invocation.repository, state).map((submodule) => inSubmodule(submodule, top, argv))
}

/** A single word is text for a shell. Either way git sets a few variables. */
function inSubmodule({ name, path }: Submodule, top: string, argv: readonly Word[]): Nested {
  const directory = posix.join(top, path)
  const sets = { toplevel: known(top), sm_path: known(path), displaypath: known(path), name: known(name) }
  return argv.length > 1
    ? { kind: "argv", argv, directory, sets }
    : { kind: "text", text: argv[0]!.value, directory, sets }
}

/** Repositories inside the worktree; their URLs stand in the configuration that all worktrees share. */
export const submodule: SubcommandSpec = {
  name: "submodule",
  options,
  effects,
  runs,
  get examples() {
    return (require("./cases/submodule.ts") as typeof import("./cases/submodule.ts")).submoduleExamples
  },
}
