/** What other people may have at stake: set-ups that show harm where an untouched scene has nothing to lose. */

/** Other people's work where an untouched scene has none, or none that this form would reach. */
const DIRTY = `
for w in <main> <sib>; do
  cd "$w"
  echo stashed >> docs/old.md; git stash -q
  git commit -q --allow-empty -m 'given up'; git reset -q HEAD~1
  for file in README.md src/app.txt docs/guide.md docs/old.md; do echo changed >> $file; done
  touch ./-x note.orig src/junk.o; echo new > untracked.txt; echo staged > staged.txt; git add staged.txt
done
objects=<main>/.git/objects
for text in loose packed; do
  oid=$(echo "$text and dangling" | git hash-object -w --stdin)
  file=$objects/$(echo "$oid" | cut -c1-2)/$(echo "$oid" | cut -c3-)
  if [ $text = loose ]; then touch -d '2 days ago' "$file"
  else echo "$oid" | git pack-objects -q $objects/pack/pack > /dev/null; rm -f "$file"; fi
done
git -C <main> branch local-only feat/other; git -C <main> tag local-only
git -C <main> notes add -m 'a note' HEAD; git -C <main> push -q origin refs/notes/commits
git -C <origin> update-ref refs/tags/v1 refs/heads/main
true`

/** Other people in the middle of a merge. */
const CONFLICTED = `
git -C <main> config rerere.enabled true
git -C <main> config merge.tool ours; git -C <main> config mergetool.ours.cmd 'cp "$LOCAL" "$MERGED"'
git -C <main> config mergetool.ours.trustExitCode true
for w in <main> <sib>; do
  cd "$w"; git stash -q
  git checkout -q --detach v1 && echo theirs > README.md && echo theirs > src/app.txt && git commit -qam theirs
  theirs=$(git rev-parse HEAD); git checkout -q -
  echo ours > README.md; echo ours > src/app.txt; git commit -qam ours; git merge -q "$theirs"
done
true`

/** Files that are gone, or may be run. */
const BARE = `
for w in <main> <sib>; do
  cd "$w"; chmod 755 src/app.txt; rm -rf README.md docs
done
true`

/** Each is tried on a scene of its own. */
export const provocations: readonly string[] = [DIRTY, CONFLICTED, BARE]
