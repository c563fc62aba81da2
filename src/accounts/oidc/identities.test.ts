import { afterEach, beforeEach, expect, it } from 'vitest';
import { onEveryDatabase, type TestDatabase } from '../../db/every-database.fixture.ts';
import { createManualClock } from '../../kernel/clock.ts';
import { IdentityTaken, NotAMember } from './errors.ts';
import { createIdentities, type Identities } from './identities.ts';

onEveryDatabase((open) => {
  let database: TestDatabase;
  let processes: Identities[];
  beforeEach(async () => {
    database = await open();
    const options = { clock: createManualClock(0), passwords: true, emailDomains: ['example.com'] };
    processes = [database.db, await database.another()].map((db) => createIdentities({ db, ...options }));
  });
  afterEach(() => database.close());

  const identityOf = (subject: string, email = `${subject}@example.com`) => ({
    issuer: 'https://id.example.com',
    subject,
    email,
    isEmailVerified: true,
    name: subject,
  });

  it('makes one member of a person who comes in by several tabs at once', async () => {
    const members = await Promise.all([0, 1, 0, 1].map((index) => processes[index]!.signIn(identityOf('ada'))));
    expect(new Set(members.map(({ id }) => id)).size).toBe(1);
    const stored = await database.db.selectFrom('members').select('email').execute();
    expect(stored).toEqual([{ email: 'ada@example.com' }]);
    await expect(processes[0]!.signIn(identityOf('eve', 'eve@elsewhere.org'))).rejects.toThrow(NotAMember);
  });

  it('gives an address to one of two who claim it at once', async () => {
    const claims = ['ada', 'eve'].map((subject, index) =>
      processes[index]!.signIn(identityOf(subject, 'one@example.com')),
    );
    const outcomes = await Promise.allSettled(claims);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: expect.any(IdentityTaken) as unknown,
    });
  });

  it('gives a person one account, who comes with two addresses at once', async () => {
    const emails = Array.from({ length: 12 }, (_, index) => `address${index}@example.com`);
    const rows = emails.map((email) => ({
      ...{ id: email, email, name: email, role: 'viewer', created_at: 0 },
      ...{ password_hash: null, identity_issuer: null, identity_subject: null },
    }));
    await database.db.insertInto('members').values(rows).execute();
    for (let pair = 0; pair < emails.length; pair += 2) {
      const comers = processes.map((of, index) => of.signIn(identityOf(`ada ${pair}`, emails[pair + index])));
      expect(new Set((await Promise.all(comers)).map(({ id }) => id)).size).toBe(1);
    }
  });

  it('connects an identity with one of two members who want it at once', async () => {
    const members = [await processes[0]!.signIn(identityOf('ada')), await processes[0]!.signIn(identityOf('bob'))];
    const wanted = identityOf('shared');
    const outcomes = await Promise.allSettled(
      members.map(({ id }, index) => processes[index]!.connect({ memberId: id, identity: wanted })),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: expect.any(IdentityTaken) as unknown,
    });
  });
});
