/** Texts people keep, with one entry more and one less. */
import { describe, expect, test } from "bun:test"
import { append, parse, propertyOf, remove, valueOf, type Node } from "../../src/harness/jsonc.ts"

function rootOf(text: string): Node {
  const parsed = parse(text)
  if (!("root" in parsed) || !parsed.root) throw new Error(`does not parse: ${JSON.stringify(parsed)}`)
  return parsed.root
}

const listOf = (text: string): Node => valueOf(propertyOf(rootOf(text), "plugin"))!

/** What the text holds, as JSON.parse would say it. */
function meaning(node: Node): unknown {
  if (node.type === "array") return (node.children ?? []).map(meaning)
  if (node.type !== "object") return node.value
  return Object.fromEntries((node.children ?? []).map(({ children }) => [children![0]!.value, meaning(children![1]!)]))
}

/** Lists before and after `"new"` was added. */
const LISTS: readonly (readonly [string, string, string])[] = [
  ["one line", '{"plugin": ["a"]}', '{"plugin": ["a", "new"]}'],
  ["one line, two", '{ "plugin": ["a","b"] }', '{ "plugin": ["a","b", "new"] }'],
  ["trailing comma", '{"plugin": ["a",]}', '{"plugin": ["a", "new",]}'],
  ["empty", '{"plugin": []}', '{"plugin": ["new"]}'],
  ["empty with a comment", '{"plugin": [ /* none */ ]}', '{"plugin": [ /* none */ "new" ]}'],
  ["empty on two lines", '{\n  "plugin": [\n  ]\n}', '{\n  "plugin": [\n    "new"\n  ]\n}'],
  [
    "empty with a line comment",
    '{\n  "plugin": [\n    // none yet\n  ]\n}',
    '{\n  "plugin": [\n    // none yet\n    "new"\n  ]\n}',
  ],
  ["lines", '{\n\t"plugin": [\n\t\t"a"\n\t]\n}', '{\n\t"plugin": [\n\t\t"a",\n\t\t"new"\n\t]\n}'],
  [
    "lines, CRLF",
    '{\r\n  "plugin": [\r\n    "a"\r\n  ]\r\n}',
    '{\r\n  "plugin": [\r\n    "a",\r\n    "new"\r\n  ]\r\n}',
  ],
  ["lines, trailing comma", '{\n  "plugin": [\n    "a",\n  ],\n}', '{\n  "plugin": [\n    "a",\n    "new",\n  ],\n}'],
  [
    "a comment behind the last one stays its own",
    '{\n  "plugin": [\n    "a" // signs in, "quoted"\n  ]\n}',
    '{\n  "plugin": [\n    "a", // signs in, "quoted"\n    "new"\n  ]\n}',
  ],
  [
    "a comment behind the trailing comma",
    '{\n  "plugin": [\n    "a", /* x */ // y\n    // "b",\n  ]\n}',
    '{\n  "plugin": [\n    "a", /* x */ // y\n    "new",\n    // "b",\n  ]\n}',
  ],
  [
    "entries with options",
    '{\n  "plugin": [\n    ["a", { "plugin": ["x"] }]\n  ]\n}',
    '{\n  "plugin": [\n    ["a", { "plugin": ["x"] }],\n    "new"\n  ]\n}',
  ],
  ["a line comment behind one line", '{"plugin": ["a" // x\n]}', '{"plugin": ["a", // x\n  "new"\n]}'],
  ["a block comment in one line", '{"plugin": ["a" /* x */]}', '{"plugin": ["a" /* x */, "new"]}'],
]

describe("an entry is added at the end of a list, and taken out again", () => {
  for (const [name, before, after] of LISTS) {
    test(name, () => {
      const added = append(before, listOf(before), '"new"')
      expect(added).toBe(after)
      expect(meaning(listOf(added))).toEqual([...(meaning(listOf(before)) as unknown[]), "new"])
      const list = listOf(added)
      expect(remove(added, list, list.children!.at(-1)!)).toBe(before)
    })
  }
})

describe("a property is added at the end of an object, and taken out again", () => {
  const cases: readonly (readonly [string, string])[] = [
    ['{\n  "model": "m"\n}\n', '{\n  "model": "m",\n  "plugin": []\n}\n'],
    ['{\n  "model": "m", // mine\n  /* end */\n}\n', '{\n  "model": "m", // mine\n  "plugin": [],\n  /* end */\n}\n'],
    ['{"model": "m"}', '{"model": "m", "plugin": []}'],
    ["{}", '{\n  "plugin": []\n}'],
    ["{\n}\n", '{\n  "plugin": []\n}\n'],
    ["// mine\n{\n    // nothing\n}\n", '// mine\n{\n    // nothing\n  "plugin": []\n}\n'],
  ]
  for (const [before, after] of cases) {
    test(JSON.stringify(before), () => {
      const added = append(before, rootOf(before), '"plugin": []')
      expect(added).toBe(after)
      const root = rootOf(added)
      const taken = remove(added, root, propertyOf(root, "plugin")!)
      expect(meaning(rootOf(taken))).toEqual(meaning(rootOf(before)))
      if (before !== "{}") expect(taken).toBe(before)
    })
  }
})

describe("an entry between others is taken out", () => {
  const cases: readonly (readonly [string, string])[] = [
    ['{"plugin": ["old", "a"]}', '{"plugin": ["a"]}'],
    ['{"plugin": ["a", "old", "b"]}', '{"plugin": ["a", "b"]}'],
    ['{"plugin": ["old"]}', '{"plugin": []}'],
    ['{"plugin": [\n  "old",\n  // b\n  "b"\n]}', '{"plugin": [\n  // b\n  "b"\n]}'],
    ['{"plugin": [\n  "a", // a\n  "old" // mine\n]}', '{"plugin": [\n  "a" // a\n  // mine\n]}'],
  ]
  for (const [before, after] of cases) {
    test(JSON.stringify(before), () => {
      const list = listOf(before)
      const taken = remove(
        before,
        list,
        list.children!.find(({ value }) => value === "old")!,
      )
      expect(taken).toBe(after)
      expect(meaning(listOf(taken))).toEqual((meaning(list) as unknown[]).filter((entry) => entry !== "old"))
    })
  }
})

describe("what does not parse has a place", () => {
  const cases: readonly (readonly [string, number, number])[] = [
    ['{\n  "plugin": [,]\n}', 2, 14],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3],
    ['{"a": 1', 1, 8],
    ["plugin: a", 1, 1],
    ["{} x", 1, 4],
  ]
  for (const [text, line, column] of cases) {
    test(JSON.stringify(text), () => expect(parse(text)).toMatchObject({ fault: { line, column } }))
  }

  test("a blank text is no fault", () => expect(parse(" \n")).toEqual({}))
})

test("of two properties of a name the last one counts", () => {
  expect(meaning(listOf('{"plugin": ["a"], "plugin": ["b"]}'))).toEqual(["b"])
})
