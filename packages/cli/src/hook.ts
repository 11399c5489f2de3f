/**
 * The program of the hooks: what `ringfence hook …` and `ringfence sh …` run, and what the `git` of fences asks. It loads
 * everything else itself, so that a part of ours that is missing is not taken for a no by clients that take every failure
 * for one.
 */

async function run(argv: readonly string[]): Promise<number> {
  try {
    if (argv[0] === "sh") {
      const { runShellFront } = await import("./harness/hook/shell.ts")
      return await runShellFront(argv.slice(1))
    }
    if (argv[0] === "git") {
      const { runFenceFront } = await import("./harness/hook/git.ts")
      return await runFenceFront(argv.slice(1))
    }
    const { runHookWith } = await import("./harness/hook/run.ts")
    return await runHookWith(argv)
  } catch (error) {
    try {
      const { recordFailure } = await import("./harness/hook/failures.ts")
      recordFailure(process.env, argv[0] ?? "", error)
    } catch {
      // Then not even the place is known where it could be written down.
    }
    return 0
  }
}

const words = process.argv.slice(2)
process.exit(await run(words[0] === "hook" ? words.slice(1) : words))
