import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Forge } from '../../../test/forge-double.ts';
import { git, temporaryFolder } from '../../../test/git-fixture.ts';
import { startGiteaDouble } from '../../../test/gitea-double.ts';
import { testCodeHost } from '../code-host.conformance.ts';
import type { CodeHost, PullRequestWanted } from '../code-host.ts';
import { codeHostsIn } from '../code-hosts.fixture.ts';
import { recogniseCodeHost } from '../code-hosts.ts';
import { CredentialsMissing, PermissionMissing, RepositoryArchived, RepositoryMoved } from '../errors.ts';
import { settingOf } from '../forge-setting.fixture.ts';
import { createGiteaCodeHost } from './gitea-code-host.ts';

const rules = { configured: undefined, names: { least: 2, most: 2 } };
const signal = new AbortController().signal;

testCodeHost(
  'gitea',
  async () => {
    const forge = await startGiteaDouble({ prefix: '/code' });
    const { repositoryUrl, token } = forge;
    const description = {
      hosts: ['gitea', 'forgejo'],
      basePath: '/code/api/v1',
    };
    return settingOf(forge, (wait) => createGiteaCodeHost({ rules, repositoryUrl, token, wait }), { description });
  },
  { hasApi: true },
);

describe('Gitea', () => {
  const folder = temporaryFolder();
  let forge: Forge;
  let host: CodeHost;
  beforeAll(async () => {
    forge = await startGiteaDouble();
    host = hostWith(forge.token);
  });
  afterAll(async () => {
    await forge.stop();
    folder.remove();
  });
  const hostWith = (token: string | undefined) =>
    createGiteaCodeHost({ rules, repositoryUrl: forge.repositoryUrl, token, wait: () => Promise.resolve() });
  const repository = () => ({ url: forge.repositoryUrl, baseBranch: undefined });
  const wanted = (headBranch: string, more: Partial<PullRequestWanted> = {}): PullRequestWanted => ({
    ...{ repository: repository(), headBranch, baseBranch: 'main', title: 'A title', body: 'A body', draft: false },
    ...more,
  });
  const facts = { full_name: 'acme/docs', default_branch: 'main', archived: false, has_pull_requests: true };
  /** What Gitea says of the repository, once. */
  const say = (more: object) => {
    forge.fail(/^GET .*\/repos\/acme\/docs$/, {
      status: 200,
      body: { ...facts, html_url: forge.repositoryUrl, ...more },
    });
  };

  it('closes the one that it opened in the same moment as another, and goes on with that', async () => {
    await forge.pushBranch('docwright/race');
    const rival = forge.openPull({ head: 'docwright/race', base: 'main', title: 'A title', body: 'A body' });
    forge.unseen.add(rival.number);
    forge.fail(/^GET .*\/pulls\?/, { status: 200, body: [] });
    expect(await host.ensurePullRequest(wanted('docwright/race'), signal)).toMatchObject({ number: rival.number });
    const states = forge.pulls.filter(({ head }) => head === 'docwright/race').map(({ state }) => state);
    expect(states).toEqual(['closed', 'open']);
    expect(await host.findPullRequest(wanted('docwright/race'), signal)).toMatchObject({ number: rival.number });
  });

  it('knows who may push because of a team with rights for each unit, if it may read teams', async () => {
    const may = (account: string) => host.mayWrite?.({ repository: repository(), account }, signal);
    expect(await Promise.all([may('grace'), may('bob')])).toEqual([true, false]);
    forge.fail(/^GET .*\/docs\/teams/, { status: 403, body: { message: 'no scope read:organization' } });
    expect(await may('grace')).toBe(false);
    forge.fail(/^GET .*\/docs\/teams/, { status: 405, body: { message: 'repo is not owned by an organization' } });
    expect(await may('grace')).toBe(false);
  });

  it('finds an open one that is older than a thousand others', async () => {
    await forge.pushBranch('docwright/old');
    const { number } = forge.openPull({ head: 'docwright/old', base: 'main', title: 'A title', body: 'Old' });
    for (let count = 0; count < 1_001; count += 1) {
      forge.openPull({ head: 'next', base: 'main', title: 'Another', body: '' }).state = 'closed';
    }
    const opened = await host.ensurePullRequest(wanted('docwright/old', { body: 'New' }), signal);
    expect([opened.number, forge.pull(number)?.body]).toEqual([number, 'New']);
    forge.pulls.splice(0, 1_001);
    expect(await host.findPullRequest(wanted('docwright/old'), signal)).toMatchObject({ number });
  });

  it('marks a draft in its title, which people read without the mark', async () => {
    await forge.pushBranch('docwright/wip');
    const { number } = await host.ensurePullRequest(wanted('docwright/wip', { draft: true }), signal);
    expect(forge.pull(number)?.title).toBe('WIP: A title');
    expect(await host.readPullRequest({ repository: repository(), number }, signal)).toMatchObject({
      title: 'A title',
      draft: true,
    });
  });

  it('knows a closed one whose branch was deleted, pages back', async () => {
    await forge.pushBranch('docwright/gone');
    const { number } = await host.ensurePullRequest(wanted('docwright/gone'), signal);
    await forge.close(number);
    git(forge.folder, ['branch', '-D', 'docwright/gone']);
    const others = Array.from({ length: 120 }, () =>
      forge.openPull({ head: 'next', base: 'main', title: 'x', body: '' }),
    );
    const found = await host.findPullRequest(wanted('docwright/gone'), signal);
    expect(found).toMatchObject({ number, state: 'closed' });
    forge.pulls.splice(0, others.length);
  });

  it('names before any work what keeps a token from pushing', async () => {
    const preflight = (token = forge.token) => hostWith(token).preflight(repository(), signal);
    await expect(hostWith(undefined).preflight(repository(), signal)).rejects.toThrow(CredentialsMissing);
    await expect(preflight(forge.readOnlyToken)).rejects.toThrow(/required scope/);
    expect(await hostWith(forge.readOnlyToken).preflight(repository(), signal, 'read')).toMatchObject({
      baseBranch: 'main',
    });
    say({ permissions: { push: false } });
    await expect(preflight()).rejects.toThrow(PermissionMissing);
    say({ has_pull_requests: false });
    await expect(preflight()).rejects.toThrow(/turned off/);
    say({ html_url: 'javascript:alert(1)' });
    await expect(preflight()).rejects.toThrow('without a usable "html_url"');
    say({ archived: true });
    await expect(preflight()).rejects.toThrow(RepositoryArchived);
    say({ full_name: 'acme/manual', html_url: `${forge.server}/acme/manual` });
    await expect(preflight()).rejects.toThrow(RepositoryMoved);
    forge.fail(/^GET .*\/repos\/acme\/docs$/, { status: 301, headers: { location: '/api/v1/repos/acme/manual' } });
    await expect(preflight()).rejects.toThrow(`moved to ${forge.server}/acme/manual`);
    expect(forge.pulls.filter(({ title }) => title.includes('preflight'))).toEqual([]);
  });

  it('is known by what it says of itself, even where it shows nothing to strangers', async () => {
    const hosts = codeHostsIn(folder.path);
    expect(await recogniseCodeHost(hosts, forge.repositoryUrl)).toBe('gitea');
    const body = { message: 'Only signed in user is allowed to call APIs.' };
    forge.fail(/^GET .*\/version$/, { status: 403, body });
    expect(await recogniseCodeHost(hosts, forge.repositoryUrl)).toBe('gitea');
    for (const other of [
      { status: 200, body: '<html>', headers: { 'Content-Type': 'text/html' } },
      { status: 200, body: { version: '18.5.0', revision: 'abc' } },
      { status: 404 },
    ]) {
      forge.fail(/^GET .*\/version$/, other);
      await expect(recogniseCodeHost(hosts, forge.repositoryUrl)).rejects.toThrow('does not show its code host');
    }
    expect(forge.requests.filter(({ url }) => url.includes('/version')).length).toBeGreaterThan(4);
  });
});
