import { lstatSync } from 'node:fs';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { submodule, type File, type Folder } from './folder.ts';
import type { ObjectReader } from './object-reader.ts';
import { beginSurvey, diskPath } from './survey.ts';

/** Larger files are not written from memory, bytes. */
const largestWrite = 16 * 1024 * 1024;

/**
 * Makes a tree on disk hold exactly `folder` again, whatever was done to it: contents, modes, links, and files, folders and
 * repositories that git ignores. Every file that is not the one of its stamp is written anew, and has no stamp in the answer.
 * Undefined if a file is too large to write from memory; rejects if something cannot be removed. Then the tree is unfit for use.
 */
export async function restoreTree(
  { root, clock, folderMode }: { root: string; clock: string; folderMode: number },
  folder: Folder,
  reader: Pick<ObjectReader, 'read' | 'sizes'>,
): Promise<Folder | undefined> {
  const survey = beginSurvey(clock);
  const lost: { path: string; file: File }[] = [];

  const restore = async (path: string, wanted: Folder): Promise<Folder> => {
    const kept = new Map<string, Folder | File>();
    for (const entry of survey.list(path)) {
      const place = `${path}/${entry.name}`;
      const known = wanted.entries.get(entry.name);
      if (known?.kind === 'folder' && entry.isDirectory()) kept.set(entry.name, await restore(place, known));
      else if (known?.kind === 'file' && entry.isFile() && known.stamp !== undefined) {
        if (known.stamp === (await survey.stampOf(place))) kept.set(entry.name, known);
      }
      if (!kept.has(entry.name)) await rm(diskPath(place), { recursive: true, force: true });
    }
    await setFolderMode(path);
    return complete(path, wanted, kept);
  };
  const setFolderMode = async (path: string): Promise<void> => {
    if ((lstatSync(diskPath(path)).mode & 0o7777) !== folderMode) await chmod(diskPath(path), folderMode);
  };
  const complete = async (path: string, wanted: Folder, kept: Map<string, Folder | File>): Promise<Folder> => {
    let isWhole = true;
    for (const [name, entry] of wanted.entries) {
      if (kept.get(name) === entry) continue;
      isWhole = false;
      if (kept.has(name)) continue;
      const place = `${path}/${name}`;
      if (entry.kind === 'folder' || entry.mode === submodule) await mkdir(diskPath(place));
      if (entry.kind === 'folder') {
        kept.set(name, await complete(place, entry, new Map()));
        continue;
      }
      kept.set(name, { ...entry, stamp: undefined });
      if (entry.mode !== submodule) lost.push({ path: place, file: entry });
    }
    return isWhole ? wanted : { ...wanted, entries: kept };
  };

  const restored = await restore(root, folder);
  const sizes = await reader.sizes(lost.map(({ file }) => file.sha));
  if (sizes.some((size) => size > largestWrite)) return undefined;
  for (const { path, file } of lost) {
    // Never through a link, and never into a file that is there.
    const mode = file.mode === '100755' ? 0o777 : 0o666;
    await writeFile(diskPath(path), await reader.read(file.sha), { flag: 'wx', mode });
  }
  return restored;
}
