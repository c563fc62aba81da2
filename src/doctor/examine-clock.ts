import { stat } from 'node:fs/promises';
import { databaseFile } from '../data-directory/data-directory.ts';
import { duration, type Clock } from '../kernel/clock.ts';
import { describeClock } from '../trusted-time/describe-clock.ts';
import type { TrustedTime } from '../trusted-time/trusted-time.ts';
import type { Outcome } from './examination.ts';

/** Clocks of well-run machines agree within this. */
const tolerance = 2 * duration.minute;

/** The database was written at some time before now: a later one shows that the clock was or is wrong. */
export async function examineClock({
  clock,
  dataDirectory,
  isPostgres,
  trustedTime,
}: {
  clock: Clock;
  dataDirectory: string;
  isPostgres: boolean;
  trustedTime: Pick<TrustedTime, 'read'>;
}): Promise<Outcome> {
  const now = clock.now();
  const message = `The clock shows ${new Date(now).toISOString()}.`;
  const written = isPostgres ? now : (await stat(databaseFile(dataDirectory))).mtimeMs;
  if (written <= now + tolerance) {
    const state = await trustedTime.read();
    return { state: state.verdict === 'trusted' ? 'ok' : 'error', ...describeClock(state) };
  }
  return {
    state: 'error',
    message: `${message} The database was written at ${new Date(written).toISOString()}, which is later.`,
    remedy: "Set the machine's clock, and synchronise it with a time server (systemd-timesyncd, chrony).",
  };
}
