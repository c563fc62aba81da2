import type { Dirent } from 'node:fs';
import { opendir } from 'node:fs/promises';

const slash = Buffer.from('/');

export interface FoundInFolder {
  readonly entry: Dirent;
  /** Where it lies, as bytes: names on disk need not be UTF-8. */
  readonly path: Buffer;
  /** The same from the folder on, for people. */
  readonly inside: string;
}

/** Everything below a folder, whatever its names are made of; links are not followed. */
export async function* walkFolder(root: string): AsyncGenerator<FoundInFolder> {
  const folders = [Buffer.from(root)];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    // Latin-1 keeps every byte of a name.
    for await (const entry of await opendir(folder, { encoding: 'latin1' })) {
      const path = Buffer.concat([folder, slash, Buffer.from(entry.name, 'latin1')]);
      if (entry.isDirectory()) folders.push(path);
      yield { entry, path, inside: path.subarray(Buffer.byteLength(root) + 1).toString('utf8') };
    }
  }
}
