/** Wrappers that change how a process runs: priority, time, signals, session, tracing. */
import { textOf } from "../value.ts"
import type { Inner, Wrapper, WrapperCall } from "../wrapper.ts"
import { read, rules } from "./options.ts"
import { row } from "./row.ts"
import { run, runText, settings } from "./words.ts"

const TIME = rules([
  "-f --format <format>",
  "-o --output <file>",
  "-a --append",
  "-p --portability",
  "-v --verbose",
  "-q --quiet",
  "-h!",
  "-l",
])

/** A bare `time` is the shell's keyword and starts no process; `\time`, `/usr/bin/time` and `X=1 time` do. */
function unwrapTime(call: WrapperCall): readonly Inner[] {
  const reading = read(TIME, call.argv.slice(1))
  return reading.quits ? [] : run(reading.rest, { forks: call.prefixed || call.argv[0]!.text !== "time" })
}

const FLOCK = rules([
  "-s --shared",
  "-x -e --exclusive",
  "-u --unlock",
  "-n --nb --nonblock",
  "-w --wait --timeout <seconds>",
  "-E --conflict-exit-code <n>",
  "-o --close",
  "-c --command <text>",
  "-F --no-fork",
  "--verbose",
  "--fcntl",
  "-h!",
  "-V!",
])

/** `flock [options] <file> -c text`, `flock <file> command …`, or `flock <fd>`, which runs nothing. */
function unwrapFlock(call: WrapperCall): readonly Inner[] {
  const reading = read(FLOCK, call.argv.slice(1))
  if (reading.quits) return []
  const before = reading.value("command")
  if (before) return runText(before.value)
  const after = reading.rest.slice(1)
  const option = textOf(after[0]?.value)
  return option === "-c" || option === "--command" ? runText(after[1]?.value) : run(after)
}

const SYSTEMD = rules([
  "-p --property <p>",
  "-u --unit <name>",
  "--user",
  "--system",
  "--scope",
  "--slice <name>",
  "--slice-inherit",
  "-E --setenv <pair>",
  "--working-directory <dir>",
  "-d --same-dir",
  "-t --pty",
  "-P --pipe",
  "-S --shell",
  "-q --quiet",
  "-G --collect",
  "-r --remain-after-exit",
  "--wait",
  "--send-sighup",
  "--no-block",
  "--no-ask-password",
  "--uid <user>",
  "--gid <group>",
  "--nice <n>",
  "-H --host <host>",
  "-M --machine <name>",
  "--description <text>",
  "--service-type <type>",
  "--on-active <s>",
  "--on-boot <s>",
  "--on-startup <s>",
  "--on-unit-active <s>",
  "--on-unit-inactive <s>",
  "--on-calendar <s>",
  "--on-timezone-change",
  "--on-clock-change",
  "--timer-property <p>",
  "--path-property <p>",
  "--socket-property <p>",
  "-h!",
])

/** A service starts in `/` or, of a user, at home, unless it is told to start here. */
function unwrapSystemd(call: WrapperCall): readonly Inner[] {
  const reading = read(SYSTEMD, call.argv.slice(1))
  if (reading.quits) return []
  const here = reading.has("scope", "same-dir", "shell")
  const home = reading.has("user") ? call.variable("HOME") : undefined
  const directory =
    reading.value("working-directory")?.value ?? (here ? undefined : (home ?? { kind: "known", text: "/" }))
  const sets = settings(reading.values("setenv"))
  return run(reading.rest, { ...(directory ? { directory } : {}), ...(sets ? { sets } : {}), place: "background" })
}

export const processes: readonly Wrapper[] = [
  { names: ["time", "gtime"], unwrap: unwrapTime },
  { names: ["flock"], unwrap: unwrapFlock },
  { names: ["systemd-run"], unwrap: unwrapSystemd },
  row({ names: ["nohup", "gnohup", "chronic", "unbuffer", "dbus-run-session", "catchsegv", "eatmydata"] }),
  row({ names: ["nice", "gnice"], options: ["-n --adjustment <n>"] }),
  row({
    names: ["ionice"],
    options: [
      "-c --class <class>",
      "-n --classdata <n>",
      "-t --ignore",
      "-p --pid!",
      "-P --pgid!",
      "-u --uid!",
      "-h!",
      "-V!",
    ],
  }),
  row({
    names: ["chrt"],
    operands: 1,
    options: [
      "-b --batch",
      "-d --deadline",
      "-f --fifo",
      "-i --idle",
      "-o --other",
      "-r --rr",
      "-R --reset-on-fork",
      "-T --sched-runtime <ns>",
      "-P --sched-period <ns>",
      "-D --sched-deadline <ns>",
      "-a --all-tasks",
      "-m --max!",
      "-p --pid!",
      "-v --verbose",
      "-h!",
      "-V!",
    ],
  }),
  row({
    names: ["timeout", "gtimeout"],
    operands: 1,
    options: [
      "-k --kill-after <time>",
      "-s --signal <signal>",
      "-f --foreground",
      "-p --preserve-status",
      "-v --verbose",
    ],
  }),
  row({ names: ["stdbuf", "gstdbuf"], options: ["-i --input <mode>", "-o --output <mode>", "-e --error <mode>"] }),
  row({ names: ["setsid"], options: ["-c --ctty", "-f --fork", "-w --wait", "-h!", "-V!"] }),
  row({ names: ["caffeinate"], options: ["-d", "-i", "-m", "-s", "-u", "-t <seconds>", "-w <pid>"] }),
  row({ names: ["taskset"], operands: 1, options: ["-a --all-tasks", "-c --cpu-list", "-p --pid!", "-h!", "-V!"] }),
  row({
    names: ["numactl"],
    options: [
      "-i --interleave <n>",
      "-N --cpunodebind <n>",
      "-C --physcpubind <n>",
      "-m --membind <n>",
      "-p --preferred <n>",
      "-l --localalloc",
      "-s --show!",
      "-H --hardware!",
    ],
  }),
  row({
    names: ["prlimit"],
    options: ["-p --pid <pid>", "-o --output <list>", "--noheadings", "--raw", "--verbose", "-h!", "-V!"],
  }),
  row({
    names: ["strace"],
    options: [
      "-a <n>",
      "-b <syscall>",
      "-e <expression>",
      "-E --env <pair>",
      "-I <n>",
      "-o --output <file>",
      "-O <n>",
      "-p --attach <pid>!",
      "-P --trace-path <path>",
      "-s --string-limit <n>",
      "-S <key>",
      "-u --user <user>",
      "-U <list>",
      "-X <format>",
      "-h!",
      "-V!",
    ],
    setting: ["env"],
  }),
  row({
    names: ["ltrace"],
    options: [
      "-a --align <n>",
      "-A <n>",
      "-D <mask>",
      "-e <filter>",
      "-F --config <file>",
      "-l --library <lib>",
      "-n --indent <n>",
      "-o --output <file>",
      "-p <pid>!",
      "-s <n>",
      "-u <user>",
      "-w --where <n>",
      "-x <filter>",
      "-h!",
      "-V!",
    ],
  }),
  row({
    names: ["valgrind"],
    options: ["-h!", "-q --quiet", "-v --verbose", "-d"],
  }),
  row({
    names: ["xvfb-run"],
    options: [
      "-a --auto-servernum",
      "-e --error-file <file>",
      "-f --auth-file <file>",
      "-l --listen-tcp",
      "-n --server-num <n>",
      "-p --xauth-protocol <name>",
      "-s --server-args <text>",
      "-w --wait <seconds>",
      "-h!",
    ],
  }),
  row({
    names: ["retry"],
    options: [
      "-t --times --tries <n>",
      "-d --delay <s>",
      "-m --min <s>",
      "-M --max <s>",
      "-u --until <what>",
      "-w --while <what>",
    ],
  }),
  row({
    names: ["rlwrap"],
    options: [
      "-f --file <file>",
      "-H --history-filename <file>",
      "-s --histsize <n>",
      "-b --break-chars <list>",
      "-D --history-no-dupes <n>",
      "-p --prompt-colour[=<c>]",
      "-S --substitute-prompt <text>",
      "-z --filter <text>",
    ],
  }),
]
