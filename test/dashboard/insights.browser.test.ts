import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Hit } from '../../src/analytics/hit.ts';
import type { Project } from '../../src/contract/project.ts';
import { duration } from '../../src/kernel/clock.ts';
import { accessibilityFaults } from '../accessibility-faults.ts';
import { launchBrowser } from '../browser.ts';
import { startDashboard, type RunningDashboard } from './running-dashboard.ts';
import { createOwner, docs, seedVisits, signIn } from './seed.ts';

const patience = { timeout: 20_000 };
let dashboard: RunningDashboard;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let project: Project;
let base: string;

const view = (url: string, timestampMs: number): Hit => ({
  ...{ source: 'log', method: 'GET', status: 200, accept: 'text/html', ip: '198.51.100.77' },
  ...{ url, timestampMs },
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
});

beforeAll(async () => {
  dashboard = await startDashboard();
  await createOwner(dashboard);
  project = await dashboard.createProject('Acme docs', docs);
  base = `${dashboard.url}/projects/${project.id}`;
  const now = Date.now();
  await seedVisits(dashboard, project, now);
  const { analytics } = dashboard.application();
  await analytics.recordHits(project, [
    view('/retired', now - 40 * duration.day),
    view('/just-written', now - duration.minute),
  ]);
  browser = await launchBrowser();
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  context.setDefaultTimeout(20_000);
  page = await context.newPage();
  await signIn(page, dashboard);
});
afterAll(async () => {
  await browser.close();
  await dashboard.close();
});

it('shows how each row changed since the comparison, and what is gone', async () => {
  await page.goto(`${base}/analytics`);
  const card = page.getByRole('region', { name: 'Pages', exact: true });
  const row = (name: RegExp) => card.getByRole('row', { name });
  await row(/^\/quickstart .*\+\d+%$/).waitFor();
  await row(/^\/just-written 1 0 1 new$/).waitFor();
  await card.getByText('No longer viewed: /retired (1)').waitFor();
  await page.getByLabel('Compare with').selectOption('off');
  await row(/^\/quickstart \d+ \d+ \d+$/).waitFor();
  await page.goto(`${base}/analytics?all=path&search=just`);
  await page
    .getByRole('dialog')
    .getByRole('row', { name: /^\/just-written 1 0 1 new$/ })
    .waitFor();
  expect(await page.getByRole('dialog').getByRole('columnheader', { name: 'Change' }).count()).toBe(1);
});

it('sorts rows by their change, in the card, in the whole list and in the download', async () => {
  await page.goto(`${base}/analytics`);
  const card = page.getByRole('region', { name: 'Pages', exact: true });
  const first = (scope: Locator) => expect.poll(() => scope.locator('tbody tr').first().innerText(), patience);
  await card.getByRole('button', { name: 'Change' }).press('Enter');
  await first(card).toMatch(/\/just-written[^%]*new$/);
  const head = (scope: Locator) => scope.getByRole('columnheader', { name: 'Change' });
  expect(await head(card).getAttribute('aria-sort')).toBe('descending');
  await card.getByRole('link', { name: 'of Pages' }).click();
  const dialog = page.getByRole('dialog');
  await first(dialog).toMatch(/new$/);
  await dialog.getByRole('button', { name: 'Change' }).press('Enter');
  await page.waitForURL(/sort=decline/);
  await first(dialog).not.toMatch(/new$/);
  expect(await head(dialog).getAttribute('aria-sort')).toBe('ascending');
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download CSV' }).click();
  const today = new Date().toISOString().slice(0, 10);
  expect((await download).suggestedFilename()).toMatch(
    new RegExp(String.raw`^visitors-\d{4}-\d\d-\d\d-to-${today}\.csv$`),
  );
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
  expect(lines[0]).toBe('path,human,ai,total,human_before,ai_before,total_before,change');
  expect(lines.at(-1)).toMatch(/^\/just-written,1,0,1,0,0,0,$/);
  await page.goto(`${base}/analytics?all=path&sort=growth&compare=off`);
  await dialog.getByRole('row', { name: /^\/quickstart \d+ \d+ \d+$/ }).waitFor();
  // The four columns and their buttons fit a phone.
  await page.setViewportSize({ width: 320, height: 900 });
  await page.goto(`${base}/analytics`);
  await card.scrollIntoViewIfNeeded();
  await head(card).waitFor();
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
  await page.setViewportSize({ width: 1440, height: 900 });
});

it('says since when there is data where a comparison reaches back before it, and calls nothing new', async () => {
  const young = await dashboard.createProject('Young docs', docs);
  const now = Date.now();
  const today = await dashboard
    .application()
    .projects.update(young.id, { settings: { analytics: { humanSource: 'both' } } }, 'test');
  await dashboard
    .application()
    .analytics.recordHits(today, [view('/first', now - 3 * duration.day), view('/first', now)]);
  await page.goto(`${dashboard.url}/projects/${young.id}/analytics`);
  await page.locator('.totals').getByText('No earlier data').first().waitFor();
  expect(await page.locator('.totals').getByText('No earlier data').count()).toBe(5);
  await page.locator('.chart').getByText('No earlier data').waitFor();
  const pages = page.getByRole('region', { name: 'Pages', exact: true });
  await pages.scrollIntoViewIfNeeded();
  await pages.getByText('No earlier data').waitFor();
  expect(await pages.getByText('new', { exact: true }).count()).toBe(0);
  const day = new Date(now - 3 * duration.day).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
  await page.getByText(`no earlier data (data since ${day})`).waitFor();
  // A comparison that reaches into the data says so, and compares.
  const month = new Date(now - 30 * duration.day).toISOString().slice(0, 10);
  const custom = `range=7d&compare=custom&compareFrom=${month}&compareTo=${new Date(now).toISOString().slice(0, 10)}`;
  await page.goto(`${dashboard.url}/projects/${young.id}/analytics?${custom}`);
  await page.getByText(`(data since ${day})`).waitFor();
  expect(await page.getByText('No earlier data').count()).toBe(0);
});

it('says of every card how it is counted, by keyboard and on a phone', async () => {
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${base}/analytics`);
    const buttons = page.getByRole('button', { name: /^How is this counted\?/ });
    await buttons.nth(11).waitFor();
    // Each card, and the chart.
    expect(await buttons.count()).toBe((await page.locator('.analytics-card').count()) + 1);
    for (const button of width === 1440 ? await buttons.all() : [buttons.nth(0), buttons.nth(4)]) {
      await button.press('Enter');
      const text = page.getByRole('dialog', { name: /is counted$/ });
      await text.waitFor();
      const { x, width: wide } = (await text.boundingBox())!;
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + wide).toBeLessThanOrEqual(width);
      await page.keyboard.press('Tab');
      await page
        .locator(':focus')
        .and(text.getByRole('link', { name: 'Read more in the guide' }))
        .waitFor();
      await page.keyboard.press('Escape');
      await text.waitFor({ state: 'hidden' });
      await page.locator(':focus').and(button).waitFor();
    }
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  }
  await page.getByRole('button', { name: 'How is this counted? Pages', exact: true }).click();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
});

it('opens the last half hour from the live number, by minute and live', async () => {
  await page.goto(`${base}/analytics`);
  await page.getByRole('link', { name: /now$/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Last 30 minutes' });
  const pages = dialog.getByRole('table', { name: 'Pages, last 30 minutes' });
  await pages.getByRole('row', { name: /^\/quickstart/ }).waitFor();
  const minutes = dialog.getByRole('table', { name: 'Visitors by minute' }).getByRole('row');
  // With its head.
  expect(await minutes.count()).toBe(31);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 900 });
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
  await page.setViewportSize({ width: 1440, height: 900 });
  const now = Date.now();
  const news = Array.from({ length: 60 }, (_, index) => ({ ...view('/breaking', now), ip: `198.51.101.${index}` }));
  await dashboard.application().analytics.recordHits(project, news);
  await pages.getByRole('row', { name: /^\/breaking 60 0 60$/ }).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
});

it('marks notes and merged pull requests in the chart, which can be turned off', async () => {
  await page.goto(`${base}/jobs`);
  await page.getByLabel('What should change in the docs?').fill('Add a quickstart');
  await page.getByRole('button', { name: 'Start job' }).click();
  await page.getByText('The job is completed.').waitFor();
  await page.goto(`${base}/pulls/1`);
  await page.getByRole('button', { name: 'Merge' }).first().click();
  const confirm = page.getByRole('dialog').getByRole('button', { name: /Merge/ });
  await confirm
    .or(page.getByText('merged', { exact: true }))
    .first()
    .waitFor();
  if (await confirm.isVisible()) await confirm.click();
  await page.getByText('merged', { exact: true }).first().waitFor();

  await page.goto(`${base}/analytics`);
  const marks = page.locator('.chart .annotation');
  await page.getByText('1 note in this range').click();
  await page.getByRole('link', { name: /^Merged #1: / }).waitFor();
  await page.getByRole('button', { name: 'Add note' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Day').fill(new Date(Date.now() - 9 * duration.day).toISOString().slice(0, 10));
  await dialog.getByLabel('Note').fill('Launched <b>version</b> 2');
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('2 notes in this range').waitFor();
  await expect.poll(() => marks.count(), patience).toBe(2);
  await dialog.waitFor({ state: 'detached' });
  // Told with the bar that it is at, by keyboard.
  const chart = page.getByRole('group', { name: /^Visitors over time/ });
  await page.mouse.move(0, 0);
  const told = async () => {
    await chart.press('ArrowLeft');
    return page.locator('.readout').textContent();
  };
  // A dialog that closes takes the focus back once, which begins at the last bar again.
  await expect.poll(told, patience).toMatch(/ AI.* · Launched <b>version<\/b> 2$/);
  await page.getByRole('button', { name: 'Edit the note Launched <b>version</b> 2' }).click();
  await dialog.getByLabel('Note').fill('Launched version 3');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Launched version 3').first().waitFor();
  await page.getByLabel('Show notes and merged pull requests').uncheck();
  await marks.first().waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('Notes are hidden').click();
  await page.getByLabel('Show notes and merged pull requests').check();
  await marks.first().waitFor();
  await page.getByRole('button', { name: 'Edit the note Launched version 3' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).press('Enter');
  await page.getByText('1 note in this range').waitFor();
  await page.locator('summary:focus').getByText('1 note in this range').waitFor();
});
