/** `npm run format`: writes every file the way `npm test` wants it. */
import { dependency, run } from "./checks.ts"

const { passed, output } = await run(dependency("oxfmt/bin/oxfmt"))
console.log(output)
process.exit(passed ? 0 : 1)
