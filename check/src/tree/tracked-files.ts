import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';

/** Bytes of an entry before its flags: times, device, inode, mode, owner, size and the name of the object. */
const beforeFlags = 60;
const headLength = 12;
/** Where the mode of an entry begins, of which the upper bits tell what it is; a submodule is no file. */
const beforeMode = 24;
const kindOfSubmodule = 0o160000;

/**
 * Files below a folder that git tracks, read from the index of the repository around it, since the process that checks may
 * start no program. Empty where there is none, or one of another form.
 * https://git-scm.com/docs/index-format
 */
export async function trackedFiles(folder: string): Promise<ReadonlySet<string>> {
  const found = await findIndex(folder);
  if (found === undefined) return new Set();
  const start = relative(found.top, folder).split(sep).join('/');
  const inside = start === '' ? '' : `${start}/`;
  return new Set(pathsIn(found.index).flatMap((path) => (path.startsWith(inside) ? [path.slice(inside.length)] : [])));
}

async function findIndex(folder: string): Promise<{ readonly top: string; readonly index: Buffer } | undefined> {
  for (let top = resolve(folder); ; top = dirname(top)) {
    const index = await readIfThere(join(top, '.git', 'index'));
    if (index !== undefined) return { top, index };
    const elsewhere = /^gitdir: (.+)$/mu.exec((await readIfThere(join(top, '.git')))?.toString() ?? '')?.[1];
    const linked = elsewhere === undefined ? undefined : await readIfThere(resolve(top, elsewhere, 'index'));
    if (linked !== undefined) return { top, index: linked };
    if (dirname(top) === top) return undefined;
  }
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch {
    return undefined;
  }
}

function pathsIn(index: Buffer): readonly string[] {
  const version = index.length < headLength ? 0 : index.readUInt32BE(4);
  if (index.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4) return [];
  const paths: string[] = [];
  const submodules = new Set<string>();
  let at = headLength;
  for (let left = index.readUInt32BE(8); left > 0 && at + beforeFlags + 2 < index.length; left -= 1) {
    const isExtended = (index.readUInt16BE(at + beforeFlags) & 0x4000) !== 0;
    const start = at + beforeFlags + (isExtended ? 4 : 2);
    // In version 4 a path says how much it takes away from the end of the one before.
    const shared = version === 4 ? readOffset(index, start) : { value: undefined, next: start };
    const end = index.indexOf(0, shared.next);
    if (end === -1) break;
    const before = paths.at(-1) ?? '';
    const kept =
      shared.value === undefined
        ? ''
        : Buffer.from(before)
            .subarray(0, -shared.value || undefined)
            .toString();
    const path = kept + index.toString('utf8', shared.next, end);
    paths.push(path);
    if ((index.readUInt32BE(at + beforeMode) & 0o170000) === kindOfSubmodule) submodules.add(path);
    at = version === 4 ? end + 1 : at + Math.ceil((end - at + 1) / 8) * 8;
  }
  return paths.filter((path) => !submodules.has(path));
}

/** The variable-length number of git's packs: each further byte stands for values that fewer bytes could not have. */
function readOffset(index: Buffer, start: number): { readonly value: number; readonly next: number } {
  let next = start;
  let byte = index[next++] ?? 0;
  let value = byte & 0x7f;
  while ((byte & 0x80) !== 0) {
    byte = index[next++] ?? 0;
    value = (value + 1) * 128 + (byte & 0x7f);
  }
  return { value, next };
}
