/** A workspace with things outside that must not be reached, and what a command really reached of them. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, lstatSync } from "node:fs"
import { join } from "node:path"
import { processFolder } from "../fixture/place.ts"
import { cleanEnvironment } from "../fixture/template.ts"

/** Built once: `ws` is the root, everything beside it is outside. */
const BUILD = `
mkdir -p ws/sub ws/template/hooks out bin home
cat > bin/program <<'EOF'
#!/bin/sh
touch "$MARK"
EOF
chmod +x bin/program
cp bin/program bin/git-merge-evil; cp bin/program bin/git-remote-evil
cd out
git init -q -b main o; cd o; echo SECRET > secret; git add secret; git commit -qm outside; git rev-parse HEAD > ../../oid; cd ..
git clone -q --bare o o.git; mv o/secret secret; rm -rf o
cp -r o.git ../home/secret.git
cd ../ws
git init -q -b main; cp ../bin/program x; cp x template/hooks/post-checkout
printf 'one\\n' > a; printf '* diff=tool filter=tool\\n' > attributes; printf 'sub\\n' > sub/b
git add a x sub; git commit -qm first; printf 'two\\n' >> a; git commit -qam second
git branch topic HEAD~1; git tag v1
git clone -q --bare . src.git
ln -s ../out link; ln -s ../out/o.git hid.git
mkdir hooks; cp x hooks/reference-transaction; printf '[core]\\n\\tfsmonitor = ./x\\n' > more
find .. -name '*.sample' -delete
`

export interface Workspace {
  /** The folder that holds everything. */
  readonly top: string
  readonly root: string
  readonly outside: string
  readonly env: Readonly<Record<string, string>>
}

let template: string | undefined
let copies = 0

/** A fresh copy. */
export function copyWorkspace(): Workspace {
  const folder = join(processFolder(), "scenes")
  if (template === undefined) {
    const built = join(folder, "inventory")
    mkdirSync(built)
    const made = bash(BUILD, built, environment(built))
    if (made.exit !== 0) throw new Error(`The workspace could not be built: ${made.text}`)
    template = built
  }
  const top = join(folder, `inventory-${++copies}`)
  cpSync(template, top, { recursive: true, verbatimSymlinks: true })
  return { top, root: join(top, "ws"), outside: join(top, "out"), env: environment(top) }
}

function environment(top: string): Record<string, string> {
  const clean = cleanEnvironment(join(top, "home"))
  return { ...clean, PATH: `${join(top, "bin")}:${clean["PATH"]}`, MARK: join(top, "ran"), GIT_EDITOR: "program" }
}

interface Ran {
  readonly exit: number
  readonly text: string
}

function bash(script: string, cwd: string, env: Readonly<Record<string, string>>): Ran {
  return finished(
    Bun.spawnSync(["bash", "--noprofile", "--norc", "-ec", script], { cwd, env, stdin: "ignore", ...PIPES }),
  )
}

const PIPES = { stdout: "pipe", stderr: "pipe", timeout: 60_000 } as const

const finished = ({ exitCode, stdout, stderr }: ReturnType<typeof Bun.spawnSync>): Ran => ({
  exit: exitCode,
  text: `${stdout}${stderr}`,
})

/** What running git came to. */
export interface Reached {
  readonly exit: number
  readonly text: string
  /** The program was run. */
  readonly ran: boolean
  /** Something outside has changed. */
  readonly changed: boolean
  /** Something of the outside is now inside, or was printed. */
  readonly read: boolean
}

export interface Running {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly given?: string
  readonly stdin?: string
  /** Typed afterwards, to show what the command prepared. */
  readonly afterwards?: string
}

/** Gives the words to real git. */
export function runGit(argv: readonly string[], running: Running): Reached {
  const workspace = copyWorkspace()
  const { top, root } = workspace
  const cwd = join(root, running.cwd ?? ".")
  const env = { ...workspace.env, ...running.env }
  if (running.given !== undefined) {
    const given = bash(running.given, root, env)
    if (given.exit !== 0) throw new Error(`The set-up failed: ${running.given}\n${given.text}`)
  }
  rmSync(join(top, "ran"), { force: true })
  const before = snapshot(top)
  const stdin = Buffer.from(running.stdin ?? "")
  const main = finished(
    Bun.spawnSync(["git", ...argv.map((word) => word.replaceAll("@", top))], { cwd, env, stdin, ...PIPES }),
  )
  const after = running.afterwards === undefined ? { exit: 0, text: "" } : bash(`${running.afterwards}\ntrue`, cwd, env)
  const text = main.text + after.text
  const secrets = ["SECRET", readFileSync(join(top, "oid"), "utf8").trim(), `${top}/out/o.git/objects`]
  const reached = {
    exit: main.exit,
    text,
    ran: existsSync(join(top, "ran")),
    changed: snapshot(top) !== before,
    read: secrets.some((secret) => text.includes(secret) || holds(root, secret)),
  }
  rmSync(top, { recursive: true, force: true })
  return reached
}

/** Everything beside the workspace and the mark. */
function snapshot(top: string): string {
  const parts: string[] = []
  const walk = (folder: string): void => {
    for (const name of readdirSync(folder).toSorted()) {
      const path = join(folder, name)
      if (path === join(top, "ws") || path === join(top, "ran")) continue
      const stat = lstatSync(path)
      if (stat.isDirectory()) {
        parts.push(path)
        walk(path)
      } else parts.push(path, stat.isSymbolicLink() ? readlinkSync(path) : readFileSync(path, "latin1"))
    }
  }
  walk(top)
  return parts.join("\0")
}

function holds(folder: string, secret: string): boolean {
  return readdirSync(folder).some((name) => {
    const path = join(folder, name)
    const stat = lstatSync(path)
    if (stat.isDirectory()) return holds(path, secret)
    return stat.isFile() && readFileSync(path, "latin1").includes(secret)
  })
}
