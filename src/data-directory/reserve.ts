import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { roomOf } from '../kernel/storage-fault.ts';

/** What opening both databases takes: the shared memory of each, and the head of its log. */
const reserveBytes = 2 ** 20;
/** Nothing is set aside on a disk that is nearly full already. */
const roomToSetAside = 64 * reserveBytes;

const fileIn = (dataDirectory: string): string => join(dataDirectory, 'reserve');

/** Sets room aside, so that a server can still open its databases, and answer, when the disk is full one day. */
export async function keepReserve(dataDirectory: string): Promise<void> {
  const file = fileIn(dataDirectory);
  const isThere = await stat(file).then(
    ({ size }) => size === reserveBytes,
    () => false,
  );
  // Not of zeros: a file system that compresses would set nothing aside.
  if (!isThere && roomOf(dataDirectory).freeBytes >= roomToSetAside) await writeFile(file, noise());
}

/** Gives the room back. False when there is none. */
export async function releaseReserve(dataDirectory: string): Promise<boolean> {
  return rm(fileIn(dataDirectory)).then(
    () => true,
    () => false,
  );
}

function noise(): Uint8Array {
  const bytes = new Uint8Array(reserveBytes);
  for (let from = 0; from < reserveBytes; from += 65_536) crypto.getRandomValues(bytes.subarray(from, from + 65_536));
  return bytes;
}
