/** `ringfence explain` for a terminal. */
import { commandLine, type Command, type Directory, type Explanation } from "@ringfence/guard"
import { describeEffect } from "./effect.ts"
import { type Style, visible } from "./style.ts"

/** What was read, what it would do, whose is what, and the verdict. `text` is the text that was explained. */
export function renderExplanation(text: string, explanation: Explanation, style: Style): string {
  const sections = [
    section("Commands", commandLines(text, explanation, style), style),
    section("Ownership", [...ownershipLines(explanation, style), ...checkoutLines(explanation)], style),
    section("Verdict", verdictLines(explanation, style), style),
  ]
  return `${sections.join("\n\n")}\n`
}

function section(title: string, lines: readonly string[], style: Style): string {
  return [style.bold(title), ...lines.map((line) => (line === "" ? "" : `  ${line}`))].join("\n")
}

function commandLines(text: string, { program, steps }: Explanation, style: Style): readonly string[] {
  if (steps.length === 0) return [program.tooLong ? `not read: ${program.tooLong}` : "none"]
  const lines = steps.flatMap(({ command, effects }, index) => [
    `${index + 1}. ${style.cyan(visible(commandLine(command)))}`,
    `   in ${visible(describeDirectory(command.directory))}${style.dim(describePlace(command))}`,
    style.dim(`   from ${describeSpan(text, command)}`),
    ...effects.map((effect) => `   → ${visible(describeEffect(effect))}`),
    ...(effects.length === 0 ? [style.dim("   → changes nothing the guard watches")] : []),
  ])
  const unread = program.partial.map(
    ({ start, end }) => `could not be read: ${visible(excerpt(text.slice(start, end)))}`,
  )
  return [...lines, ...unread.map((line) => style.yellow(line))]
}

function describeDirectory(directory: Directory): string {
  switch (directory.kind) {
    case "at":
      return directory.path
    case "below":
      return `some folder below ${directory.path}`
    case "oneOf":
      return directory.directories.map(describeDirectory).join(" or ")
    case "unknown":
      return `a folder that cannot be told (${directory.why})`
  }
}

const PLACES = {
  top: "",
  subshell: "in a subshell",
  pipeline: "in a pipeline",
  background: "in the background",
  substitution: "in a substitution",
} as const

function describePlace({ place, via }: Command): string {
  const notes = [
    PLACES[place.kind],
    place.conditional ? "if it comes to that" : "",
    place.function ? `in the function ${place.function}` : "",
    via.length > 0 ? `through ${via.map(({ name }) => name).join(", ")}` : "",
  ].filter(Boolean)
  return notes.length > 0 ? `, ${notes.join(", ")}` : ""
}

/** Where in the text the command stands, line and column counted from 1, and what stands there. */
function describeSpan(text: string, { span }: Command): string {
  const before = text.slice(0, span.start).split("\n")
  return `${before.length}:${before.at(-1)!.length + 1} ${visible(excerpt(text.slice(span.start, span.end)))}`
}

function excerpt(text: string): string {
  const line = text.replace(/\s+/g, " ").trim()
  return line.length > 80 ? `${line.slice(0, 79)}…` : line
}

function ownershipLines({ ownership }: Explanation, style: Style): readonly string[] {
  if (!ownership) return ["this directory is not an isolated worktree: isolated-git and self refuse nothing here"]
  const { worktree, branch, integration, others } = ownership
  return [
    `own worktree  ${worktree}`,
    `own branch    ${style.green(visible(branch ?? "unknown (detached HEAD)"))}`,
    `integration   ${integration === "orchestrator" ? "left to the orchestrator" : "up to the session itself"}`,
    ...others.map(({ path, branch, isMain }, index) => {
      const head = index === 0 ? "others        " : "              "
      return `${head}${visible(branch ?? "(detached)")} in ${visible(path)}${isMain ? style.dim(" (main checkout)") : ""}`
    }),
  ]
}

function checkoutLines({ checkout }: Explanation): readonly string[] {
  return checkout === undefined
    ? []
    : [`${visible(checkout)} is a marked checkout: persistent-cd keeps the shell there`]
}

function verdictLines({ verdict }: Explanation, style: Style): readonly string[] {
  const lifted = (verdict.lifted ?? []).map((code) => `lifted: ${code}`)
  if (verdict.verdict === "allow") {
    return [style.green("allow"), ...lifted, ...(verdict.creates ?? []).map((ref) => `would create ${visible(ref)}`)]
  }
  const message = (verdict.reason ?? "").split("\n").map(visible)
  return [`${style.red("deny")} ${style.bold(verdict.code ?? "")}`, ...lifted, "", ...message]
}
