import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Gives every test file, and every program that one starts, one folder for what is temporary, and removes it after the
 * last of them: a test that is stopped in its middle, or a browser that crashes, leaves nothing behind.
 */
export default function temporaryFolderOfTheRun(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-tests-'));
  // Another user is led through it to folders that he may see.
  chmodSync(folder, 0o711);
  process.env['TMPDIR'] = folder;
  return () => {
    stopPostgres(join(folder, 'postgres', 'data', 'postmaster.pid'));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}

/** The server that tests of stores share, if one of them has started it. */
function stopPostgres(file: string): void {
  if (existsSync(file)) process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), 'SIGQUIT');
}
