/** The processes that a command started: which are left, and how to end them all. */
import { readdirSync, readFileSync, readlinkSync } from "node:fs"

export interface Process {
  readonly pid: number
  /** As it was started, on one line; empty where it cannot be told. */
  readonly command: string
}

interface Entry {
  readonly pid: number
  readonly parent: number
  readonly group: number
  readonly session: number
  /** Tells two processes apart that had the same id one after the other. */
  readonly started: string
}

const LONGEST_COMMAND = 200
/** They have ended and only wait to be noticed. */
const DEAD = new Set(["Z", "X", "x"])

/** One living process, as the kernel tells; undefined where there is none. */
function entryOf(pid: number): Entry | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1")
    const [state, parent, group, session, ...rest] = text.slice(text.lastIndexOf(")") + 2).split(" ")
    if (state === undefined || DEAD.has(state)) return undefined
    return { pid, parent: Number(parent), group: Number(group), session: Number(session), started: rest[15] ?? "" }
  } catch {
    return undefined
  }
}

/** All living processes; undefined where the system has no /proc. */
function processes(): readonly Entry[] | undefined {
  let names: readonly string[]
  try {
    names = readdirSync("/proc")
  } catch {
    return undefined
  }
  const found = names.filter((name) => /^\d+$/.test(name)).flatMap((name) => entryOf(Number(name)) ?? [])
  return found.length > 0 ? found : undefined
}

/** The leader, its group, its session, and whatever descends from any of them. */
function membersOf(leader: number, all: readonly Entry[]): readonly Entry[] {
  const members = new Map<number, Entry>()
  let before = -1
  while (members.size > before) {
    before = members.size
    for (const entry of all) {
      if (entry.pid === process.pid) continue
      const belongs =
        entry.pid === leader || entry.group === leader || entry.session === leader || members.has(entry.parent)
      if (belongs) members.set(entry.pid, entry)
    }
  }
  return [...members.values()]
}

/** A process that is just becoming another program has no words for a moment. In milliseconds. */
const BECOMING = 20

/** Nothing where it has ended meanwhile. */
function describe({ pid }: Entry): readonly Process[] {
  try {
    for (let waited = 0; ; waited++) {
      const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").filter(Boolean)
      const line = words.join(" ").replace(/\s+/g, " ").trim()
      if (line !== "" || waited === BECOMING)
        return [{ pid, command: line.length > LONGEST_COMMAND ? `${line.slice(0, LONGEST_COMMAND)}…` : line }]
      if (!entryOf(pid)) return []
      Bun.sleepSync(1)
    }
  } catch {
    return []
  }
}

/** Whether anybody of the group is there. */
function isGroupThere(leader: number): boolean {
  try {
    process.kill(-leader, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}

/** Whoever has the pipe with this inode open, but for this process. */
function holdersOf(inode: number, all: readonly Entry[]): readonly Entry[] {
  return all.filter(({ pid }) => {
    if (pid === process.pid) return false
    try {
      return readdirSync(`/proc/${pid}/fd`).some((name) => {
        try {
          return readlinkSync(`/proc/${pid}/fd/${name}`) === `pipe:[${inode}]`
        } catch {
          return false
        }
      })
    } catch {
      return false
    }
  })
}

/**
 * What a command left running: of its group and session, and whoever still holds its output (`inode` of the pipe,
 * where it has not ended). Where the system does not tell, the group is named by its leader alone.
 */
export function leftOver(leader: number, inode?: number): readonly Process[] {
  if (inode === undefined && !isGroupThere(leader)) return []
  const all = processes()
  if (!all) return isGroupThere(leader) ? [{ pid: leader, command: "" }] : []
  const found = membersOf(leader, all)
  const holders = inode === undefined ? [] : holdersOf(inode, all)
  return [...new Map([...found, ...holders].map((entry) => [entry.pid, entry])).values()].flatMap(describe)
}

/** How long processes have between being asked to end and being killed. */
export const GRACE_MILLISECONDS = 1000
/** How long to wait for the killed to be gone. */
const KILL_MILLISECONDS = 2000
const LOOK_MILLISECONDS = 10

/**
 * Ends the leader's group and session, all that descends from them, and whoever holds the command's output (`inode` of
 * the pipe): TERM, then KILL for what is left after `grace` milliseconds. Returns when none is left alive.
 */
export async function endGroup(leader: number, inode: number, grace = GRACE_MILLISECONDS): Promise<void> {
  const known = new Map<number, Entry>()
  for (const entry of holdersOf(inode, processes() ?? [])) known.set(entry.pid, entry)
  /** Whoever is left. Processes that were seen once count even where their parent is gone by now. */
  const left = (): readonly number[] => {
    const all = processes()
    if (!all) return isGroupThere(leader) ? [-leader] : []
    for (const entry of membersOf(leader, all)) known.set(entry.pid, entry)
    return all.filter(({ pid, started }) => known.get(pid)?.started === started).map(({ pid }) => pid)
  }
  const signal = (name: NodeJS.Signals): void => [-leader, ...left()].forEach((pid) => send(pid, name))
  const isOver = async (milliseconds: number): Promise<boolean> => {
    const until = performance.now() + milliseconds
    while (left().length > 0) {
      if (performance.now() >= until) return false
      await Bun.sleep(LOOK_MILLISECONDS)
    }
    return true
  }
  signal("SIGTERM")
  // A stopped process hears nothing until it goes on.
  signal("SIGCONT")
  if (await isOver(grace)) return
  const until = performance.now() + KILL_MILLISECONDS
  do signal("SIGKILL")
  while (!(await isOver(LOOK_MILLISECONDS)) && performance.now() < until)
}

function send(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended by itself.
  }
}
