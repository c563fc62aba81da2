import { afterEach, beforeEach, expect, it } from 'vitest';
import { onEveryDatabase, type TestDatabase } from '../db/every-database.fixture.ts';
import { readSealedTexts } from '../db/sealed-texts.ts';
import { createManualClock, duration, type ManualClock } from '../kernel/clock.ts';
import { createSecretBox } from '../kernel/secret-box.ts';
import { createProjectStore } from '../projects/project-store.ts';
import { createVisitorSalts, type VisitorSalts } from './visitor-salts.ts';

onEveryDatabase((open) => {
  let database: TestDatabase;
  let clock: ManualClock;
  let processes: VisitorSalts[];
  let id: string;
  beforeEach(async () => {
    database = await open();
    clock = createManualClock(Date.UTC(2026, 0, 1));
    const secretBox = createSecretBox(Buffer.alloc(32, 1));
    processes = [database.db, await database.another()].map((db) => createVisitorSalts({ db, secretBox, clock }));
    const projects = createProjectStore({ db: database.db, secretBox, clock });
    ({ id } = await projects.create({ name: 'Docs', codeHost: 'local', repositoryUrl: 'docs' }, 'test'));
  });
  afterEach(() => database.close());

  it('makes one salt of a period, whichever process needs it first', async () => {
    const project = { id, saltLife: 'day' } as const;
    const moments = [clock.now(), clock.now() + duration.day];
    const keyers = await Promise.all([0, 1, 0, 1].map((index) => processes[index]!.keyersFor(project, moments)));
    expect(await readSealedTexts(database.db)).toHaveLength(2);
    const stored = await database.db.selectFrom('visitor_salts').select('period').orderBy('period').execute();
    expect(stored).toEqual([{ period: '2026-01-01' }, { period: '2026-01-02' }]);
    expect(keyers.map((keyerAt) => moments.map((moment) => keyerAt(moment) !== undefined))).toEqual(
      Array(4).fill([true, true]),
    );
    expect(await processes[1]!.everyKeyer(id)).toHaveLength(2);
  });

  it('deletes what is retired, and knows it from then on', async () => {
    const project = { id, saltLife: 'day' } as const;
    const then = clock.now();
    await processes[0]!.keyersFor(project, [then]);
    clock.advance(7 * duration.day);
    expect(await processes[1]!.deleteRetired(clock.now())).toBe(1);
    expect((await processes[0]!.keyersFor(project, [then]))(then)).toBeUndefined();
    expect(await readSealedTexts(database.db)).toEqual([]);
  });
});
