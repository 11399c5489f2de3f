/** A file that is nothing but ours, such as an extension. */
import type { Change, Env, Scope } from "../client.ts"
import { putInto, takeFrom } from "../change.ts"
import { Failure } from "../../failure.ts"
import { wordsOf, type FileForm, type Start } from "./setup.ts"

export interface WholeFile {
  readonly client: string
  readonly scope: Scope
  readonly file: string
  readonly form: FileForm
}

/** Writes the file, in the place of an older one of ours. A file of somebody else's is refused. */
export function putWhole(env: Env, { client, scope, file, form }: WholeFile, start: Start): Change {
  const text = form.text(start.launcher, wordsOf(client, start))
  const byHand = "write it by hand"
  return putInto(env, { client, scope, file, entry: start.launcher, byHand }, text, (there) => {
    if (!there.startsWith(form.begins)) throw new Failure(`${file} is none of Ringfence's. Move it away and try again.`)
    return there === text ? undefined : { text, did: "replaced", listed: true, whole: true }
  })
}

/** Removes the file where it is ours. */
export const takeWhole = (env: Env, { file, form }: WholeFile): Change | undefined =>
  takeFrom(env, file, {
    without: (text) => (text.startsWith(form.begins) ? "" : undefined),
    isBare: () => true,
    strict: true,
  })
