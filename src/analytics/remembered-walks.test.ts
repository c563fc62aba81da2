import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createManualClock } from '../kernel/clock.ts';
import { silentLogger } from '../kernel/logger.ts';
import { createRememberedWalks, type RememberedWalks } from './remembered-walks.ts';
import { start, view } from './visits/conformance/tested-project.ts';
import { createEmbeddedVisitStore } from './visits/embedded/embedded-visit-store.ts';
import { defaultMapping, type PageQuery, type VisitStore } from './visits/visit-store.ts';

let folder: string;
let store: VisitStore;
let page: RememberedWalks;
const clock = createManualClock(start);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'walks-'));
  store = createEmbeddedVisitStore({ directory: folder, clock, logger: silentLogger, threads: 1 });
  page = createRememberedWalks({ store, clock });
  // `/a` has five views, `/e` one.
  const views = ['/a', '/b', '/c', '/d', '/e'].flatMap((path, rank) =>
    Array.from({ length: 5 - rank }, (_, visitor) => view(visitor, path, start)),
  );
  await store.append('docs', views);
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const minute = 60_000;
const query: PageQuery = {
  projectId: 'docs',
  measure: 'views',
  dimension: 'path',
  range: { from: undefined, to: undefined },
  mapping: defaultMapping,
  limit: 2,
  offset: 0,
  snapshot: undefined,
};
const pathsAt = async (offset: number, changes: Partial<PageQuery> = {}, reader = 'key') =>
  (await page(reader, { ...query, offset, ...changes })).rows.map(({ value }) => value);
/** So many views of `/z` that it comes first from now on, and moves every other page by one. */
const climb = () =>
  store.append(
    'docs',
    Array.from({ length: 100 }, (_, visitor) => view(visitor, '/z', start)),
  );

it('goes on in the data of its first page, however much comes between pages', async () => {
  expect(await pathsAt(0)).toEqual(['/a', '/b']);
  await climb();
  expect(await pathsAt(2)).toEqual(['/c', '/d']);
  await climb();
  expect(await pathsAt(4)).toEqual(['/e']);
  expect(await pathsAt(0)).toEqual(['/z', '/a']);
  expect(await pathsAt(2)).toEqual(['/b', '/c']);
});

it('keeps two walks of one reader apart', async () => {
  expect(await pathsAt(0)).toEqual(['/a', '/b']);
  await climb();
  expect(await pathsAt(0)).toEqual(['/z', '/a']);
  expect(await pathsAt(2)).toEqual(['/c', '/d']);
  // A page that is asked again, and the other walk.
  expect(await pathsAt(4)).toEqual(['/e']);
  expect(await pathsAt(4)).toEqual(['/e']);
  expect(await pathsAt(2)).toEqual(['/b', '/c']);
  expect(await pathsAt(4)).toEqual(['/d', '/e']);
});

it('is of one reader and one query', async () => {
  await pathsAt(0);
  await climb();
  expect(await pathsAt(2, {}, 'other')).toEqual(['/b', '/c']);
  expect(await pathsAt(2, { measure: 'visitors' })).toEqual(['/b', '/c']);
  expect(await pathsAt(2, { dimension: 'country' })).toEqual([]);
  expect(await pathsAt(2, { range: { from: start, to: undefined } })).toEqual(['/b', '/c']);
  expect(await pathsAt(2, { search: '/' })).toEqual(['/b', '/c']);
  expect(await pathsAt(1, { limit: 4 })).toEqual(['/b', '/c', '/d', '/e']);
});

it('counts classes as its first page did, until it begins anew', async () => {
  // Of AI alone there is `/c` and nothing else.
  await store.append(
    'docs',
    [7, 8].map((visitor) => view(visitor, '/c', start, { category: 'assistant' })),
  );
  const onlyAi = { ...defaultMapping, human: [] };
  expect(await pathsAt(0)).toEqual(['/a', '/c']);
  expect(await pathsAt(2, { mapping: onlyAi })).toEqual(['/b', '/d']);
  expect(await pathsAt(4, { mapping: onlyAi })).toEqual(['/e']);
  expect(await pathsAt(0, { mapping: onlyAi })).toEqual(['/c']);
});

it('is remembered for ten minutes after its last page', async () => {
  await pathsAt(0);
  await climb();
  for (const offset of [2, 4, 2]) {
    clock.advance(10 * minute - 1);
    expect(await pathsAt(offset)).not.toContain('/b');
  }
  clock.advance(10 * minute + 1);
  expect(await pathsAt(2)).toEqual(['/b', '/c']);
});

it('goes on with what there is where the data of its first page is gone', async () => {
  await pathsAt(0);
  await store.deletePath('docs', '/a');
  expect(await pathsAt(2)).toEqual(['/d', '/e']);
  await climb();
  expect(await pathsAt(2)).toEqual(['/d', '/e']);
});

it('leaves a snapshot that the reader names alone', async () => {
  const { snapshot } = await page('key', query);
  await climb();
  await pathsAt(0);
  expect(await pathsAt(2, { snapshot })).toEqual(['/c', '/d']);
  await expect(page('key', { ...query, offset: 2, snapshot: 'unknown' })).rejects.toThrow('unknown');
});
