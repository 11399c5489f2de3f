/** The database that all processes of this machine share: sessions, asks, grants and the audit log. */
export * as Storage from "."

import type { SQL } from "bun"
import { Context, Duration, Effect, Layer, Semaphore } from "effect"
import { join } from "node:path"
import { Global } from "../global/index.ts"
import type { Clients, Dialect, Problem } from "./dialect/dialect.ts"
import { sqlite } from "./dialect/sqlite.ts"
import { Signal } from "./signal.ts"
import { Busy, Corrupt, Failed, Full, Newer, ReadOnly, storageError, type StorageError } from "./error.ts"

export { Busy, Corrupt, Failed, Full, Newer, ReadOnly }
export type { Problem }

/** Every failure of the database: what happened, to which file, what to do. Told apart by `_tag`. */
export type Error = StorageError

/** How long a call waits for other processes that hold the database, in milliseconds. */
export const LockWait = Context.Reference<number>("@ringfence/opencode/Storage/LockWait", {
  defaultValue: () => 15_000,
})

/** How often a watch looks whether another process committed, in milliseconds. */
const WATCH_EVERY = 25

/** The longest pause between two attempts to get hold of the database, in milliseconds. */
const RETRY_EVERY = 12

export interface Interface {
  /**
   * Reads. Each statement sees what was committed when it ran; two statements may see different moments.
   *
   * @param query plain statements that write nothing; may run again where the database was busy.
   */
  readonly read: <A>(query: (sql: SQL) => Promise<A>) => Effect.Effect<A, Error>

  /**
   * Writes in one transaction: all of it or, where it fails or throws, nothing. What this gives is committed. While
   * it waits for another process it can be interrupted; the transaction itself runs to its end.
   *
   * @param change statements; awaits nothing else, for every other writer waits meanwhile. May run again where the
   *   database was busy.
   */
  readonly write: <A>(change: (sql: SQL) => Promise<A>) => Effect.Effect<A, Error>

  /**
   * Looks now, and again whenever any process committed something.
   *
   * @param look gives a value to end with, or undefined to go on.
   * @param within how long to go on; without it, for ever.
   * @returns the value, or undefined where the time is over.
   */
  readonly watch: <A>(
    look: (sql: SQL) => Promise<A | undefined>,
    within?: Duration.Input,
  ) => Effect.Effect<A | undefined, Error>

  /** What a person should know about the database: damage that this process found, oldest first. */
  readonly problems: Effect.Effect<readonly Problem[]>
}

export class Service extends Context.Service<Service, Interface>()("@ringfence/opencode/Storage") {}

/** Opens nothing yet: a host whose command needs no database works without one, and every call says what is wrong. */
export const make = Effect.fn("Storage.make")(function* (dialect: Dialect, location: string) {
  const wait = yield* LockWait
  const problems: Problem[] = []
  const report = (problem: Problem): void => void problems.push(problem)
  const turn = yield* Semaphore.make(1)
  let opened: Promise<Clients> | undefined

  const release = async (held: Promise<Clients> | undefined): Promise<void> => {
    if (held === undefined || held !== opened) return
    opened = undefined
    const clients = await held.catch(() => undefined)
    await Promise.all([clients?.writer.close(), clients?.reader.close()])
  }
  yield* Effect.addFinalizer(() => Effect.promise(() => release(opened)))

  const connected = async (): Promise<Clients> => {
    for (;;) {
      const held = (opened ??= dialect.open(location, report))
      const clients = await held.catch(async (error: unknown) => {
        await release(held)
        throw error
      })
      if (dialect.current(location, clients)) return clients
      await release(held)
    }
  }

  const signal = new Signal(async () => dialect.changes(await connected()), WATCH_EVERY)

  const failure = async (cause: unknown): Promise<Error> => {
    if (isStorageError(cause)) return cause
    const error = storageError(dialect.trouble(cause), location, cause)
    if (error._tag !== "Storage.Corrupt") return error
    const before = problems.length
    await dialect.damaged(location, report).catch(() => undefined)
    const found = problems.slice(before)[0]
    return found ? new Corrupt({ path: location, message: found.message }) : error
  }

  const once = <A>(use: (clients: Clients) => Promise<A>): Effect.Effect<A, Error> =>
    Effect.promise(async () => {
      try {
        return Effect.succeed(await use(await connected()))
      } catch (cause) {
        return Effect.fail(await failure(cause))
      }
    }).pipe(Effect.flatten, Effect.uninterruptible)

  const patient = Effect.fnUntraced(function* <A>(use: (clients: Clients) => Promise<A>) {
    const end = performance.now() + wait
    for (;;) {
      const outcome = yield* once(use).pipe(
        Effect.map((value) => ({ value })),
        Effect.catchIf(
          (error) => error._tag === "Storage.Busy" && performance.now() < end,
          () => Effect.succeed(undefined),
        ),
      )
      if (outcome !== undefined) return outcome.value
      // By chance, so that those who wait do not come back together.
      yield* Effect.sleep(1 + Math.random() * RETRY_EVERY)
    }
  })

  const transaction = async <A>(clients: Clients, change: (sql: SQL) => Promise<A>): Promise<A> => {
    let value: A
    await clients.writer.begin(dialect.begin, async (tx) => {
      value = await change(tx)
    })
    // Committed to a file that was set aside meanwhile: the present one has to know it too.
    return dialect.current(location, clients) ? value! : transaction(await connected(), change)
  }

  const read = Effect.fn("Storage.read")(<A>(query: (sql: SQL) => Promise<A>) =>
    patient((clients) => query(clients.reader)),
  )

  const write = Effect.fn("Storage.write")(<A>(change: (sql: SQL) => Promise<A>) =>
    patient((clients) => transaction(clients, change)).pipe(
      turn.withPermit,
      Effect.tap(() => Effect.sync(() => signal.tell())),
    ),
  )

  const watch = Effect.fn("Storage.watch")(function* <A>(
    look: (sql: SQL) => Promise<A | undefined>,
    within: Duration.Input = Duration.infinity,
  ) {
    const end = performance.now() + Duration.toMillis(Duration.fromInputUnsafe(within))
    return yield* Effect.acquireUseRelease(
      Effect.promise(() => signal.listen()),
      Effect.fnUntraced(function* (listener) {
        for (;;) {
          const found = yield* read(look)
          const left = end - performance.now()
          if (found !== undefined || left <= 0) return found
          yield* Effect.callback<void>((resume) => {
            const stop = listener.next(left, () => resume(Effect.void))
            return Effect.sync(stop)
          })
        }
      }),
      (listener) => Effect.sync(() => signal.leave(listener)),
    )
  })

  return Service.of({ read, write, watch, problems: Effect.sync(() => [...problems]) })
})

const isStorageError = (cause: unknown): cause is Error =>
  [Busy, Full, ReadOnly, Newer, Corrupt, Failed].some((kind) => cause instanceof kind)

/** `<data>/ringfence.db` of this process's environment. */
export const layer: Layer.Layer<Service, never, Global.Service> = Layer.effect(
  Service,
  Effect.gen(function* () {
    const { path } = yield* Global.Service
    return yield* make(sqlite, join(path.data, "ringfence.db"))
  }),
)
