/** Names of refs that only the host writes, in a clone. No branch or tag is called so. */

/** What the repository has that the clone was made from, as of the last comparison. */
export const SOURCE = "refs/ringfence/source"

/** What was brought in to be reviewed. */
export const REVIEW = "refs/ringfence/review/head"
