import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anthropicWire } from '../../src/model/ai-sdk/doubles/anthropic.ts';
import { serveDouble, type Double } from '../../src/model/ai-sdk/doubles/serve-double.ts';
import { transcriptSchema } from '../../src/model/scripted/transcript.ts';
import { codeHostKindSchema } from '../../src/contract/code-host.ts';
import { mailPasswordSecret } from '../../src/contract/weekly-mail.ts';
import { account, startMailServer } from '../../src/weekly-mail/smtp-server.fixture.ts';
import { launchBrowser } from '../browser.ts';
import { writeFiles } from '../git-fixture.ts';
import { startGithubDouble, type GithubDouble } from '../github-double.ts';
import { startDashboard, type RunningDashboard } from './running-dashboard.ts';
import { ada, createOwner, docs, signIn } from './seed.ts';

const modelKey = 'sk-ant-very-secret-1234';
let github: GithubDouble;
let provider: Double;
let dashboard: RunningDashboard;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  github = await startGithubDouble();
  const turns = [{ faults: ['key-invalid'], text: 'yes' }];
  provider = await serveDouble({
    wire: anthropicWire,
    turns: transcriptSchema.parse({ description: 'a test of the key', turns }).turns,
    key: modelKey,
  });
  dashboard = await startDashboard({
    environment: () => ({
      GITHUB_API_URL: github.apiUrl,
      ANTHROPIC_BASE_URL: provider.baseUrl,
      OPENAI_API_KEY: 'sk-of-the-server',
    }),
  });
  browser = await launchBrowser();
  page = await browser.newPage();
});
afterAll(async () => {
  await browser.close();
  await dashboard.close();
  await github.close();
  await provider.close();
});

it('leads from the printed link to a project whose every step is checked', async () => {
  await page.goto(await dashboard.setUpLink());
  await page.getByLabel('Name').fill(ada.name);
  await page.getByLabel('Email').fill(ada.email);
  await page.getByLabel('Password').fill(ada.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'New project' }).waitFor();
  expect(new URL(page.url()).hash).toBe('');

  const source = join(dashboard.folder, 'docs');
  writeFiles(source, { ...docs, '.docwright/AGENTS.md': 'Say "job", <b>never</b> "task".\n' });
  await page.getByLabel('Name', { exact: true }).fill('Acme docs');
  await page.getByLabel('On this machine').check();
  await page.getByLabel('Repository path').fill(join(dashboard.folder, 'nowhere'));
  await page.getByRole('button', { name: 'Create and continue' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Repository path').fill(source);
  await page.getByRole('button', { name: 'Create and continue' }).click();
  await page.getByRole('heading', { name: 'Set up Acme docs' }).waitFor();
  await page.getByText('Docwright can read the repository, push to it').waitFor();
  const ask = page.getByRole('button', { name: 'Test model' });
  await ask.waitFor();
  expect(await page.getByText('scripted/quick answers.').count()).toBe(0);
  await ask.click();
  await page.getByText('scripted/quick answers.').waitFor();
  await page.getByText('Waiting for the first view').waitFor();
  const { projects } = dashboard.application();
  const project = await projects.getByName('Acme docs');
  await page.getByRole('tab', { name: 'Tracker' }).focus();
  await page.keyboard.press('ArrowRight');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Middleware');
  await page.getByRole('tabpanel', { name: 'Middleware' }).getByText('Sees people and AI').waitFor();
  expect(await page.getByLabel('Tracker code').isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Create ingest key' }).click();
  await page.getByLabel('Framework').selectOption('Hono');
  expect(await page.getByLabel('Middleware code').innerText()).toContain('@docwright/edge/hono');
  const key = (await page.getByLabel('Environment').innerText()).replace(/^.*=/, '');
  await page.getByRole('tab', { name: 'Log drain' }).click();
  await page.getByLabel('Host').selectOption('Fastly log streaming');
  const drain = page.getByLabel('Drain address').filter({ hasText: '/drain/fastly' });
  expect(await drain.innerText()).toContain(`/v1/ingest/${project!.id}/drain/fastly\nAuthorization: Bearer ${key}`);
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const event = {
    timestamp: new Date().toISOString(),
    path: '/hello',
    ip: '203.0.113.7',
    userAgent,
    accept: 'text/html',
  };
  const sent = await fetch(`${dashboard.url}/v1/ingest/${project!.id}/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify([event]),
  });
  expect(await sent.json()).toMatchObject({ accepted: 1 });
  await page.getByText('Latest: /hello').waitFor();
  await page.reload();
  await page.getByText('Views arrive: 1 visitor so far.').waitFor();
  expect(await page.content()).not.toContain(key);
  for (const { id } of await projects.keys.list(project!.id)) await projects.keys.revoke(id, 'test');

  expect(project?.repositoryUrl).toBe('local:acme-docs');
  await projects.update(
    project!.id,
    { settings: { analytics: { humanSource: 'both', trackerVisitorId: true } } },
    'test',
  );
  await page.reload();
  await page.getByText(`data-project="${project!.id}" data-visitor-id="storage"`).waitFor();
  await page.getByRole('link', { name: 'Finish' }).click();
});

it('offers no folder of the server where none may be copied, and says what allows it', async () => {
  const closed = await startDashboard({ environment: () => ({ DOCWRIGHT_LOCAL_ROOTS: '' }) });
  const visitor = await browser.newContext();
  try {
    await createOwner(closed);
    const other = await visitor.newPage();
    await signIn(other, closed);
    await other.goto(`${closed.url}/projects/new`);
    await other.getByText('set DOCWRIGHT_LOCAL_ROOTS').waitFor();
    // All but this server itself.
    expect(await other.getByRole('radio').count()).toBe(codeHostKindSchema.options.length - 1);
    expect(await other.getByLabel('Repository URL').count()).toBe(1);
  } finally {
    await visitor.close();
    await closed.close();
  }
});

it('starts a job, follows it to its pull request, reads the diff and merges', async () => {
  await page.getByLabel('What should change in the docs?').fill('Add a quickstart for the Python SDK');
  await page.keyboard.press('Control+Enter');
  await page.getByText('The job is completed.').waitFor();
  await page.getByText('read index.md').waitFor();
  expect(await page.getByRole('region', { name: 'What the agent did' }).innerText()).toContain('Added quickstart.md');
  await page.getByRole('link', { name: 'Changes' }).click();
  await page.getByRole('link', { name: 'Side by side' }).click();
  await page.getByRole('region', { name: 'Changes in quickstart.md' }).getByText('pip install acme').waitFor();
  await page.reload();
  await page.getByRole('region', { name: 'Changes in quickstart.md' }).waitFor();
  await page.getByRole('link', { name: 'Pull request #1' }).first().click();
  await page.getByRole('region', { name: 'Changes in quickstart.md' }).getByText('pip install acme').waitFor();
  await page.getByRole('link', { name: 'Open the job' }).click();
  await page.getByText('The job is completed.').waitFor();
  await page.getByRole('link', { name: 'Pull requests' }).click();
  await page.getByRole('region', { name: 'Open' }).getByRole('link', { name: 'Add a quickstart' }).click();
  await page.getByRole('button', { name: 'Merge…' }).click();
  await page.getByRole('dialog').getByText('adds no findings').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click();
  await page.getByText('Merged into').waitFor();
  await page.getByRole('button', { name: 'Merge' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Docwright', exact: true }).first().click();
  await page.getByRole('link', { name: 'Completed' }).click();
  await page.getByRole('link', { name: 'Add a quickstart for the Python SDK' }).waitFor();
  await page.getByRole('link', { name: 'Failed' }).click();
  await page.getByText('No failed jobs').waitFor();
  expect(page.url()).toContain('status=failed');
});

it('asks for more in a follow-up, and archives the job', async () => {
  await page.goto(dashboard.url);
  await page.getByRole('link', { name: 'Add a quickstart for the Python SDK' }).click();
  await page.getByLabel('Ask for another change').fill('Say how to install it with uv');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('log').getByText('Say how to install it with uv').waitFor();
  await expect.poll(() => page.getByText('The job is completed.').count(), { timeout: 20_000 }).toBe(2);
  await page.getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
  await page.getByText('archived', { exact: true }).waitFor();
  expect(await page.getByLabel('Ask for another change').count()).toBe(0);
});

it('saves the settings of a page in one way, and says which field is wrong', async () => {
  const goTo = async (name: string) => {
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name, exact: true }).click();
  };
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Check repository access' }).click();
  await page.getByText('Docwright can read the repository, push to it').waitFor();
  await goTo('Agent');
  const save = page.getByRole('button', { name: 'Save' });
  await page.getByLabel(/Review people’s pull requests/).check();
  expect(await page.getByLabel('MiB per diff').inputValue()).toBe('1');
  await page.getByLabel('MiB per diff').fill('1.1');
  await page.getByLabel('Million tokens per round').fill('0.25');
  await save.click();
  await page.getByText('Saved.').waitFor();
  await goTo('Goals');
  await page.getByText('Separate pages or events by commas').waitFor();
  expect(await save.isDisabled()).toBe(true);
  for (const [index, [name = '', pages = '']] of [
    ['Read it', '/guide*, /quickstart'],
    ['Broken'],
    ['Gone', '/x'],
  ].entries()) {
    await page.getByRole('button', { name: 'Add goal' }).click();
    expect(await page.evaluate('document.activeElement.name')).toBe('goalName');
    await page.getByLabel('Goal', { exact: true }).nth(index).fill(name);
    await page.getByLabel('Pages').nth(index).fill(pages);
  }
  await save.click();
  await page
    .getByRole('alert')
    .getByText(/^Paths must name a page/)
    .waitFor();
  expect(await page.getByLabel('Goal', { exact: true }).nth(1).getAttribute('aria-invalid')).toBe('true');
  await page.getByLabel('Events').nth(1).fill('signup');
  await page.getByRole('button', { name: 'Remove' }).last().click();
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Add goal');
  await save.click();
  await page.getByText('Saved.').waitFor();
  await goTo('Counting');
  const privacy = page.getByRole('region', { name: 'Privacy' });
  const counting = page.getByRole('region', { name: 'Counting' });
  await privacy.getByLabel('IP address only').check();
  await privacy.getByLabel('Months to keep views').fill('6');
  await counting.getByLabel('Sites').fill('not an origin');
  await counting.getByLabel('Time zone').fill('Europe/Berlin');
  await counting.getByLabel(/Crawlers that collect training data/).check();
  await page.getByText('Unsaved changes.').waitFor();
  await save.click();
  await page.getByRole('alert').getByText('Use an origin').waitFor();
  await counting.getByText('Use an origin').waitFor();
  expect(await page.evaluate('document.activeElement.name')).toBe('sites');
  const isCovered = `document.activeElement.getBoundingClientRect().bottom > document.querySelector('.save-bar').getBoundingClientRect().top`;
  expect(await page.evaluate(isCovered)).toBe(false);
  await counting.getByLabel('Sites').fill('https://docs.example.com/');
  await save.click();
  await page.getByText('Saved.').waitFor();
  expect(await counting.getByLabel('Sites').inputValue()).toBe('https://docs.example.com');
  expect(await save.isDisabled()).toBe(true);
  const { settings } = (await dashboard.application().projects.getByName('Acme docs')) ?? {};
  expect(settings?.reviewPullRequests).toBe(true);
  expect(settings?.budgets).toMatchObject({ diffBytes: 1_153_434, tokens: 250_000 });
  expect(settings?.analytics).toMatchObject({
    identity: 'network',
    retentionMonths: 6,
    humanSource: 'both',
    timeZone: 'Europe/Berlin',
    goals: [
      { name: 'Read it', paths: ['/guide*', '/quickstart'], events: [] },
      { name: 'Broken', paths: [], events: ['signup'] },
    ],
  });
  await page.getByRole('link', { name: 'Open set-up page' }).click();
  await page.getByText('Views arrive: 1 visitor so far.').waitFor();
  await page.goBack();
  await page.reload();
  expect(await privacy.getByLabel('IP address only').isChecked()).toBe(true);
  expect(await privacy.getByLabel('Months to keep views').inputValue()).toBe('6');
});

it('unfolds what is folded away when a field in it cannot be saved', async () => {
  const limits = page.getByText('Exclusions, proxies and limits');
  const seconds = page.getByLabel('Processor seconds per minute');
  await limits.click();
  await seconds.fill('99');
  await limits.click();
  await seconds.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Save' }).click();
  await seconds.waitFor();
  expect(await page.evaluate('document.activeElement.name')).toBe('collectSecondsPerMinute');
  await page.getByRole('button', { name: 'Discard' }).click();
});

it('loses no unsaved setting without asking, and puts back what is stored', async () => {
  const months = page.getByLabel('Months to keep views');
  await months.fill('9');
  await page.getByRole('link', { name: 'Jobs' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Stay' }).click();
  expect(await months.inputValue()).toBe('9');
  await page.getByRole('button', { name: 'Discard' }).click();
  expect(await months.inputValue()).toBe('6');
  await months.fill('10');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Goals' }).click();
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await page.getByText('Separate pages or events by commas').waitFor();
  await page.goBack();
  expect(await months.inputValue()).toBe('6');
});

it('stores a token with the other settings, never shows it again, and removes it', async () => {
  const { projects } = dashboard.application();
  const { repositoryUrl, token } = github;
  const { id } = await projects.create({ name: 'On GitHub', codeHost: 'github', repositoryUrl }, 'test');
  await page.goto(`${dashboard.url}/projects/${id}/settings`);
  await page.getByLabel('GitHub token', { exact: true }).fill(token);
  await page.getByLabel('Docs folder').fill('docs');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  expect(await page.getByLabel('GitHub token', { exact: true }).inputValue()).toBe('');
  expect(await projects.getSecret(id, 'code-host-token')).toBe(token);
  expect(await projects.get(id)).toMatchObject({ docsFolder: 'docs' });
  expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  const removal = page.getByLabel('Remove the stored GitHub token');
  await removal.check();
  await page.getByRole('button', { name: 'Discard' }).click();
  expect(await removal.isChecked()).toBe(false);
  await removal.check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  await expect.poll(() => removal.isDisabled()).toBe(true);
  expect(await projects.secretNames(id)).toEqual([]);
  await projects.remove(id, 'test');
  await page.goto(dashboard.url);
  await page.getByRole('link', { name: 'Settings' }).click();
});

it('stores a key for models, tests it in the words of the provider, and removes it', async () => {
  const { projects } = dashboard.application();
  const { id } = await dashboard.createProject('Keyed docs', docs);
  await projects.update(id, { model: 'anthropic/claude-sonnet-5' }, 'test');
  await page.goto(`${dashboard.url}/projects/${id}/set-up`);
  await page.getByText('key set on the server as OPENAI_API_KEY').waitFor();
  expect(await page.getByLabel('Provider').innerText()).not.toMatch(/OpenAI$/m);
  await page.getByLabel('API key').fill(modelKey);
  await page.getByRole('button', { name: 'Store key' }).click();
  await page.getByText('Anthropic: key stored.').waitFor();
  expect(await page.getByLabel('API key').inputValue()).toBe('');
  expect(await projects.modelKeys(id)).toEqual({ anthropic: modelKey });
  await page.getByRole('button', { name: 'Test model' }).click();
  await page.getByText('rejected the API key: invalid x-api-key [redacted]').waitFor();
  await page.getByRole('button', { name: 'Check again' }).last().click();
  await page.getByText('anthropic/claude-sonnet-5 answers.').waitFor();
  expect(new Set(provider.requests.map(({ headers }) => headers['x-api-key']))).toEqual(new Set([modelKey]));
  await page.getByRole('button', { name: 'Remove Anthropic key' }).click();
  await page.getByText('Removed.').waitFor();
  expect(await projects.secretNames(id)).toEqual([]);
  await page.goto(`${dashboard.url}/server`);
  const keys = page.getByRole('region', { name: 'Model keys' });
  await keys.getByLabel('Provider').selectOption('Google');
  await keys.getByLabel('API key').fill('of all projects');
  await keys.getByRole('button', { name: 'Store key' }).click();
  await keys.getByRole('alert').first().waitFor();
  await keys.getByLabel('API key').fill('of-all-projects');
  await keys.getByRole('button', { name: 'Store key' }).click();
  await keys.getByText('Google: key stored.').waitFor();
  await projects.setSecret(id, 'model-key-anthropic', modelKey, 'test');
  expect(await projects.modelKeys(id)).toEqual({ google: 'of-all-projects', anthropic: modelKey });
  await projects.setSecret(id, 'model-key-google', 'of-the-project', 'test');
  expect(await projects.modelKeys(id)).toMatchObject({ google: 'of-the-project' });
  await keys.getByRole('button', { name: 'Test default model' }).click();
  await keys.getByText('scripted/quick answers.').waitFor();
  await keys.getByRole('button', { name: 'Remove Google key' }).click();
  await keys.getByText('Removed.').waitFor();
  expect(await projects.serverModelKeys()).toEqual({});
  await projects.remove(id, 'test');
  await page.goto(dashboard.url);
  await page.getByRole('link', { name: 'Settings' }).click();
});

it('moves a project to another code host, with the token for it, in one go', async () => {
  const { projects } = dashboard.application();
  const { id } = await dashboard.createProject('Moving docs', docs);
  await page.goto(`${dashboard.url}/projects/${id}/settings`);
  await page.getByLabel('Code host').selectOption('GitHub');
  await page.getByLabel('Repository URL').fill(github.repositoryUrl);
  await page.getByLabel('GitHub token', { exact: true }).fill(github.token);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  expect(await projects.get(id)).toMatchObject({ codeHost: 'github', repositoryUrl: github.repositoryUrl });
  expect(await projects.getSecret(id, 'code-host-token')).toBe(github.token);
  await page.getByRole('button', { name: 'Check repository access' }).click();
  await page.getByText('Check again').waitFor();

  await page.getByRole('link', { name: 'Access' }).click();
  const webhook = page.getByRole('region', { name: 'Webhook' });
  await webhook.getByRole('button', { name: 'Create webhook' }).click();
  await webhook.getByText('The secret is shown only once').waitFor();
  const secret = (await webhook.getByLabel('Secret', { exact: true }).textContent()) ?? '';
  expect([secret.length > 40, secret]).toEqual([true, await projects.getSecret(id, 'webhook')]);
  expect(await webhook.getByLabel('URL', { exact: true }).textContent()).toContain(`/v1/webhooks/github/${id}`);
  await page.reload();
  await webhook.getByRole('button', { name: 'Replace secret' }).waitFor();
  expect(await page.content()).not.toContain(secret);
  await webhook.getByRole('button', { name: 'Remove webhook' }).click();
  await webhook.getByRole('button', { name: 'Create webhook' }).waitFor();
  expect(await projects.getSecret(id, 'webhook')).toBeUndefined();
  await projects.remove(id, 'test');
  await page.goto(dashboard.url);
  await page.getByRole('link', { name: 'Settings' }).click();
});

it('shows the instructions of the agent', async () => {
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Agent' }).click();
  const instructions = page.getByRole('region', { name: 'Agent instructions' });
  await instructions.getByText('Say "job", <b>never</b> "task".').waitFor();
  expect(await instructions.innerText()).toContain('.docwright/AGENTS.md on main');
});

it('makes a key that works, shows it once, and revokes it', async () => {
  await page.getByRole('link', { name: 'API keys' }).click();
  const projectId = await page.getByRole('region', { name: 'Project ID' }).locator('code').innerText();
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByLabel('Name').fill('CI');
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  const key = (await page.getByLabel('Key', { exact: true }).innerText()).trim();
  expect(await page.getByLabel('Command').innerText()).toContain(key);
  const read = () =>
    fetch(`${dashboard.url}/v2/agent/${projectId}/jobs`, { headers: { authorization: `Bearer ${key}` } });
  expect((await read()).status).toBe(200);
  await page.getByRole('button', { name: 'I have stored it' }).click();
  expect(await page.content()).not.toContain(key);
  await page.getByText(/expires .*\d{4}/).waitFor();
  await page.getByRole('button', { name: 'Revoke CI' }).click();
  await page.getByRole('button', { name: 'Revoke key' }).click();
  await page.getByText('No keys yet').waitFor();
  expect((await read()).status).toBe(401);
});

it('invites a viewer, who reads and changes nothing', async () => {
  await page.getByRole('link', { name: 'Members' }).click();
  await page.getByLabel('Role').selectOption('viewer');
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = (await page.locator('pre', { hasText: '/invitation#' }).innerText()).trim();
  const visitor = await browser.newContext();
  const other = await visitor.newPage();
  await other.goto(link);
  await other.getByText('As a viewer').waitFor();
  await other.getByLabel('Name').fill('Grace');
  await other.getByLabel('Email').fill('grace@example.org');
  await other.getByLabel('Password').fill('another long password');
  await other.getByRole('button', { name: 'Create account' }).click();
  await other.getByRole('heading', { name: 'Jobs', exact: true }).waitFor();
  expect(await other.getByRole('button', { name: 'Start job' }).count()).toBe(0);
  await other.getByRole('link', { name: 'Settings' }).click();
  await other.getByText('Only owners can change settings').waitFor();
  expect(await other.getByRole('button', { name: 'Save' }).count()).toBe(0);
  expect(await other.getByLabel('Docs folder').isDisabled()).toBe(true);
  await other.getByRole('link', { name: 'Analytics' }).click();
  await other.getByRole('button', { name: 'Saved views' }).click();
  await other.getByRole('dialog', { name: 'Saved views' }).waitFor();
  await other.goto(`${dashboard.url}/server`);
  await other.getByRole('alert').getByText('This needs the role owner.').first().waitFor();
  expect(await other.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  await visitor.close();
  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByText('grace@example.org').waitFor();
});

it('connects a GitHub App, which GitHub creates from a form and installs, and disconnects it', async () => {
  await page.goto(`${dashboard.url}/server`);
  const app = page.getByRole('region', { name: 'GitHub App' });
  await app.getByLabel('Organization').fill('no name');
  await app.getByRole('button', { name: 'Connect GitHub App' }).click();
  await app.getByText("must be an organization's name").first().waitFor();
  await app.getByLabel('Organization').fill('acme');
  await app.getByRole('button', { name: 'Connect GitHub App' }).click();
  await page.getByText('contents: write').waitFor();
  await page.getByRole('button', { name: 'Continue to 127.0.0.1' }).click();
  await app.getByText('octocat (selected repositories)').waitFor();
  expect(new URL(page.url()).pathname).toBe('/server');
  expect(await page.content()).not.toContain('PRIVATE KEY');
  await page.getByRole('button', { name: 'Run health check' }).click();
  await page.getByText('Docwright test reaches octocat').waitFor();
  await app.getByRole('button', { name: 'Disconnect…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await app.getByRole('button', { name: 'Connect GitHub App' }).waitFor();
  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByText('disconnected the GitHub App').waitFor();
});

it('mails a member who forgot the password a link, and tells nobody who is a member', async () => {
  const { projects, accounts } = dashboard.application();
  const mailServer = await startMailServer();
  const visitor = await browser.newContext();
  try {
    const other = await visitor.newPage();
    await other.goto(`${dashboard.url}/sign-in`);
    await other.getByText('Forgot your password?').click();
    await other.getByText('docwright member reset').waitFor();
    const project = await projects.getByName('Acme docs');
    const { user, password } = account;
    const weeklyMail = { host: '127.0.0.1', port: mailServer.port, encryption: 'none', user, from: 'docs@example.org' };
    await projects.update(project!.id, { settings: { weeklyMail } }, 'test');
    await projects.setSecret(project!.id, mailPasswordSecret, password, 'test');
    for (const email of ['nobody@example.org', 'grace@example.org']) {
      await other.goto(`${dashboard.url}/sign-in`);
      await other.getByText('Forgot your password?').click();
      await other.getByLabel('Your email address').fill(email);
      await other.getByRole('button', { name: 'Send reset link' }).click();
      await other.getByText('If this address belongs to a member, we sent a link.').waitFor();
    }
    await expect.poll(() => mailServer.mails.map(({ to }) => to)).toEqual(['grace@example.org']);
    const message = mailServer.mails[0]!.message.replaceAll(/=\r?\n/g, '');
    await other.goto(/http\S+\/reset-password#\S+/.exec(message)![0]);
    await other.getByLabel('New password').fill('a password to remember');
    await other.getByRole('button', { name: 'Save and sign in' }).click();
    await other.getByRole('heading', { name: 'Jobs', exact: true }).waitFor();
    const grace = { email: 'grace@example.org', password: 'a password to remember', address: '192.0.2.1' };
    expect(await accounts.members.signIn(grace)).toMatchObject({ name: 'Grace' });
    await other.goto(/http\S+\/reset-password#\S+/.exec(message)![0]);
    await other.getByText('This link does not work').waitFor();
  } finally {
    await visitor.close();
    await mailServer.close();
  }
});

it('deletes a project only after its name was typed', async () => {
  await page.goto(dashboard.url);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Delete project' }).click();
  await page.getByRole('button', { name: 'Delete project…' }).click();
  const really = page.getByRole('button', { name: 'Delete permanently' });
  expect(await really.isDisabled()).toBe(true);
  await page.getByLabel('Type “Acme docs” to confirm').fill('Acme docs');
  await really.click();
  await page.getByText('No project yet').waitFor();
});
