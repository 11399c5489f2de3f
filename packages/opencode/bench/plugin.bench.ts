/**
 * What the guard adds to a bash call in the real opencode: the time from one request to the model to the next, over
 * calls of `true`, in servers that take turns so that what else the machine does falls on all of them. Two of them are
 * unguarded: what differs between those is noise. And the hooks alone, in this process.
 */
import { loadGuard, Watch } from "../src/plugin/guard.ts"
import type { Hosted, Opencode } from "../src/plugin/opencode.ts"
import { bash } from "../test/plugin/model-server.ts"
import { Home } from "../test/plugin/opencode.ts"

const ROUNDS = 30
const CALLS = 6

const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * part)]!

const shown = (name: string, values: readonly number[]): string =>
  `${name.padEnd(34)} p25 ${quantile(values, 0.25).toFixed(3)}  p50 ${quantile(values, 0.5).toFixed(3)}  p75 ${quantile(values, 0.75).toFixed(3)} ms`

/** An opencode to measure, with a session in a worktree. */
async function prepare(plugins?: readonly unknown[]) {
  const home = new Home(plugins ? { plugins } : {})
  const server = await home.serve()
  const session = await server.session(home.worktree("child"))
  const play = async (): Promise<readonly number[]> => {
    const message = home.model.script(...Array.from({ length: CALLS }, () => bash("true")))
    await server.play(session, message)
    return home.model.times(message)
  }
  await play()
  return { play, stop: () => server.stop().finally(() => home.remove()) }
}

const SIDES = ["unguarded", "unguarded again", "guarded"] as const
const sides = {
  unguarded: await prepare([]),
  "unguarded again": await prepare([]),
  guarded: await prepare(),
}
const rounds = Object.fromEntries(SIDES.map((name) => [name, [] as (readonly number[])[]]))
try {
  for (let round = 0; round < ROUNDS; round++)
    for (const turn of SIDES.keys()) {
      const name = SIDES[(round + turn) % SIDES.length]!
      rounds[name]!.push(await sides[name].play())
    }
} finally {
  await Promise.all(SIDES.map((name) => sides[name].stop()))
}

for (const name of SIDES) console.log(shown(`opencode, a call, ${name}`, rounds[name]!.flat()))
for (const name of ["guarded", "unguarded again"] as const) {
  // Side by side, round by round; the bounds hold the median of such differences in 95 of 100 cases.
  const more = rounds[name]!.map((times, at) => quantile(times, 0.5) - quantile(rounds["unguarded"]![at]!, 0.5))
  const reach = 0.98 / Math.sqrt(ROUNDS)
  const [low, middle, high] = [0.5 - reach, 0.5, 0.5 + reach].map((part) => quantile(more, part).toFixed(2))
  console.log(`${name} - unguarded: ${middle} ms a call (${low} to ${high})`)
}
console.log()

const home = new Home()
try {
  const directory = home.worktree("child")
  const session: Hosted = { id: "ses_1", projectID: "p", directory, title: "t" }
  const opencode = { session: async () => session, chain: async () => [session] } as unknown as Opencode
  const watch = new Watch({
    opencode,
    host: () => Promise.reject(new Error("not needed")),
    load: loadGuard,
    trouble: (what, error) => console.error(what, error),
  })
  for (const command of ["true", "git status -sb", "npm test && git add -A && git commit -m 'all of it'"]) {
    const hook: number[] = []
    for (let call = 0; call < 500; call++) {
      const start = performance.now()
      await watch.before({ tool: "bash", sessionID: "ses_1", callID: `call_${call}` }, { command })
      await watch.after(`call_${call}`)
      hook.push(performance.now() - start)
    }
    console.log(shown(`hooks alone: ${command.slice(0, 20)}`, hook))
  }
} finally {
  await home.remove()
}
