import { afterEach, beforeEach, expect, it } from 'vitest';
import { claimMark, dropMark, keepMark, knownMark } from './belongings.ts';
import { onEveryDatabase, type TestDatabase } from './every-database.fixture.ts';
import {
  dropSealedTexts,
  projectSecretContext,
  readSealedTexts,
  serverSecretContext,
  visitorSaltContext,
} from './sealed-texts.ts';

onEveryDatabase((open) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await open();
  });
  afterEach(() => database.close());

  it('knows what belongs to it by the last mark, of each name by itself, also when several keep one at once', async () => {
    const { db } = database;
    const another = await database.another();
    expect(await knownMark(db, 'master key')).toBeUndefined();
    await Promise.all([db, another, db].map((connection) => keepMark(connection, 'master key', 'first')));
    await keepMark(another, 'visits', '1');
    await keepMark(another, 'master key', 'second');
    expect([await knownMark(db, 'master key'), await knownMark(db, 'visits')]).toEqual(['second', '1']);
    await dropMark(db, 'master key');
    expect([await knownMark(db, 'master key'), await knownMark(db, 'visits')]).toEqual([undefined, '1']);
  });

  it('lets one of several who claim a name at once be first, and tells all of them who', async () => {
    const { db } = database;
    const another = await database.another();
    const claims = ['first', 'second', 'third'].map((mark, index) =>
      claimMark(index % 2 === 0 ? db : another, 'master key', mark),
    );
    expect(new Set(await Promise.all(claims)).size).toBe(1);
    expect(await claimMark(db, 'master key', 'later')).toBe(await claims[0]);
  });

  it('finds everything that only the master key opens, with what it is bound to, and gives it up as a whole', async () => {
    const { db } = database;
    const project = { id: 'prj_1', name: 'Docs', code_host: 'local', repository_url: 'local:docs', docs_folder: '' };
    const rest = { base_branch: null, model: null, settings: '{}', created_at: 0, updated_at: 0 };
    await db
      .insertInto('projects')
      .values({ ...project, ...rest })
      .execute();
    await db
      .insertInto('project_secrets')
      .values({ project_id: 'prj_1', name: 'code-host-token', sealed: 'a', updated_at: 0 })
      .execute();
    await db.insertInto('server_secrets').values({ name: 'model-key-openai', sealed: 'c', updated_at: 0 }).execute();
    await db
      .insertInto('visitor_salts')
      .values({ project_id: 'prj_1', period: '2026-11', sealed: 'b', created_at: 0 })
      .execute();
    const texts = await readSealedTexts(db);
    expect(texts).toMatchObject([
      { sealed: 'a', context: projectSecretContext('prj_1', 'code-host-token') },
      { sealed: 'c', context: serverSecretContext('model-key-openai') },
      { sealed: 'b', context: visitorSaltContext('prj_1', '2026-11') },
    ]);
    for (const { sealed, replace } of texts) await replace(db, `${sealed}1`);
    // Changed since it was read.
    for (const { replace } of texts) await replace(db, 'stale');
    expect((await readSealedTexts(db)).map(({ sealed }) => sealed)).toEqual(['a1', 'c1', 'b1']);
    await dropSealedTexts(db);
    expect(await readSealedTexts(db)).toEqual([]);
  });
});
