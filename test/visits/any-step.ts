import fc from 'fast-check';
import type { View } from '../../src/analytics/visits/view.ts';
import { trafficCategories, viewSources } from '../../src/analytics/visits/view.ts';
import { visitorId } from '../../src/analytics/visits/conformance/tested-project.ts';
import type { DropCount, Filter, TimeRange, VisitStore } from '../../src/analytics/visits/visit-store.ts';
import {
  defaultMapping,
  dimensions,
  humanSources,
  maximumSteps,
  noValue,
  rowOrders,
} from '../../src/analytics/visits/visit-store.ts';
import { duration } from '../../src/kernel/clock.ts';

const { day, hour } = duration;
export const start = Date.parse('2026-02-26T00:00:00Z');
/** Long enough for blocks of 8 and of 32 days, which begin two days after the start. */
const days = 40;
export const project = 'docs';

const anyTime = fc.oneof(
  // Close to each other, as in visits.
  fc.integer({ min: 3 * day - 3 * hour, max: 3 * day + hour }),
  fc.nat({ max: 12 }).map((halves) => 3 * day + (halves - 4) * (hour / 2)),
  fc.integer({ min: 0, max: days * day - 1 }),
  // Where off-by-one faults live.
  fc.constantFrom(0, 1, day - 1, day, day + 1, 2 * day, 3 * day + hour, 3 * day + hour - 1),
  fc.constantFrom(2 * day - 1, 10 * day, 10 * day - 1, 34 * day, 34 * day + 1, 39 * day),
);
export const anyView: fc.Arbitrary<View> = fc
  .record({
    timestampMs: anyTime.map((time) => start + time),
    visitor: fc.nat({ max: 40 }).map(visitorId),
    path: fc.constantFrom('/', '/a', '/b', '/guide/start', '/ü', '/😀', '/~', '/llms.txt', '/x/y'),
    category: fc.oneof(fc.constantFrom('human' as const, 'assistant' as const), fc.constantFrom(...trafficCategories)),
    product: fc.constantFrom(undefined, 'Claude Code', 'ChatGPT', 'Googlebot'),
    operator: fc.constantFrom(undefined, 'Anthropic'),
    evidence: fc.constantFrom(undefined, 'address' as const, 'user_agent' as const),
    verdict: fc.constantFrom('verified' as const, 'spoofed' as const, 'unclaimed' as const),
    userAgent: fc.constantFrom(
      'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1',
      'Mozilla/5.0',
      'claude-code/2.0',
      'curl/8.0',
      '',
    ),
    accept: fc.constantFrom(undefined, 'text/markdown', '*/*'),
    referrer: fc.constantFrom(undefined, 'example.org', 'google.com'),
    country: fc.constantFrom(undefined, 'DE', 'US'),
    source: fc.constantFrom(...viewSources),
    context: fc.option(
      fc.record({
        host: fc.constantFrom(undefined, 'docs.example', 'example.com'),
        status: fc.constantFrom(undefined, 200, 304),
        utmSource: fc.constantFrom(undefined, 'newsletter'),
        utmMedium: fc.constantFrom(undefined, undefined, 'e mail'),
        utmCampaign: fc.constantFrom(undefined, undefined, 'Ü'),
        event: fc.constantFrom(undefined, undefined, undefined, 'signup', 'download'),
      }),
      { nil: undefined },
    ),
    eventId: fc.option(fc.nat({ max: 60 }).map(String), { nil: undefined }),
  })
  .map(({ category, product, operator, verdict, evidence, userAgent, accept, ...view }) => ({
    ...view,
    classification: { category, product, operator, verdict, evidence },
    client: { userAgent, accept },
  }));

/** Of a morning, so that visits have several views, and the entry page of one is that of others. */
const anyVisits = fc.array(
  fc
    .record({
      view: anyView,
      // Of tens, so that some pauses are as long as ends a visit.
      minutes: fc.oneof(
        fc.nat({ max: 120 }),
        fc.nat({ max: 12 }).map((tens) => tens * 10),
      ),
      visitor: fc.nat({ max: 12 }),
      path: fc.constantFrom('/', '/', '/a', '/b'),
      category: fc.constantFrom('human' as const, 'human' as const, 'assistant' as const),
    })
    .map(({ view, minutes, visitor, path, category }): View => ({
      ...view,
      timestampMs: start + 3 * day - hour + minutes * duration.minute,
      visitor: visitorId(visitor),
      path,
      classification: { ...view.classification, category },
      source: 'server',
      context: undefined,
    })),
  { minLength: 20, maxLength: 80 },
);

const anyRange = fc
  .record({ from: fc.option(anyTime, { nil: undefined }), to: fc.option(anyTime, { nil: undefined }) })
  .filter(({ from, to }) => from === undefined || to === undefined || from < to)
  .map(({ from, to }) => ({
    from: from === undefined ? undefined : start + from,
    to: to === undefined ? undefined : start + to,
  }));

const anyClasses = fc.constantFrom(
  defaultMapping,
  { human: ['human' as const], ai: [...defaultMapping.ai, 'ai_search' as const, 'ai_training' as const] },
  { human: ['headless' as const], ai: trafficCategories.filter((category) => category !== 'headless') },
);
const anyMapping = fc
  .record({ classes: anyClasses, humanSource: fc.constantFrom(...humanSources) })
  .map(({ classes: { human, ai }, humanSource }) => ({ human, ai, humanSource }));

/** The ids are those of views, so that an event may be refused once and kept another time. */
const anyDrop: fc.Arbitrary<DropCount> = fc
  .record({
    time: anyTime,
    reason: fc.constantFrom('asset', 'status', 'excluded'),
    nameless: fc.nat({ max: 2 }),
    events: fc.array(fc.nat({ max: 60 }).map(String), { maxLength: 6 }),
  })
  .map(({ time, reason, nameless, events }) => ({
    day: new Date(start + time).toISOString().slice(0, 10),
    reason,
    count: nameless + events.length,
    events,
  }));

/** What may happen to a store, and what may be asked of it. */
export type Step =
  | { readonly kind: 'append'; readonly views: readonly View[]; readonly drops: readonly DropCount[] }
  | { readonly kind: 'seal'; readonly segmentsPerDay: number; readonly idsPerPage: number; readonly blockRows: number }
  | { readonly kind: 'reopen' | 'reclassify' }
  | { readonly kind: 'deletePath'; readonly path: string }
  | { readonly kind: 'deleteVisitor'; readonly visitor: number }
  | { readonly kind: 'deleteBefore'; readonly time: number }
  | { readonly kind: 'deleteProject' }
  /** Another page of the last answer, by its snapshot. */
  | { readonly kind: 'turnPage'; readonly limit: number; readonly offset: number; readonly search: string | undefined }
  | Question;

export type PageQuestion = Omit<Parameters<VisitStore['countPage']>[0], 'projectId' | 'snapshot'>;

export type Question =
  | { readonly kind: 'page'; readonly query: PageQuestion }
  | { readonly kind: 'walk'; readonly query: PageQuestion }
  | { readonly kind: 'series'; readonly query: Omit<Parameters<VisitStore['timeseries']>[0], 'projectId'> }
  | { readonly kind: 'reached'; readonly query: Omit<Parameters<VisitStore['countReached']>[0], 'projectId'> }
  | { readonly kind: 'live'; readonly since: number }
  | { readonly kind: 'drops'; readonly range: TimeRange };

const anyPattern: Readonly<Record<Filter['dimension'], fc.Arbitrary<readonly string[]>>> = {
  path: fc.constantFrom(['/a'], ['/ü'], ['/', ''], ['/', '/', ''], ['', 't'], ['', 'a', ''], ['/nowhere'], ['', '']),
  agent: fc.constantFrom(['Claude Code'], ['', 'G', ''], ['ChatGPT'], [noValue], ['C', 't']),
  category: fc.constantFrom(['human'], ['assistant'], ['ai_', ''], ['search_engine']),
  referrer: fc.constantFrom(['example.org'], [noValue], ['', '.com'], ['no.such.host']),
  country: fc.constantFrom(['DE'], ['US'], [noValue], ['', 'E']),
  source: fc.constantFrom(['tracker'], ['server'], ['', 'r', '']),
  verdict: fc.constantFrom(['verified'], ['spoofed'], ['un', '']),
  entryPage: fc.constantFrom(['/a'], ['/', ''], ['', 't'], ['/nowhere']),
  exitPage: fc.constantFrom(['/b'], ['/', ''], ['/ü']),
  browser: fc.constantFrom(['Firefox'], ['', 'a', ''], [noValue]),
  os: fc.constantFrom(['Linux'], ['iOS'], [noValue]),
  device: fc.constantFrom(['mobile'], ['desktop'], [noValue]),
  host: fc.constantFrom(['docs.example'], ['', 'example', ''], [noValue]),
  utmSource: fc.constantFrom(['newsletter'], [noValue]),
  utmMedium: fc.constantFrom(['e mail'], [noValue]),
  utmCampaign: fc.constantFrom(['Ü'], ['', '']),
  status: fc.constantFrom(['200'], ['304'], [noValue]),
};
const anyFilter: fc.Arbitrary<Filter> = fc.constantFrom(...dimensions).chain((dimension) =>
  fc.record({
    dimension: fc.constant(dimension),
    anyOf: fc.array(anyPattern[dimension], { maxLength: 2 }),
    noneOf: fc.array(anyPattern[dimension], { maxLength: 1 }),
  }),
);
const anyFilters = fc.oneof(fc.constant(undefined), fc.array(anyFilter, { maxLength: 3 }));

const anySearch = fc.option(fc.constantFrom('/', 'A', 'guide', 'e', 'Ü', 'nothing'), { nil: undefined });
const anyPage: fc.Arbitrary<Question> = fc.record({
  kind: fc.constantFrom('page' as const, 'page' as const, 'page' as const, 'walk' as const),
  query: fc.record({
    measure: fc.constantFrom('visitors' as const, 'views' as const),
    dimension: fc.oneof(
      fc.constant('path' as const),
      fc.constantFrom('entryPage' as const, 'exitPage' as const),
      fc.constantFrom(...dimensions),
    ),
    range: anyRange,
    mapping: anyMapping,
    filters: anyFilters,
    order: fc.constantFrom(undefined, ...rowOrders),
    limit: fc.integer({ min: 1, max: 12 }),
    offset: fc.nat({ max: 10 }),
    search: anySearch,
  }),
});
const anySeries: fc.Arbitrary<Question> = fc.record({
  kind: fc.constant('series' as const),
  query: fc.record({
    interval: fc.constantFrom('hour' as const, 'day' as const, 'week' as const, 'month' as const),
    timeZone: fc.constantFrom(
      undefined,
      undefined,
      'Europe/Berlin',
      'America/St_Johns',
      'Asia/Kolkata',
      'Pacific/Auckland',
    ),
    range: anyRange,
    mapping: anyMapping,
    filters: anyFilters,
  }),
});
const anyGoal = fc.record({
  paths: fc.array(anyPattern.path, { maxLength: 2 }),
  events: fc.array(fc.constantFrom(['signup'], ['download'], ['', 'n', '']), { maxLength: 1 }),
});
const anyReached: fc.Arbitrary<Question> = fc.record({
  kind: fc.constant('reached' as const),
  query: fc.boolean().chain((inOrder) =>
    fc.record({
      range: anyRange,
      mapping: anyMapping,
      filters: anyFilters,
      goals: fc.array(anyGoal, { minLength: 1, maxLength: inOrder ? maximumSteps : 12 }),
      inOrder: fc.constant(inOrder),
    }),
  ),
});
export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('append' as const),
      views: fc.oneof(fc.array(anyView, { maxLength: 60 }), anyVisits),
      drops: fc.array(anyDrop, { maxLength: 8 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('seal' as const),
      segmentsPerDay: fc.integer({ min: 2, max: 4 }),
      idsPerPage: fc.constantFrom(1, 3, 8, 100),
      blockRows: fc.constantFrom(1, 1, 10_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('reopen' as const, 'reclassify' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('deletePath' as const), path: fc.constantFrom('/a', '/b', '/😀') }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('deleteVisitor' as const), visitor: fc.nat({ max: 40 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('deleteBefore' as const), time: fc.nat({ max: 3 * day }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('deleteProject' as const) }) },
  { weight: 8, arbitrary: anyPage },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('drops' as const), range: anyRange }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('turnPage' as const),
      limit: fc.integer({ min: 1, max: 12 }),
      offset: fc.nat({ max: 10 }),
      search: anySearch,
    }),
  },
  { weight: 3, arbitrary: anySeries },
  { weight: 3, arbitrary: anyReached },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('live' as const), since: anyTime }) },
);
