/** Process groups: ending one, and knowing that it is over. */
import { readdirSync, readFileSync } from "node:fs"

/** Milliseconds in which a TERM has to be obeyed: git takes its lock files away. */
const GRACE = 2000
/** Milliseconds between looks at what is left of a group. */
const LOOK = 10

/** Sends a signal to a whole group. Returns whether anybody was there to get it. */
export function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-group, signal)
    return true
  } catch {
    return false
  }
}

/**
 * Ends a group: TERM, and KILL for what is left of it after a while. All of it gets its time, not only its leader:
 * `git pull` is over at once, and what it started still has a lock file to take away.
 *
 * @returns whether somebody had to be killed
 */
export async function endGroup(group: number, grace = GRACE): Promise<boolean> {
  if (!signalGroup(group, "SIGTERM")) return false
  const until = performance.now() + grace
  let killed = false
  while (isAlive(group)) {
    if (performance.now() >= until) {
      killed = true
      signalGroup(group, "SIGKILL")
      // It cannot be refused, and is obeyed as soon as the kernel lets go of what it does.
      if (performance.now() >= until + grace) return killed
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK))
  }
  return killed
}

/** Whether a group has members that are more than an entry in the table of processes. */
function isAlive(group: number): boolean {
  if (!signalGroup(group, 0)) return false
  const processes = statuses()
  return processes === undefined || processes.some((each) => each.group === group && each.state !== "Z")
}

interface Status {
  readonly pid: number
  readonly name: string
  readonly state: string
  readonly group: number
}

/** Every process there is; undefined where the system does not tell. */
export function statuses(): readonly Status[] | undefined {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => statusOf(Number(pid)) ?? [])
  } catch {
    return undefined
  }
}

function statusOf(pid: number): Status | undefined {
  try {
    const [, name, state, group] = /^\d+ \((.*)\) (\S) \d+ (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, "latin1"))!
    return { pid, name: name!, state: state!, group: Number(group) }
  } catch {
    // It has gone meanwhile.
    return undefined
  }
}
