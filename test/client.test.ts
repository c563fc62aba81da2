import { createDocwrightClient, ConnectionFailed, DocwrightError, type AgentJobEvent } from '../client/src/index.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startRunningServer, type RunningServer } from './running-server.ts';

const write = (path: string) => ({ tool: 'write', input: { path, content: `# ${path}\n` } });
const finish = { tool: 'finish', input: { title: 'Add a page', summary: 'One page more.' } };
const transcripts = {
  page: {
    description: 'Adds a page; a follow-up adds another.',
    turns: [{ calls: [write('quickstart.md')] }, { calls: [finish] }],
    afterwards: {
      calls: [{ ...finish, input: { ...finish.input, summary: 'Nothing more to add.', no_change: 'not_needed' } }],
    },
  },
  slow: {
    description: 'Takes its time for each of several pages.',
    turns: [
      ...['one', 'two', 'three', 'four'].map((name) => ({ calls: [write(`${name}.md`)], waitMilliseconds: 400 })),
      { calls: [finish] },
    ],
  },
  endless: { description: 'Never answers.', turns: [{ calls: [finish], waitMilliseconds: 600_000 }] },
};

let server: RunningServer;
beforeAll(async () => {
  server = await startRunningServer(transcripts);
});
afterAll(async () => {
  await server.stop();
});

const clientWith = (options: { fetch?: (request: Request) => Promise<Response>; apiKey?: string } = {}) =>
  createDocwrightClient({ baseUrl: `${server.url}/`, apiKey: server.apiKey, ...options });

it('takes a job from its prompt to the pull request, its diff and a follow-up', async () => {
  const client = clientWith();
  const { projectId } = server;
  const created = await client.createJob({ projectId, prompt: 'Add a quickstart', model: 'scripted/page' });
  expect(created).toMatchObject({ status: 'active', prLink: null, model: 'scripted/page' });
  const events: AgentJobEvent[] = [];
  const done = await client.waitForJob({ projectId, id: created.id, onEvent: (event) => events.push(event) });
  expect(done).toMatchObject({ status: 'completed', title: 'Add a page', failure: null });
  expect(done.prLink).toContain(`${server.url}/projects/${projectId}/pulls/1`);
  expect(events.map((event) => event.sequence)).toEqual(events.map((_, index) => index + 1));
  expect(events.at(-1)).toMatchObject({ type: 'status', status: 'completed' });
  expect(await Array.fromAsync(client.jobEvents({ projectId, id: created.id }))).toEqual(events);
  expect(await client.jobDiff({ projectId, id: created.id })).toContain('+# quickstart.md');

  const again = await client.messageJob({ projectId, id: created.id, prompt: 'And more' });
  expect(again.status).toBe('active');
  const after = events.length;
  expect(await client.waitForJob({ projectId, id: created.id, after })).toMatchObject({ prLink: done.prLink });
  expect(await client.archiveJob({ projectId, id: created.id })).toMatchObject({ status: 'archived' });
});

it('follows a job through a long stop of the server, and misses and repeats nothing', async () => {
  const { projectId } = server;
  const client = clientWith();
  const { id } = await client.createJob({ projectId, prompt: 'Add pages', model: 'scripted/slow' });
  const events: AgentJobEvent[] = [];
  const firstPage = Promise.withResolvers<undefined>();
  const away = Promise.withResolvers<Error>();
  const waiting = client.waitForJob({
    projectId,
    id,
    onEvent: (event) => {
      events.push(event);
      if (event.type === 'tool') firstPage.resolve(undefined);
    },
    onAway: away.resolve,
  });
  await firstPage.promise;
  // Stays away until the patience of single requests is used up.
  await server.restart(async () => {
    expect(await away.promise).toBeInstanceOf(ConnectionFailed);
    return {};
  });
  expect(await waiting).toMatchObject({ status: 'completed' });
  expect(events.map((event) => event.sequence)).toEqual(events.map((_, index) => index + 1));
  expect(events).toEqual(await Array.fromAsync(client.jobEvents({ projectId, id })));
});

it('makes one job of a request whose answer was lost', async () => {
  const { projectId } = server;
  let answersToLose = 1;
  const client = clientWith({
    fetch: async (request) => {
      const response = await fetch(request);
      if (request.method !== 'POST' || answersToLose === 0) return response;
      answersToLose -= 1;
      await response.body?.cancel();
      throw new TypeError('connection reset');
    },
  });
  const prompt = 'Only once';
  const { id } = await client.createJob({ projectId, prompt, model: 'scripted/page' });
  const jobs = (await Array.fromAsync(client.jobs({ projectId }))).filter((job) => job.prompt === prompt);
  expect(jobs.map((job) => job.id)).toEqual([id]);
  await client.waitForJob({ projectId, id });
});

it('stops waiting when it is told to, and archiving stops the agent', async () => {
  const { projectId } = server;
  const client = clientWith();
  const { id } = await client.createJob({ projectId, prompt: 'Wait', model: 'scripted/endless' });
  const signal = AbortSignal.timeout(50);
  await expect(client.waitForJob({ projectId, id, signal })).rejects.toMatchObject({ name: 'TimeoutError' });
  expect((await client.getJob({ projectId, id })).status).toBe('active');
  await client.archiveJob({ projectId, id });
  expect(await client.waitForJob({ projectId, id })).toMatchObject({ status: 'archived' });
});

it('lists jobs newest first, over all pages, by status', async () => {
  const { projectId } = server;
  const client = clientWith();
  const ids = (await Array.fromAsync(client.jobs({ projectId }))).map((job) => job.id);
  expect(ids).toEqual([...ids].sort().reverse());
  for await (const job of client.jobs({ projectId, status: 'archived' })) expect(job.status).toBe('archived');
});

it('answers analytics of a site that nobody has read yet', async () => {
  const { projectId } = server;
  const client = clientWith();
  const none = { human: 0, ai: 0, total: 0 };
  expect(await client.visitors({ projectId })).toMatchObject({ totals: none, rows: [], hasMore: false });
  expect(await Array.fromAsync(client.allVisitors({ projectId, dateFrom: '2026-01-01' }))).toEqual([]);
  expect(await client.breakdown({ projectId, dimension: 'agent' })).toMatchObject({ totals: none });
});

it('throws typed errors that say what to do', async () => {
  const { projectId } = server;
  const refused = clientWith({ apiKey: 'dw_admin_nonsense' }).getJob({ projectId, id: 'job_1' });
  await expect(refused).rejects.toMatchObject({ name: 'DocwrightError', status: 401, code: 'unauthorized' });
  const empty: unknown = await clientWith()
    .createJob({ projectId, prompt: '' })
    .catch((error: unknown) => error);
  expect(empty).toBeInstanceOf(DocwrightError);
  expect(empty).toMatchObject({ status: 400, code: 'invalid_request', problem: { details: [{ field: 'prompt' }] } });
  const proxy = clientWith({ fetch: () => Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 500 })) });
  await expect(proxy.getJob({ projectId, id: 'job_1' })).rejects.toMatchObject({ code: 'not_docwright' });
  const page = () =>
    Promise.resolve(new Response('<html>', { headers: { 'content-type': 'text/html; charset=utf-8' } }));
  await expect(clientWith({ fetch: page }).projects()).rejects.toMatchObject({ code: 'not_docwright', status: 200 });
  await expect(clientWith({ fetch: page }).exportCsv({ projectId, report: 'visitors' })).rejects.toThrow(
    /Check the URL/,
  );
  const nowhere = createDocwrightClient({ baseUrl: 'http://127.0.0.1:9', apiKey: 'x', retries: 0 });
  await expect(nowhere.getJob({ projectId, id: 'job_1' })).rejects.toThrow(ConnectionFailed);
});

it('saves views, and shares the numbers of one project by a link until it is revoked', async () => {
  const { projectId } = server;
  const client = clientWith();
  const saved = await client.saveView({ projectId, name: 'Guide', search: '?range=7d&path=/guide/*' });
  expect(saved.url).toBe(`${server.url}/projects/${projectId}/analytics?range=7d&path=/guide/*`);
  expect(await client.savedViews({ projectId })).toEqual([saved]);
  await expect(client.saveView({ projectId, name: 'Guide', search: '' })).rejects.toThrow('already');
  await expect(client.saveView({ projectId, name: 'x', search: 'range=7d#there' })).rejects.toThrow(
    'URL of the analytics page',
  );
  await client.removeSavedView({ projectId, id: saved.id });
  expect(await client.savedViews({ projectId })).toEqual([]);

  const { shareLink, url } = await client.createShareLink({ projectId, name: 'Board' });
  const { shareLink: other, url: otherUrl } = await client.createShareLink({ projectId, name: 'Other' });
  const authorization = `Bearer ${new URL(url).hash.slice(1)}`;
  const ask = async (path: string, method = 'GET') =>
    (await fetch(`${server.url}${path}`, { method, headers: { authorization } })).status;
  const shared = await fetch(`${server.url}/v1/shared`, { headers: { authorization } });
  expect(await shared.json()).toEqual({
    id: projectId,
    name: 'Docs',
    settings: { analytics: { aiCategories: [], saltLife: 'stable', timeZone: 'UTC' } },
  });
  expect(shared.headers.get('x-robots-tag')).toBe('noindex');
  const analytics = `/v1/analytics/${projectId}`;
  for (const path of ['visitors', 'timeseries', 'live', 'missing']) expect(await ask(`${analytics}/${path}`)).toBe(200);
  const refused = [
    `${analytics}/saved-views`,
    `${analytics}/share-links`,
    `/v2/agent/${projectId}/jobs`,
    '/v1/projects',
  ];
  for (const path of refused) expect(await ask(path)).toBe(401);
  expect(await ask('/api/dashboard/projects')).toBe(401);
  expect(await ask(`${analytics}/saved-views`, 'POST')).toBe(401);
  expect(await ask('/v1/analytics/prj_other/visitors')).toBe(404);
  // Each link has the limit of the project to itself: what one uses is left to the others, and to keys.
  const leftOf = async (header: string) =>
    (await fetch(`${server.url}${analytics}/live`, { headers: { authorization: header } })).headers.get('ratelimit');
  expect(await leftOf(authorization)).toMatch(/"reads";r=595;t=\d+/);
  expect(await leftOf(`Bearer ${new URL(otherUrl).hash.slice(1)}`)).toMatch(/"reads";r=599;t=\d+/);
  const leftOfKey = /r=(\d+)/.exec((await leftOf(`Bearer ${server.apiKey}`)) ?? '')?.[1];
  expect(await leftOf(authorization)).toMatch(/"reads";r=594;t=\d+/);
  expect(await leftOf(`Bearer ${server.apiKey}`)).toContain(`r=${Number(leftOfKey) - 1};`);
  expect(await client.shareLinks({ projectId })).toEqual([shareLink, other]);
  await client.revokeShareLink({ projectId, id: shareLink.id });
  expect(await ask(`${analytics}/visitors`)).toBe(401);
  expect(await ask('/v1/shared')).toBe(401);
});
