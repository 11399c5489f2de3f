/** Which process waits for an ask, so that what a dead one left behind is not taken for a question. */
import { hostname } from "node:os"
import * as Process from "../worktree/owner.ts"

/** This process: `pid/start/host`. */
export function owner(): string {
  const { pid, start } = Process.self()
  return [pid, start, hostname()].join("/")
}

/** Whether the process may still be there. One on another machine cannot be seen from here and counts as alive. */
export function isAlive(owner: string): boolean {
  const [pid, start = "", ...host] = owner.split("/")
  return host.join("/") !== hostname() || Process.isAlive({ pid: Number(pid), start })
}
