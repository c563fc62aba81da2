import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { agentJobSchema } from '../src/contract/agent-job.ts';
import type { ConnectedApp } from '../src/contract/github-app.ts';
import { runCommand } from './command-line.ts';
import { startGithubDouble, type GithubDouble } from './github-double.ts';
import { startRunningServer, type RunningServer } from './running-server.ts';

let github: GithubDouble;
let server: RunningServer;
let [projectId, apiKey] = ['', ''];

beforeAll(async () => {
  github = await startGithubDouble();
  const finish = { tool: 'finish', input: { title: 'Done', summary: 'Done.', no_change: 'answered' } };
  const page = { description: 'Ends.', turns: [{ calls: [finish] }] };
  server = await startRunningServer({ page }, { workers: 0, environment: { GITHUB_API_URL: github.apiUrl } });
  await server.administer(async ({ projects }) => {
    const fields = { codeHost: 'github', repositoryUrl: github.repositoryUrl, model: 'scripted/page' } as const;
    await projects.create({ ...fields, name: 'First' }, 'test');
    projectId = (await projects.create({ ...fields, name: 'Hosted' }, 'test')).id;
    apiKey = (await projects.keys.create(projectId, { name: 'test' }, 'test')).key;
    await projects.create({ ...fields, name: 'With token', credentials: { token: github.token } }, 'test');
  });
});
afterAll(async () => {
  await server.stop();
  await github.close();
});

const command = (...args: string[]) => commandWith({}, args);
async function commandWith(more: Readonly<Record<string, string>>, args: readonly string[]): Promise<string> {
  const env = { ...server.environment, DOCWRIGHT_PUBLIC_URL: server.url, ...more };
  const { code, out, error } = await runCommand(['github', ...args], { env });
  if (code !== 0) throw new Error(error);
  return out.trim();
}
const open = async (url: string) => {
  const response = await fetch(url, { redirect: 'manual', headers: { accept: 'text/html' } });
  return { response, text: await response.text() };
};

/** Sends the form as a browser does, and returns to where GitHub leads it. */
async function createOnGithub(formUrl: string): Promise<URL> {
  const { response, text } = await open(formUrl);
  expect(response.status).toBe(200);
  const action = new URL(/ action="([^"]+)"/.exec(text)?.[1] ?? '');
  expect([action.origin, action.pathname]).toEqual([github.apiUrl, '/organizations/acme/settings/apps/new']);
  const manifest = (/ name="manifest" value="([^"]+)"/.exec(text)?.[1] ?? '').replaceAll('&quot;', '"');
  const body = new URLSearchParams({ manifest });
  const sent = await fetch(action, { method: 'POST', body, redirect: 'manual' });
  return new URL(sent.headers.get('location') ?? '');
}
const status = async () => JSON.parse(await command('status', '--json')) as ConnectedApp | null;
const tryRepository = () => server.administer(({ projects }) => projects.tryRepository(projectId));

it('is connected by a browser, which gets through once', async () => {
  expect(await command('status')).toBe('No GitHub App is connected.');
  await expect(tryRepository()).rejects.toThrow('has none');
  await expect(command('connect', '--organization', 'not a name')).rejects.toThrow('organization');
  const replaced = await command('connect', '--organization', 'acme');
  const url = await command('connect', '--organization', 'acme');
  for (const wrong of [replaced, `${url}x`, server.url + '/github-app/new']) {
    const { response, text } = await open(wrong);
    expect([response.status, text]).toEqual([400, expect.stringContaining('connect the GitHub App again') as string]);
  }
  const back = await createOnGithub(url);
  const forged = new URL(back);
  forged.searchParams.set('state', 'guessed');
  expect((await open(forged.href)).response.status).toBe(400);
  expect(await status()).toBeNull();

  const outcomes = await Promise.all([open(back.href), open(back.href)]);
  expect(outcomes.map(({ response }) => response.status).sort()).toEqual([303, 400]);
  const location = outcomes.find(({ response }) => response.status === 303)?.response.headers.get('location');
  expect(location).toBe(`${github.apiUrl}/apps/docwright-test/installations/new`);
  expect(await status()).toMatchObject({
    name: 'Docwright test',
    owner: 'octocat',
    webhook: 'none',
    problem: null,
    installations: [{ account: 'octocat', repositories: 'selected', suspended: false, missingPermissions: [] }],
    projects: [{ name: 'First' }, { name: 'Hosted' }],
  });
  github.app.state.webhookUrl = 'https://former.example/v1/webhooks/github';
  expect(await status()).toMatchObject({ webhook: 'elsewhere' });
  github.app.state.webhookUrl = webhookUrl();
  expect(await status()).toMatchObject({ webhook: 'here' });
  // A token of the server goes first.
  expect(await commandWith({ GITHUB_TOKEN: github.token }, ['status'])).toContain('No project uses it.');
  await expect(command('connect')).rejects.toThrow('has the GitHub App');
});

it('says why GitHub did not take the code', async () => {
  await command('disconnect');
  const back = await createOnGithub(await command('connect', '--organization', 'acme'));
  const code = back.searchParams.get('code') ?? '';
  await fetch(`${github.apiUrl}/app-manifests/${code}/conversions`, { method: 'POST' });
  const { response, text } = await open(back.href);
  expect([response.status, text]).toEqual([502, expect.stringContaining('Connect the App again') as string]);
  expect(text).not.toContain(code);
  expect(await status()).toBeNull();
  expect(
    (await open((await createOnGithub(await command('connect', '--organization', 'acme'))).href)).response.status,
  ).toBe(303);
});

it('reaches the repository of a project without a token, and lies in no file', async () => {
  expect(await tryRepository()).toMatchObject({ baseBranch: 'main' });
  expect(github.app.minted.at(-1)?.repositories).toEqual(['docs']);
  const line = github.app.privateKey.split('\n')[1] ?? '';
  for (const file of readdirSync(server.dataDirectory, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const bytes = readFileSync(join(file.parentPath, file.name));
    expect([file.name, bytes.includes(line), bytes.includes(github.app.webhookSecret)]).toEqual([
      file.name,
      false,
      false,
    ]);
  }
});

const webhookUrl = (): string => `${server.url}/v1/webhooks/github`;
async function deliver(payload: object, secret = github.app.webhookSecret, event = 'pull_request') {
  const body = JSON.stringify(payload);
  const response = await fetch(webhookUrl(), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-github-event': event,
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    },
    body,
  });
  return { status: response.status, answer: (await response.json()) as object };
}
const merged = (number: number, url = github.repositoryUrl) => ({
  action: 'closed',
  repository: { html_url: url },
  pull_request: { number, state: 'closed', merged: true },
});
const jobsUrl = () => `${server.url}/v2/agent/${projectId}/job`;
const authorization = () => ({ authorization: `Bearer ${apiKey}` });

/** A job whose pull request has this number, as a worker leaves it. */
async function jobWithPullRequest(number: number): Promise<string> {
  const headers = { ...authorization(), 'content-type': 'application/json' };
  const response = await fetch(jobsUrl(), {
    method: 'POST',
    headers,
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
const readJob = async (id: string) =>
  agentJobSchema.parse(await (await fetch(`${jobsUrl()}/${id}`, { headers: authorization() })).json());

it('takes webhooks for every project on the repository, signed with its own secret', async () => {
  const id = await jobWithPullRequest(31);
  expect(await deliver(merged(31), 'whsec_wrong')).toMatchObject({ status: 401 });
  expect((await readJob(id)).prState).toBe('open');
  const because = `Pull request #31 of job ${id} is merged.`;
  // Whatever the order of the projects, and however the address is written.
  for (const url of [github.repositoryUrl, github.repositoryUrl.replace('/docs', '/Docs')])
    expect(await deliver(merged(31, url))).toEqual({ status: 200, answer: { taken: true, because } });
  expect((await readJob(id)).prState).toBe('merged');
  const elsewhere = merged(31, github.repositoryUrl.replace('/docs', '/docs-2'));
  expect((await deliver(elsewhere)).answer).toEqual({ taken: false, because: 'No project is on this repository.' });
  const comment = {
    action: 'created',
    repository: { html_url: github.repositoryUrl },
    issue: { number: 31, pull_request: {}, user: { login: 'octocat' } },
    comment: {
      id: 1,
      user: { login: 'octocat', type: 'User' },
      body: '/docwright More.',
      created_at: new Date().toISOString(),
    },
  };
  for (const taken of [true, false])
    expect((await deliver(comment, undefined, 'issue_comment')).answer).toMatchObject({ taken });
  expect((await deliver({}, undefined, 'installation')).answer).toMatchObject({ taken: false });
  expect((await deliver({}, undefined, 'ping')).answer).toMatchObject({ taken: true });
});

it('reads what another program signs and sends', async () => {
  const config = { url: webhookUrl(), secret: github.app.webhookSecret, content_type: 'json' };
  await github.call('POST', '/repos/octocat/docs/hooks', {
    name: 'web',
    active: true,
    events: ['pull_request'],
    config,
  });
  await github.pushBranch('docwright/hooked');
  const pull = { head: 'docwright/hooked', base: 'main', title: 'A title', body: '' };
  const { number } = (await github.call('POST', '/repos/octocat/docs/pulls', pull)) as { number: number };
  const id = await jobWithPullRequest(number);
  await github.call('PATCH', `/repos/octocat/docs/pulls/${number}`, { state: 'closed' });
  await vi.waitFor(async () => {
    expect((await readJob(id)).prState).toBe('closed');
  });
});

it('is seen by the doctor, and gone when it is disconnected', async () => {
  github.app.state.isSuspended = true;
  expect(await command('status')).toContain('suspended');
  github.app.state.isSuspended = false;
  github.app.state.isKeyDeleted = true;
  expect(await command('status')).toMatch(/does not accept the private key.*\n.*docwright github disconnect/);
  github.app.state.isKeyDeleted = false;
  expect(await command('disconnect')).toContain('Delete the App on GitHub too');
  expect(await command('disconnect')).toBe('No GitHub App is connected.');
  expect((await deliver(merged(31))).status).toBe(401);
  await expect(tryRepository()).rejects.toThrow('has none');
  const database = new Sqlite(join(server.dataDirectory, 'docwright.sqlite'), { readonly: true });
  const audit = database.prepare("select action, target, actor from audit_log where action like 'github_app%'").all();
  database.close();
  expect(audit.at(-1)).toEqual({ action: 'github_app.disconnect', target: 'docwright-test', actor: 'cli' });
  expect(audit.at(-2)).toEqual({ action: 'github_app.connect', target: 'docwright-test', actor: 'cli' });
});
