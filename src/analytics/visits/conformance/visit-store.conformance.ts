import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { duration } from '../../../kernel/clock.ts';
import { SnapshotReleasedError } from '../errors.ts';
import type { TrafficCategory, View } from '../view.ts';
import type { CountQuery, PageQuery, VisitStore, WalkQuery } from '../visit-store.ts';
import { defaultMapping, dimensions, noValue, otherPath } from '../visit-store.ts';

export interface StoreUnderTest {
  readonly store: VisitStore;
  /** Removes what the store has put on disk. */
  dispose(): Promise<void>;
}

const { day, hour } = duration;
/** A Wednesday. */
const start = Date.parse('2026-07-01T00:00:00Z');

/** A view with what the test cares about; the visitor is a small number. */
function view(
  visitor: number,
  path: string,
  timestampMs: number,
  changes: { category?: TrafficCategory } & Partial<Omit<View, 'visitor' | 'path' | 'timestampMs'>> = {},
): View {
  const { category = 'human', ...rest } = changes;
  return {
    timestampMs,
    visitor: visitorId(visitor),
    path,
    classification: {
      category,
      product: undefined,
      operator: undefined,
      verdict: 'unclaimed',
      evidence: undefined,
    },
    client: { userAgent: 'Mozilla/5.0', accept: undefined },
    referrer: undefined,
    country: undefined,
    source: 'server',
    eventId: undefined,
    ...rest,
  };
}

export function visitorId(visitor: number): Uint8Array {
  const id = new Uint8Array(16).fill(visitor & 0xff);
  new DataView(id.buffer).setUint32(4, visitor);
  return id;
}

const wholeProject: PageQuery = {
  projectId: '',
  measure: 'visitors',
  dimension: 'path',
  range: { from: undefined, to: undefined },
  mapping: defaultMapping,
  limit: 50,
  offset: 0,
  snapshot: undefined,
};

/** What every visit store must do. `create` makes an empty store that folds paths past `maximumPathsPerDay` a day. */
export function describeVisitStore(
  name: string,
  create: (options: { maximumPathsPerDay: number }) => Promise<StoreUnderTest>,
): void {
  describe(`${name} is a visit store`, () => {
    let store: VisitStore;
    let dispose: () => Promise<void>;
    // One store for all tests, as in life; every test has projects of its own.
    let project = '';
    let neighbour = '';
    let everything: PageQuery;
    let tests = 0;

    beforeAll(async () => {
      const made = await create({ maximumPathsPerDay: 5 });
      store = made.store;
      dispose = () => made.dispose();
    });
    beforeEach(() => {
      tests += 1;
      project = `docs-${tests}`;
      neighbour = `neighbour-${tests}`;
      everything = { ...wholeProject, projectId: project };
    });
    afterAll(async () => {
      await dispose();
    });

    const rows = async (query: Partial<CountQuery> = {}) => {
      const page = await store.countPage({ ...everything, ...query });
      return page.rows.map((row) => [row.value, row.human, row.ai, row.total]);
    };

    const walked = async (query: Partial<WalkQuery> = {}) => {
      const { rows: chunks } = await store.walk({ ...everything, ...query });
      return (await Array.fromAsync(chunks)).flat();
    };

    it('answers for a project that never had a view', async () => {
      const page = await store.countPage(everything);
      expect(page.totals).toEqual({ human: 0, ai: 0, total: 0 });
      expect(page.rows).toEqual([]);
      expect(page.hasMore).toBe(false);
      expect(await walked()).toEqual([]);
      expect(await store.timeseries({ ...everything, interval: 'day' })).toEqual([]);
      expect(await store.live({ ...everything, since: 0 })).toEqual({
        visitors: { human: 0, ai: 0, total: 0 },
        recent: [],
      });
      expect(await store.readDrops(project, everything.range)).toEqual([]);
      expect(await store.deletePath(project, '/a')).toEqual({ views: 0 });
      expect(await store.usage(project)).toMatchObject({ views: 0, firstDay: undefined });
      expect(await store.verify(project)).toMatchObject({ ok: true, views: 0 });
    });

    it('counts a visitor once per page and once for the site, whichever class it came as', async () => {
      await store.append(project, [
        view(1, '/a', start),
        view(1, '/a', start + 5 * day),
        view(1, '/b', start),
        view(1, '/a', start + 1, { category: 'coding_agent' }),
        view(2, '/a', start + 2, { category: 'assistant' }),
        view(3, '/a', start + 3, { category: 'search_engine' }),
      ]);
      expect(await rows()).toEqual([
        ['/a', 1, 2, 2],
        ['/b', 1, 0, 1],
      ]);
      const { totals } = await store.countPage(everything);
      expect(totals).toEqual({ human: 1, ai: 2, total: 2 });
    });

    it('counts views where views are asked for', async () => {
      await store.append(project, [view(1, '/a', start), view(1, '/a', start + day), view(1, '/b', start)]);
      expect(await rows({ measure: 'views' })).toEqual([
        ['/a', 2, 0, 2],
        ['/b', 1, 0, 1],
      ]);
    });

    it('applies the mapping when reading', async () => {
      await store.append(project, [
        view(1, '/a', start, { category: 'ai_search' }),
        view(2, '/a', start, { category: 'ai_training' }),
      ]);
      expect(await rows()).toEqual([]);
      const mapping = { human: defaultMapping.human, ai: [...defaultMapping.ai, 'ai_search' as const] };
      expect(await rows({ mapping })).toEqual([['/a', 0, 1, 1]]);
    });

    it('takes the beginning of a range in and leaves its end out, to the millisecond', async () => {
      await store.append(project, [view(1, '/a', start), view(2, '/a', start + 1), view(3, '/a', start + day)]);
      const total = async (from: number | undefined, to: number | undefined) =>
        (await store.countPage({ ...everything, range: { from, to } })).totals.total;
      expect(await total(start, start + day)).toBe(2);
      expect(await total(start + 1, start + day)).toBe(1);
      expect(await total(start + 1, start + day + 1)).toBe(2);
      expect(await total(undefined, start + 1)).toBe(1);
      expect(await total(start + day, undefined)).toBe(1);
      expect(await total(start + day + 1, undefined)).toBe(0);
    });

    it('orders rows by total, then by code point, and pages through them', async () => {
      // U+FF5E comes before U+1F600 by code point, and after it by UTF-16 unit.
      const paths = ['/b', '/a', '/😀', '/~'];
      await store.append(
        project,
        paths.map((path, index) => view(index, path, start)),
      );
      await store.append(project, [view(9, '/b', start)]);
      expect((await rows()).map(([path]) => path)).toEqual(['/b', '/a', '/~', '/😀']);
      const page = await store.countPage({ ...everything, limit: 2, offset: 1 });
      expect(page.rows.map((row) => row.value)).toEqual(['/a', '/~']);
      expect(page.hasMore).toBe(true);
      const last = await store.countPage({ ...everything, limit: 2, offset: 2 });
      expect(last.hasMore).toBe(false);
      const past = await store.countPage({ ...everything, limit: 2, offset: 4 });
      expect([past.rows, past.hasMore]).toEqual([[], false]);
    });

    it('answers all pages of a snapshot from one data version, and refuses one it does not hold', async () => {
      await store.append(project, [view(1, '/a', start), view(2, '/b', start)]);
      const first = await store.countPage({ ...everything, limit: 1 });
      await store.append(project, [view(3, '/b', start), view(4, '/b', start)]);
      const second = await store.countPage({ ...everything, limit: 1, offset: 1, snapshot: first.snapshot });
      expect(second.rows).toEqual([{ value: '/b', human: 1, ai: 0, total: 1 }]);
      expect(second.totals).toEqual({ human: 2, ai: 0, total: 2 });
      expect(second.snapshot).toBe(first.snapshot);
      expect((await store.countPage(everything)).rows[0]).toMatchObject({ value: '/b', total: 3 });
      await expect(store.countPage({ ...everything, snapshot: 'unknown' })).rejects.toThrow(SnapshotReleasedError);
    });

    it('refuses a snapshot of another query', async () => {
      await store.append(project, [view(1, '/a', start), view(1, '/a', start + 1)]);
      await store.append(neighbour, [view(2, '/a', start)]);
      const { snapshot } = await store.countPage(everything);
      const others: Partial<CountQuery>[] = [
        { measure: 'views' },
        { dimension: 'country' },
        { range: { from: start, to: undefined } },
        { mapping: { human: ['human'], ai: [] } },
        { projectId: neighbour },
      ];
      for (const other of others) {
        await expect(store.countPage({ ...everything, ...other, snapshot })).rejects.toThrow(SnapshotReleasedError);
        await expect(store.walk({ ...everything, ...other, snapshot })).rejects.toThrow(SnapshotReleasedError);
      }
    });

    it('walks all rows in the order of the pages', async () => {
      await store.append(project, [view(1, '/a', start), view(2, '/b', start), view(3, '/b', start)]);
      expect(await walked()).toEqual((await store.countPage(everything)).rows);
    });

    it('searches within a snapshot, whatever arrives meanwhile', async () => {
      const paths = ['/Guide/a', '/x', '/guide/b', '/GUIDE/c', '/ÜBER'];
      await store.append(
        project,
        paths.map((path, index) => view(index, path, start)),
      );
      const search = async (text: string, limit: number, offset: number, snapshot?: string) => {
        const page = await store.countPage({ ...everything, search: text, limit, offset, snapshot });
        return [page.rows.map(({ value }) => value), page.hasMore, page.totals.total];
      };
      expect(await search('guide', 2, 0)).toEqual([['/GUIDE/c', '/Guide/a'], true, 5]);
      expect(await search('über', 2, 0)).toEqual([['/ÜBER'], false, 5]);
      expect(await search('%', 2, 0)).toEqual([[], false, 5]);
      const { snapshot } = await store.countPage({ ...everything, search: 'guide', limit: 2 });
      await store.append(project, [view(8, '/guide/b', start), view(9, '/guide/b', start)]);
      expect(await search('guide', 2, 2, snapshot)).toEqual([['/guide/b'], false, 5]);
      // The same snapshot without the search, and with another.
      expect((await store.countPage({ ...everything, snapshot })).rows).toHaveLength(5);
      expect(await search('x', 2, 0, snapshot)).toEqual([['/x'], false, 5]);
      expect((await walked({ search: 'GUIDE', snapshot })).map(({ value }) => value)).toEqual([
        '/GUIDE/c',
        '/Guide/a',
        '/guide/b',
      ]);
      expect(await search('guide', 1, 0)).toEqual([['/guide/b'], true, 7]);
    });

    it.each(['visitors', 'views'] as const)('keeps all pages of %s stable while views arrive', async (measure) => {
      for (const dimension of dimensions) {
        const query = { ...everything, measure, dimension, limit: 1 };
        await store.append(project, [view(1, '/a', start, { country: 'DE' }), view(2, '/b', start, { referrer: 'x' })]);
        const first = await store.countPage(query);
        const expected = await walked({ ...query, snapshot: first.snapshot });
        const pages = [...first.rows];
        for (let { hasMore } = first; hasMore;) {
          await store.append(project, [view(3, `/${pages.length}`, start + day, { category: 'assistant' })]);
          const next = await store.countPage({ ...query, offset: pages.length, snapshot: first.snapshot });
          expect([next.totals, next.snapshot]).toEqual([first.totals, first.snapshot]);
          pages.push(...next.rows);
          ({ hasMore } = next);
        }
        expect(pages).toEqual(expected);
      }
    });

    it('keeps an event once per day, within a delivery and between deliveries', async () => {
      const event = view(1, '/a', start, { eventId: 'e1' });
      expect(await store.append(project, [event, event, view(2, '/a', start)])).toMatchObject({
        accepted: 2,
        duplicates: 1,
      });
      expect(await store.append(project, [event])).toMatchObject({ accepted: 0, duplicates: 1 });
      expect(await store.append(project, [view(1, '/a', start + day, { eventId: 'e1' })])).toMatchObject({
        accepted: 1,
      });
      expect(await store.append(neighbour, [event])).toMatchObject({ accepted: 1 });
      expect(await rows({ measure: 'views' })).toEqual([['/a', 3, 0, 3]]);
    });

    it('tells each of many deliveries at once what became of its own views, and refuses only the bad one', async () => {
      const owners = [project, neighbour];
      const deliveries = Array.from({ length: 120 }, (_, index) => {
        const twice = { eventId: `e${Math.floor(index / 4)}` };
        return store.append(owners[index % 2] ?? '', [
          view(index, '/a', start, twice),
          view(index, '/b', start + index),
        ]);
      });
      const bad = store.append(project, [{ ...view(1, '/a', start), timestampMs: Number.NaN }]);
      await expect(bad).rejects.toThrow('views[0].timestampMs must be a number');
      const outcomes = await Promise.all(deliveries);
      expect(outcomes.filter(({ duplicates }) => duplicates === 1)).toHaveLength(60);
      for (const { accepted, duplicates } of outcomes) expect(accepted + duplicates).toBe(2);
      for (const projectId of owners) {
        expect(await rows({ projectId, measure: 'views' })).toEqual([
          ['/b', 60, 0, 60],
          ['/a', 30, 0, 30],
        ]);
      }
    });

    it('folds paths past the limit of a day under one name, and says so', async () => {
      const paths = ['/1', '/2', '/3', '/4', '/5', '/6', '/7', '/1'];
      const outcome = await store.append(
        project,
        paths.map((path, index) => view(index, path, start)),
      );
      expect(outcome).toEqual({ accepted: 8, duplicates: 0, folded: 2 });
      expect(await rows()).toEqual([
        [otherPath, 2, 0, 2],
        ['/1', 2, 0, 2],
        ['/2', 1, 0, 1],
        ['/3', 1, 0, 1],
        ['/4', 1, 0, 1],
        ['/5', 1, 0, 1],
      ]);
      // Another day has its own limit, and a known page stays itself.
      expect(await store.append(project, [view(1, '/7', start + day), view(1, '/5', start)])).toMatchObject({
        folded: 0,
      });
    });

    it('breaks down by every dimension, with one name for views that have nothing there', async () => {
      await store.append(project, [
        view(1, '/a', start, { referrer: 'example.org', country: 'DE', source: 'tracker' }),
        view(2, '/a', start, {
          classification: {
            category: 'assistant',
            product: 'ChatGPT',
            operator: 'OpenAI',
            verdict: 'verified',
            evidence: 'address',
          },
        }),
        view(3, '/b', start),
      ]);
      expect(await rows({ dimension: 'agent' })).toEqual([
        [noValue, 2, 0, 2],
        ['ChatGPT', 0, 1, 1],
      ]);
      expect(await rows({ dimension: 'category' })).toEqual([
        ['human', 2, 0, 2],
        ['assistant', 0, 1, 1],
      ]);
      expect(await rows({ dimension: 'referrer' })).toEqual([
        [noValue, 1, 1, 2],
        ['example.org', 1, 0, 1],
      ]);
      expect(await rows({ dimension: 'country' })).toEqual([
        [noValue, 1, 1, 2],
        ['DE', 1, 0, 1],
      ]);
      expect(await rows({ dimension: 'source' })).toEqual([
        ['server', 1, 1, 2],
        ['tracker', 1, 0, 1],
      ]);
      expect(await rows({ dimension: 'verdict' })).toEqual([
        ['unclaimed', 2, 0, 2],
        ['verified', 0, 1, 1],
      ]);
    });

    it('makes series by hour, day, week from Monday, and month, with empty buckets between', async () => {
      await store.append(project, [
        view(1, '/a', start),
        view(1, '/b', start + 1),
        view(2, '/a', start + 2 * day, { category: 'assistant' }),
        view(1, '/a', start + 40 * day),
      ]);
      const series = async (interval: 'hour' | 'day' | 'week' | 'month', from?: number, to?: number) => {
        const buckets = await store.timeseries({ ...everything, interval, range: { from, to } });
        return buckets.map((bucket) => [
          new Date(bucket.startMs).toISOString().slice(0, 13),
          bucket.visitors.human,
          bucket.visitors.ai,
          bucket.views.total,
        ]);
      };
      expect(await series('day', start, start + 3 * day)).toEqual([
        ['2026-07-01T00', 1, 0, 2],
        ['2026-07-02T00', 0, 0, 0],
        ['2026-07-03T00', 0, 1, 1],
      ]);
      expect(await series('week', start, start + day)).toEqual([['2026-06-29T00', 1, 0, 2]]);
      expect(await series('month')).toEqual([
        ['2026-07-01T00', 1, 1, 3],
        ['2026-08-01T00', 1, 0, 1],
      ]);
      expect(await series('hour', start, start + 2 * hour)).toEqual([
        ['2026-07-01T00', 1, 0, 2],
        ['2026-07-01T01', 0, 0, 0],
      ]);
    });

    it('shows who is there now, newest first', async () => {
      await store.append(project, [
        view(1, '/a', start + 1, { country: 'FR' }),
        view(2, '/b', start + 3, { category: 'assistant' }),
        view(1, '/c', start + 2),
        view(3, '/old', start - 1),
      ]);
      const { visitors, recent } = await store.live({
        projectId: project,
        since: start,
        mapping: defaultMapping,
        limit: 2,
      });
      expect(visitors).toEqual({ human: 1, ai: 1, total: 2 });
      expect(recent.map((shown) => [shown.path, shown.classification.category])).toEqual([
        ['/b', 'assistant'],
        ['/c', 'human'],
      ]);
    });

    it('adds up drops by day and reason', async () => {
      await store.append(project, [], [{ day: '2026-07-01', reason: 'prefetch', count: 2 }]);
      await store.append(
        project,
        [],
        [
          { day: '2026-07-01', reason: 'prefetch', count: 3 },
          { day: '2026-07-01', reason: 'asset', count: 1 },
          { day: '2026-07-02', reason: 'asset', count: 1 },
        ],
      );
      expect(await store.readDrops(project, { from: start, to: start + day })).toEqual([
        { day: '2026-07-01', reason: 'asset', count: 1 },
        { day: '2026-07-01', reason: 'prefetch', count: 5 },
      ]);
    });

    it('deletes a page, and takes it again when it comes again', async () => {
      await store.append(project, [view(1, '/a', start), view(2, '/a', start + day), view(1, '/b', start)]);
      const page = await store.countPage(everything);
      expect(await store.deletePath(project, '/a')).toEqual({ views: 2 });
      expect(await rows()).toEqual([['/b', 1, 0, 1]]);
      await expect(store.countPage({ ...everything, snapshot: page.snapshot })).rejects.toThrow(SnapshotReleasedError);
      await store.append(project, [view(3, '/a', start)]);
      expect(await rows()).toEqual([
        ['/a', 1, 0, 1],
        ['/b', 1, 0, 1],
      ]);
    });

    it('deletes a visitor from every page', async () => {
      await store.append(project, [view(1, '/a', start), view(2, '/a', start), view(1, '/b', start)]);
      expect(await store.deleteVisitor(project, visitorId(1))).toEqual({ views: 2 });
      expect(await rows()).toEqual([['/a', 1, 0, 1]]);
      expect((await store.countPage(everything)).totals.total).toBe(1);
      await store.append(project, [view(1, '/b', start), view(1, '/c', start)]);
      expect((await store.countPage(everything)).totals.total).toBe(2);
    });

    it('deletes a project and nothing of its neighbour', async () => {
      await store.append(project, [view(1, '/a', start)]);
      await store.append(neighbour, [view(1, '/a', start)]);
      await store.append(project, [], [{ day: '2026-07-01', reason: 'asset', count: 1 }]);
      await store.deleteProject(project);
      expect(await rows()).toEqual([]);
      expect(await store.readDrops(project, everything.range)).toEqual([]);
      expect(await rows({ projectId: neighbour })).toEqual([['/a', 1, 0, 1]]);
      await store.append(project, [view(2, '/new', start)]);
      expect(await rows()).toEqual([['/new', 1, 0, 1]]);
    });

    it('removes whole days at the end of their time', async () => {
      await store.append(project, [view(1, '/a', start), view(2, '/b', start + day), view(3, '/b', start + 2 * day)]);
      await store.append(project, [], [{ day: '2026-07-01', reason: 'asset', count: 1 }]);
      expect(await store.deleteBefore(project, start + day + 5)).toEqual({ views: 1 });
      expect(await rows()).toEqual([['/b', 2, 0, 2]]);
      expect(await store.readDrops(project, everything.range)).toEqual([]);
      expect(await store.usage(project)).toMatchObject({ views: 2, visitors: 2, paths: 1, firstDay: '2026-07-02' });
      await store.append(project, [view(1, '/a', start)]);
      expect(await rows()).toEqual([
        ['/b', 2, 0, 2],
        ['/a', 1, 0, 1],
      ]);
    });

    it('applies newer rules to old views', async () => {
      const newAgent = { client: { userAgent: 'NewAgent/1.0', accept: 'text/markdown' } };
      await store.append(project, [
        view(1, '/a', start, newAgent),
        view(2, '/a', start),
        view(1, '/b', start, newAgent),
      ]);
      const outcome = await store.reclassify(project, (client, current) =>
        client.userAgent.startsWith('NewAgent/') && client.accept === 'text/markdown'
          ? { ...current, category: 'coding_agent', product: 'New Agent' }
          : undefined,
      );
      expect(outcome).toEqual({ views: 2, combinations: 2 });
      expect(await rows()).toEqual([
        ['/a', 1, 1, 2],
        ['/b', 0, 1, 1],
      ]);
      expect(await rows({ dimension: 'agent' })).toEqual([
        [noValue, 1, 0, 1],
        ['New Agent', 0, 1, 1],
      ]);
    });

    it('says what a project holds, and that recounting agrees', async () => {
      await store.append(project, [view(1, '/a', start), view(2, '/b', start + day), view(1, '/b', start + day)]);
      expect(await store.usage(project)).toMatchObject({
        views: 3,
        visitors: 2,
        paths: 2,
        firstDay: '2026-07-01',
        lastDay: '2026-07-02',
      });
      expect(await store.verify(project)).toMatchObject({ ok: true, views: 3, differences: [] });
    });

    it('refuses a visitor id of another length', async () => {
      await expect(store.append(project, [{ ...view(1, '/a', start), visitor: new Uint8Array(8) }])).rejects.toThrow(
        'views[0].visitor must be 16 bytes',
      );
    });
  });
}
