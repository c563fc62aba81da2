import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { viewsOfEvents } from '../../../../test/visits/crash-commands.ts';
import { systemClock } from '../../../kernel/clock.ts';
import { silentLogger } from '../../../kernel/logger.ts';
import { defaultMapping } from '../visit-store.ts';
import { createEmbeddedVisitStore } from './embedded-visit-store.ts';

it('counts somebody once in an hour, whether its views lie in one segment, in several, or wait, and over midnight', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'visits-hours-'));
  const store = createEmbeddedVisitStore({ directory, clock: systemClock, logger: silentLogger, threads: 2 });
  const [reader] = viewsOfEvents(0, 1);
  let views = 0;
  const viewAt = (time: string) => {
    views += 1;
    return store.append('docs', [{ ...reader!, timestampMs: Date.parse(time), eventId: `view-${views}` }]);
  };
  const seal = () => store.seal({ waitingRows: 1, maximumRows: 100_000, segmentsPerDay: 8 });
  const hours = async (timeZone?: string) => {
    const range = { from: Date.parse('2026-03-01T00:00Z'), to: Date.parse('2026-03-03T00:00Z') };
    const query = { projectId: 'docs', interval: 'hour' as const, mapping: defaultMapping, range };
    const buckets = await store.timeseries(timeZone === undefined ? query : { ...query, timeZone });
    return buckets.filter(({ views }) => views.total > 0).map(({ visitors, views }) => [visitors.total, views.total]);
  };
  try {
    await viewAt('2026-03-01T23:40Z');
    await viewAt('2026-03-02T00:10Z');
    while ((await seal()) > 0);
    const alone = [
      [1, 1],
      [1, 1],
    ];
    expect([await hours(), await hours()]).toEqual([alone, alone]);
    // Half an hour ahead, both are in the hour at midnight.
    expect(await hours('Asia/Kolkata')).toEqual([[1, 2]]);

    await viewAt('2026-03-01T23:50Z');
    const waiting = [
      [1, 2],
      [1, 1],
    ];
    expect(await hours()).toEqual(waiting);
    while ((await seal()) > 0);
    expect(await hours()).toEqual(waiting);
    expect(await hours('Asia/Kolkata')).toEqual([[1, 3]]);
  } finally {
    await store.close();
    rmSync(directory, { recursive: true });
  }
});
