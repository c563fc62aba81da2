import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { client, startIdentityProvider, type RunningIdentityProvider } from '../identity-provider.ts';
import { startDashboard, type RunningDashboard } from './running-dashboard.ts';
import { chooseInMenu, docs } from './seed.ts';

let provider: RunningIdentityProvider;
let dashboard: RunningDashboard;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  dashboard = await startDashboard({
    environment: async (url) => {
      provider = await startIdentityProvider(`${url}/sign-in/callback`);
      return {
        DOCWRIGHT_OIDC_ISSUER: provider.issuer,
        DOCWRIGHT_OIDC_CLIENT_ID: client.id,
        DOCWRIGHT_OIDC_CLIENT_SECRET: client.secret,
        DOCWRIGHT_OIDC_NAME: 'Acme ID',
      };
    },
  });
  provider.people.set('ada', { email: 'ada@example.org', email_verified: true, name: 'Ada Lovelace' });
  provider.people.set('eve', { email: 'eve@example.org', email_verified: false, name: 'Eve' });
  provider.people.set('stranger', { email: 'stranger@example.org', email_verified: true });
  browser = await launchBrowser();
  context = await browser.newContext();
  context.setDefaultTimeout(10_000);
  page = await context.newPage();
});
afterAll(async () => {
  await browser.close();
  await dashboard.close();
  await provider.close();
});

/** Fills in the provider's own pages. */
async function passProvider(at: Page, person: string): Promise<void> {
  await at.waitForURL(`${provider.issuer}/**`);
  await at.locator('input[name=login]').fill(person);
  await at.locator('input[name=password]').fill('any');
  await at.getByRole('button', { name: 'Sign-in' }).click();
  await at.getByRole('button', { name: 'Continue' }).click();
}

it('creates the first owner, who signs out and in again', async () => {
  await page.goto(await dashboard.setUpLink());
  await page.getByRole('button', { name: 'Continue with Acme ID' }).click();
  await passProvider(page, 'ada');
  await page.getByRole('heading', { name: 'New project' }).waitFor();
  expect(page.url()).not.toContain('code=');
  await dashboard.createProject('Acme docs', docs);
  await chooseInMenu(page, 'Your account');
  await page.getByText('Your account is connected').waitFor();
  expect(await page.getByLabel('Current password').count()).toBe(0);
  await chooseInMenu(page, 'Sign out');
  await page.getByRole('button', { name: 'Continue with Acme ID' }).click();
  // The provider still knows the browser.
  await page.getByRole('heading', { name: 'Jobs', exact: true }).waitFor();
});

it('keeps what was typed when the session ends, and goes on after signing in beside it', async () => {
  const box = page.getByLabel('What should change in the docs?');
  await box.fill('Say hello in every language');
  await context.clearCookies({ name: 'docwright_session' });
  await page.getByRole('button', { name: 'Start job' }).click();
  const beside = context.waitForEvent('page');
  await page.getByRole('dialog').getByRole('link', { name: 'Sign in in a new tab' }).click();
  const other = await beside;
  await other.getByRole('button', { name: 'Continue with Acme ID' }).click();
  await other.getByText('Close this tab').waitFor();
  await other.close();
  await page.bringToFront();
  await page.evaluate('window.dispatchEvent(new Event("focus"))');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await box.inputValue()).toBe('Say hello in every language');
  await page.getByRole('button', { name: 'Start job' }).click();
  await page.getByText('The job is completed.').waitFor();
});

it.each([
  ['eve', 'does not confirm that eve@example.org is yours', 'Verify the address'],
  ['stranger', 'stranger@example.org is not a member', 'Ask an owner for an invitation link'],
])('tells %s why not, and what to do', async (person, reason, remedy) => {
  const outside = await browser.newContext();
  const other = await outside.newPage();
  await other.goto(`${dashboard.url}/sign-in`);
  await other.getByRole('button', { name: 'Continue with Acme ID' }).click();
  await passProvider(other, person);
  await other.getByRole('alert').getByText(reason).waitFor();
  await other.getByRole('alert').getByText(remedy).waitFor();
  await other.getByRole('link', { name: 'Start again' }).click();
  await other.getByRole('heading', { name: 'Sign in' }).waitFor();
  await outside.close();
});

it('refuses to finish a sign-in that another browser began', async () => {
  const [attacker, victim] = [await browser.newContext(), await browser.newContext()];
  const trap = await attacker.newPage();
  let callback = '';
  trap.on('request', (request) => {
    if (request.url().includes('/sign-in/callback?')) callback = request.url();
  });
  await trap.route('**/oidc/finish', (route) => route.abort());
  await trap.goto(`${dashboard.url}/sign-in`);
  await trap.getByRole('button', { name: 'Continue with Acme ID' }).click();
  await passProvider(trap, 'ada');
  await expect.poll(() => callback).not.toBe('');
  const target = await victim.newPage();
  await target.goto(callback);
  await target.getByRole('alert').getByText('not started in this browser').waitFor();
  await target.goto(`${dashboard.url}/members`);
  await target.getByRole('heading', { name: 'Sign in' }).waitFor();
  await Promise.all([attacker.close(), victim.close()]);
});
