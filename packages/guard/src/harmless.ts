/**
 * Texts that no rule has anything against, told apart without what the rules are made of: for processes that live for
 * one question, to which loading it is most of the work. Whatever is not certainly one of them is left to the guard.
 */
import { readOnly } from "./git/readonly.ts"
import { readPlain } from "./shell/plain.ts"
import type { Node } from "./shell/syntax.ts"

/** Programs and builtins that no table of the guard knows, or that only move the shell that the text itself is for. */
const PROGRAMS: ReadonlySet<string> = new Set(
  [
    "cd echo false popd pushd pwd true wait",
    "ag basename cat cksum cmp column comm cut date df diff dirname du egrep file fgrep grep head hexdump hostname id jq",
    "less ls md5sum more nl nproc od printenv ps readlink realpath rev rg seq sha1sum sha256sum sleep sort stat strings",
    "tac tail tr tree uname uniq uptime wc whereis which whoami yq zgrep",
    "biome black cargo cmake ctest eslint flake8 go gradle isort java javac jest make mocha mvn mypy ninja node",
    "oxfmt oxlint prettier pytest python python3 ruff rustc shellcheck shfmt tsc vitest",
  ].flatMap((names) => names.split(" ")),
)

/** A longer one is rarely plain, and the guard's own bounds are not met here. */
const LONGEST = 4096

/**
 * Whether nothing in a text can be refused, whoever runs it wherever; of persistent-cd that says nothing.
 * False does not say that something can be.
 */
export function isHarmless(text: string): boolean {
  if (text.length > LONGEST) return false
  const plain = readPlain(text)
  return plain !== undefined && holds(plain, text)
}

function holds(node: Node, text: string): boolean {
  switch (node.kind) {
    case "sequence":
      return node.items.every((item) => holds(item.node, text))
    case "and":
    case "or":
      return holds(node.left, text) && holds(node.right, text)
    case "pipeline":
      return node.stages.every((stage) => holds(stage, text))
    case "simple": {
      const [name, first] = node.words.map(({ start, end }) => text.slice(start, end))
      return name === "git" ? first !== undefined && readOnly.has(first) : name !== undefined && PROGRAMS.has(name)
    }
    default:
      return false
  }
}
