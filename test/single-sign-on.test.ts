import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { readConfig } from '../src/config/config.ts';
import { openMigratedDatabase } from '../src/db/migrated-database.fixture.ts';
import { silentLogger } from '../src/kernel/logger.ts';
import { openApplication, type Application } from '../src/main.ts';
import { temporaryFolder } from './git-fixture.ts';
import { freePort } from './free-port.ts';
import { client, startIdentityProvider, type RunningIdentityProvider } from './identity-provider.ts';

const publicUrl = 'http://docwright.test';
const callback = `${publicUrl}/sign-in/callback`;
const password = 'correct horse battery';
let provider: RunningIdentityProvider;
let folder: ReturnType<typeof temporaryFolder>;
let application: Application;

beforeAll(async () => {
  provider = await startIdentityProvider(callback);
  const person = (email: string, verified?: unknown) => ({ email, email_verified: verified, name: `Name of ${email}` });
  for (const name of ['ada', 'grace']) provider.people.set(name, person(`${name}@example.org`, true));
  provider.people.set('cora', person('Cora@Company.example', true));
  provider.people.set('mallory', person('mallory@company.example', false));
  provider.people.set('silent', person('silent@company.example'));
  provider.people.set('nobody', {});
  provider.people.set('other-ada', person('ada@example.org', true));
});
afterAll(() => provider.close());
beforeEach(async () => {
  folder = temporaryFolder();
  provider.tamper = undefined;
  application = await open({});
});
afterEach(async () => {
  await application.close();
  folder.remove();
});

function open(changes: Record<string, string>): Promise<Application> {
  const config = readConfig({
    DOCWRIGHT_DATA_DIR: join(folder.path, 'data'),
    DOCWRIGHT_WORKERS: '0',
    DOCWRIGHT_OIDC_ISSUER: provider.issuer,
    DOCWRIGHT_OIDC_CLIENT_ID: client.id,
    DOCWRIGHT_OIDC_CLIENT_SECRET: client.secret,
    DOCWRIGHT_OIDC_EMAIL_DOMAINS: 'company.example',
    ...changes,
  });
  return openApplication({ config, publicUrl, logger: silentLogger, openDatabase: openMigratedDatabase });
}

async function reopen(changes: Record<string, string>): Promise<void> {
  await application.close();
  application = await open(changes);
}

/** What a browser keeps, by name, for one server. */
type Jar = Map<string, string>;

function keep(jar: Jar, response: Response): void {
  for (const line of response.headers.getSetCookie()) {
    const [pair = ''] = line.split(';');
    const name = pair.slice(0, pair.indexOf('='));
    if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name);
    else jar.set(name, pair.slice(name.length + 1));
  }
}

const cookies = (jar: Jar) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

async function post(jar: Jar, path: string, body: object = {}): Promise<Response> {
  const headers = {
    'content-type': 'application/json',
    'x-docwright-dashboard': '1',
    'sec-fetch-site': 'same-origin',
    cookie: cookies(jar),
  };
  const request = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await application.http.request(`/api/dashboard${path}`, request);
  keep(jar, response);
  return response;
}

/** Walks from our server through the login and consent pages of the provider, and stops before it comes back to us. */
async function walk(jar: Jar, person: string, path = '/oidc/start', body: object = {}): Promise<string> {
  const start = await post(jar, path, body);
  expect(start.status).toBe(200);
  const { url } = (await start.json()) as { url: string };
  const providerJar: Jar = new Map();
  let at = url;
  for (let hop = 0; hop < 20 && !at.startsWith(callback); hop += 1) {
    const page = await fetch(at, { headers: { cookie: cookies(providerJar) }, redirect: 'manual' });
    keep(providerJar, page);
    const target = page.headers.get('location');
    if (target !== null) {
      at = new URL(target, at).href;
      continue;
    }
    const prompt = (await page.text()).includes('value="login"') ? 'login' : 'consent';
    const form = new URLSearchParams({ prompt, login: person, password: 'any' });
    const answer = await fetch(at, {
      method: 'POST',
      headers: { cookie: cookies(providerJar) },
      body: form,
      redirect: 'manual',
    });
    keep(providerJar, answer);
    at = new URL(answer.headers.get('location') ?? '', at).href;
  }
  expect(at.startsWith(callback)).toBe(true);
  return new URL(at).search;
}

const finish = (jar: Jar, query: string) => post(jar, '/oidc/finish', { query });

async function enter(person: string, path?: string, body?: object, jar: Jar = new Map()) {
  const response = await finish(jar, await walk(jar, person, path, body));
  return { jar, response, answer: (await response.json()) as { type?: string; detail?: string; member: object } };
}

async function whoIs(jar: Jar): Promise<unknown> {
  const response = await application.http.request('/api/dashboard/session', { headers: { cookie: cookies(jar) } });
  return ((await response.json()) as { member: unknown }).member;
}

async function setUpToken(): Promise<string> {
  return new URL((await application.accounts.setUpLink(publicUrl)) ?? '').hash.slice(1);
}

const asOwner = async () => enter('ada', '/oidc/start', { invitation: await setUpToken() });

async function asOwnerWithPassword(jar: Jar): Promise<void> {
  const body = { token: await setUpToken(), name: 'Ada', email: 'ada@example.org', password };
  expect((await post(jar, '/invitations/accept', body)).status).toBe(200);
}

async function actions(jar: Jar): Promise<string[]> {
  const response = await application.http.request('/api/dashboard/audit-log', { headers: { cookie: cookies(jar) } });
  const { entries } = (await response.json()) as { entries: { action: string; target: string }[] };
  return entries.map(({ action, target }) => `${action} ${target}`);
}

it('makes the first owner by the set-up link, who then signs in without it', async () => {
  const { jar, answer } = await asOwner();
  const ada = { email: 'ada@example.org', role: 'owner', signsInBy: ['identity_provider'] };
  expect(answer).toMatchObject({ member: ada, next: '/' });
  expect(await whoIs(jar)).toMatchObject(ada);
  expect(await application.accounts.setUpLink(publicUrl)).toBeUndefined();
  const again = await enter('ada', '/oidc/start', { next: '/members' });
  expect(again.answer).toMatchObject({ member: ada, next: '/members' });
  expect(await actions(jar)).toEqual(['session.start ada@example.org', 'member.join ada@example.org']);
});

it('lets in who was invited and who has a verified address of the domain, and nobody else', async () => {
  const { jar } = await asOwner();
  const invited = (await (await post(jar, '/invitations', { role: 'editor' })).json()) as { link: string };
  const grace = await enter('grace', '/oidc/start', { invitation: invited.link.split('#')[1] });
  expect(grace.answer.member).toMatchObject({ email: 'grace@example.org', role: 'editor' });
  const cora = await enter('cora');
  expect(cora.answer.member).toMatchObject({ email: 'cora@company.example', role: 'viewer' });
  const outcomes = await Promise.all(['mallory', 'silent', 'nobody'].map((person) => enter(person)));
  expect(outcomes.map(({ answer }) => answer.type)).toEqual(Array(3).fill('/problems/email_not_verified'));
  provider.people.set('stranger', { email: 'stranger@elsewhere.example', email_verified: true });
  const stranger = await enter('stranger');
  expect(stranger.answer).toMatchObject({ status: 403, type: '/problems/not_a_member' });
  expect(stranger.answer.detail).toContain('stranger@elsewhere.example');
  expect(await whoIs(stranger.jar)).toBeNull();
  expect(await application.accounts.members.list()).toHaveLength(3);
});

it('keeps an account for who it was connected to, also when the address moves on to somebody else', async () => {
  await asOwner();
  expect((await enter('other-ada')).answer.type).toBe('/problems/identity_taken');
});

it('leads nobody into an account with a password, until its member has connected it', async () => {
  const jar: Jar = new Map();
  await asOwnerWithPassword(jar);
  expect((await enter('ada')).answer.type).toBe('/problems/account_not_connected');
  const connected = await enter('ada', '/oidc/connect', {}, jar);
  expect(connected.answer).toMatchObject({ next: '/account' });
  expect((await enter('ada')).answer.member).toMatchObject({ signsInBy: ['password', 'identity_provider'] });
  const cora = await enter('cora');
  expect((await enter('ada', '/oidc/connect', {}, cora.jar)).answer.type).toBe('/problems/identity_taken');
  // Somebody else sits down at the browser, after its member signed out but had begun to connect.
  const query = await walk(jar, 'grace', '/oidc/connect');
  const left = new Map([...jar].filter(([name]) => name === 'docwright_oidc'));
  expect(await (await finish(left, query)).json()).toMatchObject({ type: '/problems/sign_in_interrupted' });
  expect((await enter('grace')).answer.type).toBe('/problems/not_a_member');
});

it('connects by the verified address where passwords are off, and then takes the password away', async () => {
  const jar: Jar = new Map();
  await asOwnerWithPassword(jar);
  await reopen({ DOCWRIGHT_PASSWORD_SIGN_IN: 'off' });
  const attempt = await post(new Map(), '/session', { email: 'ada@example.org', password });
  expect(await attempt.json()).toMatchObject({ status: 403, type: '/problems/password_sign_in_off' });
  expect((await enter('ada')).answer.member).toMatchObject({ signsInBy: ['identity_provider'] });
  expect(await whoIs(jar)).toBeNull();
  await reopen({});
  expect((await post(new Map(), '/session', { email: 'ada@example.org', password })).status).toBe(401);
});

it('believes a silent provider only where that is configured, and never one that says no', async () => {
  await reopen({ DOCWRIGHT_OIDC_EMAIL_VERIFIED: 'assumed' });
  expect((await enter('silent')).answer.member).toMatchObject({ email: 'silent@company.example' });
  expect((await enter('mallory')).answer.type).toBe('/problems/email_not_verified');
});

it('finishes only in the browser that began, and only once', async () => {
  const victim: Jar = new Map();
  const query = await walk(victim, 'cora');
  expect(await (await finish(new Map(), query)).json()).toMatchObject({ type: '/problems/sign_in_interrupted' });
  const attacker: Jar = new Map();
  await walk(attacker, 'mallory');
  expect(await (await finish(attacker, query)).json()).toMatchObject({ type: '/problems/sign_in_interrupted' });
  const wrongState = query.replace(/state=[^&]+/, 'state=guessed');
  expect(await (await finish(victim, wrongState)).json()).toMatchObject({ type: '/problems/sign_in_interrupted' });
  const stolen = new Map(victim);
  expect((await finish(victim, query)).status).toBe(200);
  expect(await (await finish(victim, query)).json()).toMatchObject({ type: '/problems/sign_in_interrupted' });
  const replayed = (await (await finish(stolen, query)).json()) as object;
  expect(replayed).toMatchObject({ type: '/problems/identity_provider_refused' });
  expect(JSON.stringify(replayed)).toContain('invalid_grant');
});

it.each([
  ['for another audience', { aud: 'another-client' }],
  ['for several audiences, given to another', { aud: [client.id, 'other'], azp: 'other' }],
  ['of another issuer', { iss: 'https://evil.example' }],
  ['with the nonce of another sign-in', { nonce: 'another' }],
  ['that has expired', { exp: 1_700_000_000 }],
])('refuses an identity token %s', async (_name, changes) => {
  provider.tamper = (answer) => ({ ...answer, id_token: provider.resign(answer.id_token, changes) });
  const { jar, answer } = await enter('cora');
  expect(answer).toMatchObject({ status: 403, type: '/problems/identity_not_proven' });
  expect(await whoIs(jar)).toBeNull();
});

it('believes of an address only what the source of the address says, and no other person', async () => {
  const changing = (changes: Record<string, unknown>) => {
    provider.tamper = (answer) => ({ ...answer, id_token: provider.resign(answer.id_token, changes) });
  };
  // The address comes from the userinfo endpoint, which says that nobody verified it.
  changing({ email_verified: true });
  expect((await enter('mallory')).answer.type).toBe('/problems/email_not_verified');
  changing({ sub: 'somebody-else' });
  expect((await enter('cora')).answer.type).toBe('/problems/identity_not_proven');
});

it('refuses an identity token with a broken signature or none', async () => {
  provider.tamper = (answer) => ({ ...answer, id_token: answer.id_token.replace(/.{8}$/, 'AAAAAAAA') });
  expect((await enter('cora')).answer.type).toBe('/problems/identity_not_proven');
  const none = Buffer.from('{"alg":"none"}').toString('base64url');
  provider.tamper = (answer) => ({ ...answer, id_token: `${none}.${answer.id_token.split('.')[1] ?? ''}.` });
  expect((await enter('cora')).answer.type).toBe('/problems/identity_not_proven');
  provider.tamper = (answer) => ({ ...answer, id_token: undefined });
  expect((await enter('cora')).answer.type).toBe('/problems/identity_not_proven');
});

it('goes on with a wrong client secret to a clear error', async () => {
  await reopen({ DOCWRIGHT_OIDC_CLIENT_SECRET: 'mistyped-secret' });
  const { answer } = await enter('cora');
  expect(answer.detail).toContain('invalid_client');
  expect(JSON.stringify(answer)).not.toContain('mistyped-secret');
});

it('says when the provider is away, and takes no harm', async () => {
  const issuer = `http://127.0.0.1:${await freePort()}`;
  await reopen({ DOCWRIGHT_OIDC_ISSUER: issuer });
  const response = await post(new Map(), '/oidc/start');
  const body = (await response.json()) as { detail: string };
  expect(response.status).toBe(502);
  expect(body.detail).toContain(`Cannot reach ${new URL(issuer).host}: nothing accepts connections there.`);
});

it('goes to no address of another site afterwards', async () => {
  for (const next of ['https://evil.example', '//evil.example', '/\\evil.example', '/\t/evil.example']) {
    expect((await post(new Map(), '/oidc/start', { next })).status).toBe(400);
  }
});
