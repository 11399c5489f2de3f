import { allow, deny } from "../../example.ts"
import type { Example } from "../../spec.ts"

const noted = { given: "git notes add -m reviewed main" }

export const notesExamples: readonly Example[] = [
  allow("git notes", "lists"),
  allow("git notes list HEAD || true", "reads"),
  allow("git notes show main", "reads", noted),
  allow("git notes get-ref", "reads"),
  allow("git notes add -m 'tested on arm'", "adds a note"),
  allow("git notes add -m 'tested' main", "adds a note to a commit; the commit stays as it is"),
  allow("git notes --ref=ci add -m passed HEAD", "a notes ref of its own"),
  allow("git notes append -m more main", "adds to a note", noted),
  allow("git notes copy main HEAD", "copies a note", noted),
  allow("git notes prune -n", "a dry run", noted),
  allow("git notes --ref=fresh add -f -m x", "no such notes yet"),
  deny("ref-write", "git notes add -f -m mine main", "overwrites somebody's note", noted),
  deny("ref-write", "git notes add -fm mine main", "a cluster", noted),
  deny("ref-write", "git notes add --forc -m mine main", "an abbreviation", noted),
  deny("ref-write", "GIT_EDITOR='echo mine >' git notes edit main", "edits somebody's note", noted),
  deny("ref-write", "git notes remove main", "somebody's note is gone", noted),
  deny("ref-write", "git notes remove --ignore-missing HEAD main", "the second of two", noted),
  deny("ref-write", "git notes copy -f HEAD~1 main", "overwrites somebody's note", {
    given: "git notes add -m reviewed main && git notes add -m mine HEAD~1",
  }),
  deny("ref-write", "git notes prune", "throws notes away", {
    given:
      'o=$(echo gone | git hash-object -w --stdin) && git notes add -m x $o && rm -f "$(git rev-parse --git-path objects)/${o:0:2}/${o:2}"',
  }),
  deny("ref-write", "git notes merge -s theirs other", "rewrites the notes that are there", {
    given: "git notes add -m reviewed main && git notes --ref other add -m x HEAD",
  }),
  deny("ref-write", "git notes --ref ci remove main", "another notes ref", {
    given: "git notes --ref ci add -m passed main",
  }),
  deny("ref-write", "GIT_NOTES_REF=refs/notes/ci git notes remove main", "the ref comes from the environment", {
    given: "git notes --ref ci add -m passed main",
  }),
]
