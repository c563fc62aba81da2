import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessibilityFaults } from '../accessibility-faults.ts';
import { launchBrowser } from '../browser.ts';
import { startDashboard, type RunningDashboard } from './running-dashboard.ts';
import { createOwner, docs, seedVisits, signIn } from './seed.ts';

let dashboard: RunningDashboard;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let full: string;
let empty: string;
let job: string;

beforeAll(async () => {
  dashboard = await startDashboard();
  await createOwner(dashboard);
  const project = await dashboard.createProject('Acme docs', docs);
  full = `/projects/${project.id}`;
  empty = `/projects/${(await dashboard.createProject('New docs', docs)).id}`;
  await seedVisits(dashboard, project, Date.now());
  await dashboard.application().projects.keys.create(project.id, { name: 'CI' }, 'test');
  browser = await launchBrowser();
  // So high that every card of a page is near.
  context = await browser.newContext({ viewport: { width: 1280, height: 3200 } });
  context.setDefaultTimeout(20_000);
  page = await context.newPage();
  await signIn(page, dashboard);
  await page.goto(`${dashboard.url}${full}/jobs`);
  await page.getByLabel('What should change in the docs?').fill('Add a quickstart');
  await page.getByRole('button', { name: 'Start job' }).click();
  await page.getByText('The job is completed.').waitFor();
  job = new URL(page.url()).pathname;
});
afterAll(async () => {
  await browser.close();
  await dashboard.close();
});

/** Each list: where it stands, the request that brings it, and a text of it. */
const lists = (): [name: string, path: string, request: RegExp, text: string | RegExp][] => [
  ['jobs', `${full}/jobs`, /\/v2\/agent\/[^/]+\/jobs\?/, 'Add a quickstart'],
  ['one job', job, /\/job\/job_[^/]+$/, 'What the agent did'],
  ['changes', `${job}?tab=changes`, /\/diff$/, 'pip install acme'],
  ['pull requests', `${full}/pulls`, /\/pull-requests$/, 'Add a quickstart'],
  ['one pull request', `${full}/pulls/1`, /\/pull-requests\/1$/, 'Added quickstart.md'],
  ['its changes', `${full}/pulls/1`, /\/pull-requests\/1\/diff$/, 'pip install acme'],
  ['projects', '/projects', /\/api\/dashboard\/projects$/, 'Acme docs'],
  ['keys', `${full}/keys`, /\/keys$/, 'never used'],
  ['members', '/members', /\/members$/, 'ada@example.org'],
  ['invitations', '/members', /\/invitations$/, 'No open invitations'],
  ['audit log', '/audit-log', /\/audit-log/, 'created the project'],
  ['server', '/server', /\/operations$/, 'Disk space'],
  ['GitHub App', '/server', /\/github-app$/, 'Connect GitHub App'],
  ['sessions', '/account', /\/sessions$/, 'this session'],
  ['instructions', `${full}/settings/agent`, /\/instructions$/, 'No instructions file on'],
  ['chart', `${full}/analytics`, /\/timeseries/, 'Total unique'],
  ['pages', `${full}/analytics`, /\/visitors\?.*limit=10/, '/guides/typescript'],
  ['all pages', `${full}/analytics?all=path`, /\/visitors\?.*limit=25/, '/guides/typescript'],
  ['breakdown', `${full}/analytics`, /\/breakdown\/agent/, 'Claude Code'],
  ['live view', `${full}/analytics`, /\/live/, 'people,'],
  ['missing pages', `${full}/analytics`, /\/missing/, 'Also viewed'],
  ['crawlers', `${full}/analytics`, /\/crawlers/, /^Program$/],
];

it('shows on every list that it loads, what went wrong, and the list after another try', async () => {
  const problem = { type: '/problems/internal', title: 'x', status: 500, detail: 'Disk full. Free some space.' };
  for (const [name, path, request, text] of lists()) {
    const held = Promise.withResolvers<undefined>();
    let isBroken = true;
    const answer = async (route: Route) => {
      // The page itself may have the same address.
      if (route.request().resourceType() !== 'fetch') return route.continue();
      await held.promise;
      if (!isBroken) return route.continue();
      return route.fulfill({ status: 500, contentType: 'application/problem+json', body: JSON.stringify(problem) });
    };
    await page.route(request, answer);
    await page.goto(`${dashboard.url}${path}`);
    const loading = page.getByRole('status').filter({ hasText: 'Loading…' }).first();
    await loading.waitFor({ state: 'attached' }).catch((error: unknown) => {
      throw new Error(`${name} does not say that it loads`, { cause: error });
    });
    held.resolve(undefined);
    const alert = page.getByRole('alert').filter({ hasText: 'Disk full. Free some space.' }).first();
    await alert.waitFor();
    isBroken = false;
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page
      .locator('main, [role=dialog]')
      .getByText(text)
      .first()
      .waitFor()
      .catch((error: unknown) => {
        throw new Error(`${name} is not shown after another try`, { cause: error });
      });
    await page.unroute(request, answer);
  }
}, 180_000);

it('helps where a list is empty', async () => {
  const texts: [path: string, title: string, help: string][] = [
    [`${empty}/jobs`, 'No jobs yet', 'Describe above what should change in the docs.'],
    [`${empty}/jobs?status=failed`, 'No failed jobs', 'Jobs with this status appear here.'],
    [`${empty}/jobs?reviews=true`, 'No reviews yet', 'with their comments and cost'],
    [`${empty}/pulls`, 'No pull requests yet', 'Start a job'],
    [`${empty}/keys`, 'No keys yet', 'A key lets a program start jobs'],
    [`${empty}/analytics`, 'No visitors in this range', 'check that the site loads the tracker'],
    [`${empty}/analytics`, 'No crawlers in this range.', 'No missing pages in this range.'],
    [`${empty}/settings/agent`, 'No instructions file on', 'Copy example'],
    [`${full}/analytics?all=path&search=nowhere`, 'No row matches the search', 'Download CSV'],
    ['/members', 'No open invitations.', 'Create link'],
  ];
  for (const [path, title, help] of texts) {
    await page.goto(`${dashboard.url}${path}`);
    await page.locator('main, [role=dialog]').getByText(title).first().waitFor();
    await page.locator('main, [role=dialog]').getByText(help).first().waitFor();
  }
  expect(texts.length).toBeGreaterThan(0);
});

it('shows the comments of a review, and takes no messages for it', async () => {
  const review = {
    ...{
      number: 12,
      url: 'https://git.example/acme/docs/pull/12',
      dryRun: true,
      headSha: 'a'.repeat(40),
      posted: false,
    },
    comments: [{ path: 'guide.md', firstLine: 3, lastLine: 4, text: 'A *typo*.', replacement: 'Run the server.' }],
    elsewhere: [{ path: 'index.md', line: 5, text: 'A broken link.' }],
  };
  const ofJob = /\/job\/job_[^/]+$/;
  await page.route(ofJob, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), prLink: null, review } });
  });
  await page.goto(`${dashboard.url}${job}`);
  const comments = page.getByRole('region', { name: 'Comments (dry run, not posted)' });
  for (const text of ['guide.md:3-4', 'A typo.', 'Run the server.', 'index.md:5', 'A broken link.'])
    await comments.getByText(text, { exact: true }).waitFor();
  expect(await page.getByRole('link', { name: 'Pull request #12' }).getAttribute('href')).toBe(review.url);
  await page.getByText('The job is completed.').waitFor();
  expect(await page.getByRole('form', { name: 'Follow-up' }).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Changes' }).count()).toBe(0);
  await page.unrouteAll({ behavior: 'wait' });
});

it('keeps long names and badges apart, and says whole names in whole lists', async () => {
  const long = `/${'long'.repeat(60)}`;
  const swaps: [RegExp, string, string][] = [
    [/\/visitors\?.*limit=/, '"/guides/typescript"', JSON.stringify(long)],
    [/\/v2\/agent\/[^/]+\/jobs\?/, '"needsAnswer":false', '"needsAnswer":true'],
  ];
  for (const [request, from, to] of swaps) {
    await page.route(request, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace(from, to) });
    });
  }
  const isCut = (selector: string) =>
    page.evaluate<boolean>(
      `(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.querySelector('${selector} [title$="${long}"]'))`,
    );
  await page.goto(`${dashboard.url}${full}/analytics`);
  await page.getByRole('link', { name: long }).first().waitFor();
  expect(await isCut('.analytics-card')).toBe(true);
  await page.goto(`${dashboard.url}${full}/analytics?all=path`);
  await page.getByRole('dialog').getByRole('link', { name: long }).waitFor();
  expect(await isCut('[role=dialog]')).toBe(false);

  await page.goto(`${dashboard.url}${full}/jobs`);
  await page.getByText('needs an answer').waitFor();
  // As wide as readers and their fonts may make text.
  await page.evaluate(
    `document.adoptedStyleSheets = [new CSSStyleSheet()];
     document.adoptedStyleSheets[0].replaceSync('* { letter-spacing: 0.2em }')`,
  );
  const badge = (await page.locator('.job-row .badge').first().boundingBox())!;
  const title = (await page.locator('.job-title').first().boundingBox())!;
  expect(badge.x + badge.width).toBeLessThan(title.x);
  await page.setViewportSize({ width: 320, height: 800 });
  const menu = page.getByRole('button', { name: 'Menu' });
  await menu.click();
  await page.getByRole('link', { name: 'Settings', exact: true }).press('Escape');
  expect(await menu.getAttribute('aria-expanded')).toBe('false');
  expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('Menu');
  const tab = (await page.getByRole('link', { name: 'Reviews' }).boundingBox())!;
  expect(tab.x + tab.width).toBeLessThan(320);
  await page.setViewportSize({ width: 1280, height: 3200 });
  await page.unrouteAll({ behavior: 'wait' });
});

it('asks again by itself when the connection is back', async () => {
  await page.goto(`${dashboard.url}${full}/jobs`);
  await page.getByText('Add a quickstart').first().waitFor();
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Analytics' }).click();
  await page.getByText('The server cannot be reached.').first().waitFor();
  await context.setOffline(false);
  await page.getByRole('table', { name: 'Pages', exact: true }).waitFor();
  await page.getByText('The server cannot be reached.').first().waitFor({ state: 'detached' });
});

it('says that the live view is old when it cannot be asked for, and goes on by itself', async () => {
  const live = await context.newPage();
  await live.clock.install();
  await live.goto(`${dashboard.url}${full}/analytics`);
  const text = live.getByRole('region', { name: 'Last 5 minutes' });
  await text.getByText('people').waitFor();
  await live.route(/\/live\?/, (route) => route.fulfill({ status: 500 }));
  await live.clock.runFor(11_000);
  await text.getByText('Retrying…').waitFor();
  await text.getByText('people').waitFor();
  await live.unrouteAll({ behavior: 'wait' });
  await live.clock.runFor(11_000);
  await text.getByText('Retrying…').waitFor({ state: 'detached' });
  await live.close();
});

it('keeps the project at hand on pages of the server, and leads to the guide and the reference and back', async () => {
  await page.goto(`${dashboard.url}${empty}/pulls`);
  await page.getByText('No pull requests yet').waitFor();
  for (const name of ['Projects', 'Members', 'Audit log']) {
    await page.getByRole('navigation', { name: 'Server' }).getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    const jobs = page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Jobs' });
    expect(await jobs.getAttribute('href')).toBe(`${empty}/jobs`);
  }
  await page.goto(`${dashboard.url}${empty}/pulls`);
  await page.getByRole('button', { name: 'Project: New docs' }).click();
  const search = page.getByRole('combobox', { name: 'Search projects' });
  await search.fill('nothing like it');
  await page.getByText('No project has this name.').waitFor();
  await search.fill('acm');
  await page.getByRole('option', { name: 'Acme docs' }).waitFor();
  await search.press('Enter');
  await page.waitForURL(`${dashboard.url}${full}/pulls`);
  await page.goto(`${dashboard.url}${empty}/jobs`);
  await page.getByText('No jobs yet').waitFor();
  for (const name of ['Guide', 'API reference']) {
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('link', { name: `Docwright ${name}` }).waitFor();
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await page.getByRole('heading', { name: 'Jobs', exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`${empty}/jobs`);
  }
});

it('examines the server for an owner, and says what to do', async () => {
  await page.goto(`${dashboard.url}/server`);
  await page.getByRole('button', { name: 'Run health check' }).click();
  const findings = page.getByRole('list', { name: 'Findings' });
  await findings.getByText(/^Docwright \d/).waitFor();
  await findings.getByText('No backups yet.').waitFor();
  await findings.getByText('Set DOCWRIGHT_BACKUP_TO').waitFor();
});

it('counts what a goal and a step of a funnel match, once one has stopped typing', async () => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/visitors\?.*path=/.test(request.url())) asked.push(decodeURIComponent(request.url()));
  });
  await page.goto(`${dashboard.url}${full}/settings/goals`);
  await page.getByRole('button', { name: 'Add goal' }).click();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByLabel('Pages').pressSequentially('/guides*');
  expect(asked).toEqual([]);
  await page.clock.resume();
  const matched = page.getByText(/^Matches 2 pages, [\d,]+ visitors in the last 30 days\.$/);
  await matched.waitFor();
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain('path=/guides*');
  await page.getByLabel('Pages').fill('/nowhere');
  await page.getByText('No page view matches in the last 30 days.').waitFor();
  await page.getByLabel('Pages').fill('/guides*, /quickstart');
  await page.getByLabel('Events').fill('signup');
  await page.getByText(/^\/guides\*: Matches 2 pages, /).waitFor();
  await page.getByText(/^\/quickstart: Matches 1 page, [\d,]+ visitors in/).waitFor();
  await page.getByText('signup: No event matches in the last 30 days.').waitFor();
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBeLessThanOrEqual(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 3200 });
  await page.goto(`${dashboard.url}${full}/analytics`);
  await page.getByRole('tab', { name: 'Funnel' }).click();
  await page.getByLabel('Next step').fill('/guides*');
  await page.getByText(/^Matches 2 pages, [\d,]+ visitors in this range\.$/).waitFor();
});
