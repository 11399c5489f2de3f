/** A folder of its own with a database, and services that work on it as a process would. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { SQL } from "bun"
import { Effect, Layer, Logger, ManagedRuntime } from "effect"
import { Audit } from "../../src/audit/index.ts"
import { Global } from "../../src/global/index.ts"
import * as Ask from "../../src/permission/ask.ts"
import { Grant } from "../../src/permission/grant/index.ts"
import { Permission } from "../../src/permission/index.ts"
import { builtIn, type Parts } from "../../src/permission/parts.ts"
import { Session } from "../../src/session/index.ts"
import { Storage } from "../../src/storage/index.ts"
import { Worktree } from "../../src/worktree/index.ts"

export type Services =
  | Audit.Service
  | Global.Service
  | Grant.Service
  | Permission.Service
  | Session.Service
  | Storage.Service
  | Worktree.Service

export const PERSON: Session.Caller = { kind: "person" }

interface Options {
  readonly parts?: Parts
}

/** The services of one process, whose environment is `env`. */
const servicesOf = (env: Readonly<Record<string, string>>, { parts = builtIn }: Options): Layer.Layer<Services> =>
  Layer.mergeAll(Permission.assemble(parts), Grant.layer, Session.layer).pipe(
    Layer.provideMerge(Layer.mergeAll(Audit.layer, Worktree.layer)),
    Layer.provideMerge(Storage.layer),
    Layer.provideMerge(Global.layerOf((name) => env[name])),
  )

/** How an ask ended: allowed, or the tag of what it failed with. */
export interface Ended {
  readonly outcome: string
  readonly message: string
  /** Milliseconds from the call to its end. */
  readonly took: number
}

/** One process, as far as the services can tell. */
export class Instance {
  private readonly runtime: ManagedRuntime.ManagedRuntime<Services, never>
  readonly logged: string[] = []

  constructor(
    private readonly env: Readonly<Record<string, string>>,
    options: Options = {},
  ) {
    const logger = Logger.make(({ message }) => void this.logged.push(String(message)))
    this.runtime = ManagedRuntime.make(Layer.mergeAll(servicesOf(env, options), Logger.layer([logger])))
  }

  run<A, E>(effect: Effect.Effect<A, E, Services>, signal?: AbortSignal): Promise<A> {
    const here = Effect.provideService(effect, Permission.Environment, (name) => this.env[name])
    return this.runtime.runPromise(here, signal ? { signal } : {})
  }

  /** Starts a session; in `directory`, which belongs to no repository, or in the parent's. */
  session(directory: string, more: Partial<Session.Create> = {}): Promise<Session.Info> {
    const create = Session.Service.use((sessions) => sessions.create({ title: "A session", directory, ...more }))
    return this.run(Effect.map(create, (created) => created.session))
  }

  /** Lets a session work in another folder than the one it was started in. */
  async move(session: string, directory: string): Promise<void> {
    const change = (sql: SQL): Promise<unknown> =>
      sql`UPDATE session SET directory = ${directory} WHERE id = ${session}`
    await this.run(Storage.Service.use((storage) => storage.write(change)))
  }

  /** Runs something that asks, and tells how it ended. Rejects only where it was interrupted, or is defective. */
  async end<A, E extends { readonly _tag: string; readonly message: string }>(
    asking: Effect.Effect<A, E, Services>,
    answerer: typeof Permission.Answerer.Service = "none",
    signal?: AbortSignal,
  ): Promise<Ended> {
    const started = performance.now()
    const ended = await this.run(
      Effect.match(asking, {
        onSuccess: () => ({ outcome: "allowed", message: "" }),
        onFailure: (error) => ({ outcome: error._tag, message: error.message }),
      }).pipe(Effect.provideService(Permission.Answerer, answerer)),
      signal,
    )
    return { ...ended, took: performance.now() - started }
  }

  ask(
    request: Pick<Permission.Request, "session" | "permission" | "patterns"> & Partial<Permission.Request>,
    answerer: typeof Permission.Answerer.Service = "none",
    signal?: AbortSignal,
  ): Promise<Ended> {
    const whole = { always: [], metadata: {}, ...request }
    return this.end(
      Permission.Service.use((permissions) => permissions.ask(whole)),
      answerer,
      signal,
    )
  }

  /** A session as the one who calls: one that is not isolated. */
  async callerAs(id: string): Promise<Session.Caller> {
    return { kind: "person", session: await this.run(Session.Service.use((sessions) => sessions.get(id))) }
  }

  list(filter?: { readonly session?: string; readonly root?: string }): Promise<readonly Permission.Asked[]> {
    return this.run(Permission.Service.use((permissions) => permissions.list(filter)))
  }

  /** The row of a question, whatever became of it. */
  question(id: string): Promise<Permission.Asked | undefined> {
    return this.run(Storage.Service.use((storage) => storage.read((sql) => Ask.get(sql, id))))
  }

  /** The first questions that wait, once there are that many. */
  async waiting(
    count = 1,
    filter?: { readonly session?: string; readonly root?: string },
  ): Promise<readonly Permission.Asked[]> {
    for (const end = performance.now() + 20_000; performance.now() < end; await Bun.sleep(5)) {
      const found = await this.list(filter)
      if (found.length >= count) return found
    }
    throw new Error(`no ${count} questions wait`)
  }

  reply(id: string, reply: Permission.Reply, more: { readonly feedback?: string; readonly by?: Session.Caller } = {}) {
    return this.run(Permission.Service.use((permissions) => permissions.reply({ by: PERSON, id, reply, ...more })))
  }

  give(input: Omit<Grant.Give, "by"> & { readonly by?: Session.Caller }): Promise<Grant.Info> {
    return this.run(Grant.Service.use((grants) => grants.give({ by: PERSON, ...input })))
  }

  revoke(target: string, by: Session.Caller = PERSON): Promise<readonly Grant.Info[]> {
    return this.run(Grant.Service.use((grants) => grants.revoke({ target, by })))
  }

  grants(filter?: { readonly ended?: boolean }): Promise<readonly Grant.Info[]> {
    return this.run(Grant.Service.use((grants) => grants.list(filter)))
  }

  lifts(session: string): Promise<readonly string[]> {
    return this.run(Grant.Service.use((grants) => grants.lifts(session)))
  }

  useOnce(session: string, codes: readonly string[]): Promise<boolean> {
    return this.run(Grant.Service.use((grants) => grants.useOnce(session, codes)))
  }

  close(): Promise<void> {
    return this.runtime.dispose()
  }
}

/** A temporary folder with everything in it; removed in the end. */
export class World {
  readonly top = realpathSync(mkdtempSync(join(tmpdir(), "ringfence-permission-")))
  readonly work = this.folder("work")
  readonly env: Readonly<Record<string, string>> = {
    HOME: this.folder("home"),
    XDG_CONFIG_HOME: this.folder("home/.config"),
    XDG_DATA_HOME: this.folder("home/.local/share"),
    XDG_CACHE_HOME: this.folder("home/.cache"),
    RINGFENCE_DATA: join(this.top, "data"),
    RINGFENCE_CONFIG: join(this.top, "config.json"),
  }
  private readonly instances: Instance[] = []

  folder(name: string): string {
    const path = join(this.top, name)
    mkdirSync(path, { recursive: true })
    return path
  }

  /** Writes the user's configuration. */
  configure(config: unknown): void {
    writeFileSync(this.env["RINGFENCE_CONFIG"]!, typeof config === "string" ? config : JSON.stringify(config))
  }

  /** Another process on the same database, as far as the services can tell. */
  instance(env: Readonly<Record<string, string>> = {}, parts?: Parts): Instance {
    const instance = new Instance({ ...this.env, ...env }, parts ? { parts } : {})
    this.instances.push(instance)
    return instance
  }

  async close(): Promise<void> {
    for (const instance of this.instances) await instance.close()
    rmSync(this.top, { recursive: true, force: true })
  }
}

/** Runs a test in a world of its own. */
export const inWorld = (test: (world: World) => Promise<void>) => async (): Promise<void> => {
  const world = new World()
  try {
    await test(world)
  } finally {
    await world.close()
  }
}

/** The tag that a promise is rejected with; "succeeded" where it is not. */
export const tagOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "succeeded",
    (error: unknown) => (error instanceof Error && "_tag" in error ? String(error._tag) : String(error)),
  )
