import { randomUUID } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { GitFailed } from '../git/errors.ts';
import { runGit } from '../git/run-git.ts';
import type { Logger } from '../kernel/logger.ts';
import { UnsafeTree } from './errors.ts';
import { filesOf, readFolder, type Folder } from './folder.ts';
import type { ObjectReader } from './object-reader.ts';
import { restoreTree } from './restore-tree.ts';
import { stampTree } from './survey.ts';

/** What idle trees may hold together. */
const most = { trees: 16, files: 100_000 };

/** Files on disk and git's index of them, as they were when they were checked out. */
export interface CheckedOut {
  /** The folder of one job, which holds `tree`, its `index`, and `clock`, whose time tells what changed. */
  readonly directory: string;
  readonly folder: Folder;
  /** Mode of every folder in it. */
  readonly folderMode: number;
}

/**
 * Keeps the trees of ended jobs, because writing a repository to disk takes longer than all the rest of a job. A tree serves one
 * job at a time, at a path of its own, and is restored before the next. Nothing of it outlasts the process.
 */
export interface TreePool {
  /** A tree in `directory`, which exists, with exactly the files of `treeSha`. Throws `UnsafeTree` when git refuses a name in it. */
  checkOut(
    mirror: { readonly directory: string; readonly reader: ObjectReader },
    directory: string,
    treeSha: string,
    signal: AbortSignal,
  ): Promise<CheckedOut>;
  /** Takes the tree of a job that has ended. */
  giveBack(mirrorDirectory: string, tree: CheckedOut): Promise<void>;
}

interface Idle extends CheckedOut {
  readonly mirrorDirectory: string;
  readonly files: number;
}

export function createTreePool(logger: Pick<Logger, 'debug'>): TreePool {
  /** The one that came last is the last. */
  const idle: Idle[] = [];

  const takeIdle = (mirrorDirectory: string, treeSha: string): Idle | undefined => {
    const sameMirror = idle.filter((tree) => tree.mirrorDirectory === mirrorDirectory);
    const chosen = sameMirror.findLast(({ folder }) => folder.sha === treeSha) ?? sameMirror.at(-1);
    if (chosen !== undefined) idle.splice(idle.indexOf(chosen), 1);
    return chosen;
  };
  const remove = (directory: string): Promise<void> =>
    rm(directory, { recursive: true, force: true }).catch((error: unknown) => {
      logger.debug({ error }, 'an idle tree could not be removed');
    });
  /** Restored where no path of its former job leads, then moved. */
  const reuse = async (tree: Idle, directory: string, reader: ObjectReader): Promise<Folder | undefined> => {
    try {
      const restored = await restoreTree(
        { ...placesIn(tree.directory), folderMode: tree.folderMode },
        tree.folder,
        reader,
      );
      if (restored !== undefined) await moveTree(tree.directory, directory);
      return restored;
    } catch (error) {
      logger.debug({ error }, 'a tree could not be used again');
      return undefined;
    } finally {
      await remove(tree.directory);
    }
  };

  return {
    async checkOut({ directory: mirror, reader }, directory, treeSha, signal) {
      const { root, index, clock } = placesIn(directory);
      const former = takeIdle(mirror, treeSha);
      const restored = former && (await reuse(former, directory, reader));
      if (restored === undefined) await mkdir(root);
      const folderMode = lstatSync(root).mode & 0o7777;
      if (restored?.sha !== treeSha) await readTree(mirror, { root, index }, treeSha, signal);
      const folder = restored?.sha === treeSha ? restored : keepStamps(await readFolder(reader, treeSha), restored);
      return { directory, folder: await stampTree({ root, clock }, folder), folderMode };
    },
    async giveBack(mirrorDirectory, tree) {
      const directory = join(tree.directory, '..', `idle-${randomUUID()}`);
      const files = filesOf(tree.folder).reduce((count) => count + 1, 0);
      await mkdir(directory);
      await moveTree(tree.directory, directory);
      idle.push({ ...tree, directory, mirrorDirectory, files });
      const isTooMuch = () => idle.length > most.trees || idle.reduce((sum, each) => sum + each.files, 0) > most.files;
      while (isTooMuch()) {
        const oldest = idle.shift();
        if (oldest !== undefined) await remove(oldest.directory);
      }
    },
  };
}

export function placesIn(directory: string): { readonly root: string; readonly index: string; readonly clock: string } {
  return { root: join(directory, 'tree'), index: join(directory, 'index'), clock: join(directory, 'clock') };
}

async function moveTree(from: string, to: string): Promise<void> {
  for (const name of ['index', 'tree']) await rename(join(from, name), join(to, name));
}

async function readTree(
  gitDirectory: string,
  { root, index }: { root: string; index: string },
  treeSha: string,
  signal: AbortSignal,
): Promise<void> {
  const call = { gitDirectory, workTree: root, indexFile: index, signal, timeoutSeconds: 600 };
  try {
    await runGit(['read-tree', '--reset', '-u', treeSha], call);
  } catch (error) {
    if (error instanceof GitFailed && /invalid path/i.test(error.stderr)) throw new UnsafeTree(error.stderr);
    throw error;
  }
}

/** Of files that are the same before and after git moved a tree: it did not write them. */
function keepStamps(folder: Folder, former: Folder | undefined): Folder {
  if (former === undefined) return folder;
  if (former.sha === folder.sha) return former;
  const entries = new Map(folder.entries);
  for (const [name, before] of former.entries) {
    const entry = entries.get(name);
    if (entry?.kind === 'folder' && before.kind === 'folder') entries.set(name, keepStamps(entry, before));
    if (entry?.kind === 'file' && before.kind === 'file' && entry.sha === before.sha && entry.mode === before.mode)
      entries.set(name, before);
  }
  return { ...folder, entries };
}
