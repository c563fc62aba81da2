import { serve, type ServerType } from '@hono/node-server';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLocalPullRequests } from '../src/codehost/local/local-pull-requests.ts';
import { createLocalRepositories } from '../src/codehost/local/local-repositories.ts';
import { localPullRequestRoutes } from '../src/codehost/local/pull-request-routes.ts';
import { systemClock } from '../src/kernel/clock.ts';
import { launchBrowser } from './browser.ts';
import { git, pushFiles, temporaryFolder, writeFiles } from './git-fixture.ts';

const folder = temporaryFolder();
let browser: Browser;
let server: ServerType;
let url: string;
let path: string;

beforeAll(async () => {
  const repositories = createLocalRepositories({ dataDirectory: folder.path });
  const pullRequests = createLocalPullRequests({ clock: systemClock });
  const seed = join(folder.path, 'seed');
  const long = 'A sentence that goes on and on, as the sentences of documentation do. '.repeat(8);
  writeFiles(seed, { 'guides/quickstart.md': `# Quickstart\n\n${long}\n` });
  ({ path } = await repositories.create({ name: 'docs', from: seed }));
  git(path, ['branch', 'docwright/a-long-name-of-a-branch-that-does-not-fit-a-phone', 'main']);
  const headBranch = 'docwright/a-long-name-of-a-branch-that-does-not-fit-a-phone';
  pushFiles(
    path,
    headBranch,
    { 'guides/quickstart.md': `# Quickstart\n\n${long.replace('on and on', 'on')}\n\n\`${'x'.repeat(300)}\`\n` },
    'Shorten',
  );
  const body = `Shortens.\n\n| ${'A wide table | '.repeat(12)}\n|${'---|'.repeat(12)}\n\n<img src=x onerror=alert(1)>\n`;
  const { number } = await pullRequests.ensure(path, {
    headBranch,
    baseBranch: 'main',
    title: 'Shorten',
    body,
    draft: false,
  });
  const app = localPullRequestRoutes({
    repositories,
    pullRequests,
    authorize: () => true,
    repositoryOf: () => Promise.resolve(path),
  });
  server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/projects/prj_1/pulls/${number}`;
  browser = await launchBrowser();
});
afterAll(async () => {
  server.close();
  folder.remove();
  await browser.close();
});

it.each([1280, 360])(
  'fits a window of %d pixels, in light and dark, and breaks no rule of its policy',
  async (width) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
      const complaints: string[] = [];
      page.on('console', (message) => complaints.push(message.text()));
      await page.goto(url);
      const widest = await page.evaluate('document.documentElement.scrollWidth');
      expect(widest).toBeLessThanOrEqual(width);
      const code = (await page.locator('tr.added td.code').first().boundingBox())?.width ?? 0;
      expect(code).toBeGreaterThan(width * 0.6 - (width > 1000 ? 200 : 0));
      const background = await page.evaluate('getComputedStyle(document.body).backgroundColor');
      expect(background).toBe(colorScheme === 'light' ? 'rgb(251, 251, 250)' : 'rgb(21, 23, 26)');
      expect(complaints).toEqual([]);
      await page.close();
    }
  },
);

it('merges by its button, with no script at all', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole('button', { name: 'Merge' }).click();
  await page.getByText('Merged into').waitFor();
  expect(page.url()).toBe(url);
  expect(git(path, ['log', '-1', '--format=%s', 'main'])).toMatch(/^Merge pull request #1/);
  await context.close();
});
