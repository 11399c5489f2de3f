/** The services that the verbs rest on, all of one process's environment. */
import { Layer } from "effect"
import { Global } from "../global/index.ts"
import { Session } from "../session/index.ts"
import { Storage } from "../storage/index.ts"
import { Worktree } from "../worktree/index.ts"

const sessions = Session.layer.pipe(
  Layer.provideMerge(Worktree.layer),
  Layer.provideMerge(Storage.layer),
  Layer.provideMerge(Global.layer),
)

export const layer = sessions

export type Services = Layer.Success<typeof layer>
