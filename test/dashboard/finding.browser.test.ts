import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessibilityFaults } from '../accessibility-faults.ts';
import { launchBrowser } from '../browser.ts';
import { startDashboard, type RunningDashboard } from './running-dashboard.ts';
import { createOwner, docs, seedVisits, signIn } from './seed.ts';

let dashboard: RunningDashboard;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let base: string;
let other: string;
let jobStatus: () => Promise<string | undefined>;

beforeAll(async () => {
  dashboard = await startDashboard();
  await createOwner(dashboard);
  const project = await dashboard.createProject('Acme docs', docs);
  base = `${dashboard.url}/projects/${project.id}`;
  other = `${dashboard.url}/projects/${(await dashboard.createProject('Other docs', docs)).id}`;
  await seedVisits(dashboard, project, Date.now());
  const request = { prompt: 'Explain webhooks\nand their retries' };
  const { jobs, acceptJob } = dashboard.application().agent;
  const { job } = await acceptJob({ projectId: project.id, request });
  jobStatus = async () => (await jobs.find(project.id, job.id))?.status;
  browser = await launchBrowser();
  context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  context.setDefaultTimeout(20_000);
  page = await context.newPage();
  await signIn(page, dashboard);
});
afterAll(async () => {
  await browser.close();
  await dashboard.close();
});

const search = () => page.getByRole('combobox', { name: 'Search everything' });

it('goes by name to pages, settings, projects, jobs, docs pages and the guide', async () => {
  const finds: [text: string, option: string | RegExp, address: string | RegExp, focused?: string][] = [
    ['audit', 'Audit log', `${dashboard.url}/audit-log`, 'Audit log'],
    ['other', 'Other docs', `${other}/jobs`, 'Jobs'],
    ['acme', 'Acme docs', `${base}/jobs`, 'Jobs'],
    ['access', /^Access/, `${base}/settings/access`, 'Settings'],
    ['months', /^Months to keep views/, `${base}/settings/counting#retentionMonths`, 'Months to keep views'],
    ['readS per', /^Reads per minute/, `${base}/settings/counting#readsPerMinute`, 'Reads per minute'],
    ['retries webhooks', /^Add a quickstart/, /\/jobs\/job_/],
    ['guides/py', /^\/guides\/python/, /analytics\?range=90d&path=/, 'Analytics'],
    ['backups', /^Backups/, `${dashboard.url}/server#backups`, 'Backups'],
    ['github app', /^GitHub App/, `${dashboard.url}/server#github-app`, 'GitHub App'],
    ['acme', 'Acme docs', `${base}/jobs`, 'Jobs'],
    ['new job', 'New job', `${base}/jobs#prompt`, 'What should change in the docs?'],
  ];
  // Its title is the agent's, and its prompt is what it is found by.
  await expect.poll(jobStatus, { timeout: 30_000 }).toBe('completed');
  await page.goto(`${base}/jobs`);
  for (const [text, option, address, focused] of finds) {
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await search().fill(text);
    await page.getByRole('option', { name: option }).first().waitFor();
    // The first one is chosen already.
    await search().press('Enter');
    await page.waitForURL(address);
    await search().waitFor({ state: 'detached' });
    // A job has no heading until it is loaded.
    if (focused === undefined) continue;
    const target = page.getByLabel(focused).or(page.getByRole('heading', { name: focused, exact: true }));
    await page.locator(':focus').and(target).waitFor();
  }
  await page.getByRole('button', { name: 'Search' }).click();
  await search().fill('reverse proxy');
  await page.getByRole('option').first().click();
  await page.waitForURL(/\/guide\//);
});

it('is accessible, fits a phone, and gives the focus back', async () => {
  await page.goto(`${base}/keys`);
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 700 });
    const button = page.getByRole('button', { name: 'Search' });
    await button.click();
    await page.getByRole('option', { name: 'Analytics' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    await search().fill('zzzz');
    await page.getByText('No results. Try another word.').waitFor();
    await search().press('Escape');
    await search().waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(`document.activeElement.className`)).toContain('palette-button');
  }
  await page.setViewportSize({ width: 1280, height: 900 });
});

it('follows single keys, never while somebody types, and not where they are turned off', async () => {
  await page.goto(`${base}/members`.replace(/\/projects.*/, '/members'));
  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  await heading('Members');
  // With it, the project at hand is known.
  await page.getByRole('link', { name: 'Analytics', exact: true }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await heading('Analytics');
  await page.keyboard.press('n');
  const prompt = page.getByLabel('What should change in the docs?');
  await page.locator('[name=prompt]:focus').waitFor();
  await page.keyboard.type('g k ? / n');
  expect(await prompt.inputValue()).toBe('g k ? / n');
  await prompt.fill('');
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('/');
  await page.locator('[type=search]:focus').waitFor();
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await sheet.getByText('Go to Pull requests').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await sheet.getByLabel('Single-key shortcuts').uncheck();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await sheet.waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('?');
  await page.keyboard.press('Control+k');
  await search().fill('keyboard');
  await search().press('Enter');
  // Only the last one opened it.
  await sheet.getByLabel('Single-key shortcuts').check();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('?');
  await sheet.waitFor();
});
