import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { viewsOfEvents } from '../../../../test/visits/crash-commands.ts';
import { systemClock } from '../../../kernel/clock.ts';
import { silentLogger } from '../../../kernel/logger.ts';
import { VisitStoreDamaged } from '../errors.ts';
import { defaultMapping, type PageQuery } from '../visit-store.ts';
import { openVisitDatabase } from './columns/database.ts';
import { createEmbeddedVisitStore, type EmbeddedVisitStore } from './embedded-visit-store.ts';

// Whoever waits for a lock here waits 30 seconds for it, as long as a test may take: waiting once is failing.

const project = 'docs';
let directory: string;
let file: string;
let store: EmbeddedVisitStore;
/** Another process that has the file open. */
let other: Database.Database;

const open = () => createEmbeddedVisitStore({ directory, clock: systemClock, logger: silentLogger, threads: 2 });
const count = (of: Partial<PageQuery> = {}) =>
  store.countPage({
    projectId: project,
    measure: 'visitors',
    dimension: 'path',
    range: { from: undefined, to: undefined },
    mapping: defaultMapping,
    limit: 250,
    offset: 0,
    snapshot: undefined,
    ...of,
  });

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'visits-starting-'));
  file = join(directory, 'visits.sqlite');
  store = open();
  await store.append(project, viewsOfEvents(0, 2_000));
  await store.seal({ waitingRows: 1, maximumRows: 100_000, segmentsPerDay: 2 });
  other = new Database(file);
});
afterEach(async () => {
  if (other.inTransaction) other.exec('ROLLBACK');
  other.close();
  await store.close();
  rmSync(directory, { recursive: true });
});

it('opens while another process writes', async () => {
  await store.close();
  other.exec('BEGIN IMMEDIATE');
  openVisitDatabase(file).close();
  store = open();
  expect(await count()).toMatchObject({ hasMore: false });
});

it('is prepared for views of the project that was written to last, and of others as far as they fit', async () => {
  await store.append('older', [{ ...viewsOfEvents(0, 1)[0]!, timestampMs: 0 }]);
  await store.seal({ waitingRows: 1, maximumRows: 100_000, segmentsPerDay: 2 });
  const loads = () => store.memory.read().find(({ use }) => use === 'dictionaries')?.loads;
  for (const { memoryBytes, prepared, after } of [
    { memoryBytes: 2 ** 30, prepared: 2, after: 2 },
    { memoryBytes: 2 ** 10, prepared: 1, after: 1 },
  ]) {
    await store.close();
    store = createEmbeddedVisitStore({ directory, clock: systemClock, logger: silentLogger, threads: 2, memoryBytes });
    await store.prepare();
    expect(loads()).toBe(prepared);
    await store.append(project, viewsOfEvents(0, 1));
    expect(loads()).toBe(after);
  }
});

it('may be closed while it prepares', async () => {
  await Promise.all([store.prepare(), store.close()]);
  store = open();
});

it('looks for what is past its retention while another process writes, where nothing is', async () => {
  other.exec('BEGIN IMMEDIATE');
  expect(await store.deleteBefore(project, 0)).toEqual({ views: 0 });
  expect(await store.deleteBefore('no such project', 0)).toEqual({ views: 0 });
});

it('deletes and takes views while another process reads, and empties the log once nobody does', async () => {
  other.exec('BEGIN');
  other.prepare('SELECT count(*) FROM segment').get();
  expect((await store.deletePath(project, '/page/1')).views).toBeGreaterThan(0);
  expect(await store.append(project, viewsOfEvents(2_000, 2_100))).toMatchObject({ accepted: 100 });
  other.exec('COMMIT');
  await store.seal();
  expect(logPages()).toBe(0);
});

it('holds no read after a question that only one of its threads could not answer', async () => {
  // The first thread alone keeps the columns that this needs.
  await store.live({ projectId: project, since: 0, mapping: defaultMapping, limit: 1 });
  other.prepare(`UPDATE segment_column SET data = zeroblob(length(data)) WHERE name = 'agent'`).run();
  const cut = { from: Date.parse('2026-03-01T00:00:01Z'), to: Date.parse('2026-03-01T23:00:00Z') };
  await expect(count({ dimension: 'agent', range: cut })).rejects.toThrow(VisitStoreDamaged);
  expect(other.pragma('wal_checkpoint(TRUNCATE)')).toMatchObject([{ busy: 0 }]);
});

/** What the log holds, in pages; 0 where it was emptied. */
function logPages(): unknown {
  const [state] = other.pragma('wal_checkpoint(PASSIVE)') as { log: number }[];
  return state?.log;
}
