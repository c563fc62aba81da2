import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentJobSchema, jobEventsSchema, jobListSchema, type AgentJob } from '../src/contract/agent-job.ts';
import { problemSchema, type Problem } from '../src/contract/problem.ts';
import { expectDocumented, type DocumentedOperation } from './documented-answer.ts';
import { startRunningServer, type RunningServer } from './running-server.ts';

type Operation =
  | 'createAgentJob'
  | 'getAgentJob'
  | 'messageAgentJob'
  | 'getAgentCost'
  | 'listAgentJobs'
  | 'archiveAgentJob'
  | 'listAgentJobEvents'
  | 'getAgentJobDiff';
interface Described extends DocumentedOperation {
  readonly operationId: Operation;
  readonly tags?: string[];
}

const document = JSON.parse(readFileSync(join(import.meta.dirname, '../openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, Described>>;
};
const operations = new Map(
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, { tags }]) => tags?.includes('Agent jobs'))
      .map(
        ([method, described]) => [described.operationId, { ...described, path, method: method.toUpperCase() }] as const,
      ),
  ),
);

let server: RunningServer;
let readOnlyKey: string;
let otherProject: { id: string; key: string };
/** What was answered to each operation, to be compared with what the document promises. */
const reached = new Map<Operation, Set<string>>();

beforeAll(async () => {
  // Without workers every job stays as it was accepted.
  const finish = { tool: 'finish', input: { title: 'Done', summary: 'Done.', no_change: 'answered' } };
  server = await startRunningServer({ page: { description: 'Ends.', turns: [{ calls: [finish] }] } }, { workers: 0 });
  await server.administer(async ({ projects }) => {
    const { repositoryUrl } = await projects.update(server.projectId, { model: 'scripted/page' }, 'test');
    readOnlyKey = (await projects.keys.create(server.projectId, { name: 'r', scopes: ['analytics:read'] }, 'test')).key;
    const fields = { name: 'Other', codeHost: 'local', repositoryUrl, model: 'scripted/page' } as const;
    const other = await projects.create({ ...fields, settings: { jobsPerHour: 2 } }, 'test');
    otherProject = { id: other.id, key: (await projects.keys.create(other.id, { name: 'o' }, 'test')).key };
  });
});
afterAll(async () => {
  await server.stop();
});

interface Call {
  readonly id?: string;
  readonly body?: unknown;
  readonly key?: string | undefined;
  readonly projectId?: string;
  readonly query?: string;
  readonly headers?: Record<string, string>;
}

/** Calls an operation and holds the answer to the document: status, content type, and shape of a problem. */
async function call(operationId: Operation, options: Call = {}): Promise<Response> {
  const { path, method, responses } = operations.get(operationId)!;
  const {
    id = 'job_none',
    projectId = server.projectId,
    key = server.apiKey,
    query = '',
    body,
    headers = {},
  } = options;
  const response = await fetch(server.url + path.replace('{projectId}', projectId).replace('{id}', id) + query, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const status = String(response.status);
  reached.set(operationId, (reached.get(operationId) ?? new Set()).add(status));
  expectDocumented(operationId, { responses }, response);
  expect(response.headers.get('x-request-id')).toMatch(/^req_/);
  if (response.status >= 400) {
    const problem = problemSchema.strict().parse(await response.clone().json());
    expect([problem.status, problem.instance]).toEqual([response.status, response.headers.get('x-request-id')]);
  }
  return response;
}

const problemOf = async (response: Response): Promise<Problem> => (await response.json()) as Problem;
async function create(options: Omit<Call, 'body'> & { body?: unknown } = {}): Promise<AgentJob> {
  const response = await call('createAgentJob', { body: { prompt: 'Fix the links' }, ...options });
  expect(response.status).toBe(201);
  return agentJobSchema.strict().parse(await response.json());
}
async function countJobs(): Promise<number> {
  return jobListSchema.parse(await (await call('listAgentJobs', { query: '?limit=100' })).json()).jobs.length;
}

it('answers every field of the specification, always', async () => {
  const job = await create();
  expect(job).toMatchObject({ status: 'active', prLink: null, archivedAt: null, model: 'scripted/page' });
  expect(job.source.repository).toBe(`${server.url}/projects/${server.projectId}/pulls`);
  expect(Object.keys(job).slice(0, 7)).toEqual([
    'id',
    'status',
    'source',
    'model',
    'prLink',
    'createdAt',
    'archivedAt',
  ]);
  const got = await call('getAgentJob', { id: job.id });
  expect(await got.json()).toEqual(job);
  const etag = got.headers.get('etag') ?? '';
  expect((await call('getAgentJob', { id: job.id, headers: { 'if-none-match': etag } })).status).toBe(304);
  expect((await call('messageAgentJob', { id: job.id, body: { prompt: 'And the images' } })).status).toBe(200);
  const events = jobEventsSchema.parse(await (await call('listAgentJobEvents', { id: job.id })).json());
  expect(events.events.map((event) => event.type)).toContain('message');
  expect(await (await call('getAgentJobDiff', { id: job.id })).text()).toBe('');
  const archived = agentJobSchema.parse(await (await call('archiveAgentJob', { id: job.id })).json());
  expect(archived).toMatchObject({ status: 'archived' });
  expect(archived.archivedAt).not.toBeNull();
});

describe('input that does not fit', () => {
  const prompts: [string, unknown][] = [
    ['an empty prompt', { prompt: '' }],
    ['a blank prompt', { prompt: ' \n\t ' }],
    ['a prompt of invisible characters', { prompt: '\u200b\u2060\ufeff\u00ad\u3164\u2800\u{e0041}\u0301' }],
    ['a prompt of 50,001 characters', { prompt: 'x'.repeat(50_001) }],
    ['a prompt that is a number', { prompt: 5 }],
    ['a prompt that is null', { prompt: null }],
    ['no prompt', {}],
    ['an array', []],
    ['broken JSON', '{"prompt":'],
    ['nothing', ''],
  ];

  it.each(prompts)('refuses %s with 400, names the fault, stores nothing', async (_, body) => {
    const before = await countJobs();
    const refused = await call('createAgentJob', { body });
    expect(refused.status).toBe(400);
    expect((await problemOf(refused)).details.length).toBeGreaterThan(0);
    expect((await call('messageAgentJob', { body })).status).toBe(400);
    expect(await countJobs()).toBe(before);
  });

  it('takes a prompt of exactly 50,000 characters, each of which may be two in UTF-16', async () => {
    expect(Array.from((await create({ body: { prompt: '\u{1F4D6}'.repeat(50_000) } })).prompt).length).toBe(50_000);
    expect((await call('createAgentJob', { body: { prompt: '\u{1F4D6}'.repeat(50_001) } })).status).toBe(400);
  });

  it.each(['createAgentJob', 'messageAgentJob'] as const)(
    '%s refuses other types and huge bodies',
    async (operation) => {
      const text = await call(operation, { body: 'prompt', headers: { 'content-type': 'text/plain' } });
      expect(text.status).toBe(415);
      expect((await call(operation, { body: { prompt: 'x'.repeat(9_000_000) } })).status).toBe(413);
    },
  );

  it.each([
    ['listAgentJobs', '?limit=0'],
    ['listAgentJobs', '?limit=1e1'],
    ['listAgentJobs', '?status=running'],
    ['listAgentJobs', '?cursor=nonsense'],
    ['listAgentJobs', '?page=2'],
    ['listAgentJobEvents', '?after=-1'],
    ...[...operations.keys()].map((operation) => [operation, '?x=%ff'] as const),
    ['getAgentJob', '?x=%'],
  ] as const)('%s refuses %s', async (operation, query) => {
    const { id } = await create();
    expect((await call(operation, { id, query })).status).toBe(400);
  });
});

describe('order of checks', () => {
  const everything = [...operations.keys()];
  const writing = everything.filter((operation) => /create|message|archive/.test(operation));

  it.each(everything)('%s: 401, then 404 of the project, then 403, then 404 of the job', async (operation) => {
    const body = /create|message/.test(operation) ? { prompt: '' } : undefined;
    const nobody = await call(operation, { key: 'dw_admin_nonsense', projectId: 'prj_none', body });
    expect([nobody.status, (await problemOf(nobody)).error]).toEqual([401, 'Unauthorized']);
    const elsewhere = await call(operation, { key: readOnlyKey, projectId: otherProject.id, body });
    expect([elsewhere.status, (await problemOf(elsewhere)).type]).toEqual([404, '/problems/project_not_found']);
    expect((await call(operation, { key: readOnlyKey, body })).status).toBe(403);
    if (/list|create|getAgentCost/.test(operation) && operation !== 'listAgentJobEvents') return;
    const unknown = await call(operation, { body: body && { prompt: 'Go on' } });
    expect([unknown.status, (await problemOf(unknown)).type]).toEqual([404, '/problems/job_not_found']);
  });

  it('hides the jobs of another project', async () => {
    const { id } = await create();
    const { key, id: projectId } = otherProject;
    for (const operation of everything.filter((name) => !/createAgentJob|listAgentJobs|getAgentCost/.test(name))) {
      const body = operation === 'messageAgentJob' ? { prompt: 'Go on' } : undefined;
      expect((await call(operation, { id, key, projectId, body })).status, operation).toBe(404);
    }
    expect(writing.length).toBe(3);
  });
});

it('allows as many jobs and messages an hour as the project may, and charges nothing else', async () => {
  const { key, id: projectId } = otherProject;
  const other = { key, projectId };
  const first = await call('createAgentJob', { ...other, body: { prompt: 'One' } });
  expect(first.headers.get('ratelimit-policy')).toBe('"jobs";q=2;w=3600');
  expect(first.headers.get('ratelimit')).toMatch(/^"jobs";r=1;t=\d+$/);
  const { id } = (await first.json()) as AgentJob;
  for (let poll = 0; poll < 5; poll += 1) expect((await call('getAgentJob', { ...other, id })).status).toBe(200);
  expect((await call('createAgentJob', { ...other, body: { prompt: '' } })).status).toBe(400);
  expect((await call('messageAgentJob', { ...other, id, body: { prompt: 'Two' } })).status).toBe(200);

  const refused = await call('createAgentJob', { ...other, body: { prompt: 'Three' } });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
  expect(refused.headers.get('ratelimit')).toMatch(/^"jobs";r=0;t=\d+$/);
  expect((await call('messageAgentJob', { ...other, id, body: { prompt: 'Four' } })).status).toBe(429);
  // 404 of the job and 409 come before the limit.
  expect((await call('messageAgentJob', { ...other, body: { prompt: 'Four' } })).status).toBe(404);
  await call('archiveAgentJob', { ...other, id });
  expect((await call('messageAgentJob', { ...other, id, body: { prompt: 'Four' } })).status).toBe(409);
});

it('replays the answer to the same idempotency key, and refuses the key for another body', async () => {
  const headers = { 'idempotency-key': 'nightly-1' };
  const first = await create({ headers });
  const again = await call('createAgentJob', { headers, body: { prompt: 'Fix the links' } });
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(((await again.json()) as AgentJob).id).toBe(first.id);
  expect((await call('createAgentJob', { headers, body: { prompt: 'Something else' } })).status).toBe(422);
  // Also of another operation, and of another job.
  expect((await call('messageAgentJob', { headers, id: first.id, body: { prompt: 'Fix the links' } })).status).toBe(
    422,
  );
});

it('tells what jobs have cost in the month', async () => {
  const response = await call('getAgentCost');
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ dollars: 0 });
});

it('has reached every status that the document promises', () => {
  // 500 and 503 belong to no operation: the tests of the HTTP application reach them.
  const promised = [...operations].map(([operation, { responses }]) => [
    operation,
    Object.keys(responses).filter((status) => !['500', '503'].includes(status)),
  ]);
  expect(promised.map(([operation]) => [operation, [...(reached.get(operation as Operation) ?? [])].sort()])).toEqual(
    promised,
  );
});
