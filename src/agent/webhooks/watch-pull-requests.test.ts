import { afterEach, beforeEach, expect, it } from 'vitest';
import { CodeHostUnavailable } from '../../codehost/errors.ts';
import { silentLogger } from '../../kernel/logger.ts';
import type { PullRequestState } from '../../contract/pull-request.ts';
import { createAgentFixture, type AgentFixture } from '../agent.fixture.ts';
import { createMessageJob } from '../jobs/message-job.ts';
import { watchPullRequests } from './watch-pull-requests.ts';

type Projects = Parameters<typeof watchPullRequests>[0]['projects'];
const { signal } = new AbortController();

let fixture: AgentFixture;
/** Numbers of the pull requests that were followed. */
let looked: number[];
beforeEach(async () => {
  looked = [];
  fixture = await createAgentFixture();
});
afterEach(() => fixture.close());

function watch(projects: Projects) {
  const { jobs, clock } = fixture;
  const messageJob = createMessageJob({
    projects: { require: async (id) => (await fixture.projects.get(id))! },
    jobs,
  });
  const following: Parameters<typeof watchPullRequests>[0]['following'] = {
    look: ({ summary }) => (looked.push(summary.number), Promise.resolve()),
  };
  return watchPullRequests({ projects, jobs, messageJob, following, clock, logger: silentLogger });
}

async function acceptWithPullRequest(number: number, projectId = fixture.projectId): Promise<string> {
  const { job } = await fixture.accept({ projectId });
  const fields = { pull_request_number: number, pull_request_url: `https://x/${number}`, pull_request_state: 'open' };
  await fixture.db.updateTable('jobs').set(fields).where('id', '=', job.id).execute();
  return job.id;
}

/** Code hosts by project, each with the states that it lists, or undefined where it is away. */
function hosts(listed: Record<string, Record<number, PullRequestState> | undefined>): Projects & { asked: string[] } {
  const asked: string[] = [];
  const connect = (projectId: string) => {
    asked.push(projectId);
    const states = listed[projectId];
    const listPullRequests = () =>
      states === undefined
        ? Promise.reject(new Error('away'))
        : Promise.resolve(Object.entries(states).map(([number, state]) => ({ number: Number(number), state })));
    return Promise.resolve({ codeHost: { listPullRequests }, repository: { url: projectId } });
  };
  return { connect: connect as unknown as Projects['connect'], asked };
}

it('stores what became of open pull requests, and asks no more about those that ended', async () => {
  const [merged, open] = [await acceptWithPullRequest(1), await acceptWithPullRequest(2)];
  const projects = hosts({ [fixture.projectId]: { 1: 'merged', 2: 'open', 3: 'closed' } });
  await watch(projects).check(signal);
  expect((await fixture.jobs.find(fixture.projectId, merged))?.prState).toBe('merged');
  expect((await fixture.jobs.find(fixture.projectId, open))?.prState).toBe('open');
  // Only those that are open, also where nobody can comment.
  expect(looked).toEqual([2]);
  await fixture.jobs.recordPullRequestState({ projectId: fixture.projectId, number: 2, state: 'closed' });
  await watch(projects).check(signal);
  expect(projects.asked).toEqual([fixture.projectId]);
});

it('goes on to the next project where a code host is away', async () => {
  const other = await fixture.addProject('other');
  await acceptWithPullRequest(1);
  const job = await acceptWithPullRequest(1, other);
  const projects = hosts({ [other]: { 1: 'closed' } });
  await watch(projects).check(signal);
  expect((await fixture.jobs.find(other, job))?.prState).toBe('closed');
});

it('tells the log of the job once, and the latest job where a repository was set anew', async () => {
  const former = await acceptWithPullRequest(1);
  const latest = await acceptWithPullRequest(1);
  for (let count = 0; count < 2; count += 1)
    await fixture.jobs.recordPullRequestState({ projectId: fixture.projectId, number: 1, state: 'merged' });
  const told = async (jobId: string) => {
    const { events } = await fixture.events.read({ jobId, after: 0, limit: 100 });
    return events.filter(({ type }) => type === 'pull_request');
  };
  expect(await told(former)).toEqual([]);
  expect(await told(latest)).toMatchObject([{ url: 'https://x/1', number: 1, state: 'merged' }]);
  const other = await fixture.addProject('other');
  expect(await fixture.jobs.recordPullRequestState({ projectId: other, number: 1, state: 'open' })).toBeUndefined();
});

it('takes a new comment once, and reads only what changed since the last look', async () => {
  const job = await acceptWithPullRequest(1);
  const comments: { id: string; body: string; author: string; accountId?: string }[] = [
    { id: 'comment-1', body: '/docwright Shorten it.', author: 'ada' },
  ];
  const pull = { number: 1, state: 'open', updatedAt: 'a' };
  let reads = 0;
  let mayWrite: (account: string) => Promise<boolean> = () => Promise.resolve(true);
  const codeHost = {
    listPullRequests: () => Promise.resolve([{ ...pull }]),
    readComments: () => {
      reads += 1;
      const date = new Date(fixture.clock.now()).toISOString();
      return Promise.resolve(comments.map((each) => ({ ...each, date, thread: { kind: 'conversation', id: '' } })));
    },
    mayWrite: ({ account }: { account: string }) => mayWrite(account),
    reply: () => Promise.resolve(),
    webUrl: (url: string) => url,
  };
  const connect = () => Promise.resolve({ codeHost, repository: { url: 'https://x' } });
  const watched = watch({ connect } as unknown as Projects);
  const prompts = async () => {
    const { events } = await fixture.events.read({ jobId: job, after: 0, limit: 100 });
    return events.flatMap((each) => (each.type === 'message' ? [each.text.split('\n').at(-1)] : []));
  };
  await watched.check(signal);
  await watched.check(signal);
  expect([await prompts(), reads]).toEqual([['Fix the typos', 'Shorten it.'], 1]);
  // Another process, or this one after a start, finds it again.
  await watch({ connect } as unknown as Projects).check(signal);
  expect([await prompts(), reads]).toEqual([['Fix the typos', 'Shorten it.'], 2]);

  comments.push({ id: 'comment-2', body: '/docwright Now the title.', author: 'ada' });
  pull.updatedAt = 'b';
  mayWrite = () => Promise.reject(new CodeHostUnavailable('x', 'away'));
  await watched.check(signal);
  expect(await prompts()).toHaveLength(2);
  // The pull request is as it was, and what could not be asked before is asked again.
  mayWrite = () => Promise.resolve(true);
  await watched.check(signal);
  expect([(await prompts()).at(-1), reads]).toEqual(['Now the title.', 4]);

  for (const id of ['comment-3', 'comment-4', 'comment-5'])
    comments.push({ id, body: '/docwright Delete it.', author: 'eve' });
  // On a host where names are not unique, her id is asked for.
  comments.push({ id: 'comment-6', body: '/docwright Delete it.', author: 'ada', accountId: '{eve}' });
  pull.updatedAt = 'c';
  const questions: string[] = [];
  mayWrite = (account) => {
    questions.push(account);
    return Promise.resolve(false);
  };
  await watched.check(signal);
  // Once about each, however much they wrote.
  const former = ['Fix the typos', 'Shorten it.', 'Now the title.'];
  expect([await prompts(), questions]).toEqual([former, ['ada', 'eve', '{eve}']]);
});
