import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Forge } from '../../../test/forge-double.ts';
import { temporaryFolder } from '../../../test/git-fixture.ts';
import { startGitlabDouble } from '../../../test/gitlab-double.ts';
import { testCodeHost } from '../code-host.conformance.ts';
import type { CodeHost, PullRequestWanted } from '../code-host.ts';
import { codeHostsIn } from '../code-hosts.fixture.ts';
import { recogniseCodeHost } from '../code-hosts.ts';
import {
  CodeHostRateLimited,
  CredentialsMissing,
  IssueNotFound,
  PermissionMissing,
  RepositoryArchived,
  RepositoryMoved,
} from '../errors.ts';
import { settingOf } from '../forge-setting.fixture.ts';
import { createGitlabCodeHost } from './gitlab-code-host.ts';
import { withoutQuickActions } from './gitlab-merge-requests.ts';

const names = { least: 2, most: 21 };
const signal = new AbortController().signal;

testCodeHost(
  'gitlab',
  async () => {
    const forge = await startGitlabDouble({ prefix: '/gitlab' });
    const { repositoryUrl, token, server } = forge;
    const rules = { configured: server, names };
    return settingOf(forge, (wait) => createGitlabCodeHost({ rules, repositoryUrl, token, wait }));
  },
  { hasApi: true },
);

describe('GitLab', () => {
  const folder = temporaryFolder();
  const waits: number[] = [];
  let forge: Forge;
  let host: CodeHost;
  beforeAll(async () => {
    forge = await startGitlabDouble();
    host = hostWith(forge.token);
  });
  afterAll(async () => {
    await forge.stop();
    folder.remove();
  });
  const hostWith = (token: string | undefined) =>
    createGitlabCodeHost({
      rules: { configured: undefined, names },
      repositoryUrl: forge.repositoryUrl,
      token,
      wait: (milliseconds) => Promise.resolve(void waits.push(milliseconds)),
    });
  const repository = () => ({ url: forge.repositoryUrl, baseBranch: undefined });
  const wanted = (headBranch: string, more: Partial<PullRequestWanted> = {}): PullRequestWanted => ({
    ...{ repository: repository(), headBranch, baseBranch: 'main', title: 'A title', body: 'A body', draft: false },
    ...more,
  });
  const preflight = (token: string | undefined = forge.token) => hostWith(token).preflight(repository(), signal);
  const project = /^GET .*\/projects\/acme%2Fplatform%2Fdocs$/;
  const facts = { default_branch: 'main', archived: false };
  /** What GitLab says of the project, once. */
  const say = (more: object) => {
    const body = { ...facts, path_with_namespace: forge.path, web_url: forge.repositoryUrl, ...more };
    forge.fail(project, { status: 200, body });
  };
  const levels = (projectLevel: number | undefined, groupLevel: number | undefined) => {
    const access = (level: number | undefined) => (level === undefined ? null : { access_level: level });
    return { permissions: { project_access: access(projectLevel), group_access: access(groupLevel) } };
  };

  it('names before any work what keeps a token from pushing', async () => {
    await expect(hostWith(undefined).preflight(repository(), signal)).rejects.toThrow(CredentialsMissing);
    say(levels(20, 10));
    await expect(preflight()).rejects.toThrow(/role below Developer/);
    forge.fail(/\/personal_access_tokens\/self$/, { status: 200, body: { scopes: ['read_api', 'write_repository'] } });
    await expect(preflight()).rejects.toThrow(/scopes read_api, write_repository and needs api/);
    say({ merge_requests_access_level: 'disabled' });
    await expect(preflight()).rejects.toThrow(PermissionMissing);
    say({ web_url: 'javascript:alert(1)' });
    await expect(preflight()).rejects.toThrow('without a usable "web_url"');
    say({ archived: true });
    await expect(preflight()).rejects.toThrow(RepositoryArchived);
    say({ path_with_namespace: 'acme/manual', web_url: `${forge.server}/acme/manual` });
    await expect(preflight()).rejects.toThrow(`moved to ${forge.server}/acme/manual`);
    forge.fail(project, { status: 301, headers: { location: '/api/v4/projects/7' } });
    await expect(preflight()).rejects.toThrow(RepositoryMoved);
  });

  it('takes the role of a group, an administrator without one, and a token that does not tell its scopes', async () => {
    for (const more of [levels(undefined, 40), levels(10, 30), levels(undefined, undefined), {}]) {
      say(more);
      expect(await preflight()).toMatchObject({ baseBranch: 'main' });
    }
    for (const status of [404, 403]) {
      forge.fail(/\/personal_access_tokens\/self$/, { status, body: { message: 'no' } });
      expect(await preflight()).toMatchObject({ baseBranch: 'main' });
    }
  });

  it('opens no merge request that is empty, as GitLab would', async () => {
    await forge.pushEmptyBranch('docwright/nothing-new');
    const opened = host.ensurePullRequest(wanted('docwright/nothing-new'), signal);
    await expect(opened).rejects.toThrow('no commits between main and docwright/nothing-new');
    expect(forge.pulls.filter(({ head }) => head === 'docwright/nothing-new')).toEqual([]);
  });

  it('says in the words of GitLab why one is not opened', async () => {
    await forge.pushBranch('docwright/refused');
    forge.fail(/^POST .*\/merge_requests$/, { status: 400, body: { message: { title: ['is too long', 'is silly'] } } });
    const opened = host.ensurePullRequest(wanted('docwright/refused'), signal);
    await expect(opened).rejects.toThrow('is too long. is silly');
  });

  it('finds a rival that was first after a 409', async () => {
    await forge.pushBranch('docwright/rival');
    const rival = forge.openPull({ head: 'docwright/rival', base: 'main', title: 'A title', body: 'A body' });
    forge.fail(/^GET .*\/merge_requests\?/, { status: 200, body: [] });
    expect(await host.ensurePullRequest(wanted('docwright/rival'), signal)).toMatchObject({ number: rival.number });
  });

  it('marks a draft in its title, which people read without the mark', async () => {
    await forge.pushBranch('docwright/draft');
    const { number } = await host.ensurePullRequest(wanted('docwright/draft', { draft: true }), signal);
    expect(forge.pull(number)?.title).toBe('Draft: A title');
    const shown = await host.readPullRequest({ repository: repository(), number }, signal);
    expect(shown).toMatchObject({ title: 'A title', draft: true });
  });

  it('gives no command that a description could hold', async () => {
    const text =
      'Read this:\n/merge\n /approve now\n- /close\n/etc/nginx and /usr stay\n```\n/assign @ada\n```\n/MERGE';
    expect(withoutQuickActions(text)).toBe(
      String.raw`Read this:
\/merge
 \/approve now
- /close
/etc/nginx and /usr stay
${'```'}
\/assign @ada
${'```'}
\/MERGE`,
    );
    await forge.pushBranch('docwright/commands');
    const { number } = await host.ensurePullRequest(wanted('docwright/commands', { body: 'Well.\n/merge\n' }), signal);
    expect(forge.pull(number)?.body).toBe('Well.\n\\/merge\n');
    const repository = { url: forge.repositoryUrl, baseBranch: undefined };
    const thread = { kind: 'conversation', id: '' } as const;
    await host.reply?.({ repository, number, thread, body: 'Done.\n/close' }, signal);
    expect(forge.remarks.at(-1)?.body).toBe('Done.\n\\/close');
    const { requests } = forge;
    const before = requests.length;
    await host.ensurePullRequest(wanted('docwright/commands', { body: 'Well.\n/merge\n' }), signal);
    expect(requests.slice(before).map(({ method }) => method)).toEqual(['GET']);
  });

  it('reads the newest comments over several pages, and not what GitLab notes itself', async () => {
    await forge.pushBranch('docwright/talk');
    const { number } = await host.ensurePullRequest(wanted('docwright/talk'), signal);
    for (let count = 1; count <= 320; count += 1) await forge.talk.comment(number, `Comment ${count}`);
    const comments = await host.readComments({ repository: repository(), number }, signal);
    expect([comments.length, comments[0]?.body, comments.at(-1)?.body]).toEqual([300, 'Comment 21', 'Comment 320']);
  });

  it('gives up on a listing that goes on after a hundred pages', async () => {
    const [merge] = forge.pulls;
    const next = { Link: '<https://gitlab.example/notes?page=2>; rel="next"' };
    forge.fail(/\/notes\?/, { status: 200, body: [], headers: next }, 101);
    const before = forge.requests.length;
    const read = host.readComments({ repository: repository(), number: merge?.number ?? 0 }, signal);
    await expect(read).rejects.toThrow('a listing without end');
    expect(forge.requests.length - before).toBe(101);
  });

  it('names an issue that was moved, and follows it nowhere', async () => {
    forge.fail(/\/issues\/9$/, { status: 301, headers: { location: '/api/v4/projects/8/issues/1' } });
    const read = host.readIssue?.({ repository: repository(), number: 9 }, signal);
    await expect(read).rejects.toThrow(IssueNotFound);
    await expect(read).rejects.toThrow('moved to another repository');
  });

  it('waits as long as RateLimit-Reset says by the clock of GitLab', async () => {
    waits.length = 0;
    const now = Math.floor(Date.now() / 1_000);
    const until = (seconds: number) => ({
      status: 429,
      headers: { 'RateLimit-Reset': String(now + seconds), Date: new Date(now * 1_000).toUTCString() },
    });
    forge.fail(/^GET .*\/merge_requests\?/, until(9));
    expect(await host.findPullRequest(wanted('docwright/none'), signal)).toBeUndefined();
    expect(waits).toEqual([10_000]);
    forge.fail(/^GET .*\/merge_requests\?/, until(3_600));
    await expect(host.findPullRequest(wanted('docwright/none'), signal)).rejects.toThrow(CodeHostRateLimited);
  });

  it('is known by what it says to strangers, and by what it says of itself', async () => {
    const hosts = codeHostsIn(folder.path);
    expect(await recogniseCodeHost(hosts, forge.repositoryUrl)).toBe('gitlab');
    forge.fail(/\/version$/, { status: 200, body: { version: '18.5.0', revision: 'abc' } });
    expect(await recogniseCodeHost(hosts, forge.repositoryUrl)).toBe('gitlab');
    forge.fail(/\/version$/, { status: 401, body: { message: 'Who are you?' } });
    await expect(recogniseCodeHost(hosts, forge.repositoryUrl)).rejects.toThrow('does not show its code host');
  });
});
