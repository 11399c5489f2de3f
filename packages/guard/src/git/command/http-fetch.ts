import type { Effect } from "../effect.ts"
import { allow, deny } from "../example.ts"
import { optionTable } from "../options.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import { mapValue } from "../../shell/value.ts"

const options = optionTable([
  "-c",
  "-t",
  "-a",
  "-v",
  "-d",
  "-w <file>",
  "--recover",
  "--stdin",
  "--packfile=<hash>",
  "--index-pack-args=<args>",
])

/** `-w` writes the commit into a file below refs/. */
function effects({ options, site }: Invocation): readonly Effect[] {
  const file = options.value("w")
  if (!file) return []
  return [{ kind: "ref", site, action: "update", ref: mapValue(file.value, (name) => `refs/${name}`), forced: true }]
}

const notRun = "needs a web server"

export const httpFetch: SubcommandSpec = {
  name: "http-fetch",
  options,
  effects,
  examples: [
    allow("git http-fetch -a HEAD https://example.invalid/r.git/", "objects only", { notRun }),
    deny(
      "foreign-branch",
      "git http-fetch -a -w heads/feat/other HEAD https://example.invalid/r.git/",
      "writes a foreign branch",
      { notRun },
    ),
  ],
}
