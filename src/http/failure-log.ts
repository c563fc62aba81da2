import { remedyAt } from '../kernel/app-error.ts';
import { duration, type Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import { readStorageFault } from '../kernel/storage-fault.ts';

/** How long a fault of the disk is not told again. */
const silence = duration.minute;

/**
 * Logs requests that failed by a fault of ours. A disk that refuses fails every request that writes: that is told once a
 * minute for each cause, with how many failed since, so that the log does not fill what is left of a disk.
 */
export function createFailureLog({
  logger,
  clock,
}: {
  logger: Logger;
  clock: Clock;
}): (thrown: unknown, request: { requestId: string; code: string }) => void {
  const lastReports = new Map<string, { readonly at: number; others: number }>();
  return (thrown, { requestId, code }) => {
    const fault = readStorageFault(thrown);
    if (fault === undefined) {
      logger.error({ requestId, error: thrown, code }, 'request failed');
      return;
    }
    const before = lastReports.get(code);
    const now = clock.now();
    // A clock that was set back ends the silence too.
    if (before !== undefined && now >= before.at && now - before.at < silence) {
      before.others += 1;
      return;
    }
    lastReports.set(code, { at: now, others: 0 });
    const remedy = remedyAt('cli', fault.facts);
    logger.error({ requestId, code, remedy, othersSince: before?.others ?? 0 }, `request failed: ${fault.message}`);
  };
}
