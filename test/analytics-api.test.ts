import { createHmac } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import openApi from '../openapi.json' with { type: 'json' };
import { mappingOf } from '../src/analytics/class-mapping.ts';
import { readConfig } from '../src/config/config.ts';
import { silentLogger } from '../src/kernel/logger.ts';
import { openApplication, type Application } from '../src/main.ts';
import { writeFiles } from './git-fixture.ts';
import { expectDocumented, type DocumentedOperation } from './documented-answer.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const claudeCode = 'Claude-User (claude-code/2.1.0; +https://support.anthropic.com/)';
const day = (date: string, time = '12:00:00') => `${date}T${time}Z`;

let folder: string;
let application: Application;
let projectId: string;
let ingestKey: string;
let adminKey: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docwright-analytics-'));
  const config = readConfig({ DOCWRIGHT_DATA_DIR: folder, DOCWRIGHT_LOCAL_ROOTS: tmpdir(), DOCWRIGHT_WORKERS: '0' });
  application = await openApplication({ config, publicUrl: 'http://localhost', logger: silentLogger });
  const project = await application.projects.create(
    {
      name: 'docs',
      repositoryUrl: 'https://github.com/acme/docs',
      settings: { analytics: { humanSource: 'server', sites: ['https://docs.example.com'] } },
    },
    'test',
  );
  projectId = project.id;
  const create = (kind: 'admin' | 'ingest') =>
    application.projects.keys.create(projectId, { name: kind, kind }, 'test');
  ingestKey = (await create('ingest')).key;
  adminKey = (await create('admin')).key;
});
afterAll(async () => {
  await application.close();
  rmSync(folder, { recursive: true });
});

const ingest = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
  application.http.request(`/v1/ingest/${projectId}/events`, {
    method: 'POST',
    body: Buffer.from(body),
    headers: { authorization: `Bearer ${ingestKey}`, 'content-type': 'application/json', ...headers },
  });
const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await application.http.request(`/v1/analytics/${projectId}/${path}`, {
    headers: { authorization: `Bearer ${adminKey}`, ...headers },
  });
  expectDocumented(path, operationAt(`/v1/analytics/{projectId}/${path.replace(/[?].*/, '')}`), response);
  return response;
};
/** What openapi.json says of the address. */
function operationAt(path: string): DocumentedOperation {
  const template = path.replace(/(?<=\/breakdown\/)\w+/, '{dimension}');
  return (openApi.paths as Record<string, { get?: DocumentedOperation }>)[template]!.get!;
}
const read = async (path: string) => (await (await get(path)).json()) as Record<string, unknown>;

const event = (fields: object) => ({ timestamp: day('2026-10-01'), userAgent: firefox, ip: '203.0.113.7', ...fields });

it('counts what it accepted, once, and says what it dropped and rejected', async () => {
  const events = [
    event({ id: 'a', path: '/guide' }),
    event({ id: 'b', path: '/guide/', timestamp: day('2026-10-02') }),
    event({ id: 'c', path: '/guide.md', userAgent: claudeCode, accept: 'text/markdown, text/html, */*' }),
    event({ id: 'd', path: '/api', ip: '203.0.113.8' }),
    event({ id: 'e', path: '/logo.svg' }),
    event({ id: 'f', path: '/gone', status: 404 }),
    { path: '/no-time' },
  ];
  const first = await ingest(JSON.stringify(events));
  expect(first.status).toBe(202);
  expect(await first.json()).toMatchObject({
    accepted: 4,
    dropped: { asset: 1, status: 1 },
    rejected: [{ index: 6, message: expect.stringContaining('timestamp') as string }],
  });
  const ndjson = gzipSync(
    events
      .slice(0, 4)
      .map((entry) => JSON.stringify(entry))
      .join('\n'),
  );
  const again = await ingest(ndjson, { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' });
  expect(await again.json()).toMatchObject({ accepted: 0, dropped: { duplicate: 4 }, rejected: [] });
  expect(await read('visitors')).toEqual({
    totals: { human: 2, ai: 1, total: 3 },
    visitors: [
      { path: '/guide', human: 1, ai: 1, total: 2 },
      { path: '/api', human: 1, ai: 0, total: 1 },
    ],
    hasMore: false,
  });
  expect(await read('views')).toMatchObject({ totals: { human: 3, ai: 1, total: 4 } });
});

it('keeps the rules of dates: dateTo exclusive, date-times in UTC, an omitted end unbounded', async () => {
  const totals = async (query: string) => (await read(`visitors?${query}`))['totals'];
  expect(await totals('dateFrom=2026-10-02')).toEqual({ human: 1, ai: 0, total: 1 });
  expect(await totals('dateTo=2026-10-02')).toEqual({ human: 2, ai: 1, total: 3 });
  expect(await totals('dateFrom=2026-10-02&dateTo=2026-10-02T12:00:00')).toEqual({ human: 0, ai: 0, total: 0 });
  expect(await totals('dateTo=2026-10-02T12:00:00.001Z&dateFrom=2026-10-02')).toEqual({ human: 1, ai: 0, total: 1 });
  expect(await totals('dateFrom=2026-10-02T14:00:00%2B02:00')).toEqual({ human: 1, ai: 0, total: 1 });
});

it('means the days of a time zone where one is named', async () => {
  const totals = async (query: string) => (await read(`visitors?${query}`))['totals'];
  expect(await totals('dateFrom=2026-10-03&timeZone=Pacific/Auckland')).toEqual({ human: 1, ai: 0, total: 1 });
  expect(await totals('dateFrom=2026-10-03T02:00&timeZone=Pacific/Auckland')).toEqual({ human: 0, ai: 0, total: 0 });
  const series = await read('timeseries?dateFrom=2026-10-02&dateTo=2026-10-04&timeZone=Pacific/Auckland');
  expect(series).toMatchObject({
    buckets: [
      { start: '2026-10-01T11:00:00.000Z', visitors: { total: 3 } },
      { start: '2026-10-02T11:00:00.000Z', visitors: { total: 1 } },
    ],
  });
});

it.each(['limit=50.0', 'limit=050', 'offset=9007199254740991', 'offset=9007199254740991.0&limit=250'])(
  'takes %s',
  async (query) => {
    expect(await read(`visitors?${query}`)).toMatchObject({ totals: { total: 3 }, hasMore: false });
  },
);

it.each([
  ['dateFrom=2026-02-30', 'dateFrom'],
  ['timeZone=Mars/Olympus', 'timeZone'],
  ['dateFrom=yesterday', 'dateFrom'],
  ['dateFrom=2026-02-02&dateTo=2026-02-01', 'dateTo'],
  ['dateTo=2026-13-01', 'dateTo'],
  ['dateFrom=2026-01-01T24:00:00Z', 'dateFrom'],
  ['limit=0', 'limit'],
  ['limit=251', 'limit'],
  ['limit=1e2', 'limit'],
  ['limit=', 'limit'],
  ['offset=-1', 'offset'],
  ['offset=1.5', 'offset'],
  ['offset=9007199254740992', 'offset'],
  ['limit=50.', 'limit'],
  ['page=2', 'page'],
])('refuses %s', async (query, field) => {
  const response = await get(`visitors?${query}`);
  expect(response.status).toBe(400);
  const { details } = (await response.json()) as { details: { field: string; message: string }[] };
  expect(details.map((detail) => `${detail.field} ${detail.message}`).join()).toContain(field);
});

it('answers only for the views that filters leave, however they are asked for', async () => {
  const totals = async (query: string) => (await read(query))['totals'];
  expect(await read('visitors?path=/guide/')).toEqual({
    totals: { human: 1, ai: 1, total: 2 },
    visitors: [{ path: '/guide', human: 1, ai: 1, total: 2 }],
    hasMore: false,
  });
  expect(await totals('views?path=/g*&path=/api')).toEqual({ human: 3, ai: 1, total: 4 });
  expect(await totals('views?path=*&path=!/api')).toEqual({ human: 2, ai: 1, total: 3 });
  expect(await totals('breakdown/agent?category=human&path=!/guide')).toEqual({ human: 1, ai: 0, total: 1 });
  expect(await read('breakdown/category?agent=Claude*')).toMatchObject({
    visitors: [{ value: 'coding_agent', human: 0, ai: 1, total: 1 }],
  });
  const series = (await read('timeseries?path=/api&dateFrom=2026-10-01&dateTo=2026-10-04')) as {
    buckets: { views: { total: number }; received: boolean }[];
  };
  // What was received is told whatever the filter.
  expect(series.buckets.map(({ views, received }) => [views.total, received])).toEqual([
    [1, true],
    [0, true],
    [0, false],
  ]);
  expect(await read('crawlers?agent=nobody')).toEqual({ views: 0, crawlers: [] });
  const csv = await get('views?path=/api', { accept: 'text/csv' });
  expect(await csv.text()).toBe('path,human,ai,total\r\n/api,1,0,1\r\n');
});

it('counts goals of the project and steps of a funnel, of the visitors that filters choose', async () => {
  const goals = [
    { name: 'Done', paths: ['/done*'] },
    { name: 'Signed up', events: ['signup'] },
  ];
  await application.projects.update(projectId, { settings: { analytics: { goals } } }, 'test');
  const visit = (id: string, path: string, ip: string, time: string) =>
    event({ id: `goal-${id}`, path, ip, timestamp: day('2026-10-01', time) });
  await ingest(
    JSON.stringify([
      visit('a', '/begin?utm_source=news&token=secret', '203.0.113.61', '01:00:00'),
      visit('b', '/done/1', '203.0.113.61', '02:00:00'),
      visit('c', '/begin', '203.0.113.62', '02:00:00'),
      visit('d', '/done/2', '203.0.113.62', '01:00:00'),
    ]),
  );
  const counts = (human: number) => ({ human, ai: 0, total: human });
  const part = (human: number) => ({ human, ai: null, total: human });
  expect(await read('goals?path=/begin')).toEqual({
    visitors: counts(2),
    goals: [
      { name: 'Done', ...counts(2), conversion: part(1) },
      { name: 'Signed up', ...counts(0), conversion: part(0) },
    ],
  });
  expect(await read('funnel?step=/begin&step=goal:Done&path=/begin')).toEqual({
    visitors: counts(2),
    steps: [
      { step: '/begin', ...counts(2), conversion: part(1) },
      { step: 'goal:Done', ...counts(1), conversion: part(0.5) },
    ],
  });
  expect(await read('funnel?step=/begin&step=/done/1&utmSource=news')).toMatchObject({ visitors: counts(1) });
  expect(await read('breakdown/utmSource?path=/begin')).toMatchObject({
    visitors: [
      { value: '(none)', ...counts(1) },
      { value: 'news', ...counts(1) },
    ],
  });
  for (const query of ['step=/a', 'step=guide*&step=/a', 'step=/a&step=goal:Nothing', 'step=/a&step=event:']) {
    expect((await get(`funnel?${query}`)).status).toBe(400);
  }
  for (const page of ['/begin', '/done/1', '/done/2']) await application.analytics.forgetPage(projectId, page);
});

it('puts rows in the order that is asked for', async () => {
  const rows = async (query: string) =>
    ((await read(`visitors?path=/guide&path=/api&${query}`))['visitors'] as { path: string }[]).map(({ path }) => path);
  expect(await rows('')).toEqual(['/guide', '/api']);
  expect(await rows('sort=human')).toEqual(['/api', '/guide']);
  expect(await rows('sort=ai')).toEqual(['/guide', '/api']);
  expect(await rows('sort=value&limit=1')).toEqual(['/api']);
  expect(await (await get('visitors?path=/guide&path=/api&sort=value', { accept: 'text/csv' })).text()).toContain(
    'total\r\n/api,',
  );
});

it('walks a filtered export over the data of its first page, whatever arrives meanwhile', async () => {
  const page = async (offset: number) =>
    ((await read(`visitors?path=/*&path=!/later&limit=1&offset=${offset}`))['visitors'] as { path: string }[])[0]?.path;
  expect(await page(0)).toBe('/guide');
  const later = Array.from({ length: 3 }, (_, index) =>
    event({ id: `later-${index}`, path: '/aaa', ip: `203.0.113.9${index}` }),
  );
  await ingest(JSON.stringify(later));
  expect(await page(1)).toBe('/api');
  expect(await page(2)).toBeUndefined();
  await application.analytics.forgetPage(projectId, '/aaa');
});

it('knows the country of an address without keeping the address, unless the project says not to', async () => {
  const countries = async (id: string) => {
    const visit = (name: string, ip: string, country?: string) =>
      event({ id: `${id}-${name}`, path: `/where/${id}`, ip, ...(country && { country }) });
    await ingest(JSON.stringify([visit('a', '193.99.144.80'), visit('b', '10.1.2.3'), visit('c', '8.8.8.8', 'FR')]));
    const { visitors } = (await read(`breakdown/country?path=/where/${id}`)) as { visitors: { value: string }[] };
    await application.analytics.forgetPage(projectId, `/where/${id}`);
    return visitors.map(({ value }) => value);
  };
  expect(await countries('kept')).toEqual(['(none)', 'DE', 'FR']);
  const set = (on: boolean) =>
    application.projects.update(projectId, { settings: { analytics: { countries: on } } }, 'test');
  await set(false);
  expect(await countries('unkept')).toEqual(['(none)', 'FR']);
  await set(true);
});

it.each([
  ['path=', 'path must not be empty'],
  ['path=!', 'path must not be empty'],
  ['path=guide*', 'path must start with / or *'],
  [`path=/*${'a'.repeat(200)}`, 'path must be at most 200 characters long with a *'],
  [`agent=${'a'.repeat(2_049)}`, 'agent must be at most 2048'],
  ['category=robots', 'category must be one of human, assistant'],
  ['source=!web*', 'source must be one of tracker, server'],
  ['verdict=true', 'verdict must be one of verified'],
  [`country=${'DE&country='.repeat(50)}FR`, 'country may be given at most 50 times'],
])('refuses the filter %s', async (query, fault) => {
  for (const report of ['visitors', 'timeseries', 'crawlers', 'breakdown/agent']) {
    const response = await get(`${report}?${query}`);
    expect(response.status).toBe(400);
    const { details } = (await response.json()) as { details: { field: string; message: string }[] };
    expect(details.map(({ message }) => message.replaceAll('`', '')).join()).toContain(fault);
    expect(query).toContain(details[0]?.field);
  }
});

it.each(['2026-10-01', '2026-10-01T12:00:00Z', '20261002T12%2B05'])(
  'answers nothing between %s and itself, wherever a range is asked for',
  async (moment) => {
    const range = `dateFrom=${moment}&dateTo=${moment}`;
    const totals = { human: 0, ai: 0, total: 0 };
    expect(await read(`visitors?${range}`)).toEqual({ totals, visitors: [], hasMore: false });
    expect(await read(`views?${range}`)).toEqual({ totals, views: [], hasMore: false });
    expect(await read(`breakdown/agent?${range}`)).toEqual({ totals, visitors: [], hasMore: false });
    expect(await read(`timeseries?interval=hour&${range}`)).toEqual({ interval: 'hour', buckets: [] });
    expect(await read(`drops?${range}`)).toEqual({ drops: [] });
    expect(await read(`crawlers?${range}`)).toEqual({ views: 0, crawlers: [] });
    expect(await (await get(`visitors?${range}`, { accept: 'text/csv' })).text()).toBe('path,human,ai,total\r\n');
  },
);

it('answers what it has no widgets for truthfully, in the published shape, so that connectors can try a key', async () => {
  const page = { nextCursor: null, hasMore: false };
  expect(await read('feedback?limit=1')).toEqual({ feedback: [], ...page });
  expect(await read('feedback/by-page?source=agent&status=pending,resolved')).toEqual({ feedback: [], hasMore: false });
  expect(await read('searches?cursor=abc')).toEqual({ searches: [], totalSearches: 0, nextCursor: null });
  expect(await read('assistant?limit=1000')).toEqual({ conversations: [], ...page });
  expect(await read('assistant/caller-stats')).toEqual({ web: 0, api: 0, other: 0, total: 0 });
  for (const wrong of ['feedback?limit=101', 'feedback?status=done', 'searches?dateFrom=2026-02-30']) {
    expect((await get(wrong)).status).toBe(400);
  }
  const threads = `/v1/analytics/${projectId}/assistant/threads/t1`;
  const thread = await application.http.request(threads, { headers: { authorization: `Bearer ${adminKey}` } });
  expect([thread.status, await thread.json()]).toMatchObject([404, { type: '/problems/thread_not_found' }]);
});

it('says what to call in place of version 1 of the agent API', async () => {
  const former = await application.http.request(`/v1/agent/${projectId}/jobs`, {
    headers: { authorization: `Bearer ${adminKey}` },
  });
  expect([former.status, await former.json()]).toMatchObject([410, { type: '/problems/version_gone' }]);
  expect((await application.http.request(`/v1/agent/${projectId}/jobs`)).status).toBe(401);
});

it('walks pages of one snapshot, and releases none that is unknown', async () => {
  const first = await get('visitors?limit=1');
  expect(await first.json()).toMatchObject({ hasMore: true, visitors: [{ path: '/guide' }] });
  const snapshot = first.headers.get('x-snapshot') ?? '';
  await ingest(JSON.stringify([event({ id: 'z', path: '/zz', ip: '203.0.113.99' })]));
  const second = await read(`visitors?limit=1&offset=1&snapshot=${snapshot}`);
  expect(second).toMatchObject({ totals: { total: 3 }, visitors: [{ path: '/api' }], hasMore: false });
  // Also where the client knows of no snapshot, until it begins anew.
  expect(await read('visitors?limit=1&offset=1')).toMatchObject({ totals: { total: 3 }, hasMore: false });
  expect(await read('visitors?limit=1')).toMatchObject({ totals: { total: 4 }, hasMore: true });
  expect((await get('visitors?snapshot=nonsense')).status).toBe(410);
  // A snapshot is of its query: never the answer to another one.
  expect((await get(`views?snapshot=${snapshot}`)).status).toBe(410);
  expect((await get(`breakdown/country?snapshot=${snapshot}`)).status).toBe(410);
  expect((await get(`visitors?dateFrom=2026-10-01&snapshot=${snapshot}`)).status).toBe(410);
  // Searches and streams come from the same version.
  const found = await get(`visitors?search=A&snapshot=${snapshot}`);
  expect(await found.json()).toEqual({
    totals: { human: 2, ai: 1, total: 3 },
    visitors: [{ path: '/api', human: 1, ai: 0, total: 1 }],
    hasMore: false,
  });
  expect(found.headers.get('x-snapshot')).toBe(snapshot);
  const csv = await get(`visitors?snapshot=${snapshot}`, { accept: 'text/csv' });
  expect(await csv.text()).toBe('path,human,ai,total\r\n/guide,1,1,2\r\n/api,1,0,1\r\n');
  expect(csv.headers.get('x-snapshot')).toBe(snapshot);
  expect((await get('visitors?snapshot=nonsense', { accept: 'text/csv' })).status).toBe(410);
});

it('streams all rows as CSV and NDJSON', async () => {
  const csv = await get('visitors?limit=1', { accept: 'text/csv' });
  expect(csv.headers.get('content-type')).toMatch(/^text\/csv/);
  expect(await csv.text()).toBe('path,human,ai,total\r\n/guide,1,1,2\r\n/api,1,0,1\r\n/zz,1,0,1\r\n');
  const lines = (await (await get('views', { accept: 'application/x-ndjson' })).text()).trim().split('\n');
  expect(JSON.parse(lines[0] ?? '')).toEqual({ path: '/guide', human: 2, ai: 1, total: 3 });
  const series = await get('timeseries?dateFrom=2026-10-02&dateTo=2026-10-04', { accept: 'text/csv' });
  expect(await series.text()).toBe(
    'start,visitors_human,visitors_ai,visitors_total,views_human,views_ai,views_total,received\r\n' +
      '2026-10-02T00:00:00.000Z,1,0,1,1,0,1,true\r\n2026-10-03T00:00:00.000Z,0,0,0,0,0,0,false\r\n',
  );
});

it('draws minutes of at most a day', async () => {
  const range = 'dateFrom=2026-10-01T11:59Z&dateTo=2026-10-01T12:01Z&path=/api';
  const { buckets } = (await read(`timeseries?interval=minute&${range}`)) as { buckets: { visitors: object }[] };
  expect(buckets.map(({ visitors }) => visitors)).toMatchObject([{ total: 0 }, { total: 1 }]);
  for (const query of ['', '&dateFrom=2026-10-01', '&dateFrom=2026-10-01&dateTo=2026-10-02T01:01Z']) {
    const refused = await get(`timeseries?interval=minute${query}`);
    expect(await refused.json()).toMatchObject({ details: [{ field: 'interval' }] });
  }
});

it('draws the minutes of a day of 25 hours', async () => {
  const range = 'dateFrom=2026-10-25&dateTo=2026-10-26&timeZone=Europe/Berlin';
  const { buckets } = (await read(`timeseries?interval=minute&${range}`)) as { buckets: unknown[] };
  expect(buckets).toHaveLength(25 * 60);
});

it('refuses a series of more buckets than it answers, and says what to ask for', async () => {
  const refused = await get('timeseries?interval=hour&dateFrom=1000-01-01&dateTo=2026-01-01');
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({
    type: '/problems/too_many_buckets',
    detail: expect.stringContaining('longer `interval`') as string,
    details: [{ field: 'interval', message: expect.stringMatching(/^The range has .* at most 20000\.$/) as string }],
  });
});

it('looks at the query before it counts a request against the limit', async () => {
  const left = async () => Number(/r=(\d+)/.exec((await get('visitors')).headers.get('ratelimit') ?? '')?.[1]);
  const before = await left();
  expect((await get('visitors?limit=0')).status).toBe(400);
  expect((await get('visitors?dateFrom=2026-02-30')).status).toBe(400);
  expect(await left()).toBe(before - 1);
});

it('breaks down, draws a time series, lists drops and shows who is there', async () => {
  expect(await read('breakdown/agent')).toMatchObject({
    totals: { ai: 1 },
    visitors: expect.arrayContaining([expect.objectContaining({ value: 'Claude Code', ai: 1, human: 0 })]) as unknown,
  });
  const series = (await read('timeseries?dateFrom=2026-10-01&dateTo=2026-10-04')) as {
    buckets: { received: boolean }[];
  };
  const { buckets } = series;
  expect(buckets).toHaveLength(3);
  expect(buckets[0]).toMatchObject({ start: '2026-10-01T00:00:00.000Z', visitors: { human: 3, ai: 1, total: 4 } });
  expect(buckets).toMatchObject([{ received: true }, { received: true }, { received: false }]);
  expect(await read('drops?dateTo=2026-11-01')).toMatchObject({
    drops: [
      { day: '2026-10-01', reason: 'asset', count: 1 },
      { day: '2026-10-01', reason: 'status', count: 1 },
    ],
  });
  await ingest(
    JSON.stringify([
      event({
        id: 'crawl',
        path: '/guide',
        userAgent: 'Mozilla/5.0 (compatible; bingbot/2.0)',
        timestamp: '2026-10-03T05:30:00Z',
      }),
    ]),
  );
  expect(await read('crawlers')).toMatchObject({ views: 1, crawlers: [{ views: 1 }] });
  const hours = (await read('timeseries?interval=hour&dateFrom=2026-10-03&dateTo=2026-10-04')) as typeof series;
  expect(hours.buckets.map(({ received }, hour) => (received ? hour : -1)).filter((hour) => hour >= 0)).toEqual([5]);
  expect(hours.buckets[5]).toMatchObject({ views: { total: 0 } });
  expect((await get('live')).status).toBe(200);
  expect((await get('breakdown/address')).status).toBe(400);
});

it('takes a signed drain and refuses a wrong signature', async () => {
  await application.projects.setSecret(projectId, 'drain:vercel', 'drain-secret', 'test');
  const body = JSON.stringify([
    {
      id: 'v1',
      requestId: 'r1',
      timestamp: Date.parse(day('2026-10-05')),
      host: 'docs.example.com',
      proxy: {
        timestamp: Date.parse(day('2026-10-05')),
        method: 'GET',
        path: '/guide?x=1',
        userAgent: [claudeCode],
        statusCode: 200,
        clientIp: '198.51.100.9',
        host: 'docs.example.com',
      },
    },
  ]);
  const send = (signature: string) =>
    application.http.request(`/v1/ingest/${projectId}/drain/vercel`, {
      method: 'POST',
      body,
      headers: { 'x-vercel-signature': signature },
    });
  expect((await send('00')).status).toBe(401);
  const accepted = await send(createHmac('sha1', 'drain-secret').update(body).digest('hex'));
  expect(await accepted.json()).toMatchObject({ accepted: 1 });
  const basic = await application.http.request(`/v1/ingest/${projectId}/drain/netlify`, {
    method: 'POST',
    body: '[]',
    headers: { authorization: `Basic ${Buffer.from(`docwright:${ingestKey}`).toString('base64')}` },
  });
  expect(basic.status).toBe(202);
});

it('proves the endpoint to Vercel, and counts what comes with the question', async () => {
  const record = (requestId: string) => ({
    requestId,
    host: 'docs.example.com',
    proxy: {
      timestamp: Date.parse(day('2026-10-06')),
      method: 'GET',
      path: '/guide',
      userAgent: [claudeCode],
      statusCode: 200,
      clientIp: '198.51.100.9',
    },
  });
  const send = (headers: Record<string, string>, body: string) =>
    application.http.request(`/v1/ingest/${projectId}/drain/vercel`, {
      method: 'POST',
      body,
      headers: { 'x-vercel-verify': 'token', ...headers },
    });
  const withKey = await send({ authorization: `Bearer ${ingestKey}` }, JSON.stringify([record('asked')]));
  expect(withKey.headers.get('x-vercel-verify')).toBe('token');
  expect(await withKey.json()).toMatchObject({ accepted: 1 });
  expect((await send({ authorization: 'Bearer wrong' }, '[]')).status).toBe(401);
  const stranger = await send({}, JSON.stringify([record('stranger')]));
  expect([stranger.status, stranger.headers.get('x-vercel-verify')]).toEqual([200, 'token']);
  expect(await read('views?dateFrom=2026-10-06&dateTo=2026-10-07')).toMatchObject({ totals: { ai: 1 } });
});

it('takes access logs of a format that the sender describes, and says what describes none', async () => {
  const send = (format: string) =>
    application.http.request(`/v1/ingest/${projectId}/drain/logs?format=${encodeURIComponent(format)}`, {
      method: 'POST',
      body: `200|198.51.100.9|${day('2026-10-08')}|GET|/guide|${claudeCode}\n`,
      headers: { authorization: `Bearer ${ingestKey}` },
    });
  const described = await send('$status|$remote_addr|$time_iso8601|$request_method|$request_uri|$http_user_agent');
  expect(await described.json()).toMatchObject({ accepted: 1, rejected: [] });
  const refused = await send('sideways');
  expect([refused.status, JSON.stringify(await refused.json())]).toEqual([400, expect.stringContaining('log format')]);
});

it('takes events with fields that are not ours, and counts among the drops what it cannot take', async () => {
  const event = { timestamp: day('2026-10-07'), path: '/guide', ip: '198.51.100.9', userAgent: claudeCode };
  const sent = await ingest(
    JSON.stringify([
      { ...event, extra: 1 },
      { ...event, timestamp: 'soon' },
      { ...event, ip: 'x' },
    ]),
  );
  expect(await sent.json()).toEqual({
    accepted: 1,
    dropped: {},
    rejected: [
      { index: 1, message: expect.stringContaining('`timestamp`') as string },
      { index: 2, message: expect.stringContaining('`ip`') as string },
    ],
    ignored_fields: { extra: 1 },
  });
  const { drops } = (await read('drops')) as { drops: { reason: string; description: string; count: number }[] };
  expect(drops.map(({ reason }) => reason)).toContain('rejected_time');
  expect(drops.find(({ reason }) => reason === 'rejected_identity')?.description).toContain('IP address');
  expect((await application.analytics.readArrivals(projectId)).ignoredFields?.counts).toEqual({ extra: 1 });
});

it('takes beacons from the sites of the project only', async () => {
  const beacon = { project: projectId, id: 'a'.repeat(32), url: 'https://docs.example.com/guide', hints: [] };
  const send = (origin: string, body: unknown) =>
    application.http.request('/v1/collect', { method: 'POST', body: JSON.stringify(body), headers: { origin } });
  expect((await send('https://docs.example.com', beacon)).status).toBe(202);
  expect((await send('https://evil.example', beacon)).status).toBe(403);
  expect((await send('https://docs.example.com', { ...beacon, project: 'prj_none' })).status).toBe(403);
  expect((await send('https://docs.example.com', { ...beacon, hints: ['x'] })).status).toBe(400);
});

it.each([
  ['a cut off archive', gzipSync('[1,2,3]').subarray(0, 12), { 'content-encoding': 'gzip' }, 400],
  ['an unknown compression', '[]', { 'content-encoding': 'rot13' }, 415],
  ['an unknown content type', '[]', { 'content-type': 'text/html' }, 415],
  ['too many events', JSON.stringify(Array.from({ length: 10_001 }, () => ({}))), {}, 413],
  [
    'an archive that unpacks to more than the limit',
    gzipSync(Buffer.alloc(11 * 1024 * 1024)),
    { 'content-encoding': 'gzip' },
    413,
  ],
])('refuses %s', async (_name, body, headers, status) => {
  expect((await ingest(body, headers as Record<string, string>)).status).toBe(status);
});

it('keeps no address anywhere in the data directory', async () => {
  await application.analytics.visits.append(projectId, []);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());
  expect(files.some((file) => file.endsWith('visits.sqlite'))).toBe(true);
  for (const file of files) {
    const bytes = readFileSync(file);
    for (const address of ['203.0.113.7', '203.0.113.8', '203.0.113.99', '198.51.100.9']) {
      expect(bytes.includes(address), `${address} in ${file}`).toBe(false);
      expect(bytes.includes(Buffer.from(address.split('.').map(Number))), `${address} in ${file}`).toBe(false);
    }
  }
});

it('forgets a visitor by any clue and in every period, and nobody else', async () => {
  const settings = { analytics: { humanSource: 'both' as const, saltLife: 'month' as const, retentionMonths: 24 } };
  const made = { name: 'forgetful', repositoryUrl: 'https://github.com/acme/docs', settings };
  const project = await application.projects.create(made, 'test');
  const now = Date.now();
  const hit = (fields: object) => ({
    source: 'server' as const,
    timestampMs: now,
    url: '/guide',
    userAgent: firefox,
    method: 'GET',
    status: 200,
    ...fields,
  });
  const lastDayOfMonthBefore = Date.UTC(new Date(now).getUTCFullYear(), new Date(now).getUTCMonth(), 0);
  const { accepted } = await application.analytics.recordHits(project, [
    hit({ userId: 'ada', ip: '203.0.113.1' }),
    hit({ userId: 'ada', url: '/other' }),
    hit({ visitorId: 'ada' }),
    hit({ ip: '203.0.113.2' }),
    hit({ ip: '203.0.113.2', accept: 'text/markdown' }),
    hit({ ip: '203.0.113.2', userAgent: claudeCode }),
    hit({ ip: '203.0.113.3' }),
    // Its salt may be deleted by now, then it is dropped and there is nothing to forget.
    hit({ visitorId: 'ada', timestampMs: lastDayOfMonthBefore }),
  ]);
  const late = accepted - 7;
  const { forgetVisitor, visits } = application.analytics;
  expect(await forgetVisitor(project.id, { userId: 'ada' })).toEqual({ views: 2 });
  expect(await forgetVisitor(project.id, { visitorId: 'ada' })).toEqual({ views: 1 + late });
  expect(await forgetVisitor(project.id, { ip: '203.0.113.2', userAgent: firefox })).toEqual({ views: 2 });
  expect(await forgetVisitor(project.id, { ip: '203.0.113.2', userAgent: firefox })).toEqual({ views: 0 });
  expect(await visits.usage(project.id)).toMatchObject({ views: 2, visitors: 2 });
});

it('counts who asked for missing pages, apart from views, with the page that was most likely meant', async () => {
  const lost = (id: string, path: string, more: object = {}) => event({ id, path, status: 404, ...more });
  const sent = await ingest(
    JSON.stringify([
      event({ id: 'm0', path: '/start/quickstart', timestamp: day('2026-11-20') }),
      lost('m1', '/start/quick-start'),
      lost('m1', '/start/quick-start'),
      lost('m2', '/start/quick-start', { ip: '203.0.113.77' }),
      lost('m3', '/start/quick-start/', { userAgent: claudeCode, accept: 'text/markdown, */*' }),
      lost('m4', '/qqqq', { status: 410 }),
      lost('m5', '/lost.png'),
    ]),
  );
  expect(await sent.json()).toMatchObject({ accepted: 1, dropped: { status: 6 } });
  const range = 'dateFrom=2026-10-01&dateTo=2026-10-02';
  const all = {
    totals: { human: 2, ai: 1, total: 3 },
    missing: [
      { path: '/start/quick-start', human: 2, ai: 1, total: 3, nearest: '/start/quickstart', redirected: null },
      { path: '/gone', human: 1, ai: 0, total: 1, nearest: null, redirected: null },
      { path: '/qqqq', human: 1, ai: 0, total: 1, nearest: null, redirected: null },
    ],
    hasMore: false,
  };
  expect(await read(`missing?${range}`)).toEqual(all);
  expect(await read(`missing?${range}&category=coding_agent`)).toMatchObject({
    totals: { human: 0, ai: 1, total: 1 },
    missing: [{ path: '/start/quick-start' }],
  });
  expect(await read(`visitors?${range}&path=/start/*`)).toMatchObject({ totals: { total: 0 } });
  const csv = await (await get(`missing?${range}`, { accept: 'text/csv' })).text();
  expect(csv).toBe(
    'path,human,ai,total,nearest,redirected\r\n/start/quick-start,2,1,3,/start/quickstart,\r\n/gone,1,0,1,,\r\n/qqqq,1,0,1,,\r\n',
  );
  // A walk without a snapshot comes from the data of its first page.
  expect(await read(`missing?${range}&limit=1`)).toMatchObject({ missing: [{ path: '/start/quick-start' }] });
  await ingest(JSON.stringify([5, 6, 7].map((ip) => lost(`n${ip}`, '/away', { ip: `203.0.113.${ip}` }))));
  expect(await read(`missing?${range}&limit=1&offset=1`)).toMatchObject({ missing: [{ path: '/gone' }] });
  const newest = await read(`missing?${range}&limit=2`);
  expect(newest).toMatchObject({ missing: [{ path: '/away', nearest: null }, { path: '/start/quick-start' }] });
  expect(await application.analytics.visits.verify(projectId)).toMatchObject({ ok: true });
  // What is forgotten is forgotten here too.
  expect(await application.analytics.forgetPage(projectId, '/away')).toEqual({ views: 0 });
  await application.analytics.forgetVisitor(projectId, { ip: '203.0.113.77', userAgent: firefox });
  expect(await read(`missing?${range}&limit=1`)).toMatchObject({ missing: [{ human: 1, ai: 1, total: 2 }] });
});

it('says of missing pages whether a redirect of the repository covers them', async () => {
  const redirects = [{ source: '/old/:page', destination: '/' }];
  const docs = `${folder}-redirects`;
  writeFiles(docs, {
    'docs.json': JSON.stringify({ name: 'x', navigation: { pages: ['index'] }, redirects }),
    'index.mdx': '# Home\n',
  });
  const { id } = await application.projects.create(
    { name: 'moved', repositoryUrl: docs, codeHost: 'local', settings: { analytics: { humanSource: 'server' } } },
    'test',
  );
  const project = await application.projects.require(id);
  const events = ['/old/a', '/new'].map((path, index) => event({ id: `r${index}`, path, status: 404 }));
  await application.analytics.takeEvents({ project, sender: 'test', body: Buffer.from(JSON.stringify(events)) });
  // An answer does not wait long for the first look at a repository.
  await expect.poll(() => application.agent.findRedirects(id), { timeout: 30_000 }).toBeDefined();
  const reading = await application.analytics.beginRead({ projectId: id, reader: 'a person', dateFrom: '2026-10-01' });
  const { rows } = await reading.missingPage({});
  expect(rows.map(({ value, redirected }) => [value, redirected])).toEqual([
    ['/new', false],
    ['/old/a', true],
  ]);
  rmSync(docs, { recursive: true });
});

it('compares each row with an earlier range, whatever its rank there, and names rows that are gone', async () => {
  const many = Array.from({ length: 12 }, (_, index) => `/compared/filler-${String(index).padStart(2, '0')}`);
  const seen: [month: string, path: string, ...readers: number[]][] = [
    // Before: as many fillers as a page has rows, each with two readers.
    ...many.map((path): [string, string, number, number] => ['01', path, 1, 2]),
    ['01', '/compared/rising', 1],
    ['01', '/compared/gone', 1, 2, 3],
    ['01', '/compared/falling', 1, 2, 3, 4],
    ['02', '/compared/rising', 1, 2, 3],
    ['02', '/compared/new', 1, 2],
    ['02', '/compared/falling', 9],
    ...many.map((path): [string, string, number] => ['02', path, 5]),
  ];
  const views = seen.flatMap(([month, path, ...readers]) =>
    readers.map((reader) =>
      event({ timestamp: day(`2026-${month}-10`), path, ip: `198.51.100.${reader}`, status: 200 }),
    ),
  );
  expect((await ingest(JSON.stringify(views))).status).toBe(202);
  const query = 'dateFrom=2026-02-01&dateTo=2026-03-01&compareFrom=2026-01-01&compareTo=2026-02-01';
  const counts = (total: number) => ({ human: total, ai: 0, total });
  const row = (path: string, now: number, before: number) => ({ path, ...counts(now), before: counts(before) });
  expect(await read(`visitors?${query}&limit=3&path=/compared/*`)).toMatchObject({
    visitors: [row('/compared/rising', 3, 1), row('/compared/new', 2, 0), row('/compared/falling', 1, 4)],
    // Not the fillers, which have readers still.
    gone: [{ path: '/compared/gone', ...counts(3) }],
  });
  const notRising = `${query}&limit=1&path=!/compared/rising`;
  expect(await read(`views?${notRising}`)).toMatchObject({ views: [row('/compared/new', 2, 0)] });
  expect(await read(`visitors?${query}&search=GONE`)).toMatchObject({ visitors: [], gone: [{ total: 3 }] });
  expect(await read(`breakdown/browser?${query}`)).toMatchObject({
    visitors: [{ value: 'Firefox', ...counts(5), before: counts(4) }],
    gone: [],
  });
  expect(Object.keys(await read('visitors?dateFrom=2026-02-01'))).not.toContain('gone');

  // By change: new, +200 %, -50 % of each filler, -75 %.
  const compared = `${query}&path=/compared/*`;
  const pathsBy = async (sort: string, part: string) => {
    const { visitors, hasMore } = await read(`visitors?${compared}&sort=${sort}&${part}`);
    return [...(visitors as { path: string }[]).map(({ path }) => path.replace('/compared/', '')), hasMore];
  };
  expect(await pathsBy('growth', 'limit=3')).toEqual(['new', 'rising', 'filler-00', true]);
  expect(await pathsBy('growth', 'limit=2&offset=13')).toEqual(['filler-11', 'falling', false]);
  expect(await pathsBy('growth', 'search=ing&limit=9')).toEqual(['rising', 'falling', false]);
  expect(await pathsBy('decline', 'limit=2')).toEqual(['falling', 'filler-00', true]);
  expect(await read(`visitors?${compared}&sort=decline&limit=1`)).toMatchObject({
    totals: counts(5),
    visitors: [row('/compared/falling', 1, 4)],
    gone: [{ path: '/compared/gone' }],
  });
  const csv = async (more: string) => {
    const answer = await get(`visitors?${compared}&path=!*filler*${more}`, { accept: 'text/csv' });
    return (await answer.text()).split('\r\n');
  };
  expect(await csv('&sort=growth')).toEqual([
    'path,human,ai,total,human_before,ai_before,total_before,change',
    '/compared/new,2,0,2,0,0,0,',
    '/compared/rising,3,0,3,1,0,1,2',
    '/compared/falling,1,0,1,4,0,4,-0.75',
    '',
  ]);
  expect((await csv('')).map((line) => line.split(',')[0]).slice(1, 3)).toEqual(['/compared/rising', '/compared/new']);
});

it('refuses a comparison that cannot be made, and names the field in every format', async () => {
  const faults: [query: string, field: string][] = [
    ['compareFrom=2026-02-01&compareTo=2026-01-01', 'compareTo'],
    ['compareFrom=yesterday', 'compareFrom'],
    ['sort=growth', 'sort'],
    ['sort=decline', 'sort'],
  ];
  for (const [query, field] of faults) {
    for (const accept of ['application/json', 'text/csv', 'application/x-ndjson']) {
      const refused = await get(`visitors?${query}`, { accept });
      expect([query, accept, refused.status]).toEqual([query, accept, 400]);
      expect(await refused.json()).toMatchObject({ details: [{ field }] });
    }
  }
});

it('removes the visits of a project with the project, and those of no other', async () => {
  const project = await application.projects.create(
    { name: 'gone', repositoryUrl: 'https://github.com/acme/gone', settings: { analytics: { humanSource: 'server' } } },
    'test',
  );
  const { key } = await application.projects.keys.create(project.id, { name: 'ingest', kind: 'ingest' }, 'test');
  const sent = await application.http.request(`/v1/ingest/${project.id}/events`, {
    method: 'POST',
    body: JSON.stringify([event({ id: 'gone', path: '/gone-soon' })]),
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  });
  expect(sent.status).toBe(202);
  const views = async (id: string) => {
    const query = {
      interval: 'month',
      range: { from: undefined, to: undefined },
      mapping: mappingOf(project),
    } as const;
    const buckets = await application.analytics.visits.timeseries({ ...query, projectId: id });
    return buckets.reduce((sum, bucket) => sum + bucket.views.total, 0);
  };
  expect([await views(project.id), await views(projectId)]).toEqual([1, expect.any(Number)]);
  const others = await views(projectId);
  await application.projects.remove(project.id, 'test');
  expect([await views(project.id), await views(projectId)]).toEqual([0, others]);
});

it('walks twenty pages that are the unpaged answer, also compressed and while views arrive', async () => {
  const viewOf = (id: string, page: number, visitor: number) =>
    event({ id, path: `/walked/${page}`, ip: `203.0.113.${visitor}`, timestamp: day('2026-03-01') });
  const views = Array.from({ length: 120 }, (_, page) =>
    Array.from({ length: 1 + (page % 7) }, (_, visitor) => viewOf(`walked-${page}-${visitor}`, page, visitor)),
  ).flat();
  expect((await ingest(JSON.stringify(views))).status).toBe(202);
  const range = 'visitors?dateFrom=2026-03-01&dateTo=2026-03-02';
  const gzipped = { 'accept-encoding': 'gzip' };
  const whole = await get(`${range}&limit=250`, gzipped);
  expect(whole.headers.get('content-encoding')).toBe('gzip');
  interface Page {
    totals: object;
    visitors: object[];
    hasMore: boolean;
  }
  const { visitors, totals } = JSON.parse(gunzipSync(await whole.arrayBuffer()).toString()) as Page;
  expect(visitors).toHaveLength(120);
  const walked: object[] = [];
  for (let page = 0; page < 20; page += 1) {
    const answer = (await (await get(`${range}&limit=6&offset=${page * 6}`, gzipped)).json()) as Page;
    expect(answer).toMatchObject({ totals, hasMore: page < 19 });
    walked.push(...answer.visitors);
    // Pages that would move to the front, and one that is new.
    await ingest(
      JSON.stringify([0, 119 - page, 500 + page].map((of) => viewOf(`moved-${page}-${of}`, of, 100 + page))),
    );
  }
  expect(walked).toEqual(visitors);
  expect(await read(`${range}&limit=250`)).not.toMatchObject({ totals });
});
