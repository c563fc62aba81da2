import { afterEach, beforeEach, expect, it } from 'vitest';
import { newNoteSchema } from '../../contract/annotation.ts';
import { onEveryDatabase, type TestDatabase } from '../../db/every-database.fixture.ts';
import { createManualClock } from '../../kernel/clock.ts';
import { createSecretBox } from '../../kernel/secret-box.ts';
import { createProjectStore } from '../../projects/project-store.ts';
import { createChartNotes, type ChartNotes } from './chart-notes.ts';

it('has text that is seen, and a moment of the years that are counted', () => {
  const note = { at: '2026-03-01T12:00:00+02:00', text: ' Released ' };
  expect(newNoteSchema.parse(note)).toEqual({ at: '2026-03-01T10:00:00.000Z', text: 'Released' });
  for (const text of ['', ' ', '\u200b', '\u202e\u2066'])
    expect(newNoteSchema.safeParse({ ...note, text }).success).toBe(false);
  for (const at of ['9999-12-31T23:59:59-14:00', '0000-01-01T00:00:00+14:00', 'today'])
    expect(newNoteSchema.safeParse({ ...note, at }).success).toBe(false);
});

onEveryDatabase((open) => {
  let database: TestDatabase;
  let notes: ChartNotes;
  let projectId: string;
  let otherId: string;

  beforeEach(async () => {
    database = await open();
    const { db } = database;
    const clock = createManualClock(Date.UTC(2026, 0, 1));
    const projects = createProjectStore({ db, clock, secretBox: createSecretBox(Buffer.alloc(32, 1)) });
    const create = async (name: string) =>
      (await projects.create({ name, codeHost: 'github', repositoryUrl: 'https://github.com/acme/docs' }, 'test')).id;
    projectId = await create('Docs');
    otherId = await create('Other');
    notes = createChartNotes({ db, clock });
  });
  afterEach(() => database.close());

  const by = 'member:mem_ada';
  const day = (number: number) => `2026-03-0${number}T00:00:00.000Z`;
  const all = { from: undefined, to: undefined };

  it('keeps notes by the moment they are about, changes and removes them, each in its project alone', async () => {
    const later = await notes.add({ projectId, by, at: day(5), text: 'Released 2.0' });
    const first = await notes.add({ projectId, by, at: day(3), text: 'Launched' });
    expect(first).toEqual({ id: first.id, kind: 'note', at: day(3), text: 'Launched', createdBy: by, jobId: null });
    expect(await notes.list(projectId, all)).toEqual([first, later]);
    const within = (from: number, to: number) => ({ from: Date.parse(day(from)), to: Date.parse(day(to)) });
    expect(await notes.list(projectId, within(3, 5))).toEqual([first]);
    expect(await notes.list(projectId, within(4, 6))).toEqual([later]);
    const moved = await notes.change({ projectId, by, id: later.id, at: day(1) });
    expect(moved).toEqual({ ...later, at: day(1) });
    expect(await notes.change({ projectId, by, id: later.id, text: 'Released 2.1' })).toMatchObject({ at: day(1) });
    const unknown = { facts: { code: 'chart_note_not_found' } };
    await expect(notes.change({ projectId: otherId, by, id: first.id, text: 'x' })).rejects.toMatchObject(unknown);
    await expect(notes.remove({ projectId: otherId, by, id: first.id })).rejects.toMatchObject(unknown);
    await notes.remove({ projectId, by, id: later.id });
    await expect(notes.remove({ projectId, by, id: later.id })).rejects.toMatchObject(unknown);
    expect(await notes.list(projectId, all)).toEqual([first]);
    expect(await notes.list(otherId, all)).toEqual([]);
    const log = await database.db.selectFrom('audit_log').select(['action', 'details']).orderBy('id').execute();
    expect(log.filter(({ action }) => action.startsWith('note.'))).toHaveLength(5);
    expect(log).toContainEqual({ action: 'note.change', details: '{"name":"Released 2.1"}' });
  });

  it('refuses a note of no project, and more than a chart can show', async () => {
    const none = notes.add({ projectId: 'prj_none', by, at: day(1), text: 'x' });
    await expect(none).rejects.toMatchObject({ facts: { code: 'project_not_found' } });
    const rows = Array.from({ length: 2_000 }, (_, index) => ({
      ...{ id: `note_${index}`, project_id: projectId, at: index, text: 'x', created_by: by },
    }));
    await database.db.insertInto('chart_notes').values(rows).execute();
    const more = notes.add({ projectId, by, at: day(1), text: 'x' });
    await expect(more).rejects.toMatchObject({ facts: { code: 'too_many_notes' } });
    expect(await notes.add({ projectId: otherId, by, at: day(1), text: 'x' })).toMatchObject({ text: 'x' });
  });
});
