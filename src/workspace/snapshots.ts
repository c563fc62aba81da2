import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GitFailed, GitOutputTooLarge } from '../git/errors.ts';
import { runGit } from '../git/run-git.ts';
import { SnapshotUnusable } from './errors.ts';
import { filesOf, folderContent, submodule, type File, type Folder } from './folder.ts';
import type { ObjectReader } from './object-reader.ts';
import { packBundle, type BundledObject } from './pack-bundle.ts';
import type { Snapshot } from './workspace.ts';

/** Of the files in a bundle, bytes. */
const largestBundle = 64 * 1024 * 1024;

/** The name of a snapshot in its bundle. Earlier versions also kept it as a ref of the mirror. */
export function snapshotRef(jobId: string): string {
  return `refs/docwright/${jobId}`;
}

/** A bundle of the commit and what of its tree the tree of `start` does not have. */
export async function bundleSnapshot(
  reader: Pick<ObjectReader, 'read'>,
  jobId: string,
  { sha, content, folder }: { sha: string; content: Uint8Array; folder: Folder },
  start: { readonly sha: string; readonly folder: Folder },
): Promise<Uint8Array> {
  const objects: BundledObject[] = [{ type: 'commit', content }];
  const present = new Set([...filesOf(start.folder)].map(([, file]) => file.sha));
  let size = 0;
  const bundle = async (entry: File): Promise<void> => {
    if (present.has(entry.sha) || entry.mode === submodule) return;
    present.add(entry.sha);
    const bytes = await reader.read(entry.sha);
    size += bytes.length;
    if (size > largestBundle) throw new GitOutputTooLarge('bundle', largestBundle);
    objects.push({ type: 'blob', content: bytes });
  };
  const add = async (now: Folder, before: Folder | undefined): Promise<void> => {
    if (now.sha === before?.sha) return;
    objects.push({ type: 'tree', content: folderContent(now.entries) });
    for (const [name, entry] of now.entries) {
      const former = before?.entries.get(name);
      if (entry.kind === 'folder') await add(entry, former?.kind === 'folder' ? former : undefined);
      else await bundle(entry);
    }
  };
  await add(folder, start.folder);
  return packBundle({ name: snapshotRef(jobId), sha }, start.sha, objects);
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
