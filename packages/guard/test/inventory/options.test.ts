/** The tables know every option that the installed git documents, and which of them take a value. */
import { describe, expect, test } from "bun:test"
import { parseOptions, type OptionTable } from "../../src/git/options.ts"
import { ADMITTED } from "../../src/policy/git-inventory/admitted.ts"
import { wordsOf } from "../../src/policy/git-inventory/index.ts"
import { copyWorkspace } from "./workspace.ts"

const { root, env } = copyWorkspace()

function git(...argv: readonly string[]): string {
  const { stdout, stderr } = Bun.spawnSync(["git", ...argv], {
    cwd: root,
    env,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  })
  return `${stdout}${stderr}`
}

interface Documented {
  readonly option: string
  /** The next word is its value; undefined where that cannot be told. */
  readonly takesNext?: boolean
}

/** The lines of a usage: `-u, --untracked-files[=<mode>]`, `--depth <depth>`. */
function fromUsage(usage: string): readonly Documented[] {
  return [...usage.matchAll(/^ {4}(-\S.*)$/gm)].flatMap(([, line]) => {
    const [spelled] = line!.split(/ {2,}/)
    const takesNext = / <[^>]*>$/.test(spelled!)
    const unsure = /[^[]=/.test(spelled!)
    return [...spelled!.matchAll(/(?:^|, )(--?[\w-]+)/g)].map((match) => ({
      option: match[1]!,
      ...(unsure ? {} : { takesNext }),
    }))
  })
}

/** What git tells the shell's completion, hidden options included: `--depth=` takes a value. */
function fromCompletion(list: string): readonly Documented[] {
  return list
    .split(/\s+/)
    .filter((word) => /^--\w[\w-]*=?$/.test(word))
    .map((word) => ({ option: word.replace(/=$/, ""), ...(word.endsWith("=") ? { takesNext: true } : {}) }))
}

function unknown(table: OptionTable, documented: readonly Documented[]): readonly string[] {
  return documented.flatMap(({ option, takesNext }) => {
    const { unrecognized, operands } = parseOptions(table, wordsOf([option, "next"]))
    if (unrecognized.length > 0) return [`${option} is not known`]
    return takesNext === undefined || operands.length === (takesNext ? 0 : 1)
      ? []
      : [`${option} ${takesNext ? "takes" : "does not take"} a value`]
  })
}

/** git reads these itself, apart from the usage of the diff machinery they come from. */
const NO_COMPLETION = new Set(["rev-parse", "check-ref-format", "remote", "worktree"])

const rows = Object.entries(ADMITTED).flatMap(([name, row]) => [
  { words: [name], table: row.options },
  ...Object.entries(row.verbs ?? {}).map(([verb, { options }]) => ({ words: [name, verb], table: options })),
])

describe("the table knows what is documented", () => {
  for (const { words, table } of rows) {
    test(`git ${words.join(" ")} -h`, () => {
      const usage = fromUsage(git(...words, "-h"))
      expect(unknown(table, usage)).toEqual([])
    })
  }
  for (const name of Object.keys(ADMITTED).filter((each) => !NO_COMPLETION.has(each))) {
    test(`git ${name}, with what the usage hides`, () => {
      const options = fromCompletion(git(name, "--git-completion-helper-all"))
      expect(options.length).toBeGreaterThan(3)
      expect(unknown(ADMITTED[name]!.options, options)).toEqual([])
    })
  }
  test("the usages hold options at all", () => {
    expect(fromUsage(git("clone", "-h")).length).toBeGreaterThan(40)
    expect(unknown(ADMITTED["clone"]!.options, [{ option: "--depth", takesNext: false }])).toHaveLength(1)
  })
})
