import { Worker } from 'node:worker_threads';
import type { Logger } from '../kernel/logger.ts';
import { DatabaseUnusable } from './errors.ts';

/** `thorough` compares indexes and references with the tables, too. */
export interface CheckRequest {
  readonly file: string;
  readonly thorough: boolean;
  /** No further table is begun after so long. */
  readonly milliseconds: number;
}

export interface DatabaseCheck {
  /** A sentence for each fault; SQLite names at most a hundred of a table. */
  readonly damage: readonly string[];
  /** Tables that there was no time for. */
  readonly unchecked: readonly string[];
}

/** Asks SQLite whether its file is sound, in a thread of its own; others read and write meanwhile. */
export async function checkDatabase(request: CheckRequest, signal?: AbortSignal): Promise<DatabaseCheck | undefined> {
  const worker = new Worker(new URL('./check-database.worker.ts', import.meta.url), { workerData: request });
  // A process that has nothing else to do ends.
  if (signal) worker.unref();
  const { promise, resolve, reject } = Promise.withResolvers<DatabaseCheck | undefined>();
  worker.on('message', resolve);
  worker.on('error', reject);
  worker.on('exit', () => {
    resolve(undefined);
  });
  signal?.addEventListener('abort', () => void worker.terminate(), { once: true });
  return promise;
}

/** The check of every start: quick, beside the work, for a minute at most. What it finds is logged with what to do. */
export async function checkAtStart(
  file: string,
  { logger, signal }: { logger: Logger; signal: AbortSignal },
): Promise<void> {
  try {
    const found = await checkDatabase({ file, thorough: false, milliseconds: 60_000 }, signal);
    if (!found) return;
    const { damage, unchecked } = found;
    if (damage.length > 0) {
      logger.error({ file, damage: damage.slice(0, 10) }, `${file} is damaged. ${DatabaseUnusable.facts.remedy}`);
    }
    if (unchecked.length > 0) {
      logger.info({ unchecked }, 'a check of a minute was too short for all tables; `docwright verify` checks them');
    }
  } catch (error) {
    logger.warn({ error }, 'the database could not be checked; `docwright verify` does it, too');
  }
}
