import { stat } from 'node:fs/promises';
import { databaseFile } from '../data-directory/data-directory.ts';
import { duration, type Clock } from '../kernel/clock.ts';
import type { Outcome } from './examination.ts';

/** Clocks of well-run machines agree within this. */
const tolerance = 2 * duration.minute;

/** The database was written at some time before now: a later one shows that the clock was or is wrong. */
export async function examineClock({
  clock,
  dataDirectory,
  isPostgres,
}: {
  clock: Clock;
  dataDirectory: string;
  isPostgres: boolean;
}): Promise<Outcome> {
  const now = clock.now();
  const message = `The clock shows ${new Date(now).toISOString()}.`;
  const written = isPostgres ? now : (await stat(databaseFile(dataDirectory))).mtimeMs;
  if (written <= now + tolerance) return { state: 'ok', message, remedy: null };
  return {
    state: 'error',
    message: `${message} The database was written at ${new Date(written).toISOString()}, which is later.`,
    remedy: "Set the machine's clock, and synchronise it with a time server (systemd-timesyncd, chrony).",
  };
}
