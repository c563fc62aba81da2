import { SnapshotReleased } from '../../src/analytics/visits/errors.ts';
import type { View } from '../../src/analytics/visits/view.ts';
import type {
  ClassMapping,
  CountPage,
  CountQuery,
  CountRow,
  Counts,
  DropCount,
  Goal,
  PageQuery,
  TimeBucket,
  TimeRange,
  TimeseriesQuery,
  VisitStore,
  WalkQuery,
} from '../../src/analytics/visits/visit-store.ts';
import { defaultDailyLimits, noValue, type DailyLimits } from '../../src/analytics/visits/visit-store.ts';
import { TextsOfDay } from './texts-of-day.ts';

/**
 * The visit store in the fewest obvious lines: every view in an array, every answer by filtering it and filling Sets.
 * What other stores are compared with; shares no code with them.
 */
export function createReferenceVisitStore(options: { limits?: DailyLimits } = {}): VisitStore {
  const limits = options.limits ?? defaultDailyLimits;
  const projects = new Map<string, View[]>();
  const drops = new Map<string, DropCount[]>();
  /** By project the days on which its tracker reported. */
  const trackerDays = new Map<string, Set<number>>();
  const snapshots = new Map<string, { totals: Counts; rows: CountRow[] }>();
  let changes = 0;

  const viewsOf = (projectId: string) => projects.get(projectId) ?? [];
  const keep = (projectId: string, isKept: (view: View) => boolean) => {
    const before = viewsOf(projectId);
    const after = before.filter(isKept);
    projects.set(projectId, after);
    changes += 1;
    if (after.length < before.length) snapshots.clear();
    return Promise.resolve({ views: before.length - after.length });
  };

  /** The views, without named events, but those of people that do not count on their day. */
  function countable(query: { projectId: string; mapping: ClassMapping }): View[] {
    return countableOf(query).filter((view) => view.context?.event === undefined);
  }

  function countableOf({ projectId, mapping }: { projectId: string; mapping: ClassMapping }): View[] {
    const all = viewsOf(projectId);
    const reported = trackerDays.get(projectId) ?? new Set<number>();
    const first = Math.min(...reported);
    const people = all.filter((view) => view.classification.category === 'human' && view.context?.event === undefined);
    const isSeenByServer = people.some((view) => view.source !== 'tracker' && dayOf(view.timestampMs) === first);
    const sourceOf = (day: number) => {
      if (mapping.humanSource !== 'automatic') return mapping.humanSource;
      return reported.has(day) && (day !== first || !isSeenByServer) ? 'tracker' : 'server';
    };
    return all.filter((view) => {
      const source = sourceOf(dayOf(view.timestampMs));
      if (view.classification.category !== 'human' || source === 'both') return true;
      return (view.source === 'tracker') === (source === 'tracker');
    });
  }

  function answer(query: CountQuery): { totals: Counts; rows: CountRow[] } {
    const all = inVisits(countable(query), query);
    const views = all.filter((view) => isIn(view.timestampMs, query.range) && passes(view, query.filters));
    const groups = Map.groupBy(views, (view) => valueOf(view, query.dimension));
    const rows = [...groups].map(([value, of]) => ({ value, ...count(of, query) })).filter(({ total }) => total > 0);
    const { order = 'total' } = query;
    rows.sort((a, b) => (order === 'value' ? 0 : b[order] - a[order]) || compareCodePoints(a.value, b.value));
    return { totals: count(views, query), rows };
  }

  /** Every refused view as a drop of one, those with an id by their day and id. */
  const refusals = new Map<string, { readonly day: string; readonly reason: string; readonly event?: string }[]>();

  function addDrops(projectId: string, added: readonly DropCount[]): void {
    const eventOf = (view: View) => `${dayOf(view.timestampMs)} ${view.eventId ?? ''}`;
    const kept = new Set(viewsOf(projectId).map(eventOf));
    let list = refusals.get(projectId) ?? [];
    for (const { day, reason, count, events = [] } of added) {
      for (let nameless = events.length; nameless < count; nameless += 1) list = [...list, { day, reason }];
      for (const id of events) {
        const event = `${Date.parse(day) / millisecondsPerDay} ${id}`;
        list = [...list.filter((other) => other.event !== event), { day, reason, event }];
      }
    }
    list = list.filter(({ event }) => event === undefined || !kept.has(event));
    refusals.set(projectId, list);
    const sums = new Map<string, DropCount>();
    for (const { day, reason } of list) {
      const key = `${day} ${reason}`;
      sums.set(key, { day, reason, count: (sums.get(key)?.count ?? 0) + 1 });
    }
    drops.set(projectId, [...sums.values()]);
  }

  function hold(asked: WalkQuery): Promise<[string, { totals: Counts; rows: CountRow[] }]> {
    const { projectId, measure, dimension, range, mapping, filters, order, snapshot, search = '' } = asked;
    const query: CountQuery = { projectId, measure, dimension, range, mapping, filters, order };
    const name = snapshot ?? JSON.stringify([changes, query]);
    if (snapshot === undefined) snapshots.set(name, answer(query));
    const held = snapshots.get(name);
    const isOfQuery = JSON.stringify((JSON.parse(held ? name : '[]') as unknown[])[1]) === JSON.stringify(query);
    if (!held || !isOfQuery) return Promise.reject(new SnapshotReleased(name));
    const rows = held.rows.filter(({ value }) => value.toLowerCase().includes(search.toLowerCase()));
    return Promise.resolve([name, { totals: held.totals, rows }]);
  }

  return {
    findKept(projectId, events) {
      const nameOf = (event: { timestampMs: number; eventId: string | undefined }) =>
        `${dayOf(event.timestampMs)} ${event.eventId ?? ''}`;
      const kept = new Set(viewsOf(projectId).map(nameOf));
      return Promise.resolve(events.map((event) => kept.has(nameOf(event))));
    },

    append(projectId, views, refused = []) {
      const wrong = views.findIndex((view) => view.visitor.length !== 16);
      if (wrong !== -1) return Promise.reject(new RangeError(`views[${wrong}].visitor must be 16 bytes`));
      const timeless = views.findIndex((view) => !Number.isFinite(view.timestampMs));
      if (timeless !== -1) return Promise.reject(new RangeError(`views[${timeless}].timestampMs must be a number`));
      const kept = viewsOf(projectId);
      let duplicates = 0;
      let folded = 0;
      const days = new Map<number, { events: Set<string | undefined>; texts: TextsOfDay }>();
      for (const [day, of] of Map.groupBy(kept, (view) => dayOf(view.timestampMs))) {
        days.set(day, { events: new Set(of.map((view) => view.eventId)), texts: new TextsOfDay(limits, of) });
      }
      const added = [...kept];
      for (const view of views) {
        const day = days.get(dayOf(view.timestampMs)) ?? { events: new Set(), texts: new TextsOfDay(limits) };
        days.set(dayOf(view.timestampMs), day);
        if (view.eventId !== undefined && day.events.has(view.eventId)) {
          duplicates += 1;
          continue;
        }
        day.events.add(view.eventId);
        const stored = day.texts.fold(view);
        if (stored !== view) folded += 1;
        if (view.source === 'tracker') {
          const reported = trackerDays.get(projectId) ?? new Set();
          trackerDays.set(projectId, reported.add(dayOf(view.timestampMs)));
        }
        added.push({ ...stored, visitor: Uint8Array.from(view.visitor) });
      }
      projects.set(projectId, added);
      addDrops(projectId, refused);
      changes += 1;
      return Promise.resolve({ accepted: added.length - kept.length, duplicates, folded });
    },

    async countPage({ limit, offset, ...query }: PageQuery): Promise<CountPage> {
      const [snapshot, { totals, rows }] = await hold(query);
      const page = rows.slice(offset, offset + limit);
      return { totals, rows: page, hasMore: rows.length > offset + limit, snapshot };
    },

    async walk(query) {
      const [snapshot, { rows }] = await hold(query);
      return {
        snapshot,
        rows: (async function* () {
          yield await Promise.resolve(rows);
        })(),
      };
    },

    timeseries(query) {
      return Promise.resolve(series(inVisits(countable(query), query), query));
    },

    countReached(query) {
      const all = countableOf(query).filter(({ timestampMs }) => isIn(timestampMs, query.range));
      const views = inVisits(countable(query), query).filter(
        (view) => isIn(view.timestampMs, query.range) && passes(view, query.filters),
      );
      const reachedBy = (classes: readonly string[]) => {
        const isOf = ({ classification }: View) => classes.includes(classification.category);
        const asked = new Set(views.filter(isOf).map(({ visitor }) => hexOf(visitor)));
        const ofVisitors = Map.groupBy(all.filter(isOf), ({ visitor }) => hexOf(visitor));
        const reached = query.goals.map((goal, index) => {
          const goals = query.inOrder ? query.goals.slice(0, index + 1) : [goal];
          return new Set([...asked].filter((visitor) => hasReached(ofVisitors.get(visitor) ?? [], goals)));
        });
        return { asked, reached };
      };
      const [human, ai] = [reachedBy(query.mapping.human), reachedBy(query.mapping.ai)];
      const sizes = (ofHuman = new Set<string>(), ofAi = new Set<string>()) => ({
        human: ofHuman.size,
        ai: ofAi.size,
        total: ofHuman.union(ofAi).size,
      });
      return Promise.resolve({
        visitors: sizes(human.asked, ai.asked),
        reached: query.goals.map((_, index) => sizes(human.reached[index], ai.reached[index])),
      });
    },

    live(query) {
      const views = countable(query).filter((view) => view.timestampMs >= query.since);
      const recent = views
        .toSorted((a, b) => b.timestampMs - a.timestampMs)
        .slice(0, query.limit)
        .map(({ timestampMs, path, classification, country }) => ({ timestampMs, path, classification, country }));
      return Promise.resolve({ visitors: count(views, { measure: 'visitors', mapping: query.mapping }), recent });
    },

    readDrops(projectId, range) {
      const found = (drops.get(projectId) ?? []).filter(({ day }) => {
        const start = Date.parse(day);
        const touches = start + millisecondsPerDay > (range.from ?? -Infinity) && start < (range.to ?? Infinity);
        return touches && !isEmpty(range);
      });
      return Promise.resolve(
        found.sort((a, b) => compareCodePoints(a.day, b.day) || compareCodePoints(a.reason, b.reason)),
      );
    },

    async deleteProject(projectId) {
      await keep(projectId, () => false);
      drops.delete(projectId);
      trackerDays.delete(projectId);
      refusals.delete(projectId);
    },
    deletePath: (projectId, path) => keep(projectId, (view) => view.path !== path),
    deleteVisitor: (projectId, visitor) => keep(projectId, (view) => hexOf(view.visitor) !== hexOf(visitor)),
    hasBefore(projectId, timestampMs) {
      const first = dayOf(timestampMs);
      const days = [
        ...viewsOf(projectId).map((view) => dayOf(view.timestampMs)),
        ...(refusals.get(projectId) ?? []).map(({ day }) => Date.parse(day) / millisecondsPerDay),
      ];
      return Promise.resolve(days.some((day) => day < first));
    },
    projects: () => Promise.resolve([...projects.keys()]),
    names(projectId) {
      const byHex = viewsOf(projectId).map(({ visitor }) => [Buffer.from(visitor).toString('hex'), visitor] as const);
      const paths = new Set(viewsOf(projectId).map(({ path }) => path));
      return Promise.resolve({ visitors: [...new Map(byHex).values()], paths: [...paths] });
    },
    deleteBefore(projectId, timestampMs) {
      const firstKept = dayOf(timestampMs);
      refusals.set(
        projectId,
        (refusals.get(projectId) ?? []).filter(({ day }) => Date.parse(day) / millisecondsPerDay >= firstKept),
      );
      drops.set(
        projectId,
        (drops.get(projectId) ?? []).filter(({ day }) => Date.parse(day) / millisecondsPerDay >= firstKept),
      );
      return keep(projectId, (view) => dayOf(view.timestampMs) >= firstKept);
    },

    reclassify(projectId, classify) {
      const combinations = new Set<string>();
      let views = 0;
      const replaced = viewsOf(projectId).map((view) => {
        combinations.add(JSON.stringify([view.client, view.classification]));
        const classification = classify(view.client, view.classification) ?? view.classification;
        if (JSON.stringify(classification) !== JSON.stringify(view.classification)) views += 1;
        return { ...view, classification };
      });
      projects.set(projectId, replaced);
      changes += 1;
      return Promise.resolve({ views, combinations: combinations.size });
    },

    verify(projectId) {
      return Promise.resolve({ ok: true, views: viewsOf(projectId).length, compared: 0, differences: [] });
    },

    findDamage: () => Promise.resolve([]),
    dropDamaged: () => Promise.resolve([]),

    usage(projectId) {
      const views = viewsOf(projectId);
      const days = views.map((view) => new Date(view.timestampMs).toISOString().slice(0, 10)).sort(compareCodePoints);
      return Promise.resolve({
        views: views.length,
        visitors: new Set(views.map((view) => hexOf(view.visitor))).size,
        paths: new Set(views.map((view) => view.path)).size,
        firstDay: days[0],
        lastDay: days.at(-1),
        storedBytes: 0,
      });
    },

    close: () => Promise.resolve(),
  };
}

const millisecondsPerDay = 86_400_000;

function dayOf(timestampMs: number): number {
  return Math.floor(timestampMs / millisecondsPerDay);
}

function isIn(timestampMs: number, range: TimeRange): boolean {
  return timestampMs >= (range.from ?? -Infinity) && timestampMs < (range.to ?? Infinity);
}

function hexOf(visitor: Uint8Array): string {
  return Buffer.from(visitor).toString('hex');
}

function compareCodePoints(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** With the pages on which its visit began and ended. */
interface ViewOfVisit extends View {
  readonly entryPage?: string;
  readonly exitPage?: string;
}

/** Visits are of the views that are counted and lie in the range; a pause of half an hour ends one. */
function inVisits(views: readonly View[], { mapping, range }: Pick<CountQuery, 'mapping' | 'range'>): ViewOfVisit[] {
  const isCounted = ({ classification, timestampMs }: View) =>
    [...mapping.human, ...mapping.ai].includes(classification.category) && isIn(timestampMs, range);
  const [counted, others] = [views.filter(isCounted), views.filter((view) => !isCounted(view))];
  const ofVisitors = Map.groupBy(counted, (view) => hexOf(view.visitor));
  const visits = [...ofVisitors.values()].flatMap((of) => {
    const sorted = of.toSorted((a, b) => a.timestampMs - b.timestampMs || compareCodePoints(a.path, b.path));
    const split: View[][] = [];
    let last = -Infinity;
    for (const view of sorted) {
      if (view.timestampMs - last >= 30 * 60_000) split.push([]);
      split.at(-1)?.push(view);
      last = view.timestampMs;
    }
    return split;
  });
  const ofVisits = visits.flatMap((visit) =>
    visit.map((view) => ({ ...view, entryPage: visit.at(0)?.path ?? '', exitPage: visit.at(-1)?.path ?? '' })),
  );
  return [...ofVisits, ...others];
}

/** Whether the views of one visitor reach the goals one after the other. */
function hasReached(views: readonly View[], goals: readonly Goal[]): boolean {
  let left = goals;
  const sorted = views.toSorted(
    (a, b) =>
      a.timestampMs - b.timestampMs ||
      compareCodePoints(a.path, b.path) ||
      compareCodePoints(a.context?.event ?? '', b.context?.event ?? ''),
  );
  for (const { path, context } of sorted) {
    const [next] = left;
    const isReached =
      context?.event === undefined
        ? next?.paths.some((pieces) => matches(path, pieces))
        : next?.events.some((pieces) => matches(context.event ?? '', pieces));
    if (isReached === true) left = left.slice(1);
  }
  return left.length === 0;
}

function matches(value: string, pieces: readonly string[]): boolean {
  return new RegExp(`^${pieces.map((piece) => piece.replace(/[.()]/g, '[$&]')).join('.*')}$`, 's').test(value);
}

function passes(view: ViewOfVisit, filters: CountQuery['filters'] = []): boolean {
  return filters.every(({ dimension, anyOf, noneOf }) => {
    const fits = (pieces: readonly string[]) => matches(valueOf(view, dimension), pieces);
    return (anyOf.length === 0 || anyOf.some(fits)) && !noneOf.some(fits);
  });
}

function valueOf(view: ViewOfVisit, dimension: CountQuery['dimension']): string {
  switch (dimension) {
    case 'path':
      return view.path;
    case 'agent':
      return view.classification.product ?? noValue;
    case 'category':
      return view.classification.category;
    case 'verdict':
      return view.classification.verdict;
    case 'referrer':
      return view.referrer ?? noValue;
    case 'country':
      return view.country ?? noValue;
    case 'source':
      return view.source;
    case 'entryPage':
    case 'exitPage':
      return view[dimension] ?? noValue;
    case 'browser':
      return /Firefox|Safari/.exec(view.client.userAgent)?.[0] ?? noValue;
    case 'os':
      return /Linux|iPhone/.exec(view.client.userAgent)?.[0].replace('iPhone', 'iOS') ?? noValue;
    case 'device':
      if (view.client.userAgent.includes('iPhone')) return 'mobile';
      return view.client.userAgent.includes('Linux') ? 'desktop' : noValue;
    case 'host':
    case 'utmSource':
    case 'utmMedium':
    case 'utmCampaign':
    case 'status':
      return String(view.context?.[dimension] ?? noValue);
  }
}

function count(views: readonly View[], query: { measure: CountQuery['measure']; mapping: ClassMapping }): Counts {
  const human = views.filter((view) => query.mapping.human.includes(view.classification.category));
  const ai = views.filter((view) => query.mapping.ai.includes(view.classification.category));
  if (query.measure === 'views') return { human: human.length, ai: ai.length, total: human.length + ai.length };
  const distinct = (of: readonly View[]) => new Set(of.map((view) => hexOf(view.visitor))).size;
  return { human: distinct(human), ai: distinct(ai), total: distinct([...human, ...ai]) };
}

function isEmpty({ from, to }: TimeRange): boolean {
  return from !== undefined && from === to;
}

function series(all: readonly ViewOfVisit[], query: TimeseriesQuery): TimeBucket[] {
  const counted = [...query.mapping.human, ...query.mapping.ai];
  const views = all.filter(
    (view) =>
      isIn(view.timestampMs, query.range) &&
      counted.includes(view.classification.category) &&
      passes(view, query.filters),
  );
  const times = views.map((view) => view.timestampMs);
  const first = query.range.from ?? Math.min(...times);
  const last = query.range.to === undefined ? Math.max(...times) : query.range.to - 1;
  const buckets: TimeBucket[] = [];
  if (!Number.isFinite(first) || !Number.isFinite(last) || isEmpty(query.range)) return buckets;
  const { interval, timeZone } = query;
  const [startOf, nextOf] =
    timeZone === undefined || interval === 'minute'
      ? [(at: number) => bucketStart(at, interval), (at: number) => nextBucket(at, interval)]
      : bucketsIn(timeZone, interval);
  for (let start = startOf(first); start <= last; start = nextOf(start)) {
    const end = nextOf(start);
    const inside = views.filter((view) => isIn(view.timestampMs, { from: start, to: end }));
    buckets.push({
      startMs: start,
      visitors: count(inside, { measure: 'visitors', mapping: query.mapping }),
      views: count(inside, { measure: 'views', mapping: query.mapping }),
    });
  }
  return buckets;
}

const quarter = 15 * 60_000;

/** Buckets by what clocks show, found a quarter of an hour at a time. */
function bucketsIn(timeZone: string, interval: TimeseriesQuery['interval']) {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'full',
  });
  const keyOf = (at: number) => {
    const shown = format.format(at);
    if (interval === 'hour') return shown.replace(/:\d\d:\d\d/, '');
    const date = shown.slice(0, 10);
    if (interval === 'day') return date;
    if (interval === 'month') return date.slice(0, 7);
    const midnight = Date.parse(date);
    return String(midnight - ((new Date(midnight).getUTCDay() + 6) % 7) * millisecondsPerDay);
  };
  const startOf = (at: number) => {
    let start = Math.floor(at / quarter) * quarter;
    const key = keyOf(at);
    while (keyOf(start - quarter) === key) start -= quarter;
    return start;
  };
  const nextOf = (start: number) => {
    let next = start;
    const key = keyOf(start);
    while (keyOf(next) === key) next += quarter;
    return next;
  };
  return [startOf, nextOf] as const;
}

function bucketStart(timestampMs: number, interval: TimeseriesQuery['interval']): number {
  const date = new Date(timestampMs);
  if (interval === 'minute') return date.setUTCSeconds(0, 0);
  if (interval === 'hour') return date.setUTCMinutes(0, 0, 0);
  date.setUTCHours(0, 0, 0, 0);
  if (interval === 'week') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  if (interval === 'month') date.setUTCDate(1);
  return date.getTime();
}

function nextBucket(start: number, interval: TimeseriesQuery['interval']): number {
  const date = new Date(start);
  if (interval === 'minute') return start + 60_000;
  if (interval === 'hour') return start + millisecondsPerDay / 24;
  if (interval === 'month') return date.setUTCMonth(date.getUTCMonth() + 1);
  return start + millisecondsPerDay * (interval === 'week' ? 7 : 1);
}
