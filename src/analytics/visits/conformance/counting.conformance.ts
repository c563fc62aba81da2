import { expect, it } from 'vitest';
import type { Filter } from '../visit-store.ts';
import { defaultMapping, noValue } from '../visit-store.ts';
import type { NewProject } from './tested-project.ts';
import { day, noContext, start, view } from './tested-project.ts';

/** What is counted, by what, and over which range. */
export function testCounting(newProject: NewProject): void {
  it('answers for a project that never had a view', async () => {
    const { store, project, everything, walked } = newProject();
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

  it.each([
    ['at midnight', start],
    ['within a day', start + 1],
    ['in the year 1', Date.parse('0001-01-01T00:00:00Z')],
    ['in the year 9999', Date.parse('9999-12-31T00:00:00Z')],
  ])('answers nothing of a range whose ends are equal, %s', async (_, moment) => {
    const { store, project, everything, walked } = newProject();
    await store.append(
      project,
      [view(1, '/a', start), view(2, '/a', start + 1), view(3, '/b', start + 2)],
      [{ day: '2026-07-01', reason: 'asset', count: 1 }],
    );
    const range = { from: moment, to: moment };
    const page = await store.countPage({ ...everything, range });
    expect(page).toMatchObject({ totals: { human: 0, ai: 0, total: 0 }, rows: [], hasMore: false });
    expect(await walked({ range })).toEqual([]);
    for (const interval of ['hour', 'day', 'week', 'month'] as const) {
      expect(await store.timeseries({ ...everything, range, interval })).toEqual([]);
    }
    expect(await store.readDrops(project, range)).toEqual([]);
  });

  it('counts a visitor once per page and once for the site, whichever class it came as', async () => {
    const { store, project, everything, rows } = newProject();
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
    const { store, project, rows } = newProject();
    await store.append(project, [view(1, '/a', start), view(1, '/a', start + day), view(1, '/b', start)]);
    expect(await rows({ measure: 'views' })).toEqual([
      ['/a', 2, 0, 2],
      ['/b', 1, 0, 1],
    ]);
  });

  it('applies the mapping when reading', async () => {
    const { store, project, rows } = newProject();
    await store.append(project, [
      view(1, '/a', start, { category: 'ai_search' }),
      view(2, '/a', start, { category: 'ai_training' }),
    ]);
    expect(await rows()).toEqual([]);
    const mapping = { ...defaultMapping, ai: [...defaultMapping.ai, 'ai_search' as const] };
    expect(await rows({ mapping })).toEqual([['/a', 0, 1, 1]]);
  });

  it('takes the beginning of a range in and leaves its end out, to the millisecond', async () => {
    const { store, project, everything } = newProject();
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

  it('breaks down by every dimension, with one name for views that have nothing there', async () => {
    const { store, project, rows } = newProject();
    const mapping = { ...defaultMapping, humanSource: 'both' as const };
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
    expect(await rows({ mapping, dimension: 'agent' })).toEqual([
      [noValue, 2, 0, 2],
      ['ChatGPT', 0, 1, 1],
    ]);
    expect(await rows({ mapping, dimension: 'category' })).toEqual([
      ['human', 2, 0, 2],
      ['assistant', 0, 1, 1],
    ]);
    expect(await rows({ mapping, dimension: 'referrer' })).toEqual([
      [noValue, 1, 1, 2],
      ['example.org', 1, 0, 1],
    ]);
    expect(await rows({ mapping, dimension: 'country' })).toEqual([
      [noValue, 1, 1, 2],
      ['DE', 1, 0, 1],
    ]);
    expect(await rows({ mapping, dimension: 'source' })).toEqual([
      ['server', 1, 1, 2],
      ['tracker', 1, 0, 1],
    ]);
    expect(await rows({ mapping, dimension: 'verdict' })).toEqual([
      ['unclaimed', 2, 0, 2],
      ['verified', 0, 1, 1],
    ]);
  });

  it('knows with which pages visits began and ended, each with its first pause of half an hour', async () => {
    const { store, project, rows } = newProject();
    const [minute, night] = [60_000, start + day - 1];
    await store.append(project, [
      view(1, '/guide', night - 10 * minute),
      view(1, '/a', night),
      // Over midnight, and just within the pause.
      view(1, '/b', night + 30 * minute - 1),
      view(1, '/c', night + 60 * minute - 1),
      view(2, '/b', start),
      view(2, '/b', start, { category: 'search_engine' }),
      view(3, '/z', start),
      view(3, '/b', start),
    ]);
    expect(await rows({ dimension: 'entryPage' })).toEqual([
      ['/b', 2, 0, 2],
      ['/c', 1, 0, 1],
      ['/guide', 1, 0, 1],
    ]);
    expect(await rows({ dimension: 'exitPage', measure: 'views' })).toEqual([
      ['/b', 4, 0, 4],
      ['/z', 2, 0, 2],
      ['/c', 1, 0, 1],
    ]);
    const filters = [{ dimension: 'entryPage' as const, anyOf: [['/guide']], noneOf: [] }];
    expect(await rows({ filters })).toEqual([
      ['/a', 1, 0, 1],
      ['/b', 1, 0, 1],
      ['/guide', 1, 0, 1],
    ]);
    // A visit is of the range that is asked about.
    const range = { from: start + day, to: undefined };
    expect(await rows({ range, dimension: 'entryPage' })).toEqual([
      ['/b', 1, 0, 1],
      ['/c', 1, 0, 1],
    ]);
  });

  it('knows browser, system and device of what user agents say', async () => {
    const { store, project, rows } = newProject();
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';
    await store.append(project, [
      view(1, '/a', start, { client: { userAgent, accept: undefined } }),
      view(2, '/a', start, { client: { userAgent: 'claude-code/2.0', accept: undefined }, category: 'coding_agent' }),
    ]);
    const filters = [{ dimension: 'device' as const, anyOf: [['desktop']], noneOf: [] }];
    expect(await rows({ dimension: 'browser' })).toEqual([
      [noValue, 0, 1, 1],
      ['Firefox', 1, 0, 1],
    ]);
    expect(await rows({ dimension: 'os', filters })).toEqual([['Linux', 1, 0, 1]]);
    expect(await rows({ dimension: 'device', order: 'value' })).toEqual([
      [noValue, 0, 1, 1],
      ['desktop', 1, 0, 1],
    ]);
  });

  it('knows how views were asked for, and counts no named event as a view', async () => {
    const { store, project, everything, rows } = newProject();
    const context = { ...noContext, host: 'docs.example', status: 200 };
    const ofCampaign = { ...context, utmSource: 'newsletter', utmMedium: 'email', utmCampaign: 'Launch' };
    const signup = { ...context, event: 'signup' };
    await store.append(project, [
      view(1, '/a', start, { context: ofCampaign, source: 'tracker' }),
      view(1, '/b', start + 1, { context, source: 'tracker' }),
      view(2, '/a', start, { source: 'tracker' }),
      view(3, '/a', start + 2, { context: signup, source: 'tracker' }),
      view(1, '/b', start + 2, { context: signup, source: 'tracker', category: 'assistant' }),
    ]);
    expect(await rows()).toEqual([
      ['/a', 2, 0, 2],
      ['/b', 1, 0, 1],
    ]);
    expect(await rows({ measure: 'views', dimension: 'category' })).toEqual([['human', 3, 0, 3]]);
    expect((await store.live({ ...everything, since: start })).recent).toHaveLength(3);
    expect(await rows({ dimension: 'host' })).toEqual([
      [noValue, 1, 0, 1],
      ['docs.example', 1, 0, 1],
    ]);
    expect(await rows({ dimension: 'utmCampaign', measure: 'views' })).toEqual([
      [noValue, 2, 0, 2],
      ['Launch', 1, 0, 1],
    ]);
    const filters = [{ dimension: 'utmSource' as const, anyOf: [['newsletter']], noneOf: [] }];
    expect(await rows({ dimension: 'status', filters })).toEqual([['200', 1, 0, 1]]);
    expect(await rows({ dimension: 'utmMedium', filters })).toEqual([['email', 1, 0, 1]]);
  });

  it('counts who reached goals, and who did so in order', async () => {
    const { store, project, everything } = newProject();
    const happened = (event: string) => ({ context: { ...noContext, event }, source: 'tracker' as const });
    const tracker = { source: 'tracker' as const };
    await store.append(project, [
      view(1, '/', start, { ...tracker, country: 'DE' }),
      view(1, '/pricing', start + day, tracker),
      view(1, '/pricing', start + day, happened('signup')),
      view(2, '/pricing', start, tracker),
      view(2, '/', start + 1, tracker),
      view(2, '/', start + 2, happened('signup')),
      view(3, '/', start, { ...tracker, category: 'assistant' }),
      view(3, '/pricing', start, { ...tracker, category: 'assistant' }),
      view(4, '/', start, { ...tracker, category: 'search_engine' }),
      // Without a view in the range there is nobody to convert.
      view(5, '/', start, happened('signup')),
    ]);
    const goals = [
      { paths: [['/']], events: [] },
      { paths: [['/pri', '']], events: [] },
      { paths: [], events: [['signup']] },
    ];
    const of = (human: number, ai: number) => ({ human, ai, total: human + ai });
    const ask = { ...everything, goals, inOrder: false };
    expect(await store.countReached(ask)).toEqual({ visitors: of(2, 1), reached: [of(2, 1), of(2, 1), of(2, 0)] });
    const inOrder = { ...ask, inOrder: true };
    expect((await store.countReached(inOrder)).reached).toEqual([of(2, 1), of(1, 1), of(1, 0)]);
    const filters = [{ dimension: 'country' as const, anyOf: [['DE']], noneOf: [] }];
    expect(await store.countReached({ ...inOrder, filters })).toEqual({
      visitors: of(1, 0),
      reached: [of(1, 0), of(1, 0), of(1, 0)],
    });
    expect(await store.countReached({ ...ask, goals: goals.slice(0, 2), filters })).toEqual({
      visitors: of(1, 0),
      reached: [of(1, 0), of(1, 0)],
    });
    const twice = [goals, goals].flatMap((of) => of.slice(1, 2));
    expect((await store.countReached({ ...inOrder, goals: twice })).reached).toEqual([of(2, 1), of(0, 0)]);
    const range = { from: start + day, to: undefined };
    expect((await store.countReached({ ...ask, range })).reached).toEqual([of(0, 0), of(1, 0), of(1, 0)]);
  });

  it('counts only the views that pass every filter', async () => {
    const { store, project, everything, rows } = newProject();
    await store.append(project, [
      view(1, '/guide/a', start, { referrer: 'google.com', country: 'DE' }),
      view(1, '/guide/b', start + day, { country: 'DE' }),
      view(2, '/guide/b', start + day, { referrer: 'google.com', category: 'assistant' }),
      view(3, '/api', start + 40 * day, { referrer: 'bing.com', source: 'tracker' }),
    ]);
    const filter = (dimension: Filter['dimension'], anyOf: string[][], noneOf: string[][] = []): Filter => ({
      dimension,
      anyOf,
      noneOf,
    });
    const totals = async (...filters: Filter[]) => (await store.countPage({ ...everything, filters })).totals;
    expect(await rows({ filters: [filter('path', [['/guide/', '']])] })).toEqual([
      ['/guide/b', 1, 1, 2],
      ['/guide/a', 1, 0, 1],
    ]);
    expect(await totals(filter('path', [['/guide/', '']]))).toEqual({ human: 1, ai: 1, total: 2 });
    expect(await totals(filter('referrer', [['', '.com']], [['bing.com']]))).toEqual({ human: 1, ai: 1, total: 2 });
    expect(await totals(filter('referrer', [[noValue]]), filter('country', [['DE']]))).toEqual({
      human: 1,
      ai: 0,
      total: 1,
    });
    expect(await totals(filter('category', [], [['human']]))).toEqual({ human: 0, ai: 1, total: 1 });
    expect(await totals(filter('source', [['tracker']]))).toEqual({ human: 1, ai: 0, total: 1 });
    expect(await totals(filter('agent', [['nobody']]))).toEqual({ human: 0, ai: 0, total: 0 });
    expect(await totals(filter('country', []))).toEqual({ human: 2, ai: 1, total: 3 });
    const buckets = await store.timeseries({
      ...everything,
      interval: 'month',
      filters: [filter('path', [['/guide/b'], ['/api']])],
    });
    expect(buckets.map(({ visitors, views }) => [visitors.total, views.total])).toEqual([
      [2, 2],
      [1, 1],
    ]);
  });
}
