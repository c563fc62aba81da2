import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readConfig } from '../src/config/config.ts';
import { agentJobSchema, jobEventsSchema, type AgentJob } from '../src/contract/agent-job.ts';
import { silentLogger } from '../src/kernel/logger.ts';
import { openApplication, type Application } from '../src/main.ts';
import type { Forge } from './forge-double.ts';
import { git, pushFiles, temporaryFolder } from './git-fixture.ts';
import { startGitlabDouble } from './gitlab-double.ts';

const folder = temporaryFolder();
let forge: Forge;
let application: Application;
let projectId: string;
let key: string;
let secret: string;

const write = (content: string) => ({ calls: [{ tool: 'write', input: { path: 'quickstart.md', content } }] });
const finish = { calls: [{ tool: 'finish', input: { title: 'Add a quickstart', summary: 'Done.' } }] };
const transcript = {
  description: 'Adds a page, and mends it when a check says so.',
  turns: [write('# Quickstart\n'), finish],
  scripts: [{ when: 'Line 1 has no full stop', turns: [write('# Quickstart.\n'), finish] }],
};

beforeAll(async () => {
  forge = await startGitlabDouble({ files: { CODEOWNERS: '[Docs]\n*.md @ada\n' } });
  mkdirSync(folder.path, { recursive: true });
  writeFileSync(join(folder.path, 'story.json'), JSON.stringify(transcript));
  const config = readConfig({
    DOCWRIGHT_DATA_DIR: join(folder.path, 'data'),
    DOCWRIGHT_SCRIPTED_TRANSCRIPT: join(folder.path, 'story.json'),
    DOCWRIGHT_MODEL: 'scripted/story',
    DOCWRIGHT_WORKERS: '1',
    GITLAB_URL: forge.server,
  });
  application = await openApplication({ config, publicUrl: 'http://docwright.test', logger: silentLogger });
  const { projects } = application;
  const pullRequests = {
    mode: 'merge' as const,
    labels: ['documentation'],
    reviewers: 'code_owners' as const,
  };
  const address = { name: 'Docs', codeHost: 'gitlab', repositoryUrl: forge.repositoryUrl } as const;
  const project = { ...address, credentials: { token: forge.token }, settings: { pullRequests } };
  projectId = (await projects.create(project, 'test')).id;
  key = (await projects.keys.create(projectId, { name: 'test' }, 'test')).key;
  secret = (await projects.webhooks.create(projectId, 'test')).secret;
  application.startWorkers();
});
afterAll(async () => {
  await application.stopWorkers({ graceMilliseconds: 10_000 });
  await application.close();
  await forge.stop();
  folder.remove();
});

async function call(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
  const answer = await application.http.request(`/v2/agent/${projectId}/${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return answer.json();
}

async function deliver(event: string, fields: object): Promise<unknown> {
  const answer = await application.http.request(`/v1/webhooks/gitlab/${projectId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-gitlab-event': event, 'x-gitlab-token': secret },
    body: JSON.stringify({ project: { web_url: forge.repositoryUrl }, ...fields }),
  });
  return answer.json();
}
const pipelineEnded = () => deliver('Pipeline Hook', { object_attributes: { status: 'success' } });

const until = <T>(check: () => Promise<T> | T): Promise<T> =>
  vi.waitFor(async () => check(), { timeout: 60_000, interval: 100 });

it('mends what a check found, takes up the base branch, and merges once checks pass', async () => {
  const { id } = agentJobSchema.parse(await call('POST', 'job', { prompt: 'Add a quickstart' }));
  const job = async (): Promise<AgentJob> => agentJobSchema.parse(await call('GET', `job/${id}`));
  const events = async () => jobEventsSchema.parse(await call('GET', `job/${id}/events?limit=1000`)).events;
  const ended = () =>
    until(async () => {
      const now = await job();
      expect([now.status, now.failure]).toEqual(['completed', null]);
      return now;
    });
  const { source, ...opened } = await ended();
  const branch = source.ref ?? '';
  expect(opened).toMatchObject({ prState: 'open', prCondition: 'merging' });
  expect(await forge.review.readDetails(1)).toEqual({ labels: ['documentation'], reviewers: ['ada'] });

  await forge.review.check(branch, { name: 'lint', state: 'failed', log: 'Line 1 has no full stop.' });
  expect(await pipelineEnded()).toMatchObject({ taken: true });
  await until(() => {
    expect(git(forge.folder, ['show', `${branch}:quickstart.md`])).toBe('# Quickstart.');
  });
  await ended();
  const messages = (await events()).flatMap((event) => (event.type === 'message' ? [event.text] : []));
  expect(messages).toHaveLength(2);
  expect(messages[1]).toContain('| Line 1 has no full stop.');
  expect(forge.pull(1)?.body).not.toContain('full stop');

  await forge.review.check(branch, { name: 'lint', state: 'pending', log: '' });
  pushFiles(forge.folder, 'main', { 'other.md': '# Other\n' }, 'Theirs');
  await deliver('Push Hook', { ref: 'refs/heads/main' });
  await until(() => {
    expect(git(forge.folder, ['merge-base', 'main', branch])).toBe(forge.tip('main'));
  });
  await forge.review.check(branch, { name: 'lint', state: 'passed', log: '' });
  await until(async () => {
    await pipelineEnded();
    expect(await job()).toMatchObject({ prState: 'merged', prCondition: null });
  });
  expect(git(forge.folder, ['show', 'main:quickstart.md'])).toBe('# Quickstart.');
  const notices = (await events()).flatMap((event) => (event.type === 'notice' ? [event.text] : []));
  expect(notices.slice(-2)).toEqual([
    'main moved, and was merged into the branch of the pull request.',
    'The pull request was merged.',
  ]);
});
