import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { viewsOfEvents } from '../../../../test/visits/crash-commands.ts';
import { systemClock } from '../../../kernel/clock.ts';
import { silentLogger } from '../../../kernel/logger.ts';
import { createEmbeddedVisitStore } from './embedded-visit-store.ts';

it('writes out what waits in its queue before it closes', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'visits-'));
  const open = () => createEmbeddedVisitStore({ directory, clock: systemClock, logger: silentLogger, threads: 1 });
  const store = open();
  await store.append('docs', viewsOfEvents(24_000, 24_001));
  const deliveries = Array.from({ length: 8 }, (_, index) =>
    store.append('docs', viewsOfEvents(index * 3_000, (index + 1) * 3_000)),
  );
  // The first message is with the thread by then, the others wait.
  await new Promise(setImmediate);
  await store.close();
  expect((await Promise.all(deliveries)).every(({ accepted }) => accepted === 3_000)).toBe(true);
  const again = open();
  expect(await again.usage('docs')).toMatchObject({ views: 24_001 });
  await again.close();
  rmSync(directory, { recursive: true });
});

it('closes while a thread of it starts', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'visits-'));
  for (let round = 0; round < 20; round += 1) {
    const store = createEmbeddedVisitStore({ directory, clock: systemClock, logger: silentLogger, threads: 1 });
    // Node aborts this process where a thread is ended while it loads SQLite.
    const found = store.findDamage('docs');
    await new Promise((resolve) => setTimeout(resolve, round * 5));
    await store.close();
    expect(await found).toEqual([]);
  }
  rmSync(directory, { recursive: true });
});
