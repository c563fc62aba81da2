import Database from 'better-sqlite3';
import { setTimeout as sleep } from 'node:timers/promises';

export interface FileLock {
  release(): void;
}

const pollMilliseconds = 15;

/**
 * A lock between processes and inside one. It is SQLite's own lock on an empty database file, the only one that the
 * kernel drops by itself when its holder dies and that Node can take without a native module of its own; so there is
 * no stale lock to guess about.
 */
export function tryFileLock(path: string): FileLock | undefined {
  const database = new Database(path, { timeout: 0 });
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return { release: () => database.close() };
  } catch (error) {
    database.close();
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_BUSY') return undefined;
    throw error;
  }
}

/** Waits until the lock is free. Throws the signal's reason when it is aborted first. */
export async function takeFileLock(path: string, signal: AbortSignal): Promise<FileLock> {
  for (;;) {
    signal.throwIfAborted();
    const lock = tryFileLock(path);
    if (lock !== undefined) return lock;
    await sleep(pollMilliseconds, undefined, { signal });
  }
}
