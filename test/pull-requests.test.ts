import Sqlite from 'better-sqlite3';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../src/config/config.ts';
import type { Role } from '../src/contract/account.ts';
import type { PullRequest, PullRequestDetails } from '../src/contract/pull-request.ts';
import type { Check, CodeHost } from '../src/codehost/code-host.ts';
import { PermissionMissing, PullRequestNotFound } from '../src/codehost/errors.ts';
import { createLocalPullRequests } from '../src/codehost/local/local-pull-requests.ts';
import { systemClock } from '../src/kernel/clock.ts';
import { silentLogger } from '../src/kernel/logger.ts';
import { openApplication, type Application } from '../src/main.ts';
import { createReviewPullRequests } from '../src/projects/review-pull-requests.ts';
import { git, pushFiles, temporaryFolder, writeFiles } from './git-fixture.ts';
import { startGithubDouble, type GithubDouble } from './github-double.ts';

const publicUrl = 'http://docwright.test';
const fromDashboard = { 'x-docwright-dashboard': '1', 'sec-fetch-site': 'same-origin' };
const folder = temporaryFolder();
let github: GithubDouble;
let application: Application;
const sessions = new Map<Role, string>();

beforeAll(async () => {
  github = await startGithubDouble();
  const config = readConfig({
    DOCWRIGHT_DATA_DIR: join(folder.path, 'data'),
    DOCWRIGHT_LOCAL_ROOTS: '/',
    DOCWRIGHT_WORKERS: '0',
    DOCWRIGHT_MODEL: 'anthropic/claude-sonnet-5',
    ANTHROPIC_API_KEY: 'sk-ant-test',
    GITHUB_API_URL: github.apiUrl,
    GITHUB_TOKEN: github.token,
  });
  application = await openApplication({ config, publicUrl, logger: silentLogger });
  const { accounts } = application;
  const joinAs = async (role: Role, token: string) => {
    const person = { name: role === 'editor' ? 'Grace' : role, email: `${role}@example.org` };
    const { id } = await accounts.invitations.accept({ token, ...person, password: 'correct horse battery' });
    sessions.set(role, await accounts.sessions.start({ memberId: id, browser: 'test' }));
  };
  await joinAs('owner', new URL((await accounts.setUpLink(publicUrl)) ?? '').hash.slice(1));
  for (const role of ['editor', 'viewer'] as const) {
    await joinAs(role, (await accounts.invitations.create({ role, by: 'test' })).token);
  }
});
afterAll(async () => {
  await application.close();
  await github.close();
  folder.remove();
});

let path: string;
let base: string;
let counter = 0;

/** A project of its own with one pull request, which changes a page. */
beforeEach(async () => {
  counter += 1;
  const name = `docs-${counter}`;
  const seed = join(folder.path, name);
  writeFiles(seed, { 'guide/index.md': '# Docs\n\nRun the old command.\n' });
  const project = await application.projects.create({ name, repositoryUrl: seed }, 'test');
  path = join(folder.path, 'data', 'repositories', `${name}.git`);
  base = `/api/dashboard/projects/${project.id}/pull-requests`;
  git(path, ['branch', 'docwright/a', 'main']);
  pushFiles(path, 'docwright/a', { 'guide/index.md': '# Docs\n\nRun the new command.\n' }, 'Say new');
  await createLocalPullRequests({ clock: systemClock }).ensure(path, {
    headBranch: 'docwright/a',
    baseBranch: 'main',
    title: 'Fix <the> command',
    body: 'It *was* wrong.',
    draft: false,
  });
});

function send(
  method: 'GET' | 'POST',
  url: string,
  { by = 'editor', body, headers = fromDashboard }: { by?: Role | 'nobody'; body?: object; headers?: object } = {},
): Promise<Response> {
  const cookie = by === 'nobody' ? {} : { cookie: `docwright_session=${sessions.get(by) ?? ''}` };
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  return Promise.resolve(
    application.http.request(url, {
      method,
      headers: { 'content-type': 'application/json', ...cookie, ...headers },
      ...json,
    }),
  );
}

async function read(url = `${base}/1`): Promise<PullRequestDetails> {
  const answer = await send('GET', url, { by: 'viewer' });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { pullRequest: PullRequestDetails }).pullRequest;
}

async function decide(action: string, options: Parameters<typeof send>[2] = {}): Promise<Response> {
  const { headSha: seenHead } = await read();
  return send('POST', `${base}/1/${action}`, { body: { seenHead }, ...options });
}

const mainOf = () => git(path, ['rev-parse', 'main']);

describe('a local pull request', () => {
  it('is listed, and shown with its commits and diff', async () => {
    const list = (await (await send('GET', base, { by: 'viewer' })).json()) as { pullRequests: PullRequest[] };
    expect(list.pullRequests).toMatchObject([{ number: 1, title: 'Fix <the> command', state: 'open', jobId: null }]);
    expect(await read()).toMatchObject({
      body: 'It *was* wrong.',
      headBranch: 'docwright/a',
      baseBranch: 'main',
      headSha: git(path, ['rev-parse', 'docwright/a']),
      commits: [{ subject: 'Say new' }],
      decidedHere: true,
      url: `${publicUrl}${base.replace('/api/dashboard', '').replace('pull-requests', 'pulls')}/1`,
    });
    const diff = await send('GET', `${base}/1/diff`, { by: 'viewer' });
    expect(diff.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(await diff.text()).toContain('+Run the new command.');
  });

  it('says to a program that wants JSON where its data is, and nothing of it', async () => {
    const page = `${base.replace('/api/dashboard', '').replace('pull-requests', 'pulls')}/1`;
    for (const accept of [
      'application/json',
      'application/json, text/plain, */*',
      'application/json, text/html;q=0.5',
    ]) {
      const answer = await send('GET', page, { by: 'nobody', headers: { accept } });
      expect([answer.status, answer.headers.get('vary')]).toEqual([200, 'accept']);
      expect(await answer.json()).toEqual({
        projectId: base.split('/')[4],
        number: 1,
        data: `${publicUrl}${base}/1`,
        diff: `${publicUrl}${base}/1/diff`,
      });
      expect((await application.http.request(page, { method: 'HEAD', headers: { accept } })).status).toBe(200);
    }
  });

  it('has its page and plain diff where they were in stored links', async () => {
    const page = `${base.replace('/api/dashboard', '').replace('pull-requests', 'pulls')}/1`;
    const diff = await send('GET', `${page}/diff`);
    expect([diff.status, diff.headers.get('location')]).toEqual([308, `${base}/1/diff`]);
    const shown = await send('GET', page, { by: 'nobody', headers: { accept: 'text/html' } });
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  });

  it('is merged in the name of who did it, and the audit log says so', async () => {
    const answer = await decide('merge');
    expect(await answer.json()).toMatchObject({ pullRequest: { state: 'merged' } });
    expect(git(path, ['show', 'main:guide/index.md'])).toContain('new command');
    expect(git(path, ['log', '-1', '--format=%an <%ae>', 'main'])).toBe('Grace <editor@example.org>');
    const log = await send('GET', '/api/dashboard/audit-log', { by: 'owner' });
    const { entries } = (await log.json()) as { entries: object[] };
    expect(entries[0]).toMatchObject({
      actor: 'Grace',
      action: 'pull_request.merge',
      target: '#1 Fix <the> command',
    });
  });

  it('is closed and reopened', async () => {
    expect(await (await decide('close')).json()).toMatchObject({ pullRequest: { state: 'closed' } });
    expect(await (await decide('reopen')).json()).toMatchObject({ pullRequest: { state: 'open' } });
    expect((await decide('reopen')).status).toBe(409);
  });

  it('is decided by nobody else: viewers, strangers, other sites', async () => {
    const before = mainOf();
    const refused = [
      await decide('merge', { by: 'viewer' }),
      await decide('merge', { by: 'nobody' }),
      await decide('merge', { headers: {} }),
      await decide('merge', { headers: { ...fromDashboard, 'sec-fetch-site': 'cross-site' } }),
      await decide('merge', { headers: { 'x-docwright-dashboard': '1', origin: 'https://evil.example' } }),
      await decide('merge', { headers: { ...fromDashboard, 'content-type': 'application/x-www-form-urlencoded' } }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 401, 403, 403, 403, 415]);
    expect((await send('GET', base, { by: 'nobody' })).status).toBe(401);
    expect([mainOf(), (await read()).state]).toEqual([before, 'open']);
  });

  it('is not merged with commits that were not looked at', async () => {
    const { headSha: seenHead } = await read();
    pushFiles(path, 'docwright/a', { 'surprise.md': 'surprise\n' }, 'Surprise');
    const answer = await send('POST', `${base}/1/merge`, { body: { seenHead } });
    expect([answer.status, JSON.stringify(await answer.json())]).toEqual([
      409,
      expect.stringContaining('no longer at the commit you reviewed'),
    ]);
    expect(git(path, ['ls-tree', '--name-only', 'main'])).toBe('guide');
    expect((await send('POST', `${base}/1/merge`, { body: {} })).status).toBe(400);
  });

  it('says which files conflict', async () => {
    pushFiles(path, 'main', { 'guide/index.md': 'theirs\n' }, 'Theirs');
    const answer = await decide('merge');
    expect([answer.status, JSON.stringify(await answer.json())]).toEqual([
      409,
      expect.stringContaining('both sides changed guide/index.md'),
    ]);
  });

  it('that is not there is not found', async () => {
    const answers = [`${base}/99`, `${base}/99/diff`, base.replace(/prj_\w+/, 'prj_other'), `${base}/x`];
    const statuses = answers.map(async (url) => (await send('GET', url)).status);
    expect(await Promise.all(statuses)).toEqual([404, 404, 404, 400]);
  });
});

it('is asked for by a person, who is kept only if the project names co-authors', async () => {
  const { id } = await application.projects.require(base.split('/')[4] ?? '');
  const ask = async (coAuthors: boolean) => {
    await application.projects.update(id, { settings: { pullRequests: { coAuthors } } }, 'test');
    const answer = await send('POST', `/v2/agent/${id}/job`, { body: { prompt: 'Fix it' } });
    const { id: jobId } = (await answer.json()) as { id: string };
    const message = await send('POST', `/v2/agent/${id}/job/${jobId}/message`, { body: { prompt: 'Now' } });
    expect([answer.status, message.status]).toEqual([201, 200]);
    const database = new Sqlite(join(folder.path, 'data', 'docwright.sqlite'), { readonly: true });
    const authors = database.prepare('select author from job_messages where job_id = ?').pluck().all(jobId);
    database.close();
    return authors;
  };
  const grace = JSON.stringify({ name: 'Grace', email: 'editor@example.org' });
  expect([await ask(true), await ask(false)]).toEqual([
    [grace, grace],
    [null, null],
  ]);
});

describe('checks of a code host that decides here', () => {
  const checks = (...states: Check['state'][]) =>
    states.map((state, index): Check => ({
      ...{ name: `check ${index}`, state, url: undefined, summary: '', logId: undefined },
    }));

  it.each([
    ['fail', () => Promise.resolve(checks('passed', 'failed')), 'these checks fail: check 1'],
    ['have not ended', () => Promise.resolve(checks('passed', 'pending')), undefined],
    ['cannot be read', () => Promise.reject(new PermissionMissing('acme/docs', 'read checks')), undefined],
  ])('%s: a merge is refused only where one is known to fail', async (_, readChecks, refusal) => {
    const decided: string[] = [];
    const reviewing = createReviewPullRequests({
      // The audit log would follow what cannot be read back here.
      db: undefined as never,
      clock: systemClock,
      connect: () =>
        Promise.resolve({
          project: {} as never,
          repository: { url: 'acme/docs', baseBranch: undefined },
          codeHost: {
            readChecks,
            decide: ({ action }: { action: string }) => Promise.resolve(void decided.push(action)),
            readPullRequest: () => Promise.reject(new PullRequestNotFound(1)),
          } as unknown as CodeHost,
        }),
      jobs: {
        findByPullRequests: () => Promise.resolve(new Map()),
        recordPullRequestState: () => Promise.resolve(undefined),
      },
    });
    const by = { id: 'mem_1', name: 'Grace', email: 'grace@example.org' };
    const decide = (action: 'merge' | 'close') =>
      reviewing.decide({ projectId: 'prj_1', number: 1, action, seenHead: 'a'.repeat(40), by });
    await expect(decide('merge')).rejects.toThrow(refusal ?? 'There is no pull request #1');
    // Closing is no reason to look at checks.
    await expect(decide('close')).rejects.toThrow('There is no pull request #1');
    expect(decided).toEqual(refusal === undefined ? ['merge', 'close'] : ['close']);
  });
});

describe('a pull request on GitHub', () => {
  it('is shown like a local one, and decided there', async () => {
    const { id } = await application.projects.create(
      { name: `github-${counter}`, codeHost: 'github', repositoryUrl: github.repositoryUrl },
      'test',
    );
    await github.pushBranch('docwright/b');
    const opened = { title: 'Add b', head: 'docwright/b', base: 'main', body: 'Why' };
    const { number } = (await github.call('POST', '/repos/octocat/docs/pulls', opened)) as { number: number };
    const url = `/api/dashboard/projects/${id}/pull-requests`;
    expect(await (await send('GET', url)).json()).toMatchObject({ pullRequests: [{ number, title: 'Add b' }] });
    const shown = await read(`${url}/${number}`);
    expect(shown).toMatchObject({ body: 'Why', state: 'open', decidedHere: false });
    expect(shown.commits.at(-1)).toMatchObject({ author: 'octocat', subject: 'Write docwright-b.md' });
    expect(await (await send('GET', `${url}/${number}/diff`)).text()).toContain('+docwright/b');
    const checks = async () => (await send('GET', `${url}/${number}/checks`, { by: 'viewer' })).json();
    const run = (name: string, conclusion: string, html_url: string | null) => ({
      ...{ id: 1, name, status: 'completed', conclusion, html_url },
    });
    const runs = [run('build', 'success', 'https://ci.example/1'), run('links', 'failure', 'javascript:alert(1)')];
    github.fail(/\/check-runs/, { status: 200, body: { check_runs: runs } });
    expect(await checks()).toEqual({
      checks: [
        { name: 'links', state: 'failed', url: null },
        { name: 'build', state: 'passed', url: 'https://ci.example/1' },
      ],
      unreadable: null,
    });
    github.fail(/\/check-runs|\/actions\/runs/, { status: 403, body: { message: 'Resource not accessible' } }, 2);
    expect(await checks()).toEqual({
      checks: null,
      unreadable: expect.stringContaining('cannot read checks') as string,
    });
    const merged = await send('POST', `${url}/${number}/merge`, { body: { seenHead: shown.headSha } });
    expect([merged.status, (await read(`${url}/${number}`)).state]).toEqual([409, 'open']);
  });
});
