/** Hooks in a client's JSON file: which are there, put in beside others, taken out without them. */
import type { Change, Env, Scope } from "../client.ts"
import { holdsOnly, notA, objectIn, putInto, takeFrom, type Edited } from "../change.ts"
import { shellWord } from "../hook/word.ts"
import { append, propertyOf, remove, replace, valueOf, type Node } from "../jsonc.ts"
import { wordsOf, type Event, type HooksForm, type Start } from "./setup.ts"

/** A file of hooks, and whose. */
export interface HooksFile {
  readonly client: string
  readonly scope: Scope
  readonly file: string
  readonly form: HooksForm
}

/** A hook of ours as it stands in a file. */
export interface Line extends Event {
  readonly command: string
  readonly timeout?: unknown
  /** Its group in the list of its event, and its own place in that; counted from 0. */
  readonly group: number
  readonly index: number
}

/** The line that is run for a client. */
export function lineFor(client: string, { line }: HooksForm, start: Start): string {
  const call = [shellWord(start.launcher), ...wordsOf(client, start)].join(" ")
  return line?.(call, start.launcher) ?? call
}

/** What a line of ours runs; undefined where it is not ours. Lines of older and of other checkouts are ours too. */
export function launcherOf(line: string, client: string): string | undefined {
  const [, quoted, bare] = /^(?:\[ ! -x .+ \] \|\| )?(?:'((?:[^']|'\\'')*)'|(\S+)) hook (?=\S)/.exec(line) ?? []
  const launcher = quoted?.replaceAll("'\\''", "'") ?? bare
  const named = launcher !== undefined && /(?:^|\/)ringfence(?:-hook)?$/.test(launcher)
  return named && new RegExp(` hook ${client}(?:\\s|$)`).test(line) ? launcher : undefined
}

/** Our hooks in a text of the file. */
export function linesIn({ client, file, form }: HooksFile, text: string): readonly Line[] {
  const object = objectIn(file, text)
  return form.events.flatMap(({ event }) =>
    find(client, form, listOf(file, text, object, event)).map(({ hook, group, at }) => {
      const matcher = valueOf(propertyOf(group, "matcher"))?.value as string | undefined
      const timeout = valueOf(propertyOf(hook, "timeout"))?.value as unknown
      const command = String(valueOf(propertyOf(hook, form.command))?.value)
      return { event, command, timeout, ...(matcher === undefined ? {} : { matcher }), ...at }
    }),
  )
}

interface Found {
  readonly hook: Node
  readonly group: Node
  /** The list that the hook stands in. */
  readonly list: Node
  readonly at: { readonly group: number; readonly index: number }
}

function find(client: string, form: HooksForm, list: Node | undefined): readonly Found[] {
  const found = (list?.children ?? []).flatMap((group, at): readonly Found[] => {
    if (!form.grouped) return [{ hook: group, group, list: list!, at: { group: at, index: 0 } }]
    const hooks = valueOf(propertyOf(group, "hooks"))
    if (hooks?.type !== "array") return []
    return (hooks.children ?? []).map((hook, index) => ({ hook, group, list: hooks, at: { group: at, index } }))
  })
  return found.filter(({ hook }) => {
    const command: unknown = valueOf(propertyOf(hook, form.command))?.value
    return typeof command === "string" && launcherOf(command, client) !== undefined
  })
}

function listOf(file: string, text: string, object: Node | undefined, event: string): Node | undefined {
  const hooks = valueOf(propertyOf(object, "hooks"))
  if (hooks !== undefined && hooks.type !== "object") throw notA('an object in "hooks"', file, text, hooks)
  const list = valueOf(propertyOf(hooks, event))
  if (list !== undefined && list.type !== "array") throw notA(`a list in "${event}"`, file, text, list)
  return list
}

const hookOf = ({ command, fields }: HooksForm, line: string): object => ({
  type: "command",
  [command]: line,
  ...fields,
})

function elementOf(form: HooksForm, { matcher }: Event, line: string): object {
  const hook = hookOf(form, line)
  return form.grouped ? { ...(matcher === undefined ? {} : { matcher }), hooks: [hook] } : hook
}

/** Puts our hooks into the file, those of ours that differ in their place. */
export function putHooks(env: Env, target: HooksFile, start: Start): Change {
  const { client, scope, file, form } = target
  const line = lineFor(client, form, start)
  const hooks = Object.fromEntries(form.events.map((event) => [event.event, [elementOf(form, event, line)]]))
  const fresh = `${JSON.stringify({ ...form.besides, hooks }, undefined, 2)}\n`
  const byHand = `add a hook that runs ${line} to "hooks" in it by hand`
  return putInto(env, { client, scope, file, entry: line, byHand }, fresh, (text) => {
    if (objectIn(file, text) === undefined) return { text: fresh, did: "added", listed: true }
    const had = linesIn(target, text).length > 0
    const listed = propertyOf(objectIn(file, text), "hooks") === undefined
    const changed = form.events.reduce((before, event) => withEvent(target, before, event, line), text)
    return changed === text ? undefined : ({ text: changed, did: had ? "replaced" : "added", listed } satisfies Edited)
  })
}

function withEvent({ client, file, form }: HooksFile, text: string, event: Event, line: string): string {
  const object = objectIn(file, text)!
  const list = listOf(file, text, object, event.event)
  const element = elementOf(form, event, line)
  const first = find(client, form, list)[0]
  if (first) {
    const alone = first.list.children!.length === 1 || !form.grouped
    const node = alone ? first.group : first.hook
    const wanted = alone ? element : hookOf(form, line)
    const same = Bun.deepEquals(valueIn(node), wanted)
    return same ? text : replace(text, node, JSON.stringify(wanted))
  }
  if (list) return append(text, list, JSON.stringify(element))
  const property = `${JSON.stringify(event.event)}: [${JSON.stringify(element)}]`
  const hooks = valueOf(propertyOf(object, "hooks"))
  return hooks ? append(text, hooks, property) : append(text, object, `"hooks": {${property}}`)
}

/** The value of a node. */
function valueIn(node: Node): unknown {
  if (node.type === "array") return (node.children ?? []).map((child) => valueIn(child))
  if (node.type !== "object") return node.value
  return Object.fromEntries(
    (node.children ?? []).map(({ children }) => [children![0]!.value as string, valueIn(children![1]!)]),
  )
}

/** Takes every hook of ours out of the file, and what was made for it; undefined where there is none. */
export const takeHooks = (env: Env, target: HooksFile): Change | undefined =>
  takeFrom(env, target.file, {
    without: (text, listed) => withoutHooks(target, text, listed),
    isBare: (text) => holdsOnly(text, Object.keys(target.form.besides ?? {})),
    strict: true,
  })

function withoutHooks(target: HooksFile, text: string, listed: boolean): string | undefined {
  const { client, file, form } = target
  const left = form.events.reduce((before, { event }) => {
    let text = before
    for (;;) {
      const object = objectIn(file, text)
      const list = listOf(file, text, object, event)
      const first = find(client, form, list)[0]
      if (!first) return text
      const alone = first.list === list || first.list.children!.length === 1
      text = alone ? remove(text, list!, first.group) : remove(text, first.list, first.hook)
      if (listed) text = withoutEmpty(file, text, event)
    }
  }, text)
  return left === text ? undefined : left
}

/** Without the list of an event, and `hooks` itself, where they are empty. */
function withoutEmpty(file: string, text: string, event: string): string {
  const hooks = valueOf(propertyOf(objectIn(file, text), "hooks"))
  const property = propertyOf(hooks, event)
  if (!hooks || !property || valueOf(property)?.children?.length !== 0) return text
  const left = remove(text, hooks, property)
  const object = objectIn(file, left)!
  const outer = propertyOf(object, "hooks")!
  return valueOf(outer)?.children?.length === 0 ? remove(left, object, outer) : left
}
