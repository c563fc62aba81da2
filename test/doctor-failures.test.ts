import { afterEach, beforeEach, expect, it } from 'vitest';
import { createAgentFixture, type AgentFixture } from '../src/agent/agent.fixture.ts';
import { examineJobs } from '../src/doctor/examine-jobs.ts';
import { examineMails } from '../src/doctor/examine-mails.ts';
import { duration } from '../src/kernel/clock.ts';

const now = Date.parse('2026-11-29T12:00:00Z');
let fixture: AgentFixture;
beforeEach(async () => {
  fixture = await createAgentFixture();
});
afterEach(() => fixture.close());

it('counts the jobs that failed in the last day by reason', async () => {
  const { db, projectId } = fixture;
  expect((await examineJobs(db, projectId, now)).state).toBe('ok');
  const failures = { model_key_invalid: [1_000, 2_000], workers_ended: [3_000, 2 * duration.day] };
  for (const [code, ages] of Object.entries(failures)) {
    for (const age of ages) {
      await fixture.accept();
      const failure = JSON.stringify({ code, message: 'no', remedy: 'none', retryable: false });
      const failed = { status: 'failed', failure, updated_at: now - age } as const;
      await db.updateTable('jobs').set(failed).where('status', '!=', 'failed').execute();
    }
  }
  expect(await examineJobs(db, projectId, now)).toMatchObject({
    state: 'warning',
    message: '3 jobs failed in the last day: 2 model_key_invalid, 1 workers_ended.',
  });
});

it('names why a weekly mail was not sent, of this week alone', async () => {
  const { db, projectId } = fixture;
  const recipient = { id: 'rcp_1', project_id: projectId, address: 'a@example.org', added_by: 'cli', added_at: 1 };
  await db.insertInto('weekly_mail_recipients').values(recipient).execute();
  const mail = { recipient_id: 'rcp_1', claimed_until: 0, handed_over_at: null, sent_at: null };
  const old = { ...mail, week: '2026-10-19', attempts: 9, fault: 'old', unsubscribe_hash: 'x' };
  await db.insertInto('weekly_mails').values(old).execute();
  expect((await examineMails(db, projectId, now)).state).toBe('ok');
  const last = { ...mail, week: '2026-11-16', attempts: 4, fault: '535 wrong password', unsubscribe_hash: 'y' };
  await db.insertInto('weekly_mails').values(last).execute();
  expect(await examineMails(db, projectId, now)).toMatchObject({
    state: 'error',
    message: '1 recipient did not get the mail of the week of 2026-11-16, after 4 attempts: 535 wrong password',
  });
  await db.updateTable('weekly_mails').set({ sent_at: now }).where('week', '=', last.week).execute();
  expect((await examineMails(db, projectId, now)).state).toBe('ok');
});
