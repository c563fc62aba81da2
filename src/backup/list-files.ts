import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Manifest } from './manifest.ts';

/** Every file below the folder with its length and hash, by path with slashes, in the order of their names. */
export async function listFiles(folder: string): Promise<Manifest['files']> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
  const files: Manifest['files'] = [];
  for (const path of paths) files.push({ path, ...(await measure(join(folder, path))) });
  return files;
}

async function measure(file: string): Promise<{ bytes: number; sha256: string }> {
  const { size } = await stat(file);
  return { bytes: size, sha256: await hashOf(createReadStream(file)) };
}

/** SHA-256 in hexadecimal of everything that comes. */
export async function hashOf(content: Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(content, hash);
  return hash.digest('hex');
}
