import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import type { ObjectType } from '../git/write-object.ts';

const compress = promisify(deflate);
const typeNumbers: Record<ObjectType, number> = { commit: 1, tree: 2, blob: 3 };

export interface BundledObject {
  readonly type: ObjectType;
  readonly content: Uint8Array;
}

/**
 * A bundle, as gitformat-bundle(5) and gitformat-pack(5) describe: one ref, the commit that a reader must have, and the objects
 * that it does not have.
 */
export async function packBundle(
  ref: { readonly name: string; readonly sha: string },
  prerequisite: string,
  objects: readonly BundledObject[],
): Promise<Uint8Array> {
  const header = Buffer.from(`# v2 git bundle\n-${prerequisite}\n${ref.sha} ${ref.name}\n\n`);
  const start = Buffer.alloc(12);
  start.write('PACK');
  start.writeUInt32BE(2, 4);
  start.writeUInt32BE(objects.length, 8);
  const entries: Uint8Array[] = [start];
  for (const { type, content } of objects) entries.push(entryHead(type, content.length), await compress(content));
  const pack = Buffer.concat(entries);
  return new Uint8Array(Buffer.concat([header, pack, createHash('sha1').update(pack).digest()]));
}

/** Type and size: four bits of the size in the first byte, then seven in each, the lowest first. */
function entryHead(type: ObjectType, size: number): Uint8Array {
  const bytes = [(typeNumbers[type] << 4) | (size % 16)];
  for (let left = Math.floor(size / 16); left > 0; left = Math.floor(left / 128)) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 0x80;
    bytes.push(left % 128);
  }
  return Uint8Array.from(bytes);
}
