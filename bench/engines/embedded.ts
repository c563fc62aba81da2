/** Child of `bench/visitors.ts`: the embedded store. Loads through `append`, as real traffic comes. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createEmbeddedVisitStore } from '../../src/analytics/visits/embedded/embedded-visit-store.ts';
import type { TrafficCategory } from '../../src/analytics/visits/view.ts';
import type { Filter } from '../../src/analytics/visits/visit-store.ts';
import { defaultMapping } from '../../src/analytics/visits/visit-store.ts';
import { duration } from '../../src/kernel/clock.ts';
import { silentLogger } from '../../src/kernel/logger.ts';
import type { TrafficShape } from '../generate-views.ts';
import { generateTraffic, trafficStart, viewAt } from '../generate-views.ts';
import type { EngineReport, Question } from '../visitor-question.ts';
import { bulkLoad } from './bulk-load.ts';
import { measure, peakMegabytes } from '../visitor-question.ts';

const [mode = '', directory = '', shapeText = '{}', questionsText = '[]'] = process.argv.slice(2);
const shape = JSON.parse(shapeText) as TrafficShape;
const questions = JSON.parse(questionsText) as Question[];
const store = createEmbeddedVisitStore({
  directory,
  clock: { now: () => trafficStart + (shape.days + 1) * duration.day },
  logger: silentLogger,
});
const base = {
  projectId: 'bench',
  measure: 'visitors' as const,
  dimension: 'path' as const,
  mapping: defaultMapping,
  snapshot: undefined,
};

async function load(): Promise<EngineReport> {
  const traffic = generateTraffic(shape);
  const batch = 1_000;
  const loop = monitorEventLoopDelay({ resolution: 5 });
  loop.enable();
  const began = performance.now();
  let next = 0;
  // Eight senders, each waiting for its answer before it sends again.
  const send = async () => {
    while (next < shape.views) {
      const from = next;
      next = Math.min(shape.views, from + batch);
      await store.append(
        'bench',
        Array.from({ length: next - from }, (_, index) => viewAt(traffic, from + index)),
      );
    }
  };
  await Promise.all(Array.from({ length: 8 }, send));
  const loadSeconds = (performance.now() - began) / 1_000;
  while ((await store.seal({ waitingRows: 1, maximumRows: 1_000_000, segmentsPerDay: 2 })) > 0);
  loop.disable();
  const { storedBytes } = await store.usage('bench');
  return {
    loadSeconds,
    residentMegabytes: peakMegabytes(),
    measured: [],
    notes: [
      `ingest ${Math.round(shape.views / loadSeconds).toLocaleString('en')} views/s in batches of ${batch}, durable`,
      `event loop held at most ${Math.round(loop.max / 1e6)} ms while ingesting and sealing`,
      `${(storedBytes / shape.views).toFixed(1)} bytes per view on disk`,
    ],
  };
}

async function ask(): Promise<EngineReport> {
  const loop = monitorEventLoopDelay({ resolution: 5 });
  loop.enable();
  let asked = 0;
  const measured = await measure(
    questions,
    7,
    async ({ by, from, to, limit, offset, only = {}, not = {}, steps = [] }) => {
      // The same mapping written differently makes every question a new one: nothing comes from the held results.
      asked += 1;
      const mapping = {
        ...defaultMapping,
        ai: [...defaultMapping.ai, ...Array<TrafficCategory>(asked).fill('assistant')],
      };
      const range = { from, to };
      const filters = [only, not].flatMap((values) =>
        Object.entries(values).map(([dimension, value]): Filter => {
          const [wanted, unwanted] = values === only ? [[value.split('*')], []] : [[], [value.split('*')]];
          return { dimension: dimension as keyof typeof only, anyOf: wanted, noneOf: unwanted };
        }),
      );
      if (by === 'goals' || by === 'funnel') {
        const goals = steps.map((step) => ({ paths: [step.split('*')], events: [] }));
        const asked = { projectId: base.projectId, range, mapping, filters, goals, inOrder: by === 'funnel' };
        const { visitors, reached } = await store.countReached(asked);
        return { totals: visitors, rows: reached.map((counts, step) => ({ value: steps[step] ?? '', ...counts })) };
      }
      if (by === 'hour') {
        const buckets = await store.timeseries({
          projectId: base.projectId,
          interval: 'hour',
          mapping,
          range,
          filters,
        });
        return {
          // The others have no row for an hour without views.
          rows: buckets.flatMap(({ startMs, visitors, views: { total: views } }) =>
            views === 0 ? [] : [{ value: String(startMs), ...visitors, views }],
          ),
        };
      }
      const { totals, rows } = await store.countPage({
        ...base,
        dimension: by,
        mapping,
        range,
        filters,
        limit,
        offset,
      });
      return { totals, rows };
    },
  );
  loop.disable();
  const hold = `event loop held at most ${Math.round(loop.max / 1e6)} ms while asking`;
  return { loadSeconds: 0, residentMegabytes: peakMegabytes(), measured, notes: [hold] };
}

function bulk(): EngineReport {
  const began = performance.now();
  bulkLoad(directory, generateTraffic(shape));
  const loadSeconds = (performance.now() - began) / 1_000;
  return {
    loadSeconds,
    residentMegabytes: peakMegabytes(),
    measured: [],
    notes: ['loaded as sealed days, not by append'],
  };
}

const report = mode === 'load' ? await load() : mode === 'bulk' ? bulk() : await ask();
await store.close();
console.log(JSON.stringify(report));
