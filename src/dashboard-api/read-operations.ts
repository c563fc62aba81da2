import type { Operations } from '../contract/operations.ts';
import { readLastBackup } from '../data-directory/last-backup.ts';
import { duration, type Clock } from '../kernel/clock.ts';
import { roomOf } from '../kernel/storage-fault.ts';

export interface OperationsOptions {
  readonly version: string;
  readonly dataDirectory: string;
  readonly clock: Clock;
  readonly backup: {
    readonly to: string | undefined;
    readonly everyMilliseconds: number;
    readonly keep: number;
    readonly isIncremental: boolean;
    readonly passphrase: string | undefined;
  };
}

/** Reads anew each time: backups are made by other processes. */
export function createReadOperations({
  version,
  dataDirectory,
  clock,
  backup: { to, everyMilliseconds, keep, isIncremental, passphrase },
}: OperationsOptions): () => Promise<Operations> {
  const hasKey = passphrase !== undefined;
  const everyHours = everyMilliseconds / duration.hour;
  const schedule = to === undefined ? null : { to, everyHours, keep, isIncremental, hasKey };
  return async () => {
    const { success, failure } = await readLastBackup(dataDirectory);
    const madeAt = success === undefined ? 0 : Date.parse(success.at);
    const isFailing = failure !== undefined && Date.parse(failure.at) > madeAt;
    return {
      version,
      backups: {
        schedule,
        lastSuccess: success ?? null,
        failure: isFailing ? failure : null,
        isOverdue: schedule !== null && clock.now() - madeAt > 2 * everyMilliseconds,
      },
      disk: roomOf(dataDirectory),
    };
  };
}
