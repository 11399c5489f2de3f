/** The services that the verbs rest on, all of one process's environment. */
import { Layer } from "effect"
import { Audit } from "../audit/index.ts"
import { layerIn } from "../git/sandbox.ts"
import { Global } from "../global/index.ts"
import { Grant } from "../permission/grant/index.ts"
import { Permission } from "../permission/index.ts"
import { Session } from "../session/index.ts"
import { Storage } from "../storage/index.ts"
import { Worktree } from "../worktree/index.ts"

/** Everything over one database; it is opened when it is first needed. Where things lie is the host's to say. */
export const layerOver = (global: Layer.Layer<Global.Service>) =>
  Layer.mergeAll(Session.layer, Permission.layer, Grant.layer).pipe(
    Layer.provideMerge(Layer.mergeAll(Worktree.layer, Audit.layer)),
    Layer.provideMerge(Storage.layer),
    Layer.provideMerge(global),
    Layer.provideMerge(layerIn(() => process.env)),
  )

/** Everything, lying where this process's environment says. */
export const layer = layerOver(Global.layer)

export type Services = Layer.Success<typeof layer>
