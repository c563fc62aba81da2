import { cp, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildDashboard, dashboardFolder } from '../../src/dashboard-files/build-dashboard.ts';
import { launchBrowser } from '../browser.ts';
import { temporaryFolder } from '../git-fixture.ts';
import { startDashboard, type RunningDashboard } from './running-dashboard.ts';
import { createOwner, docs, signIn } from './seed.ts';

const { path: folder, remove } = temporaryFolder();
let dashboard: RunningDashboard;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let project: string;

beforeAll(async () => {
  await buildDashboard(console.error);
  await cp(dashboardFolder, folder, { recursive: true });
  dashboard = await startDashboard({ build: folder });
  await createOwner(dashboard);
  project = (await dashboard.createProject('Acme docs', docs)).id;
  browser = await launchBrowser();
  context = await browser.newContext();
  context.setDefaultTimeout(10_000);
  page = await context.newPage();
  await signIn(page, dashboard);
});
afterAll(async () => {
  await browser.close();
  await dashboard.close();
  remove();
});

/** What a build after a change of everything is to a page of the build before it: no file has the name that it knows. */
async function renameAssets(from: string): Promise<void> {
  const assets = await readdir(join(from, 'assets'));
  const texts = [join(from, 'index.html'), ...assets.map((name) => join(from, 'assets', name))];
  for (const file of texts) {
    const text = await readFile(file, 'utf8');
    await writeFile(
      file,
      assets.reduce((changed, name) => changed.replaceAll(name, `next-${name}`), text),
    );
  }
  for (const name of assets) await rename(join(from, 'assets', name), join(from, 'assets', `next-${name}`));
}

it.each([
  ['Analytics', 'analytics'], // has a style sheet of its own
  ['API keys', 'keys'],
])('a page that was open before a new build leads to %s after it', async (name, path) => {
  await page.goto(`${dashboard.url}/projects/${project}/jobs`);
  await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor();
  await dashboard.restart(() => renameAssets(folder));
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/projects/${project}/${path}`);
});

it('a page that stays open says that a new version is ready, and loses nothing until one wants it', async () => {
  const open = await context.newPage();
  await open.clock.install();
  await open.goto(`${dashboard.url}/projects/${project}/jobs`);
  await open.getByLabel('What should change in the docs?').fill('Typed before');
  const notice = open.getByText('A new version of the dashboard is ready.');
  await open.clock.runFor(130_000);
  expect(await notice.count()).toBe(0);
  await dashboard.restart(() => renameAssets(folder));
  await open.clock.runFor(61_000);
  await notice.waitFor();
  expect(await open.getByLabel('What should change in the docs?').inputValue()).toBe('Typed before');
  await open.getByRole('button', { name: 'Later' }).click();
  await open.clock.runFor(61_000);
  expect(await notice.count()).toBe(0);
  await dashboard.restart(() => renameAssets(folder));
  await open.clock.runFor(61_000);
  await open.getByRole('button', { name: 'Reload' }).click();
  await open.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor();
  await notice.waitFor({ state: 'detached' });
  await open.close();
});
