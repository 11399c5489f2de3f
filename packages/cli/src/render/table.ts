/** A table for terminals: columns of wrapped text, a rule under the headings. */
interface Column {
  readonly heading: string
  /** A fixed width, or a share of what the fixed ones leave. */
  readonly width: number | { readonly share: number }
}

export interface Cell {
  readonly text: string
  readonly paint?: (text: string) => string
}

const GUTTER = "  "

/** The lines of the table, at most `width` wide where the fixed columns allow it. */
export function renderTable(columns: readonly Column[], rows: readonly (readonly Cell[])[], width: number): string {
  const widths = layOut(columns, width)
  const heading = columns.map(({ heading }, index) => heading.padEnd(widths[index]!)).join(GUTTER)
  const rule = widths.map((size) => "─".repeat(size)).join(GUTTER)
  const body = rows.map((row) => renderRow(row, widths))
  return [heading.trimEnd(), rule, ...body].join("\n")
}

/** The lines of a table whose columns are as wide as what they hold, at most `most` where that is given. */
export function renderFitted(
  columns: readonly { readonly heading: string; readonly most?: number }[],
  rows: readonly (readonly Cell[])[],
): string {
  const fitted = columns.map(({ heading, most = Infinity }, index) => {
    const lines = [heading, ...rows.flatMap((row) => row[index]!.text.split("\n"))]
    const widest = lines.reduce((width, line) => Math.max(width, Bun.stringWidth(line)), 0)
    return { heading, width: Math.min(most, widest) }
  })
  return renderTable(fitted, rows, 0)
}

function layOut(columns: readonly Column[], width: number): readonly number[] {
  const fixed = columns.reduce((sum, { width }) => sum + (typeof width === "number" ? width : 0), 0)
  const shares = columns.reduce((sum, { width }) => sum + (typeof width === "number" ? 0 : width.share), 0)
  const free = Math.max(width - fixed - GUTTER.length * (columns.length - 1), 16 * columns.length)
  return columns.map(({ width }) => (typeof width === "number" ? width : Math.floor((free * width.share) / shares)))
}

function renderRow(row: readonly Cell[], widths: readonly number[]): string {
  const cells = row.map(({ text }, index) => wrap(text, widths[index]!))
  const height = Math.max(...cells.map((lines) => lines.length))
  const lines = Array.from({ length: height }, (_, line) =>
    row
      .map(({ paint }, index) => {
        const text = cells[index]![line] ?? ""
        const padding = index === row.length - 1 ? "" : " ".repeat(Math.max(0, widths[index]! - Bun.stringWidth(text)))
        return (paint ? paint(text) : text) + padding
      })
      .join(GUTTER)
      .trimEnd(),
  )
  return lines.join("\n")
}

/** Breaks at spaces; words longer than the width are cut. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = []
  for (const paragraph of text.split("\n")) {
    let line = ""
    for (const word of paragraph.split(" ")) {
      if (line !== "" && line.length + 1 + word.length > width) {
        lines.push(line)
        line = ""
      }
      line += (line === "" ? "" : " ") + word
      while (line.length > width) {
        lines.push(line.slice(0, width))
        line = line.slice(width)
      }
    }
    lines.push(line)
  }
  return lines
}
