/** What a person is told without asking: a session was blocked, or waits. */
import type { Denial, News, Permission } from "./desk.ts"
import { line, nameOf, placeOf, stakeOf, wishText } from "./text.ts"

/** Tells what is new since the look before. What the first one finds is old. */
export class Bulletin {
  private readonly denied = new Map<number, number>()
  private readonly waiting = new Set<string>()
  private begun = false

  /** @returns a message for everything that is new, oldest first */
  read(news: News): readonly string[] {
    const denials = news.denials.filter(({ id, times }) => this.denied.get(id) !== times)
    // Who was not started by another has somebody before it who sees it ask.
    const asks = news.asks.filter(({ id, route }) => route === "forward" && !this.waiting.has(id))
    for (const { id, times } of denials) this.denied.set(id, times)
    for (const { id } of asks) this.waiting.add(id)
    const told = this.begun
      ? [...denials.map((each) => denied(each, news)), ...asks.map((each) => asked(each, news))]
      : []
    this.begun = true
    return told
  }
}

function denied(denial: Denial, { sessions }: News): string {
  const { session = "", code, command = "" } = denial
  const { branch, path } = stakeOf(denial)
  const whose = [...(branch === undefined ? [] : [`of ${branch}`]), ...(path === undefined ? [] : [`in ${path}`])]
  const would = whose.length === 0 ? "" : ` At stake was the work ${whose.join(" ")}.`
  return `${nameOf(sessions, session)} was blocked: ${line(command)} [${code}].${would} See /ringfence.`
}

function asked(ask: Permission.Asked, { sessions }: News): string {
  const session = sessions.find(({ id }) => id === ask.session)
  const where = session ? ` (${placeOf(session)})` : ""
  return `${nameOf(sessions, ask.session)}${where} waits for an answer: ${wishText(ask)}. See /grant-approval.`
}
