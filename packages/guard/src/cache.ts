/**
 * The least recently used verdicts, by text and state. A verdict also depends on what the analysis looked up on
 * disk (does this file exist? where does this link lead?), so each is kept with its look-ups and given out again
 * only while they all still answer the same.
 */
import type { Policy } from "./policy/judge.ts"
import type { Verdict } from "./policy/verdict.ts"
import type { Files, State } from "./state/state.ts"

const CAPACITY = 512
/** A text longer than this is not worth keeping. */
const LONGEST_KEY = 16 * 1024

interface Question {
  readonly command: string
  readonly cwd?: string
  readonly directory: string
}

interface Entry {
  readonly verdict: Verdict
  readonly lookups: ReadonlyMap<string, unknown>
}

export class VerdictCache {
  private readonly texts = new Set<string>()
  private readonly byState = new WeakMap<object, Map<string, Entry>>()

  /** Whether the text was asked about before and its verdict rests on the state. */
  isWorthALook(text: string): boolean {
    return this.texts.has(text)
  }

  /** Remembers that the verdict on a text rests on the state, so that the next one is looked for here first. */
  lookNextTime(text: string): void {
    if (text.length > LONGEST_KEY) return
    if (this.texts.size >= CAPACITY) this.texts.clear()
    this.texts.add(text)
  }

  /** The kept verdict, or what `decide` says with a state whose look-ups are traced. */
  get(state: State, question: Question, policies: readonly Policy[], decide: (state: State) => Verdict): Verdict {
    if (question.command.length > LONGEST_KEY) return decide(state)
    const entries = this.entriesFor(state)
    const key = `${question.cwd ?? question.directory}\0${policies.map((policy) => policy.name).join()}\0${question.command}`
    const kept = entries.get(key)
    if (kept && stillTrue(kept.lookups, state.files)) {
      entries.delete(key)
      entries.set(key, kept)
      return kept.verdict
    }
    const files = new TracedFiles(state.files)
    const verdict = decide(state.withFiles(files))
    entries.set(key, { verdict, lookups: files.lookups })
    if (entries.size > CAPACITY) entries.delete(entries.keys().next().value!)
    return verdict
  }

  private entriesFor(state: State): Map<string, Entry> {
    const known = this.byState.get(state.identity)
    if (known) return known
    const entries = new Map<string, Entry>()
    this.byState.set(state.identity, entries)
    return entries
  }
}

type Lookup = keyof Files

class TracedFiles implements Files {
  readonly lookups = new Map<string, unknown>()

  constructor(private readonly files: Files) {}

  stat(path: string): ReturnType<Files["stat"]> {
    return this.traced("stat", path, this.files.stat(path))
  }

  list(path: string): readonly string[] {
    const names = this.files.list(path)
    this.lookups.set(`list ${path}`, names.join("\0"))
    return names
  }

  realpath(path: string): string {
    return this.traced("realpath", path, this.files.realpath(path))
  }

  read(path: string): string | undefined {
    return this.traced("read", path, this.files.read(path))
  }

  private traced<T>(lookup: Lookup, path: string, answer: T): T {
    this.lookups.set(`${lookup} ${path}`, answer)
    return answer
  }
}

function stillTrue(lookups: ReadonlyMap<string, unknown>, files: Files): boolean {
  for (const [key, answer] of lookups) {
    const space = key.indexOf(" ")
    const found = files[key.slice(0, space) as Lookup](key.slice(space + 1))
    if ((Array.isArray(found) ? found.join("\0") : found) !== answer) return false
  }
  return true
}
