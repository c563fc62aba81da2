import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { duration } from '../../../kernel/clock.ts';
import { silentLogger } from '../../../kernel/logger.ts';
import { view } from '../conformance/tested-project.ts';
import { defaultMapping, dimensions, type Dimension, type Filter } from '../visit-store.ts';
import { createEmbeddedVisitStore, type EmbeddedVisitStore } from './embedded-visit-store.ts';

const megabyte = 2 ** 20;
const memoryBytes = 96 * megabyte;
/** Of two threads: garbage that V8 has not collected, and what it takes itself. */
const tolerance = 2 * 5 * megabyte;
const days = 4;
const viewsOfDay = 40_000;
const first = Date.parse('2026-03-01T00:00:00Z');

let folder: string;
let store: EmbeddedVisitStore;
const threads: Worker[] = [];
const noteThread = (thread: Worker) => threads.push(thread);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'counted-memory-'));
  process.on('worker', noteThread);
  const clock = { now: () => first + (days + 1) * duration.day };
  store = createEmbeddedVisitStore({ directory: folder, clock, logger: silentLogger, threads: 2, memoryBytes });
  // So that the threads and their code are there.
  await store.timeseries({ projectId: 'docs', interval: 'day', range: whole, mapping: defaultMapping });
});
afterAll(async () => {
  process.off('worker', noteThread);
  await store.close();
  rmSync(folder, { recursive: true });
});

async function load(): Promise<void> {
  for (let day = 0; day < days; day += 1)
    for (let from = 0; from < viewsOfDay; from += 5_000) {
      const views = Array.from({ length: 5_000 }, (_, index) => {
        const at = from + index;
        const country = at % 3 === 0 ? undefined : `A${'ABCDEFG'[at % 7]!}`;
        return view(Math.imul(at + day, 0x9e3779b1) >>> 12, `/${at % 400}`, first + day * duration.day + at * 2_000, {
          country,
        });
      });
      await store.append('docs', views);
    }
  while ((await store.seal({ waitingRows: 1, maximumRows: 1_000_000, segmentsPerDay: 1 })) > 0);
}

const whole = { from: undefined, to: undefined };
const cut = { from: first + duration.hour, to: first + days * duration.day - duration.hour };
const isA = (dimension: Dimension, text: string): Filter => ({ dimension, anyOf: [[text]], noneOf: [] });

/** Pages, listings, cut days, series, visits, filters, goals and funnels. */
async function askEverything(): Promise<void> {
  const base = { projectId: 'docs', mapping: defaultMapping };
  const page = { ...base, measure: 'visitors', limit: 50, offset: 0, snapshot: undefined } as const;
  const filterSets: Filter[][] = [[], [isA('country', 'AA')], [isA('entryPage', '/7')]];
  for (const dimension of dimensions)
    for (const range of [whole, cut])
      for (const filters of range === whole ? filterSets : [[]])
        await store.countPage({ ...page, dimension, range, filters });
  const goals = Array.from({ length: 8 }, (_, goal) => ({ paths: [[`/${goal}`, '']], events: [] }));
  for (const range of [whole, cut]) {
    for (const interval of ['hour', 'day'] as const)
      for (const filters of filterSets) await store.timeseries({ ...base, interval, range, filters });
    for (const inOrder of [false, true]) await store.countReached({ ...base, range, goals, inOrder });
  }
}

/** Bytes outside of the heap, of array buffers and WebAssembly, of the threads that count. */
async function measured(): Promise<number> {
  const statistics = await Promise.all(threads.map((thread) => thread.getHeapStatistics()));
  return statistics.reduce((sum, { external_memory }) => sum + external_memory, 0);
}

it(
  'counts what its threads hold, and keeps that below its limit, whatever it is asked',
  { timeout: 120_000 },
  async () => {
    const counting = () => store.memory.read().find(({ use }) => use === 'counting')!.bytes;
    const [before, counted] = [await measured(), counting()];
    const counts = threads.slice();
    await load();
    // Those that write and seal keep memory of their own.
    threads.splice(0, Infinity, ...counts);
    await askEverything();
    expect(store.memory.read().find(({ use }) => use === 'answers')?.bytes).toBeGreaterThan(0);
    const limit = memoryBytes / 2 - memoryBytes / 16;
    expect(counting()).toBeLessThanOrEqual(limit);
    // It had more to keep than it may.
    expect(counting()).toBeGreaterThan(limit * 0.8);
    expect(Math.abs((await measured()) - before - (counting() - counted))).toBeLessThan(tolerance);
  },
);
