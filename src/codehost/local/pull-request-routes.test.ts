import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { git, pushFiles, temporaryFolder, writeFiles } from '../../../test/git-fixture.ts';
import { createManualClock } from '../../kernel/clock.ts';
import { createLocalPullRequests } from './local-pull-requests.ts';
import { createLocalRepositories } from './local-repositories.ts';
import { localPullRequestRoutes } from './pull-request-routes.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

let counter = 0;
async function setting() {
  counter += 1;
  const repositories = createLocalRepositories({ dataDirectory: join(folder.path, `data-${counter}`) });
  const pullRequests = createLocalPullRequests({ clock: createManualClock(Date.UTC(2026, 0, 2)) });
  const seed = join(folder.path, `seed-${counter}`);
  writeFiles(seed, { 'guide/index.md': '# Docs\n\nRun the old command.\n' });
  const { path } = await repositories.create({ name: 'docs', from: seed });
  git(path, ['branch', 'docwright/a', 'main']);
  pushFiles(
    path,
    'docwright/a',
    { 'guide/index.md': '# Docs\n\nRun the new command.\n\n<script>alert(1)</script>\n' },
    '<b>Work</b>',
  );
  const { number } = await pullRequests.ensure(path, {
    headBranch: 'docwright/a',
    baseBranch: 'main',
    title: 'Fix <the> command',
    body: 'It *was* wrong.',
    draft: false,
  });
  const app = localPullRequestRoutes({
    repositories,
    pullRequests,
    authorize: (context, projectId) =>
      context.req.header('X-Test-User') === undefined ? context.redirect('/login') : projectId === 'prj_1',
    repositoryOf: (projectId) => Promise.resolve(projectId === 'prj_1' ? path : undefined),
    personOf: () => ({ name: 'Grace', email: 'grace@example.com' }),
  });
  const get = (url: string, headers: Record<string, string> = { 'X-Test-User': 'grace' }) =>
    app.request(url, { headers });
  const base = '/projects/prj_1/pulls';
  const shown = await get(`${base}/${number}`);
  const cookie = /docwright_csrf=[^;]+/.exec(shown.headers.get('Set-Cookie') ?? '')?.[0] ?? '';
  const page = await shown.text();
  const field = (name: string): string => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '';
  const post = (action: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    app.request(`${base}/${number}/${action}`, {
      method: 'POST',
      headers: { 'X-Test-User': 'grace', Cookie: cookie, ...headers },
      body: new URLSearchParams(form),
    });
  return { app, get, post, base, number, path, page, shown, form: { csrf: field('csrf'), head: field('head') } };
}

describe('the page of a pull request', () => {
  it('shows title, description, commits and the highlighted diff, and lets nothing of them run', async () => {
    const { page, shown } = await setting();
    expect(shown.status).toBe(200);
    expect(page).toContain('Fix &lt;the&gt; command');
    expect(page).toContain('It <em>was</em> wrong.');
    expect(page).toContain('&lt;b&gt;Work&lt;/b&gt;');
    expect(page).toContain('<mark>new</mark>');
    expect(page).toContain('guide/');
    expect(page).not.toMatch(/<script|<b>|style=/);
    expect(shown.headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'; style-src 'self'/);
    expect(shown.headers.get('X-Content-Type-Options')).toBe('nosniff');
  });

  it('has its style sheet, its list and its plain diff', async () => {
    const { get, base, number, page } = await setting();
    const stylesheet = /href="([^"]*\.css[^"]*)"/.exec(page)?.[1] ?? '';
    expect((await get(stylesheet)).headers.get('Content-Type')).toContain('text/css');
    expect(await (await get(base)).text()).toContain(`href="${base}/${number}"`);
    expect(await (await get(`${base}/${number}/diff`)).text()).toContain('+Run the new command.');
  });

  it('is for those who are allowed', async () => {
    const { get, base, number, app } = await setting();
    expect((await get(`${base}/${number}`, {})).headers.get('Location')).toBe('/login');
    expect((await get(`/projects/prj_2/pulls/${number}`)).status).toBe(404);
    expect((await get(`${base}/99`)).status).toBe(404);
    expect((await app.request(`${base}/${number}/merge`, { method: 'POST' })).headers.get('Location')).toBe('/login');
  });
});

describe('the buttons', () => {
  it('merge', async () => {
    const { post, get, base, number, path, form } = await setting();
    const answer = await post('merge', form);
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, `${base}/${number}`]);
    expect(git(path, ['show', 'main:guide/index.md'])).toContain('new command');
    expect(git(path, ['log', '-1', '--format=%an', 'main'])).toBe('Grace');
    expect(await (await get(`${base}/${number}`)).text()).toContain('Merged into');
  });

  it('close and reopen', async () => {
    const { post, get, base, number, form } = await setting();
    expect((await post('close', form)).status).toBe(303);
    expect(await (await get(`${base}/${number}`)).text()).toContain('Closed without merging');
    expect((await post('reopen', form)).status).toBe(303);
  });

  it('do nothing without the token, or when another site sends the form', async () => {
    const { post, path, form } = await setting();
    const main = git(path, ['rev-parse', 'main']);
    const refused = await Promise.all([
      post('merge', { head: form.head }),
      post('merge', { ...form, csrf: 'A'.repeat(43) }),
      post('merge', { ...form, csrf: 'ä'.repeat(43) }),
      post('merge', form, { Cookie: '' }),
      post('merge', form, { 'Sec-Fetch-Site': 'cross-site' }),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect(git(path, ['rev-parse', 'main'])).toBe(main);
  });

  it('do not merge commits that the person has not seen', async () => {
    const { post, path, form } = await setting();
    pushFiles(path, 'docwright/a', { 'surprise.md': 'surprise\n' }, 'Surprise');
    const answer = await post('merge', form);
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain('not at the commit that you saw');
    expect(git(path, ['ls-tree', '--name-only', 'main'])).toBe('guide');
  });

  it('say which files conflict', async () => {
    const { post, path, form } = await setting();
    pushFiles(path, 'main', { 'guide/index.md': 'theirs\n' }, 'Theirs');
    const answer = await post('merge', form);
    expect(answer.status).toBe(409);
    expect(await answer.text()).toMatch(/role="alert"[\s\S]*both sides changed guide\/index.md/);
  });
});
