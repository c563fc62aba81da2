import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRoute } from '@hono/zod-openapi';
import type { Operations } from '../contract/operations.ts';
import { codeHostsIn } from '../codehost/code-hosts.fixture.ts';
import { openMigratedDatabase } from '../db/migrated-database.fixture.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import { createHttpApp, type HttpApp } from '../http/create-http-app.ts';
import { requireAccess } from '../http/require-access.ts';
import { defineError } from '../kernel/app-error.ts';
import { createManualClock, duration, type ManualClock } from '../kernel/clock.ts';
import { silentLogger } from '../kernel/logger.ts';
import { createSecretBox } from '../kernel/secret-box.ts';
import { memberActor } from '../audit-log/record-audit.ts';
import { createProjects } from '../projects/projects.ts';
import { createReviewPullRequests } from '../projects/review-pull-requests.ts';
import { ProjectNotFound } from '../projects/errors.ts';
import { createAccounts, type Accounts } from '../accounts/accounts.ts';
import { createOAuth } from '../oauth/oauth.ts';
import { noteBackup } from '../data-directory/last-backup.ts';
import { addDashboardApi } from './dashboard-api.ts';
import { streamLimits } from './stream-room.ts';
import { createReadOperations } from './read-operations.ts';
import { createSessionAuthenticator } from './session-authenticator.ts';
import { createSessionCookie } from './session-cookie.ts';

const publicUrl = 'https://docs.example.org';
const dashboard = { 'x-docwright-dashboard': '1', 'sec-fetch-site': 'same-origin' };
const password = 'correct horse battery';
let folder: string;
let db: DatabaseConnection;
let accounts: Accounts;
let clock: ManualClock;
let app: HttpApp;
const MailRefused = defineError(
  { code: 'mail_not_sent', status: 502, title: 'Mail not accepted', remedy: 'Check it.' },
  (reason: string) => reason,
);

let session: string;
let mailed: string[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docwright-routes-'));
  db = await openMigratedDatabase(join(folder, 'main.sqlite'));
  clock = createManualClock(Date.parse('2026-01-01T00:00:00Z'));
  const secretBox = createSecretBox(Buffer.alloc(32));
  mailed = [];
  const notices = {
    canSend: () => Promise.resolve(true),
    send: ({ to }: { to: string }) =>
      to === 'gone@example.org'
        ? Promise.reject(new MailRefused('550 No such mailbox'))
        : Promise.resolve(void mailed.push(to)),
  };
  accounts = createAccounts({ db, clock, logger: silentLogger, secretBox, publicUrl, notices });
  const cookie = createSessionCookie({ publicUrl });
  app = createHttpApp({ logger: silentLogger, clock, trustedProxies: [] });
  addDashboardApi(app, {
    db,
    accounts,
    cookie,
    publicUrl,
    clock,
    oauth: createOAuth({ db, clock, deletionTime: () => undefined, publicUrl, clientDocuments: true }),
    projects: createProjects({
      publicUrl: 'http://docwright.test',
      forgetVisits: () => Promise.resolve(),
      sandbox: { requireAvailable: () => Promise.resolve() },
      db,
      clock,
      secretBox,
      codeHosts: codeHostsIn(join(folder, 'data')),
      logger: silentLogger,
    }),
    doctor: {
      tryProject: {
        repository: ({ name }) =>
          Promise.resolve({ ok: true, message: `Can push to ${name}.`, remedy: null, facts: [] }),
        model: () => Promise.resolve({ ok: false, message: 'No answer.', remedy: 'Set the key.', facts: [] }),
        visitors: () => Promise.resolve({ ok: true, message: 'Readers are told apart.', remedy: null, facts: [] }),
        commands: () => Promise.resolve({ ok: true, message: 'They can run.', remedy: null, facts: [] }),
      },
      tryServerModel: () => Promise.resolve({ ok: true, message: 'It answers.', remedy: null, facts: [] }),
      examine: () => Promise.resolve([{ name: 'disk', state: 'ok', message: 'There is room.', remedy: null }]),
    },
    // Proved in test/pull-requests.test.ts, on real repositories.
    pullRequests: createReviewPullRequests({
      db,
      clock,
      connect: (projectId) => Promise.reject(new ProjectNotFound(projectId)),
      jobs: {
        findByPullRequests: () => Promise.resolve(new Map()),
        recordPullRequestState: () => Promise.resolve(undefined),
      },
    }),
    readInstructions: (projectId) =>
      Promise.resolve({
        paths: ['AGENTS.md'],
        found: { path: 'AGENTS.md', text: projectId },
        baseBranch: 'main',
        editUrl: null,
      }),
    followProject: () => Promise.resolve({ send: () => Promise.resolve('nothing'), changed: aborted }),
    draining: new AbortController().signal,
    readOperations: createReadOperations({
      version: '1.0.0',
      dataDirectory: folder,
      clock,
      trustedTime: {
        read: () =>
          Promise.resolve({
            ...{ verdict: 'jumped', now: Date.UTC(2029, 0), trusted: Date.UTC(2026, 0) },
            ...{ remaining: duration.day, witness: undefined },
          }),
      },
      backup: {
        ...{ to: '/srv/backups', everyMilliseconds: duration.day, keep: 14, isIncremental: false },
        passphrase: 'correct horse battery',
      },
    }),
    codeHosts: [],
    models: { available: ['scripted/demo'], readKeys: () => Promise.resolve({ default: 'scripted/demo', keys: [] }) },
  });
  const authenticator = createSessionAuthenticator({ db, sessions: accounts.sessions, cookie, publicUrl });
  for (const method of ['get', 'post'] as const) {
    app.openapi(
      createRoute({
        method,
        path: '/v2/{projectId}/job',
        middleware: [requireAccess(authenticator, method === 'get' ? 'agent:read' : 'agent:write')] as const,
        responses: { 200: { description: 'ok' } },
      }),
      (context) => context.text(context.var.principal.actor),
    );
  }
  const token = (await accounts.setUpLink(publicUrl))!.split('#')[1];
  session = cookieOf(
    await send(
      'POST',
      '/invitations/accept',
      { token, name: 'Ada', email: 'ada@example.org', password },
      { cookie: '' },
    ),
  );
});
afterEach(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true });
});

function send(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Response> {
  // Entries of the audit log are ordered by time.
  clock.advance(1);
  return Promise.resolve(
    app.request(path.startsWith('/v2') ? path : `/api/dashboard${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json', cookie: session, ...dashboard, ...headers },
    }),
  );
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => {
      resolve();
    });
  });
}

function cookieOf(response: Response): string {
  const cookie = response.headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(/^__Host-docwright_session=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  return cookie.split(';')[0]!;
}

async function signUpAs(role: 'editor' | 'viewer'): Promise<string> {
  const owner = (await accounts.members.list())[0]!;
  const { token } = await accounts.invitations.create({ role, by: memberActor(owner.id) });
  const body = { token, name: role, email: `${role}@example.org`, password };
  return cookieOf(await send('POST', '/invitations/accept', body, { cookie: '' }));
}

async function createProject(): Promise<string> {
  const body = { name: 'Docs', codeHost: 'github', repositoryUrl: 'https://github.com/acme/docs' };
  const response = await send('POST', '/projects', body);
  expect(response.status).toBe(201);
  return ((await response.json()) as { project: { id: string } }).project.id;
}

it('names a repository that the server keeps, and not where it lies', async () => {
  const source = join(folder, 'source');
  mkdirSync(source);
  writeFileSync(join(source, 'index.md'), '# Docs\n');
  const made = (await (await send('POST', '/projects', { name: 'Acme docs', repositoryUrl: source })).json()) as {
    project: { id: string; repositoryUrl: string };
  };
  expect(made.project.repositoryUrl).toBe('local:acme-docs');
  const again = await send('PATCH', `/projects/${made.project.id}`, { name: 'Docs', repositoryUrl: 'local:acme-docs' });
  expect(await again.json()).toMatchObject({ project: { name: 'Docs', repositoryUrl: 'local:acme-docs' } });
  expect(await (await send('GET', '/projects')).text()).not.toContain(folder);
});

it('changes a project only for the version that `If-Match` names, if it names one', async () => {
  const id = await createProject();
  const list = await (await send('GET', '/projects')).json();
  const { updatedAt } = (list as { projects: { updatedAt: string }[] }).projects[0]!;
  const versions: [header: string | undefined, status: number, code?: string][] = [
    ['W/"1"', 400, 'invalid_request'],
    ['"2026-13-45T99:99:99Z"', 400, 'invalid_request'],
    ['"2020-01-01T00:00:00.000Z"', 412, 'project_changed'],
    [`"${updatedAt}"`, 200],
    [`"${updatedAt}"`, 412, 'project_changed'],
    [undefined, 200],
  ];
  for (const [version, status, code] of versions) {
    const headers = version === undefined ? {} : { 'if-match': version };
    const response = await send('PATCH', `/projects/${id}`, { baseBranch: `for ${version}` }, headers);
    const { type } = (await response.json()) as { type?: string };
    expect([version, response.status, type?.split('/').at(-1)]).toEqual([version, status, code]);
  }
});

it('leaves no repository behind when a project cannot be created', async () => {
  await createProject();
  const source = join(folder, 'source');
  mkdirSync(source);
  writeFileSync(join(source, 'index.md'), '# Docs\n');
  const wanted = { name: 'Docs', repositoryUrl: source };
  expect((await send('POST', '/projects', wanted)).status).toBe(409);
  expect(
    (await send('POST', '/projects', { ...wanted, name: 'Other', baseBranch: 'nowhere', check: true })).status,
  ).toBe(422);
  expect(existsSync(join(folder, 'data', 'repositories')) && readdirSync(join(folder, 'data', 'repositories'))).toEqual(
    [],
  );
  expect((await send('POST', '/projects', { ...wanted, name: 'Other', check: true })).status).toBe(201);
  expect(readdirSync(join(folder, 'data', 'repositories'))).toEqual(['other.git']);
});

it('signs out and in again', async () => {
  expect(await (await send('GET', '/session')).json()).toMatchObject({ member: { name: 'Ada', role: 'owner' } });
  expect((await send('DELETE', '/session')).status).toBe(204);
  expect(await (await send('GET', '/session')).json()).toEqual({ member: null });
  expect((await send('GET', '/members')).status).toBe(401);
  const response = await send('POST', '/session', { email: 'ada@example.org', password });
  session = cookieOf(response);
  expect((await send('GET', '/members')).status).toBe(200);
});

it.each([
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['a neighbouring subdomain', { 'sec-fetch-site': 'same-site' }],
  ['a form without the header', { 'x-docwright-dashboard': undefined }],
  ['an old browser on another origin', { 'sec-fetch-site': undefined, origin: 'https://evil.example' }],
  ['neither origin nor fetch metadata', { 'sec-fetch-site': undefined }],
])('refuses a change from %s', async (_name, changed) => {
  const projectId = await createProject();
  const headers = new Headers({ 'content-type': 'application/json', cookie: session, ...dashboard });
  for (const [name, value] of Object.entries(changed)) {
    if (value === undefined) headers.delete(name);
    else headers.set(name, value);
  }
  const attempt = (path: string) => app.request(path, { method: 'POST', headers, body: '{"role":"owner"}' });
  expect((await attempt('/api/dashboard/invitations')).status).toBe(403);
  expect((await attempt('/api/dashboard/session')).status).toBe(403);
  expect((await attempt(`/v2/${projectId}/job`)).status).toBe(401);
  headers.set('sec-fetch-site', 'none');
  expect((await app.request(`/v2/${projectId}/job`, { headers })).status).toBe(200);
});

it('accepts the page of an old browser by its origin', async () => {
  const headers = {
    'content-type': 'application/json',
    cookie: session,
    'x-docwright-dashboard': '1',
    origin: publicUrl,
  };
  const body = '{"role":"viewer"}';
  expect((await app.request('/api/dashboard/invitations', { method: 'POST', headers, body })).status).toBe(201);
});

it('gives each role what it may do and no more', async () => {
  const projectId = await createProject();
  const viewer = { cookie: await signUpAs('viewer') };
  const editor = { cookie: await signUpAs('editor') };
  const status = async (...request: Parameters<typeof send>) => (await send(...request)).status;
  expect(await status('GET', `/v2/${projectId}/job`, undefined, viewer)).toBe(200);
  expect(await status('POST', `/v2/${projectId}/job`, undefined, viewer)).toBe(403);
  expect(await status('POST', `/v2/${projectId}/job`, undefined, editor)).toBe(200);
  expect(await status('GET', '/v2/prj_other/job', undefined, editor)).toBe(404);
  expect(await status('GET', `/projects/${projectId}/keys`, undefined, viewer)).toBe(403);
  expect(await status('GET', `/projects/${projectId}/keys`, undefined, editor)).toBe(200);
  for (const request of [
    ['POST', `/projects/${projectId}/keys`, { name: 'key' }],
    ['PATCH', `/projects/${projectId}`, { repositoryUrl: 'https://github.com/acme/elsewhere' }],
    ['PUT', `/projects/${projectId}/secrets/code-host-token`, { value: 'x' }],
    ['GET', `/projects/${projectId}/secrets`],
    ['POST', `/projects/${projectId}/webhook`],
    ['DELETE', `/projects/${projectId}/webhook`],
    ['DELETE', `/projects/${projectId}`],
    ['POST', '/invitations', { role: 'owner' }],
    ['GET', '/audit-log'],
  ] as const) {
    expect(await status(request[0], request[1], request[2], editor)).toBe(403);
  }
});

it('tells owners alone where the data of the server lies', async () => {
  vi.stubEnv('DOCWRIGHT_DATA_DIR', '/srv/docwright-data');
  const commandFor = async (cookie: string) => await (await send('GET', '/server', undefined, { cookie })).json();
  expect(await commandFor(session)).toHaveProperty(
    'command',
    expect.stringMatching(/^DOCWRIGHT_DATA_DIR=\/srv\/docwright-data /),
  );
  for (const role of ['editor', 'viewer'] as const) {
    expect(await commandFor(await signUpAs(role))).toHaveProperty('command', 'docwright');
  }
  vi.unstubAllEnvs();
});

it('keeps projects, secrets and keys, and writes down who changed what', async () => {
  const projectId = await createProject();
  await send('PATCH', '/account', { name: 'Ada' });
  const elsewhere = cookieOf(await send('POST', '/session', { email: 'ada@example.org', password }, { cookie: '' }));
  await send('DELETE', '/session', undefined, { cookie: elsewhere });
  await send('PATCH', `/projects/${projectId}`, { docsFolder: 'docs' });
  await send('PUT', `/projects/${projectId}/secrets/code-host-token`, { value: 'ghp_secret' });
  expect(await (await send('GET', `/projects/${projectId}/secrets`)).json()).toEqual({ names: ['code-host-token'] });
  const created = await send('POST', `/projects/${projectId}/keys`, { name: 'CI' });
  const { key, apiKey } = (await created.json()) as { key: string; apiKey: { id: string } };
  const list = await (await send('GET', `/projects/${projectId}/keys`)).text();
  expect(list).toContain('"name":"CI"');
  expect(list).not.toContain(key);
  expect((await send('DELETE', `/projects/prj_other/keys/${apiKey.id}`)).status).toBe(404);
  expect((await send('DELETE', `/projects/${projectId}/keys/${apiKey.id}`)).status).toBe(204);
  const check = await send('POST', `/projects/${projectId}/checks/repository`, {});
  expect(await check.json()).toMatchObject({ ok: true, message: 'Can push to Docs.' });
  const log = await (await send('GET', '/audit-log')).text();
  expect(log).not.toContain('ghp_secret');
  const { entries } = JSON.parse(log) as { entries: { actor: string; action: string }[] };
  expect(entries.map(({ action }) => action)).toEqual([
    'key.revoke',
    'key.create',
    'project.secret.set',
    'project.update',
    'session.end',
    'session.start',
    'member.rename',
    'project.create',
    'member.join',
  ]);
  expect(new Set(entries.map(({ actor }) => actor))).toEqual(new Set(['Ada', 'set-up link']));
});

it('makes a webhook secret that is shown once, and forgets it', async () => {
  const projectId = await createProject();
  const created = (await (await send('POST', `/projects/${projectId}/webhook`)).json()) as {
    url: string;
    secret: string;
  };
  expect(created).toMatchObject({ url: `http://docwright.test/v1/webhooks/github/${projectId}` });
  const names = async () => (await send('GET', `/projects/${projectId}/secrets`)).json();
  expect(await names()).toEqual({ names: ['webhook'] });
  expect((await send('DELETE', `/projects/${projectId}/webhook`)).status).toBe(204);
  expect(await names()).toEqual({ names: [] });
  expect(await (await send('GET', '/audit-log')).text()).not.toContain(created.secret);
});

it('changes the password and thereby ends the other sessions', async () => {
  const elsewhere = cookieOf(await send('POST', '/session', { email: 'ada@example.org', password }, { cookie: '' }));
  const { sessions } = (await (await send('GET', '/sessions')).json()) as { sessions: unknown[] };
  expect(sessions).toHaveLength(2);
  const wrong = await send('PATCH', '/account', { currentPassword: 'wrong', newPassword: 'another password' });
  expect(await wrong.json()).toMatchObject({ status: 403, details: [{ field: 'currentPassword' }] });
  await send('PATCH', '/account', { currentPassword: password, newPassword: 'another password' });
  expect((await send('GET', '/members', undefined, { cookie: elsewhere })).status).toBe(401);
  expect((await send('GET', '/members')).status).toBe(200);
});

it('disconnects the clients of a member whose password changes', async () => {
  const projectId = await createProject();
  const id = `client_${'0'.repeat(26)}`;
  const redirectUri = 'http://localhost/callback';
  const client = {
    id,
    name: 'Editor',
    redirect_uris: JSON.stringify([redirectUri]),
    created_at: 0,
    connected_at: null,
  };
  await db.insertInto('oauth_clients').values(client).execute();
  const query = `client_id=${id}&redirect_uri=${redirectUri}&response_type=code&code_challenge_method=S256`;
  const request = Buffer.from(`${query}&code_challenge=${'x'.repeat(43)}`).toString('base64url');
  const grant = { projectId, scopes: ['agent:read'] };
  const grants = () => db.selectFrom('oauth_grants').select('member_id').execute();
  const changes = [
    () => send('PATCH', '/account', { currentPassword: password, newPassword: 'another password' }),
    async () => {
      const token = await accounts.passwordResets.create({ email: 'ada@example.org', by: 'cli' });
      await accounts.passwordResets.use({ token, password });
    },
  ];
  for (const change of changes) {
    expect((await send('POST', '/oauth/decision', { request, grant })).status).toBe(200);
    expect(await grants()).toHaveLength(1);
    await change();
    expect(await grants()).toEqual([]);
  }
});

it('tells owners, and nobody else, when the last backup was made, and when one is missing', async () => {
  const backups = async () => ((await (await send('GET', '/operations')).json()) as Operations).backups;
  const schedule = { to: '/srv/backups', everyHours: 24, keep: 14, isIncremental: false, hasKey: true };
  expect(await backups()).toEqual({ schedule, lastSuccess: null, failure: null, isOverdue: true });

  const at = () => new Date(clock.now()).toISOString();
  const success = { at: at(), place: '/srv/backups/a.tar.zst', bytes: 9, views: 3, seconds: 1 };
  await noteBackup(folder, { success });
  expect(await backups()).toMatchObject({ lastSuccess: success, failure: null, isOverdue: false });
  clock.advance(2 * duration.day);
  await noteBackup(folder, { failure: { at: at(), message: 'no room' } });
  expect(await backups()).toMatchObject({ lastSuccess: success, failure: { message: 'no room' }, isOverdue: true });
  await noteBackup(folder, { success: { ...success, at: at() } });
  expect(await backups()).toMatchObject({ failure: null, isOverdue: false });

  const { token } = await accounts.invitations.create({ role: 'editor', by: 'cli' });
  const grace = { token, name: 'Grace', email: 'grace@example.org', password };
  const editor = cookieOf(await send('POST', '/invitations/accept', grace, { cookie: '' }));
  expect((await send('GET', '/operations', undefined, { cookie: editor })).status).toBe(403);

  const examined = await send('POST', '/examinations');
  expect(await examined.json()).toMatchObject({ diagnoses: [{ name: 'disk', state: 'ok' }] });
  expect((await send('POST', '/examinations', undefined, { cookie: editor })).status).toBe(403);
});

it('sends a test mail by the stored mail server, a few an hour, and says what the server answered', async () => {
  const test = (address: string) => send('POST', '/mail-server/test', { address });
  expect((await test('ada@example.org')).status).toBe(409);
  const server = { host: 'mail.example.com', port: 587, encryption: 'starttls', user: null, from: 'docs@example.org' };
  expect((await send('PUT', '/mail-server', { ...server, host: 'smtp://mail.example.com' })).status).toBe(400);
  expect((await send('PUT', '/mail-server', server)).status).toBe(204);
  expect([(await test('ada@example.org')).status, mailed]).toEqual([204, ['ada@example.org']]);
  const refused = await test('gone@example.org');
  expect([refused.status, await refused.text()]).toEqual([502, expect.stringContaining('550 No such mailbox')]);
  for (let sent = 2; sent < 10; sent += 1) expect((await test('ada@example.org')).status).toBe(204);
  expect((await test('ada@example.org')).status).toBe(429);
  expect(mailed).toHaveLength(9);
});

it('lets each member follow a project on so many pages, and on another once one is left', async () => {
  const projectId = await createProject();
  const open: Response[] = [];
  const follow = async (headers = {}) => {
    const response = await send('GET', `/projects/${projectId}/changes`, undefined, headers);
    open.push(response);
    return response.status;
  };
  for (let page = 0; page < streamLimits.perMember; page += 1) expect(await follow()).toBe(200);
  expect(await follow()).toBe(429);
  expect(await follow({ cookie: await signUpAs('viewer') })).toBe(200);
  await open[0]?.body?.cancel();
  await expect.poll(() => follow()).toBe(200);
  for (const { body } of open.slice(1)) await body?.cancel();
});
