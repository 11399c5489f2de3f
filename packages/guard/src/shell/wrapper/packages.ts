/** Tools that run a command inside an environment of packages: `npm exec`, `uv run`, `nix develop -c`, `direnv exec` … */
import { textOf, textsOf, type Value, type Word } from "../value.ts"
import type { Inner, Wrapper } from "../wrapper.ts"
import { read, rules, type Rules } from "./options.ts"
import { joined, run, runText } from "./words.ts"

/** One subcommand of a tool that runs what follows. */
interface Runner {
  /** The words that lead to it (`["run"]`, `["tool", "run"]`); none where the tool runs at once. */
  readonly path: readonly string[]
  readonly options: Rules
  /** Operands before the command: a folder, an environment. */
  readonly operands?: number
  /** The command stands after `--` only. */
  readonly afterDashes?: boolean
  /** An option whose value is text for a shell. */
  readonly text?: string
  /** The option that begins the command (`nix develop -c cmd …`). */
  readonly begins?: readonly string[]
  /** The command's words are joined to one text for a shell. */
  readonly joins?: boolean
}

interface Tool {
  readonly names: readonly string[]
  /** Options before the subcommand. */
  readonly globals: Rules
  readonly runners: readonly Runner[]
  /** Options, before or after the subcommand, that name the directory it runs in. */
  readonly directory?: readonly string[]
}

const UV_RUN = [
  "-p --python <version>",
  "-m --module!",
  "-s --script!",
  "--with <package>",
  "--with-editable <package>",
  "--with-requirements <file>",
  "--extra <name>",
  "--no-extra <name>",
  "--group <name>",
  "--no-group <name>",
  "--only-group <name>",
  "--env-file <file>",
  "--package <name>",
  "--index <url>",
  "--default-index <url>",
  "-i --index-url <url>",
  "--extra-index-url <url>",
  "-f --find-links <url>",
  "-P --upgrade-package <name>",
  "--refresh-package <name>",
  "--directory <dir>",
  "--project <dir>",
  "--cache-dir <dir>",
  "--config-file <file>",
  "--color <when>",
  "-h!",
]
const NPM = [
  "-c --call <text>",
  "-p --package <name>",
  "-C --prefix <dir>",
  "-w --workspace <name>",
  "--loglevel <level>",
  "--userconfig <file>",
  "--cache <dir>",
  "--registry <url>",
  "-y --yes",
  "--no",
  "-h!",
]
const NIX = [
  "-f --file <file>",
  "--expr <text>",
  "-I --include <path>",
  "-i --ignore-environment",
  "-k --keep <name>",
  "-u --unset <name>",
  "--override-input <a> <b>",
  "--option <a> <b>",
  "--arg <a> <b>",
  "--argstr <a> <b>",
  "--profile <path>",
  "--impure",
]

const runner = (path: string, options: readonly string[] = [], more: Partial<Runner> = {}): Runner => ({
  path: path === "" ? [] : path.split(" "),
  options: rules(options),
  ...more,
})

const tool = (
  names: string,
  runners: readonly Runner[],
  globals: readonly string[] = [],
  directory?: readonly string[],
): Tool => ({
  names: names.split(" "),
  globals: rules(globals),
  runners,
  ...(directory ? { directory } : {}),
})

const TOOLS: readonly Tool[] = [
  tool(
    "npm",
    [runner("exec", NPM, { text: "call" }), runner("x", NPM, { text: "call" })],
    ["-C --prefix <dir>", "-w --workspace <name>"],
    ["prefix"],
  ),
  tool("npx pnpx", [runner("", NPM, { text: "call" })]),
  tool(
    "pnpm",
    [
      runner("exec", ["-c --shell-mode", "-r --recursive", "-F --filter <p>", "-C --dir <dir>"]),
      runner("dlx", ["--package <name>", "-c --shell-mode"]),
    ],
    [
      "-C --dir <dir>",
      "-F --filter <p>",
      "-r --recursive",
      "-w --workspace-root",
      "-c --shell-mode",
      "--reporter <name>",
    ],
    ["dir"],
  ),
  tool(
    "yarn",
    [runner("exec", ["--cwd <dir>"], { joins: true }), runner("dlx", ["-p --package <name>", "-q --quiet"])],
    ["--cwd <dir>"],
    ["cwd"],
  ),
  tool("bunx", [runner("", ["--bun", "-p --package <name>"])]),
  tool(
    "bun",
    [runner("x", ["--bun", "-p --package <name>"]), runner("exec", [], { joins: true })],
    ["--cwd <dir>"],
    ["cwd"],
  ),
  tool("poetry", [runner("run")], ["-C --directory <dir>", "-P --project <dir>"], ["directory"]),
  tool("uv", [runner("run", UV_RUN), runner("tool run", UV_RUN)], UV_RUN, ["directory"]),
  tool("pipenv rye pdm", [runner("run", ["-p --project <dir>", "-s --site-packages"])]),
  tool("hatch", [runner("run"), runner("env run", ["-e --env <name>"])], ["-e --env <name>", "-p --project <name>"]),
  tool(
    "conda mamba micromamba",
    [
      runner("run", [
        "-n --name <name>",
        "-p --prefix <dir>",
        "--cwd <dir>",
        "-s",
        "-v",
        "--no-capture-output",
        "--live-stream",
      ]),
    ],
    [],
    ["cwd"],
  ),
  tool("pixi", [runner("run", ["-e --environment <name>", "--manifest-path <file>"])]),
  tool("bundle", [runner("exec", ["--gemfile <file>"])]),
  tool("direnv", [runner("exec", [], { operands: 1 })]),
  tool(
    "mise rtx",
    [
      runner("exec", ["-c --command <text>", "-C --cd <dir>", "-j --jobs <n>", "-E --env <name>"], {
        afterDashes: true,
        text: "command",
      }),
      runner("x", ["-c --command <text>", "-C --cd <dir>", "-j --jobs <n>", "-E --env <name>"], {
        afterDashes: true,
        text: "command",
      }),
    ],
    ["-C --cd <dir>", "-E --env <name>", "-j --jobs <n>"],
    ["cd"],
  ),
  tool("asdf rbenv pyenv nodenv goenv", [runner("exec")]),
  tool("volta", [runner("run", ["--node <v>", "--npm <v>", "--yarn <v>", "--env <pair>"])]),
  tool("fnm", [runner("exec", ["--using <v>"])]),
  tool(
    "nix",
    [
      runner("develop", [...NIX], { begins: ["-c", "--command"] }),
      runner("shell", [...NIX], { begins: ["-c", "--command"] }),
      runner("env shell", [...NIX], { begins: ["-c", "--command"] }),
    ],
    ["--extra-experimental-features <names>", "--experimental-features <names>", "--option <a> <b>"],
  ),
  tool("nix-shell", [
    runner("", [], {
      options: rules(["--run <text>", "--command <text>"], { permutes: true }),
      operands: Infinity,
      text: "run",
    }),
  ]),
  tool("dotenvx", [runner("run", ["-f --env-file <file>", "-e --env <pair>", "-fk --env-keys-file <file>"])]),
  tool("op doppler infisical", [
    runner(
      "run",
      ["--env-file <file>", "-p --project <name>", "-c --config <name>", "--command <text>", "--env <name>"],
      { text: "command" },
    ),
  ]),
  tool("aws-vault", [runner("exec", [], { operands: 1 })]),
  tool("sops", [runner("exec-env", [], { operands: 1, joins: true })]),
]

const NO_GLOBALS = read(rules([]), [])

function unwrapTool(described: Tool, words: readonly Word[]): readonly Inner[] {
  const globals =
    described.runners[0]!.path.length === 0 ? { ...NO_GLOBALS, rest: words } : read(described.globals, words)
  if (globals.quits) return []
  const found = described.runners.find(({ path }) =>
    path.every((name, index) => textOf(globals.rest[index]?.value) === name),
  )
  if (!found) return []
  const directory = (values: (...names: readonly string[]) => Word | undefined): Value | undefined =>
    described.directory && values(...described.directory)?.value
  return unwrapRunner(
    found,
    globals.rest.slice(found.path.length),
    globals.has("shell-mode"),
    directory(globals.value),
    directory,
  )
}

function unwrapRunner(
  found: Runner,
  words: readonly Word[],
  shellMode: boolean,
  before: Value | undefined,
  directory: (values: (...names: readonly string[]) => Word | undefined) => Value | undefined,
): readonly Inner[] {
  if (found.begins) {
    const start = words.findIndex((word) => textsOf(word.value)?.some((text) => found.begins!.includes(text)))
    return start < 0 ? [] : run(words.slice(start + 1))
  }
  const reading = read(found.options, words)
  if (reading.quits) return []
  const place = directory(reading.value) ?? before
  const how: Partial<Inner> = place ? { directory: place } : {}
  const texts = found.text ? reading.values(found.text, "command") : []
  if (texts.length > 0) return texts.flatMap((text) => runText(text.value, how))
  const dashes = words.findIndex((word) => textOf(word.value) === "--")
  const rest = found.afterDashes ? (dashes < 0 ? [] : words.slice(dashes + 1)) : reading.rest.slice(found.operands ?? 0)
  const command = textOf(rest[0]?.value) === "--" ? rest.slice(1) : rest
  const joins = found.joins || shellMode || reading.has("shell-mode")
  return joins && command.length > 0
    ? runText(
        joined(
          command.map((word) => word.value),
          " ",
        ),
        how,
      )
    : run(command, how)
}

/** The tools above as wrappers. */
export const packages: readonly Wrapper[] = TOOLS.map((described) => ({
  names: described.names,
  unwrap: (call) => unwrapTool(described, call.argv.slice(1)),
}))
