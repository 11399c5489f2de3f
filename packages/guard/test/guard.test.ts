/** The public API: verdicts, messages, paths, explanations, and what the cache may not hide. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Guard, type CheckRequest, type Verdict } from "../src/index.ts"
import { arrange, copyScene, run, type Scene } from "./fixture/index.ts"

let guard: Guard
let scene: Scene
beforeAll(async () => {
  guard = await Guard.load()
  scene = copyScene()
}, 120_000)
afterAll(() => scene.remove())

const check = (command: string, more: Partial<CheckRequest> = {}): Verdict =>
  guard.check({ command, directory: scene.own, env: scene.env, ...more })

describe("check", () => {
  test("an allow has no message and an empty remedy", () => {
    const verdict = check("git status")
    expect(verdict).toEqual({ verdict: "allow", effects: [], remedy: [] })
  })

  test("a deny names policy, code, command, owner and what to do", () => {
    const verdict = check("true && git checkout -B main HEAD")
    expect(verdict).toMatchObject({
      verdict: "deny",
      policy: "isolated-git",
      code: "isolated-git/foreign-branch",
      command: "git checkout -B main HEAD",
      owner: { branch: "main", path: scene.main },
    })
    expect(verdict.remedy.length).toBeGreaterThan(0)
    expect(verdict.effects.length).toBeGreaterThan(0)
  })

  test("the message says what, why, where, whose, and what instead", () => {
    const lines = check("git rebase main").reason!.split("\n")
    expect(lines[0]).toBe("Blocked in an isolated child session: git rebase main")
    expect(lines[1]).toStartWith("Reason: [isolated-git/rebase] ")
    const text = lines.join("\n")
    expect(text).toContain("share one ref store")
    expect(text).toContain(`your worktree: ${scene.own}`)
    expect(text).toContain("your branch:   feat/child-work")
    expect(text).toContain(`at stake:      branch main, checked out in ${scene.main}`)
    expect(text).toContain("Do this instead:")
    expect(text).toContain("`git pull --rebase origin main`")
  })

  test("an unknown own branch is said", async () => {
    const detached = copyScene()
    await arrange(detached, "git checkout -q --detach")
    const verdict = guard.check({ command: "git branch -D feat/other", directory: detached.own, env: detached.env })
    detached.remove()
    expect(verdict.reason).toContain("your branch:   unknown (detached HEAD)")
  })

  test("an orchestrator is named only where there is one", () => {
    const alone = copyScene({ integration: "self" })
    const verdict = guard.check({ command: "git branch -f main HEAD", directory: alone.own, env: alone.env })
    alone.remove()
    expect(verdict.verdict).toBe("deny")
    expect(verdict.reason).not.toContain("orchestrator")
    expect(check("git branch -f main HEAD").reason).toContain("ask the orchestrator")
  })

  test("a session in the main checkout is not touched", () => {
    expect(check("git rebase feat/other", { directory: scene.main })).toEqual({
      verdict: "allow",
      effects: [],
      remedy: [],
    })
  })

  test("the session's directory decides, not the command's", () => {
    expect(check("git reset --hard HEAD~1", { cwd: scene.main }).code).toBe("isolated-git/foreign-worktree")
    expect(check("git reset --hard HEAD~1", { cwd: join(scene.own, "src") }).verdict).toBe("allow")
  })

  test("a policy that the user has switched off is off", () => {
    const config = { off: ["isolated-git"] }
    expect(check("git rebase main", { config }).verdict).toBe("allow")
    expect(check("ringfence session grant-approval all", { config }).code).toBe("self/grant")
  })

  test("policies narrow", () => {
    expect(check("git rebase main", { policies: ["self"] }).verdict).toBe("allow")
    expect(check("ringfence session grant-approval all", { policies: ["isolated-git"] }).verdict).toBe("allow")
    expect(check("ringfence session grant-approval all").code).toBe("self/grant")
  })

  test("a lifted rule allows, and says so", () => {
    expect(check("git rebase main", { lifted: ["isolated-git/rebase"] })).toMatchObject({
      verdict: "allow",
      lifted: ["isolated-git/rebase"],
    })
    expect(check("git rebase main && git branch -D feat/other", { lifted: ["isolated-git/rebase"] }).code).toBe(
      "isolated-git/foreign-branch",
    )
  })

  test("what an allowed command creates is named, and only what did not exist", () => {
    expect(check("git switch -c feat/new && git tag v9").creates).toEqual(["refs/heads/feat/new", "refs/tags/v9"])
    expect(check("git switch feat/child-work").creates).toBeUndefined()
  })

  test("only unreadable operands are left to the fence", () => {
    expect(check('git branch -D "$B"').code).toBe("isolated-git/unreadable-operand")
    expect(check('git branch -D "$B"', { fenced: true }).verdict).toBe("allow")
    expect(check("git branch -D main", { fenced: true }).verdict).toBe("deny")
    expect(check('/usr/bin/git branch -D "$B"', { fenced: true }).verdict).toBe("deny")
    expect(check('env -i git branch -D "$B"', { fenced: true }).verdict).toBe("deny")
    expect(check(`bash -lc 'git branch -D "$B"'`, { fenced: true }).verdict).toBe("deny")
    expect(check('git -c core.hooksPath=/dev/null branch -D "$B"', { fenced: true }).verdict).toBe("deny")
  })
})

describe("the cache", () => {
  test("does not outlive what the verdict was based on", async () => {
    const own = copyScene()
    const ask = (command: string): string => guard.check({ command, directory: own.own, env: own.env }).verdict
    expect(ask("git checkout feat/later")).toBe("allow")
    await run(own, "git branch feat/later main", { in: "main" })
    expect(ask("git checkout feat/later")).toBe("deny")

    expect(ask("cd later && git reset --hard")).toBe("allow")
    await run(own, "ln -s ../main later", { in: "own" })
    expect(ask("cd later && git reset --hard")).toBe("deny")
    own.remove()
  })

  const outdated: readonly (readonly [name: string, command: string, first: string, change: string, then: string])[] = [
    ["a branch is made", "git branch -f later HEAD", "allow", "git -C ../main branch later", "deny"],
    ["a branch is deleted", "git branch -D feat/other", "deny", "git -C ../main branch -D feat/other", "allow"],
    ["a tag is made", "git tag -f v7", "allow", "git -C ../main tag v7", "deny"],
    ["refs are packed", "git branch -D feat/other", "deny", "git -C ../main pack-refs --all", "deny"],
    ["a branch is born here", "git push -f origin mine", "deny", "git checkout -q -b mine", "allow"],
    ["a worktree is added", "rm -rf ../third", "allow", "git -C ../main worktree add -q -b third ../third", "deny"],
    ["a sibling switches", "git push origin HEAD:elsewhere", "allow", "git -C ../sib checkout -q -b elsewhere", "deny"],
    ["somebody stashes", "git stash pop", "allow", "echo x >> ../main/README.md; git -C ../main stash -q", "deny"],
    [
      "a remote is added",
      "git remote add up ../x && git remote remove up",
      "allow",
      "git -C ../main remote add up ../y",
      "deny",
    ],
    ["an alias is configured", "git land", "allow", "git -C ../main config alias.land 'branch -D feat/other'", "deny"],
    ["the user's configuration changes", "git land", "allow", "git config --global alias.land 'merge main'", "deny"],
    [
      "a rebase begins",
      "git rebase --continue && git rebase main",
      "deny",
      "git rebase -q --exec false HEAD~1; true",
      "deny",
    ],
    ["a repository is made in the way", "cd lib && git checkout main", "deny", "git init -q lib", "allow"],
    [
      "settings are written",
      "git rebase main",
      "deny",
      'mkdir -p ~/.config/ringfence; echo \'{"off":["isolated-git"]}\' > ~/.config/ringfence/config.json',
      "allow",
    ],
    ["the .git file goes bad", "git branch -D nosuch", "allow", "echo 'gitdir: /nowhere' > .git", "deny"],
  ]
  for (const [name, command, first, change, then] of outdated) {
    test(`${name}`, async () => {
      const own = copyScene()
      await arrange(own, "mkdir -p lib")
      const ask = (): string => guard.check({ command, directory: own.own, env: own.env }).verdict
      const before = ask()
      await arrange(own, change)
      expect([before, ask()]).toEqual([first, then])
      own.remove()
    })
  }

  test("answers the same twice", () => {
    for (const command of ["git status", "git rebase main", 'git branch -D "$B"'])
      expect(check(command)).toEqual(check(command))
  })
})

describe("together", () => {
  test("answers like one by one, for all sessions and environments asked about", () => {
    const together = guard.together()
    for (const directory of [scene.own, scene.sib, scene.main, scene.tmp]) {
      for (const command of [
        "git status",
        "git rebase main",
        "git branch -D feat/sibling",
        'cd "$M" && git reset --hard',
      ]) {
        for (const env of [scene.env, { ...scene.env, M: scene.main }, { ...scene.env, M: scene.own }]) {
          const request = { command, directory, env }
          expect(together.check(request)).toEqual(guard.check(request))
        }
      }
    }
  })
})

describe("checkPath", () => {
  const path = (at: string, more: { content?: string; deletes?: boolean } = {}): Verdict =>
    guard.checkPath({ path: at, directory: scene.own, env: scene.env, ...more })

  test("own files and files elsewhere are free", () => {
    expect(path("src/new.ts").verdict).toBe("allow")
    expect(path(join(scene.tmp, "scratch.txt")).verdict).toBe("allow")
  })

  test("other checkouts and the shared git directory are not", () => {
    expect(path("../main/README.md")).toMatchObject({
      verdict: "deny",
      code: "isolated-git/foreign-worktree",
      owner: { path: scene.main },
    })
    expect(path(join(scene.sib, "new.txt")).code).toBe("isolated-git/foreign-worktree")
    expect(path(join(scene.main, ".git/packed-refs")).verdict).toBe("deny")
    expect(path(join(scene.main, ".git/hooks/pre-commit")).code).toBe("isolated-git/shared-config")
    expect(path("../main/README.md").reason).toContain(join(scene.own, "README.md"))
  })

  test("nothing is refused in the main checkout's own session", () => {
    expect(guard.checkPath({ path: "README.md", directory: scene.main, env: scene.env }).verdict).toBe("allow")
  })
})

describe("self", () => {
  test("an off switch in a client's settings is refused, other edits are not", () => {
    const write = (content: string): Verdict =>
      guard.checkPath({ path: ".claude/settings.local.json", directory: scene.own, env: scene.env, content })
    expect(write('{"disableAllHooks": true}').code).toBe("self/guard-settings")
    expect(write('{"disableAllHooks": false, "model": "x"}').verdict).toBe("allow")
    expect(check(`mkdir -p .claude && echo '{"disableAllHooks":true}' > .claude/settings.json`).code).toBe(
      "self/guard-settings",
    )
    expect(check(`mkdir -p .claude && echo '{"model":"x"}' > .claude/settings.json`).verdict).toBe("allow")
    expect(check(`cat > .codex/config.toml <<'EOF'\n[features]\nhooks = false\nEOF`).code).toBe("self/guard-settings")
  })

  test("Grok's lists of what may run are settings too, wherever its folder is", () => {
    const write = (path: string, content: string): Verdict =>
      guard.checkPath({ path, directory: scene.own, env: { ...scene.env, GROK_HOME: scene.tmp }, content })
    for (const folder of [join(scene.home, ".grok"), scene.tmp]) {
      expect(write(`${folder}/disabled-hooks`, "global/ringfence:pre_tool_use[0].hooks[0]\n").code).toBe(
        "self/guard-settings",
      )
      expect(write(`${folder}/disabled-hooks`, "global/other:stop[0].hooks[0]\n").verdict).toBe("allow")
      expect(write(`${folder}/requirements.toml`, "allow_managed_hooks_only = true\n").code).toBe("self/guard-settings")
      expect(write(`${folder}/requirements.toml`, "fail_closed = true\n").verdict).toBe("allow")
    }
  })

  test("a scratch copy of such a file is nobody's settings", () => {
    expect(
      check(`d=$(mktemp -d) && mkdir -p $d/.claude && echo '{"disableAllHooks":true}' > $d/.claude/settings.json`)
        .verdict,
    ).toBe("allow")
  })

  test("a file of hooks that is ours is not taken away", () => {
    for (const file of [".grok/hooks/ringfence.json", ".github/hooks/ringfence.json"]) {
      mkdirSync(join(scene.own, file, ".."), { recursive: true })
      writeFileSync(join(scene.own, file), '{"hooks": {"PreToolUse": [{"command": "ringfence hook grok"}]}}')
      expect(check(`rm ${file}`).code).toBe("self/guard-settings")
    }
  })

  test("our entry is not taken out of a settings file", () => {
    mkdirSync(join(scene.own, ".gemini"), { recursive: true })
    writeFileSync(
      join(scene.own, ".gemini/settings.json"),
      '{"hooks": {"BeforeTool": [{"command": "ringfence hook gemini"}]}}',
    )
    expect(check("rm .gemini/settings.json").code).toBe("self/guard-settings")
    expect(check("echo '{}' > .gemini/settings.json").code).toBe("self/guard-settings")
    expect(check("cat .gemini/settings.json").verdict).toBe("allow")
    expect(
      guard.checkPath({ path: ".gemini/settings.json", directory: scene.own, env: scene.env, deletes: true }).code,
    ).toBe("self/guard-settings")
  })

  test("what we go by ourselves is not the session's to write", () => {
    expect(
      check(`mkdir -p ~/.config/ringfence && echo '{"off":["isolated-git"]}' > ~/.config/ringfence/config.json`).code,
    ).toBe("self/guard-settings")
    expect(check("rm -rf ~/.config/ringfence").code).toBe("self/guard-settings")
    expect(check('echo / >> "$RINGFENCE_DATA/adopted"').code).toBe("self/guard-settings")
    expect(check("mkdir -p ~/.config/other && echo x > ~/.config/other/config.json").verdict).toBe("allow")
  })

  test("the record is not the session's to write", () => {
    const gitDir = join(scene.main, ".git/worktrees/own")
    expect(check(`rm -rf ${gitDir}/ringfence`).code).toBe("self/guard-settings")
    expect(check(`echo feat/other >> ${gitDir}/ringfence/born`).code).toBe("self/guard-settings")
  })
})

describe("explain", () => {
  test("shows commands with directories, effects, ownership and verdict", () => {
    const explanation = guard.explain({ command: "cd src && git branch -D main", directory: scene.own, env: scene.env })
    expect(explanation.isolated).toBe(true)
    expect(explanation.ownership).toMatchObject({
      worktree: scene.own,
      branch: "feat/child-work",
      integration: "orchestrator",
    })
    expect(explanation.ownership!.others.map((other) => [other.path, other.branch])).toContainEqual([
      scene.main,
      "main",
    ])
    const last = explanation.steps.at(-1)!
    expect(last.command.directory).toEqual({ kind: "at", path: join(scene.own, "src") })
    expect(last.effects).toMatchObject([{ kind: "ref", action: "delete", ref: { text: "refs/heads/main" } }])
    expect(explanation.verdict.code).toBe("isolated-git/foreign-branch")
  })

  test("works where nothing is guarded", () => {
    const explanation = guard.explain({ command: "git rebase feat/other", directory: scene.main, env: scene.env })
    expect(explanation.isolated).toBe(false)
    expect(explanation.verdict.verdict).toBe("allow")
    expect(explanation.steps).toHaveLength(1)
  })
})

describe("bad input", () => {
  const MIB = 1024 * 1024
  const table: readonly (readonly [string, string, "allow" | "deny"])[] = [
    ["empty", "", "allow"],
    ["blanks", " \n\t\n", "allow"],
    ["NUL without git", "ls\0 -l", "allow"],
    ["NUL with git", "git status\0", "deny"],
    ["1 MiB that names git", `git status; ${": ".repeat(MIB / 2)}`, "deny"],
    ["1 MiB without it", ": ".repeat(MIB / 2), "allow"],
    ["1 MiB of data", `cat > big.txt <<'EOF'\n${"git rebase main\n".repeat(MIB / 16 - 8)}EOF`, "allow"],
    ["1 MiB in quotes before a merge", `echo '${"a".repeat(MIB)}' && git merge main`, "deny"],
    ["an open quote", "git commit -m 'oops", "allow"],
    ["lone surrogates", "git commit -m '\ud800'", "allow"],
    ["CRLF", "git add -A\r\ngit commit -m x\r\n", "allow"],
  ]
  for (const [name, command, verdict] of table) {
    test(name, () => expect(check(command).verdict).toBe(verdict), 60_000)
  }

  test("directories that are none", () => {
    for (const directory of ["/nonexistent/place", "/", scene.tmp, "relative", ""]) {
      expect(guard.check({ command: "git rebase main", directory, env: scene.env }).verdict).toBe("allow")
    }
  })
})

describe("a worktree whose repository is lost", () => {
  test("does not hand the session the repository above it", async () => {
    const nested = copyScene({ integration: "self", layout: "nested" })
    await arrange(nested, "rm .git && ln -s /nowhere/at/all .git")
    const ask = (command: string): string => guard.check({ command, directory: nested.own, env: nested.env }).verdict
    for (const command of ["git reset --hard", "git branch -D release", "git checkout release", "git commit -am x"])
      expect([command, ask(command)]).toEqual([command, "deny"])
    expect(ask("git log")).toBe("allow")
    nested.remove()
  })

  test("fails closed on what it cannot show to be its own, and lets ordinary work be", () => {
    const lost = copyScene()
    writeFileSync(join(lost.own, ".git"), "gitdir: /nowhere/.git/worktrees/own\n")
    const ask = (command: string): string => guard.check({ command, directory: lost.own, env: lost.env }).verdict
    for (const command of ["git branch -D main", "git checkout main", "git push -f origin main", "git rebase main"])
      expect([command, ask(command)]).toEqual([command, "deny"])
    for (const command of ["git status", "git add -A", "git commit -m x", "git checkout -- src/app.txt", "npm test"])
      expect([command, ask(command)]).toEqual([command, "allow"])
    lost.remove()
  })
})
