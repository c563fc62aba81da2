import { AppError } from '../kernel/app-error.ts';
import { StorageFull } from '../kernel/errors.ts';
import { readStorageFault } from '../kernel/storage-fault.ts';
import { BackupNeedsRoom } from './errors.ts';

/** Does what writes into the folder. A fault of its disk is told with its name, since there is more than one disk about. */
export async function writingTo<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw error;
    const fault = readStorageFault(error, folder);
    throw fault instanceof StorageFull ? new BackupNeedsRoom(folder, error) : (fault ?? error);
  }
}
