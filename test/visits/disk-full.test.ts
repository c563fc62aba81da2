import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createEmbeddedVisitStore } from '../../src/analytics/visits/embedded/embedded-visit-store.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { silentLogger } from '../../src/kernel/logger.ts';
import { crashProject, viewsOfEvents } from './crash-commands.ts';

const run = promisify(execFile);
let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'visits-full-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

it('loses nothing that it acknowledged when the disk is full, and says what to do', { timeout: 60_000 }, async () => {
  const child = join(import.meta.dirname, 'append-until-full.ts');
  // No file may grow past 4,000 blocks of 512 bytes, or of 1,024 where the shell counts so.
  const limited = ['-c', 'ulimit -f 4000; exec "$0" "$@"', process.execPath, child, directory];
  const { stdout } = await run('/bin/sh', limited);
  const said = JSON.parse(stdout) as { acknowledged: number };
  expect(said).toMatchObject({
    isRefusedAgain: true,
    isSealRefused: true,
    code: 'storage_failing',
    retryable: true,
    remedy: expect.stringContaining("the data directory's disk and quota") as string,
    views: said.acknowledged,
  });
  expect(said.acknowledged).toBeGreaterThan(1_000);

  const store = createEmbeddedVisitStore({ directory, clock: systemClock, logger: silentLogger, threads: 1 });
  try {
    expect(await store.verify(crashProject)).toMatchObject({ ok: true, views: said.acknowledged });
    const all = viewsOfEvents(0, said.acknowledged + 500);
    expect(await store.append(crashProject, all)).toMatchObject({ accepted: 500, duplicates: said.acknowledged });
    await store.seal({ waitingRows: 1, maximumRows: 1_000_000, segmentsPerDay: 2, idsPerPage: 64, blockRows: 1 });
    expect(await store.verify(crashProject)).toMatchObject({ ok: true, views: all.length });
  } finally {
    await store.close();
  }
});
