/**
 * The table of wrappers: commands that run the command in their arguments, by every name of theirs, and the file that
 * says what each makes of its arguments (see `../table.ts`).
 */
import { tableOfFiles, type Table } from "../table.ts"
import type { Wrapper } from "../wrapper.ts"

export const wrappers: Table<Wrapper> = tableOfFiles<Wrapper>([
  [
    "env genv sudo doas su runuser exec command builtin pkexec cross-env cross-env-shell dotenv",
    () => (require("./environment.ts") as typeof import("./environment.ts")).environment,
  ],
  [
    "time gtime flock systemd-run nohup gnohup chronic unbuffer dbus-run-session catchsegv eatmydata nice gnice ionice " +
      "chrt timeout gtimeout stdbuf gstdbuf setsid caffeinate taskset numactl prlimit strace ltrace valgrind xvfb-run " +
      "retry rlwrap",
    () => (require("./process.ts") as typeof import("./process.ts")).processes,
  ],
  [
    "bash sh dash zsh ksh ash rbash mksh fish eval busybox toybox",
    () => (require("./shell.ts") as typeof import("./shell.ts")).shells,
  ],
  ["xargs gxargs find gfind fd fdfind parallel", () => (require("./list.ts") as typeof import("./list.ts")).lists],
  [
    "watch viddy script entr tmux screen hyperfine concurrently watchexec at batch",
    () => (require("./terminal.ts") as typeof import("./terminal.ts")).terminals,
  ],
  [
    "npm npx pnpx pnpm yarn bunx bun poetry uv pipenv rye pdm hatch conda mamba micromamba pixi bundle direnv mise rtx " +
      "asdf rbenv pyenv nodenv goenv volta fnm nix nix-shell dotenvx op doppler infisical aws-vault sops",
    () => (require("./packages.ts") as typeof import("./packages.ts")).packages,
  ],
])
