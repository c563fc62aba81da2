import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../src/config/config.ts';
import type { NewProject, Project } from '../src/contract/project.ts';
import { silentLogger } from '../src/kernel/logger.ts';
import { openApplication, type Application } from '../src/main.ts';
import { temporaryFolder } from './git-fixture.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const site = 'https://docs.example.com';
const folder = temporaryFolder();
let application: Application;
let project: Project;

beforeAll(async () => {
  const config = readConfig({ DOCWRIGHT_DATA_DIR: folder.path, DOCWRIGHT_WORKERS: '0' });
  application = await openApplication({ config, publicUrl: 'http://localhost', logger: silentLogger });
  const settings = {
    analytics: { humanSource: 'server', sites: [site], readsPerMinute: 3 },
  } satisfies NewProject['settings'];
  const wanted = { name: 'docs', repositoryUrl: 'https://github.com/acme/docs', settings };
  project = await application.projects.create(wanted, 'test');
});
afterAll(async () => {
  await application.close();
  folder.remove();
});

it('takes events and answers counts, each by one call of the face', async () => {
  const { analytics } = application;
  const timestamp = Date.now() - 60_000;
  const events = ['/guide', '/guide', '/other'].map((path, index) => ({
    id: `event-${index}`,
    timestamp,
    path,
    status: 200,
    userAgent: firefox,
    ip: `203.0.113.${index}`,
    headers: { host: 'docs.example.com', accept: 'text/html' },
    accept: 'text/html',
  }));
  const body = Buffer.from(JSON.stringify([...events, { id: 7 }, events[0]]));
  const taken = await analytics.takeEvents({ project, sender: 'test', body });
  expect(taken).toMatchObject({ accepted: 3, dropped: { duplicate: 1 }, rejected: [{ index: 3 }] });

  const read = await analytics.beginRead({ projectId: project.id, reader: 'a person' });
  expect(read.limit).toMatchObject({ name: 'reads', quota: 3, remaining: 2 });
  const page = await read.page({ measure: 'visitors', dimension: 'path' }, {});
  expect(page.rows.map(({ value, total }) => [value, total])).toEqual([
    ['/guide', 2],
    ['/other', 1],
  ]);
  const walk = await read.walk({ measure: 'views', dimension: 'path' }, { search: 'other' });
  const rows = (await Array.fromAsync(walk.rows)).flat();
  expect([walk.table.columns, rows.map(walk.table.cells)]).toEqual([
    ['path', 'human', 'ai', 'total'],
    [['/other', 1, 0, 1]],
  ]);
  expect((await read.timeseries('day')).buckets.at(-1)).toMatchObject({ received: true, views: { total: 3 } });
  expect((await read.live()).recent[0]).toMatchObject({ at: new Date(timestamp).toISOString(), agent: 'Firefox' });
});

it('counts a read of each reader by itself, and only one that it understands', async () => {
  const { beginRead } = application.analytics;
  const wanted = { projectId: project.id, reader: 'another' };
  await expect(beginRead({ ...wanted, dateFrom: 'yesterday' })).rejects.toMatchObject({
    facts: { code: 'invalid_request' },
  });
  for (const remaining of [2, 1, 0]) expect((await beginRead(wanted)).limit).toMatchObject({ remaining });
  await expect(beginRead(wanted)).rejects.toMatchObject({ facts: { code: 'rate_limited' } });
  expect((await beginRead({ ...wanted, reader: 'a third' })).limit).toMatchObject({ remaining: 2 });
});

it('takes a view of the tracker from a site of the project and from no other', async () => {
  const view = {
    body: Buffer.from(
      JSON.stringify({ project: project.id, id: '0f8fad5bd9cb469fa16570867728950e', url: `${site}/`, hints: [] }),
    ),
    sender: '203.0.113.0/24',
    ip: '203.0.113.9',
    userAgent: firefox,
  };
  const { takeBeacon } = application.analytics;
  await expect(takeBeacon({ ...view, origin: 'https://elsewhere.example' })).rejects.toMatchObject({
    facts: { status: 403 },
  });
  await expect(takeBeacon({ ...view, body: Buffer.from('{'), origin: site })).rejects.toThrow(/not valid JSON/);
  await expect(takeBeacon({ ...view, origin: site })).resolves.toBeUndefined();
});
