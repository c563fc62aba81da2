import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Project } from '../../src/contract/project.ts';
import { launchBrowser } from '../browser.ts';
import { startDashboard, type RunningDashboard } from './running-dashboard.ts';
import { ada, chooseInMenu, createOwner, docs, signIn } from './seed.ts';

let dashboard: RunningDashboard;
let browser: Browser;
let project: Project;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  dashboard = await startDashboard();
  await createOwner(dashboard);
  project = await dashboard.createProject('Acme docs', docs);
  // Windows cannot hold such a name, so the agent may use it only where the settings name it.
  const settings = { allowedProtectedPaths: ['<img src=x onerror=hacked>.md'] };
  await dashboard.application().projects.update(project.id, { settings }, 'test');
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await dashboard.close();
});
beforeEach(async () => {
  context = await browser.newContext();
  page = await context.newPage();
  await signIn(page, dashboard);
  await page.getByRole('heading', { name: 'Jobs', exact: true }).waitFor();
});
afterEach(async () => {
  await context.close();
});

async function startJob(prompt: string, model: string): Promise<void> {
  await page.getByLabel('What should change in the docs?').fill(prompt);
  await page.getByText('Options').click();
  await page.getByLabel('Model').fill(model);
  await page.getByRole('button', { name: 'Start job' }).click();
}

it('keeps what was typed when the session ends in the middle of a form', async () => {
  await page.getByLabel('What should change in the docs?').fill('Say hello in every language');
  await context.clearCookies();
  await page.getByRole('button', { name: 'Start job' }).click();
  await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').getByLabel('Password').fill(ada.password);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.getByLabel('What should change in the docs?').inputValue()).toBe('Say hello in every language');
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.getByRole('button', { name: 'Start job' }).click();
  await page.getByText('The job is completed.').waitFor();
});

it('asks the other tab to sign in after one tab signed out', async () => {
  const other = await context.newPage();
  await other.goto(`${dashboard.url}/members`);
  await other.getByRole('heading', { name: 'Members' }).waitFor();
  await chooseInMenu(page, 'Sign out');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await other.getByRole('button', { name: 'Create link' }).click();
  await other.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
});

it('goes on with the log after the server was restarted, and says so in between', async () => {
  await startJob('More joy', 'scripted/slow');
  await page.getByText('First step.').waitFor();
  await dashboard.restart(async () => {
    await page.getByText('Connection lost').waitFor();
  });
  await page.getByText('The job is completed.').waitFor({ timeout: 60_000 });
  await page.getByText('Last step.').waitFor();
  expect(await page.getByText('First step.').count()).toBe(1);
  expect(await page.getByText('Connection lost').count()).toBe(0);
}, 120_000);

it('opens a page by itself that was opened while the server was away, and says so until then', async () => {
  let asked = 0;
  const away = async () => {
    await page.route(/\/(api|healthz|v1|v2)(\/|$)/, (route) => {
      asked += 1;
      return route.abort('connectionrefused');
    });
  };
  await away();
  await page.goto(`${dashboard.url}/members`);
  await page.getByText('This page opens by itself as soon as the server answers.').waitFor();
  await page.getByRole('status').getByText('No connection to the server. Reconnecting…').waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
  await page.getByText('No connection to the server.').waitFor({ state: 'detached' });
  expect(asked).toBeGreaterThan(1);
  // Its parts, too, and at once when the browser is online again.
  await page.route(/\/invitations$/, (route) => route.abort('connectionrefused'));
  await page.reload();
  await page.getByText('The server cannot be reached.').waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByText('No open invitations.').waitFor();
  await away();
  await page.getByText('No connection to the server.').waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await page.evaluate("window.dispatchEvent(new Event('online'))");
  await page.getByText('No connection to the server.').waitFor({ state: 'detached' });
});

it('says within five seconds that the server is gone, and goes on when it is back', async () => {
  const live = await context.newPage();
  await live.clock.install();
  await live.goto(`${dashboard.url}/members`);
  await live.getByText('No open invitations.').waitFor();
  const notice = live.getByText('No connection to the server. Reconnecting…');
  // A single look in vain may be a change of the network.
  await live.route(/\/healthz$/, (route) => route.abort('connectionrefused'), { times: 1 });
  const failed = live.waitForEvent('requestfailed');
  await live.clock.runFor(3000);
  await failed;
  await live.clock.runFor(500);
  expect(await notice.count()).toBe(0);
  const confirmed = live.waitForResponse(/\/healthz$/);
  await live.clock.runFor(500);
  await confirmed;
  await dashboard.restart(async () => {
    const looks = () => live.waitForRequest(/\/healthz$/);
    for (const milliseconds of [3000, 1000]) {
      const look = looks();
      await live.clock.runFor(milliseconds);
      await (await look).response().catch(() => null);
    }
    await notice.waitFor();
  });
  await live.clock.runFor(2000);
  await notice.waitFor({ state: 'detached' });
  await live.close();
});

it('keeps the focus when what has it goes: a refused save, a saved form, a removed row', async () => {
  const focus = () => expect.poll(() => page.evaluate('document.activeElement.textContent'), { timeout: 20_000 });
  await page.goto(`${dashboard.url}/projects/${project.id}/settings/counting`);
  const name = page.getByLabel('Reads per minute');
  await page.getByText('Exclusions, proxies and limits').click();
  await name.fill('777');
  const save = page.getByRole('button', { name: 'Save' });
  await page.route(/\/projects\/[^/]+$/, (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{"detail":"Disk full."}' })
      : route.continue(),
  );
  await save.press('Enter');
  await page.getByText('Disk full.').waitFor();
  await focus().toBe('Save');
  await page.unrouteAll({ behavior: 'wait' });
  await page.keyboard.press('Enter');
  await page.getByText('Saved.').waitFor();
  expect(await page.evaluate('document.activeElement.tagName')).toBe('FORM');

  await page.goto(`${dashboard.url}/projects/${project.id}/settings/notices`);
  await page.getByLabel('Email address').fill('eve@example.org');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Remove eve@example.org' }).press('Enter');
  await page.getByRole('button', { name: 'Remove eve@example.org' }).waitFor({ state: 'detached' });
  await focus().toBe('Weekly mail recipients');
});

it('shows markup, right-to-left text and emoji of the agent as text', async () => {
  const alarms: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') alarms.push(message.text());
  });
  await startJob('<img src=x onerror="window.hacked=1"> اكتب دليلا 👋', 'scripted/hostile');
  await page.getByText('The job is completed.').waitFor();
  await page.getByText('<script>window.hacked=1</script>').first().waitFor();
  await page.getByText('<iframe src=javascript:window.hacked=1></iframe>').first().waitFor();
  await page.getByRole('link', { name: 'Changes' }).click();
  await page.getByRole('region', { name: 'Changes in دليل 😀.md' }).getByText('مرحبا بالعالم 🌍').waitFor();
  await page.getByRole('region', { name: 'Changes in <img src=x onerror=hacked>.md' }).waitFor();
  expect(await page.locator('#content img, #content svg, #content iframe, #content script').count()).toBe(0);
  expect(await page.locator('a[href^="javascript:"]').count()).toBe(0);
  expect(await page.evaluate('window.hacked')).toBeUndefined();

  // The page of the pull request: the prompt and the summary are its body, the files its diff.
  await page
    .getByRole('link', { name: /Pull request #/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Merge' }).waitFor();
  await page.getByText('<svg onload=window.hacked=1> عنوان 🎉').first().waitFor();
  await page.getByText('<iframe src=javascript:window.hacked=1></iframe>').first().waitFor();
  await page.getByText('<img src=x onerror="window.hacked=1"> اكتب دليلا 👋').first().waitFor();
  await page.getByText('<img src=x onerror=hacked>.md').first().waitFor();
  await page.getByText('دليل 😀.md').first().waitFor();
  await page.getByText('# <script>window.hacked=1</script>').waitFor();
  const forbidden = ['img', 'svg', 'iframe', 'script', '[onerror]', '[onload]'];
  expect(await page.locator(forbidden.map((one) => `#content ${one}`).join()).count()).toBe(0);
  expect(await page.locator('a[href^="javascript:"]').count()).toBe(0);
  expect(await page.evaluate('window.hacked')).toBeUndefined();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByText('Closed without merging').waitFor();
  await page.getByRole('link', { name: 'Pull requests' }).first().click();
  await page.getByText('<svg onload=window.hacked=1> عنوان 🎉').first().waitFor();
  expect(await page.evaluate('window.hacked')).toBeUndefined();
  expect(alarms).toEqual([]);
});

it('follows one job in two tabs, and what one tab sends shows in the other', async () => {
  await startJob('Welcome people twice', 'scripted/slow');
  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByText('First step.').waitFor();
  await page.getByLabel('Message the agent').fill('And wave at them');
  await page.getByRole('button', { name: 'Send' }).click();
  await other.getByRole('log').getByText('And wave at them').waitFor();
  await Promise.all([page, other].map((tab) => tab.getByText('Last step.').first().waitFor()));
});

it('lists where one is signed in, and ends a session elsewhere', async () => {
  const elsewhere = await browser.newContext({
    userAgent: 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0',
  });
  const other = await elsewhere.newPage();
  await signIn(other, dashboard);
  await chooseInMenu(page, 'Your account');
  const end = page.getByRole('button', { name: 'End the session of Firefox on Windows' });
  await end.click();
  await end.waitFor({ state: 'detached' });
  await other.getByRole('link', { name: 'Members' }).click();
  await other.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByText('ended a session in Firefox on Windows').waitFor();
  await elsewhere.close();
});

it('refuses a prompt that is too long before sending it, and keeps it', async () => {
  const box = page.getByLabel('What should change in the docs?');
  await box.fill('x'.repeat(50_012));
  await page.getByText('12 characters too many').waitFor();
  expect(await page.getByRole('button', { name: 'Start job' }).isDisabled()).toBe(true);
  await box.fill('long '.repeat(10_000));
  await page.getByRole('button', { name: 'Start job' }).click();
  await page.getByText('The job is completed.').waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
});

it('limits guesses at a password and says how long to wait', async () => {
  await chooseInMenu(page, 'Sign out');
  await page.getByLabel('Email').fill('nobody@example.org');
  await page.getByLabel('Password').fill('wrong');
  const alert = page.getByRole('alert');
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const answer = page.waitForResponse(/api\/dashboard\/session$/);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await answer;
  }
  await page.getByRole('button', { name: 'Sign in' }).click();
  await alert.getByText('Try again in').waitFor();
});

it('sends nobody elsewhere after signing in', async () => {
  await context.clearCookies();
  await page.goto(`${dashboard.url}/sign-in?next=//evil.example/`);
  await page.getByLabel('Email').fill(ada.email);
  await page.getByLabel('Password').fill(ada.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Jobs', exact: true }).waitFor();
  expect(new URL(page.url()).origin).toBe(dashboard.url);
  expect(project.name).toBe('Acme docs');
});

it('stays under the name of the server that one has signed in to', async () => {
  const url = dashboard.url.replace('127.0.0.1', 'localhost');
  await signIn(page, { ...dashboard, url });
  await page.goto(`${url}/projects/${project.id}/jobs`);
  await startJob('Welcome people under another name', 'scripted/quick');
  await page.getByText('The job is completed.').waitFor();
  for (const link of [
    page.getByRole('link', { name: 'Stored on this server' }),
    page.getByRole('link', { name: /^#/ }),
  ]) {
    expect(await link.getAttribute('href')).toMatch(/^\/projects\/[^/]+\/pulls/);
  }
});
