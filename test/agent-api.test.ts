import type { KyselyPlugin } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import openApi from '../openapi.json' with { type: 'json' };
import { readConfig } from '../src/config/config.ts';
import type { AgentJob, JobEvent } from '../src/contract/agent-job.ts';
import type { Problem } from '../src/contract/problem.ts';
import type { Scope } from '../src/contract/scope.ts';
import { openSqliteDatabase } from '../src/db/open-database.ts';
import { newId } from '../src/kernel/ids.ts';
import { silentLogger } from '../src/kernel/logger.ts';
import { openApplication, type Application } from '../src/main.ts';
import { expectDocumented, type DocumentedOperation } from './documented-answer.ts';
import { temporaryFolder } from './git-fixture.ts';

// No worker runs: jobs stay as the requests of the test leave them.

let application: Application;
let projectId: string;
let key: string;
/** What the next query fails with; how a database that is away, or a fault of ours, looks to the routes. */
let fault: Error | undefined;
const folder = temporaryFolder();

beforeAll(async () => {
  const failing: KyselyPlugin = {
    transformQuery({ node }) {
      if (fault !== undefined) throw fault;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  application = await openApplication({
    config: readConfig({ DOCWRIGHT_DATA_DIR: folder.path, DOCWRIGHT_MODEL: 'scripted/demo' }),
    publicUrl: 'http://localhost',
    logger: silentLogger,
    openDatabase: async (file) => (await openSqliteDatabase(file)).withPlugin(failing),
  });
});
afterAll(async () => {
  await application.close();
  folder.remove();
});
// A project of its own for each test, so that quotas and lists are, too.
beforeEach(async () => {
  projectId = await createProject();
  key = await createKey(projectId);
});
afterEach(() => {
  fault = undefined;
});

async function createProject(settings = {}): Promise<string> {
  const fields = { name: newId('docs'), repositoryUrl: 'https://github.com/acme/docs', settings };
  return (await application.projects.create(fields, 'test')).id;
}
async function createKey(project: string, scopes?: Scope[], allowlist?: string[]): Promise<string> {
  const input = { name: 'test', ...(scopes && { scopes }), ...(allowlist && { allowlist }) };
  return (await application.projects.keys.create(project, input, 'test')).key;
}

interface Operation extends DocumentedOperation {
  readonly operationId: string;
}

const operations = Object.entries(openApi.paths as Record<string, Record<string, Operation>>)
  .filter(([path]) => path.startsWith('/v2/agent/'))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, responses, ...operation }]) => ({
      id: operationId,
      method: method.toUpperCase(),
      path,
      takesBody: 'requestBody' in operation,
      responses,
      statuses: Object.keys(responses),
    })),
  );
const reached = new Map<string, Set<string>>(operations.map(({ id }) => [id, new Set()]));

interface Request {
  readonly job?: string;
  readonly project?: string;
  readonly query?: string;
  readonly key?: string | undefined;
  readonly body?: unknown;
  /** In place of `body`, as it is. */
  readonly text?: string;
  readonly headers?: Record<string, string>;
}

/** Sends one request of that operation, and remembers which status it reached. */
async function send(id: string, { job = 'job_unknown', project = projectId, ...request }: Request = {}) {
  const operation = operations.find((known) => known.id === id)!;
  const path = operation.path.replace('{projectId}', project).replace('{id}', job);
  const sentKey = 'key' in request ? request.key : key;
  const response = await application.http.request(`${path}${request.query ?? ''}`, {
    method: operation.method,
    headers: {
      ...(sentKey !== undefined && { authorization: `Bearer ${sentKey}` }),
      ...(operation.takesBody && { 'content-type': 'application/json' }),
      ...request.headers,
    },
    ...(operation.takesBody && { body: request.text ?? JSON.stringify(request.body ?? { prompt: 'Fix a typo' }) }),
  });
  reached.get(id)!.add(String(response.status));
  expectDocumented(id, operation, response);
  return response;
}

const create = async (request: Request = {}) => (await (await send('createAgentJob', request)).json()) as AgentJob;
const problemOf = async (response: Response) => {
  expect(response.headers.get('content-type')).toContain('application/problem+json');
  return (await response.json()) as Problem;
};
const listed = async () => ((await (await send('listAgentJobs')).json()) as { jobs: AgentJob[] }).jobs;
const ids = operations.map(({ id }) => id);
/** It takes no prompt, and asks the code host before it answers: `reviews.test.ts` has what a good request gets. */
const review = 'createReview';
const ofJobs = operations.filter(({ id }) => id !== review);
const withBody = ofJobs.filter(({ takesBody }) => takesBody).map(({ id }) => id);
const ofOneJob = operations.filter(({ path }) => path.includes('{id}')).map(({ id }) => id);
/** The highest that a request with nothing wrong answers. */
const success: Record<string, number> = { createAgentJob: 201 };

it.each(ofJobs)('$id answers a good request as documented', async ({ id }) => {
  const { id: job } = await create();
  const response = await send(id, { job });
  expect(response.status).toBe(success[id] ?? 200);
  expect(response.headers.get('x-request-id')).toMatch(/^req_/);
});

describe.each(ids)('%s', (id) => {
  it('gives one answer to every bad key', async () => {
    const mistyped = `${key.slice(0, -1)}${key.endsWith('x') ? 'y' : 'x'}`;
    const wrong = [undefined, '', 'nonsense', mistyped, key.replace('admin', 'ingest')];
    for (const bad of wrong) {
      const response = await send(id, { key: bad });
      expect(response.status).toBe(401);
      const { instance, ...problem } = await problemOf(response);
      expect(instance).toMatch(/^req_/);
      expect(problem).toMatchObject({ type: '/problems/unauthorized', status: 401 });
    }
  });

  it('does not show projects of others', async () => {
    const { id: job } = await create();
    for (const project of [await createProject(), 'proj_unknown', '..%2f..']) {
      expect((await send(id, { project, job })).status).toBe(404);
    }
  });

  it('wants the scope and the address that the key has', async () => {
    const { id: job } = await create();
    const scopeless = await createKey(projectId, ['analytics:read']);
    expect((await problemOf(await send(id, { job, key: scopeless }))).type).toBe('/problems/scope_missing');
    const elsewhere = await createKey(projectId, undefined, ['192.0.2.0/24']);
    const refused = await send(id, { job, key: elsewhere });
    expect(refused.status).toBe(403);
    expect((await problemOf(refused)).type).toBe('/problems/address_not_allowed');
  });

  it('refuses a query that is no text', async () => {
    const { id: job } = await create();
    for (const query of ['?x=%ff', '?%c3%28=1', '?x=%', '?x=%zz']) {
      const problem = await problemOf(await send(id, { job, query }));
      expect(problem).toMatchObject({ status: 400, error: 'The query is not valid UTF-8, percent-encoded.' });
    }
  });

  it('refuses a NUL in path and query alike', async () => {
    const { id: job } = await create();
    for (const request of [{ project: '%00', job }, { job: 'job_%00' }, { job, query: '?x=%00' }])
      expect((await send('getAgentJob', request)).status).toBe(400);
  });

  it('refuses a path that is no text', async () => {
    for (const job of ['%ff', '%c3%28', '%zz']) {
      const problem = await problemOf(await send('getAgentJob', { job }));
      expect(problem).toMatchObject({ status: 400, error: 'The path is not valid UTF-8, percent-encoded.' });
    }
  });

  it('says 503 while the database is away, 500 for a fault of ours, and nothing of the inside', async () => {
    const { id: job } = await create();
    fault = Object.assign(new Error('SELECT secret FROM inside'), { code: 'SQLITE_BUSY' });
    const body = id === review ? { url: 'https://github.com/acme/docs/pull/1' } : undefined;
    const away = await send(id, { job, body });
    expect(away.status).toBe(503);
    expect(Number(away.headers.get('retry-after'))).toBeGreaterThan(0);
    fault = new Error('SELECT secret FROM inside');
    const broken = await send(id, { job, body });
    expect(broken.status).toBe(500);
    for (const response of [away, broken]) expect(await response.text()).not.toContain('inside');
  });
});

describe.each(ofOneJob)('%s', (id) => {
  it('knows only jobs of the project', async () => {
    const elsewhere = await createProject();
    const { id: foreign } = await create({ project: elsewhere, key: await createKey(elsewhere) });
    for (const job of [foreign, 'job_unknown', '%27%20or%201=1', 'x'.repeat(1000)]) {
      const response = await send(id, { job });
      expect(response.status).toBe(404);
      expect((await problemOf(response)).type).toBe('/problems/job_not_found');
    }
  });
});

describe.each(withBody)('%s', (id) => {
  const bad: readonly [string, Request, number, string?][] = [
    ['an empty prompt', { body: { prompt: '' } }, 400, 'prompt'],
    ['only white space', { body: { prompt: ' \n\t\u00a0\u3000' } }, 400, 'prompt'],
    ['50,001 characters', { body: { prompt: 'x'.repeat(50_001) } }, 400, 'prompt'],
    ['a number', { body: { prompt: 7 } }, 400, 'prompt'],
    ['null', { body: { prompt: null } }, 400, 'prompt'],
    ['a list', { body: { prompt: ['Fix'] } }, 400, 'prompt'],
    ['no prompt', { body: {} }, 400, 'prompt'],
    ['a list for a body', { body: [] }, 400, 'body'],
    ['a string for a body', { body: 'Fix' }, 400, 'body'],
    ['U+0000', { body: { prompt: 'Fix\0' } }, 400, 'body'],
    ['half of a surrogate pair', { text: '{"prompt":"Fix \\ud83d"}' }, 400, 'body'],
    ['broken JSON', { text: '{"prompt": "Fix' }, 400, 'body'],
    ['nothing at all', { text: '' }, 400, 'body'],
    ['another content type', { headers: { 'content-type': 'text/plain' } }, 415],
    ['a form', { headers: { 'content-type': 'application/x-www-form-urlencoded' }, text: 'prompt=Fix' }, 415],
    ['a body that is too large', { body: { prompt: 'x'.repeat(9_000_000) } }, 413],
  ];
  it.each(bad)('refuses %s, clearly, and stores nothing', async (_, request, status, field) => {
    const job = await create();
    const log = async () => (await send('listAgentJobEvents', { job: job.id })).text();
    const before = await log();
    const response = await send(id, { ...request, job: job.id });
    expect(response.status).toBe(status);
    const problem = await problemOf(response);
    expect(problem.detail).not.toBe('');
    expect(problem.detail).toContain(problem.error);
    if (status === 400) expect(problem.details.length).toBeGreaterThan(0);
    if (field !== undefined) expect(problem.details.map((detail) => detail.field)).toEqual([field]);
    expect(await listed()).toEqual([job]);
    expect(await log()).toBe(before);
  });

  it('takes 50,000 characters, whatever they need as JSON', async () => {
    const { id: job } = await create();
    const escaped = `{"prompt":"${'\\ud83d\\udcd6'.repeat(50_000)}"}`;
    expect((await send(id, { job, text: escaped })).status).toBe(success[id] ?? 200);
  });

  it('ignores fields it does not know: its clients are not ours to break', async () => {
    const { id: job } = await create();
    const body = { prompt: 'Fix', asDraft: true, messages: [{ role: 'user', content: 'Fix' }] };
    expect((await send(id, { job, body })).status).toBe(success[id] ?? 200);
  });

  it('counts against the rolling hour of the project, and says when to come back', async () => {
    projectId = await createProject({ jobsPerHour: 2 });
    key = await createKey(projectId);
    const first = await send('createAgentJob');
    const { id: job } = (await first.json()) as AgentJob;
    expect(first.headers.get('ratelimit-policy')).toBe('"jobs";q=2;w=3600');
    expect(first.headers.get('ratelimit')).toMatch(/^"jobs";r=1;t=\d+$/);
    expect((await send(id, { job })).headers.get('ratelimit')).toMatch(/^"jobs";r=0;t=\d+$/);
    const over = await send(id, { job });
    expect(over.status).toBe(429);
    const wait = Number(over.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(3500);
    expect(wait).toBeLessThanOrEqual(3600);
    expect(over.headers.get('ratelimit')).toBe(`"jobs";r=0;t=${wait}`);
    // Reading is never charged, and other projects have their own hour.
    expect((await send('getAgentJob', { job })).status).toBe(200);
    const other = await createProject();
    expect((await send('createAgentJob', { project: other, key: await createKey(other) })).status).toBe(201);
  });
});

it('checks in the documented order: 401, 404 of the project, 403, 400, 404 of the job, 409, 429', async () => {
  projectId = await createProject({ jobsPerHour: 1 });
  key = await createKey(projectId);
  const { id: archived } = await create();
  await send('archiveAgentJob', { job: archived });
  const readOnly = await createKey(projectId, ['agent:read']);
  const stranger = await createKey(await createProject(), ['analytics:read']);
  const status = async (request: Request) => (await send('messageAgentJob', request)).status;
  const invalid = { body: { prompt: '' } };
  expect(await status({ ...invalid, key: undefined })).toBe(401);
  expect(await status({ ...invalid, key: stranger })).toBe(404);
  expect(await status({ ...invalid, key: readOnly })).toBe(403);
  expect(await status(invalid)).toBe(400);
  expect(await status({})).toBe(404);
  expect(await status({ job: archived })).toBe(409);
});

describe('Idempotency-Key', () => {
  const headers = { 'idempotency-key': 'order-4711' };

  it('replays the first answer and uses no quota', async () => {
    projectId = await createProject({ jobsPerHour: 1 });
    key = await createKey(projectId);
    const first = await send('createAgentJob', { headers });
    const again = await send('createAgentJob', { headers });
    expect(again.status).toBe(201);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await again.text()).toBe(await first.text());
    expect(await listed()).toHaveLength(1);
  });

  it('makes one job of requests that arrive together', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => create({ headers })));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await listed()).toHaveLength(1);
  });

  it('adds one message of requests that say the same, also after the job has been archived', async () => {
    projectId = await createProject({ jobsPerHour: 2 });
    key = await createKey(projectId);
    const { id: job } = await create();
    const message = { job, headers, body: { prompt: 'And the images' } };
    const answers = await Promise.all(Array.from({ length: 5 }, () => send('messageAgentJob', message)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(answers.filter((answer) => answer.headers.get('idempotent-replayed') === 'true')).toHaveLength(4);
    const log = await (await send('listAgentJobEvents', { job })).text();
    expect(log.split('And the images')).toHaveLength(2);
    await send('archiveAgentJob', { job });
    expect((await send('messageAgentJob', message)).status).toBe(200);
    expect((await send('messageAgentJob', { ...message, headers: {} })).status).toBe(409);
    expect((await send('messageAgentJob', { ...message, body: { prompt: 'Else' } })).status).toBe(422);
    expect((await send('messageAgentJob', { ...message, job: 'job_unknown' })).status).toBe(404);
  });

  it('refuses the same key for another body, and does not know it in another project', async () => {
    await create({ headers });
    const other = await send('createAgentJob', { headers, body: { prompt: 'Something else' } });
    expect(other.status).toBe(422);
    expect((await problemOf(other)).type).toBe('/problems/idempotency_key_reused');
    const project = await createProject();
    const elsewhere = { project, key: await createKey(project), headers, body: { prompt: 'Something else' } };
    expect((await send('createAgentJob', elsewhere)).status).toBe(201);
  });

  it('is not used up by a request that failed', async () => {
    expect((await send('createAgentJob', { headers, body: { prompt: '' } })).status).toBe(400);
    expect((await send('createAgentJob', { headers })).headers.get('idempotent-replayed')).toBeNull();
  });

  it.each(['', 'x'.repeat(256), 'with blank'])('must be visible ASCII: %j', async (bad) => {
    const response = await send('createAgentJob', { headers: { 'idempotency-key': bad } });
    expect(response.status).toBe(400);
    expect((await problemOf(response)).details[0]?.field).toBe('idempotency-key');
  });
});

describe('polling', () => {
  it('answers 304 until the job has changed', async () => {
    const { id: job } = await create();
    const first = await send('getAgentJob', { job });
    const etag = first.headers.get('etag')!;
    const poll = (value: string) => send('getAgentJob', { job, headers: { 'if-none-match': value } });
    const unchanged = await poll(etag);
    expect(unchanged.status).toBe(304);
    expect(await unchanged.text()).toBe('');
    expect(unchanged.headers.get('etag')).toBe(etag);
    expect((await poll(`"other", ${etag}`)).status).toBe(304);
    expect((await poll(`W/${etag}`)).status).toBe(304);
    expect((await poll('*')).status).toBe(304);
    expect((await poll('"other"')).status).toBe(200);
    await send('archiveAgentJob', { job });
    const changed = await poll(etag);
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
  });
});

describe('the list', () => {
  it('walks all jobs once, newest first, also while new ones come', async () => {
    const made: string[] = [];
    for (let count = 0; count < 7; count += 1) made.push((await create()).id);
    const walked: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? '?limit=3' : `?limit=3&cursor=${cursor}`;
      const page = (await (await send('listAgentJobs', { query })).json()) as {
        jobs: AgentJob[];
        nextCursor: string | null;
      };
      walked.push(...page.jobs.map(({ id }) => id));
      cursor = page.nextCursor;
      if (walked.length === 3) await create();
    } while (cursor !== null);
    expect(walked).toEqual(made.sort().reverse());
  });

  it('keeps to one status', async () => {
    const { id: archived } = await create();
    await send('archiveAgentJob', { job: archived });
    await create();
    const page = await send('listAgentJobs', { query: '?status=archived' });
    expect(((await page.json()) as { jobs: AgentJob[] }).jobs.map(({ id }) => id)).toEqual([archived]);
  });

  it.each(['?limit=0', '?limit=101', '?limit=1.5', '?status=done', '?cursor=nonsense', '?page=2'])(
    'refuses %s and names the field',
    async (query) => {
      const response = await send('listAgentJobs', { query });
      expect(response.status).toBe(400);
      expect((await problemOf(response)).details).toHaveLength(1);
    },
  );
});

describe('the log', () => {
  const messages = async (job: string, count: number) => {
    for (let index = 0; index < count; index += 1) {
      await send('messageAgentJob', { job, body: { prompt: `Message ${index}` } });
    }
  };
  const streamOf = (job: string, headers: Record<string, string> = {}) =>
    send('listAgentJobEvents', { job, headers: { accept: 'text/event-stream', ...headers } });
  const sequences = (stream: string) => [...stream.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));

  it('comes in pages of JSON', async () => {
    const { id: job } = await create();
    await messages(job, 5);
    const read = async (query: string) =>
      (await (await send('listAgentJobEvents', { job, query })).json()) as { events: JobEvent[]; hasMore: boolean };
    const all = (await read('')).events;
    expect(all.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(await read('?limit=3')).toEqual({ events: all.slice(0, 3), hasMore: true });
    expect(await read('?limit=4&after=3')).toEqual({ events: all.slice(3), hasMore: false });
    expect(await read('?after=99')).toEqual({ events: [], hasMore: false });
  });

  it.each(['?after=-1', '?limit=0', '?limit=1001', '?after=x', '?since=1'])('refuses %s', async (query) => {
    const { id: job } = await create();
    expect((await send('listAgentJobEvents', { job, query })).status).toBe(400);
  });

  it('streams until the job has ended, and resumes after the last event seen', async () => {
    const { id: job } = await create();
    const following = await streamOf(job);
    expect(following.headers.get('content-type')).toContain('text/event-stream');
    const text = following.text();
    await messages(job, 3);
    await send('archiveAgentJob', { job });
    expect(sequences(await text)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await text).toContain('"status":"archived"');
    expect(sequences(await (await streamOf(job, { 'last-event-id': '4' })).text())).toEqual([5, 6]);
    expect(sequences(await (await streamOf(job, { 'last-event-id': 'nonsense' })).text())).toHaveLength(6);
  });

  it('ends the stream of a key that was revoked, and says so', async () => {
    const { id: job } = await create();
    const reader = await application.projects.keys.create(projectId, { name: 'reader' }, 'test');
    const stream = await send('listAgentJobEvents', {
      job,
      key: reader.key,
      headers: { accept: 'text/event-stream' },
    });
    await application.projects.keys.revoke(reader.apiKey.id, 'test');
    expect(await stream.text()).toMatch(/: access ended\n\n$/);
    expect((await listed())[0]).toMatchObject({ id: job, status: 'active' });
  });
});

it('archives once, and for good', async () => {
  const { id: job } = await create();
  const first = (await (await send('archiveAgentJob', { job })).json()) as AgentJob;
  expect(first.status).toBe('archived');
  expect(await (await send('archiveAgentJob', { job })).json()).toEqual(first);
  const message = await send('messageAgentJob', { job });
  expect(message.status).toBe(409);
  expect((await problemOf(message)).type).toBe('/problems/job_archived');
});

it.each([
  ['model', 'nobody/knows', 422],
  ['model', 'nonsense', 400],
  ['branch', '../main', 400],
  ['branch', '--upload-pack=x', 400],
  ['draft', 'yes', 400],
])('refuses the %s %j', async (field, value, status) => {
  const response = await send('createAgentJob', { body: { prompt: 'Fix', [field]: value } });
  expect(response.status).toBe(status);
  expect(await listed()).toEqual([]);
});

// The last test of the file: what the others have reached is all that is documented, and nothing else.
it('reaches every documented status of every operation', () => {
  expect(Object.fromEntries(ofJobs.map(({ id }) => [id, [...reached.get(id)!].sort()]))).toEqual(
    Object.fromEntries(ofJobs.map(({ id, statuses }) => [id, [...statuses].sort()])),
  );
});
