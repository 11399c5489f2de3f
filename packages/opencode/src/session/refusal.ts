/** What is said where a session cannot be used as it was asked. */
import { Worktree } from "../worktree/index.ts"
import { type Info, NotFound } from "./schema.ts"

/** No session of this id, or (`known`) none any more. */
export const notFound = (id: string, known?: Info): NotFound =>
  new NotFound({
    id,
    message:
      known === undefined
        ? `There is no session ${id}. \`ringfence session list\` shows those there are.`
        : `The session ${id} (${known.title}) was removed.`,
  })

/** What belongs to an isolated session was asked for one that is to share its folder. */
export const unasked = (value: string): Worktree.Invalid =>
  new Worktree.Invalid({
    what: "branch",
    value,
    message: `${JSON.stringify(value)} says what an isolated session works on, and this one is to share its folder. Add --isolate, or leave it out.`,
  })

/** What only an isolated session has was asked of one that shares its folder. */
export const sharing = ({ id, title, directory }: Info): Worktree.NotIntegrated =>
  new Worktree.NotIntegrated({
    branch: null,
    message: `The session ${id} (${title}) shares ${directory} with others: it has no branch of its own that could come back.`,
  })
