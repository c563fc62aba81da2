import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anyView } from '../../../../../test/visits/any-step.ts';
import { duration } from '../../../../kernel/clock.ts';
import { noContext, start, view, visitorId } from '../../conformance/tested-project.ts';
import type { View } from '../../view.ts';
import { viewSources } from '../../view.ts';
import type { DropCount } from '../../visit-store.ts';
import { defaultDailyLimits, otherValue, type DailyLimits } from '../../visit-store.ts';
import { categoryOfCode } from '../columns/category-codes.ts';
import { classificationText, clientText, contextText } from '../columns/classification-text.ts';
import { openVisitDatabase, type VisitDatabase } from '../columns/database.ts';
import { mergeRefused } from '../columns/refused-events.ts';
import { encodeSegment, insertSegment, readSegment, sourceOf } from '../columns/segment.ts';
import { termKinds } from '../columns/term-kinds.ts';
import { bytesOf, categoryOf, concatenateViews, decodeViews, type ViewColumns } from '../columns/view-columns.ts';
import { fates, packViews } from './packed-views.ts';
import { HeldMemory } from './held-memory.ts';
import { packDrop } from './refusals.ts';
import type { Writer } from './writer.ts';
import { createWriter } from './writer.ts';

const project = 'docs';
const { day } = duration;
const pathLimit = 3;
const { kept, duplicate, folded } = fates;
let folder: string;
let opened: VisitDatabase[];
/** Reads beside the writers. */
let database: VisitDatabase;
let writer: Writer;

const open = () => {
  const connection = openVisitDatabase(join(folder, 'visits.sqlite'));
  opened.push(connection);
  return connection;
};
/** Of each writer. */
let memoryBytes: number;
const openWriter = (limits: Partial<DailyLimits> = {}) =>
  createWriter(open(), { ...defaultDailyLimits, ...limits }, new HeldMemory(memoryBytes));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'visits-writer-'));
  opened = [];
  memoryBytes = 2 ** 26;
  database = open();
  writer = openWriter();
});
afterEach(() => {
  for (const connection of opened) connection.close();
  rmSync(folder, { recursive: true });
});

function request(views: readonly View[], { projectId = project, drops = [] as readonly DropCount[] } = {}) {
  return { projectId, views: packViews(views), drops: drops.map(packDrop) };
}

/** One of `fates` for each view. */
function write(views: readonly View[], by = writer, projectId = project): number[] {
  const [outcome] = by.commit([request(views, { projectId })]);
  return [...(outcome?.fates ?? [])];
}

const event = (id: string, onDay = 0, path = '/a') => view(1, path, start + onDay * day, { eventId: id });

/** What the file says of every view of a project, in the order of arrival; a number without a text would show. */
function stored(projectId = project) {
  const key = database.prepare('SELECT key FROM project WHERE id = ?').pluck().get(projectId) as number;
  const text = database.prepare('SELECT text FROM term WHERE project = ? AND kind = ? AND number = ?').pluck();
  const id = database.prepare('SELECT id FROM visitor WHERE project = ? AND number = ?').pluck();
  const term = (kind: number, number: number) => (number === 0 ? '' : text.get(key, kind, number));
  return daysOf(key).flatMap(({ onDay, views }) =>
    Array.from({ length: views.length }, (_, row) => ({
      timestampMs: onDay * day + views.time[row]!,
      visitor: (id.get(key, views.visitor[row]) as Buffer | undefined)?.toString('hex'),
      path: term(termKinds.path, views.path[row]!),
      agent: term(termKinds.agent, views.agent[row]! >>> 5),
      category: categoryOfCode(categoryOf(views.agent[row]!)),
      client: term(termKinds.client, views.client[row]!),
      referrer: term(termKinds.referrer, views.referrer[row]!),
      country: term(termKinds.country, views.country[row]!),
      source: viewSources[views.source[row]!],
      context: term(termKinds.context, views.context[row]!),
      hasEvent: views.event.subarray(row * 4, row * 4 + 4).some((word) => word !== 0),
    })),
  );
}

function daysOf(key: number): { onDay: number; views: ViewColumns }[] {
  const batches = database.prepare('SELECT day, rows, data FROM batch WHERE project = ? ORDER BY id').raw();
  return (batches.all(key) as [number, number, Buffer][]).map(([onDay, rows, data]) => ({
    onDay,
    views: decodeViews(data, rows),
  }));
}

function told(views: readonly View[]) {
  return views.map((told) => ({
    timestampMs: Math.floor(told.timestampMs),
    visitor: Buffer.from(told.visitor).toString('hex'),
    path: told.path,
    agent: classificationText(told.classification),
    category: told.context?.event === undefined ? told.classification.category : undefined,
    client: clientText(told.client),
    referrer: told.referrer ?? '',
    country: told.country ?? '',
    source: told.source,
    context: told.context ? contextText(told.context) : '',
    hasEvent: told.eventId !== undefined,
  }));
}

/** As the maintaining thread does it: batches become a segment, in one commit. */
function seal(): void {
  const found = database.prepare('SELECT DISTINCT project, day FROM batch').raw().all() as [number, number][];
  for (const [key, onDay] of found) {
    const batches = daysOf(key).filter((batch) => batch.onDay === onDay);
    const views = concatenateViews(batches.map((batch) => batch.views));
    insertSegment(database, key, onDay, encodeSegment(sourceOf(views)), views.length);
    database.prepare('DELETE FROM batch WHERE project = ? AND day = ?').run(key, onDay);
  }
}

it('keeps every field of every view, whatever came before it in the same commit or another', () => {
  let runs = 0;
  fc.assert(
    fc.property(fc.array(fc.array(anyView, { maxLength: 8 }), { minLength: 1, maxLength: 4 }), (deliveries) => {
      const projectId = `docs-${(runs += 1)}`;
      const plain = deliveries.map((views) => views.map((one) => ({ ...one, eventId: undefined })));
      for (const views of plain) write(views, writer, projectId);
      const byDay = plain.map((views) =>
        [...Map.groupBy(views, ({ timestampMs }) => Math.floor(timestampMs / day)).values()].flat(),
      );
      expect(stored(projectId)).toEqual(told(byDay.flat()));
    }),
    { numRuns: 60 },
  );
});

it('answers for each of several requests of a commit, one project in two of them', () => {
  const outcomes = writer.commit([
    request([event('e1'), event('e2'), event('e1')]),
    request([event('e1')], { projectId: 'other' }),
    request([event('e3', 1), event('e2')]),
    request([]),
  ]);
  expect(outcomes.map((outcome) => [...outcome.fates])).toEqual([
    [kept, kept, duplicate],
    [kept],
    [kept, duplicate],
    [],
  ]);
  // Two days wait, with two rows and one; the other project has one.
  expect(outcomes.map(({ waitingRows }) => waitingRows)).toEqual([2, 1, 2, 2]);
  expect(writer.commit([request([event('e4', 1), event('e5', 1)])])[0]?.waitingRows).toBe(3);
  const state = database.prepare('SELECT id, version, appends FROM project ORDER BY id').raw().all();
  expect(state).toEqual([
    ['docs', 2, 3],
    ['other', 1, 1],
  ]);
  expect(stored().map(({ timestampMs }) => (timestampMs - start) / day)).toEqual([0, 0, 1, 1, 1]);
});

it('knows what another process refused, what a restart left, and what was merged', () => {
  const refuse = (by: Writer, reason: string, ...events: string[]) =>
    by.commit([request([], { drops: [{ day: '2026-07-01', reason, count: events.length, events }] })]);
  const drops = () => database.prepare('SELECT reason, count FROM dropped ORDER BY reason').raw().all();
  const other = openWriter();
  refuse(writer, 'asset', 'a', 'b');
  refuse(other, 'asset', 'b', 'c');
  expect(drops()).toEqual([['asset', 3]]);
  other.commit([request([event('a')])]);
  refuse(writer, 'asset', 'a');
  refuse(writer, 'status', 'b');
  refuse(openWriter(), 'status', 'a', 'b');
  expect(drops()).toEqual([
    ['asset', 1],
    ['status', 1],
  ]);
  for (let index = 0; index < 250; index += 1) refuse(writer, 'many', `m${index}`);
  refuse(writer, 'many', 'a', 'm0');
  mergeRefused(database);
  expect(database.prepare('SELECT count(*) FROM refused').pluck().get()).toBe(4);
  for (const by of [writer, other, openWriter()]) refuse(by, 'asset', 'a', 'c');
  for (const by of [other, openWriter(), writer]) refuse(by, 'many', 'm7', 'm249');
  expect(drops()).toEqual([
    ['asset', 1],
    ['many', 250],
    ['status', 1],
  ]);
});

it('refuses events of many days in one commit, and in any order of reasons', () => {
  const days = Array.from({ length: 20 }, (_, index) => `2026-07-${String(index + 1).padStart(2, '0')}`);
  const of = (reason: string) => days.map((on) => ({ day: on, reason, count: 1, events: ['a'] }));
  writer.commit([request([], { drops: [...of('asset'), ...of('status'), ...of('asset'), ...of('method')] })]);
  openWriter().commit([request([], { drops: of('method') })]);
  expect(database.prepare('SELECT reason, sum(count) FROM dropped GROUP BY reason').raw().all()).toEqual([
    ['method', 20],
  ]);
});

it('writes no batch for views that are all known, and adds drops up', () => {
  write([event('e1')]);
  const drops = [{ day: '2026-07-01', reason: 'asset', count: 2 }];
  const [outcome] = writer.commit([request([event('e1')], { drops })]);
  writer.commit([request([], { drops })]);
  expect([...(outcome?.fates ?? [])]).toEqual([duplicate]);
  expect(database.prepare('SELECT count(*) FROM batch').pluck().get()).toBe(1);
  expect(database.prepare('SELECT version FROM project').pluck().get()).toBe(1);
  expect(database.prepare('SELECT day, reason, count FROM dropped').all()).toEqual([{ ...drops[0], count: 4 }]);
});

it('forgets what it numbered in a commit that was undone', () => {
  write([event('e0', 0, '/known')]);
  write([event('x')], writer, 'refused');
  database.exec(
    `CREATE TRIGGER refuse BEFORE INSERT ON batch WHEN NEW.day = ${start / day + 1} BEGIN SELECT RAISE(ABORT, 'no'); END`,
  );
  const views = [
    view(7, '/new', start, { eventId: 'e1', referrer: 'example.org', country: 'DE' }),
    view(8, '/newer', start, { category: 'assistant', client: { userAgent: 'curl/8', accept: undefined } }),
  ];
  const both = [request(views), request([event('y', 1)], { projectId: 'refused' })];
  expect(() => writer.commit(both)).toThrow('no');
  expect(stored()).toHaveLength(1);
  expect(write(views)).toEqual([kept, kept]);
  expect(stored().slice(1)).toEqual(told(views));
});

describe.each([
  ['with room for all', 2 ** 26],
  ['with room for nothing', 0],
])('event ids, %s,', (_, room) => {
  beforeEach(() => {
    memoryBytes = room;
    writer = openWriter();
  });

  it('are known of the same day only, wherever its views lie', () => {
    write([event('e1')]);
    expect(write([event('e1', 1), event('e1'), view(1, '/a', start), view(1, '/a', start)])).toEqual([
      kept,
      duplicate,
      kept,
      kept,
    ]);
    seal();
    write([event('e2')]);
    expect(write([event('e1'), event('e2'), event('e3')], openWriter())).toEqual([duplicate, duplicate, kept]);
  });

  it('of one batch are kept each with its view', () => {
    write([event('e1'), view(1, '/a', start), event('e2'), event('e3')]);
    expect(write([event('e1'), event('e2'), event('e3')], openWriter())).toEqual([duplicate, duplicate, duplicate]);
  });

  it('are known of more days than stay in memory, also of views that the commit has not written yet', () => {
    const days = Array.from({ length: 9 }, (_, onDay) => event('e1', onDay));
    const [first, second] = writer.commit([request(days), request(days)]);
    expect([...(first?.fates ?? [])]).toEqual(days.map(() => kept));
    expect([...(second?.fates ?? [])]).toEqual(days.map(() => duplicate));
    expect(write(days)).toEqual(days.map(() => duplicate));
    seal();
    expect(write(days)).toEqual(days.map(() => duplicate));
  });

  it.each([
    ['that an older version sealed without a filter', "DELETE FROM segment_column WHERE name = 'filter'"],
    ['whose filter is damaged', "UPDATE segment_column SET data = zeroblob(length(data)) WHERE name = 'filter'"],
    ['whose filter is cut', "UPDATE segment_column SET data = substr(data, 1, 9) WHERE name = 'filter'"],
  ])('are known of a segment %s', (__, change) => {
    const views = Array.from({ length: 30 }, (___, index) => event(`e${index}`));
    write(views);
    seal();
    expect(database.prepare(change).run().changes).toBe(1);
    writer = openWriter();
    expect(write([...views, event('new')])).toEqual([...views.map(() => duplicate), kept]);
  });

  it('are told apart where a filter takes every event for one of its own', () => {
    write([event('e1')]);
    seal();
    const all = Buffer.from(Uint32Array.of(0xffffffff, 0, 0, 0).buffer);
    const change = database.prepare("UPDATE segment_column SET data = ?, checksum = ? WHERE name = 'filter'");
    expect(change.run(all, crc32(all)).changes).toBe(1);
    expect(write([event('e1'), event('e2'), event('e2')])).toEqual([duplicate, kept, duplicate]);
  });

  it('are known of more projects than stay in memory', () => {
    const projects = Array.from({ length: 52 }, (_, index) => `p${index}`);
    for (const projectId of projects) expect(write([event('e1')], writer, projectId)).toEqual([kept]);
    for (const projectId of projects) expect(write([event('e1')], writer, projectId)).toEqual([duplicate]);
    writer.commit(projects.map((projectId) => request([event('e2')], { projectId })));
    for (const projectId of projects) expect(write([event('e2')], writer, projectId)).toEqual([duplicate]);
  });
});

describe('beside another process', () => {
  let other: Writer;
  beforeEach(() => {
    other = openWriter();
  });

  it('knows its events and gives the same numbers', () => {
    write([event('e1', 0, '/one')]);
    write([event('e2', 0, '/two'), view(5, '/two', start)], other);
    expect(write([event('e2', 0, '/two'), view(5, '/two', start), view(6, '/three', start)])).toEqual([
      duplicate,
      kept,
      kept,
    ]);
    expect(write([event('e1', 0, '/one'), event('e2'), view(6, '/three', start)], other)).toEqual([
      duplicate,
      duplicate,
      kept,
    ]);
    expect(write([event('e3')])).toEqual([kept]);
    expect(write([event('e3')], other)).toEqual([duplicate]);
    expect(stored().map(({ path }) => path)).toEqual(['/one', '/two', '/two', '/two', '/three', '/three', '/a']);
    expect(database.prepare('SELECT text FROM term WHERE kind = 0 ORDER BY number').pluck().all()).toEqual([
      '/one',
      '/two',
      '/three',
      '/a',
    ]);
    expect(database.prepare('SELECT number FROM visitor ORDER BY number').pluck().all()).toEqual([0, 1, 2]);
  });

  it('knows its events of days that it has not looked at itself', () => {
    write([event('e1')]);
    write([event('e2', 1)], other);
    expect(write([event('e2', 1), event('e1'), event('e1', 1)])).toEqual([duplicate, duplicate, kept]);
  });

  it('knows events that were sealed before they were seen here', () => {
    write([event('e1')]);
    write([event('e2')], other);
    seal();
    write([event('e3')], other);
    expect(write([event('e1'), event('e2'), event('e3')])).toEqual([duplicate, duplicate, duplicate]);
    write([event('e4')], other);
    expect(write([event('e4')])).toEqual([duplicate]);
  });

  it('reads the dictionaries anew after a deletion, and never gives a number twice', () => {
    write([event('e1', 0, '/one'), view(2, '/two', start)]);
    write([], other);
    // As a deletion of the page does it.
    database.prepare("DELETE FROM term WHERE text = '/two'").run();
    database.prepare('DELETE FROM visitor WHERE number = 1').run();
    database.prepare('UPDATE project SET generation = generation + 1').run();
    for (const by of [writer, other]) write([view(2, '/two', start), view(3, '/three', start)], by);
    expect(database.prepare('SELECT number, text FROM term WHERE kind = 0 ORDER BY number').raw().all()).toEqual([
      [1, '/one'],
      [3, '/two'],
      [4, '/three'],
    ]);
    const visitors = database.prepare('SELECT number, id FROM visitor ORDER BY number').raw().all();
    expect(visitors).toEqual([
      [0, Buffer.from(visitorId(1))],
      [2, Buffer.from(visitorId(2))],
      [3, Buffer.from(visitorId(3))],
    ]);
  });

  it('gives visitors their numbers again, whoever before them was deleted', () => {
    write([view(1, '/a', start), view(2, '/a', start), view(3, '/a', start)]);
    database.prepare('DELETE FROM visitor WHERE number = 1').run();
    for (const visitor of [3, 4, 1]) write([view(visitor, '/b', start)], openWriter());
    expect(database.prepare('SELECT number, id FROM visitor ORDER BY number').raw().all()).toEqual([
      [0, Buffer.from(visitorId(1))],
      [2, Buffer.from(visitorId(3))],
      [3, Buffer.from(visitorId(4))],
    ]);
    expect(stored().slice(3)).toEqual(told([view(3, '/b', start), view(4, '/b', start), view(1, '/b', start)]));
  });

  it('begins anew with a project that was deleted and made again', () => {
    write([event('e1', 0, '/one')]);
    for (const table of ['project', 'batch', 'term', 'visitor', 'counter']) database.exec(`DELETE FROM ${table}`);
    write([event('e2', 0, '/two')], other);
    expect(write([event('e1', 0, '/one'), event('e2')])).toEqual([kept, duplicate]);
    expect(stored().map(({ path }) => path)).toEqual(['/two', '/one']);
  });
});

describe('paths past the limit of a day', () => {
  const pages = (...names: string[]) => names.map((name) => view(1, name, start));
  const paths = () => stored().map(({ path }) => path);
  beforeEach(() => {
    writer = openWriter({ paths: pathLimit });
  });

  it('are folded, while known ones stay what they are, however the views arrive', () => {
    expect(write(pages('/1', '/2', '/3', '/4', '/1'))).toEqual([kept, kept, kept, folded, kept]);
    expect(write(pages('/5', '/3'))).toEqual([folded, kept]);
    expect(paths()).toEqual(['/1', '/2', '/3', otherValue, '/1', otherValue, '/3']);
  });

  it('are counted over batches, a segment and what the commit has not written yet', () => {
    write(pages('/1'));
    seal();
    write(pages('/2'));
    // Past the limit of all time, so that days are looked at.
    write([view(1, '/3', start + day), view(1, '/4', start + day)]);
    const again = openWriter({ paths: pathLimit });
    const outcomes = again.commit([request(pages('/3')), request(pages('/3', '/4', '/2', '/1'))]);
    expect(outcomes.map((outcome) => [...outcome.fates])).toEqual([[kept], [kept, folded, kept, kept]]);
  });

  it('do not count themselves, and a day that begins again with them has room for others', () => {
    write([...pages('/1', '/2', '/3', '/4'), view(1, '/1', start + day), view(1, '/9', start + day)]);
    const again = openWriter({ paths: pathLimit });
    const next = (name: string) => view(1, name, start + day);
    expect(write([next('/8'), next('/7'), next('/9'), next('/1')], again)).toEqual([kept, folded, kept, kept]);
  });

  it('do not count themselves on a day that has them, when there is room for more', () => {
    write(pages('/1', '/2', '/3', '/4'));
    expect(write(pages('/4', '/5'), openWriter({ paths: pathLimit + 1 }))).toEqual([kept, folded]);
  });

  it('are counted with those that another process added and that were sealed before they were seen here', () => {
    const other = openWriter({ paths: pathLimit });
    const next = (name: string) => view(1, name, start + day);
    write([...pages('/1', '/2', '/3'), next('/1'), next('/2')]);
    write([next('/3')], other);
    seal();
    expect(write([next('/4'), next('/3')])).toEqual([folded, kept]);
  });

  it('are counted with those that another process added', () => {
    const other = openWriter({ paths: pathLimit });
    write(pages('/1', '/2', '/3', '/4'));
    write([view(1, '/1', start + day), view(1, '/2', start + day)]);
    write([view(1, '/3', start + day)], other);
    expect(write([view(1, '/4', start + day), view(1, '/3', start + day)])).toEqual([folded, kept]);
  });
});

it('folds clients, referrers and contexts past the limit of a day, stored or not, and keeps what happened', () => {
  const values = 2;
  const from = (name: string, timestampMs: number, changes: Partial<View['context']> = {}) =>
    view(1, '/a', timestampMs, {
      client: { userAgent: name, accept: '*/*' },
      referrer: name,
      context: { ...noContext, host: name, ...changes },
    });
  write([from('1', start, { event: 'signup' })], openWriter({ values }));
  seal();
  write([from('2', start)], openWriter({ values }));
  // Past the limit of all time, so that days are looked at.
  const again = openWriter({ values });
  expect(write([from('3', start + day), from('4', start + day), from('5', start + day)], again)).toEqual([
    kept,
    kept,
    folded,
  ]);
  const late = [from('3', start, { status: 404, event: 'signup' }), from('1', start, { event: 'signup' })];
  expect(write(late, again)).toEqual([folded, kept]);
  expect(stored().find(({ context }) => String(context).includes('404'))).toMatchObject({
    client: clientText({ userAgent: otherValue, accept: undefined }),
    referrer: otherValue,
    context: contextText({ ...noContext, host: otherValue, event: otherValue, status: 404 }),
  });
});

it('tells events of a segment apart from rows without one', () => {
  write([view(1, '/a', start), event('e1'), view(2, '/b', start)]);
  seal();
  const segment = database.prepare('SELECT id FROM segment').pluck().get() as number;
  expect(bytesOf(readSegment(database, segment).event).equals(Buffer.alloc(48))).toBe(false);
  expect(write([event('e1'), view(1, '/a', start)], openWriter())).toEqual([duplicate, kept]);
});
