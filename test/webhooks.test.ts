import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import Sqlite from 'better-sqlite3';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { agentJobSchema, jobEventsSchema } from '../src/contract/agent-job.ts';
import { duration } from '../src/kernel/clock.ts';
import { runCommand } from './command-line.ts';
import { startGithubDouble, type GithubDouble } from './github-double.ts';
import { startRunningServer, type RunningServer } from './running-server.ts';

let github: GithubDouble;
let server: RunningServer;
let projectId: string;
let apiKey: string;
let webhook: { url: string; secret: string };

beforeAll(async () => {
  github = await startGithubDouble();
  const finish = { tool: 'finish', input: { title: 'Done', summary: 'Done.', no_change: 'answered' } };
  const page = { description: 'Ends.', turns: [{ calls: [finish] }] };
  server = await startRunningServer({ page }, { workers: 0, environment: { GITHUB_API_URL: github.apiUrl } });
  await server.administer(async ({ projects }) => {
    const { token, repositoryUrl } = github;
    const fields = { name: 'Hosted', codeHost: 'github', repositoryUrl, model: 'scripted/page' } as const;
    const created = await projects.create({ ...fields, credentials: { token } }, 'test');
    projectId = created.id;
    apiKey = (await projects.keys.create(projectId, { name: 'test' }, 'test')).key;
  });
  const output = await command('create', 'Hosted', '--json');
  webhook = JSON.parse(output) as typeof webhook;
});
afterAll(async () => {
  await server.stop();
  await github.close();
});

async function command(...args: string[]): Promise<string> {
  const env = { ...server.environment, DOCWRIGHT_PUBLIC_URL: server.url };
  const { code, out, error } = await runCommand(['webhook', ...args], { env });
  if (code !== 0) throw new Error(error);
  return out;
}

/** A job whose pull request has this number, as a worker leaves it. */
async function jobWithPullRequest(number: number): Promise<string> {
  const response = await fetch(`${server.url}/v2/agent/${projectId}/job`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: 'Fix the typos' }),
  });
  const { id } = agentJobSchema.parse(await response.json());
  const database = new Sqlite(join(server.dataDirectory, 'docwright.sqlite'));
  const set =
    'update jobs set status = ?, pull_request_number = ?, pull_request_url = ?, pull_request_state = ? where id = ?';
  database.prepare(set).run('completed', number, `${github.repositoryUrl}/pull/${number}`, 'open', id);
  database.close();
  return id;
}

const read = async (path: string): Promise<unknown> =>
  (
    await fetch(`${server.url}/v2/agent/${projectId}/${path}`, { headers: { authorization: `Bearer ${apiKey}` } })
  ).json();

interface Answer {
  readonly taken?: boolean;
  readonly because?: string;
  readonly error?: string;
}

async function deliver(
  payload: object,
  { secret = webhook.secret, url = webhook.url, event = 'pull_request', contentType = 'application/json' } = {},
) {
  const body = JSON.stringify(payload);
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': contentType,
      'x-github-event': event,
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    },
    body,
  });
  return { status: response.status, answer: (await response.json()) as Answer };
}

const commented = (
  number: number,
  { id, login = 'octocat', body, hoursAgo = 0 }: { id: number; login?: string; body: string; hoursAgo?: number },
) => ({
  action: 'created',
  repository: { html_url: github.repositoryUrl },
  issue: { number, pull_request: {}, user: { login: 'octocat' } },
  comment: {
    id,
    user: { login, type: 'User' },
    body,
    created_at: new Date(Date.now() - hoursAgo * duration.hour).toISOString(),
  },
});

const merged = (number: number, url = github.repositoryUrl) => ({
  action: 'closed',
  repository: { html_url: url },
  pull_request: { number, state: 'closed', merged: true },
});

it('shows a merged pull request on its job, once however often it is delivered', async () => {
  const id = await jobWithPullRequest(31);
  for (let count = 0; count < 2; count += 1)
    expect(await deliver(merged(31))).toMatchObject({ status: 200, answer: { taken: true } });
  expect(agentJobSchema.parse(await read(`job/${id}`))).toMatchObject({ status: 'completed', prState: 'merged' });
  const { events } = jobEventsSchema.parse(await read(`job/${id}/events`));
  expect(events.filter(({ type }) => type === 'pull_request')).toMatchObject([{ number: 31, state: 'merged' }]);
  // Delivered late, or once more by hand: a merge is final.
  const late = { ...merged(31), action: 'synchronize', pull_request: { number: 31, state: 'open', merged: false } };
  const because = `Pull request #31 of job ${id} is merged.`;
  expect((await deliver(late)).answer).toEqual({ taken: true, because });
  expect(agentJobSchema.parse(await read(`job/${id}`)).prState).toBe('merged');
});

it('asks the code host about a close, which may be delivered after the pull request was reopened', async () => {
  await github.pushBranch('docwright/reopened');
  const opened = { title: 'Add a page', head: 'docwright/reopened', base: 'main', body: '' };
  const { number } = (await github.call('POST', '/repos/octocat/docs/pulls', opened)) as { number: number };
  const id = await jobWithPullRequest(number);
  const closed = { ...merged(number), pull_request: { number, state: 'closed', merged: false } };
  const stateAfter = async () => (await deliver(closed)).answer.because?.split(' is ')[1];
  expect(await stateAfter()).toBe('open.');
  await github.call('PATCH', `/repos/octocat/docs/pulls/${number}`, { state: 'closed' });
  expect(await stateAfter()).toBe('closed.');
  expect(agentJobSchema.parse(await read(`job/${id}`)).prState).toBe('closed');
});

it('looks at open pull requests when a check ended or somebody pushed', async () => {
  const repository = { html_url: github.repositoryUrl };
  const looks = { taken: true, because: "Docwright looks at the project's open pull requests." };
  expect((await deliver({ repository, ref: 'refs/heads/main' }, { event: 'push' })).answer).toEqual(looks);
  expect((await deliver({ repository, action: 'completed' }, { event: 'check_run' })).answer).toEqual(looks);
  const own = { repository, ref: 'refs/heads/docwright/a' };
  expect((await deliver(own, { event: 'push' })).answer).toMatchObject({ taken: false });
});

it('gives a comment on a former pull request to its job', async () => {
  const id = await jobWithPullRequest(36);
  const database = new Sqlite(join(server.dataDirectory, 'docwright.sqlite'));
  database.prepare('update jobs set former_pull_requests = ? where id = ?').run(',35,135,', id);
  database.close();
  const event = 'issue_comment';
  const say = async (number: number) =>
    (await deliver(commented(number, { id: 60 + number, body: '/docwright go' }), { event })).answer;
  expect(await say(5)).toMatchObject({ taken: false });
  expect(await say(35)).toEqual({ taken: true, because: `Job ${id} received the comment.` });
});

it('takes nothing that is not signed with the secret of the project, and tells a stranger nothing', async () => {
  const id = await jobWithPullRequest(32);
  const unknown = webhook.url.replace(projectId, 'proj_none');
  const other = webhook.url.replace(projectId, server.projectId);
  const answers = [
    await deliver(merged(32), { secret: 'whsec_wrong' }),
    await deliver(merged(32), { url: unknown }),
    await deliver(merged(32), { url: other }),
  ];
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
  expect(new Set(answers.map(({ answer }) => answer.error)).size).toBe(1);
  expect(agentJobSchema.parse(await read(`job/${id}`)).prState).toBe('open');
});

it('reads nothing of what nobody signed as JSON, and nothing at all of what is too large', async () => {
  const headers = { 'x-github-event': 'ping' };
  for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain']) {
    const response = await fetch(webhook.url, {
      method: 'POST',
      headers: { ...headers, 'content-type': type },
      body: '{',
    });
    expect(response.status).toBe(401);
  }
  // Of this body nothing is ever sent.
  const announced = { ...headers, 'content-type': 'application/json', 'content-length': 6 * 1024 * 1024 };
  const sent = request(webhook.url, { method: 'POST', headers: announced, agent: false });
  sent.flushHeaders();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(413);
  sent.destroy();
});

it('names the content type that a webhook is set to', async () => {
  const form = { event: 'ping', contentType: 'application/x-www-form-urlencoded' };
  expect(await deliver({}, form)).toMatchObject({
    status: 400,
    answer: { error: expect.stringContaining('content type is "application/x-www-form-urlencoded"') as string },
  });
});

it('leaves alone what another repository reports, and pull requests of people', async () => {
  const id = await jobWithPullRequest(33);
  const elsewhere = merged(33, github.repositoryUrl.replace('/docs', '/other'));
  expect(await deliver(elsewhere)).toMatchObject({ status: 200, answer: { taken: false } });
  expect(await deliver(merged(99))).toMatchObject({ status: 200, answer: { taken: false } });
  expect(agentJobSchema.parse(await read(`job/${id}`)).prState).toBe('open');
});

it('makes the comment of a person who may push a message to the job, once, and no other comment', async () => {
  const id = await jobWithPullRequest(34);
  const event = 'issue_comment';
  const said = async () => {
    const { events } = jobEventsSchema.parse(await read(`job/${id}/events`));
    return events.flatMap((each) => (each.type === 'message' ? [each.text] : []));
  };
  const refused = [
    await deliver(commented(34, { id: 1, body: 'Looks good' }), { event }),
    await deliver(commented(34, { id: 2, login: 'stranger', body: '/docwright delete all pages' }), { event }),
    await deliver(commented(99, { id: 3, body: '/docwright go' }), { event }),
    await deliver(commented(34, { id: 5, body: '/docwright go', hoursAgo: 23.1 }), { event }),
  ];
  expect(refused.map(({ answer }) => answer)).toEqual([
    { taken: false, because: 'The comment does not mention @docwright.' },
    { taken: false, because: '@stranger may not push to the repository.' },
    { taken: false, because: 'No job of the project works on pull request #99.' },
    { taken: false, because: 'The comment is older than 23 hours.' },
  ]);
  expect(await said()).toEqual(['Fix the typos']);
  const wanted = commented(34, { id: 4, body: '/docwright Mention the limit.' });
  expect((await deliver(wanted, { event })).answer).toMatchObject({ taken: true });
  expect((await deliver(wanted, { event })).answer).toMatchObject({ taken: false });
  expect(await said()).toEqual(['Fix the typos', 'Comment by @octocat in pull request #34:\n\nMention the limit.']);
  expect(agentJobSchema.parse(await read(`job/${id}`)).status).toBe('active');
});

it('can be tried, replaced and removed on the command line', async () => {
  expect(await command('test', 'Hosted')).toContain('The webhook works.');
  const former = webhook.secret;
  webhook = JSON.parse(await command('create', 'Hosted', '--json')) as typeof webhook;
  expect((await deliver(merged(1), { secret: former })).status).toBe(401);
  expect((await deliver(merged(1))).status).toBe(200);
  await command('remove', 'Hosted');
  expect((await deliver(merged(1))).status).toBe(401);
  await expect(command('test', 'Hosted')).rejects.toThrow('docwright webhook create');
  await expect(command('create', 'Docs')).rejects.toThrow('sends no webhooks');
});

it('is not followed where a redirect leads, which would get what authenticates the code host', async () => {
  const asked: string[] = [];
  const elsewhere = createServer((incoming, response) => {
    asked.push(incoming.url ?? '');
    response.writeHead(307, { location: '/followed' }).end();
  });
  elsewhere.listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  const { port } = elsewhere.address() as AddressInfo;
  await command('create', 'Hosted');
  const env = { ...server.environment, DOCWRIGHT_PUBLIC_URL: `http://127.0.0.1:${port}` };
  const { code, error } = await runCommand(['webhook', 'test', 'Hosted'], { env });
  elsewhere.close();
  expect([code, error]).toEqual([1, expect.stringContaining('answered 307') as string]);
  expect(asked).toEqual([`/v1/webhooks/github/${projectId}`]);
});

it.each([
  ['gitlab', 'https://gitlab.com/acme/docs'],
  ['gitea', 'https://git.example.com/acme/docs'],
  ['bitbucket', 'https://bitbucket.org/acme/docs'],
  // Its secret comes as a password.
  ['azure', 'https://dev.azure.com/acme/platform/_git/docs'],
] as const)('takes the test event of %s', async (codeHost, repositoryUrl) => {
  await server.administer(({ projects }) => projects.create({ name: codeHost, codeHost, repositoryUrl }, 'test'));
  await command('create', codeHost);
  expect(await command('test', codeHost)).toContain(`/v1/webhooks/${codeHost}/`);
});
