import type { Operations } from '../contract/operations.ts';
import { readLastBackup } from '../data-directory/last-backup.ts';
import { duration, type Clock } from '../kernel/clock.ts';
import { describeClock, type ClockWords } from '../trusted-time/describe-clock.ts';
import type { TrustedTime } from '../trusted-time/trusted-time.ts';
import { roomOf } from '../kernel/storage-fault.ts';

export interface OperationsOptions {
  readonly version: string;
  readonly dataDirectory: string;
  readonly clock: Clock;
  readonly trustedTime: Pick<TrustedTime, 'read'>;
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
  trustedTime,
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
      clock: await describeDoubt(trustedTime),
      disk: roomOf(dataDirectory),
    };
  };
}

/** Null too while a database server does not answer, which other checks report. */
async function describeDoubt(trustedTime: Pick<TrustedTime, 'read'>): Promise<ClockWords | null> {
  const state = await trustedTime.read().catch(() => undefined);
  return state === undefined || state.verdict === 'trusted' ? null : describeClock(state);
}
