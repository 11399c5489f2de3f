/** The tables load a row when it is asked for by name: what they say of the files is what the files hold. */
import { expect, test } from "bun:test"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { subcommands } from "../src/git/command/index.ts"
import { tools } from "../src/git/tool/index.ts"
import { writers } from "../src/git/writer/index.ts"
import type { Table } from "../src/shell/table.ts"
import { wrappers } from "../src/shell/wrapper/index.ts"

type Row = Readonly<Record<string, unknown>>

const subcommandNames = ({ name, aliases = [] }: Row): readonly string[] => [name as string, ...(aliases as string[])]
const programNames = ({ names }: Row): readonly string[] => names as string[]

const TABLES: readonly (readonly [folder: string, table: Table<object>, does: string, typeof programNames])[] = [
  ["git/command", subcommands, "effects", subcommandNames],
  ["git/tool", tools, "effects", programNames],
  ["git/writer", writers, "effects", programNames],
  ["shell/wrapper", wrappers, "unwrap", programNames],
]

const isRow =
  (does: string) =>
  (value: unknown): value is Row =>
    typeof value === "object" && value !== null && does in value && ("name" in value || "names" in value)

for (const [folder, table, does, namesOf] of TABLES)
  test(`${folder}: every row of its files is found by each of its names, and nothing else is`, async () => {
    const path = join(import.meta.dir, "../src", folder)
    const files = readdirSync(path).filter((name) => name.endsWith(".ts") && name !== "index.ts")
    const modules = await Promise.all(files.map((name): Promise<Row> => import(join(path, name))))
    const rows = new Set(modules.flatMap((module) => Object.values(module).flat()).filter(isRow(does)))
    const expected = [...rows].flatMap((row) => namesOf(row).map((name) => [name, row] as const))
    expect(expected.length).toBeGreaterThan(20)
    expect([...table.keys()].toSorted()).toEqual(expected.map(([name]) => name).toSorted())
    expect(expected.filter(([name, row]) => table.get(name) !== row || !table.has(name)).map(([name]) => name)).toEqual(
      [],
    )
    expect([table.get("constructor"), table.has("constructor")]).toEqual([undefined, false])
  })
