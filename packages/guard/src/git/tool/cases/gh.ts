import { allow, deny } from "../../example.ts"
import type { Example } from "../../spec.ts"
import { absent } from "../rows.ts"

/** The way gh's configuration is put in place for an example. */
const withAlias = (line: string): { readonly given: string; readonly env: Readonly<Record<string, string>> } => ({
  given: `mkdir -p ghconf && printf '%s\\n' aliases: "    ${line}" > ghconf/config.yml`,
  env: { GH_CONFIG_DIR: "ghconf" },
})

export const GH_EXAMPLES: readonly Example[] = absent("gh", [
  allow("gh pr create --fill --base main", "opens a request"),
  allow("gh pr create --title 'merge main' --body 'gh pr merge 3'", "text is data"),
  allow("gh pr view 12 --json state && gh pr list && gh pr checks && gh pr diff 12", "look"),
  allow("gh pr comment 12 --body 'please merge'", "says something"),
  allow("gh pr close 12", "closes without deleting"),
  allow("gh pr merge --help", "help"),
  allow("gh pr merge 12 --disable-auto", "lands nothing any more"),
  allow("gh pr checkout 12 -b review-12", "a new branch of one's own"),
  allow("gh pr checkout feat/child-work", "the own branch"),
  allow("gh run list && gh workflow run ci.yml && gh issue create -t x -b y", "no ref moves"),
  allow("gh repo view && gh repo clone owner/name /tmp/name-copy", "elsewhere"),
  allow("gh repo edit --description 'main branch'", "no ref moves"),
  allow("gh repo fork --clone=false", "a repository of one's own"),
  allow("gh release delete v0 --yes", "the tag stays"),
  allow("gh release create v2 --notes x", "a new tag"),
  allow("gh api repos/{owner}/{repo}/git/refs/heads/main", "reads"),
  allow("gh api repos/{owner}/{repo}/pulls/3/merge", "asks whether it is merged"),
  allow("gh api repos/{owner}/{repo}/git/refs -f ref=refs/heads/topic -f sha=abc", "a new branch"),
  allow("gh api -X DELETE repos/{owner}/{repo}/git/refs/heads/feat/child-work", "the own branch"),
  allow("gh api repos/{owner}/{repo}/issues -f title=merges", "an issue"),
  allow("gh api graphql -f query='{ viewer { login } }'", "reads"),
  allow("gh pr close feat/child-work --delete-branch", "the own branch"),
  deny("foreign-remote-branch", "gh pr merge", "lands the own branch's request"),
  deny("foreign-remote-branch", "gh pr merge 12 --squash --auto", "lands as soon as it can"),
  deny("foreign-remote-branch", "gh pr merge --rebase --delete-branch", "lands and deletes"),
  deny(
    "foreign-remote-branch",
    "gh -R owner/name pr merge 3 || gh pr merge -R owner/name 3",
    "the repository is named",
  ),
  deny("foreign-branch", "gh pr close feat/other -d", "deletes a foreign branch"),
  deny("unreadable-operand", "gh pr close 12 --delete-branch", "whose branch it is is not in the text"),
  deny("unreadable-operand", "gh pr checkout 12", "the branch is not in the text"),
  deny("unreadable-operand", "gh co 12", "an alias that gh ships"),
  deny("switch-branch", "gh pr checkout feat/other", "a foreign branch"),
  deny("switch-branch", "gh pr checkout 12 -b release --force", "resets a foreign branch"),
  deny("foreign-branch", "gh repo sync", "moves the local default branch"),
  deny("foreign-branch", "gh repo sync -b release --force", "resets a foreign branch"),
  deny("foreign-remote-branch", "gh repo sync owner/name", "moves the default branch over there"),
  deny("foreign-remote-branch", "gh repo edit --default-branch release", "changes what everybody lands on"),
  deny("foreign-remote-branch", "gh repo delete --yes", "everything of everybody"),
  deny("shared-config", "gh repo fork --remote", "what was origin becomes upstream, for every worktree"),
  deny("foreign-remote-branch", "gh release delete v1 --cleanup-tag -y", "deletes a tag of the remote"),
  deny(
    "foreign-remote-branch",
    "gh api -X DELETE repos/{owner}/{repo}/git/refs/heads/main",
    "deletes a foreign branch",
  ),
  deny(
    "foreign-remote-branch",
    "gh api --method PATCH /repos/{owner}/{repo}/git/refs/heads/release -f sha=abc -F force=true",
    "moves a foreign branch",
  ),
  deny(
    "foreign-remote-branch",
    "gh api repos/{owner}/{repo}/merges -f base=main -f head=feat/child-work",
    "lands on main",
  ),
  deny("foreign-remote-branch", "gh api -XPUT repos/{owner}/{repo}/pulls/3/merge", "lands a request"),
  deny("foreign-remote-branch", "gh api repos/{owner}/{repo}/branches/main/rename -f new_name=old", "renames main"),
  deny(
    "foreign-remote-branch",
    "gh api -X PUT repos/{owner}/{repo}/contents/a -f branch=main -f content=x",
    "commits to main",
  ),
  deny(
    "foreign-remote-branch",
    "gh api graphql -f query='mutation { mergePullRequest(input: {}) { clientMutationId } }'",
    "lands a request",
  ),
  deny("foreign-remote-branch", "gh land 3", "an alias of the user's", withAlias("land: pr merge --squash")),
  deny(
    "foreign-remote-branch",
    "gh ship 3",
    "an alias that a shell runs",
    withAlias("ship: '!gh pr merge \\$1 && git fetch'"),
  ),
])
