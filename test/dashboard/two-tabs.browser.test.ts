import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Project } from '../../src/contract/project.ts';
import { launchBrowser } from '../browser.ts';
import { startDashboard, type RunningDashboard } from './running-dashboard.ts';
import { ada, createOwner, docs, signIn } from './seed.ts';

let dashboard: RunningDashboard;
let browser: Browser;
let project: Project;
let tabs: [Page, Page];

beforeAll(async () => {
  dashboard = await startDashboard();
  await createOwner(dashboard);
  project = await dashboard.createProject('Acme docs', docs);
  browser = await launchBrowser();
  const context = await browser.newContext({ viewport: { width: 1280, height: 1200 } });
  context.setDefaultTimeout(20_000);
  tabs = [await context.newPage(), await context.newPage()];
  await signIn(tabs[0], dashboard);
});
afterAll(async () => {
  await browser.close();
  await dashboard.close();
});

const settings = async () => (await dashboard.application().projects.require(project.id)).settings;
const save = (tab: Page, name = 'Save') => tab.getByRole('button', { name, exact: true }).click();
const open = (section: string) =>
  Promise.all(
    tabs.map(async (tab) => {
      await tab.goto(`${dashboard.url}/projects/${project.id}/settings/${section}`);
      await tab.getByRole('button', { name: 'Save', exact: true }).waitFor();
    }),
  );

async function addGoal(tab: Page, name: string, path: string): Promise<void> {
  await tab.getByRole('button', { name: 'Add goal' }).click();
  await tab.getByLabel('Goal', { exact: true }).last().fill(name);
  await tab.getByLabel('Pages', { exact: true }).last().fill(path);
}

it('keeps what was typed and shows both where two tabs change one setting', async () => {
  const [first, second] = tabs;
  await open('goals');
  await addGoal(first, 'Welcome', '/welcome');
  await addGoal(second, 'Welcome', '/pricing*');
  await save(first);
  await first.getByText('Saved.').waitFor();
  await save(second);
  await second.getByText(`${ada.name} changed the project after it was read.`).waitFor();
  await second.getByText('theirs Welcome /welcome, yours Welcome /pricing*').waitFor();
  expect(await second.getByLabel('Pages', { exact: true }).inputValue()).toBe('/pricing*');
  expect((await settings()).analytics.goals.map(({ paths }) => paths)).toEqual([['/welcome']]);
  await save(second, 'Save yours');
  await second.getByText('Saved.').waitFor();
  expect((await settings()).analytics.goals.map(({ paths }) => paths)).toEqual([['/pricing*']]);
});

it('keeps the goals of both where two tabs add and remove other ones', async () => {
  const [first, second] = tabs;
  await open('goals');
  await addGoal(first, 'Signed up', '/thanks');
  await first.getByRole('button', { name: 'Remove' }).first().click();
  await addGoal(second, 'Read it', '/guide*');
  await save(first);
  await first.getByText('Saved.').waitFor();
  await save(second);
  await second.getByText('Saved.').waitFor();
  expect((await settings()).analytics.goals.map(({ name }) => name)).toEqual(['Signed up', 'Read it']);
  await expect.poll(() => second.getByLabel('Goal', { exact: true }).count()).toBe(2);
});

it('shows theirs after a conflict that is discarded', async () => {
  const [first, second] = tabs;
  await open('agent');
  const calls = (tab: Page) => tab.getByLabel('Model calls per round');
  await calls(first).fill('7');
  await calls(second).fill('9');
  await save(first);
  await first.getByText('Saved.').waitFor();
  await save(second);
  await second.getByText('theirs 7, yours 9').waitFor();
  await save(second, 'Discard');
  await second.getByText('theirs 7, yours 9').waitFor({ state: 'detached' });
  expect(await calls(second).inputValue()).toBe('7');
  expect((await settings()).budgets.modelCalls).toBe(7);
});

it('saves both where two tabs change different settings', async () => {
  const [first, second] = tabs;
  await open('agent');
  await first.getByLabel('Jobs and messages per hour').fill('12');
  await second.getByLabel('Days until jobs are archived').fill('34');
  await save(first);
  await first.getByText('Saved.').waitFor();
  await save(second);
  await second.getByText('Saved.').waitFor();
  expect(await settings()).toMatchObject({ jobsPerHour: 12, archiveAfterDays: 34 });
});

it('takes one mail server for all projects, and a time zone by its name', async () => {
  const [page] = tabs;
  await page.goto(`${dashboard.url}/server`);
  const panel = page.getByRole('region', { name: 'Mail server' });
  await panel.getByLabel('Mail server (SMTP)').fill('smtp.example.com');
  await panel.getByLabel('User').fill('docs');
  await panel.getByLabel('Sender').fill('docs@example.com');
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel
    .getByRole('alert')
    .getByText(/required/)
    .waitFor();
  await panel.getByLabel('Password').fill('hunter2-hunter2');
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByText('Saved.').waitFor();
  expect(await page.content()).not.toContain('hunter2-hunter2');
  const { serverMail } = dashboard.application().projects;
  expect(await serverMail.read()).toMatchObject({ host: 'smtp.example.com', password: 'hunter2-hunter2' });
  await page.goto(`${dashboard.url}/projects/${project.id}/settings/notices`);
  await page.getByRole('button', { name: 'Send test mail' }).and(page.locator(':enabled')).waitFor();

  await page.goto(`${dashboard.url}/projects/${project.id}/settings/counting#timeZone`);
  const zone = page.getByLabel('Time zone', { exact: true });
  await page.locator('[name=timeZone]:focus').waitFor();
  await zone.fill('Europe/Atlantis');
  await save(page);
  await page
    .getByText(/must be an IANA time zone/)
    .first()
    .waitFor();
  await zone.fill('Europe/Berlin');
  await save(page);
  await page.getByText('Saved.').waitFor();
  expect((await settings()).analytics.timeZone).toBe('Europe/Berlin');
});
