import { describe, expect, test } from "bun:test"
import { decideAskRouting, type Asker, type Route } from "../../src/agent/config.ts"

describe("an ask goes", () => {
  const cases: readonly (readonly [name: string, asker: Asker, attended: boolean, expected: Route])[] = [
    [
      "to the person, from a root session with one",
      { kind: "root", parent: null, root: "a" },
      true,
      { to: "interactive" },
    ],
    [
      "nowhere, from a root session with none",
      { kind: "root", parent: null, root: "a" },
      false,
      { to: "non-interactive" },
    ],
    [
      "to the parent's standing, from a subagent",
      { kind: "subagent", parent: "b", root: "a" },
      false,
      { to: "inherit", parent: "b" },
    ],
    [
      "there too where a person sits before it",
      { kind: "subagent", parent: "b", root: "a" },
      true,
      { to: "inherit", parent: "b" },
    ],
    [
      "to the root of the chain, from a peer",
      { kind: "peer", parent: "b", root: "a" },
      false,
      { to: "forward", root: "a" },
    ],
    [
      "there too where a person sits before it",
      { kind: "peer", parent: "b", root: "a" },
      true,
      { to: "forward", root: "a" },
    ],
    [
      "like a root's, from a peer that nobody started",
      { kind: "peer", parent: null, root: "a" },
      false,
      { to: "non-interactive" },
    ],
    [
      "nowhere, from a subagent that nobody started",
      { kind: "subagent", parent: null, root: "a" },
      true,
      { to: "non-interactive" },
    ],
  ]
  for (const [name, asker, attended, expected] of cases)
    test(name, () => expect(decideAskRouting(asker, attended)).toEqual(expected))
})
