/** Package managers: they write `node_modules`, lock files and such in the project they run for. */
import { directoryAt, resolvePath } from "../../shell/path.ts"
import type { Command } from "../../shell/program.ts"
import { known, textOf } from "../../shell/value.ts"
import { read, rules, type Rules } from "../../shell/wrapper/options.ts"
import type { State } from "../../state/state.ts"
import type { Effect } from "../effect.ts"
import { allow, deny } from "../example.ts"
import type { Example, ToolSpec } from "../spec.ts"
import { writes } from "./place.ts"

interface Manager {
  readonly names: readonly string[]
  readonly options: Rules
  /** The options that name the project. */
  readonly project: readonly string[]
  /** Subcommands that write there. "" is none at all (`yarn`). */
  readonly writing: readonly string[]
  readonly examples: readonly Example[]
}

const OPTIONS = ["-g --global!", "--location <where>", "--dry-run!", "-h!", "-v!", "-V!"]

function managerEffects(manager: Manager, command: Command, state: State): readonly Effect[] {
  const reading = read(manager.options, command.argv.slice(1))
  const name = textOf(reading.rest[0]?.value)
  const subcommand = reading.rest.length === 0 ? "" : name
  if (reading.quits || subcommand === undefined || !manager.writing.includes(subcommand)) return []
  if (subcommand === "version" && reading.rest.length === 1) return []
  if (textOf(reading.value("location")?.value) === "global") return []
  const project = reading.value(...manager.project)
  const directory = project ? directoryAt(resolvePath(command.directory, project.value)) : command.directory
  return writes({ ...command, directory }, state, [known(".")])
}

const words = (text: string): readonly string[] => text.split(" ")

const unrun = (examples: readonly Example[]): readonly Example[] =>
  examples.map((example) => ({ ...example, notRun: "needs a registry" }))

const MANAGERS: readonly Manager[] = [
  {
    names: ["npm"],
    options: rules(
      [
        ...OPTIONS,
        "-C --prefix <dir>",
        "-w --workspace <name>",
        "--registry <url>",
        "--tag <tag>",
        "--omit <what>",
        "--include <what>",
        "-m --message <text>",
        "--loglevel <level>",
        "--cache <dir>",
        "--userconfig <file>",
      ],
      { permutes: true },
    ),
    project: ["prefix"],
    writing: words(
      "install i in ins inst isntall add ci clean-install ic install-clean install-test it install-ci-test cit remove rm uninstall un unlink r update up upgrade udpate version verison dedupe ddp prune link ln rebuild rb shrinkwrap init create",
    ),
    examples: unrun([
      allow("npm ci", "in the own worktree"),
      allow("npm --prefix ../main run build --if-present", "a script, which nobody reads"),
      allow("npm ls --prefix ../main", "lists"),
      allow("npm install -g typescript --prefix ../main", "global packages"),
      allow("cd ../main && npm version", "prints"),
      deny("foreign-worktree", "npm --prefix ../main install", "writes node_modules of the main checkout"),
      deny("foreign-worktree", "npm install left-pad --prefix=../main", "options after operands"),
      deny("foreign-worktree", "cd ../sib && npm ci", "run in the sibling"),
      deny("foreign-worktree", "npm -C ../main version patch", "edits package.json there"),
    ]),
  },
  {
    names: ["pnpm"],
    options: rules(
      [
        ...OPTIONS,
        "-C --dir <dir>",
        "-F --filter <pattern>",
        "--store-dir <dir>",
        "--registry <url>",
        "--reporter <name>",
      ],
      { permutes: true },
    ),
    project: ["dir"],
    writing: words(
      "install i add update up upgrade remove rm uninstall un link ln unlink import dedupe prune rebuild rb install-test it init patch patch-commit patch-remove",
    ),
    examples: unrun([
      allow("pnpm install --frozen-lockfile", "in the own worktree"),
      allow("pnpm -C ../main list", "lists"),
      deny("foreign-worktree", "pnpm -C ../main add left-pad", "writes into the main checkout"),
      deny("foreign-worktree", "pnpm install --dir=../sib", "writes into the sibling"),
    ]),
  },
  {
    names: ["yarn", "yarnpkg"],
    options: rules([...OPTIONS, "--cwd <dir>", "--modules-folder <dir>", "--registry <url>"], { permutes: true }),
    project: ["cwd"],
    writing: [
      "",
      ...words(
        "install add remove up upgrade upgrade-interactive version link unlink import dedupe init autoclean set",
      ),
    ],
    examples: unrun([
      allow("yarn", "installs in the own worktree"),
      allow("yarn --cwd ../main why left-pad", "asks"),
      deny("foreign-worktree", "yarn --cwd ../main add left-pad", "writes into the main checkout"),
      deny("foreign-worktree", "cd ../sib && yarn", "a bare yarn installs"),
    ]),
  },
  {
    names: ["bun"],
    options: rules([...OPTIONS, "--cwd <dir>", "-c --config <file>", "--registry <url>"], { permutes: true }),
    project: ["cwd"],
    writing: words("install i ci add a remove rm update link unlink patch init create"),
    examples: unrun([
      allow("bun install", "in the own worktree"),
      allow("bun --cwd ../main test", "runs tests, which nobody reads"),
      deny("foreign-worktree", "bun add left-pad --cwd ../main", "writes into the main checkout"),
    ]),
  },
  {
    names: ["uv", "poetry"],
    options: rules(
      [
        ...OPTIONS,
        "--directory <dir>",
        "--project <dir>",
        "-C <dir>",
        "-P <dir>",
        "-p --python <version>",
        "--group <name>",
        "--extra <name>",
      ],
      { permutes: true },
    ),
    project: ["directory", "project", "C", "P"],
    writing: words("sync add remove lock install update init venv version"),
    examples: unrun([
      allow("uv sync", "in the own worktree"),
      allow("poetry --directory=../main show", "lists"),
      deny("foreign-worktree", "uv --directory=../main sync", "writes into the main checkout"),
      deny("foreign-worktree", "poetry --directory=../main add requests", "writes into the main checkout"),
    ]),
  },
]

export const managers: readonly ToolSpec[] = MANAGERS.map((manager) => ({
  names: manager.names,
  effects: (command, state) => managerEffects(manager, command, state),
  examples: manager.examples,
}))
