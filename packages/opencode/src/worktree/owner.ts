/** Which process something belongs to, told so that another process of the same number is not taken for it. */
import { readFileSync } from "node:fs"

export interface Owner {
  readonly pid: number
  /** When it started, as this platform tells; empty where it does not tell. */
  readonly start: string
}

/** When a running process started; undefined where none of this number runs. */
function startOf(pid: number): string | undefined {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // A process of somebody else cannot be signalled, but it runs.
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return undefined
  }
  try {
    // The name in brackets may hold anything; after it come the state and, 19 fields on, the start.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\)/s, "").trim().split(" ")
    return fields[0] === "Z" ? undefined : (fields[19] ?? "")
  } catch {
    const told = Bun.spawnSync(["ps", "-o", "lstart=", "-p", String(pid)], { stdout: "pipe", stderr: "ignore" })
    return told.stdout.toString().trim()
  }
}

/** A running process; undefined where none of this number runs. */
export function of(pid: number): Owner | undefined {
  const start = startOf(pid)
  return start === undefined ? undefined : { pid, start }
}

/** This process. */
export const self = (): Owner => ({ start: "", ...of(process.pid), pid: process.pid })

/** Whether the process still runs. */
export const isAlive = ({ pid, start }: Owner): boolean => startOf(pid) === start
