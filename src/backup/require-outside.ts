import { realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { BackupInsideData } from './errors.ts';

/**
 * Throws `BackupInsideData` where a folder, there or not yet, is the data directory or lies in it, by whatever links or mounts:
 * such a backup is lost together with what it is of.
 */
export async function requireOutside(folder: string, dataDirectory: string): Promise<void> {
  const data = await stat(dataDirectory);
  for (let place = await nearestFolder(resolve(folder)); ; place = dirname(place)) {
    const { dev, ino } = await stat(place);
    if (dev === data.dev && ino === data.ino) throw new BackupInsideData(folder, dataDirectory);
    if (place === dirname(place)) return;
  }
}

/** By its real path, since what is above a link is not what is above the folder that it leads to. */
async function nearestFolder(place: string): Promise<string> {
  try {
    return await realpath(place);
  } catch (error) {
    if (place === dirname(place)) throw error;
    return nearestFolder(dirname(place));
  }
}
