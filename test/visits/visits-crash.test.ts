import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as elapse } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createEmbeddedVisitStore } from '../../src/analytics/visits/embedded/embedded-visit-store.ts';
import type { View } from '../../src/analytics/visits/view.ts';
import { defaultMapping } from '../../src/analytics/visits/visit-store.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { silentLogger } from '../../src/kernel/logger.ts';
import type { Unfinished } from './crash-views.ts';
import { crashProject, finishWork, viewsOfEvents } from './crash-views.ts';
import { createReferenceVisitStore } from './reference-visit-store.ts';

const kills = 50;
/** Longest life of a child once it works, milliseconds: long enough for several seals, merges and deletions. */
const longestLife = 400;

interface Progress {
  events: number;
  readonly appending: Map<number, number>;
  readonly deleting: Set<string>;
  readonly deleted: Set<string>;
  acknowledged: number;
}

/** Runs a child until it is killed after `life` milliseconds of work, noting what it said. */
async function runAndKill(directory: string, progress: Progress, life: number): Promise<void> {
  const unfinished: Unfinished = { appends: [...progress.appending], deletions: [...progress.deleting] };
  const script = join(import.meta.dirname, 'ingest-until-killed.ts');
  const child = spawn(process.execPath, [script, directory, String(progress.events), JSON.stringify(unfinished)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = new Promise((resolve) => child.once('close', resolve));
  for await (const line of createInterface({ input: child.stdout })) {
    const [verb, first = '', second] = line.split(' ');
    if (verb === 'ready') {
      progress.appending.clear();
      for (const visitor of progress.deleting) progress.deleted.add(visitor);
      progress.deleting.clear();
      void elapse(life).then(() => child.kill('SIGKILL'));
    } else if (verb === 'appending') {
      progress.appending.set(Number(first), Number(second));
      progress.events = Math.max(progress.events, Number(second));
    } else if (verb === 'appended') {
      progress.appending.delete(Number(first));
      progress.acknowledged += 1;
    } else if (verb === 'deleting') {
      progress.deleting.add(first);
    } else if (verb === 'deleted') {
      progress.deleting.delete(first);
      progress.deleted.add(first);
    }
  }
  await closed;
  expect(child.signalCode).toBe('SIGKILL');
}

it(
  `counts every acknowledged event exactly once after ${kills} kills at any moment`,
  { timeout: 300_000 },
  async () => {
    const directory = mkdtempSync(join(tmpdir(), 'visits-crash-'));
    const progress: Progress = {
      events: 0,
      appending: new Map(),
      deleting: new Set(),
      deleted: new Set(),
      acknowledged: 0,
    };
    try {
      for (let kill = 0; kill < kills; kill += 1) await runAndKill(directory, progress, (kill * 137) % longestLife);
      expect(progress.acknowledged).toBeGreaterThan(kills);
      expect(progress.deleted.size).toBeGreaterThan(0);

      const store = createEmbeddedVisitStore({ directory, clock: systemClock, logger: silentLogger, threads: 2 });
      try {
        await finishWork(store, { appends: [...progress.appending], deletions: [...progress.deleting] });
        for (const visitor of progress.deleting) progress.deleted.add(visitor);
        const isKept = (view: View) => !progress.deleted.has(Buffer.from(view.visitor).toString('hex'));
        // Redelivery of what is there changes nothing.
        const again = viewsOfEvents(Math.max(0, progress.events - 200), progress.events).filter(isKept);
        expect(await store.append(crashProject, again)).toMatchObject({ accepted: 0, duplicates: again.length });

        const reference = createReferenceVisitStore();
        await reference.append(crashProject, viewsOfEvents(0, progress.events).filter(isKept));
        for (const measure of ['views', 'visitors'] as const) {
          const query = {
            projectId: crashProject,
            measure,
            dimension: 'path' as const,
            range: { from: undefined, to: undefined },
            mapping: defaultMapping,
            limit: 250,
            offset: 0,
            snapshot: undefined,
          };
          const [actual, expected] = [await store.countPage(query), await reference.countPage(query)];
          expect([actual.totals, actual.rows]).toEqual([expected.totals, expected.rows]);
        }
        expect(await store.verify(crashProject)).toMatchObject({ ok: true, differences: [] });
      } finally {
        await store.close();
      }
    } finally {
      rmSync(directory, { recursive: true });
    }
  },
);
