import { afterEach, beforeEach, expect, it } from 'vitest';
import { onEveryDatabase, type TestDatabase } from '../db/every-database.fixture.ts';
import { createManualClock } from '../kernel/clock.ts';
import { readAuditLog } from './read-audit-log.ts';
import { memberActor, recordAudit } from './record-audit.ts';

onEveryDatabase((open) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await open();
  });
  afterEach(() => database.close());

  it('is read in pages, the newest first, by the names of members and of what they changed', async () => {
    const { db } = database;
    const clock = createManualClock(Date.UTC(2026, 10, 1));
    const ada = { id: 'mem_ada', email: 'ada@example.com', name: 'Ada', role: 'owner', created_at: 0 };
    const none = { password_hash: null, identity_issuer: null, identity_subject: null };
    await db
      .insertInto('members')
      .values({ ...ada, ...none })
      .execute();
    for (let count = 0; count < 5; count += 1) {
      const actor = count % 2 === 0 ? memberActor(ada.id) : 'cli';
      await recordAudit(db, clock, { projectId: null, actor, action: `change ${count}`, target: `thing ${count}` });
      clock.advance(1_000);
    }
    const first = await readAuditLog(db, { limit: 3 });
    expect(first.map(({ action, actor, target }) => [action, actor, target])).toEqual([
      ['change 4', 'Ada', 'thing 4'],
      ['change 3', 'cli', 'thing 3'],
      ['change 2', 'Ada', 'thing 2'],
    ]);
    expect(first[0]).toMatchObject({ at: '2026-11-01T00:00:04.000Z', projectId: null });
    const rest = await readAuditLog(db, { before: first.at(-1)?.id, limit: 3 });
    expect(rest.map(({ action }) => action)).toEqual(['change 1', 'change 0']);
    const named = { projectId: 'prj_1', actor: 'cli', action: 'key.create', target: 'key_1', details: { name: 'ci' } };
    await recordAudit(db, clock, named);
    expect(await readAuditLog(db, { limit: 1 })).toMatchObject([{ target: 'ci', projectId: 'prj_1' }]);
  });
});
