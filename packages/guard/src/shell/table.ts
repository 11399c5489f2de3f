/**
 * Tables of commands by their names, whose rows are loaded when somebody asks for them. A hook lives for one command:
 * to load what is known of all the others would take longer than to judge it. A row says `require`, which loads at once
 * and of which the build makes a piece of its own.
 */

/** What is asked of a table; a Map is one too. */
export type Table<Row> = Pick<ReadonlyMap<string, Row>, "get" | "has"> & {
  keys(): Iterable<string>
  values(): Iterable<Row>
}

/** A table with a loader for each name. */
export function tableOf<Row>(loaders: Readonly<Record<string, () => Row>>): Table<Row> {
  const loaded = new Map<string, Row>()
  const has = (name: string): boolean => Object.hasOwn(loaders, name)
  const get = (name: string): Row | undefined => {
    const known = loaded.get(name)
    if (known !== undefined || !has(name)) return known
    const row = loaders[name]!()
    loaded.set(name, row)
    return row
  }
  return { get, has, keys: () => Object.keys(loaders), values: () => Object.keys(loaders).map((name) => get(name)!) }
}

interface Named {
  readonly names: readonly string[]
}

/** A table of which one file has several rows. Each file is told with the names of its rows, separated by spaces. */
export function tableOfFiles<Row extends Named>(
  files: readonly (readonly [names: string, load: () => readonly Row[]])[],
): Table<Row> {
  const rowIn = (load: () => readonly Row[], name: string): Row => {
    const row = load().find(({ names }) => names.includes(name))
    if (row === undefined) throw new Error(`${name} is not in the file that is to have it`)
    return row
  }
  return tableOf(
    Object.fromEntries(
      files.flatMap(([names, load]) => names.split(" ").map((name) => [name, () => rowIn(load, name)])),
    ),
  )
}
