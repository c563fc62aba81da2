import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startGithubDouble, type GithubDouble } from '../../../test/github-double.ts';
import type { GithubApp } from '../../contract/github-app.ts';
import { createManualClock, duration, type ManualClock } from '../../kernel/clock.ts';
import type { CodeHost } from '../code-host.ts';
import { CodeHostAnswerUnexpected, CredentialsMissing, PermissionMissing, RepositoryMoved } from '../errors.ts';
import { signAppToken } from './app-token.ts';
import {
  GithubAppClockWrong,
  GithubAppCodeRefused,
  GithubAppKeyRefused,
  GithubAppNotInstalled,
  GithubAppPermissionsMissing,
  GithubAppSuspended,
} from './errors.ts';
import { createGithubApps } from './github-apps.ts';
import { createGithubCodeHost } from './github-code-host.ts';
import { createInstallationTokens } from './installation-tokens.ts';

const signal = new AbortController().signal;
const wait = () => Promise.resolve();
const permissionsOfApp = {
  contents: 'write',
  pull_requests: 'write',
  metadata: 'read',
  issues: 'read',
  checks: 'read',
  statuses: 'read',
  actions: 'read',
};
let double: GithubDouble;
let app: GithubApp;
let connected: GithubApp | undefined;
let clock: ManualClock;
let host: CodeHost;
const repository = () => ({ url: double.repositoryUrl, baseBranch: undefined });

beforeAll(async () => {
  double = await startGithubDouble();
  app = await createGithubApps({ apiUrl: double.apiUrl, clock: createManualClock(0) }).exchange(
    double.app.newCode(),
    signal,
  );
});
afterAll(() => double.close());
beforeEach(() => {
  Object.assign(double.app.state, { isInstalled: true, isSuspended: false, isKeyDeleted: false, withheld: undefined });
  double.app.skew = 0;
  double.app.minted.length = 0;
  connected = app;
  clock = createManualClock(Date.now());
  host = hostOf(() => connected);
});

function hostOf(readApp: () => GithubApp | undefined, token?: string): CodeHost {
  const appTokens = createInstallationTokens({ readApp: () => Promise.resolve(readApp()), clock, wait });
  return createGithubCodeHost({ apiUrl: double.apiUrl, token, appTokens, wait });
}
const errorOf = async (asked: Promise<unknown>): Promise<Error> =>
  asked.then(
    (answer) => new Error(`it was answered: ${JSON.stringify(answer)}`),
    (thrown: unknown) => thrown as Error,
  );

it('takes the App of a code once, with what is kept of it', async () => {
  const apps = createGithubApps({ apiUrl: double.apiUrl, clock });
  const code = double.app.newCode();
  expect(await apps.exchange(code, signal)).toEqual({
    apiUrl: double.apiUrl,
    id: double.app.id,
    slug: double.app.slug,
    name: 'Docwright test',
    owner: 'octocat',
    url: `${double.apiUrl}/apps/${double.app.slug}`,
    clientId: 'Iv23li0000000000',
    privateKey: double.app.privateKey,
    webhookSecret: double.app.webhookSecret,
  });
  await expect(apps.exchange(code, signal)).rejects.toThrow(GithubAppCodeRefused);
  const secrets = { pem: double.app.privateKey, webhook_secret: double.app.webhookSecret };
  for (const body of [secrets, { ...secrets, id: 1, pem: 'no key' }, '<html>']) {
    double.fail(/conversions$/, { status: 201, body });
    const error = await errorOf(apps.exchange('any', signal));
    expect(error).toBeInstanceOf(CodeHostAnswerUnexpected);
    expect(error.message).not.toMatch(/PRIVATE|webhook/);
  }
});

it('asks for an App that only its owner may install, with the least that jobs need', () => {
  const paths = { returnPath: '/created', webhookPath: '/hook', state: 'a b' };
  const formOf = (apiUrl: string, publicUrl: string, organization?: string) => {
    const form = createGithubApps({ apiUrl, clock }).form({ ...paths, publicUrl, organization });
    return { ...form, manifest: JSON.parse(form.fields['manifest'] ?? '') as object };
  };
  const { action, manifest, permissions } = formOf('https://api.github.com', 'https://docs.example.com/bot');
  expect(action).toBe('https://github.com/settings/apps/new?state=a%20b');
  expect(manifest).toEqual({
    name: 'docwright docs example com',
    url: 'https://docs.example.com/bot',
    description: expect.any(String) as string,
    redirect_url: 'https://docs.example.com/bot/created',
    setup_url: 'https://docs.example.com/bot/server',
    public: false,
    default_permissions: permissionsOfApp,
    hook_attributes: { url: 'https://docs.example.com/bot/hook', active: true },
    default_events: expect.arrayContaining(['pull_request', 'issue_comment', 'check_run']) as string[],
  });
  expect(permissions).toContain('pull requests: write');
  const enterprise = 'https://ghe.example.com/api/v3';
  expect(formOf(enterprise, 'http://10.0.0.7:4800', 'acme').action).toBe(
    'https://ghe.example.com/organizations/acme/settings/apps/new?state=a%20b',
  );
  const hasWebhook = (...from: [string, string]) => 'hook_attributes' in formOf(...from).manifest;
  expect(hasWebhook(enterprise, 'http://10.0.0.7:4800')).toBe(true);
  expect(hasWebhook('https://api.github.com', 'http://10.0.0.7:4800')).toBe(false);
  for (const own of ['http://127.0.0.1:4800', 'http://localhost:4800', 'http://[::1]:4800'])
    expect(hasWebhook(enterprise, own)).toBe(false);
});

it('signs for at most ten minutes, a minute back', () => {
  const claims = signAppToken(app, 1_000_000_500).split('.')[1] ?? '';
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'))).toEqual({
    iss: String(double.app.id),
    iat: 1_000_000 - 60,
    exp: 1_000_000 + 480,
  });
});

it('does everything that a job does, with one token for this repository alone', async () => {
  expect(await host.preflight(repository(), signal)).toMatchObject({ baseBranch: 'main' });
  await double.pushBranch('docwright/app');
  const wanted = { repository: repository(), headBranch: 'docwright/app', baseBranch: 'main', draft: false };
  const { number } = await host.ensurePullRequest({ ...wanted, title: 'A title', body: 'A body' }, signal);
  const one = { repository: repository(), number };
  await host.reply?.({ ...one, thread: { kind: 'conversation', id: '' }, body: 'Done.' }, signal);
  expect(await host.readComments(one, signal)).toMatchObject([{ body: 'Done.' }]);
  expect(await host.readDiff(one, signal)).toContain('diff --git');
  const remote = await host.gitRemote(repository(), signal);
  const [user, token = ''] = Buffer.from(remote.authorizationHeader?.replace('Basic ', '') ?? '', 'base64')
    .toString('utf8')
    .split(':');
  expect([user, token.slice(0, 4), remote.url.includes(token)]).toEqual(['x-access-token', 'ghs_', false]);
  expect(double.app.minted).toEqual([
    {
      repositories: ['docs'],
      permissions: permissionsOfApp,
    },
  ]);
});

it('mints another token before the first one ends, and when GitHub refuses it', async () => {
  const use = () => host.preflight(repository(), signal, 'read');
  await use();
  clock.advance(49 * duration.minute);
  // The clock of GitHub moves too.
  double.app.skew = 49 * duration.minute;
  await use();
  expect(double.app.minted).toHaveLength(1);
  clock.advance(duration.minute);
  double.app.skew += duration.minute;
  double.fail(/access_tokens$/, {
    status: 201,
    body: { token: 'ghs_ends_early', expires_at: new Date(clock.now() + 11 * duration.minute).toISOString() },
  });
  const early = await host.gitRemote(repository(), signal);
  clock.advance(59 * duration.second);
  expect(await host.gitRemote(repository(), signal)).toEqual(early);
  clock.advance(duration.second);
  double.app.skew += duration.minute;
  expect(await host.gitRemote(repository(), signal)).not.toEqual(early);
  expect(double.app.minted).toHaveLength(2);
  double.app.endTokens();
  await use();
  expect(double.app.minted).toHaveLength(3);
});

it('says why GitHub refuses a token, when it was minted in vain', async () => {
  await host.preflight(repository(), signal, 'read');
  double.app.endTokens();
  double.app.state.isInstalled = false;
  await expect(host.preflight(repository(), signal, 'read')).rejects.toThrow(GithubAppNotInstalled);
});

it('names where to install it, for a repository that it does not reach', async () => {
  const other = { url: `${double.apiUrl}/octocat/other`, baseBranch: undefined };
  for (const away of [other, { url: `${double.apiUrl}/octocat/missing`, baseBranch: undefined }]) {
    const error = await errorOf(host.preflight(away, signal));
    expect(error).toBeInstanceOf(GithubAppNotInstalled);
    expect(error.message).toContain(`${double.apiUrl}/apps/${double.app.slug}/installations/new`);
  }
  double.fail(/access_tokens$/, {
    status: 422,
    body: { message: 'There is at least one repository that does not exist' },
  });
  await expect(host.preflight(repository(), signal)).rejects.toThrow(GithubAppNotInstalled);
  const location = `${double.apiUrl}/repositories/9/installation`;
  double.fail(/\/installation$/, { status: 301, headers: { location } });
  await expect(host.preflight(repository(), signal)).rejects.toThrow(RepositoryMoved);
});

it('names a suspended installation, missing permissions, a deleted key and a wrong clock', async () => {
  const preflight = () => errorOf(hostOf(() => connected).preflight(repository(), signal));
  double.app.state.isSuspended = true;
  expect(await preflight()).toBeInstanceOf(GithubAppSuspended);
  double.app.state.isSuspended = false;
  double.fail(/access_tokens$/, { status: 403, body: { message: 'This installation has been suspended' } });
  const suspended = await preflight();
  expect(suspended).toBeInstanceOf(GithubAppSuspended);
  expect(suspended.message).toContain(`${double.apiUrl}/settings/installations/100`);
  double.app.state.withheld = 'pull_requests';
  const missing = await preflight();
  expect(missing).toBeInstanceOf(GithubAppPermissionsMissing);
  expect(missing.message).toContain('pull requests: write');
  double.app.state.withheld = 'checks';
  expect(await hostOf(() => connected).preflight(repository(), signal)).toMatchObject({ baseBranch: 'main' });
  expect(double.app.minted.at(-1)?.permissions).not.toHaveProperty('checks');
  double.app.state.isKeyDeleted = true;
  expect(await preflight()).toBeInstanceOf(GithubAppKeyRefused);
  double.app.state.isKeyDeleted = false;
  for (const skew of [-70 * duration.second, 9 * duration.minute]) {
    double.app.skew = skew;
    const error = await preflight();
    expect(error).toBeInstanceOf(GithubAppClockWrong);
    expect(error.message).toContain(new Date(clock.now()).toISOString());
  }
  for (const skew of [-50 * duration.second, 7 * duration.minute]) {
    double.app.skew = skew;
    expect(await hostOf(() => connected).preflight(repository(), signal)).toMatchObject({ baseBranch: 'main' });
  }
});

it('believes no other key', async () => {
  connected = { ...app, id: app.id + 1 };
  expect(await errorOf(host.preflight(repository(), signal))).toBeInstanceOf(GithubAppKeyRefused);
});

it('lets a token go first, and names what is missing without one and without an App', async () => {
  const withToken = hostOf(() => connected, double.readOnlyToken);
  await expect(withToken.preflight(repository(), signal)).rejects.toThrow(PermissionMissing);
  expect(double.app.minted).toEqual([]);
  connected = undefined;
  await expect(host.preflight(repository(), signal)).rejects.toThrow(CredentialsMissing);
});

it('uses no token of an App that was disconnected or replaced', async () => {
  await host.preflight(repository(), signal, 'read');
  connected = { ...app, id: app.id + 1 };
  expect(await errorOf(host.preflight(repository(), signal))).toBeInstanceOf(GithubAppKeyRefused);
  connected = undefined;
  await expect(host.preflight(repository(), signal)).rejects.toThrow(CredentialsMissing);
});

it('lists its installations, with what each has withheld', async () => {
  const apps = createGithubApps({ apiUrl: double.apiUrl, clock });
  const list = () => apps.installations(app, signal);
  const url = `${double.apiUrl}/settings/installations/100`;
  const installation = { account: 'octocat', repositories: 'selected', suspended: false, missingPermissions: [], url };
  expect(await list()).toEqual([installation]);
  double.app.state.withheld = 'issues';
  double.app.state.isSuspended = true;
  expect(await list()).toEqual([{ ...installation, suspended: true, missingPermissions: ['issues: read'] }]);
});

it('tells neither key nor token in an error', async () => {
  double.fail(/access_tokens$/, { status: 201, body: { token: 'ghs_0000000000000000000000000000000000aa' } });
  const error = await errorOf(host.preflight(repository(), signal));
  expect(error).toBeInstanceOf(CodeHostAnswerUnexpected);
  expect(error.message).not.toContain('ghs_');
  double.fail(/\/installation$/, { status: 500, body: { message: `no ${signAppToken(app, clock.now())}` } }, 3);
  expect((await errorOf(host.preflight(repository(), signal))).message).not.toMatch(/eyJ/);
});
