import { describe, expect, test } from "bun:test"
import { always } from "../../src/permission/arity.ts"

const words = (text: string): readonly (string | undefined)[] =>
  text.split(" ").map((word) => (word === "UNREADABLE" ? undefined : word))

describe("what an always answer remembers of a command", () => {
  const cases: readonly (readonly [command: string, expected: string | undefined])[] = [
    ["npm run test", "npm run test *"],
    ["npm run test -- --watch", "npm run test *"],
    ["npm test", "npm test *"],
    ["npm run", "npm run"],
    ["npm", "npm"],
    ["git push", "git push *"],
    ["git push origin main", "git push *"],
    ["git stash pop", "git stash pop *"],
    ["git stash", "git stash"],
    ["git stash -u", "git stash -u"],
    ["git remote add up x", "git remote add *"],
    ["docker compose up -d web", "docker compose up *"],
    ["docker build .", "docker build *"],
    ["docker compose -f x.yml up", "docker compose -f x.yml up"],
    ["cargo test --all", "cargo test *"],
    ["cargo", "cargo"],
    ["touch a.txt", "touch *"],
    ["touch UNREADABLE", "touch *"],
    ["/usr/bin/touch x", "/usr/bin/touch *"],
    ["ls -la", "ls *"],
    ["git -C ../main push", "git -C ../main push"],
    ["git --no-pager log", "git --no-pager log"],
    ["python3 -c print(1)", "python3 -c print(1)"],
    ["python3 build.py x", "python3 build.py *"],
    ["gh pr view 1", "gh pr view *"],
    ["constructor x", "constructor *"],
  ]
  const never: readonly string[] = [
    ...["rm x", "rm -rf /tmp/x", "/bin/rm x", "rmdir x", "unlink x", "shred x", "git reset --hard", "git reset x"],
    ...["git clean -fd", "git stash drop", "git stash clear", "git -C x reset --hard", "git -C x stash drop"],
    ...["UNREADABLE", "UNREADABLE push", "git UNREADABLE", "npm run UNREADABLE", "git -C UNREADABLE push", "git *"],
    ...[
      "sudo npm test",
      "env X=1 make",
      "bash -c ls",
      "sh x.sh",
      "xargs rm",
      "timeout 5 ls",
      "eval ls",
      "find . -delete",
    ],
    ...["npx tsc", "ssh host ls", "git -C * push", ""],
  ]
  for (const [command, expected] of cases)
    test(`${command} -> ${expected}`, () => expect(always(words(command))).toBe(expected))
  for (const command of never)
    test(`${JSON.stringify(command)} -> nothing`, () => expect(always(words(command))).toBeUndefined())
  test("no words -> nothing", () => expect(always([])).toBeUndefined())
})
