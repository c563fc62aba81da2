import { afterEach, beforeEach, expect, it } from 'vitest';
import { onEveryDatabase } from '../../db/every-database.fixture.ts';
import { createAgentFixture, type AgentFixture } from '../agent.fixture.ts';
import { listJobs, type JobListQuery } from './list-jobs.ts';

onEveryDatabase((open) => {
  let fixture: AgentFixture;
  beforeEach(async () => {
    fixture = await createAgentFixture(open);
  });
  afterEach(() => fixture.close());

  const list = async (query: Partial<JobListQuery>) =>
    fixture.jobs.list({ projectId: fixture.projectId, kind: 'change', limit: 10, ...query });
  const prompts = async (query: Partial<JobListQuery>) => (await list(query)).jobs.map(({ prompt }) => prompt);
  const change = (id: string, fields: object) =>
    fixture.db.updateTable('jobs').set(fields).where('id', '=', id).execute();

  it('says who created a job', async () => {
    const ada = { actor: 'member:mem_1', person: { name: 'Ada', email: 'ada@example.org' } };
    const created = async (createdBy?: object) =>
      (await fixture.accept({ ...(createdBy && { createdBy: createdBy as typeof ada }) })).job.createdBy;
    expect(await created(ada)).toEqual({ actor: 'member:mem_1', name: 'Ada' });
    expect(await created({ actor: 'key:key_1', name: 'CI' })).toEqual({ actor: 'key:key_1', name: 'CI' });
    expect(await created()).toEqual({ actor: 'automation', name: null });
  });

  it('searches all words, in whatever case, in title, prompt, creator and number', async () => {
    const { job } = await fixture.accept({
      prompt: 'Übersetze die Seite',
      createdBy: { actor: 'key:k', name: 'Nightly' },
    });
    await change(job.id, { title: 'Translate the guide', pull_request_number: 41 });
    await fixture.accept({ prompt: 'Fix the guide' });
    await fixture.accept({ projectId: await fixture.addProject('other'), prompt: 'Fix the guide elsewhere' });
    for (const search of ['übersetze', 'GUIDE translate', 'nightly', '#41', 'scripted/test seite'])
      expect(await prompts({ search }), search).toEqual(['Übersetze die Seite']);
    expect(await prompts({ search: 'guide' })).toEqual(['Fix the guide', 'Übersetze die Seite']);
    for (const search of ['guide missing', '%', '#4', '_']) expect(await prompts({ search }), search).toEqual([]);
  });

  it('filters by creator, state of the pull request and status, and by several', async () => {
    const by = { actor: 'member:mem_1', name: 'Ada' };
    const mine = (await fixture.accept({ prompt: 'mine', createdBy: by })).job.id;
    await fixture.accept({ prompt: 'mine too', createdBy: by });
    const other = (await fixture.accept({ prompt: 'other' })).job.id;
    for (const id of [mine, other]) await change(id, { pull_request_state: 'open', status: 'completed' });
    expect(await prompts({ createdBy: by.actor })).toEqual(['mine too', 'mine']);
    expect(await prompts({ createdBy: 'automation' })).toEqual(['other']);
    expect(await prompts({ prState: 'open' })).toEqual(['other', 'mine']);
    expect(await prompts({ prState: 'merged' })).toEqual([]);
    expect(await prompts({ createdBy: by.actor, prState: 'open' })).toEqual(['mine']);
    expect(await prompts({ createdBy: by.actor, status: 'active' })).toEqual(['mine too']);
    expect(await prompts({ prState: 'open', status: 'active' })).toEqual([]);
    expect(await prompts({ kind: 'review', createdBy: by.actor })).toEqual([]);
  });

  it('pages through what it finds', async () => {
    for (const prompt of ['a 1', 'b', 'a 2', 'a 3', 'b']) await fixture.accept({ prompt });
    const first = await list({ search: 'a', limit: 2 });
    expect(first.jobs.map(({ prompt }) => prompt)).toEqual(['a 3', 'a 2']);
    const second = await list({ search: 'a', limit: 2, before: first.next });
    expect(second.jobs.map(({ prompt }) => prompt)).toEqual(['a 1']);
    expect(second.next).toBeUndefined();
    expect((await list({ search: 'a', limit: 3 })).next).toBeUndefined();
  });

  it('looks through a bounded number of jobs for a page, and goes on from there', async () => {
    await fixture.accept({ prompt: 'the oldest' });
    const row = await fixture.db.selectFrom('jobs').selectAll().executeTakeFirstOrThrow();
    const rows = Array.from({ length: 20_500 }, (_, index) => ({
      ...row,
      id: `job_${String(index).padStart(26, '0')}`.replace('job_0', 'job_9'),
      prompt: 'another',
    }));
    for (let from = 0; from < rows.length; from += 500)
      await fixture.db
        .insertInto('jobs')
        .values(rows.slice(from, from + 500))
        .execute();
    // Two searches at once take turns as a whole, and not in every turn of the event loop.
    const order: string[] = [];
    const searching = (name: string) => {
      const selectFrom = (...tables: Parameters<typeof fixture.db.selectFrom>) => {
        order.push(name);
        return fixture.db.selectFrom(...tables);
      };
      const db = new Proxy(fixture.db, {
        get: (of, key) => (key === 'selectFrom' ? selectFrom : (Reflect.get(of, key) as unknown)),
      });
      const query: JobListQuery = { projectId: fixture.projectId, kind: 'change', limit: 10, search: 'oldest' };
      return listJobs(db, query, () => expect.fail('nothing is found'));
    };
    await Promise.all([searching('one'), searching('two')]);
    expect(order.indexOf('two')).toBeGreaterThan(order.lastIndexOf('one'));
    const first = await list({ search: 'oldest' });
    expect(first.jobs).toEqual([]);
    expect(first.next).toBe(rows[500]?.id);
    expect((await list({ search: 'oldest', before: first.next })).jobs).toHaveLength(1);
  });
});
