import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GitFailed } from '../git/errors.ts';
import { runGit } from '../git/run-git.ts';
import { SnapshotUnusable } from './errors.ts';
import type { Snapshot } from './workspace.ts';

/** Keeps the last snapshot of a job alive in the mirror while its working copy is open. */
export function snapshotRef(jobId: string): string {
  return `refs/docwright/${jobId}`;
}

/** Points the job's ref at the commit and returns a bundle of what `startSha` does not have. */
export async function bundleSnapshot(
  gitDirectory: string,
  jobId: string,
  commit: string,
  startSha: string,
): Promise<Uint8Array> {
  const ref = snapshotRef(jobId);
  await runGit(['update-ref', ref, commit], { gitDirectory });
  const { stdout } = await runGit(['bundle', 'create', '--quiet', '-', ref, `^${startSha}`], { gitDirectory });
  return new Uint8Array(stdout);
}

/** What git says of a bundle whose base is not there, or that is none. A full disk, for one, is no loss. */
const isLoss = /lacks these prerequisite commits|does not look like a v\d|unrecognized header|not a valid object/i;

/** Makes the commit of a snapshot present in the mirror. Throws `SnapshotUnusable` when its base is gone. */
export async function restoreSnapshot(
  gitDirectory: string,
  directory: string,
  snapshot: Snapshot,
  signal: AbortSignal,
): Promise<void> {
  if (!/^[0-9a-f]{40,64}$/.test(snapshot.commit)) throw new SnapshotUnusable(snapshot.commit, 'not a commit id');
  const file = join(directory, 'snapshot.bundle');
  try {
    const treeCheck = await runGit(['cat-file', '-e', `${snapshot.commit}^{tree}`], {
      gitDirectory,
      signal,
      answers: [0, 1, 128],
    });
    if (treeCheck.exitCode === 0) return;
    await writeFile(file, snapshot.bundle);
    await runGit(['bundle', 'unbundle', file], { gitDirectory, signal });
    await runGit(['cat-file', '-e', `${snapshot.commit}^{tree}`], { gitDirectory, signal });
  } catch (error) {
    if (error instanceof GitFailed && isLoss.test(error.stderr))
      throw new SnapshotUnusable(snapshot.commit, error.stderr);
    throw error;
  } finally {
    await rm(file, { force: true });
  }
}
