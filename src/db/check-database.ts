import { remedyAt } from '../kernel/app-error.ts';
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Logger } from '../kernel/logger.ts';
import { DatabaseUnusable } from './errors.ts';
import { waitForChild } from '../kernel/wait-for-child.ts';

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

/**
 * Asks SQLite whether its file is sound, in a process of its own: others read and write meanwhile, and it can be ended at any time.
 * A thread cannot: its stop waits for the table that SQLite is at, and while it loads SQLite, Node aborts the whole process.
 * Undefined where `signal` ended it.
 */
export async function checkDatabase(request: CheckRequest, signal?: AbortSignal): Promise<DatabaseCheck | undefined> {
  if (signal?.aborted === true) return undefined;
  const child = fork(fileURLToPath(new URL('./check-database.worker.ts', import.meta.url)), [], {
    // Options of this process, such as a script to evaluate, are not for it.
    execArgv: [],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // A process that has nothing else to do ends, and the check with it.
  if (signal) waitForChild(child, false);
  const { promise, resolve, reject } = Promise.withResolvers<DatabaseCheck | undefined>();
  child.on('message', (check) => {
    resolve(check as DatabaseCheck);
  });
  child.on('error', reject);
  child.on('exit', (code, endedBy) => {
    if (signal?.aborted === true) resolve(undefined);
    else reject(new Error(`the check of ${request.file} ended with ${String(endedBy ?? code)}`));
  });
  const end = () => child.kill('SIGKILL');
  signal?.addEventListener('abort', end, { once: true });
  // One that has just ended is heard of by its exit.
  child.send(request, () => undefined);
  try {
    return await promise;
  } finally {
    signal?.removeEventListener('abort', end);
    end();
  }
}

/** The check of every start: quick, beside the work, for a minute at most. What it finds is logged with what to do. */
export async function checkAtStart(
  file: string,
  { logger, signal }: { logger: Logger; signal: AbortSignal },
): Promise<void> {
  try {
    const check = await checkDatabase({ file, thorough: false, milliseconds: 60_000 }, signal);
    if (!check) return;
    const { damage, unchecked } = check;
    if (damage.length > 0) {
      logger.error(
        { file, damage: damage.slice(0, 10) },
        `${file} is damaged. ${remedyAt('cli', DatabaseUnusable.facts)}`,
      );
    }
    if (unchecked.length > 0) {
      logger.info({ unchecked }, 'a check of a minute was too short for all tables; `docwright verify` checks them');
    }
  } catch (error) {
    logger.warn({ error }, 'the database could not be checked; `docwright verify` does it, too');
  }
}
