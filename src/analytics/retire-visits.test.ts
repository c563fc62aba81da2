import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { onEveryDatabase, type TestDatabase } from '../db/every-database.fixture.ts';
import { createManualClock, duration, type ManualClock } from '../kernel/clock.ts';
import { silentLogger } from '../kernel/logger.ts';
import { createSecretBox } from '../kernel/secret-box.ts';
import { projectSettingsSchema, type Project } from '../contract/project.ts';
import { createProjectStore, type ProjectStore } from '../projects/project-store.ts';
import { createBeginRead } from './begin-read.ts';
import { compileSettings } from './compiled-settings.ts';
import { createRetiredViews, type RetiredViews } from './retired-views.ts';
import { retireVisits } from './retire-visits.ts';
import { dropClockSkew } from './steps/drop-foreign.ts';
import type { Step } from './steps/step.ts';
import { view } from './visits/conformance/tested-project.ts';
import { createEmbeddedVisitStore } from './visits/embedded/embedded-visit-store.ts';

/** The first day whose views stay at that moment. */
async function firstDayKept(now: string, retentionMonths: number): Promise<string> {
  const settings = projectSettingsSchema.parse({ analytics: { retentionMonths } });
  const hidden: number[] = [];
  await retireVisits({
    projects: { list: () => Promise.resolve([{ id: 'prj_1', settings } as Project]) },
    store: { hasBefore: () => Promise.resolve(true), deleteBefore: () => Promise.reject(new Error('too early')) },
    retired: {
      hide: (_id, { before }) => {
        hidden.push(before);
        return Promise.resolve();
      },
      show: () => Promise.resolve(),
      restore: () => Promise.resolve(false),
      dueBefore: () => Promise.resolve(undefined),
      settle: () => Promise.resolve(),
    },
    salts: { deleteRetired: () => Promise.resolve(0) },
    deletionTime: () => Date.parse(now),
    logger: silentLogger,
  });
  return new Date(hidden[0] ?? Number.NaN).toISOString();
}

it.each([
  ['of a month ago', '2026-11-22T12:00:00Z', 1, '2026-10-21T00:00:00.000Z'],
  ['of a year ago', '2026-01-01T00:00:00Z', 12, '2024-12-31T00:00:00.000Z'],
  ['of a month that is shorter', '2026-03-31T12:00:00Z', 1, '2026-02-27T00:00:00.000Z'],
  ['while the clock runs two hours ahead, over midnight', '2026-11-23T01:30:00Z', 1, '2026-10-22T00:00:00.000Z'],
])('keeps the day at the boundary, %s', async (_, now, months, kept) => {
  expect(await firstDayKept(now, months)).toBe(kept);
});

it.each(['2026-11-22T12:00:00Z', '2026-03-31T12:00:00Z', '2026-03-01T00:00:00Z'])(
  'takes no view that it would remove, and every other, at %s',
  async (now) => {
    const nowMs = Date.parse(now);
    for (const months of [1, 2, 12, 24]) {
      const boundary = Date.parse(await firstDayKept(now, months));
      const settings = compileSettings(
        projectSettingsSchema.parse({ analytics: { retentionMonths: months } }).analytics,
      );
      const dropped = [boundary - 1, boundary].map((timestampMs) =>
        dropClockSkew({ hit: { timestampMs } } as Parameters<Step>[0], { settings, nowMs } as Parameters<Step>[1]),
      );
      expect(dropped, String(months)).toEqual(['clock_skew', undefined]);
    }
  },
);

onEveryDatabase((open) => {
  const start = Date.UTC(2026, 10, 29, 12);
  const { day } = duration;
  let folder: string;
  let database: TestDatabase;
  let clock: ManualClock;
  let isClockTrusted: boolean;
  let projects: ProjectStore;
  let store: ReturnType<typeof createEmbeddedVisitStore>;
  let retired: RetiredViews;
  let id: string;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'docwright-retention-'));
    database = await open();
    clock = createManualClock(start);
    isClockTrusted = true;
    projects = createProjectStore({ db: database.db, secretBox: createSecretBox(Buffer.alloc(32, 1)), clock });
    store = createEmbeddedVisitStore({ directory: folder, clock, logger: silentLogger, threads: 1 });
    retired = createRetiredViews({ db: database.db });
    ({ id } = await projects.create({ name: 'Docs', codeHost: 'local', repositoryUrl: folder }, 'test'));
    await keep(1);
    await store.append(id, [view(1, '/old', start - 60 * day), view(2, '/new', start - day)]);
  });
  afterEach(async () => {
    await store.close();
    await database.close();
    rmSync(folder, { recursive: true });
  });

  const keep = (retentionMonths: number) =>
    projects.update(id, { settings: { analytics: { retentionMonths } } }, 'test');
  const retire = () =>
    retireVisits({
      projects,
      store,
      retired,
      salts: { deleteRetired: () => Promise.resolve(0) },
      deletionTime: () => (isClockTrusted ? clock.now() : undefined),
      logger: silentLogger,
    });
  const stored = async () => (await store.usage(id)).views;
  /** By whatever range is asked for. */
  async function counted(range: { dateFrom?: string; dateTo?: string } = {}): Promise<number> {
    const beginRead = createBeginRead({
      projects: { require: async () => (await projects.get(id))! },
      store,
      hiddenBefore: retired.hiddenBefore,
      clock,
      findRedirects: () => Promise.resolve(undefined),
    });
    const read = await beginRead({ projectId: id, reader: 'test', ...range });
    const { totals } = await read.page({ measure: 'views', dimension: 'path' }, {});
    const { buckets } = await read.timeseries('day');
    expect(buckets.reduce((sum, { views }) => sum + views.total, 0)).toBe(totals.total);
    return totals.total;
  }

  it('Views past their retention are hidden, and deleted seven days later.', async () => {
    expect(await counted()).toBe(2);
    await retire();
    expect([await counted(), await stored()]).toEqual([1, 2]);
    expect(await counted({ dateFrom: '2026-09-01', dateTo: '2026-10-01' })).toBe(0);
    expect(await counted({ dateFrom: '2026-09-01' })).toBe(1);
    clock.advance(7 * day - 1);
    await retire();
    expect(await stored()).toBe(2);
    clock.advance(1);
    await retire();
    expect([await counted(), await stored()]).toEqual([1, 1]);
    expect(await retired.hiddenBefore(id)).toBeUndefined();
  });

  it('Views past their retention are hidden in comparisons, too.', async () => {
    await retire();
    const beginRead = createBeginRead({
      projects: { require: async () => (await projects.get(id))! },
      store,
      hiddenBefore: retired.hiddenBefore,
      clock,
      findRedirects: () => Promise.resolve(undefined),
    });
    const read = await beginRead({ projectId: id, reader: 'test' });
    const count = { measure: 'views', dimension: 'path' } as const;
    expect(await read.list(count, { compareFrom: '2026-01-01' })).toMatchObject({
      rows: [{ value: '/new' }],
      gone: [],
    });
  });

  it('gives each day seven days of its own', async () => {
    await store.append(id, [view(3, '/next', start - 31 * day)]);
    await retire();
    clock.advance(3 * day);
    await retire();
    expect([await counted(), await stored()]).toEqual([1, 3]);
    clock.advance(4 * day);
    await retire();
    expect(await stored()).toBe(2);
    clock.advance(3 * day);
    await retire();
    expect(await stored()).toBe(1);
  });

  it('Nothing is hidden or deleted by age while the clock is not trusted.', async () => {
    isClockTrusted = false;
    await retire();
    expect(await counted()).toBe(2);
    isClockTrusted = true;
    await retire();
    isClockTrusted = false;
    clock.advance(3 * 365 * day);
    await retire();
    expect([await counted(), await stored()]).toEqual([1, 2]);
  });

  it('Until then they come back by the command above, or when the retention is prolonged.', async () => {
    await retire();
    expect(await retired.restore(id)).toBe(true);
    expect(await counted()).toBe(2);
    expect(await retired.restore(id)).toBe(false);
    await retire();
    await keep(12);
    await retire();
    expect(await counted()).toBe(2);
    await store.append(id, [view(3, '/older', start - 400 * day)]);
    await keep(1);
    await retire();
    expect(await counted()).toBe(1);
    await keep(12);
    await retire();
    expect(await counted()).toBe(2);
    clock.advance(3 * 365 * day);
    await retire();
    expect(await counted()).toBe(0);
    clock.advance(-3 * 365 * day);
    await retire();
    expect([await counted(), await stored()]).toEqual([2, 2]);
    clock.advance(8 * day);
    await retire();
    expect([await counted(), await stored()]).toEqual([2, 2]);
  });
});
