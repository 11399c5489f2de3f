/** Creations that are killed at the steps that `npm test` has no time for. */
import { setDefaultTimeout } from "bun:test"
import { clearsAway } from "./steps.ts"

setDefaultTimeout(100_000)

clearsAway("update-ref", false)
clearsAway("worktree add", false)
clearsAway("worktree lock", true)
clearsAway("rev-parse --absolute-git-dir", true)
