/** Every subcommand that can write. Adding one is adding its file and its name here. */
import type { SubcommandSpec } from "../spec.ts"
import { add } from "./add.ts"
import { am } from "./am.ts"
import { apply } from "./apply.ts"
import { archive } from "./archive.ts"
import { bisect } from "./bisect.ts"
import { branch } from "./branch.ts"
import { bundle } from "./bundle.ts"
import { checkoutIndex } from "./checkout-index.ts"
import { checkout } from "./checkout.ts"
import { cherryPick } from "./cherry-pick.ts"
import { clean } from "./clean.ts"
import { clone } from "./clone.ts"
import { commit } from "./commit.ts"
import { config } from "./config.ts"
import {
  blame,
  formatPatch,
  diff,
  diffFiles,
  diffIndex,
  diffTree,
  diffPairs,
  rangeDiff,
  log,
  show,
  whatchanged,
  revList,
  shortlog,
} from "./diff.ts"
import { difftool } from "./difftool.ts"
import { fastExport } from "./fast-export.ts"
import { fastImport } from "./fast-import.ts"
import { fetchPack } from "./fetch-pack.ts"
import { fetch } from "./fetch.ts"
import { filterBranch } from "./filter-branch.ts"
import { svn, p4, cvsimport } from "./foreign-vcs.ts"
import { gc } from "./gc.ts"
import { gui } from "./gui.ts"
import { history } from "./history.ts"
import {
  packRefs,
  prunePacked,
  packRedundant,
  commitGraph,
  multiPackIndex,
  updateServerInfo,
  unpackObjects,
  hashObject,
  mktag,
  mktree,
  commitTree,
  writeTree,
  mergeTree,
  fsck,
  hook,
  forEachRepo,
} from "./housekeeping.ts"
import { httpFetch } from "./http-fetch.ts"
import { httpPush } from "./http-push.ts"
import { init } from "./init.ts"
import { maintenance } from "./maintenance.ts"
import { mergeFile } from "./merge-file.ts"
import { mergeIndex } from "./merge-index.ts"
import { mergeOneFile } from "./merge-one-file.ts"
import { mergeOurs } from "./merge-ours.ts"
import { mergeRecursive } from "./merge-recursive.ts"
import { merge } from "./merge.ts"
import { mergetool } from "./mergetool.ts"
import { mv } from "./mv.ts"
import { notes } from "./notes.ts"
import {
  bugreport,
  diagnose,
  interpretTrailers,
  indexPack,
  packObjects,
  credentialStore,
  mailinfo,
  mailsplit,
  unpackFile,
} from "./output-file.ts"
import { prune } from "./prune.ts"
import { pull } from "./pull.ts"
import { push } from "./push.ts"
import { quiltimport } from "./quiltimport.ts"
import { readTree } from "./read-tree.ts"
import { rebase } from "./rebase.ts"
import { reflog } from "./reflog.ts"
import { refs } from "./refs.ts"
import { remote } from "./remote.ts"
import { repack } from "./repack.ts"
import { replace } from "./replace.ts"
import { replay } from "./replay.ts"
import { rerere } from "./rerere.ts"
import { reset } from "./reset.ts"
import { restore } from "./restore.ts"
import { revert } from "./revert.ts"
import { rm } from "./rm.ts"
import { sendPack } from "./send-pack.ts"
import { sparseCheckout } from "./sparse-checkout.ts"
import { stash } from "./stash.ts"
import { submodule } from "./submodule.ts"
import { switchCommand } from "./switch.ts"
import { symbolicRef } from "./symbolic-ref.ts"
import { tag } from "./tag.ts"
import { updateIndex } from "./update-index.ts"
import { updateRef } from "./update-ref.ts"
import { worktree } from "./worktree.ts"

export const subcommandSpecs: readonly SubcommandSpec[] = [
  add,
  am,
  apply,
  archive,
  bisect,
  branch,
  bundle,
  checkoutIndex,
  checkout,
  cherryPick,
  clean,
  clone,
  commit,
  config,
  blame,
  formatPatch,
  diff,
  diffFiles,
  diffIndex,
  diffTree,
  diffPairs,
  rangeDiff,
  log,
  show,
  whatchanged,
  revList,
  shortlog,
  difftool,
  fastExport,
  fastImport,
  fetchPack,
  fetch,
  filterBranch,
  svn,
  p4,
  cvsimport,
  gc,
  gui,
  history,
  packRefs,
  prunePacked,
  packRedundant,
  commitGraph,
  multiPackIndex,
  updateServerInfo,
  unpackObjects,
  hashObject,
  mktag,
  mktree,
  commitTree,
  writeTree,
  mergeTree,
  fsck,
  hook,
  forEachRepo,
  httpFetch,
  httpPush,
  init,
  maintenance,
  mergeFile,
  mergeIndex,
  mergeOneFile,
  mergeOurs,
  mergeRecursive,
  merge,
  mergetool,
  mv,
  notes,
  bugreport,
  diagnose,
  interpretTrailers,
  indexPack,
  packObjects,
  credentialStore,
  mailinfo,
  mailsplit,
  unpackFile,
  prune,
  pull,
  push,
  quiltimport,
  readTree,
  rebase,
  reflog,
  refs,
  remote,
  repack,
  replace,
  replay,
  rerere,
  reset,
  restore,
  revert,
  rm,
  sendPack,
  sparseCheckout,
  stash,
  submodule,
  switchCommand,
  symbolicRef,
  tag,
  updateIndex,
  updateRef,
  worktree,
]
