/** How much of a command an "always" answer covers: the words that say what is run, not the ones that say on what. */
import { isPattern } from "./wildcard.ts"

const list = (names: string): readonly string[] => names.split(" ")

/** How many words name the deed, where it is not the first alone. The longest row that begins the command decides. */
const ARITY: ReadonlyMap<string, number> = new Map(
  [
    {
      words: 2,
      of: [
        "git npm pnpm yarn bun cargo go docker podman kubectl gh glab jj make just task mvn gradle ./gradlew swift zig",
        "node deno python python3 ruby php pip pip3 poetry uv pipenv composer bundle rake gem brew apt apt-get mix rye",
        "systemctl terraform tofu helm aws gcloud az heroku vercel wrangler flyctl turbo nx dotnet rustup conda tox nox",
        "hatch pdm rails flutter dart vagrant firebase netlify prisma",
      ].flatMap(list),
    },
    {
      words: 3,
      of: [
        ...["npm run", "npm exec", "pnpm run", "pnpm exec", "pnpm dlx", "yarn run", "yarn dlx", "bun run", "bun x"],
        ...["docker compose", "docker container", "docker image", "docker volume", "docker network", "docker builder"],
        ...["podman compose", "podman container", "podman image", "deno task", "go mod", "go tool", "composer run"],
        ...["git stash", "git remote", "git worktree", "git submodule", "git config", "git bisect", "git notes"],
        ...["git lfs", "git reflog", "git flow", "git subtree", "gh pr", "gh issue", "gh repo", "gh run", "gh release"],
        ...["gh api", "gh workflow", "glab mr", "glab issue", "jj git", "jj bookmark", "poetry run", "uv run"],
        ...["uv pip", "pipenv run", "bundle exec", "dotnet tool", "helm repo", "aws s3", "gcloud compute", "rye run"],
        ...["kubectl get", "kubectl rollout", "terraform workspace", "turbo run", "nx run", "nix run"],
      ],
    },
  ].flatMap(({ words, of }) => of.map((row) => [row, words] as const)),
)

/** Programs that run what their operands say: whatever of them is remembered would approve something else too. */
const RUNNERS: ReadonlySet<string> = new Set(
  [
    "sudo doas su runuser env command builtin exec nohup nice ionice chrt timeout gtimeout time stdbuf setsid watch",
    "caffeinate flock xargs find fd parallel script entr tmux screen hyperfine direnv mise nix ssh eval source . trap",
    "coproc npx pnpx bunx uvx pipx bash sh dash zsh ksh fish pwsh powershell cmd awk gawk",
  ].flatMap(list),
)

/** What destroys is asked for each time. */
const DESTRUCTIVE: readonly (readonly string[])[] = [
  ...list("rm rmdir unlink shred dd truncate").map((name) => [name]),
  ...["git reset", "git clean", "git stash drop", "git stash clear"].map(list),
]

/**
 * The pattern that an "always" answer to a command would remember: `npm run test *`, `git push *`, `touch *`. A command
 * with too few words for its deed, or an option among them (`git -C x push`), is remembered only as it stands.
 * @param words the command's own, without assignments and redirections; undefined is a word that cannot be read
 * @returns undefined where nothing may be remembered: it destroys, it runs another command, or a word that would be part
 *   of the pattern cannot be read or would itself be read as a pattern
 */
export function always(words: readonly (string | undefined)[]): string | undefined {
  const arity = arityOf(words)
  const deed = words.slice(0, arity)
  const widens = deed.length === arity && !deed.slice(1).some((word) => word?.startsWith("-"))
  const remembered = widens ? deed : words
  if (!isPlain(remembered)) return undefined
  const known = [baseName(remembered[0]!), ...remembered.slice(1)]
  if (RUNNERS.has(known[0]!) || DESTRUCTIVE.some((form) => isWithin(form, known))) return undefined
  return widens ? `${remembered.join(" ")} *` : remembered.join(" ")
}

function arityOf(words: readonly (string | undefined)[]): number {
  const rows = [3, 2, 1].map((length) => ARITY.get(words.slice(0, length).join(" ")))
  return rows.find((arity) => arity !== undefined) ?? 1
}

const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1)

const isPlain = (words: readonly (string | undefined)[]): words is readonly string[] =>
  words.length > 0 && words.every((word) => word !== undefined && word !== "" && !isPattern(word))

/** Whether the words of a form stand in a command, in order: options may stand between them. */
function isWithin(form: readonly string[], words: readonly string[]): boolean {
  let next = 0
  for (const word of words) if (word === form[next]) next++
  return next === form.length && words[0] === form[0]
}
