import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Project } from '../../src/contract/project.ts';
import { streamLimits } from '../../src/dashboard-api/stream-room.ts';
import { launchBrowser } from '../browser.ts';
import { startDashboard, type RunningDashboard } from './running-dashboard.ts';
import { createOwner, docs, signIn } from './seed.ts';

const patience = { timeout: 20_000 };
let dashboard: RunningDashboard;
let browser: Browser;
let project: Project;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  dashboard = await startDashboard();
  await createOwner(dashboard);
  project = await dashboard.createProject('Acme docs', docs);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await dashboard.close();
});
beforeEach(async () => {
  context = await browser.newContext();
  context.setDefaultTimeout(30_000);
  page = await context.newPage();
  await signIn(page, dashboard);
  await page.getByRole('heading', { name: 'Jobs', exact: true }).waitFor();
});
afterEach(async () => {
  await page.unrouteAll({ behavior: 'wait' });
  await context.close();
});

/** As by the API, beside the dashboard. */
async function startElsewhere(prompt: string, model = 'scripted/quick'): Promise<string> {
  const { job } = await dashboard.application().agent.acceptJob({ projectId: project.id, request: { prompt, model } });
  return `${dashboard.url}/projects/${project.id}/jobs/${job.id}`;
}

it('shows what the model writes while it writes, and not twice when it is in the log', async () => {
  await page.goto(await startElsewhere('More joy', 'scripted/typing'));
  const words = page.locator('.words');
  await words.filter({ hasText: 'I read the index' }).waitFor();
  expect(await words.innerText()).not.toMatch(/They want joy|That is all/);
  await page.getByRole('log').getByText('That is all.').waitFor();
  await words.waitFor({ state: 'detached' });
  await page.getByText('The job is completed.').waitFor();
  expect(await page.getByText('That is all.').count()).toBe(1);
});

it('lists a job that was started elsewhere at once, and follows it to its pull request', async () => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await startElsewhere('Say where it began');
  const row = page.getByRole('listitem').filter({ hasText: /Say where it began|quickstart/ });
  await row.getByText('completed').waitFor();
  await row.getByText('open', { exact: true }).waitFor();
  // One connection, and nothing that is asked for again and again.
  expect(asked.filter((path) => path.endsWith('/changes')).length).toBeLessThanOrEqual(1);
});

it('reads on by asking where no stream comes through', async () => {
  await page.route(/\/changes(\?|$)/, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
  await page.goto(await startElsewhere('Without a stream'));
  await page.getByText('Connection lost').waitFor();
  await page.getByText('The job is completed.').waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByText('Connection lost').waitFor({ state: 'detached', timeout: 90_000 });
});

it('reads on by asking, without a word of alarm, while the member has too many streams open', async () => {
  const [cookie] = await context.cookies();
  const open = async () => {
    const end = new AbortController();
    // The whole of it is kept: Node ends what nobody holds any more.
    const response = await fetch(`${dashboard.url}/api/dashboard/projects/${project.id}/changes`, {
      headers: { cookie: `${cookie?.name ?? ''}=${cookie?.value ?? ''}` },
      signal: end.signal,
    });
    return { end, response };
  };
  // The page behind has one of its own.
  await page.goto('about:blank');
  const streams: Awaited<ReturnType<typeof open>>[] = [];
  await expect
    .poll(async () => {
      streams.push(await open());
      return streams.at(-1)?.response.status;
    }, patience)
    .toBe(429);
  expect(streams.filter(({ response }) => response.ok).length).toBeLessThanOrEqual(streamLimits.perMember);
  const refused = streams.at(-1)?.response;
  expect(refused?.headers.get('retry-after')).toBe('5');
  const problem = (await refused?.json()) as object;
  expect(problem).toMatchObject({
    type: '/problems/too_many_streams',
    detail: expect.stringContaining('Close other pages of the dashboard.') as string,
  });
  await page.goto(await startElsewhere('Read by asking', 'scripted/slow'));
  await page.getByText('Updates every few seconds').waitFor();
  await page.getByText('The job is completed.').waitFor();
  expect(await page.getByText('Connection lost').count()).toBe(0);
  for (const { end } of streams) end.abort();
  // A place is free again soon after a page has left.
  await expect
    .poll(async () => {
      const again = await open();
      again.end.abort();
      return again.response.status;
    }, patience)
    .toBe(200);
});

it('asks to sign in again soon after the session has ended, though nobody does anything', async () => {
  const { sessions } = dashboard.application().accounts;
  const [cookie] = await context.cookies();
  const signedIn = await sessions.find(cookie?.value ?? '');
  await sessions.end({ memberId: signedIn?.member.id ?? '', sessionId: signedIn?.sessionId ?? '' });
  await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
});

it('tells jobs and pull requests apart by creator and lines, and narrows the list on the server', async () => {
  const { agent } = dashboard.application();
  const by = { actor: 'key:key_1', name: 'Nightly' };
  await agent.acceptJob({ projectId: project.id, request: { prompt: 'Sweep the guides' }, by });
  await page.goto(`${dashboard.url}/projects/${project.id}/jobs`);
  const rows = page.getByRole('list', { name: 'Jobs' }).getByRole('listitem');
  const swept = rows.filter({ hasText: 'Nightly (API key)' });
  await swept.getByText('completed').waitFor();
  await swept.getByText(/\+\d/).waitFor();
  await page.getByRole('searchbox', { name: 'Search jobs' }).fill('sweep guides');
  await page.waitForURL(/search=/);
  await expect.poll(() => rows.count(), patience).toBe(1);
  await page.reload();
  expect(await page.getByRole('searchbox', { name: 'Search jobs' }).inputValue()).toBe('sweep guides');
  await page.getByLabel('Created by').selectOption('You');
  await page.getByText('No jobs match.').waitFor();
  await page.getByLabel('Created by').selectOption('Nightly (API key)');
  await swept.waitFor();
  await page.getByLabel('Pull request', { exact: true }).selectOption('Merged');
  await page.getByText('No jobs match.').waitFor();
  await page.goto(`${dashboard.url}/projects/${project.id}/pulls`);
  const pull = page.getByRole('listitem').filter({ hasText: 'Nightly (API key)' });
  await pull.getByText('Sweep the guides').waitFor();
  await pull.getByText(/\+\d/).waitFor();
});

it('shows time, step and state in the tab, and tells a hidden tab when the job has ended', async () => {
  await page.addInitScript(() => {
    const told: string[] = [];
    const ask = () => {
      notification.permission = 'granted';
      return Promise.resolve('granted');
    };
    const notification = Object.assign(
      function (title: string, { body }: { body: string }) {
        told.push(`${title}: ${body}`);
      },
      { permission: 'default', requestPermission: ask },
    );
    Object.assign(globalThis, { Notification: notification, told });
  });
  await page.goto(await startElsewhere('Plan it', 'scripted/planned'));
  const icon = page.locator('link[rel="icon"]');
  await expect.poll(() => icon.getAttribute('href'), patience).toMatch(/^data:image.*f59e0b/);
  await expect.poll(() => page.title(), patience).toMatch(/^0:\d\d · 1\/2 Read the index · Plan it · Docwright$/);
  await page.getByRole('button', { name: 'Notify me when it ends' }).click();
  await page.getByRole('button', { name: 'Notify me when it ends' }).waitFor({ state: 'detached' });
  await page.evaluate(
    'Object.defineProperty(document, "hidden", { value: true }); document.dispatchEvent(new Event("visibilitychange"))',
  );
  await page.getByText('The job is completed.').waitFor();
  await expect.poll(() => page.evaluate('told'), patience).toEqual(['Welcome with a plan: The job is completed.']);
  expect(await page.title()).toBe('Welcome with a plan · Docwright');
  await expect.poll(() => icon.getAttribute('href'), patience).toMatch(/22c55e/);
  await page.getByRole('link', { name: 'Jobs', exact: true }).first().click();
  await expect.poll(() => icon.getAttribute('href'), patience).toMatch(/icon\.svg$/);
});

it('offers templates until something else is written', async () => {
  const prompt = page.getByLabel('What should change in the docs?');
  const template = page.getByRole('button', { name: 'Improve a page' });
  await page.getByRole('button', { name: 'Write a quickstart' }).click();
  expect(await prompt.inputValue()).toContain('five steps');
  await template.click();
  expect(await prompt.inputValue()).toContain('Improve [page]');
  await prompt.fill('Improve the start page');
  await template.waitFor({ state: 'detached' });
});

it('keeps the focus on the page when what had it is gone: after an answer, a retry, a refusal, archiving and decisions', async () => {
  const focused = () => page.evaluate<string>('document.querySelector("#content :focus")?.textContent ?? "nothing"');
  const press = async (name: string, within: Pick<Page, 'getByRole'> = page) => {
    await within.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
  await page.goto(await startElsewhere('Ask me', 'scripted/asking'));
  await page.getByLabel('Your answer').fill('The first one');
  await press('Send');
  await page.getByLabel('Your answer').waitFor({ state: 'detached' });
  await expect.poll(focused, patience).not.toBe('nothing');
  await page.getByText('The job is completed.').last().waitFor();

  await page.goto(await startElsewhere('Fail', 'scripted/failing'));
  await press('Retry');
  await page.getByRole('log').getByText('Try again.').waitFor();
  await expect.poll(focused, patience).toMatch(/Fail|Retry|Log/);

  const job = await startElsewhere('Stay here', 'scripted/quick');
  await page.goto(job);
  await page.getByText('The job is completed.').waitFor();
  const detail = 'No more messages this hour.';
  await page.route(/\/message$/, (route) => route.fulfill({ status: 429, json: { detail } }));
  await page.getByLabel('Ask for another change').fill('More');
  await press('Send');
  await page.getByText(detail).waitFor();
  expect(await focused()).toBe('Send');
  expect(await page.getByLabel('Ask for another change').inputValue()).toBe('More');
  await page.unrouteAll({ behavior: 'wait' });
  // Neither button nor keyboard sends nothing.
  await page.getByLabel('Ask for another change').fill(' ');
  await page.keyboard.press('Control+Enter');
  expect(await page.getByText('must not be blank').count()).toBe(0);

  await page
    .getByRole('link', { name: /^Pull request #/ })
    .first()
    .click();
  for (const [button, status] of [
    ['Close', 'Closed without merging'],
    ['Reopen', 'Merging adds these changes'],
  ] as const) {
    await press(button);
    await page.getByText(status).waitFor();
    await expect.poll(focused, patience).toContain(status);
  }
  await press('Merge…');
  await press('Merge', page.getByRole('dialog'));
  await page.getByText('Merged into').waitFor();
  // The dialog is gone with what it was opened by: the heading of the page.
  await expect.poll(focused, patience).toMatch(/Merged into|#\d+$/);

  await page.goto(job);
  await press('Archive');
  await press('Archive', page.getByRole('dialog'));
  await page.getByRole('button', { name: 'Archive' }).waitFor({ state: 'detached' });
  await expect.poll(focused, patience).not.toBe('nothing');
});

it('sends a message once, also when Send is pressed again because its answer was lost', async () => {
  await page.goto(await startElsewhere('Once only'));
  await page.getByText('The job is completed.').waitFor();
  const losses = [
    (route: Route) => route.abort(),
    (route: Route) => route.fulfill({ status: 502, body: 'Bad gateway' }),
  ];
  await page.route(
    /\/message$/,
    async (route) => {
      await route.fetch();
      await losses.shift()?.(route);
    },
    { times: losses.length },
  );
  const box = page.getByRole('form', { name: 'Follow-up' }).getByRole('textbox');
  await box.fill('Say it once');
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await send.click();
  await page.getByText('cannot be reached').waitFor();
  await send.click();
  await page.getByText('502').waitFor();
  await send.click();
  await expect.poll(() => box.inputValue(), patience).toBe('');
  await page.getByText('The job is completed.').nth(1).waitFor();
  expect(await page.getByRole('log').getByText('Say it once').count()).toBe(1);
});
