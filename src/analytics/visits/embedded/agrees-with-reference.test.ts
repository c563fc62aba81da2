import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createReferenceVisitStore } from '../../../../test/visits/reference-visit-store.ts';
import { systemClock } from '../../../kernel/clock.ts';
import { silentLogger } from '../../../kernel/logger.ts';
import type { View } from '../view.ts';
import { trafficCategories, viewSources } from '../view.ts';
import { visitorId } from '../visit-store.conformance.ts';
import type { LiveView, VisitStore } from '../visit-store.ts';
import { defaultMapping, dimensions } from '../visit-store.ts';
import type { EmbeddedVisitStore } from './embedded-visit-store.ts';
import { createEmbeddedVisitStore } from './embedded-visit-store.ts';

const day = 86_400_000;
const start = Date.parse('2026-02-26T00:00:00Z');
/** Long enough for blocks of 8 and of 32 days, which begin two days after the start. */
const days = 40;
const project = 'docs';

const anyTime = fc.oneof(
  fc.integer({ min: 0, max: days * day - 1 }),
  // Where off-by-one faults live.
  fc.constantFrom(0, 1, day - 1, day, day + 1, 2 * day, 3 * day + 3_600_000, 3 * day + 3_600_000 - 1),
  fc.constantFrom(2 * day - 1, 10 * day, 10 * day - 1, 34 * day, 34 * day + 1, 39 * day),
);
const anyView: fc.Arbitrary<View> = fc
  .record({
    timestampMs: anyTime.map((time) => start + time),
    visitor: fc.nat({ max: 40 }).map(visitorId),
    path: fc.constantFrom('/', '/a', '/b', '/guide/start', '/ü', '/😀', '/~', '/llms.txt', '/x/y'),
    category: fc.oneof(fc.constantFrom('human' as const, 'assistant' as const), fc.constantFrom(...trafficCategories)),
    product: fc.constantFrom(undefined, 'Claude Code', 'ChatGPT', 'Googlebot'),
    verdict: fc.constantFrom('verified' as const, 'spoofed' as const, 'unclaimed' as const),
    userAgent: fc.constantFrom('Mozilla/5.0', 'claude-code/2.0', 'curl/8.0', ''),
    accept: fc.constantFrom(undefined, 'text/markdown', '*/*'),
    referrer: fc.constantFrom(undefined, 'example.org', 'google.com'),
    country: fc.constantFrom(undefined, 'DE', 'US'),
    source: fc.constantFrom(...viewSources),
    eventId: fc.option(fc.nat({ max: 60 }).map(String), { nil: undefined }),
  })
  .map(({ category, product, verdict, userAgent, accept, ...view }) => ({
    ...view,
    classification: { category, product, operator: undefined, verdict, evidence: undefined },
    client: { userAgent, accept },
  }));

const anyRange = fc
  .record({ from: fc.option(anyTime, { nil: undefined }), to: fc.option(anyTime, { nil: undefined }) })
  .filter(({ from, to }) => from === undefined || to === undefined || from < to)
  .map(({ from, to }) => ({
    from: from === undefined ? undefined : start + from,
    to: to === undefined ? undefined : start + to,
  }));

const anyMapping = fc.constantFrom(
  defaultMapping,
  { human: ['human' as const], ai: [...defaultMapping.ai, 'ai_search' as const, 'ai_training' as const] },
  { human: ['headless' as const], ai: trafficCategories.filter((category) => category !== 'headless') },
);

type Step =
  | { readonly kind: 'append'; readonly views: readonly View[] }
  | { readonly kind: 'seal'; readonly segmentsPerDay: number }
  | { readonly kind: 'reopen' | 'reclassify' }
  | { readonly kind: 'deletePath'; readonly path: string }
  | { readonly kind: 'deleteVisitor'; readonly visitor: number }
  | { readonly kind: 'deleteBefore'; readonly time: number }
  | Question;

type Question =
  | { readonly kind: 'page'; readonly query: Omit<Parameters<VisitStore['countPage']>[0], 'projectId' | 'snapshot'> }
  | { readonly kind: 'series'; readonly query: Omit<Parameters<VisitStore['timeseries']>[0], 'projectId'> }
  | { readonly kind: 'live'; readonly since: number };

const anyPage: fc.Arbitrary<Question> = fc.record({
  kind: fc.constant('page' as const),
  query: fc.record({
    measure: fc.constantFrom('visitors' as const, 'views' as const),
    dimension: fc.oneof(fc.constant('path' as const), fc.constantFrom(...dimensions)),
    range: anyRange,
    mapping: anyMapping,
    limit: fc.integer({ min: 1, max: 12 }),
    offset: fc.nat({ max: 10 }),
  }),
});
const anySeries: fc.Arbitrary<Question> = fc.record({
  kind: fc.constant('series' as const),
  query: fc.record({
    interval: fc.constantFrom('hour' as const, 'day' as const, 'week' as const, 'month' as const),
    range: anyRange,
    mapping: anyMapping,
  }),
});
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('append' as const), views: fc.array(anyView, { maxLength: 60 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('seal' as const), segmentsPerDay: fc.integer({ min: 2, max: 4 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('reopen' as const, 'reclassify' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('deletePath' as const), path: fc.constantFrom('/a', '/b', '/😀') }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('deleteVisitor' as const), visitor: fc.nat({ max: 40 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('deleteBefore' as const), time: fc.nat({ max: 3 * day }) }) },
  { weight: 8, arbitrary: anyPage },
  { weight: 3, arbitrary: anySeries },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('live' as const), since: anyTime }) },
);

/** Views of one millisecond may come in any order. */
function liveKey({ timestampMs, path, classification, country }: LiveView): string {
  return JSON.stringify([timestampMs, path, classification.category, classification.product, country]);
}

async function ask(store: VisitStore, question: Question): Promise<unknown> {
  if (question.kind === 'series') {
    return trimmed(await store.timeseries({ ...question.query, projectId: project }), question.query.range);
  }
  if (question.kind === 'live') {
    const query = { projectId: project, since: start + question.since, mapping: defaultMapping, limit: 1_000 };
    const { visitors, recent } = await store.live(query);
    return { visitors, recent: recent.map(liveKey).sort() };
  }
  const { totals, rows, hasMore } = await store.countPage({
    ...question.query,
    projectId: project,
    snapshot: undefined,
  });
  return { totals, rows, hasMore };
}

/** Only an open range may begin or end where it likes, and then with a bucket that has something in it. */
function trimmed(
  buckets: Awaited<ReturnType<VisitStore['timeseries']>>,
  range: { from: number | undefined; to: number | undefined },
) {
  const isFilled = buckets.map((bucket) => bucket.views.total > 0);
  if (range.from === undefined && buckets.length > 0) expect(isFilled[0]).toBe(true);
  if (range.to === undefined && range.from === undefined && buckets.length > 0) expect(isFilled.at(-1)).toBe(true);
  return buckets;
}

it(
  'agrees with the reference through any history of appends, seals, restarts and deletions',
  { timeout: 240_000 },
  async () => {
    const directory = mkdtempSync(join(tmpdir(), 'visits-'));
    try {
      let runs = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(anyStep, { minLength: 5, maxLength: 40 }),
          fc.boolean(),
          async (steps, withOtherProcess) => {
            runs += 1;
            const inRun = join(directory, String(runs));
            const open = () =>
              createEmbeddedVisitStore({ directory: inRun, clock: systemClock, logger: silentLogger, threads: 2 });
            const reference = createReferenceVisitStore();
            let store = open();
            // A second store on the same file takes every other step, as another process would.
            const other = withOtherProcess ? open() : undefined;
            let turn = 0;
            const next = (): EmbeddedVisitStore => ((turn += 1) % 2 === 0 ? (other ?? store) : store);
            try {
              for (const step of steps) {
                switch (step.kind) {
                  case 'append':
                    expect(await next().append(project, step.views)).toEqual(
                      await reference.append(project, step.views),
                    );
                    break;
                  case 'seal':
                    await next().seal({ waitingRows: 1, maximumRows: 500, segmentsPerDay: step.segmentsPerDay });
                    break;
                  case 'reopen':
                    await store.close();
                    store = open();
                    break;
                  case 'reclassify': {
                    const rule: Parameters<VisitStore['reclassify']>[1] = (client, current) =>
                      client.userAgent === 'claude-code/2.0'
                        ? { ...current, category: 'coding_agent', product: 'Claude Code', verdict: 'unverifiable' }
                        : undefined;
                    expect(await next().reclassify(project, rule)).toEqual(await reference.reclassify(project, rule));
                    break;
                  }
                  case 'deletePath':
                    expect(await next().deletePath(project, step.path)).toEqual(
                      await reference.deletePath(project, step.path),
                    );
                    break;
                  case 'deleteVisitor': {
                    const visitor = visitorId(step.visitor);
                    expect(await next().deleteVisitor(project, visitor)).toEqual(
                      await reference.deleteVisitor(project, visitor),
                    );
                    break;
                  }
                  case 'deleteBefore':
                    expect(await next().deleteBefore(project, start + step.time)).toEqual(
                      await reference.deleteBefore(project, start + step.time),
                    );
                    break;
                  default:
                    expect(await ask(next(), step)).toEqual(await ask(reference, step));
                }
              }
              expect(await store.verify(project)).toMatchObject({ ok: true, differences: [] });
            } finally {
              await store.close();
              await other?.close();
            }
          },
        ),
        // A run starts several threads, so finding the smallest counterexample may take minutes; it is cut off.
        { numRuns: Number(process.env['VISITS_RUNS'] ?? 12), interruptAfterTimeLimit: 200_000 },
      );
    } finally {
      rmSync(directory, { recursive: true });
    }
  },
);
