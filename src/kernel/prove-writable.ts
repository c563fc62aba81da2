import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StorageFull } from './errors.ts';
import { leastRoom, readStorageFault, roomOf } from './storage-fault.ts';

/** One page of a file system; less could still find a place in a full one. */
const probeBytes = 4096;

/** Throws a `StorageFault` when the disk of the folder is full, read-only or failing. Leaves nothing behind. */
export async function proveWritable(folder: string): Promise<void> {
  const probe = join(folder, `.is-writable-${process.pid}`);
  try {
    if (roomOf(folder).freeBytes < leastRoom) throw new StorageFull(folder, undefined);
    await writeFile(probe, Buffer.alloc(probeBytes));
  } catch (error) {
    throw readStorageFault(error, folder) ?? error;
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}
