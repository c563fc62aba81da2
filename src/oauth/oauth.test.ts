import { createHash } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '../contract/account.ts';
import type { GrantScope } from '../contract/oauth.ts';
import { onEveryDatabase, type TestDatabase } from '../db/every-database.fixture.ts';
import { createHttpApp, type HttpApp } from '../http/create-http-app.ts';
import { createManualClock, duration, type ManualClock } from '../kernel/clock.ts';
import { silentLogger } from '../kernel/logger.ts';
import { createClientDocuments, isDocumentAddress } from './client-documents.ts';
import { createOAuth, type OAuth } from './oauth.ts';
import { isSafeRedirectUri, matchesRedirectUri } from './redirect-uri.ts';

const publicUrl = 'https://docs.example.com/docwright';
const resource = `${publicUrl}/mcp`;
const verifier = 'a-verifier-of-enough-characters-to-be-taken-0';
const challenge = createHash('sha256').update(verifier).digest('base64url');
const redirectUri = 'http://127.0.0.1:4567/callback';
const ada = { id: 'mem_ada', role: 'owner' as Role };
const bob = { id: 'mem_bob', role: 'viewer' as Role };

onEveryDatabase((open) => {
  let database: TestDatabase;
  let clock: ManualClock;
  let oauth: OAuth;
  let app: HttpApp;
  let clientId: string;

  beforeEach(async () => {
    database = await open();
    clock = createManualClock(Date.UTC(2026, 10, 30));
    const { db } = database;
    const none = { password_hash: null, identity_issuer: null, identity_subject: null, created_at: 0 };
    for (const { id, role } of [ada, bob])
      await db
        .insertInto('members')
        .values({ id, role, name: id, email: `${id}@example.org`, ...none })
        .execute();
    for (const id of ['prj_1', 'prj_2'])
      await db
        .insertInto('projects')
        .values({
          ...{ id, name: id, code_host: 'local', repository_url: id, base_branch: null, docs_folder: '', model: null },
          ...{ settings: '{}', created_at: 0, updated_at: 0 },
        })
        .execute();
    oauth = openOAuth();
    app = createHttpApp({ logger: silentLogger, clock, publicUrl, trustedProxies: [] });
    oauth.addRoutes(app);
    clientId = (await register({ client_name: 'Editor', redirect_uris: [redirectUri] })).body['client_id'] as string;
  });
  afterEach(() => database.close());

  function openOAuth(url = publicUrl, clientDocuments = true): OAuth {
    const deletionTime = () => clock.now();
    return createOAuth({ db: database.db, clock, deletionTime, publicUrl: url, clientDocuments, readDocument });
  }
  const documented = 'https://app.example/client.json';
  const readDocument = (id: string) =>
    id === documented
      ? Promise.resolve({ redirect_uris: ['javascript:alert(1)', 'https://app.example/cb'] })
      : Promise.reject(new Error('no other document is expected'));

  async function send(path: string, body: string | URLSearchParams, type?: string) {
    const headers = type === undefined ? {} : { 'content-type': type };
    const answer = await app.request(`/docwright${path}`, { method: 'POST', body, headers });
    const text = await answer.text();
    return { answer, status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> };
  }
  const register = (metadata: unknown) => send('/oauth/register', JSON.stringify(metadata), 'application/json');
  const token = (fields: Record<string, string>) => send('/oauth/token', new URLSearchParams(fields));
  const redeem = (code: string, changes: Record<string, string> = {}) =>
    token({
      grant_type: 'authorization_code',
      code,
      client_id: clientId,
      code_verifier: verifier,
      redirect_uri: redirectUri,
      resource,
      ...changes,
    });
  const refresh = (refresh_token: unknown, changes: Record<string, string> = {}) =>
    token({ grant_type: 'refresh_token', refresh_token: String(refresh_token), client_id: clientId, ...changes });

  const requestOf = (changes: Record<string, string | undefined> = {}) => {
    const usual = {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      resource,
      state: '1e5 &=ü',
      scope: 'analytics:read agent:read agent:write',
    };
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries<string | undefined>({ ...usual, ...changes }))
      if (value !== undefined) query.set(name, value);
    return Buffer.from(query.toString()).toString('base64url');
  };
  interface Choice {
    readonly member?: typeof ada;
    readonly scopes?: readonly GrantScope[];
    readonly request?: Record<string, string | undefined>;
    readonly projectId?: string;
  }
  async function grant({
    member = ada,
    scopes = ['agent:read', 'analytics:read'],
    request = {},
    projectId = 'prj_1',
  }: Choice = {}): Promise<URL> {
    return new URL(await oauth.authorization.decide(requestOf(request), member, { projectId, scopes }));
  }
  const newCode = async (options?: Choice) => (await grant(options)).searchParams.get('code') ?? '';
  const connect = async (options?: Choice) => (await redeem(await newCode(options))).body;
  const callerOf = (access: unknown, of = oauth) =>
    of.grants.authenticate({
      header: (name) => (name === 'authorization' ? `Bearer ${String(access)}` : undefined),
      method: 'POST',
      address: undefined,
    });
  const audit = async () =>
    (await database.db.selectFrom('audit_log').select(['action', 'actor']).orderBy('id').execute()).map(
      ({ action, actor }) => `${action} by ${actor}`,
    );

  it('is found by its metadata, also below the path of the public URL', async () => {
    const paths = ['/.well-known/oauth-protected-resource', '/.well-known/oauth-authorization-server'] as const;
    const get = async (path: string) => {
      const answer = await app.request(path, { headers: { origin: 'https://inspector.example' } });
      expect([path, answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([path, 200, '*']);
      return answer.json();
    };
    for (const path of [`${paths[0]}/docwright/mcp`, `/docwright${paths[0]}`, `/docwright${paths[0]}/mcp`])
      expect(await get(path)).toMatchObject({ resource, authorization_servers: [publicUrl] });
    for (const path of [`${paths[1]}/docwright`, `/docwright${paths[1]}`])
      expect(await get(path)).toMatchObject({
        issuer: publicUrl,
        token_endpoint: `${publicUrl}/oauth/token`,
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
        client_id_metadata_document_supported: true,
      });
    const preflight = await app.request('/docwright/oauth/token', {
      method: 'OPTIONS',
      headers: { origin: 'https://inspector.example', 'access-control-request-method': 'POST' },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
    expect(oauth.challenge('invalid_token')).toBe(
      `Bearer error="invalid_token", resource_metadata="${publicUrl}/.well-known/oauth-protected-resource/mcp", ` +
        'scope="analytics:read agent:read agent:write"',
    );
  });

  it('takes the request to the consent page to the letter', async () => {
    const query = `client_id=x&state=%221e5%22&state2=a+b%20c`;
    const answer = await app.request(`/docwright/oauth/authorize?${query}`);
    expect(answer.status).toBe(302);
    const to = new URL(answer.headers.get('location') ?? '', publicUrl);
    expect(to.pathname).toBe('/docwright/connect');
    expect(Buffer.from(to.searchParams.get('request') ?? '', 'base64url').toString()).toBe(query);
    expect((await app.request(`/oauth/authorize?state=${'x'.repeat(6_000)}`)).status).toBe(400);
  });

  it('describes who asks for what, as far as the role of the member goes', async () => {
    expect(await oauth.authorization.describe(requestOf(), ada)).toEqual({
      client: { name: 'Editor', document: null },
      returnsTo: '127.0.0.1',
      isLocal: true,
      scopes: ['analytics:read', 'agent:read', 'agent:write'],
      refusal: null,
    });
    const described = async (changes: Record<string, string | undefined>, member = bob) =>
      oauth.authorization.describe(requestOf(changes), member);
    expect((await described({})).scopes).toEqual(['analytics:read', 'agent:read']);
    expect((await described({ scope: 'agent:read offline_access' }, ada)).scopes).toEqual(['agent:read']);
    expect((await described({ scope: undefined }, ada)).scopes).toHaveLength(3);
    expect((await described({ scope: 'agent:write' })).refusal?.message).toMatch(/role, viewer/);
    await expect(grant({ member: bob, scopes: ['agent:write'] })).rejects.toMatchObject({ fault: 'invalid_scope' });
    await expect(grant({ request: { scope: 'agent:read' } })).rejects.toMatchObject({ fault: 'invalid_scope' });
    await expect(grant({ projectId: 'prj_none' })).rejects.toMatchObject({ facts: { code: 'project_not_found' } });
  });

  it.each([
    ['unsupported_response_type', { response_type: 'token' }],
    ['invalid_request', { code_challenge: undefined }],
    ['invalid_request', { code_challenge: 'short' }],
    ['invalid_request', { code_challenge_method: 'plain' }],
    ['invalid_request', { code_challenge_method: undefined }],
    ['invalid_target', { resource: 'https://other.example/mcp' }],
    ['invalid_target', { resource: `${publicUrl}/other` }],
    ['invalid_scope', { scope: 'everything' }],
  ])('tells the client %s of %o, and grants nothing', async (fault, changes) => {
    const { refusal } = await oauth.authorization.describe(requestOf(changes), ada);
    const url = await grant({ request: changes });
    expect(url.href).toBe(refusal?.url);
    expect(url.origin + url.pathname).toBe(redirectUri);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ error: fault, state: '1e5 &=ü', iss: publicUrl });
    expect(url.searchParams.has('code')).toBe(false);
    expect(await database.db.selectFrom('oauth_grants').selectAll().execute()).toEqual([]);
  });

  it.each([
    [{ client_id: 'client_none' }, /not registered/],
    [{ client_id: undefined }, /client_id/],
    [{ redirect_uri: 'https://evil.example/callback' }, /redirect_uri/],
    [{ redirect_uri: `${redirectUri}/more` }, /redirect_uri/],
    [{ redirect_uri: 'http://127.0.0.1.evil.example:4567/callback' }, /redirect_uri/],
    [{ redirect_uri: 'http://user@127.0.0.1:4567/callback' }, /redirect_uri/],
    [{ redirect_uri: 'http://localhost:4567/callback' }, /redirect_uri/],
  ])('sends nobody anywhere for %o', async (changes, message) => {
    await expect(oauth.authorization.describe(requestOf(changes), ada)).rejects.toThrow(message);
    await expect(grant({ request: changes })).rejects.toThrow(message);
    await expect(oauth.authorization.decide(requestOf(changes), ada, null)).rejects.toThrow(message);
  });

  it('knows a client by its document, which leads to safe places only', async () => {
    const request = { client_id: documented, redirect_uri: 'https://app.example/cb' };
    expect(await oauth.authorization.describe(requestOf(request), ada)).toMatchObject({
      client: { name: 'app.example', document: 'app.example/client.json' },
      returnsTo: 'app.example',
      isLocal: false,
    });
    await expect(grant({ request: { ...request, redirect_uri: 'javascript:alert(1)' } })).rejects.toThrow(
      /redirect_uri/,
    );
    await expect(grant({ request: { ...request, redirect_uri: undefined } })).rejects.toThrow(/redirect_uri/);
    const url = await grant({ request });
    expect(url.href).toMatch(/^https:\/\/app\.example\/cb\?code=/);
    const code = url.searchParams.get('code') ?? '';
    expect((await redeem(code, { client_id: documented, redirect_uri: '' })).status).toBe(200);
    const offline = openOAuth(publicUrl, false);
    await expect(offline.authorization.describe(requestOf(request), ada)).rejects.toThrow(/DOCWRIGHT_CLIENT_DOCUMENTS/);
    await expect(grant({ request: { client_id: 'https://app.example/' } })).rejects.toThrow(/with a path/);
    expect(await oauth.grants.list({ memberId: 'mem_ada' })).toMatchObject([
      { client: { document: 'app.example/client.json' } },
    ]);
  });

  it('refuses parameters that come twice, and returns a denial', async () => {
    const twice = Buffer.from(`client_id=${clientId}&client_id=other`).toString('base64url');
    await expect(oauth.authorization.describe(twice, ada)).rejects.toThrow(/client_id.*twice/);
    const denied = new URL(await oauth.authorization.decide(requestOf(), ada, null));
    expect(Object.fromEntries(denied.searchParams)).toMatchObject({ error: 'access_denied', state: '1e5 &=ü' });
    expect(await audit()).toEqual([]);
  });

  it('gives tokens for a code, which act for the member within the grant', async () => {
    const url = await grant({ request: { redirect_uri: 'http://127.0.0.1:9/callback' } });
    expect(Object.fromEntries(url.searchParams)).toEqual({
      code: expect.stringMatching(/^dw_code_/) as string,
      state: '1e5 &=ü',
      iss: publicUrl,
    });
    const { answer, body } = await redeem(url.searchParams.get('code') ?? '', {
      redirect_uri: 'http://127.0.0.1:9/callback',
    });
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'agent:read analytics:read' });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const caller = await callerOf(body['access_token']);
    expect(caller).toMatchObject({ person: { name: 'mem_ada', email: 'mem_ada@example.org' }, addressAllowed: true });
    expect(['prj_1', 'prj_2'].map((id) => caller?.canSee(id))).toEqual([true, false]);
    expect((['agent:read', 'agent:write', 'ingest'] as const).map((scope) => caller?.has(scope))).toEqual([
      true,
      false,
      false,
    ]);
    expect(await audit()).toEqual(['grant.create by member:mem_ada']);
    const [row] = await database.db.selectFrom('oauth_grants').selectAll().execute();
    const secrets = [url.searchParams.get('code'), body['access_token'], body['refresh_token']].map((text) =>
      String(text).slice(-43),
    );
    for (const secret of secrets) expect(JSON.stringify(row)).not.toContain(secret);
    expect(await oauth.grants.list({ projectId: 'prj_1' })).toMatchObject([
      { client: { name: 'Editor', document: null }, memberId: 'mem_ada', lastUsedAt: '2026-11-30T00:00:00.000Z' },
    ]);
    expect(await oauth.grants.list({ memberId: 'mem_bob' })).toEqual([]);
    // Of a server with another name the tokens are none.
    expect(await callerOf(body['access_token'], openOAuth('https://elsewhere.example'))).toBeUndefined();
    expect(await callerOf(body['refresh_token'])).toBeUndefined();
    expect(await callerOf(String(body['access_token']).replace(/.$/, '~'))).toBeUndefined();
    clock.advance(duration.hour);
    expect(await callerOf(body['access_token'])).toBeUndefined();
  });

  it.each([
    ['invalid_grant', { code_verifier: 'another-verifier-of-enough-characters-000000000' }],
    ['invalid_grant', { redirect_uri: 'http://127.0.0.1:1/other' }],
    ['invalid_client', { client_id: 'client_other' }],
    ['invalid_grant', { client_id: documented }],
    ['invalid_request', { code_verifier: 'too-short' }],
    ['invalid_target', { resource: 'https://other.example/mcp' }],
    ['unsupported_grant_type', { grant_type: 'password' }],
    ['invalid_request', { code_verifier: '' }],
    ['invalid_request', { client_id: '' }],
    ['invalid_request', { grant_type: 'authorization_code', code: '' }],
    ['invalid_grant', { code: 'nonsense' }],
  ])('answers %s to a code with %o, and the rightful client still gets its tokens', async (fault, changes) => {
    const code = await newCode();
    const { status, body, answer } = await redeem(code, changes);
    expect([status, body['error']]).toEqual([400, fault]);
    expect(body['error_description']).toMatch(/^[ !#-[\]-~]+$/);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect((await redeem(code)).status).toBe(200);
  });

  it('knows no client by a name that no database takes', async () => {
    expect((await refresh('x', { client_id: '\0' })).body).toMatchObject({ error: 'invalid_client' });
    await expect(grant({ request: { client_id: '\0' } })).rejects.toThrow(/not registered/);
  });

  it('takes a code for one minute', async () => {
    const code = await newCode();
    clock.advance(duration.minute - 1);
    expect((await redeem(code)).status).toBe(200);
    const late = await newCode();
    clock.advance(duration.minute);
    expect((await redeem(late)).body).toMatchObject({ error: 'invalid_grant', error_description: /expired/ });
  });

  it('ends the access when a code comes twice, also at the same time', async () => {
    const code = await newCode();
    clock.advance(1);
    const { body } = await redeem(code);
    expect((await redeem(code)).body).toMatchObject({ error: 'invalid_grant' });
    expect(await callerOf(body['access_token'])).toBeUndefined();
    expect((await refresh(body['refresh_token'])).body).toMatchObject({ error: 'invalid_grant' });
    expect(await audit()).toEqual(['grant.create by member:mem_ada', 'grant.reuse by oauth']);
    const raced = await newCode();
    const answers = await Promise.all([redeem(raced), redeem(raced)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await oauth.grants.list({ memberId: 'mem_ada' })).toEqual([]);
  });

  it('changes the refresh token with each use, and ends the access when a used one comes back', async () => {
    const first = await connect();
    clock.advance(duration.hour);
    const second = (await refresh(first['refresh_token'])).body;
    expect(second['refresh_token']).not.toBe(first['refresh_token']);
    expect(await callerOf(second['access_token'])).toBeDefined();
    const third = (await refresh(second['refresh_token'], { scope: 'agent:read' })).body;
    expect(await callerOf(second['access_token'])).toBeDefined();
    clock.advance(31 * duration.second);
    expect((await refresh(second['refresh_token'])).body).toMatchObject({ error: 'invalid_grant' });
    expect(await callerOf(third['access_token'])).toBeUndefined();
    expect((await refresh(third['refresh_token'])).status).toBe(400);
    expect((await audit()).at(-1)).toBe('grant.reuse by oauth');
  });

  it('takes the former refresh token for 30 seconds, for a client that missed the answer', async () => {
    const first = await connect();
    await refresh(first['refresh_token']);
    clock.advance(29 * duration.second);
    const again = await refresh(first['refresh_token']);
    expect(again.status).toBe(200);
    expect(await callerOf(again.body['access_token'])).toBeDefined();
    clock.advance(duration.second);
    expect((await refresh(first['refresh_token'])).status).toBe(400);
    expect(await callerOf(again.body['access_token'])).toBeUndefined();
  });

  it('refuses refresh tokens of others, made up ones and further scopes, which end nothing', async () => {
    const tokens = await connect();
    const presented = String(tokens['refresh_token']);
    expect((await refresh(presented, { client_id: 'client_other' })).body).toMatchObject({ error: 'invalid_client' });
    expect((await refresh(presented, { client_id: documented })).body).toMatchObject({ error: 'invalid_grant' });
    const family = presented.slice('dw_refresh_'.length + 27, -44);
    const guessed = presented.replace(family, 'A'.repeat(43));
    expect(guessed).not.toBe(presented);
    expect((await refresh(guessed)).body).toMatchObject({ error: 'invalid_grant' });
    expect((await refresh(presented, { scope: 'agent:write' })).body).toMatchObject({ error: 'invalid_scope' });
    expect((await refresh(presented, { resource: 'https://other.example' })).body).toMatchObject({
      error: 'invalid_target',
    });
    expect((await refresh(tokens['access_token'])).body).toMatchObject({ error: 'invalid_grant' });
    expect((await refresh(presented)).status).toBe(200);
    clock.advance(30 * duration.day);
    const idle = await connect();
    clock.advance(30 * duration.day);
    expect((await refresh(idle['refresh_token'])).body).toMatchObject({ error: 'invalid_grant' });
    expect(await oauth.grants.list({ memberId: 'mem_ada' })).toEqual([]);
    await connect();
    // Those before are forgotten.
    expect(await database.db.selectFrom('oauth_grants').select('id').execute()).toHaveLength(1);
  });

  it('keeps at most 20 access tokens of a grant', async () => {
    const tokens = [await connect()];
    for (let count = 0; count < 20; count += 1) tokens.push((await refresh(tokens.at(-1)?.['refresh_token'])).body);
    const alive = await Promise.all(
      tokens.map(async (issued) => (await callerOf(issued['access_token'])) !== undefined),
    );
    expect(alive).toEqual([false, ...Array.from({ length: 20 }, () => true)]);
  });

  it('lets windows of one program refresh at the same time, and go on with what any of them got', async () => {
    const first = await connect();
    const windows = await Promise.all(Array.from({ length: 20 }, () => refresh(first['refresh_token'])));
    expect(windows.map(({ status }) => status)).toEqual(windows.map(() => 200));
    const [one, other] = windows;
    expect(await callerOf(one?.body['access_token'])).toBeDefined();
    clock.advance(duration.hour);
    const next = await refresh(one?.body['refresh_token']);
    expect((await refresh(other?.body['refresh_token'])).status).toBe(200);
    expect(await callerOf(next.body['access_token'])).toBeDefined();
    clock.advance(30 * duration.second);
    expect((await refresh(other?.body['refresh_token'])).body).toMatchObject({ error: 'invalid_grant' });
    expect(await callerOf(next.body['access_token'])).toBeUndefined();
  });

  it('gives a token fewer scopes where the client asks for fewer or the role allows fewer', async () => {
    const first = await connect({ scopes: ['agent:read', 'agent:write', 'analytics:read'] });
    const { body } = await refresh(first['refresh_token'], { scope: 'analytics:read' });
    expect(body['scope']).toBe('analytics:read');
    const narrow = await callerOf(body['access_token']);
    expect([narrow?.has('analytics:read'), narrow?.has('agent:read')]).toEqual([true, false]);
    await database.db.updateTable('members').set({ role: 'viewer' }).where('id', '=', ada.id).execute();
    expect((await refresh(body['refresh_token'])).body['scope']).toBe('agent:read analytics:read');
  });

  it('is another server under another public URL', async () => {
    const tokens = await connect();
    const elsewhere = createHttpApp({ logger: silentLogger, clock, trustedProxies: [] });
    const other = openOAuth('https://elsewhere.example');
    other.addRoutes(elsewhere);
    const form = { grant_type: 'refresh_token', refresh_token: String(tokens['refresh_token']), client_id: clientId };
    const answer = await elsewhere.request('/oauth/token', { method: 'POST', body: new URLSearchParams(form) });
    expect(await answer.json()).toMatchObject({ error: 'invalid_grant' });
    expect(await other.grants.list({ memberId: 'mem_ada' })).toEqual([]);
    expect((await refresh(tokens['refresh_token'])).status).toBe(200);
  });

  it('answers a flood of parameters at once', async () => {
    const names = Array.from({ length: 3_000 }, (_, index) => `${index.toString(36)}=`).join('&');
    const { status, body } = await send('/oauth/token', names, 'application/x-www-form-urlencoded');
    expect([status, body['error_description']]).toEqual([400, 'The request has more than 50 parameters.']);
    expect((await send('/oauth/token', `a=${'x'.repeat(16_384)}`, 'application/x-www-form-urlencoded')).status).toBe(
      413,
    );
  });

  it.each(['access_token', 'refresh_token'])('ends the access when the client revokes its %s', async (kind) => {
    const tokens = await connect();
    clock.advance(1);
    const revoke = (fields: Record<string, string>) => send('/oauth/revoke', new URLSearchParams(fields));
    const presented = String(tokens[kind]);
    expect((await revoke({ token: presented, client_id: 'client_other' })).body).toMatchObject({
      error: 'invalid_client',
    });
    expect((await revoke({ token: 'nonsense', client_id: clientId })).status).toBe(200);
    expect(await callerOf(tokens['access_token'])).toBeDefined();
    // A former refresh token ends it, too: the client may have missed the answer.
    await refresh(tokens['refresh_token']);
    expect((await revoke({ token: presented, client_id: clientId })).status).toBe(200);
    expect(await callerOf(tokens['access_token'])).toBeUndefined();
    expect((await revoke({ token: presented, client_id: clientId })).status).toBe(200);
    expect((await audit()).at(-1)).toBe('grant.revoke by member:mem_ada');
  });

  it('ends with its member, its project, a decision of either, and the rights of a role', async () => {
    const own = await connect({ member: bob });
    const [listed] = await oauth.grants.list({ memberId: 'mem_bob' });
    const { id = '' } = listed ?? {};
    const adas = await connect({ scopes: ['agent:read', 'agent:write'] });
    const [adasGrant] = await oauth.grants.list({ memberId: 'mem_ada' });
    await expect(oauth.grants.end({ id: adasGrant?.id ?? '', memberId: bob.id, role: 'editor' })).rejects.toMatchObject(
      {
        facts: { code: 'grant_not_found' },
      },
    );
    await oauth.grants.end({ id, memberId: ada.id, role: 'owner' });
    expect(await callerOf(own['access_token'])).toBeUndefined();
    expect((await callerOf(adas['access_token']))?.has('agent:write')).toBe(true);
    await database.db.updateTable('members').set({ role: 'viewer' }).where('id', '=', ada.id).execute();
    const demoted = await callerOf(adas['access_token']);
    expect([demoted?.has('agent:write'), demoted?.has('agent:read')]).toEqual([false, true]);
    await database.db.deleteFrom('members').where('id', '=', ada.id).execute();
    expect(await callerOf(adas['access_token'])).toBeUndefined();
    expect((await refresh(adas['refresh_token'])).status).toBe(400);
    const last = await connect({ member: bob });
    await database.db.deleteFrom('projects').where('id', '=', 'prj_1').execute();
    expect(await callerOf(last['access_token'])).toBeUndefined();
  });

  it('registers public clients and shows their names as one short line', async () => {
    const { status, body } = await register({
      client_name: `Nice\u202e\n <b>client</b>${'x'.repeat(200)}`,
      redirect_uris: ['https://app.example/callback', 'cursor://anysphere.cursor-mcp/oauth/callback'],
      token_endpoint_auth_method: 'client_secret_basic',
      unknown: true,
    });
    expect([status, body['token_endpoint_auth_method'], 'client_secret' in body]).toEqual([201, 'none', false]);
    expect(body['client_name']).toMatch(/^Nice <b>client<\/b>x+$/);
    expect(body['client_name']).toHaveLength(80);
    for (const uri of [
      'javascript:alert(1)',
      'http://app.example/',
      'data:text/html,x',
      'https://a.example/#x',
      'evil://x',
      'https://app.example\\@evil.example/',
      ' https://app.example/',
      'https://app.ex\tample/',
      'nonsense',
    ])
      expect((await register({ redirect_uris: [uri] })).body).toMatchObject({ error: 'invalid_redirect_uri' });
    // What is safe is registered.
    expect((await register({ redirect_uris: ['evil://x', redirectUri], client_name: null })).body).toMatchObject({
      client_name: 'Unnamed client',
      redirect_uris: [redirectUri],
    });
    for (const name of ['\u2800\u2800', '\u0301'.repeat(79)])
      expect((await register({ redirect_uris: [redirectUri], client_name: name })).body['client_name']).toBe(
        'Unnamed client',
      );
    for (const metadata of [null, {}, { redirect_uris: [] }, { redirect_uris: [redirectUri], client_name: 7 }])
      expect((await register(metadata)).body).toMatchObject({ error: 'invalid_client_metadata' });
    expect((await send('/oauth/register', '{', 'application/json')).body).toMatchObject({
      error: 'invalid_client_metadata',
    });
    expect((await send('/oauth/register', '{}', 'text/plain')).body).toMatchObject({ error: 'invalid_request' });
    expect((await send('/oauth/token', '{}', 'application/json')).body).toMatchObject({ error: 'invalid_request' });
  });

  it('keeps at most 1,000 registrations that nobody uses, for a day, and those in use', async () => {
    await connect();
    const ids = async () =>
      (await database.db.selectFrom('oauth_clients').select('id').orderBy('id').execute()).map(({ id }) => id);
    const base = { name: 'x', redirect_uris: '[]', connected_at: null };
    const rows = Array.from({ length: 1_000 }, (_, index) => {
      return { ...base, id: `client_0${String(index).padStart(4, '0')}`, created_at: clock.now() };
    });
    await database.db.insertInto('oauth_clients').values(rows).execute();
    await register({ redirect_uris: [redirectUri] });
    expect(await ids()).toHaveLength(1_001);
    expect(await ids()).toContain(clientId);
    expect(await ids()).not.toContain('client_00000');
    clock.advance(duration.day + 1);
    const { body } = await register({ redirect_uris: [redirectUri] });
    expect((await ids()).sort()).toEqual([clientId, body['client_id']].sort());
    // A program that was disconnected connects again with the id that it keeps.
    await database.db.deleteFrom('oauth_grants').execute();
    clock.advance(363 * duration.day);
    await register({ redirect_uris: [redirectUri] });
    expect(await ids()).toContain(clientId);
    clock.advance(2 * duration.day);
    await register({ redirect_uris: [redirectUri] });
    expect(await ids()).not.toContain(clientId);
  });

  it('limits how often an address registers and asks for tokens', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => register({ redirect_uris: [redirectUri] })));
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({ error: 'too_many_requests' });
    expect(refused?.answer.headers.get('retry-after')).toMatch(/^\d+$/);
    const tokens = await Promise.all(Array.from({ length: 121 }, () => token({})));
    expect(tokens.filter(({ status }) => status === 429)).toHaveLength(1);
    expect((await send('/oauth/revoke', new URLSearchParams())).status).toBe(429);
  });
});

describe('redirect URIs', () => {
  it('match to the letter, but for the port of this computer', () => {
    expect(matchesRedirectUri('http://localhost:1/cb', 'http://localhost/cb')).toBe(true);
    expect(matchesRedirectUri('http://[::1]:1/cb', 'http://[::1]:2/cb')).toBe(true);
    expect(matchesRedirectUri('https://a.example:1/cb', 'https://a.example/cb')).toBe(false);
    expect(matchesRedirectUri('http://localhost:1/cb?x', 'http://localhost/cb')).toBe(false);
    expect(matchesRedirectUri('http://localhost:1/cb#x', 'http://localhost/cb#x')).toBe(false);
    expect(matchesRedirectUri('cursor://other/cb', 'cursor://one/cb')).toBe(false);
    expect(isSafeRedirectUri('http://localhost.evil.example/cb')).toBe(false);
  });
});

describe('documents of clients', () => {
  const id = 'https://app.example/client.json';
  const good = { client_id: id, client_name: 'App', redirect_uris: ['https://app.example/cb'] };

  /** Answers as the host of the client, which stands on this machine. */
  async function read(listener: RequestListener, patience?: number) {
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const ask = (_url: URL, init: { signal: AbortSignal }) =>
      fetch(`http://127.0.0.1:${port}/`, { signal: init.signal, redirect: 'manual' });
    try {
      return await createClientDocuments({ ask, ...(patience !== undefined && { patience }) })(id);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }
  const json =
    (value: unknown): RequestListener =>
    (_, answer) =>
      answer.end(JSON.stringify(value));

  it('are addresses of a usual form, over HTTPS', () => {
    for (const address of [id, 'https://app.example/a/b?c']) expect(isDocumentAddress(address)).toBe(true);
    for (const address of [
      ...['https://app.example/', 'https://app.example', 'http://app.example/x', 'https://u:p@app.example/x'],
      ...[
        'https://app.example/x#y',
        'https://app.example/a/../b',
        'HTTPS://app.example/x',
        'client_1',
        'file:///etc/passwd',
      ],
    ])
      expect([address, isDocumentAddress(address)]).toEqual([address, false]);
  });

  it('say who the client is and where it gets its answers', async () => {
    expect(await read(json(good))).toMatchObject({ client_name: 'App' });
  });

  it('are read once in five minutes', async () => {
    let questions = 0;
    const documents = createClientDocuments({
      ask: () => {
        questions += 1;
        return Promise.resolve(Response.json(good));
      },
    });
    expect(await documents(id)).toEqual(await documents(id));
    expect(questions).toBe(1);
  });

  it.each<[string, RequestListener, RegExp]>([
    ['redirects', (_, answer) => answer.writeHead(302, { location: 'http://169.254.169.254/' }).end(), /answered 302/],
    ['are not there', (_, answer) => answer.writeHead(404).end(), /answered 404/],
    [
      'are too long',
      (_, answer) => answer.end(JSON.stringify({ ...good, more: 'x'.repeat(20_000) })),
      /larger than 16384/,
    ],
    ['are no JSON', (_, answer) => answer.end('<html>'), /is not JSON/],
    ['are JSON null', json(null), /is not JSON/],
    ['name nobody', json({ redirect_uris: good.redirect_uris }), /another client/],
    ['name another', json({ ...good, client_id: 'https://other.example/client.json' }), /another client/],
    ['lead nowhere', json({ ...good, redirect_uris: [] }), /redirect_uris/],
    ['want a secret', json({ ...good, token_endpoint_auth_method: 'private_key_jwt' }), /authenticate/],
    ['break off', (_, answer) => answer.destroy(), /cannot be read/],
  ])('are refused when they are %s', async (_, listener, message) => {
    await expect(read(listener)).rejects.toThrow(message);
  });

  it('are refused when they are slow, at the beginning or in the middle', async () => {
    await expect(read(() => undefined, 50)).rejects.toThrow(/took too long/);
    await expect(read((_, answer) => answer.write('{'), 50)).rejects.toThrow(/took too long/);
  });

  it('are never read from this machine or a private network', async () => {
    const documents = createClientDocuments();
    for (const host of [
      '127.0.0.1:8443',
      'localhost:8443',
      '[::1]',
      '10.0.0.1',
      '169.254.169.254',
      '[::ffff:127.0.0.1]',
    ])
      await expect(documents(new URL(`https://${host}/client.json`).href)).rejects.toThrow(
        /not on the public internet/,
      );
  });
});
