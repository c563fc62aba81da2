import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createDocwrightClient } from '../../../client/src/index.ts';
import { testCodeHost } from '../../../src/codehost/code-host.conformance.ts';
import type { CodeHost } from '../../../src/codehost/code-host.ts';
import { recogniseCodeHost } from '../../../src/codehost/code-hosts.ts';
import { codeHostsIn } from '../../../src/codehost/code-hosts.fixture.ts';
import {
  PermissionMissing,
  RepositoryArchived,
  RepositoryMoved,
  RepositoryNotFound,
} from '../../../src/codehost/errors.ts';
import { git, pushFiles, temporaryFolder } from '../../git-fixture.ts';
import { tellStory } from '../../host-story.ts';
import { startRunningServer } from '../../running-server.ts';
import { startGitea, type RealGitea } from './start-gitea.ts';

const folder = temporaryFolder();
const signal = new AbortController().signal;
let gitea: RealGitea;
/** Token of the user `bot`, with only the scopes that the guide names. */
let token: string;
beforeAll(async () => {
  gitea = await startGitea(process.env['DOCWRIGHT_TEST_GITEA'] ?? '');
  token = gitea.tokenWith('write:repository,write:issue');
});
afterAll(async () => {
  await gitea.stop();
  folder.remove();
});

let count = 0;
/** A private repository of `ada`, in which `bot` may write, and a clone of it for people. */
async function makeRepository() {
  count += 1;
  const name = `docs-${count}`;
  await gitea.call('POST', '/user/repos', { name, auto_init: true, default_branch: 'main', private: true });
  await gitea.call('PUT', `/repos/ada/${name}/collaborators/bot`, { permission: 'write' });
  const clone = `${folder.path}/${name}`;
  const remote = new URL(`${gitea.server}/ada/${name}.git`);
  [remote.username, remote.password] = ['ada', gitea.token];
  git(folder.path, ['clone', '--quiet', '--bare', remote.href, clone]);
  const push = (branch: string) => git(clone, ['push', '--quiet', remote.href, `${branch}:${branch}`]);
  pushFiles(clone, 'main', { '.gitea/pull_request_template.md': 'What and why\n' }, 'Ask what and why');
  git(clone, ['branch', 'next', 'main']);
  push('main');
  push('next');
  return { url: `${gitea.server}/ada/${name}`, api: `/repos/ada/${name}`, clone, remote: remote.href, push };
}
/** Makes `bot` an administrator of the repository: only administrators can look up who may push. */
async function administer(api: string): Promise<void> {
  await gitea.call('PUT', `${api}/collaborators/bot`, { permission: 'admin' });
}
const open = async (repositoryUrl: string, held = token): Promise<CodeHost> =>
  codeHostsIn(folder.path).gitea.open({ projectId: 'prj_1', repositoryUrl, secrets: { 'code-host-token': held } });
/** Gitea checks in the background whether a pull request can be merged, and refuses until then. */
async function merge(api: string, number: number, how: object): Promise<void> {
  const isMergeable = async () => {
    expect(await gitea.call('GET', `${api}/pulls/${number}`)).toMatchObject({ mergeable: true });
  };
  await vi.waitFor(isMergeable, { timeout: 30_000, interval: 100 });
  // Even after the check it may answer 405, "Please try again later".
  const isMerged = () => gitea.call('POST', `${api}/pulls/${number}/merge`, how);
  await vi.waitFor(isMerged, { timeout: 30_000, interval: 500 });
}
interface Numbered {
  number: number;
  id: number;
}

testCodeHost('gitea', async () => {
  const { url, api, clone, push } = await makeRepository();
  await administer(api);
  await gitea.call('POST', `${api}/labels`, { name: 'documentation', color: '#0075ca' });
  const branch = (name: string, files: Record<string, string>) => {
    git(clone, ['branch', name, 'main']);
    if (Object.keys(files).length > 0) pushFiles(clone, name, files, `Work on ${name}`);
    push(name);
    return Promise.resolve();
  };
  const comment = async (number: number, body: string) => {
    await gitea.call('POST', `${api}/issues/${number}/comments`, { body });
  };
  return {
    host: await open(url),
    token,
    repository: { url, baseBranch: undefined },
    missingRepository: { url: `${url}-missing`, baseBranch: undefined },
    pushBranch: (name) => branch(name, { [`${name.replaceAll('/', '-')}.md`]: `${name}\n` }),
    pushEmptyBranch: (name) => branch(name, {}),
    readBody: async (number) => ((await gitea.call('GET', `${api}/pulls/${number}`)) as { body: string }).body,
    async closePullRequest(number) {
      await gitea.call('PATCH', `${api}/pulls/${number}`, { state: 'closed' });
    },
    async mergePullRequest(number) {
      await merge(api, number, { Do: 'squash', delete_branch_after_merge: true });
    },
    talk: {
      answersOnLines: false,
      reviewsChangeOnly: false,
      writer: 'bot',
      comment,
      commentOnIssue: comment,
      async commentOnLine(number, { path, line, body }) {
        const comments = [{ path, body, new_position: line }];
        const sent = { event: 'COMMENT', comments };
        return String(((await gitea.call('POST', `${api}/pulls/${number}/reviews`, sent)) as Numbered).id);
      },
      async openIssue({ title, body, labels: names }) {
        const labels = names.map((name) => gitea.call('POST', `${api}/labels`, { name, color: '#00aa00' }));
        const ids = ((await Promise.all(labels)) as Numbered[]).map(({ id }) => id);
        return ((await gitea.call('POST', `${api}/issues`, { title, body, labels: ids })) as Numbered).number;
      },
      async closeIssue(number) {
        await gitea.call('PATCH', `${api}/issues/${number}`, { state: 'closed' });
      },
    },
    review: {
      label: 'documentation',
      reviewer: 'ada',
      async check(name, { name: context, state, log: description }) {
        const sha = git(clone, ['rev-parse', name]);
        const status = { pending: 'pending', passed: 'success', failed: 'failure' }[state];
        await gitea.call('POST', `${api}/statuses/${sha}`, { context, state: status, description });
      },
      async readDetails(number) {
        const pull = (await gitea.call('GET', `${api}/pulls/${number}`)) as {
          labels: { name: string }[];
          requested_reviewers: { login: string }[] | null;
        };
        return {
          labels: pull.labels.map(({ name }) => name),
          reviewers: (pull.requested_reviewers ?? []).map(({ login }) => login),
        };
      },
    },
    dispose: () => Promise.resolve(),
  };
});

it('a job from its project to the merge, and the token nowhere', async () => {
  const { url, api, clone, remote } = await makeRepository();
  await tellStory(
    {
      kind: 'gitea',
      repositoryUrl: url,
      token,
      isRecognised: true,
      readPull: async (number) =>
        (await gitea.call('GET', `${api}/pulls/${number}`)) as Awaited<
          ReturnType<Parameters<typeof tellStory>[0]['readPull']>
        >,
      readFile: (branch, path) => {
        git(clone, ['fetch', '--quiet', remote, `+${branch}:seen`]);
        return Promise.resolve(`${git(clone, ['show', `seen:${path}`])}\n`);
      },
      async comment(number, body) {
        await gitea.call('POST', `${api}/issues/${number}/comments`, { body });
      },
      async merge(number) {
        await merge(api, number, { Do: 'merge' });
      },
    },
    `${folder.path}/story`,
  );
});

it('a comment and a merge by webhook, and the answer to the comment', async () => {
  const { url, api } = await makeRepository();
  await administer(api);
  const end = (summary: string) => ({ calls: [{ tool: 'finish', input: { title: 'Add a quickstart', summary } }] });
  const write = (content: string) => ({ calls: [{ tool: 'write', input: { path: 'quickstart.md', content } }] });
  const scripts = [{ when: 'how to run', turns: [write('# Quickstart\n\nRun it.\n'), end('Says how, @ada.')] }];
  const story = { description: 'Adds a page.', turns: [write('# Quickstart\n'), end('A page more.')], scripts };
  const server = await startRunningServer({ story });
  try {
    const { projectId, webhook } = await server.administer(async ({ projects }) => {
      const fields = { name: 'Hosted', codeHost: 'gitea', repositoryUrl: url, model: 'scripted/story' } as const;
      const { id } = await projects.create({ ...fields, credentials: { token } }, 'test');
      return { projectId: id, webhook: await projects.webhooks.create(id, 'test') };
    });
    const key = await server.administer(
      async ({ projects }) => (await projects.keys.create(projectId, { name: 'test' }, 'test')).key,
    );
    const config = {
      url: server.url + new URL(webhook.url).pathname,
      content_type: 'json',
      secret: webhook.secret,
    };
    const events = ['pull_request', 'pull_request_comment', 'push', 'status'];
    await gitea.call('POST', `${api}/hooks`, { type: 'gitea', active: true, config, events });
    const client = createDocwrightClient({ baseUrl: server.url, apiKey: key });
    const { id } = await client.createJob({ projectId, prompt: 'Add a quickstart' });
    const until = (expected: object) =>
      vi.waitFor(
        async () => {
          expect(await client.getJob({ projectId, id })).toMatchObject(expected);
        },
        {
          timeout: 60_000,
          interval: 100,
        },
      );
    await until({ status: 'completed', prState: 'open' });
    await gitea.call('POST', `${api}/issues/1/comments`, { body: '/docwright Say how to run it.' });
    await until({ status: 'completed', summary: 'Says how, @ada.' });
    const answered = async () => {
      const comments = (await gitea.call('GET', `${api}/issues/1/comments`)) as {
        body: string;
        user: { login: string };
      }[];
      expect(comments.map(({ body, user: { login } }) => [login, body.split('\n')[0]])).toEqual([
        ['ada', '/docwright Say how to run it.'],
        ['bot', 'Says how, @&#8203;ada.'],
      ]);
    };
    await vi.waitFor(answered, { timeout: 60_000, interval: 100 });
    await merge(api, 1, { Do: 'merge' });
    await until({ prState: 'merged' });
  } finally {
    await server.stop();
  }
});

it('a review of a pull request from a fork, at each push and when asked for', async () => {
  const { url, api } = await makeRepository();
  await administer(api);
  const name = url.split('/').at(-1) ?? '';
  const fork = `/repos/bot/${name}`;
  await gitea.call('POST', `${api}/forks`, {}, token);
  const write = (text: string, sha?: string) => {
    const content = Buffer.from(text).toString('base64');
    const file = { content, message: 'Say more', branch: 'main', ...(sha !== undefined && { sha }) };
    return gitea.call(sha === undefined ? 'POST' : 'PUT', `${fork}/contents/guide.md`, file, token) as Promise<{
      content: { sha: string };
    }>;
  };
  const { content } = await write('# Guide\n\nRun teh server.\n');
  const typo = { path: 'guide.md', line: 3, text: 'A typo, @ada.', replacement: 'Run the server.' };
  const reviewing = { calls: [{ tool: 'review', input: { comments: [typo] } }] };
  const story = { description: 'Reviews.', turns: [reviewing], afterwards: reviewing };
  const server = await startRunningServer({ story });
  try {
    const { projectId, webhook } = await server.administer(async ({ projects }) => {
      const fields = { name: 'Hosted', codeHost: 'gitea', repositoryUrl: url, model: 'scripted/story' } as const;
      const settings = { reviewPullRequests: true };
      const { id } = await projects.create({ ...fields, settings, credentials: { token } }, 'test');
      return { projectId: id, webhook: await projects.webhooks.create(id, 'test') };
    });
    const key = await server.administer(
      async ({ projects }) => (await projects.keys.create(projectId, { name: 'test' }, 'test')).key,
    );
    const config = { url: server.url + new URL(webhook.url).pathname, content_type: 'json', secret: webhook.secret };
    const events = ['pull_request', 'pull_request_sync', 'pull_request_comment'];
    await gitea.call('POST', `${api}/hooks`, { type: 'gitea', active: true, config, events });
    const client = createDocwrightClient({ baseUrl: server.url, apiKey: key });
    const reviewed = (count: number) =>
      vi.waitFor(
        async () => {
          const reviews = [];
          for await (const job of client.jobs({ projectId, kind: 'review' })) reviews.push(job);
          expect(reviews.map(({ status, failure }) => [status, failure])).toEqual(
            Array.from({ length: count }, () => ['completed', null]),
          );
          return reviews[0]?.review;
        },
        { timeout: 60_000, interval: 100 },
      );
    const opened = { head: 'bot:main', base: 'main', title: 'Say more', body: '' };
    const { number } = (await gitea.call('POST', `${api}/pulls`, opened, token)) as Numbered;
    expect(await reviewed(1)).toMatchObject({ posted: true, comments: [{ lastLine: 3 }] });
    interface Review extends Numbered {
      state: string;
      body: string;
      comments_count: number;
    }
    const reviews = async () => (await gitea.call('GET', `${api}/pulls/${number}/reviews`)) as Review[];
    const [review] = await reviews();
    expect(review).toMatchObject({ state: 'COMMENT', comments_count: 1 });
    const comments = await gitea.call('GET', `${api}/pulls/${number}/reviews/${review?.id}/comments`);
    expect(comments).toMatchObject([{ path: 'guide.md', position: 3 }]);
    expect(JSON.stringify(comments)).toContain('Suggested for line 3:');

    await write('# Guide\n\nRun teh server.\n\nStop it.\n', content.sha);
    expect(await reviewed(2)).toMatchObject({ posted: false, comments: [] });
    await gitea.call('POST', `${api}/issues/${number}/comments`, { body: '@docwright review' });
    await reviewed(3);
    const answered = async () => {
      const said = (await gitea.call('GET', `${api}/issues/${number}/comments`)) as { body: string }[];
      expect(said.at(-1)?.body).toMatch(/^Nothing to say about/);
    };
    await vi.waitFor(answered, { timeout: 60_000, interval: 100 });
    expect(await reviews()).toHaveLength(1);
  } finally {
    await server.stop();
  }
});

it('knows who may push because of a team with rights for each unit', async () => {
  const password = 'Pass-word-1234';
  for (const username of ['grace', 'eve'])
    await gitea.call('POST', '/admin/users', { username, email: `${username}@example.com`, password });
  await gitea.call('POST', '/orgs', { username: 'acme' });
  await gitea.call('POST', '/orgs/acme/repos', { name: 'docs', auto_init: true, private: true });
  await gitea.call('PUT', '/repos/acme/docs/collaborators/bot', { permission: 'admin' });
  const units = { 'repo.code': 'write', 'repo.pulls': 'write' };
  const team = { name: 'writers', units_map: units, units: Object.keys(units) };
  const { id } = (await gitea.call('POST', '/orgs/acme/teams', team)) as Numbered;
  await gitea.call('PUT', `/teams/${id}/repos/acme/docs`);
  for (const member of ['grace', 'bot']) await gitea.call('PUT', `/teams/${id}/members/${member}`);
  const url = `${gitea.server}/acme/docs`;
  const repository = { url, baseBranch: undefined };
  const asks = (held: string) => async (account: string) =>
    (await open(url, held)).mayWrite?.({ repository, account }, signal);
  const informed = asks(gitea.tokenWith('write:repository,write:issue,read:organization'));
  expect([await informed('grace'), await informed('eve'), await informed('nobody')]).toEqual([true, false, false]);
  expect(await asks(token)('grace')).toBe(false);
});

it('names a token that may only read, a repository that is archived or renamed, and one that may not be seen', async () => {
  const { url, api } = await makeRepository();
  const repository = { url, baseBranch: undefined };
  const reader = await open(url, gitea.tokenWith('read:repository,read:issue'));
  await expect(reader.preflight(repository, signal)).rejects.toThrow(PermissionMissing);
  expect(await reader.preflight(repository, signal, 'read')).toMatchObject({ baseBranch: 'main' });
  await gitea.call('PATCH', api, { archived: true });
  await expect((await open(url)).preflight(repository, signal)).rejects.toThrow(RepositoryArchived);
  await gitea.call('PATCH', api, { archived: false });
  await gitea.call('PATCH', api, { name: 'renamed' });
  await expect((await open(url)).preflight(repository, signal)).rejects.toThrow(RepositoryMoved);
  await expect((await open(url)).preflight(repository, signal)).rejects.toThrow('/ada/renamed');
  await gitea.call('DELETE', '/repos/ada/renamed/collaborators/bot');
  const moved = `${gitea.server}/ada/renamed`;
  await expect((await open(moved)).preflight({ url: moved, baseBranch: undefined }, signal)).rejects.toThrow(
    RepositoryNotFound,
  );
});

it('is recognised by what it says of itself', async () => {
  expect(await recogniseCodeHost(codeHostsIn(folder.path), `${gitea.server}/ada/docs`)).toBe('gitea');
});
