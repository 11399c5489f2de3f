/** How to talk with each client's hook. One file a client, loaded when it is that client's hook that runs. */
import type { Dialect } from "./hook/dialect.ts"

const DIALECTS: Readonly<Record<string, () => Promise<{ readonly dialect: Dialect }>>> = {
  claude: () => import("./claude.ts"),
  codex: () => import("./codex.ts"),
  gemini: () => import("./gemini.ts"),
  qwen: () => import("./qwen.ts"),
  copilot: () => import("./copilot.ts"),
  grok: () => import("./grok.ts"),
  pi: () => import("./pi.ts"),
  "pi-signed": () => import("./pi.ts"),
  opencode: () => import("./opencode/hook.ts"),
}

/** The clients that are known, by their names. */
export const HOOKED: readonly string[] = Object.keys(DIALECTS)

/** The dialect of a client; of one that is not known that which most understand. */
export async function dialectOf(client: string): Promise<Dialect> {
  if (Object.hasOwn(DIALECTS, client)) return (await DIALECTS[client]!()).dialect
  return (await import("./hook/unknown.ts")).unknown(client)
}
