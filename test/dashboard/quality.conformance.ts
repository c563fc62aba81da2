import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Project } from '../../src/contract/project.ts';
import { accessibilityFaults } from '../accessibility-faults.ts';
import { launchBrowser } from '../browser.ts';
import { startGithubDouble, type GithubDouble } from '../github-double.ts';
import { startDashboard, type RunningDashboard } from './running-dashboard.ts';
import { ada, createOwner, docs, seedVisits } from './seed.ts';

interface Theme {
  readonly colorScheme: 'light' | 'dark';
  /** Of windows, in pixels; the first one is that of a page when it loads. */
  readonly widths: readonly [number, ...number[]];
}

export function describeQuality(themes: readonly Theme[]): void {
  let dashboard: RunningDashboard;
  let browser: Browser;
  let project: Project;
  let job: string;
  let wordyJob: string;
  let failedJob: string;
  let github: GithubDouble;
  let onGithub: Project;
  let pullRequestOnGithub: { readonly number: number };
  let empty: Project;
  let connect: string;
  let cookies: Awaited<ReturnType<BrowserContext['cookies']>>;
  let invitation: string;
  const requested = new Map<string, number>();

  beforeAll(async () => {
    github = await startGithubDouble();
    dashboard = await startDashboard({ environment: () => ({ GITHUB_API_URL: github.apiUrl }) });
    invitation = await dashboard.setUpLink();
    browser = await launchBrowser();
    await createOwner(dashboard);
    project = await dashboard.createProject('Acme docs', docs);
    await seedVisits(dashboard, project, Date.now());
    await dashboard.application().projects.keys.create(project.id, { name: 'CI' }, 'test');
    const page = await browser.newPage();
    page.on('response', (response) => {
      // Streams have no size while they are open.
      if (!response.url().endsWith('.js')) return;
      void response
        .request()
        .sizes()
        .then(({ responseBodySize }) => requested.set(response.url(), responseBodySize));
    });
    await page.goto(`${dashboard.url}/sign-in`);
    await page.getByLabel('Email').fill(ada.email);
    await page.getByLabel('Password').fill(ada.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('What should change in the docs?').fill('Add a quickstart');
    await page.getByRole('button', { name: 'Start job' }).click();
    await page.getByText('The job is completed.').waitFor();
    job = new URL(page.url()).pathname;
    wordyJob = await startJob(page, 'Put the guides into folders', 'scripted/wordy');
    await page.getByText('The job is completed.').waitFor();
    failedJob = await startJob(page, 'Explain retries', 'scripted/failing');
    await page.getByText('The job has failed.').waitFor();
    empty = await dashboard.createProject('New docs', docs);
    const { projects } = dashboard.application();
    const { repositoryUrl } = github;
    onGithub = await projects.create({ name: 'On GitHub', codeHost: 'github', repositoryUrl }, 'test');
    await projects.setSecret(onGithub.id, 'code-host-token', github.token, 'test');
    await github.pushBranch('docwright/change');
    const opened = { title: 'A change on GitHub', head: 'docwright/change', base: 'main', body: '## Why\n\nBecause.' };
    pullRequestOnGithub = (await github.call('POST', '/repos/octocat/docs/pulls', opened)) as { number: number };
    connect = await askForAccess();
    cookies = await page.context().cookies();
    await page.close();
  });
  afterAll(async () => {
    await browser.close();
    await dashboard.close();
    await github.close();
  });

  /** As a client does that only knows the URL. */
  async function askForAccess(): Promise<string> {
    const redirectUri = 'http://127.0.0.1/callback';
    const registration = await fetch(`${dashboard.url}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name: 'An editor', redirect_uris: [redirectUri] }),
    });
    const { client_id } = (await registration.json()) as { client_id: string };
    const request = { client_id, redirect_uri: redirectUri, response_type: 'code', code_challenge: 'x'.repeat(43) };
    const query = new URLSearchParams({ ...request, code_challenge_method: 'S256' }).toString();
    return `/connect?request=${Buffer.from(query).toString('base64url')}`;
  }

  /** Answers with the path of its page. */
  async function startJob(page: Page, prompt: string, model: string): Promise<string> {
    await page.goto(`${dashboard.url}/projects/${project.id}/jobs`);
    await page.getByLabel('What should change in the docs?').fill(prompt);
    await page.getByText('Options').click();
    await page.getByLabel('Model').fill(model);
    await page.getByRole('button', { name: 'Start job' }).click();
    await page.waitForURL(/\/jobs\/job_/);
    return new URL(page.url()).pathname;
  }

  /** Address of each page and a text that says it has loaded. */
  function pages(): [name: string, path: string, ready: string][] {
    const base = `/projects/${project.id}`;
    return [
      ['jobs', `${base}/jobs`, 'Add a quickstart'],
      ['job', job, 'The job is completed.'],
      ['job with much Markdown', wordyJob, 'The job is completed.'],
      ['failed job', failedJob, 'The job has failed.'],
      ['changes', `${job}?tab=changes&view=split`, 'quickstart.md'],
      ['analytics', `${base}/analytics`, 'Total unique'],
      ['keys', `${base}/keys`, 'never used'],
      ['settings', `${base}/settings`, 'Docs folder'],
      ['settings of the agent', `${base}/settings/agent`, 'No instructions file'],
      ['settings of counting', `${base}/settings/counting`, 'Visitor ID lifetime'],
      ['settings of goals', `${base}/settings/goals`, 'Add goal'],
      ['settings of mail', `${base}/settings/notices`, 'Send test mail'],
      ['keys of models', `${base}/settings/access`, 'Test model'],
      ['settings on GitHub', `/projects/${onGithub.id}/settings`, 'Remove the stored GitHub token'],
      ['project set-up', `${base}/set-up`, 'Views arrive'],
      ['new project', '/projects/new', 'Create and continue'],
      ['projects', '/projects', 'Acme docs'],
      ['members', '/members', 'Invite a member'],
      ['audit log', '/audit-log', 'created the project'],
      ['server', '/server', 'Disk space'],
      ['account', '/account', 'this session'],
      ['pull requests', `${base}/pulls`, 'Add a quickstart'],
      ['local pull request', `${base}/pulls/1`, 'Merge'],
      ['pull request with much Markdown', `${base}/pulls/2?view=split`, 'What changed'],
      ['pull requests on GitHub', `/projects/${onGithub.id}/pulls`, 'A change on GitHub'],
      ['pull request on GitHub', `/projects/${onGithub.id}/pulls/${pullRequestOnGithub.number}`, 'Because.'],
      ['no job', `/projects/${empty.id}/jobs`, 'No jobs yet'],
      ['no key', `/projects/${empty.id}/keys`, 'No keys yet'],
      ['no pull request', `/projects/${empty.id}/pulls`, 'No pull requests yet'],
      ['no visitor', `/projects/${empty.id}/analytics`, 'No visitors in this range'],
      ['client', connect, 'An editor'],
      ['unknown address', '/nowhere', 'The link may be outdated'],
    ];
  }

  async function open(page: Page, path: string, ready: string): Promise<void> {
    await page.goto(`${dashboard.url}${path}`);
    await page.locator('main').getByText(ready).first().waitFor();
    await page.locator('.skeleton').first().waitFor({ state: 'detached' });
  }

  it.each(themes)(
    'is accessible, fits and stays at home: $colorScheme',
    async ({ colorScheme, widths }) => {
      const context = await browser.newContext({
        colorScheme,
        viewport: { width: widths[0], height: 800 },
        reducedMotion: 'reduce',
      });
      const faults: string[] = [];
      await context.addCookies(cookies);
      const page = await context.newPage();
      page.on('console', (message) => {
        const { url } = message.location();
        // The double of GitHub serves no git to read them with.
        if (url === `${dashboard.url}/api/dashboard/projects/${onGithub.id}/instructions`) return;
        if (message.type() === 'error') faults.push(`console: ${message.text()} ${url}`);
      });
      page.on('request', (request) => {
        if (new URL(request.url()).origin !== dashboard.url) faults.push(`third party: ${request.url()}`);
      });
      page.on('response', (response) => {
        if (response.request().resourceType() !== 'document') return;
        const policy = response.headers()['content-security-policy'] ?? 'none at all';
        const isStrict = policy.startsWith("default-src 'none'") && !/unsafe-|\*|https?:/.test(policy);
        if (!isStrict) faults.push(`policy of ${response.url()}: ${policy}`);
      });
      for (const [name, path, ready] of pages()) {
        await open(page, path, ready);
        for (const width of widths) {
          // So high that every card of the page comes near.
          await page.setViewportSize({ width, height: name === 'analytics' ? 3200 : 800 });
          await page.locator('.skeleton').first().waitFor({ state: 'detached' });
          const excess = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
          if (excess > 0) faults.push(`${name}, ${width} px wide: ${excess} px too wide`);
        }
        faults.push(...(await accessibilityFaults(page)).map((fault) => `${name}: ${fault}`));
      }
      await context.close();
      expect(faults).toEqual([]);
    },
    180_000,
  );

  it.each(themes)('is accessible before signing in: $colorScheme', async ({ colorScheme }) => {
    const page = await browser.newPage({ colorScheme });
    await open(page, '/sign-in', 'New here');
    expect(await accessibilityFaults(page)).toEqual([]);
    await open(page, invitation.slice(dashboard.url.length), 'Sign in instead');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.close();
  });

  it.each(themes)('is accessible in its dialogs, which give the focus back: $colorScheme', async ({ colorScheme }) => {
    const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' });
    await context.addCookies(cookies);
    const page = await context.newPage();
    const base = `/projects/${project.id}`;
    for (const [path, ready, name] of [
      [`${base}/keys`, 'never used', 'Create key'],
      [`${base}/keys`, 'never used', 'Revoke CI'],
      [`${base}/settings/danger`, 'Delete project…', 'Delete project…'],
      [failedJob, 'The job has failed.', 'Archive'],
    ] as const) {
      await open(page, path, ready);
      await page.getByRole('button', { name }).click();
      await page.getByRole('dialog').waitFor();
      expect([name, ...(await accessibilityFaults(page))]).toEqual([name]);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await page.evaluate('document.activeElement.textContent')).toBe(name);
    }
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('log').getByText('Try again.').waitFor();
    await page.getByText('The job has failed.').nth(1).waitFor();
    await context.close();
  });

  it.each(themes)(
    'takes files, answers a question back, and keeps limits, and stays accessible: $colorScheme',
    async ({ colorScheme, widths: [width] }) => {
      const context = await browser.newContext({
        colorScheme,
        viewport: { width, height: 800 },
        reducedMotion: 'reduce',
      });
      await context.addCookies(cookies);
      const page = await context.newPage();
      const faults: string[] = [];
      const look = async (name: string) => {
        const excess = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
        if (excess > 0) faults.push(`${name}: ${excess} px too wide`);
        faults.push(...(await accessibilityFaults(page)).map((fault) => `${name}: ${fault}`));
      };
      const text = (name: string, bytes: number) => ({
        name,
        mimeType: 'text/plain',
        buffer: Buffer.alloc(bytes, 'a'),
      });
      const base = `/projects/${project.id}`;
      await open(page, `${base}/jobs`, 'Add a quickstart');
      await page.getByLabel('What should change in the docs?').fill('Mend the guide');
      await page.getByText('Options').click();
      await page.getByLabel('Model').fill('scripted/asking');
      const files = page.getByLabel('Attachments');
      const start = page.getByRole('button', { name: 'Start job' });
      for (const [chosen, fault] of [
        [[text('large.txt', 2 * 1024 * 1024 + 1)], 'large.txt is larger than 2 MB.'],
        [[text('none.txt', 0)], 'none.txt is empty.'],
        [[1, 2, 3].map((index) => text(`${index}.txt`, 2 * 1024 * 1024)), 'The files are larger than 5 MB in total.'],
        [Array.from({ length: 6 }, (_, index) => text(`${index}.txt`, 1)), 'At most 5 files can be attached.'],
      ] as const) {
        await files.setInputFiles([...chosen]);
        await page.getByRole('status').getByText(fault).waitFor();
        expect(await start.isDisabled()).toBe(true);
      }
      await look('too many files');
      const forged = { name: 'forged.txt', mimeType: 'text/plain', buffer: Buffer.from([0xff, 0x00]) };
      await files.setInputFiles([forged]);
      await start.click();
      await page.getByRole('alert').getByText('must be UTF-8 text').waitFor();
      await look('a file that is refused');
      const folder = await mkdtemp(join(tmpdir(), 'docwright-chosen-'));
      await writeFile(join(folder, 'gone.txt'), 'soon gone');
      await files.setInputFiles(join(folder, 'gone.txt'));
      await rm(join(folder, 'gone.txt'));
      await start.click();
      await page.getByRole('alert').getByText('gone.txt can no longer be read. Choose it again.').waitFor();
      // A picture whose name says that it is another kind.
      const picture = Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      );
      await files.setInputFiles([{ name: 'shot.jpg', mimeType: 'image/jpeg', buffer: picture }]);
      await start.click();
      await page.getByRole('heading', { name: 'The agent has a question' }).waitFor();
      await page.getByText('needs an answer').waitFor();
      await page.getByText('Attached: shot.jpg').waitFor();
      await look('a question back');
      await page.getByText('Attach files').click();
      await page.getByLabel('Attachments').setInputFiles([{ ...text('notes.md', 9), mimeType: 'text/markdown' }]);
      await page.getByLabel('Your answer').fill('The second');
      await look('an answer with a file');
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText('The job is completed.').nth(1).waitFor();
      await page.getByText('Both are fine.').waitFor();
      await page.getByText('Attached: notes.md').waitFor();
      await page.getByLabel('Ask for another change').waitFor();
      expect(await page.getByText('needs an answer').count()).toBe(0);
      expect(await page.getByText('@context/attachments/notes.md: line 1 of 1').count()).toBeGreaterThan(0);
      await look('an answered question');

      await open(page, `${base}/settings/agent`, 'No instructions file');
      await page.getByLabel('Dollars per job').fill('0.5');
      await page.getByLabel('Dollars per month').fill('20');
      await page.getByLabel('Hosts whose pages the agent may read').fill('docs.example.com\nhttps://example.com/docs');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('alert').first().waitFor();
      expect(await page.evaluate('document.activeElement.name')).toBe('webHosts');
      await look('a host that is none');
      await page.getByLabel('Hosts whose pages the agent may read').fill('docs.example.com\n*.acme.dev');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved.').waitFor();
      await page.reload();
      expect(await page.getByLabel('Dollars per job').inputValue()).toBe('0.5');
      expect(await page.getByLabel('Hosts whose pages the agent may read').inputValue()).toBe(
        'docs.example.com\n*.acme.dev',
      );
      await page.getByLabel('Dollars per job').fill('');
      await page.getByLabel('Dollars per month').fill('');
      await page.getByLabel('Hosts whose pages the agent may read').fill('');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved.').waitFor();
      const { settings } = (await dashboard.application().projects.getByName('Acme docs')) ?? {};
      expect([settings?.budgets.dollars, settings?.budgets.dollarsPerMonth, settings?.webHosts]).toEqual([
        null,
        null,
        [],
      ]);
      await context.close();
      expect(faults).toEqual([]);
    },
    60_000,
  );

  it('does not move what is shown while a page loads', async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    await context.addCookies(cookies);
    await context.addInitScript(`
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries()) {
        const moved = sources.map(({ node }) => node?.className || node?.textContent).join(', ');
        if (!hadRecentInput) window.shifts.push({ value, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });`);
    // Slower than on one machine, so that every placeholder is seen.
    await context.route(/\/(api|v1|v2)\//, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 60));
      await route.continue();
    });
    const moved: string[] = [];
    const left = pages();
    /** Much of the time of a page is spent on waiting until it is still, so several are loaded side by side. */
    const loadSome = async (): Promise<void> => {
      const page = await context.newPage();
      for (let next = left.pop(); next !== undefined; next = left.pop()) {
        const [name, path, ready] = next;
        await open(page, path, ready);
        await page.waitForLoadState('networkidle');
        const names = await page.evaluate<string[]>("performance.getEntriesByType('resource').map(({ name }) => name)");
        // What is asked every few seconds counts once. One asks for the first view, since the comparison begins before it.
        const asked = new Set(names.filter((address) => !address.endsWith('/healthz')));
        if (name === 'analytics' && asked.size > 23) moved.push(`${name} asks for ${[...asked].join(', ')}`);
        const shifts = await page.evaluate<{ value: number; moved: string }[]>('window.shifts');
        const sum = shifts.reduce((total, { value }) => total + value, 0);
        // Google calls up to 0.1 good.
        if (sum > 0.01) moved.push(`${name}: ${sum.toFixed(3)} ${shifts.map((shift) => shift.moved).join('; ')}`);
      }
    };
    await Promise.all([loadSome(), loadSome(), loadSome(), loadSome()]);
    await context.unrouteAll({ behavior: 'wait' });
    await context.close();
    expect(moved).toEqual([]);
  }, 120_000);

  it('loads at most 150 KB of compressed JavaScript until jobs are shown', () => {
    const total = [...requested.values()].reduce((sum, size) => sum + size, 0);
    expect(requested.size).toBeGreaterThan(3);
    expect(total).toBeLessThanOrEqual(150 * 1024);
  });

  /** Presses Tab until what has the focus is called so. */
  async function tabTo(page: Page, name: string): Promise<void> {
    const seen: string[] = [];
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press('Tab');
      const text = await page.evaluate<string>(
        `(({ labels, textContent }) => (labels?.[0] ?? { textContent }).textContent.trim())(document.activeElement)`,
      );
      if (text === name) return;
      seen.push(text.slice(0, 30));
    }
    throw new Error(`Tab does not reach ${name}, only ${[...new Set(seen)].join(' | ')}`);
  }

  it('goes from signing in to a merged pull request with the keyboard alone', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await open(page, '/sign-in', 'New here');
    await tabTo(page, 'Email');
    await page.keyboard.type(ada.email);
    await tabTo(page, 'Password');
    await page.keyboard.type(ada.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Jobs', exact: true }).waitFor();
    await tabTo(page, 'What should change in the docs?');
    await page.keyboard.type('Add a quickstart by keyboard');
    await tabTo(page, 'Start job');
    await page.keyboard.press('Enter');
    await page.getByText('The job is completed.').waitFor();
    await tabTo(page, 'Changes');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Side by side' }).waitFor();
    await tabTo(page, 'Side by side');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Changes in quickstart.md' }).waitFor();
    await page.keyboard.press('Control+Home');
    await tabTo(page, 'Jobs');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Jobs', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Pull request #3' }).waitFor();
    await tabTo(page, 'Pull request #3');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Merge…' }).waitFor();
    await tabTo(page, 'Merge…');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('adds no findings').waitFor();
    await tabTo(page, 'Merge');
    await page.keyboard.press('Enter');
    await page.getByText('Merged into').waitFor();
    await context.close();
  });

  it('can be used with the keyboard alone', async () => {
    const context = await browser.newContext();
    await context.addCookies(cookies);
    const page = await context.newPage();
    await open(page, '/projects', 'Acme docs');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
    await page.goto(`${dashboard.url}/projects/${project.id}/jobs`);
    const link = page.getByRole('link', { name: 'API keys' });
    await link.focus();
    await page.keyboard.press('Enter');
    await page.getByText('never used').waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('API keys');
    await page.getByRole('button', { name: 'Create key' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Create key' }).getByLabel('Name').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('From the keyboard');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Copy the key now' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('From the keyboard', { exact: true }).first().waitFor();
    await context.close();
  });
}
