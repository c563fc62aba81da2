import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import type { AgentJob } from '../../src/contract/agent-job.ts';
import { silentLogger } from '../../src/kernel/logger.ts';
import { openAiChatWire } from '../../src/model/ai-sdk/doubles/openai-chat.ts';
import { openApplication, type Application } from '../../src/main.ts';
import { temporaryFolder, writeFiles } from '../git-fixture.ts';

// Where the server keeps its things has a name that stands nowhere else. Jobs that work and jobs that fail in many ways,
// and requests with mistakes in them, must never make it stand in an answer, an event or what a model is sent.
const marker = 'wherethingslie';
const folder = temporaryFolder();
const home = join(folder.path, marker);
const dataDirectory = join(home, 'data');
const publicUrl = 'http://docwright.test';

let application: Application;
let session: string;
let projectId: string;
/** Everything that left the server: answers of its API, and requests to the model. */
const left: string[] = [];

const odd = [
  'index.md/x.md',
  `${'n'.repeat(300)}.md`,
  'gone.md',
  'guide',
  '../../etc/passwd',
  '/etc/passwd',
  'caf\u{fffd}.md',
];
const mistakes = odd.flatMap((path) => [
  { tool: 'read', input: { path } },
  { tool: 'list', input: { path } },
  { tool: 'search', input: { pattern: 'x', path } },
  { tool: 'write', input: { path, content: 'x' } },
  { tool: 'edit', input: { path, old_text: 'a', new_text: 'b' } },
  { tool: 'move', input: { from: path, to: 'index.md/y.md' } },
  { tool: 'delete', input: { path } },
]);
const clean = odd.map((path) => ({ tool: 'delete', input: { path } }));
const turns = [
  mistakes,
  [...clean, { tool: 'check_docs', input: {} }, { tool: 'read', input: { path: 'index.md' } }],
  [{ tool: 'edit', input: { path: 'index.md', old_text: 'Welcome', new_text: 'Hello' } }],
  [{ tool: 'finish', input: { title: 'Greet', summary: 'Greets.' } }],
];
const model = createServer((incoming, response) => {
  void text(incoming).then((body) => {
    left.push(body);
    if (incoming.url !== '/v1/chat/completions') return void response.writeHead(404).end();
    const { messages } = JSON.parse(body) as { messages: { role: string }[] };
    const position = messages.filter(({ role }) => role === 'assistant').length;
    const calls = (turns[position] ?? []).map(({ tool, input }, index) => ({
      id: `call_${position}_${index}`,
      name: tool,
      arguments: input,
    }));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const { data } of openAiChatWire.events({ text: '', calls, stop: 'end' })) {
      response.write(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
    }
    response.end();
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
  writeFiles(join(home, 'docs'), { 'index.md': '# Welcome\n', 'guide/a.md': '# A\n' });
  writeFileSync(
    Buffer.concat([Buffer.from(join(home, 'docs', 'caf')), Buffer.from([0xe9]), Buffer.from('.md')]),
    '# C\n',
  );
  const config = readConfig({
    DOCWRIGHT_DATA_DIR: dataDirectory,
    DOCWRIGHT_LOCAL_ROOTS: folder.path,
    DOCWRIGHT_BUILD_FOLDERS: join(home, 'tools'),
    DOCWRIGHT_MODEL: 'openai-compatible/double',
    OPENAI_COMPATIBLE_BASE_URL: `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`,
  });
  application = await openApplication({ config, publicUrl, logger: silentLogger });
  const { accounts, projects } = application;
  const token = new URL((await accounts.setUpLink(publicUrl)) ?? '').hash.slice(1);
  const person = { name: 'Ada', email: 'ada@example.org', password: 'correct horse battery' };
  const { id } = await accounts.invitations.accept({ token, ...person });
  session = await accounts.sessions.start({ memberId: id, browser: 'test' });
  projectId = (await projects.create({ name: 'Docs', repositoryUrl: join(home, 'docs') }, 'test')).id;
  application.startWorkers();
});
afterAll(async () => {
  await application.stopWorkers({ graceMilliseconds: 0 });
  await application.close();
  model.closeAllConnections();
  model.close();
  folder.remove();
});

/** What a member of the dashboard is answered; kept. */
async function ask(method: string, path: string, body?: object): Promise<{ status: number; answer: unknown }> {
  const response = await application.http.request(path, {
    method,
    headers: {
      'content-type': 'application/json',
      'x-docwright-dashboard': '1',
      'sec-fetch-site': 'same-origin',
      cookie: `docwright_session=${session}`,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = await response.text();
  left.push(answer, JSON.stringify([...response.headers]));
  return { status: response.status, answer: answer.startsWith('{') ? JSON.parse(answer) : answer };
}

/** Has a job ended, with everything that is to be seen of it. */
async function jobWith(request: object): Promise<AgentJob> {
  const { answer } = await ask('POST', `/v2/agent/${projectId}/job`, request);
  const { id } = answer as AgentJob;
  const url = `/v2/agent/${projectId}/job/${id}`;
  const job = await vi.waitUntil(
    async () => {
      const { answer: now } = await ask('GET', url);
      return (now as AgentJob).status === 'active' ? undefined : (now as AgentJob);
    },
    { timeout: 120_000, interval: 200 },
  );
  await ask('GET', `${url}/events?limit=1000`);
  await ask('GET', `${url}/diff`);
  return job;
}

const told = () => left.filter((text) => text.includes(marker));

it('a job whose tools fail in every way, and its pull request', async () => {
  const job = await jobWith({ prompt: 'Greet' });
  expect(job).toMatchObject({ status: 'completed', failure: null });
  const pulls = `/api/dashboard/projects/${projectId}/pull-requests`;
  for (const path of [pulls, `${pulls}/1`, `${pulls}/1/diff`, `${pulls}/9`]) await ask('GET', path);
  expect(left.join('').includes('ENAMETOOLONG') || left.join('').includes('ENOTDIR')).toBe(true);
  expect(told()).toEqual([]);
});

it('jobs that cannot begin, or cannot push', async () => {
  expect(await jobWith({ prompt: 'Greet', branch: 'nothing' })).toMatchObject({ status: 'failed' });
  const repository = join(dataDirectory, 'repositories', 'docs.git');
  const refs = join(repository, 'refs', 'heads', 'docwright');
  renameSync(refs, `${refs}-kept`);
  writeFileSync(refs, 'a file where git wants a folder');
  expect(await jobWith({ prompt: 'Greet' })).toMatchObject({ status: 'failed' });
  renameSync(repository, `${repository}-gone`);
  expect(await jobWith({ prompt: 'Greet' })).toMatchObject({ status: 'failed' });
  mkdirSync(repository);
  expect(await jobWith({ prompt: 'Greet' })).toMatchObject({ status: 'failed' });
  expect(told()).toEqual([]);
});

it('pages of the dashboard, and its settings', async () => {
  const project = `/api/dashboard/projects/${projectId}`;
  for (const path of ['', '/instructions', '/secrets', '/keys', '/pull-requests'])
    await ask('GET', `${project}${path}`);
  for (const path of ['projects', 'server', 'audit-log', 'members', 'session'])
    await ask('GET', `/api/dashboard/${path}`);
  for (const check of ['repository', 'model']) await ask('POST', `${project}/checks/${check}`, {});
  for (const repositoryUrl of ['local:docs', 'local:nothing', 'docs', 'relative/path'])
    await ask('PATCH', project, { repositoryUrl });
  expect((await ask('PATCH', project, { settings: { buildCommand: 'make' } })).status).toBe(422);
  const contextRepositories = [{ url: 'local:nothing' }];
  expect((await ask('PATCH', project, { settings: { contextRepositories } })).status).toBe(422);
  expect((await ask('PATCH', project, { baseBranch: 'gone' })).status).toBe(200);
  expect(await jobWith({ prompt: 'Greet' })).toMatchObject({ status: 'failed' });
  expect(told()).toEqual([]);
});
