// `npm run screenshots`: every page of the dashboard, light and dark, wide and on a phone, into test/dashboard/screenshots;
// and those that the README shows into docs/images.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../browser.ts';
import { startDashboard } from './running-dashboard.ts';
import { ada, createOwner, docs, seedVisits } from './seed.ts';

const folder = join(import.meta.dirname, 'screenshots');
const readmeFolder = join(import.meta.dirname, '..', '..', 'docs', 'images');
const inReadme: ReadonlySet<string> = new Set(['analytics', 'job']);
await mkdir(folder, { recursive: true });
await mkdir(readmeFolder, { recursive: true });
const dashboard = await startDashboard();
const browser = await launchBrowser();

async function shoot(page: Page, name: string, path: string, ready: string): Promise<void> {
  await page.goto(`${dashboard.url}${path}`);
  await page.locator('main').getByText(ready).first().waitFor();
  await page.waitForLoadState('load');
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  console.log(name);
}

/** Answers with the path of the job's page. */
async function startJob(page: Page, projectId: string, prompt: string, model: string): Promise<string> {
  await page.goto(`${dashboard.url}/projects/${projectId}/jobs`);
  await page.getByLabel('What should change in the docs?').fill(prompt);
  await page.getByText('Options').click();
  await page.getByLabel('Model').fill(model);
  await page.getByRole('button', { name: 'Start job' }).click();
  await page.waitForURL(/\/jobs\/job_/);
  return new URL(page.url()).pathname;
}

try {
  const invitation = await dashboard.setUpLink();
  const outside = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const narrow = await browser.newPage({ viewport: { width: 360, height: 800 }, colorScheme: 'dark' });
  await shoot(narrow, 'set-up-phone-dark', invitation.slice(dashboard.url.length), 'Create account');
  await shoot(outside, 'set-up-light', invitation.slice(dashboard.url.length), 'Create account');
  await createOwner(dashboard);
  await shoot(outside, 'sign-in-light', '/sign-in', 'New here');
  await shoot(narrow, 'sign-in-phone-dark', '/sign-in', 'New here');
  await narrow.close();
  const project = await dashboard.createProject('Acme docs', docs);
  await seedVisits(dashboard, project, Date.now());
  const { projects, accounts } = dashboard.application();
  const owner = (await accounts.members.list())[0];
  const actor = `member:${owner?.id ?? ''}`;
  await projects.keys.create(project.id, { name: 'CI', expiresInDays: 5 }, actor);
  await projects.keys.create(
    project.id,
    { name: 'Edge of docs.example.com', kind: 'ingest', allowlist: ['10.0.0.0/8'] },
    actor,
  );
  await accounts.invitations.create({ role: 'viewer', by: actor });
  await outside.getByLabel('Email').fill(ada.email);
  await outside.getByLabel('Password').fill(ada.password);
  await outside.getByRole('button', { name: 'Sign in' }).click();
  await outside.getByRole('heading', { name: 'Jobs', exact: true }).waitFor();
  const empty = await dashboard.createProject('New docs', docs);
  await shoot(outside, 'jobs-empty-light', `/projects/${empty.id}/jobs`, 'No jobs yet');
  await shoot(outside, 'analytics-empty-light', `/projects/${empty.id}/analytics`, 'No visitors in this range');
  await shoot(outside, 'keys-empty-light', `/projects/${empty.id}/keys`, 'No keys yet');
  const failed = await startJob(outside, project.id, 'Explain rate limits and retries', 'scripted/failing');
  await outside.getByRole('alert').waitFor();
  const running = await startJob(outside, project.id, 'Describe every option of the client', 'scripted/slow');
  await outside.getByText('First step.').waitFor();
  await startJob(outside, project.id, 'Add a quickstart for the Python SDK', 'scripted/quick');
  await outside
    .getByRole('link', { name: /Pull request #/ })
    .first()
    .waitFor();
  const job = new URL(outside.url()).pathname;
  const cookies = await outside.context().cookies();
  const base = `/projects/${project.id}`;
  const pages = [
    ['jobs', `${base}/jobs`, 'Add a quickstart'],
    ['job', job, 'What the agent did'],
    ['job-live', running, 'First step.'],
    ['job-failed', failed, 'The job has failed'],
    ['job-changes', `${job}?tab=changes`, 'quickstart.md'],
    ['job-changes-split', `${job}?tab=changes&view=split`, 'quickstart.md'],
    ['analytics', `${base}/analytics`, 'Total unique'],
    ['keys', `${base}/keys`, 'Edge of docs'],
    ['settings', `${base}/settings`, 'Docs folder'],
    ['project-set-up', `${base}/set-up`, '3. Visitors'],
    ['new-project', '/projects/new', 'Create and continue'],
    ['projects', '/projects', 'Acme docs'],
    ['members', '/members', 'Invite a member'],
    ['audit-log', '/audit-log', 'project'],
    ['server', '/server', 'Disk space'],
    ['account', '/account', 'this session'],
    ['pull-requests', `${base}/pulls`, 'Open'],
    ['pull-request', `${base}/pulls/1`, 'Merge'],
    ['not-found', '/nowhere', 'No page at this address'],
  ] as const;
  for (const [look, colorScheme, width] of [
    ['light', 'light', 1280],
    ['dark', 'dark', 1280],
    ['phone', 'light', 360],
  ] as const) {
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } });
    await context.addCookies(cookies);
    const page = await context.newPage();
    for (const [name, path, ready] of pages) {
      await shoot(page, `${name}-${look}`, path, ready);
      if (look === 'phone' || !inReadme.has(name)) continue;
      await page.screenshot({ path: join(readmeFolder, `${name}-${look}.png`) });
    }
    await context.close();
  }
} finally {
  await browser.close();
  await dashboard.close();
}
