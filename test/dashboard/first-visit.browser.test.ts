import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { startDashboard, type RunningDashboard } from './running-dashboard.ts';

let dashboard: RunningDashboard;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  dashboard = await startDashboard();
  browser = await launchBrowser();
  page = await browser.newPage();
});
afterAll(async () => {
  await browser.close();
  await dashboard.close();
});

it('leads from the set-up link to a job with a pull request', async () => {
  await page.goto(await dashboard.setUpLink());
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'New project' }).waitFor();
  expect(new URL(page.url()).hash).toBe('');
});
