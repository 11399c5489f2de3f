/**
 * What the guard adds to a bash call in the real opencode: the time from one request to the model to the next, over
 * calls of `true`, in two servers that take turns; and the hooks alone, in this process.
 */
import { loadGuard, Watch } from "../src/plugin/guard.ts"
import type { Hosted, Opencode } from "../src/plugin/opencode.ts"
import { bash } from "../test/plugin/model-server.ts"
import { Home } from "../test/plugin/opencode.ts"

const ROUNDS = 8
const CALLS = 12

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

const sides = { unguarded: await prepare([]), guarded: await prepare() }
const times = { unguarded: [] as number[], guarded: [] as number[] }
try {
  for (let round = 0; round < ROUNDS; round++)
    for (const name of round % 2 === 0 ? (["unguarded", "guarded"] as const) : (["guarded", "unguarded"] as const))
      times[name].push(...(await sides[name].play()))
} finally {
  await Promise.all([sides.unguarded.stop(), sides.guarded.stop()])
}
for (const name of ["unguarded", "guarded"] as const) console.log(shown(`opencode, a call, ${name}`, times[name]))
const ratio = quantile(times.guarded, 0.5) / quantile(times.unguarded, 0.5)
console.log(`guarded / unguarded at p50: ${ratio.toFixed(3)} over ${times.guarded.length} calls each\n`)

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
