/** What a log keeps of a command. */
import { beforeAll, describe, expect, test } from "bun:test"
import { array, assert, constantFrom, property } from "fast-check"
import { loadShell } from "../../src/shell/reader.ts"
import { redacted } from "../../src/shell/redacted.ts"

beforeAll(loadShell)

/** `S3CRET` stands for what must not be kept. */
const CASES: readonly (readonly [string, string])[] = [
  ["git rebase main", "git rebase main"],
  ["cd /repo && git push --force origin HEAD:main", "cd /repo && git push --force origin HEAD:main"],
  ["git commit -m 'S3CRET plan'", "git commit -m …"],
  ['git commit -am "S3CRET" && git push', "git commit -am … && git push"],
  ["git commit -m'S3CRET plan' -m S3CRET", "git commit -m… -m …"],
  ["git commit --message=S3CRET --author=me", "git commit --message=… --author=me"],
  ["git commit --message S3CRET", "git commit --message …"],
  ["git branch -m old main", "git branch -m old main"],
  ["git revert -m 1 abc", "git revert -m 1 abc"],
  ["sudo -u me git tag -a v1 -m S3CRET", "sudo -u me git tag -a v1 -m …"],
  ["git clone https://me:S3CRET@host.example/r.git", "git clone https://…@host.example/r.git"],
  ["git push https://S3CRET@host.example/r.git main", "git push https://…@host.example/r.git main"],
  ["git push ssh://git@host.example/r.git main", "git push ssh://…@host.example/r.git main"],
  ["TOKEN=S3CRET git push origin main", "TOKEN=… git push origin main"],
  ["export API_KEY='S3CRET value'; git merge main", "export API_KEY=…; git merge main"],
  ["env FOO=S3CRET git rebase main", "env FOO=… git rebase main"],
  ["LIST=(S3CRET S3CRET) git merge main", "LIST=(… …) git merge main"],
  ["x=$(git rebase main)", "x=$(git rebase main)"],
  ["x=$(TOKEN=S3CRET git rebase main)", "x=$(TOKEN=… git rebase main)"],
  ["git -c http.extraHeader='Authorization: S3CRET' push origin main", "git -c http.extraHeader=… push origin main"],
  ["git -c core.editor=true rebase main", "git -c core.editor=true rebase main"],
  ["curl -H 'X: S3CRET' -u me:S3CRET -d@f https://h.example", "curl -H … -u … -d… https://h.example"],
  ["curl --header 'X: S3CRET' --data S3CRET https://h.example", "curl --header … --data … https://h.example"],
  ["mysql -uroot -pS3CRET db", "mysql -uroot -p… db"],
  ["gh pr create -t S3CRET -b S3CRET", "gh pr create -t … -b …"],
  ["cat > f <<EOF\nS3CRET\nS3CRET\nEOF\ngit merge main", "cat > f <<EOF\n…\nEOF\ngit merge main"],
  ["cat <<'A' <<-B\nS3CRET\nA\n\tS3CRET\n\tB\ngit merge main", "cat <<'A' <<-B\n…\nA\n…\n\tB\ngit merge main"],
  ["login <<< S3CRET", "login <<< …"],
  ["{ cat; } <<X\nS3CRET\nX", "{ cat; } <<X\n…\nX"],
  ["bash -c 'TOKEN=S3CRET git rebase main'", "bash -c 'TOKEN=… git rebase main'"],
  ["echo ghp_0123456789abcdefS3CRET | gh auth login", "echo … | gh auth login"],
  [
    "git reset --hard 0123456789abcdef0123456789abcdef01234567",
    "git reset --hard 0123456789abcdef0123456789abcdef01234567",
  ],
  ["git commit -m 'S3CRET", "…"],
  ["git\0 S3CRET", "git …"],
]
describe("of a command is kept", () => {
  for (const [text, expected] of CASES) test(text, () => expect(redacted(text)).toBe(expected))
})

test("at most 2,000 characters", () => {
  const kept = redacted(`git add ${"a".repeat(5000)}`)
  expect(kept).toHaveLength(2000)
  expect(kept).toEndWith("…")
})

test("any text gives a text", () => {
  const words = constantFrom(
    "git",
    "commit",
    "-m",
    "'a b'",
    "X=1",
    "<<E",
    "\n",
    "E",
    "$(",
    ")",
    "|",
    "&&",
    '"',
    "`",
    "é",
  )
  assert(
    property(array(words, { maxLength: 20 }), (parts) => {
      expect(redacted(parts.join(" ")).length).toBeLessThanOrEqual(2000)
    }),
    { numRuns: 500 },
  )
})
