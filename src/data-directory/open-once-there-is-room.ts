import { remedyAt } from '../kernel/app-error.ts';
import { keepReserve, releaseReserve } from './reserve.ts';
import { DatabaseAway, StorageFull } from '../kernel/errors.ts';
import type { Logger } from '../kernel/logger.ts';
import { onceThereIsRoom } from '../kernel/once-there-is-room.ts';
import { readStorageFault, type StorageFault } from '../kernel/storage-fault.ts';

/**
 * Opens the application though its disk is full: with the room that was set aside for that, or else, after `onRefused`
 * was told, when somebody has made room. So it does when its database is away, once that is back. Throws what `open` throws about anything else.
 */
export async function openOnceThereIsRoom<Application>({
  open,
  dataDirectory,
  logger,
  signal,
  onRefused,
}: {
  open: () => Promise<Application>;
  dataDirectory: string;
  logger: Logger;
  signal: AbortSignal;
  onRefused: (fault: StorageFault | DatabaseAway) => void;
}): Promise<Application> {
  const openWithReserve = async (): Promise<Application> => {
    try {
      return await open();
    } catch (error) {
      const isFull = readStorageFault(error, dataDirectory) instanceof StorageFull;
      if (isFull && (await releaseReserve(dataDirectory))) return open();
      // What may have been committed is the schema, which is looked at again.
      if (error instanceof DatabaseAway && error.isInDoubt)
        throw new DatabaseAway('cannot be reached', { cause: error });
      throw readStorageFault(error, dataDirectory) ?? error;
    }
  };
  const application = await onceThereIsRoom(openWithReserve, {
    signal,
    onRefused: (fault) => {
      logger.error(
        {
          code: fault.facts.code,
          remedy: remedyAt('cli', fault.facts),
          said: fault.cause instanceof Error ? fault.cause.message : undefined,
        },
        `${fault.message} Waiting until this is resolved.`,
      );
      onRefused(fault);
    },
  });
  await keepReserve(dataDirectory).catch((error: unknown) => {
    logger.warn({ error }, 'no room could be set aside for a start on a full disk');
  });
  return application;
}
