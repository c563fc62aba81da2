import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../src/config/config.ts';
import type { Role } from '../src/contract/account.ts';
import { silentLogger } from '../src/kernel/logger.ts';
import { openApplication, type Application } from '../src/main.ts';
import { temporaryFolder } from './git-fixture.ts';

const publicUrl = 'http://docwright.test';
type Access = Role | 'everybody';

/** Who may do what below `/api/dashboard`, route by route. A route that is not listed here fails the test. */
const dashboardAccess: Readonly<Record<string, Access>> = {
  'GET /session': 'everybody',
  'POST /session': 'everybody',
  'DELETE /session': 'viewer',
  'GET /sign-in': 'everybody',
  'POST /oidc/start': 'everybody',
  'POST /oidc/connect': 'viewer',
  'POST /oidc/finish': 'everybody',
  'POST /invitations/inspect': 'everybody',
  'POST /invitations/accept': 'everybody',
  'POST /password-resets': 'everybody',
  'POST /password-resets/inspect': 'everybody',
  'POST /password-resets/use': 'everybody',
  'PATCH /account': 'viewer',
  'GET /sessions': 'viewer',
  'DELETE /sessions/{sessionId}': 'viewer',
  'GET /members': 'viewer',
  'PATCH /members/{memberId}': 'owner',
  'DELETE /members/{memberId}': 'owner',
  'GET /invitations': 'owner',
  'POST /invitations': 'owner',
  'DELETE /invitations/{invitationId}': 'owner',
  'GET /audit-log': 'owner',
  'GET /operations': 'owner',
  'POST /examinations': 'owner',
  'PUT /model-keys/{provider}': 'owner',
  'GET /mail-server': 'owner',
  'PUT /mail-server': 'owner',
  'DELETE /mail-server': 'owner',
  'POST /mail-server/test': 'owner',
  'GET /github-app': 'owner',
  'POST /github-app': 'owner',
  'DELETE /github-app': 'owner',
  'POST /checks/model': 'owner',
  'GET /projects': 'viewer',
  'POST /projects': 'owner',
  'PATCH /projects/{projectId}': 'owner',
  'DELETE /projects/{projectId}': 'owner',
  'GET /projects/{projectId}/secrets': 'owner',
  'PUT /projects/{projectId}/secrets/{name}': 'owner',
  'POST /projects/{projectId}/webhook': 'owner',
  'DELETE /projects/{projectId}/webhook': 'owner',
  'POST /projects/{projectId}/checks/{check}': 'owner',
  'GET /projects/{projectId}/instructions': 'viewer',
  'GET /projects/{projectId}/changes': 'viewer',
  'GET /projects/{projectId}/pull-requests': 'viewer',
  'GET /projects/{projectId}/pull-requests/{number}': 'viewer',
  'GET /projects/{projectId}/pull-requests/{number}/checks': 'viewer',
  'GET /projects/{projectId}/pull-requests/{number}/diff': 'viewer',
  'POST /projects/{projectId}/pull-requests/{number}/{action}': 'editor',
  'GET /projects/{projectId}/keys': 'editor',
  'POST /projects/{projectId}/keys': 'owner',
  'DELETE /projects/{projectId}/keys/{keyId}': 'owner',
  'POST /oauth/consent': 'viewer',
  'POST /oauth/decision': 'viewer',
  'GET /grants': 'viewer',
  'GET /projects/{projectId}/grants': 'editor',
  'DELETE /grants/{grantId}': 'viewer',
  'GET /server': 'viewer',
};
const ranks: readonly Access[] = ['everybody', 'viewer', 'editor', 'owner'];

let application: Application;
let projectId: string;
let folder: ReturnType<typeof temporaryFolder>;
const memberIds = new Map<Access, string>();

beforeAll(async () => {
  folder = temporaryFolder();
  const config = readConfig({ DOCWRIGHT_DATA_DIR: folder.path, DOCWRIGHT_WORKERS: '0' });
  application = await openApplication({ config, publicUrl, logger: silentLogger });
  const { accounts, projects } = application;
  const setUpLink = (await accounts.setUpLink(publicUrl)) ?? '';
  const join = (token: string, role: Role) =>
    accounts.invitations.accept({ token, name: role, email: `${role}@example.org`, password: 'correct horse battery' });
  memberIds.set('owner', (await join(new URL(setUpLink).hash.slice(1), 'owner')).id);
  for (const role of ['editor', 'viewer'] as const) {
    const { token } = await accounts.invitations.create({ role, by: 'test' });
    memberIds.set(role, (await join(token, role)).id);
  }
  const project = { name: 'Docs', repositoryUrl: 'https://github.com/acme/docs' };
  projectId = (await projects.create(project, 'test')).id;
});
afterAll(async () => {
  await application.close();
  folder.remove();
});

/** The status of one request by somebody of that role, each with a session of its own. */
async function statusFor(access: Access, method: string, path: string): Promise<number> {
  const memberId = memberIds.get(access);
  const token = memberId && (await application.accounts.sessions.start({ memberId, browser: 'test' }));
  const headers = {
    'content-type': 'application/json',
    'x-docwright-dashboard': '1',
    'sec-fetch-site': 'same-origin',
    ...(token === undefined ? {} : { cookie: `docwright_session=${token}` }),
  };
  const body = method === 'GET' ? {} : { body: '{}' };
  const response = await application.http.request(path, { method, headers, ...body });
  await response.body?.cancel();
  return response.status;
}

function operations(): { method: string; path: string }[] {
  const document = application.http.getOpenAPI31Document({ openapi: '3.1.0', info: { title: '', version: '' } });
  return Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.keys(methods as object).map((method) => ({ method: method.toUpperCase(), path })),
  );
}

const refusals = [401, 403];

async function expectAccess(method: string, path: string, needed: Access): Promise<void> {
  for (const [rank, access] of ranks.entries()) {
    const status = await statusFor(access, method, path);
    const isAllowed = rank >= ranks.indexOf(needed);
    const expected = isAllowed ? 'let in' : access === 'everybody' ? 'refused with 401' : 'refused with 403';
    const outcome = refusals.includes(status) ? `refused with ${status}` : 'let in';
    expect(`${method} ${path} by ${access}: ${outcome}`).toBe(`${method} ${path} by ${access}: ${expected}`);
  }
}

it('lets each role do in the dashboard what it may, and no more, on every route', async () => {
  const prefix = '/api/dashboard';
  const routes = operations().filter(({ path }) => path.startsWith(prefix));
  const names = routes.map(({ method, path }) => `${method} ${path.slice(prefix.length)}`);
  expect(names.sort()).toEqual(Object.keys(dashboardAccess).sort());
  for (const [name, needed] of Object.entries(dashboardAccess)) {
    const [method = '', path = ''] = name.split(' ');
    // Nothing has these ids: whoever is let in changes nothing. A sign-in with an empty body is refused as invalid.
    await expectAccess(
      method,
      prefix +
        path
          .replace('{check}', 'model')
          .replace('{action}', 'merge')
          .replaceAll(/\{\w+\}/g, 'none'),
      needed,
    );
  }
});

/** Read by those who may change them: they name addresses, and say who else sees the numbers. */
const listsOfEditors = ['share-links', 'weekly-mail'].map((name) => `/v1/analytics/{projectId}/${name}`);

it('lets viewers only read through the endpoints that keys use', async () => {
  // A webhook is signed by the code host and knows no keys.
  const routes = operations().filter(({ path }) => /^\/v\d\/(?!webhooks)/.test(path) && path.includes('{projectId}'));
  expect(routes.length).toBeGreaterThan(15);
  for (const { method, path } of routes) {
    const filled = path
      .replace('{projectId}', projectId)
      .replace('{format}', 'vercel')
      .replaceAll(/\{\w+\}/g, 'none');
    await expectAccess(method, filled, method === 'GET' && !listsOfEditors.includes(path) ? 'viewer' : 'editor');
  }
});
