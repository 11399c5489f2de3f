import type { Effect } from "../effect.ts"
import { keepsGrace } from "../expiry.ts"
import { allow, deny } from "../example.ts"
import { optionTable, type Parsed } from "../options.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import { writeTo } from "../writer/target.ts"
import type { State } from "../../state/state.ts"

const options = optionTable([
  "-a",
  "-A",
  "--cruft",
  "--cruft-expiration <approxidate>",
  "--combine-cruft-below-size <n>",
  "--max-cruft-size <n>",
  "-d",
  "-f",
  "-F",
  "-n",
  "-q --quiet",
  "-l --local",
  "-b --write-bitmap-index",
  "-i --delta-islands",
  "--unpack-unreachable <approxidate>",
  "-k --keep-unreachable",
  "--window <n>",
  "--window-memory <bytes>",
  "--depth <n>",
  "--threads <n>",
  "--max-pack-size <bytes>",
  "--filter <args>",
  "--filter-to <dir>",
  "--pack-kept-objects",
  "--keep-pack <name>",
  "-g --geometric <n>",
  "-m --write-midx",
  "--expire-to <dir>",
  "--name-hash-version <n>",
  "--path-walk",
])

function effects({ options, site, path }: Invocation, state: State): readonly Effect[] {
  const folders = [...options.values("expire-to"), ...options.values("filter-to")]
  return [
    ...(losesObjects(options) ? [{ kind: "objectLoss", site, what: "unreachable objects" } as const] : []),
    ...folders.flatMap((folder) => writeTo(path(folder), state)),
  ]
}

/**
 * Old packs only go with `-d`. What is unreachable in them goes too when everything is packed anew (`-a`),
 * unless it is kept (`-k`), unpacked (`-A`) or put into a cruft pack; the last two know expiry dates.
 */
function losesObjects(options: Parsed): boolean {
  if (!options.has("d") || options.has("keep-unreachable")) return false
  if (options.has("cruft")) return expires(options, "cruft-expiration")
  if (options.has("A")) return expires(options, "unpack-unreachable")
  return options.has("a")
}

function expires(options: Parsed, name: string): boolean {
  const date = options.value(name)
  return date !== undefined && !keepsGrace(date.value)
}

/** Packs objects anew. */
export const repack: SubcommandSpec = {
  name: "repack",
  options,
  effects,
  examples: [
    allow("git repack", "adds a pack"),
    allow("git repack -d", "drops redundant packs only"),
    allow("git repack -a", "old packs stay"),
    allow("git repack -A -d", "what is unreachable becomes loose"),
    allow("git repack -adk", "what is unreachable is kept"),
    allow("git repack -a -d --keep-unreachable", "what is unreachable is kept"),
    allow("git repack --cruft -d", "what is unreachable goes into a cruft pack"),
    allow("git repack -d --geometric=2", "reachable or not, objects are only moved"),
    allow("git repack -A -d --unpack-unreachable=2.weeks.ago", "no more than gc does"),
    deny("object-loss", "git repack -a -d", "drops unreachable objects with their packs"),
    deny("object-loss", "git repack -ad", "a cluster"),
    deny("object-loss", "git repack -adlq --depth=50", "a cluster with more options"),
    deny("object-loss", "git repack -F -a -d --window 250", "drops unreachable objects with their packs"),
    deny("object-loss", "git repack -A -d --unpack-unreachable=now", "unpacks nothing that could be recovered"),
    deny("object-loss", "git repack --cruft -d --cruft-expiration=now", "an empty cruft pack"),
    deny("object-loss", "git -C ../main repack -ad", "the same store from another directory"),
  ],
}
