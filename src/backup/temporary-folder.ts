import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { duration, systemClock } from '../kernel/clock.ts';
import { isAlive } from './is-alive.ts';

const namePattern = /^docwright-backup-(\d+)-/;
/** Whoever has another table of processes, such as a container, may use the same folder. */
const leftoverAge = duration.hour;

/** Hands a new folder to `work` and removes it, with those of processes that were killed. */
export async function withTemporaryFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  await removeLeft();
  const folder = await mkdtemp(join(tmpdir(), `docwright-backup-${process.pid}-`));
  try {
    return await work(folder);
  } finally {
    // Whoever unpacked a damaged archive may still write what it had read before.
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** What is another user's stays, and is no reason to fail. */
async function removeLeft(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const processId = namePattern.exec(name)?.[1];
    if (processId === undefined || isAlive(Number(processId))) continue;
    const folder = join(tmpdir(), name);
    const stats = await stat(folder).catch(() => undefined);
    if (stats === undefined || stats.uid !== process.getuid?.() || systemClock.now() - stats.mtimeMs < leftoverAge)
      continue;
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}
