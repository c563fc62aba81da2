/**
 * How long the visit store keeps the event loop of its process, and how much memory the process takes, while it seals,
 * merges, answers, walks, searches, deletes, reclassifies and verifies.
 *
 *   npx node bench/visit-event-loop.ts --views 3000000 --pages 50000
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { createEmbeddedVisitStore } from '../src/analytics/visits/embedded/embedded-visit-store.ts';
import { defaultMapping, dimensions } from '../src/analytics/visits/visit-store.ts';
import { duration } from '../src/kernel/clock.ts';
import { silentLogger } from '../src/kernel/logger.ts';
import { bulkLoad } from './engines/bulk-load.ts';
import { generateTraffic, pagePath, trafficStart, viewAt, visitorBytes } from './generate-views.ts';

const { values } = parseArgs({
  options: {
    views: { type: 'string', default: '3000000' },
    days: { type: 'string', default: '10' },
    pages: { type: 'string', default: '50000' },
    visitors: { type: 'string', default: '500000' },
  },
});
const shape = {
  seed: 1,
  views: Number(values.views),
  days: Number(values.days),
  pages: Number(values.pages),
  visitors: Number(values.visitors),
};
const directory = mkdtempSync(join(tmpdir(), 'docwright-loop-'));
bulkLoad(directory, generateTraffic(shape));
const store = createEmbeddedVisitStore({
  directory,
  clock: { now: () => trafficStart + (shape.days + 1) * duration.day },
  logger: silentLogger,
});
const query = {
  projectId: 'bench',
  measure: 'visitors' as const,
  dimension: 'path' as const,
  range: { from: undefined, to: undefined },
  mapping: defaultMapping,
  snapshot: undefined,
};

/** Late views for one day, as one append after another brings them; their ids are new. */
const late = generateTraffic({ ...shape, seed: 2, days: 1, views: 200_000 });
const lateViews = Array.from(late.timestamps.keys(), (index) => ({ ...viewAt(late, index), eventId: `late-${index}` }));

async function appendLate(from: number, to: number): Promise<void> {
  for (let at = from; at < to; at += 1_000) await store.append('bench', lateViews.slice(at, at + 1_000));
}

async function seal(segmentsPerDay: number): Promise<void> {
  await store.seal({ waitingRows: 1, maximumRows: 1_000_000, segmentsPerDay });
}

const work: [string, () => Promise<unknown>][] = [
  [
    'start of the threads',
    async () => {
      await Promise.all([store.usage('bench'), store.append('other', lateViews.slice(0, 1)), store.seal()]);
    },
  ],
  ['pages, first time', () => store.countPage({ ...query, limit: 250, offset: 0 })],
  ['pages, held', () => store.countPage({ ...query, limit: 250, offset: 40_000 })],
  [
    'all other dimensions',
    async () => {
      for (const dimension of dimensions) await store.countPage({ ...query, dimension, limit: 250, offset: 0 });
    },
  ],
  ['by hour', () => store.timeseries({ ...query, interval: 'hour' })],
  ['walk of all pages', async () => (await Array.fromAsync((await store.walk(query)).rows)).flat().length],
  ['search', () => store.countPage({ ...query, search: 'section-7', limit: 250, offset: 0 })],
  ['appends of 1,000', () => appendLate(0, 100_000)],
  ['appends while sealing', () => Promise.all([appendLate(100_000, 200_000), seal(9)])],
  ['sealing', () => seal(9)],
  ['merging', () => seal(2)],
  ['deletion of a page', () => store.deletePath('bench', pagePath(0))],
  ['deletion of a visitor', () => store.deleteVisitor('bench', visitorBytes(0))],
  ['reclassifying', () => store.reclassify('bench', (_, current) => ({ ...current, product: 'Agent' }))],
  ['retention', () => store.deleteBefore('bench', trafficStart + 2 * duration.day)],
  ['verify', () => store.verify('bench')],
];

console.log(
  `${shape.views.toLocaleString('en')} views, ${shape.pages.toLocaleString('en')} pages, ${shape.days} days\n`,
);
console.log('work                        took s   loop held ms   of it processor ms   resident MB');
for (const [name, run] of work) {
  const loop = monitorEventLoopDelay({ resolution: 1 });
  let longest = 0;
  let before = process.threadCpuUsage();
  let resident = 0;
  // What this thread has worked between two beats is its own doing, however crowded the machine is.
  const beat = () => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    longest = Math.max(longest, (user + system) / 1_000);
    resident = Math.max(resident, process.memoryUsage.rss());
  };
  const heart = setInterval(beat, 2);
  loop.enable();
  const began = performance.now();
  await run();
  const seconds = (performance.now() - began) / 1_000;
  beat();
  loop.disable();
  clearInterval(heart);
  console.log(
    name.padEnd(26),
    seconds.toFixed(2).padStart(7),
    (loop.max / 1e6).toFixed(1).padStart(14),
    longest.toFixed(1).padStart(20),
    (resident / 2 ** 20).toFixed(0).padStart(13),
  );
}
await store.close();
rmSync(directory, { recursive: true });
