import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Gives every test file, and every program that one starts, one folder for what is temporary, and removes it after the
 * last of them: a test that is stopped in its middle, or a browser that crashes, leaves nothing behind.
 */
export default function temporaryFolderOfTheRun(): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-tests-'));
  // Another user is led through it to folders that he may see.
  chmodSync(folder, 0o711);
  process.env['TMPDIR'] = folder;
  return async () => {
    await stopPostgres(join(folder, 'postgres', 'data', 'postmaster.pid'));
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  };
}

/** The server that tests of stores share, if one of them has started it. It takes its file away last of all. */
async function stopPostgres(file: string): Promise<void> {
  if (!existsSync(file)) return;
  try {
    process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), 'SIGQUIT');
  } catch (error) {
    // It is gone already, and what it left goes with the folder.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return;
    throw error;
  }
  const longest = AbortSignal.timeout(20_000);
  while (existsSync(file) && !longest.aborted) await delay(20);
}
