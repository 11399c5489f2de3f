import { inScene, judge } from "./trial.ts"
const lines = (await Bun.file("/tmp/probe-wrappers.txt").text()).split("\n").filter((l) => l && !l.startsWith("#"))
await inScene({ command: "" }, async (scene) => {
  for (const line of lines) {
    const [want, ...rest] = line.split(" ")
    const command = rest.join(" ").replaceAll("⏎", "\n")
    const v = judge(scene, { command })
    if (v.verdict !== want)
      console.log(
        "WRONG",
        want,
        JSON.stringify(command),
        v.code ?? "",
        JSON.stringify(v.effects).replaceAll(scene.own, "OWN").slice(0, 300),
      )
  }
})
