import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountEmail, apiToken, startBitbucketDouble } from '../../../test/bitbucket-double.ts';
import type { Forge } from '../../../test/forge-double.ts';
import { temporaryFolder } from '../../../test/git-fixture.ts';
import { testCodeHost } from '../code-host.conformance.ts';
import type { CodeHost, PullRequestWanted } from '../code-host.ts';
import { codeHostsIn } from '../code-hosts.fixture.ts';
import { CredentialsRefused, PermissionMissing, RepositoryAddressInvalid, RepositoryMoved } from '../errors.ts';
import { settingOf } from '../forge-setting.fixture.ts';
import { createBitbucketCodeHost } from './bitbucket-code-host.ts';
import { bitbucketEntry } from './bitbucket-entry.ts';

const signal = new AbortController().signal;
const rulesOf = ({ server }: Forge) => ({ configured: server, names: { least: 2, most: 2 } });

testCodeHost(
  'bitbucket',
  async () => {
    const forge = await startBitbucketDouble();
    const { repositoryUrl, token } = forge;
    const open = (wait: (milliseconds: number) => Promise<void>) =>
      createBitbucketCodeHost({ rules: rulesOf(forge), repositoryUrl, token, wait });
    const setting = settingOf(forge, open, {
      hasIssues: false,
      hasReviews: false,
      description: { hosts: ['bitbucket'], basePath: '/2.0' },
    });
    const repository = { url: repositoryUrl, baseBranch: undefined };
    const readBody = async (number: number) =>
      (await setting.host.readPullRequest({ repository, number }, signal)).body;
    return { ...setting, readBody };
  },
  { hasApi: true },
);

describe('Bitbucket', () => {
  let forge: Forge;
  let host: CodeHost;
  beforeAll(async () => {
    forge = await startBitbucketDouble();
    host = hostWith(forge.token);
  });
  afterAll(() => forge.stop());
  const hostWith = (token: string, of = forge) =>
    createBitbucketCodeHost({ rules: rulesOf(of), repositoryUrl: of.repositoryUrl, token });
  const repository = () => ({ url: forge.repositoryUrl, baseBranch: undefined });
  const wanted = (headBranch: string, more: Partial<PullRequestWanted> = {}): PullRequestWanted => ({
    ...{ repository: repository(), headBranch, baseBranch: 'main', title: 'A title', body: 'A body', draft: false },
    ...more,
  });

  it('takes the API token of an account with its email, for the API and for git', async () => {
    const other = await startBitbucketDouble({ token: apiToken });
    try {
      const repository = { url: other.repositoryUrl, baseBranch: undefined };
      const ofAccount = hostWith(`${accountEmail}:${apiToken}`, other);
      expect(await ofAccount.preflight(repository, signal)).toMatchObject({ baseBranch: 'main' });
      for (const [opened, user] of [
        [ofAccount, 'x-bitbucket-api-token-auth'],
        [hostWith('access', other), 'x-token-auth'],
      ] as const) {
        const { authorizationHeader = '' } = await opened.gitRemote(repository, signal);
        const basic = Buffer.from(authorizationHeader.replace('Basic ', ''), 'base64').toString('utf8');
        expect(basic.split(':')[0]).toBe(user);
      }
      other.fail(/repositories\/acme\/docs$/, { status: 500, body: { error: { message: `for ${apiToken}` } } }, 3);
      const asked = ofAccount.findPullRequest({ ...wanted('docwright/x'), repository }, signal);
      expect(await asked).toBeUndefined();
    } finally {
      await other.stop();
    }
  });

  it('names what keeps a token from pushing, though Bitbucket refuses without JSON', async () => {
    await expect(hostWith('ATCTT3xwrong').preflight(repository(), signal)).rejects.toThrow(CredentialsRefused);
    await expect(hostWith(forge.readOnlyToken).preflight(repository(), signal)).rejects.toThrow(PermissionMissing);
    await expect(hostWith(forge.readOnlyToken).preflight(repository(), signal)).rejects.toThrow(
      'cannot push (Your credentials',
    );
    expect(await hostWith(forge.readOnlyToken).preflight(repository(), signal, 'read')).toMatchObject({
      baseBranch: 'main',
    });
    const scopes = { status: 403, body: { error: { message: 'Your credentials lack pullrequest:write' } } };
    forge.fail(/^POST .*\/pullrequests$/, scopes);
    await expect(host.preflight(repository(), signal)).rejects.toThrow('cannot open pull requests (Your credentials');
    forge.fail(/repositories\/acme\/docs$/, {
      status: 200,
      body: { full_name: 'acme/manual', links: { html: { href: `${forge.server}/acme/manual` } } },
    });
    await expect(host.preflight(repository(), signal)).rejects.toThrow(RepositoryMoved);
    expect(forge.pulls).toEqual([]);
  });

  it('takes no page to sign in for the template', async () => {
    forge.fail(/\/src\/\w+\/docs\/pull/, { status: 200, body: '<!DOCTYPE html><title>Sign in</title>' });
    await expect(host.preflight(repository(), signal)).rejects.toThrow('answered 200');
  });

  it('keeps reviewers and drafts when a description changes', async () => {
    await forge.pushBranch('docwright/reviewed');
    const { number } = await host.ensurePullRequest(wanted('docwright/reviewed', { draft: true }), signal);
    const shown = forge.requests.length;
    const reviewers = [{ uuid: '{ada}', nickname: 'ada' }];
    const read = await fetch(`${forge.server}/2.0/repositories/acme/docs/pullrequests/${number}`, {
      headers: { authorization: `Bearer ${forge.token}` },
    });
    const answered = (await read.json()) as object;
    forge.fail(new RegExp(`/pullrequests/${number}$`), { status: 200, body: { ...answered, reviewers } });
    await host.ensurePullRequest(wanted('docwright/reviewed', { draft: true, body: 'New' }), signal);
    const change = forge.requests.slice(shown).find(({ method }) => method === 'PUT');
    expect(JSON.parse(change?.body ?? '')).toEqual({
      title: 'A title',
      description: 'New',
      draft: true,
      reviewers: [{ uuid: '{ada}' }],
    });
    const before = forge.requests.length;
    await host.ensurePullRequest(wanted('docwright/reviewed', { body: 'New' }), signal);
    expect(forge.requests.slice(before).map(({ method }) => method)).toEqual(['GET']);
  });

  it('hides our markers from readers, and finds them again', async () => {
    await forge.pushBranch('docwright/marked');
    const body = 'Adds it.\n\n<!-- docwright:job job_1 -->';
    const { number } = await host.ensurePullRequest(wanted('docwright/marked', { body }), signal);
    expect(forge.pull(number)?.body).toBe('Adds it.\n\n[//]: # (docwright:job job_1)');
    const thread = { kind: 'conversation', id: '' } as const;
    const answer = 'Done.\n\n<!-- docwright:answer msg_1 -->';
    await host.reply?.({ repository: repository(), number, thread, body: answer }, signal);
    expect(forge.remarks.at(-1)?.body).not.toContain('<!--');
    expect(await host.readComments({ repository: repository(), number }, signal)).toMatchObject([{ body: answer }]);
  });

  it('declines a newer one that was opened at the same time, and reads past the first page', async () => {
    await forge.pushBranch('docwright/rival');
    const rival = forge.openPull({ head: 'docwright/rival', base: 'main', title: 'A title', body: 'A body' });
    forge.fail(/^GET .*\/pullrequests\?/, { status: 200, body: { values: [] } });
    expect(await host.ensurePullRequest(wanted('docwright/rival'), signal)).toMatchObject({ number: rival.number });
    expect(forge.pulls.filter(({ head }) => head === 'docwright/rival').map(({ state }) => state)).toEqual([
      'closed',
      'open',
    ]);
    for (let count = 0; count < 60; count += 1)
      forge.openPull({ head: `docwright/many-${count}`, base: 'main', title: 'A title', body: '' });
    const listed = await host.listPullRequests(repository(), signal);
    // The second page keeps the states of the first.
    expect(listed.filter(({ headBranch }) => headBranch === 'docwright/rival').map(({ state }) => state)).toEqual([
      'closed',
      'open',
    ]);
  });

  it('shows commits from the oldest to the newest, in whichever order they are sent', async () => {
    await forge.pushBranch('docwright/commits');
    const { number } = await host.ensurePullRequest(wanted('docwright/commits'), signal);
    const head = forge.tip('docwright/commits') ?? '';
    const commit = (hash: string, message: string) => ({
      ...{ hash, message, date: '2026-11-01T00:00:00+00:00', author: { raw: 'Ada <ada@example.com>' } },
    });
    const values = [commit(head, 'Second\n\nMore.'), commit('a'.repeat(40), 'First')];
    for (const sent of [values, values.toReversed()]) {
      forge.fail(/\/commits\?/, { status: 200, body: { values: sent } });
      const shown = await host.readPullRequest({ repository: repository(), number }, signal);
      expect([shown.headSha, ...shown.commits.map(({ subject }) => subject)]).toEqual([head, 'First', 'Second']);
      expect(shown.commits[0]?.author).toBe('Ada');
    }
  });

  it('knows people by an id, because names are not unique', async () => {
    const [pull] = forge.pulls;
    const number = pull?.number ?? 0;
    const said = { id: 7, created_on: '2026-11-01T00:00:00+00:00', content: { raw: '/docwright go' } };
    const inline = { path: 'index.md', to: null, from: 3 };
    const values = [
      { ...said, user: { type: 'user', uuid: '{ada}', nickname: 'ada' } },
      { ...said, id: 8, user: null, deleted: true },
      { ...said, id: 9, user: { type: 'app_user', uuid: '{app}', display_name: 'App' }, inline, parent: { id: 5 } },
    ];
    forge.fail(/\/comments\?/, { status: 200, body: { values } });
    expect(await host.readComments({ repository: repository(), number }, signal)).toMatchObject([
      { author: 'ada', accountId: '{ada}', isByBot: false, thread: { kind: 'conversation' } },
      { author: 'App', isByBot: true, path: 'index.md', line: 3, thread: { kind: 'line', id: '5' } },
    ]);
    const permissions = [{ permission: 'read', user: { type: 'user', uuid: '{ada}' } }];
    forge.fail(/\/permissions\//, { status: 200, body: { values: permissions } });
    expect(await host.mayWrite?.({ repository: repository(), account: '{ada}' }, signal)).toBe(false);
    const others = [{ permission: 'admin', user: { type: 'user', uuid: '{eve}' } }];
    forge.fail(/\/permissions\//, { status: 200, body: { values: others } });
    expect(await host.mayWrite?.({ repository: repository(), account: '{ada}' }, signal)).toBe(false);
  });
});

it('reads the addresses that Bitbucket shows, and no others', async () => {
  const folder = temporaryFolder();
  const { bitbucket } = codeHostsIn(folder.path);
  folder.remove();
  for (const address of [
    'https://bitbucket.org/acme/docs',
    'https://ada@bitbucket.org/acme/docs.git',
    'git@bitbucket.org:acme/docs.git',
    'ssh://git@bitbucket.org/acme/docs.git',
  ]) {
    expect(bitbucket.recognises(address)).toBe(true);
    expect((await bitbucket.prepare({ address, name: 'Docs' })).url).toBe('https://bitbucket.org/acme/docs');
  }
  for (const address of [
    'https://bitbucket.example.com/scm/acme/docs.git',
    'https://ada:secret@bitbucket.org/acme/docs',
    'https://bitbucket.org/acme',
  ])
    expect(() => bitbucket.serverOf(address)).toThrow(RepositoryAddressInvalid);
  const editPage = (path: string | undefined) =>
    bitbucketEntry({ url: 'https://bitbucket.org', token: undefined }).editPage({
      webUrl: 'https://bitbucket.org/acme/docs',
      branch: 'main',
      path,
    });
  expect(editPage('docs/a b.md')).toBe('https://bitbucket.org/acme/docs/src/main/docs/a%20b.md?mode=edit&at=main');
  expect(editPage(undefined)).toMatch(/filename=AGENTS\.md$/);
});
