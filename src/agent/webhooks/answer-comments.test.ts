import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CodeHost, Comment } from '../../codehost/code-host.ts';
import { onEveryDatabase } from '../../db/every-database.fixture.ts';
import { duration } from '../../kernel/clock.ts';
import { silentLogger } from '../../kernel/logger.ts';
import { createAgentFixture, type AgentFixture } from '../agent.fixture.ts';
import { answerComments } from './answer-comments.ts';

type Projects = Parameters<typeof answerComments>[0]['projects'];
type Reply = Parameters<NonNullable<CodeHost['reply']>>[0];
const { signal } = new AbortController();

onEveryDatabase((open) => {
  let fixture: AgentFixture;
  let replies: Reply[];
  let isAway: boolean;
  /** Called after the host has the reply and before we know. */
  let onReplied: () => void;
  beforeEach(async () => {
    fixture = await createAgentFixture(open);
    replies = [];
    isAway = false;
    onReplied = () => undefined;
  });
  afterEach(() => fixture.close());

  const codeHost: Pick<CodeHost, 'readComments' | 'reply'> = {
    readComments: () => Promise.resolve(replies.map(({ body }): Comment => ({ body }) as Comment)),
    reply: (reply) => {
      if (isAway) return Promise.reject(new Error('away'));
      replies.push(reply);
      onReplied();
      return Promise.resolve();
    },
  };
  const projects = {
    connect: () => Promise.resolve({ codeHost, repository: { url: 'https://x' } }),
  } as unknown as Projects;
  const answer = () => answerComments({ ...fixture, projects, logger: silentLogger, signal });

  /** A job with a message from a line of a pull request, in a round that has ended so. */
  async function commentedJob(fields: {
    status: string;
    summary?: string;
    failure?: string;
    needs_answer?: number;
    pull_request_url?: string;
  }) {
    const { job } = await fixture.accept();
    const origin = { number: 7, thread: { kind: 'line', id: '42' } } as const;
    await fixture.jobs.message({ projectId: fixture.projectId, jobId: job.id, prompt: 'Go', jobsPerHour: 9, origin });
    await fixture.db.updateTable('job_messages').set({ turn_index: 1 }).execute();
    await fixture.db.updateTable('jobs').set(fields).where('id', '=', job.id).execute();
    return job.id;
  }

  it('answers once on the thread when the job has ended, with what the agent said', async () => {
    const id = await commentedJob({ status: 'active' });
    await answer();
    expect(replies).toEqual([]);
    await fixture.db.updateTable('jobs').set({ status: 'completed', summary: 'Shortened, @ada.' }).execute();
    await answer();
    await answer();
    expect(replies).toMatchObject([{ number: 7, thread: { kind: 'line', id: '42' } }]);
    expect(replies[0]?.body).toMatch(/^Shortened, @&#8203;ada\.\n\n<!-- docwright:answer msg_\w+ -->$/);
    expect((await fixture.jobs.find(fixture.projectId, id))?.status).toBe('completed');
  });

  it.each([
    [{ status: 'completed', summary: 'Done.', pull_request_url: 'https://x/pull/7' }, /^Done\.\n\n<!--/],
    [
      { status: 'completed', summary: 'Done.', pull_request_url: 'https://x/pull/17' },
      /^Done\.\n\nThe change is in https:\/\/x\/pull\/17\.\n\n<!--/,
    ],
    [{ status: 'archived' }, /^The job `job_\w+` was archived\./],
    [{ status: 'completed', summary: 'Which page?', needs_answer: 1 }, /^Which page\?\n\nAnswer with a comment/],
    [
      {
        status: 'failed',
        failure: JSON.stringify({ code: 'x', message: 'It broke.', remedy: 'Mend it.', retryable: false }),
      },
      /^The job failed: It broke\.\n\nMend it\./,
    ],
  ])('says how a job ended: %j', async (fields, expected) => {
    await commentedJob(fields);
    await answer();
    expect(replies[0]?.body).toMatch(expected);
  });

  it('tries again later while the host is away, and gives up after a day', async () => {
    await commentedJob({ status: 'completed', summary: 'Done.' });
    isAway = true;
    await answer();
    isAway = false;
    await answer();
    expect(replies).toEqual([]);
    fixture.clock.advance(3 * duration.minute);
    await answer();
    expect(replies).toHaveLength(1);
    await commentedJob({ status: 'completed', summary: 'Done too.' });
    isAway = true;
    fixture.clock.advance(25 * duration.hour);
    await answer();
    isAway = false;
    fixture.clock.advance(duration.hour);
    await answer();
    expect(replies).toHaveLength(1);
  });

  it('gives no second answer where the first was not recorded', async () => {
    await commentedJob({ status: 'completed', summary: 'Done.' });
    onReplied = () => {
      throw new Error('killed');
    };
    await answer();
    expect(replies).toHaveLength(1);
    fixture.clock.advance(3 * duration.minute);
    await answer();
    await answer();
    expect(replies).toHaveLength(1);
    expect(await fixture.jobs.claimAnswer()).toBeUndefined();
  });
});
