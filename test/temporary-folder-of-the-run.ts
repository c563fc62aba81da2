import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Gives every test file, and every program that one starts, one folder for what is temporary, and removes it after the
 * last of them: a test that is stopped in its middle, or a browser that crashes, leaves nothing behind.
 */
export default function temporaryFolderOfTheRun(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-tests-'));
  process.env['TMPDIR'] = folder;
  return () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}
