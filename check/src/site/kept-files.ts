import { isPicture } from './file-endings.ts';
import type { FileIndex } from './file-index.ts';
import { extensionOf, folderOf, joinPath } from './paths.ts';

/** Files alike of a folder from which on it is one that people fill. */
const fewest = 3;
const counts = new WeakMap<FileIndex, ReadonlyMap<string, number>>();

/**
 * True for a picture in a folder of which git has others that end so: where `*.png` is left out, people add those of their
 * documentation all the same.
 */
export function hasSuchPictures(files: FileIndex, at: string): boolean {
  return isPicture(at) && hasSuchFiles(files, at);
}

/** True for a file in a folder that has others which end so. */
export function hasSuchFiles(files: FileIndex, at: string): boolean {
  const known = counts.get(files) ?? countAlike(files);
  counts.set(files, known);
  return (known.get(keyOf(joinPath('', at) ?? at)) ?? 0) >= fewest;
}

function countAlike({ paths }: FileIndex): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const path of paths) found.set(keyOf(path), (found.get(keyOf(path)) ?? 0) + 1);
  return found;
}

function keyOf(path: string): string {
  return `${folderOf(path)} ${extensionOf(path)}`;
}
