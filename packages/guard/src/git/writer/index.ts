/** The table of programs that write files and nothing else of git's, by every name of theirs (see `shell/table.ts`). */
import { tableOfFiles, type Table } from "../../shell/table.ts"
import type { ToolSpec } from "../spec.ts"

export const writers: Table<ToolSpec> = tableOfFiles<ToolSpec>([
  ["cp gcp mv gmv install ginstall ln gln rsync", () => (require("./copy.ts") as typeof import("./copy.ts")).copies],
  [
    "rm grm rmdir grmdir unlink gunlink shred gshred mkdir gmkdir touch gtouch chmod gchmod chown chgrp " +
      "gchown gchgrp truncate gtruncate tee gtee sponge dd gdd sed gsed perl",
    () => (require("./plain.ts") as typeof import("./plain.ts")).plains,
  ],
  [
    "tar gtar bsdtar unzip zip gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd lz4 wget curl patch gpatch",
    () => (require("./archive.ts") as typeof import("./archive.ts")).archives,
  ],
  ["npm pnpm yarn yarnpkg bun uv poetry", () => (require("./manager.ts") as typeof import("./manager.ts")).managers],
  ["apply_patch applypatch", () => [(require("./apply-patch.ts") as typeof import("./apply-patch.ts")).applyPatch]],
  ["find gfind", () => [(require("./find.ts") as typeof import("./find.ts")).find]],
])
