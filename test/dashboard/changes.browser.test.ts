import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { accessibilityFaults } from '../accessibility-faults.ts';
import { launchBrowser } from '../browser.ts';
import { startDashboard, type RunningDashboard } from './running-dashboard.ts';
import { createOwner, docs, signIn } from './seed.ts';

let dashboard: RunningDashboard;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let job: string;

beforeAll(async () => {
  dashboard = await startDashboard();
  await createOwner(dashboard);
  const project = await dashboard.createProject('Acme docs', docs);
  browser = await launchBrowser();
  context = await browser.newContext();
  context.setDefaultTimeout(20_000);
  page = await context.newPage();
  await signIn(page, dashboard);
  await page.goto(`${dashboard.url}/projects/${project.id}/jobs`);
  await page.getByLabel('What should change in the docs?').fill('Add a quickstart');
  await page.getByRole('button', { name: 'Start job' }).click();
  await page.getByText('The job is completed.').waitFor();
  job = page.url();
});
afterAll(async () => {
  await browser.close();
  await dashboard.close();
});
beforeEach(async () => {
  await page.unrouteAll({ behavior: 'wait' });
  await page.evaluate('sessionStorage.clear()');
});

/** A file that the change adds, as git writes it. */
function added(path: string, lines: readonly string[]): string {
  const header = `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}`;
  return `${header}\n@@ -0,0 +1,${lines.length} @@\n${lines.map((line) => `+${line}\n`).join('')}`;
}

async function showDiff(diff: string): Promise<void> {
  await page.route(/\/job\/[^/]+\/diff$/, (route) => route.fulfill({ contentType: 'text/x-diff', body: diff }));
  await page.goto(`${job}?tab=changes`);
}

const changesIn = (path: string) => page.getByRole('region', { name: `Changes in ${path}`, exact: true });

it('stays usable while a page is read that takes minutes to colour, and colours the others', async () => {
  // 20,000 characters of this hold highlight.js for two minutes.
  const hostile = Array.from({ length: 10 }, () => '[a]('.repeat(500));
  await showDiff(added('hostile.md', hostile) + added('plain.md', ['# A heading']));
  await changesIn('hostile.md').getByText('[a](').first().waitFor();
  await page.getByRole('checkbox', { name: 'Viewed hostile.md' }).check();
  await page.getByText('1 of 2 viewed').waitFor();
  await changesIn('plain.md').locator('.hljs-section').waitFor();
});

it('shows words of the agent as they are when reading them takes minutes', async () => {
  const words = '*a_ '.repeat(12_000);
  await page.route(/\/job\/job_[^/]+$/, async (route) => {
    if (route.request().resourceType() !== 'fetch') return route.continue();
    const response = await route.fetch();
    const answer = (await response.json()) as object;
    return route.fulfill({ response, json: { ...answer, summary: `${words}The end.` } });
  });
  await page.goto(job);
  await page.getByText('The end.').waitFor();
  await page.getByRole('link', { name: 'Changes' }).click();
  await changesIn('quickstart.md').getByText('pip install acme').waitFor();
});

it('keeps which files were viewed, until they change', async () => {
  await showDiff(added('one.md', ['One']) + added('two.md', ['Two']));
  await page.getByRole('checkbox', { name: 'Viewed one.md' }).check();
  await page.getByText('1 of 2 viewed').waitFor();
  expect(await changesIn('one.md').count()).toBe(0);
  await page.reload();
  await page.getByRole('link', { name: 'one.md (viewed)' }).waitFor();
  expect(await page.getByRole('checkbox', { name: 'Viewed one.md' }).isChecked()).toBe(true);
  await changesIn('two.md').waitFor();
  expect(await changesIn('one.md').count()).toBe(0);
  await page.getByRole('button', { name: 'one.md', exact: true }).click();
  await changesIn('one.md').getByText('One').waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await showDiff(added('one.md', ['Another']) + added('two.md', ['Two']));
  await changesIn('one.md').getByText('Another').waitFor();
  expect(await page.getByRole('checkbox', { name: 'Viewed one.md' }).isChecked()).toBe(false);
});

it('keeps both marks of a file that became a link', async () => {
  const deleted =
    'diff --git a/one.md b/one.md\ndeleted file mode 100644\n--- a/one.md\n+++ /dev/null\n@@ -1 +0,0 @@\n-One\n';
  await showDiff(deleted + added('one.md', ['two.md']).replace('100644', '120000'));
  await page.getByRole('checkbox', { name: 'Viewed one.md' }).first().check();
  await page.getByText('1 of 2 viewed').waitFor();
  await page.getByRole('checkbox', { name: 'Viewed one.md' }).last().check();
  await page.getByText('2 of 2 viewed').waitFor();
  await page.getByRole('checkbox', { name: 'Viewed one.md' }).first().uncheck();
  await page.getByText('1 of 2 viewed').waitFor();
});

/** Answers for an open pull request of this job, with number 7. */
async function showPullRequest(jobId: string): Promise<void> {
  const time = '2026-01-01T00:00:00.000Z';
  const ofJob = { number: 7, jobId, title: 'One', state: 'open', draft: false, url: 'https://example.com/7' };
  const branches = { headBranch: 'docwright/one', baseBranch: 'main', createdAt: time, updatedAt: time };
  const details = { body: '', headSha: 'a'.repeat(40), commits: [], decidedHere: true };
  await page.route(/\/pull-requests\/7$/, (route) =>
    route.fulfill({ json: { pullRequest: { ...ofJob, ...branches, ...details } } }),
  );
}

it('knows on the page of a pull request what was viewed in the job that made it', async () => {
  const change = (index: string) =>
    added('one.md', ['The same']).replace('\n---', `\nindex 0000000..${index}\n---`) + added('two.md', ['Two']);
  await showDiff(change('1111111'));
  await page.getByRole('checkbox', { name: 'Viewed one.md' }).check();
  await page.getByText('1 of 2 viewed').waitFor();
  const [, projectId = '', jobId = ''] = /projects\/([^/]+)\/jobs\/([^/?]+)/.exec(job) ?? [];
  await showPullRequest(jobId);
  await page.route(/\/pull-requests\/7\/diff$/, (route) =>
    route.fulfill({ contentType: 'text/plain', body: change('11111111a') }),
  );
  await page.goto(`${new URL(job, page.url()).origin}/projects/${projectId}/pulls/7`);
  await page.getByText('1 of 2 viewed').waitFor();
  expect(await page.getByRole('checkbox', { name: 'Viewed one.md' }).isChecked()).toBe(true);
});

it('writes out what is hidden', async () => {
  await showDiff(added('a.md', ['see \u202eme']));
  await changesIn('a.md').getByText('see ⟨U+202E⟩me').waitFor();
});

it('draws long files in parts, and names the rest of a change that is too long', async () => {
  const lines = Array.from({ length: 2500 }, (_, index) => `Line number ${index + 1}.`);
  await showDiff(added('long.txt', lines) + added('huge.txt', ['y'.repeat(4_000_000)]));
  await page.getByText('too long to show in full').waitFor();
  expect(await page.getByRole('checkbox', { name: 'Viewed huge.txt' }).count()).toBe(0);
  await page.getByRole('button', { name: 'long.txt' }).click();
  await changesIn('long.txt').getByText('Line number 1000.').waitFor();
  expect(await changesIn('long.txt').getByText('Line number 1001.').count()).toBe(0);
  await page.getByRole('button', { name: 'Show 1000 more of 1500 lines' }).click();
  await changesIn('long.txt').getByText('Line number 2000.').waitFor();
  await page.getByRole('button', { name: 'Show 500 more of 500 lines' }).click();
  await changesIn('long.txt').getByText('Line number 2500.').waitFor();
  expect(await page.getByRole('link', { name: 'Plain diff' }).getAttribute('href')).toMatch(/\/diff$/);
});

it('shows a changed page as its readers see it, without scripts, pictures and markup of its own', async () => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await showDiff(
    added('page.md', [
      '# A heading',
      '',
      'Some **bold** words.',
      '',
      '![p](https://evil.example/p.png)<script>window.hacked=1</script>',
    ]) + added('data.json', ['{}']),
  );
  expect(await page.getByRole('button', { name: 'Preview data.json' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Preview page.md' }).click();
  const preview = page.getByRole('region', { name: 'Page page.md' });
  await preview.getByRole('heading', { name: 'A heading' }).waitFor();
  await preview.locator('strong', { hasText: 'bold' }).waitFor();
  await preview.locator('.changed').first().waitFor();
  expect(await preview.locator('img, script').count()).toBe(0);
  expect(requested.some((url) => url.includes('evil.example'))).toBe(false);
  await page.getByRole('button', { name: 'Preview page.md' }).click();
  await changesIn('page.md').getByText('# A heading').waitFor();
});

/** Takes what would be sent to the job, and answers as the server does. */
async function catchMessages(
  sent: string[],
  answer: { status: number; body?: object } = { status: 202 },
): Promise<void> {
  await page.route(/\/job\/[^/]+\/message$/, async (route) => {
    sent.push((route.request().postDataJSON() as { prompt: string }).prompt);
    const current = await page.request.get(
      route
        .request()
        .url()
        .replace(/\/message$/, ''),
    );
    await route.fulfill({ status: answer.status, json: answer.body ?? ((await current.json()) as object) });
  });
}

const twoFiles = () =>
  added('one.md', ['One', '```', 'Three', 'Four']) +
  'diff --git a/two.md b/two.md\n--- a/two.md\n+++ b/two.md\n@@ -7,2 +7,2 @@\n Kept\n-Before\n+After\n';

it.each([1280, 390])('collects comments on lines, and sends them as one message, %i px wide', async (width) => {
  const sent: string[] = [];
  await page.setViewportSize({ width, height: 800 });
  await showDiff(twoFiles());
  await catchMessages(sent);
  await page.getByRole('button', { name: 'Comment on line 2', exact: true }).click();
  await page.getByRole('button', { name: 'Comment on line 4', exact: true }).click();
  const box = page.getByRole('textbox', { name: 'Comment on lines 2–4' });
  await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('TEXTAREA');
  await box.fill('Name the language.');
  await page.getByRole('button', { name: 'Add comment' }).click();
  await page.getByText('Your comment on lines 2–4, not sent yet').waitFor();
  await page.getByRole('button', { name: 'Comment on removed line 8' }).click();
  await page.getByRole('textbox', { name: 'Comment on removed line 8' }).fill('Why was this removed?');
  expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBeLessThanOrEqual(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  // The second was not added: the page is lost, and its text is not.
  await page.reload();
  const card = page.getByRole('region', { name: 'Comments to send 2' });
  await card.getByText('Why was this removed?').waitFor();
  await card.getByRole('button', { name: 'Edit the comment on removed line 8' }).click();
  await card.getByRole('textbox').fill('Keep this.');
  await card.getByRole('button', { name: 'Add comment' }).click();
  await card.getByText('Keep this.').waitFor();
  await card.getByRole('button', { name: 'Send 2 comments' }).click();
  await page.getByText('Comments sent.').waitFor();
  expect(sent).toHaveLength(1);
  const quoted = '````diff\n+```\n+Three\n+Four\n````\n\nName the language.';
  expect(sent[0]).toContain(`"one.md", lines 2–4\n\n${quoted}`);
  expect(sent[0]).toContain('"two.md", removed line 8\n\n```diff\n-Before\n```\n\nKeep this.');
  await page.reload();
  await changesIn('one.md').waitFor();
  expect(await page.getByText('Name the language.').count()).toBe(0);
});

it('takes comments on both sides of a side-by-side diff', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await showDiff(twoFiles());
  await page.getByRole('link', { name: 'Side by side' }).click();
  const removed = page.getByRole('button', { name: 'Comment on removed line 8' });
  expect(await removed.innerText()).toBe('8');
  // What was begun on other lines moves with its text.
  await page.getByRole('button', { name: 'Comment on line 4', exact: true }).click();
  await page.getByRole('textbox', { name: 'Comment on line 4' }).fill('Here.');
  await removed.click();
  expect(await page.getByRole('textbox', { name: 'Comment on removed line 8' }).inputValue()).toBe('Here.');
  await page.getByRole('button', { name: 'Comment on line 8', exact: true }).click();
  await page.getByRole('textbox', { name: 'Comment on line 8' }).fill('Both of them.');
  await page.getByRole('button', { name: 'Add comment' }).click();
  await page.getByText('Quoted lines').click();
  await page.getByText('-Before\n+After').waitFor();
});

it('takes comments by keyboard alone, and keeps them when they are refused', async () => {
  const sent: string[] = [];
  await page.setViewportSize({ width: 1280, height: 800 });
  await showDiff(twoFiles());
  const problem = { detail: 'This project may start no more jobs this hour.' };
  await catchMessages(sent, { status: 429, body: problem });
  const focused = () =>
    page.evaluate<string>('document.activeElement.getAttribute("aria-label") ?? document.activeElement.id');
  await changesIn('one.md').focus();
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('Comment on line 1');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  expect(await focused()).toBe('Comment on line 2');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Which language?');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Your comment on line 2, not sent yet').waitFor();
  await expect.poll(focused).toBe('Comment on line 2');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(focused).toBe('comments');
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('no more jobs this hour').waitFor();
  expect(sent).toHaveLength(1);
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Send 1 comment');
  await page.getByRole('button', { name: 'Remove the comment on line 2' }).click();
  await page.getByText('Which language?').first().waitFor({ state: 'detached' });
});

it('keeps a comment that is written while others are on the way', async () => {
  await showDiff(twoFiles());
  await catchMessages([]);
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route(/\/message$/, async (route) => {
    await promise;
    await route.fallback();
  });
  const comment = async (line: string, text: string) => {
    await page.getByRole('button', { name: `Comment on ${line}`, exact: true }).click();
    await page.getByRole('textbox', { name: `Comment on ${line}` }).fill(text);
    await page.getByRole('button', { name: 'Add comment' }).click();
  };
  await comment('line 1', 'Say more.');
  await page.getByRole('button', { name: 'Send 1 comment' }).click();
  await comment('line 4', 'Say less.');
  await page.getByRole('region', { name: 'Comments to send 2' }).waitFor();
  resolve(undefined);
  await page.getByRole('region', { name: 'Comments to send 1' }).getByText('Say less.').waitFor();
});

it('keeps a comment on lines that have changed since, with what they were', async () => {
  await showDiff(twoFiles());
  await page.getByRole('button', { name: 'Comment on line 1', exact: true }).click();
  await page.getByRole('textbox', { name: 'Comment on line 1' }).fill('Say more.');
  await page.getByRole('button', { name: 'Add comment' }).click();
  await page.unrouteAll({ behavior: 'wait' });
  await showDiff(added('one.md', ['Another']));
  const card = page.getByRole('region', { name: 'Comments to send 1' });
  await card.getByText('Quoted lines').click();
  await card.getByText('+One').waitFor();
  expect(await page.getByText('not sent yet').count()).toBe(0);
  await card.getByRole('button', { name: 'Remove' }).click();
  await card.waitFor({ state: 'detached' });
});

it('says why an archived job takes no comments', async () => {
  await page.route(/\/job\/job_[^/]+$/, async (route) => {
    if (route.request().resourceType() !== 'fetch') return route.continue();
    const response = await route.fetch();
    return route.fulfill({ response, json: { ...((await response.json()) as object), status: 'archived' } });
  });
  await showDiff(twoFiles());
  await page.getByText('This job is archived, so it takes no comments.').waitFor();
  await page.getByRole('link', { name: 'Side by side' }).click();
  const removed = changesIn('two.md').getByRole('row', { name: /removed: Before/ });
  expect(await removed.locator('.number').allInnerTexts()).toEqual(['8', '8']);
  expect(await page.getByRole('button', { name: /^Comment on/ }).count()).toBe(0);
});

it.each([1280, 390])(
  'shows the code host’s checks before a merge, and merges none that fails, %i px wide',
  async (width) => {
    const [, projectId = '', jobId = ''] = /projects\/([^/]+)\/jobs\/([^/?]+)/.exec(job) ?? [];
    let answer: object = { checks: null, unreadable: 'The token cannot read checks in acme/docs.' };
    const merged: string[] = [];
    await page.setViewportSize({ width, height: 800 });
    await showPullRequest(jobId);
    await page.route(/\/pull-requests\/7\/diff$/, (route) =>
      route.fulfill({ contentType: 'text/plain', body: added('one.md', ['One']) }),
    );
    await page.route(/\/pull-requests\/7\/checks$/, (route) => route.fulfill({ json: answer }));
    await page.route(/\/pull-requests\/7\/merge$/, (route) => {
      merged.push(route.request().url());
      return route.fulfill({ status: 409, json: { detail: 'Pull request #7 has changed.' } });
    });
    const dialog = page.getByRole('dialog', { name: 'Merge into main?' });
    const open = async () => {
      await page.goto(`${new URL(job, page.url()).origin}/projects/${projectId}/pulls/7`);
      await page.getByRole('button', { name: 'Merge…' }).click();
    };
    await open();
    await dialog.getByText('does not show its checks. The token cannot read checks').waitFor();
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await dialog.getByText('Pull request #7 has changed.').waitFor();
    expect(merged).toHaveLength(1);
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Merge');
    const names = [`${'long-name '.repeat(20)}\u202e`, 'lint'];
    const url = 'https://ci.example/1';
    answer = {
      checks: names.map((name, index) => ({ name, state: index ? 'passed' : 'failed', url })),
      unreadable: null,
    };
    await open();
    await dialog.getByText('A check fails, so this cannot be merged here.').waitFor();
    const list = dialog.getByRole('list', { name: 'Checks of the code host' });
    expect(await list.getByRole('link', { name: 'lint' }).getAttribute('href')).toBe(url);
    await list.getByText('⟨U+202E⟩').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBeLessThanOrEqual(0);
    await dialog.getByRole('button', { name: 'Merge' }).focus();
    await page.keyboard.press('Enter');
    expect(merged).toHaveLength(1);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  },
);
