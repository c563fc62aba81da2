import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runGit } from '../git/run-git.ts';
import { duration } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import { takeFileLock, tryFileLock } from './file-lock.ts';
import { snapshotRef } from './snapshots.ts';

interface Places {
  readonly mirrorsDirectory: string;
  readonly workspacesDirectory: string;
  readonly logger: Logger;
}

/** A mirror that is being written for longer than this is left for the next time. */
const mirrorPatienceMilliseconds = 5 * duration.second;

/**
 * Removes the working copies of processes that ended without disposing them (the lock of each process tells), then
 * lets git pack mirrors that have grown many loose objects. Returns how many working copies were removed.
 */
export async function removeStaleWorkspaces(
  { mirrorsDirectory, workspacesDirectory, logger }: Places,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0;
  for (const name of await namesIn(workspacesDirectory)) {
    if (signal.aborted) return removed;
    if (name.includes('.')) continue;
    const owned = join(workspacesDirectory, name);
    const lock = tryFileLock(`${owned}.lock`);
    if (lock === undefined) continue;
    for (const copy of await namesIn(owned)) {
      await removeWorkspace(join(owned, copy), copy.replace(/-[^-]*$/, ''));
      removed += 1;
    }
    await rm(owned, { recursive: true, force: true });
    lock.release();
    await rm(`${owned}.lock`, { force: true });
  }
  if (removed > 0) logger.info({ removed }, 'removed working copies of processes that are gone');
  for (const name of await namesIn(mirrorsDirectory)) {
    if (name.endsWith('.git') && !signal.aborted) await packMirror(join(mirrorsDirectory, name), signal);
  }
  return removed;
}

async function removeWorkspace(directory: string, jobId: string): Promise<void> {
  // Written by versions that kept snapshots as refs of the mirror.
  const mirror = await readFile(join(directory, 'mirror'), 'utf8').catch(() => undefined);
  if (mirror !== undefined && existsSync(mirror)) {
    await runGit(['update-ref', '-d', snapshotRef(jobId)], { gitDirectory: mirror });
  }
  await rm(directory, { recursive: true, force: true });
}

async function packMirror(directory: string, signal: AbortSignal): Promise<void> {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(mirrorPatienceMilliseconds)]);
  const lock = await takeFileLock(`${directory}.lock`, patience).catch(() => undefined);
  if (lock === undefined) return;
  try {
    const settings = ['-c', 'gc.auto=6700', '-c', 'gc.autoDetach=false'] as const;
    await runGit([...settings, 'gc', '--auto', '--quiet'], { gitDirectory: directory, signal, timeoutSeconds: 600 });
  } finally {
    lock.release();
  }
}

async function namesIn(directory: string): Promise<string[]> {
  return existsSync(directory) ? readdir(directory) : [];
}
