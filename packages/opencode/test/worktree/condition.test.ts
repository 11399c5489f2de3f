/** Reading git's status. */
import { expect, test } from "bun:test"
import { parseStatus } from "../../src/worktree/condition.ts"

const OID = "0123456789012345678901234567890123456789"

test("every kind of line is counted, and paths are whole", () => {
  const text = [
    `# branch.oid ${OID}`,
    "# branch.head feat/with space",
    "# branch.upstream origin/main",
    "# branch.ab +3 -12",
    "# stash 2",
    `1 M. N... 100644 100644 100644 ${OID} ${OID} staged.txt`,
    `1 .M N... 100644 100644 100644 ${OID} ${OID} un staged.txt`,
    `1 MM N... 100644 100644 100644 ${OID} ${OID} both.txt`,
    `2 R. N... 100644 100644 100644 ${OID} ${OID} R100 new name`,
    "? an old name that looks like another entry",
    `u UU N... 100644 100644 100644 100644 ${OID} ${OID} ${OID} conflict.txt`,
    "? new\nline",
    "! ignored",
    "",
  ].join("\0")
  expect(parseStatus(text)).toEqual({
    oid: OID,
    branch: "feat/with space",
    upstream: "origin/main",
    distance: [3, 12],
    staged: 3,
    unstaged: 2,
    conflicts: 1,
    untracked: 1,
    paths: ["staged.txt", "un staged.txt", "both.txt", "new name", "conflict.txt", "new\nline"],
  })
})

test("a HEAD that is detached, or not born, has no branch or commit", () => {
  expect(parseStatus(`# branch.oid ${OID}\0# branch.head (detached)\0`)).toMatchObject({ oid: OID, branch: undefined })
  expect(parseStatus("# branch.oid (initial)\0# branch.head main\0")).toMatchObject({ oid: undefined, branch: "main" })
  const gone = parseStatus(`# branch.oid ${OID}\0# branch.head main\0# branch.upstream origin/gone\0`)
  expect(gone.distance).toBeUndefined()
})
