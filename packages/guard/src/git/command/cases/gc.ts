import { allow, deny } from "../../example.ts"
import type { Example } from "../../spec.ts"

export const gcExamples: readonly Example[] = [
  allow("git gc", "keeps what is younger than two weeks"),
  allow("git gc --auto", "housekeeping"),
  allow("git gc -q --aggressive", "packs harder, keeps as much"),
  allow("git gc --cruft --quiet", "unreachable objects go into a pack of their own"),
  allow("git gc --prune", "the default grace"),
  allow("git gc --prune=2.weeks.ago", "the default grace, written out"),
  allow("git gc --prune=1.month.ago", "a longer grace"),
  allow("git gc --prune=never", "nothing expires"),
  allow("git gc --no-prune", "nothing expires"),
  allow("git gc --prune=now --no-prune", "a later option takes it back"),
  deny("object-loss", "git gc --prune=now", "what other worktrees could still recover"),
  deny("object-loss", "git gc --aggressive --prune=now", "what other worktrees could still recover"),
  deny("object-loss", "git gc --pru=all -q", "an abbreviation, another word for now"),
  deny("object-loss", "git gc --prune=1.hour.ago", "an hour is no grace"),
  deny("object-loss", "git gc --cruft --prune=now", "cruft packs do not help against now"),
  deny("object-loss", "git -C ../main gc --prune=now", "the same store from another directory"),
  deny("object-loss", "git -c gc.pruneExpire=now gc", "the date comes from the command line's configuration"),
  deny("object-loss", "git -c gc.reflogExpire=now -c gc.reflogExpireUnreachable=now gc", "everybody's reflogs"),
]
