import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
} from '@modelcontextprotocol/client';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessibilityFaults } from '../accessibility-faults.ts';
import { launchBrowser } from '../browser.ts';
import { startDashboard, type RunningDashboard } from './running-dashboard.ts';
import { ada, chooseInMenu, createOwner, docs, signIn } from './seed.ts';

let dashboard: RunningDashboard;
let browser: Browser;
let page: Page;
let callback: { readonly url: string; close(): void };
/** What came back to the client, the latest last. */
const answers: URLSearchParams[] = [];

beforeAll(async () => {
  dashboard = await startDashboard();
  await createOwner(dashboard);
  await dashboard.createProject('Acme docs', docs);
  browser = await launchBrowser();
  page = await browser.newPage();
  page.setDefaultTimeout(15_000);
  const server = createServer(({ url = '' }, answer) => {
    const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
    if (pathname === '/callback') answers.push(searchParams);
    answer.end('You can close this page.');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  callback = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    close: () => server.close(),
  };
});
afterAll(async () => {
  await page.unrouteAll({ behavior: 'wait' });
  await browser.close();
  callback.close();
  await dashboard.close();
});

/** A client as the SDK has it, whose browser is the page. */
function createClient(name = 'Test editor') {
  let registered: OAuthClientInformationMixed | undefined;
  let tokens: OAuthTokens | undefined;
  let verifier = '';
  let discovered: OAuthDiscoveryState | undefined;
  const asked: URL[] = [];
  const authProvider: OAuthClientProvider = {
    redirectUrl: callback.url,
    clientMetadata: { client_name: name, redirect_uris: [callback.url], token_endpoint_auth_method: 'none' },
    state: () => 'state "1e5"',
    clientInformation: () => registered,
    saveClientInformation: (information) => void (registered = information),
    tokens: () => tokens,
    saveTokens: (saved) => void (tokens = saved),
    redirectToAuthorization: (url) => void asked.push(url),
    saveCodeVerifier: (saved) => void (verifier = saved),
    codeVerifier: () => verifier,
    saveDiscoveryState: (state) => void (discovered = state),
    discoveryState: () => discovered,
  };
  const url = new URL(`${dashboard.url}/mcp`);
  return {
    /** Where it sends its person, the latest last. */
    asked,
    tokens: () => tokens,
    authProvider,
    async connect(finish?: URLSearchParams) {
      const transport = new StreamableHTTPClientTransport(url, { authProvider });
      if (finish !== undefined) await transport.finishAuth(finish);
      const client = new Client({ name: 'test', version: '1' });
      await client.connect(transport);
      return client;
    },
  };
}

const returned = async () => {
  await page.getByText('You can close this page.').waitFor();
  return answers.at(-1) ?? new URLSearchParams();
};
const names = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);

it('connects a client that has only the URL, after the sign-in, and ends it under Settings', async () => {
  const editor = createClient();
  await expect(editor.connect()).rejects.toBeInstanceOf(UnauthorizedError);
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(editor.asked[0]?.href ?? '');
  await page.getByLabel('Email').fill(ada.email);
  await page.getByLabel('Password').fill(ada.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Connect a client' }).waitFor();
  await page.getByText('Test editor').waitFor();
  await page.getByText('a program on your computer (127.0.0.1)').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(2);
  expect(await page.getByRole('checkbox', { name: 'Start and manage jobs' }).isChecked()).toBe(false);
  // By the keyboard alone: project, three scopes, then the button.
  await page.getByLabel('Project').focus();
  for (let count = 0; count < 4; count += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const answer = await returned();
  expect(answer.get('state')).toBe('state "1e5"');
  const client = await editor.connect(answer);
  expect(await names(client)).toContain('visitors');
  expect(await names(client)).not.toContain('start_job');
  expect(editor.tokens()?.scope).toBe('analytics:read agent:read');

  // What the grant lacks, the client asks its person for.
  await expect(client.callTool({ name: 'start_job', arguments: { prompt: 'x' } })).rejects.toThrow();
  expect(editor.asked[1]?.searchParams.get('scope')).toContain('agent:write');
  await page.goto(editor.asked[1]?.href ?? '');
  await page.getByLabel('Start and manage jobs').check();
  await page.getByRole('button', { name: 'Allow' }).click();
  const writer = await editor.connect(await returned());
  expect(await names(writer)).toContain('start_job');

  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, dashboard);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Access' }).click();
  const clients = page.getByRole('region', { name: 'Connected clients' });
  await expect.poll(() => clients.getByText('for Ada Lovelace').count()).toBe(2);
  for (let left = 2; left > 0; left -= 1) {
    await clients.getByRole('button', { name: 'Disconnect' }).first().click();
    await page.getByRole('button', { name: 'Disconnect client' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => clients.getByRole('button', { name: 'Disconnect' }).count()).toBe(left - 1);
  }
  await expect(writer.listTools()).rejects.toBeInstanceOf(UnauthorizedError);
  await page.goto(`${dashboard.url}/audit-log`);
  await page.getByText('connected the client').first().waitFor();
  await page.getByText('disconnected the client').first().waitFor();
});

it('tells the client that the person denied, and the person who asks', async () => {
  const hostile = createClient('Claude\u202e\n"><img src=x onerror=alert(1)>');
  await expect(hostile.connect()).rejects.toBeInstanceOf(UnauthorizedError);
  await page.goto(hostile.asked[0]?.href ?? '');
  await page.getByText('Claude"><img src=x onerror=alert(1)>').waitFor();
  await page.getByText('not verified').waitFor();
  await page.getByRole('button', { name: 'Deny' }).click();
  const answer = await returned();
  expect(Object.fromEntries(answer)).toMatchObject({ error: 'access_denied', iss: dashboard.url });
  await expect(hostile.connect(answer)).rejects.toThrow(/denied/);
});

it('shows what is wrong with a request, and sends nobody away by itself', async () => {
  const editor = createClient();
  await expect(editor.connect()).rejects.toBeInstanceOf(UnauthorizedError);
  const [asked] = editor.asked;
  const changed = (name: string, value: string) => {
    const url = new URL(asked ?? '');
    url.searchParams.set(name, value);
    return url.href;
  };
  const before = answers.length;
  await page.goto(changed('redirect_uri', 'https://evil.example/callback'));
  await page.getByRole('alert').getByText('is not one that this client registered').waitFor();
  expect(await page.getByRole('link').count()).toBe(0);
  await page.goto(changed('resource', 'https://other.example/mcp'));
  await page.getByRole('alert').getByText('The only `resource`').waitFor();
  expect(answers).toHaveLength(before);
  await page.getByRole('link', { name: 'Return to 127.0.0.1' }).click();
  expect((await returned()).get('error')).toBe('invalid_target');
});

it('cannot be framed, or decided from another site', async () => {
  const answer = await fetch(`${dashboard.url}/connect?request=x`, { headers: { accept: 'text/html' } });
  expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  const decide = (headers: Record<string, string>) =>
    page.request.post(`${dashboard.url}/api/dashboard/oauth/decision`, {
      data: { request: 'x', grant: null },
      headers,
    });
  expect((await decide({})).status()).toBe(403);
  expect((await decide({ 'x-docwright-dashboard': '1', 'sec-fetch-site': 'cross-site' })).status()).toBe(403);
  expect((await decide({ 'x-docwright-dashboard': '1', 'sec-fetch-site': 'same-origin' })).status()).toBe(400);
});

it('shows a member their own clients', async () => {
  const editor = createClient('My chat');
  await expect(editor.connect()).rejects.toBeInstanceOf(UnauthorizedError);
  await page.goto(editor.asked[0]?.href ?? '');
  await page.getByRole('button', { name: 'Allow' }).click();
  await editor.connect(await returned());
  await signIn(page, dashboard);
  await chooseInMenu(page, 'Your account');
  const clients = page.getByRole('region', { name: 'Connected clients' });
  await clients.getByRole('button', { name: 'Disconnect My chat' }).waitFor();
  await clients.getByText('Acme docs').waitFor();
});
