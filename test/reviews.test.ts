import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import openApi from '../openapi.json' with { type: 'json' };
import { agentJobSchema, jobListSchema, type AgentJob } from '../src/contract/agent-job.ts';
import { runCommand } from './command-line.ts';
import { expectDocumented, type DocumentedOperation } from './documented-answer.ts';
import type { Forge } from './forge-double.ts';
import { git, pushFiles } from './git-fixture.ts';
import { startGiteaDouble } from './gitea-double.ts';
import { startRunningServer, type RunningServer } from './running-server.ts';

const comment = { path: 'guide.md', line: 3, text: 'A typo.', replacement: 'Run the server.' };
const reviewing = { calls: [{ tool: 'review', input: { comments: [comment] } }] };
const page = { description: 'Reviews.', turns: [reviewing], afterwards: reviewing };

const operation: DocumentedOperation = openApi.paths['/v2/agent/{projectId}/review'].post;

let forge: Forge;
let server: RunningServer;
let projectId: string;
let apiKey: string;
let webhook: { url: string; secret: string };

beforeAll(async () => {
  forge = await startGiteaDouble({ files: { 'guide.md': '# Guide\n\nRun it.\n' } });
  server = await startRunningServer({ page }, { workers: 1, environment: { GITEA_URL: forge.server } });
  await server.administer(async ({ projects }) => {
    const fields = { name: 'Hosted', codeHost: 'gitea', repositoryUrl: forge.repositoryUrl, model: 'scripted/page' };
    const created = await projects.create(
      { ...fields, codeHost: 'gitea', credentials: { token: forge.token } },
      'test',
    );
    projectId = created.id;
    apiKey = (await projects.keys.create(projectId, { name: 'test' }, 'test')).key;
  });
  webhook = JSON.parse(await docwright('webhook', 'create', 'Hosted', '--json')) as typeof webhook;
});
afterAll(async () => {
  await server.stop();
  await forge.stop();
});

async function run(...args: string[]) {
  const env = { ...server.environment, DOCWRIGHT_PUBLIC_URL: server.url, DOCWRIGHT_API_KEY: apiKey };
  return runCommand(args, { env });
}
async function docwright(...args: string[]): Promise<string> {
  const { code, out, error } = await run(...args);
  if (code !== 0) throw new Error(error);
  return out;
}

async function ask(path: string, body?: object): Promise<Response> {
  return fetch(`${server.url}/v2/agent/${projectId}/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
}

let pulls = 0;
function openPull({ title = 'Say more', head = `more-${++pulls}` } = {}) {
  git(forge.folder, ['branch', head, 'main']);
  pushFiles(forge.folder, head, { 'guide.md': '# Guide\n\nRun teh server.\n' }, 'Say more');
  return forge.openPull({ head, base: 'main', title, body: '' });
}
const urlOf = ({ number }: { number: number }) => `${forge.repositoryUrl}/pulls/${number}`;
const saidOn = ({ number }: { number: number }) => forge.remarks.filter(({ on }) => on === number);

async function deliver(event: string, payload: object) {
  const body = JSON.stringify({ repository: { html_url: forge.repositoryUrl }, ...payload });
  const signature = createHmac('sha256', webhook.secret).update(body).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-gitea-event': event, 'x-gitea-signature': signature };
  const response = await fetch(webhook.url, { method: 'POST', headers, body });
  return (await response.json()) as { taken: boolean; because: string };
}
const pushed = ({ number, head, headSha }: ReturnType<typeof openPull>, action: string, draft = false) =>
  deliver('pull_request', {
    action,
    pull_request: { number, state: 'open', merged: false, draft, head: { ref: head, sha: headSha } },
  });

async function ended(because: string): Promise<AgentJob> {
  const [id = ''] = /job_\w+/.exec(because) ?? [];
  const check = async () => {
    const job = agentJobSchema.parse(await (await ask(`job/${id}`)).json());
    expect(job.status).not.toBe('active');
    return job;
  };
  return vi.waitFor(check, { timeout: 60_000, interval: 50 });
}

it('is printed by a dry run, then posted, and listed apart from jobs', async () => {
  const pull = openPull();
  const dry = JSON.parse(await docwright('review', urlOf(pull), '--dry-run', '--json')) as AgentJob;
  expect(dry).toMatchObject({ status: 'completed', prLink: null, review: { dryRun: true, posted: false } });
  expect(dry.review?.comments).toEqual([
    { path: 'guide.md', firstLine: 3, lastLine: 3, text: 'A typo.', replacement: 'Run the server.' },
  ]);
  expect(saidOn(pull)).toEqual([]);
  const shown = await docwright('review', urlOf(pull));
  expect(shown).toMatch(/Posted a review of `\w{12}` with 1 comment\./);
  expect(shown).toMatch(/guide\.md:3\n {4}A typo\.\n {2}instead:\n {4}Run the server\./);
  expect(saidOn(pull)).toMatchObject([{ place: { path: 'guide.md', line: 3 } }, { event: 'COMMENT' }]);
  expect(await docwright('job', 'list')).toContain('No jobs.');
  expect(await docwright('job', 'list', '--reviews')).toContain(dry.id);
  const list = jobListSchema.parse(await (await ask('jobs?kind=review')).json());
  expect(list.jobs.map(({ review }) => review?.posted)).toEqual([true, false]);
  expect((await ask(`job/${dry.id}/message`, { prompt: 'Go on' })).status).toBe(409);
});

it('names what cannot be reviewed, as the document promises', async () => {
  const [draft, own, closed] = [openPull({ title: 'WIP: x' }), openPull({ head: 'docwright/x' }), openPull()];
  closed.state = 'closed';
  const refusals: [url: string, code: string][] = [
    ['https://example.com/not/a/pull', 'not_pull_request_url'],
    [urlOf(draft).replace('/docs/', '/other/'), 'pull_request_elsewhere'],
    [`${forge.repositoryUrl}/pulls/987654`, 'pull_request_not_found'],
    ...[draft, own, closed].map((pull): [string, string] => [urlOf(pull), 'pull_request_not_reviewable']),
  ];
  for (const [url, code] of refusals) {
    const response = await ask('review', { url });
    expectDocumented('createReview', operation, response);
    const { type = '' } = (await response.json()) as { type?: string };
    expect([url, type.split('/').at(-1)]).toEqual([url, code]);
  }
  expect((await ask('review', { url: urlOf(closed), approve: true })).status).toBe(400);
  const { code, error } = await run('review', urlOf(own));
  expect(code).not.toBe(0);
  expect(error).toContain('was opened by Docwright itself');
});

it('is asked for by each push where the project says so, once, and never for drafts or for Docwright', async () => {
  const pull = openPull();
  expect(await pushed(pull, 'opened')).toEqual({
    taken: false,
    because: `No job of the project works on pull request #${pull.number}.`,
  });
  await docwright('project', 'set', 'Hosted', '--setting', 'reviewPullRequests=true');
  const taken = await pushed(pull, 'opened');
  expect(taken.taken).toBe(true);
  expect(await pushed(pull, 'opened')).toEqual({ taken: false, because: 'The review was asked for before.' });
  expect((await ended(taken.because)).review).toMatchObject({ posted: true, number: pull.number });
  const own = openPull({ head: 'docwright/y' });
  expect((await pushed(own, 'opened')).because).toContain('was opened by Docwright itself');
  const draft = openPull({ title: 'WIP: y' });
  const because = `No job of the project works on pull request #${draft.number}.`;
  expect(await pushed(draft, 'synchronized', true)).toEqual({ taken: false, because });
  expect(await pushed(pull, 'edited')).toMatchObject({ taken: false });
  expect(await pushed(pull, 'closed')).toMatchObject({ taken: false });
});

it('is asked for in a comment by somebody who may push, and answered there', async () => {
  const pull = openPull();
  let id = 0;
  const say = (body: string, login: string) => {
    const issue = { number: pull.number, user: { login: 'alice' } };
    const said = { id: ++id, user: { login }, body, created_at: new Date().toISOString() };
    return deliver('issue_comment', { action: 'created', is_pull: true, issue, comment: said });
  };
  const refused = [
    await say('@docwright review', 'stranger'),
    await say('@alice review this, please', forge.talk.writer),
    await say('@docwright fix the typo', forge.talk.writer),
  ];
  expect(refused.map(({ because }) => because)).toEqual([
    '@stranger may not push to the repository.',
    `No job of the project works on pull request #${pull.number}.`,
    `No job of the project works on pull request #${pull.number}.`,
  ]);
  const taken = await say('@docwright review: is the name right', forge.talk.writer);
  const job = await ended(taken.because);
  expect(job.prompt).toBe(
    `Review pull request #${pull.number}.\n\nComment by @${forge.talk.writer} in pull request #${pull.number}:\n\nis the name right`,
  );
  const answered = () => {
    expect(saidOn(pull).map(({ body }) => body)).toContainEqual(expect.stringMatching(/^Posted a review of/));
  };
  await vi.waitFor(answered, { timeout: 30_000, interval: 50 });
  expect(saidOn(pull)).toHaveLength(3);
});
