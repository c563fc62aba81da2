import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/git-fixture.ts';
import { createManualClock, duration } from '../kernel/clock.ts';
import { silentLogger } from '../kernel/logger.ts';
import { createArrivals, type SeenReader } from './arrivals.ts';

const start = Date.parse('2026-11-29T12:00:00Z');
let folder: ReturnType<typeof temporaryFolder>;
let clock: ReturnType<typeof createManualClock>;
beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(folder.path, { recursive: true });
  clock = createManualClock(start);
});
afterEach(() => {
  folder.remove();
});

const open = () => createArrivals({ dataDirectory: folder.path, clock, logger: silentLogger });
const from = (address: string, changes: Partial<SeenReader> = {}): SeenReader => ({
  source: 'tracker',
  address,
  ignoredHeader: undefined,
  ...changes,
});
const seen = (...readers: SeenReader[]) => ({ readers, ignoredFields: undefined });

it('tells another process whether readers had one address, and a private one', async () => {
  const arrivals = open();
  await arrivals.note('p', seen(from('10.0.0.2'), from('10.0.0.2', { ignoredHeader: 'x-forwarded-for' })));
  const noted = { since: start, views: 2, several: false, public: false, ignoredHeader: 'x-forwarded-for' };
  expect(await open().read('p')).toMatchObject({ readers: { tracker: noted } });
  expect(await open().read('q')).toEqual({ readers: {} });
  await arrivals.note('p', seen(from('198.51.100.7')));
  expect((await open().read('p')).readers['tracker']).toMatchObject({ several: true, public: true });
});

it('takes the addresses of one household for one, and keeps none', async () => {
  const arrivals = open();
  await arrivals.note('p', seen(from('2001:db8::1'), from('2001:db8::2')));
  expect((await arrivals.read('p')).readers['tracker']).toMatchObject({ several: false, public: true });
  expect(JSON.stringify(await arrivals.read('p'))).not.toContain('2001');
});

it('begins anew after an hour, and forgets after a day', async () => {
  const arrivals = open();
  await arrivals.note('p', seen(from('198.51.100.7'), from('198.51.100.8')));
  clock.advance(duration.hour);
  await arrivals.note('p', seen(from('198.51.100.7')));
  expect((await arrivals.read('p')).readers['tracker']).toMatchObject({ views: 1, several: false });
  clock.advance(duration.day);
  expect(await arrivals.read('p')).toEqual({ readers: {} });
});

it('counts ignored fields by name, and keeps few names', async () => {
  const arrivals = open();
  await arrivals.note('p', { readers: [], ignoredFields: new Map([['extra', 2]]) });
  await arrivals.note('p', { readers: [], ignoredFields: new Map([['extra', 1]]) });
  await arrivals.note('p', { readers: [], ignoredFields: new Map([['constructor', 1]]) });
  expect((await open().read('p')).ignoredFields?.counts).toEqual({ extra: 3, constructor: 1 });
  const many = new Map(Array.from({ length: 50 }, (_, index) => [`field${index}`, 1] as const));
  await arrivals.note('p', { readers: [], ignoredFields: many });
  expect(Object.keys((await arrivals.read('p')).ignoredFields?.counts ?? {})).toHaveLength(20);
});

it('keeps the views when the note cannot be written', async () => {
  const arrivals = createArrivals({ dataDirectory: join(folder.path, 'gone'), clock, logger: silentLogger });
  await expect(arrivals.note('p', seen(from('10.0.0.2')))).resolves.toBeUndefined();
});
