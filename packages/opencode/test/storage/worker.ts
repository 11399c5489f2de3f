/** Another process on the same database: `worker.ts VERB [ARGUMENT]`. It says on its output what is done. */
import { SQL } from "bun"
import { Effect, Layer } from "effect"
import { join } from "node:path"
import { Global } from "../../src/global/index.ts"
import { Storage } from "../../src/storage/index.ts"
import { add, labels, problems } from "./support.ts"

const [verb, ...argv] = process.argv.slice(2)
const say = (text: string): void => void process.stdout.write(`${text}\n`)
const told = (): Promise<unknown> => Bun.stdin.text()
const outcome = <A>(effect: Effect.Effect<A, Storage.Error, Storage.Service>) =>
  effect.pipe(
    Effect.match({
      onSuccess: () => "ok",
      onFailure: (error) => `${error._tag} ${error.message}`,
    }),
  )

const verbs: Readonly<Record<string, () => Effect.Effect<void, Storage.Error, Storage.Service>>> = {
  /** Holds a write until its input ends. */
  hold: () =>
    Effect.promise(async () => {
      const sql = new SQL({ adapter: "sqlite", filename: join(process.env.RINGFENCE_DATA!, "ringfence.db") })
      await sql.begin("IMMEDIATE", async (tx) => {
        await tx`UPDATE audit SET times = times + 1`
        say("held")
        await told()
      })
      await sql.close()
      say("let go")
    }),
  /** Writes COUNT rows `LABEL-0` …, saying each once it is confirmed. */
  write: () =>
    Effect.gen(function* () {
      for (let count = 0; count < Number(argv[1]); count++) {
        yield* add(`${argv[0]}-${count}`)
        say(`${argv[0]}-${count}`)
      }
    }),
  /** Writes one row as soon as its input ends. */
  once: () =>
    Effect.gen(function* () {
      yield* labels
      say("ready")
      yield* Effect.promise(told)
      yield* add(argv[0]!)
      say("written")
    }),
  /** Tries to read and to write as a user who owns nothing. */
  stranger: () =>
    Effect.gen(function* () {
      if (process.getuid!() === 0) {
        process.setgid!(65534)
        process.setuid!(65534)
      }
      say(`read: ${yield* outcome(labels)}`)
      say(`write: ${yield* outcome(add("stranger"))}`)
    }),
  /** Opens the database as soon as its input ends, and says what it found. */
  open: () =>
    Effect.gen(function* () {
      say("ready")
      yield* Effect.promise(told)
      yield* labels
      say(`problems ${(yield* problems).length}`)
    }),
}

await Effect.runPromise(
  verbs[verb!]!().pipe(
    Effect.catch((error) => Effect.sync(() => say(`${error._tag} ${error.message}`))),
    Effect.provide(Storage.layer.pipe(Layer.provide(Global.layer))),
  ),
)
