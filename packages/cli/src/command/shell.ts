/** `ringfence sh`, where it did not come through the launcher, which alone can become the shell itself. */
import { join } from "node:path"
import { checkout } from "../checkout.ts"
import type { Options } from "../specification.ts"
import type { shell } from "../specification/shell.ts"

/** Runs the shell front through the launcher, and returns its exit code. */
export async function runShell({ words }: Options<typeof shell>): Promise<number> {
  const child = Bun.spawn([join(checkout(), "ringfence"), "sh", ...words], { stdio: ["inherit", "inherit", "inherit"] })
  return child.exited
}
