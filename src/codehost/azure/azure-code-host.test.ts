import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAzureDouble } from '../../../test/azure-double.ts';
import type { Forge } from '../../../test/forge-double.ts';
import { git, pushFiles } from '../../../test/git-fixture.ts';
import { testCodeHost } from '../code-host.conformance.ts';
import type { CodeHost, PullRequestWanted } from '../code-host.ts';
import {
  CredentialsRefused,
  PermissionMissing,
  RepositoryAddressInvalid,
  RepositoryArchived,
  RepositoryMoved,
} from '../errors.ts';
import { settingOf } from '../forge-setting.fixture.ts';
import { createAzureCodeHost } from './azure-code-host.ts';
import { azureEntry } from './azure-entry.ts';
import { azureServer, readAzurePlace } from './azure-place.ts';

const signal = new AbortController().signal;
const rules = { configured: undefined, read: (address: string) => readAzurePlace(address, undefined) };

testCodeHost(
  'azure',
  async () => {
    const forge = await startAzureDouble();
    const { repositoryUrl, token } = forge;
    return settingOf(forge, (wait) => createAzureCodeHost({ rules, repositoryUrl, token, wait }), {
      hasIssues: false,
      hasReviews: false,
      description: { hosts: ['azure'], basePath: '' },
    });
  },
  { hasApi: true },
);

describe('Azure DevOps', () => {
  let forge: Forge;
  let host: CodeHost;
  beforeAll(async () => {
    forge = await startAzureDouble();
    host = hostWith(forge.token);
  });
  afterAll(() => forge.stop());
  const hostWith = (token: string) => createAzureCodeHost({ rules, repositoryUrl: forge.repositoryUrl, token });
  const repository = () => ({ url: forge.repositoryUrl, baseBranch: undefined });
  const wanted = (headBranch: string, more: Partial<PullRequestWanted> = {}): PullRequestWanted => ({
    ...{ repository: repository(), headBranch, baseBranch: 'main', title: 'A title', body: 'A body', draft: false },
    ...more,
  });

  it('names what keeps a token from pushing, though Azure shows its page to sign in', async () => {
    await expect(hostWith('wrong').preflight(repository(), signal)).rejects.toThrow(CredentialsRefused);
    const location = 'https://spsprodeus.vssps.visualstudio.com/_signin?realm=dev.azure.com';
    forge.fail(/repositories\/docs\?/, { status: 302, headers: { location }, body: '<html>' });
    await expect(host.preflight(repository(), signal)).rejects.toThrow(CredentialsRefused);
    await expect(hostWith(forge.readOnlyToken).preflight(repository(), signal)).rejects.toThrow(
      /PullRequestContribute/,
    );
    forge.fail(/^POST .*pullrequests/, { status: 401, body: '' });
    await expect(host.preflight(repository(), signal)).rejects.toThrow(PermissionMissing);
    const facts = { name: 'docs', webUrl: forge.repositoryUrl, project: { name: 'Platform' } };
    forge.fail(/repositories\/docs\?/, { status: 200, body: { ...facts, isDisabled: true } });
    await expect(host.preflight(repository(), signal)).rejects.toThrow(RepositoryArchived);
    forge.fail(/repositories\/docs\?/, { status: 200, body: { ...facts, name: 'the manual' } });
    await expect(host.preflight(repository(), signal)).rejects.toThrow(RepositoryMoved);
    expect(forge.pulls).toEqual([]);
  });

  it('compares a description as a whole, which listings cut', async () => {
    await forge.pushBranch('docwright/long');
    const body = `${'A long line. '.repeat(60)}\nThe end.`;
    const { number } = await host.ensurePullRequest(wanted('docwright/long', { body }), signal);
    const before = forge.requests.length;
    await host.ensurePullRequest(wanted('docwright/long', { body }), signal);
    expect(forge.requests.slice(before).map(({ method }) => method)).toEqual(['GET', 'GET']);
    await host.ensurePullRequest(wanted('docwright/long', { body: body.replace('end', 'finish') }), signal);
    expect(forge.pull(number)?.body).toContain('The finish.');
  });

  it('finds a rival that was first after a 409', async () => {
    await forge.pushBranch('docwright/rival');
    const rival = forge.openPull({ head: 'docwright/rival', base: 'main', title: 'A title', body: 'A body' });
    forge.fail(/^GET .*\/pullrequests\?/, { status: 200, body: { value: [] } });
    expect(await host.ensurePullRequest(wanted('docwright/rival'), signal)).toMatchObject({ number: rival.number });
  });

  it('shows a diff as git does: changed, added, deleted and renamed files', async () => {
    const text = Array.from({ length: 30 }, (_, line) => `Line ${line}`).join('\n');
    pushFiles(
      forge.folder,
      'main',
      { 'changed.md': `${text}\n`, 'old.md': `${text}\nold\n`, 'gone.md': 'Gone.\n' },
      'Add',
    );
    await forge.pushBranch('docwright/diff');
    const changed = `${text.replace('Line 3\n', 'Line three\n').replace('Line 20\n', '')}\nThe end.\n`;
    pushFiles(forge.folder, 'docwright/diff', { 'changed.md': changed, 'new.md': `${text}\nold\nnew\n` }, 'Change');
    removeFiles(forge.folder, 'docwright/diff', ['old.md', 'gone.md']);
    // Later changes of the base branch are not part of the pull request.
    pushFiles(forge.folder, 'main', { 'index.md': '# Other\n' }, 'Later');
    const { number } = await host.ensurePullRequest(wanted('docwright/diff'), signal);
    const real = git(forge.folder, ['diff', '-M', '--no-color', 'main...docwright/diff']);
    const withoutDetails = (diff: string) =>
      diff
        .split('\n')
        .filter((line) => !/^(?:index|similarity) /.test(line))
        .map((line) =>
          line
            .replace(/^(@@.*@@).*/, '$1')
            .replace(/^(@@ -\d+) /, '$1,1 ')
            .replace(/ \+(\d+) @@$/, ' +$1,1 @@'),
        )
        .join('\n');
    const shown = await host.readDiff({ repository: repository(), number }, signal);
    expect(withoutDetails(shown).trimEnd()).toBe(withoutDetails(real).trimEnd());
  });

  it('does not compare texts that have little in common', async () => {
    const [pull] = forge.pulls;
    const texts = ['old', 'new'].map((word) => `${word}\n`.repeat(1_001));
    forge.fail(/\/items\?/, { status: 200, body: { content: texts[0] } });
    forge.fail(/\/items\?/, { status: 200, body: { content: texts[1] } });
    const changes = [{ item: { path: '/a.md' }, changeType: 'edit' }];
    const commits = { commonCommit: 'a'.repeat(40), targetCommit: 'b'.repeat(40) };
    forge.fail(/\/diffs\//, { status: 200, body: { ...commits, changes } });
    const diff = await host.readDiff({ repository: repository(), number: pull?.number ?? 0 }, signal);
    expect(diff).toBe('diff --git a/a.md b/a.md\nBinary files a/a.md and b/a.md differ\n');
  });

  it('names a binary file, and asks for branches before Azure has computed the commits', async () => {
    const [pull] = forge.pulls;
    const number = pull?.number ?? 0;
    const asked = `/pullrequests/${number}`;
    const raw = {
      ...{ pullRequestId: number, status: 'active', title: 'A', creationDate: '2026-11-01T00:00:00Z' },
      ...{ sourceRefName: 'refs/heads/docwright/diff', targetRefName: 'refs/heads/main' },
    };
    forge.fail(new RegExp(`${asked}\\?`), { status: 200, body: raw });
    forge.fail(/\/items\?/, { status: 200, body: { content: 'x', contentMetadata: { isBinary: true } } }, 2);
    const before = forge.requests.length;
    const diff = await host.readDiff({ repository: repository(), number }, signal);
    expect(diff).toMatch(/^diff --git a\/\S+ b\/\S+\n(?:\w.*\n)?Binary files a\/\S+ and b\/\S+ differ\n/);
    const query = forge.requests.slice(before).find(({ url }) => url.includes('/diffs/commits'))?.url ?? '';
    expect(decodeURIComponent(query)).toContain('targetVersion=docwright/diff&targetVersionType=branch');
  });

  it('reads commits over several pages', async () => {
    const [pull] = forge.pulls;
    const commit = (digit: string) => ({
      ...{ commitId: digit.repeat(40), comment: `Commit ${digit}\n\nMore.` },
      ...{
        author: { name: 'Ada', date: '2026-11-01T00:00:00Z' },
        committer: { name: 'Ada', date: '2026-11-01T00:00:00Z' },
      },
    });
    const headers = { 'x-ms-continuationtoken': '1' };
    forge.fail(/\/commits\?api/, { status: 200, body: { value: [commit('b')] }, headers });
    forge.fail(/continuationToken=1/, { status: 200, body: { value: [commit('a')] } });
    const shown = await host.readPullRequest({ repository: repository(), number: pull?.number ?? 0 }, signal);
    expect(shown.commits.map(({ subject }) => subject)).toEqual(['Commit a', 'Commit b']);
    expect(shown.headSha).toBe('b'.repeat(40));
  });
});

function removeFiles(folder: string, branch: string, paths: readonly string[]): void {
  const index = { GIT_INDEX_FILE: `${folder}/removing` };
  git(folder, ['read-tree', branch], undefined, index);
  git(folder, ['rm', '--cached', '--quiet', ...paths], undefined, index);
  const tree = git(folder, ['write-tree'], undefined, index);
  git(folder, ['update-ref', `refs/heads/${branch}`, git(folder, ['commit-tree', tree, '-p', branch, '-m', 'Remove'])]);
}

it.each([
  ['https://dev.azure.com/Acme/Platform/_git/docs', 'https://dev.azure.com/acme', 'Platform/_git/docs'],
  ['https://acme@dev.azure.com/acme/My%20Project/_git/docs', 'https://dev.azure.com/acme', 'My%20Project/_git/docs'],
  ['https://dev.azure.com/acme/_git/docs', 'https://dev.azure.com/acme', 'docs/_git/docs'],
  ['https://acme.visualstudio.com/Platform/_git/docs', 'https://dev.azure.com/acme', 'Platform/_git/docs'],
  ['https://acme.visualstudio.com/DefaultCollection/_git/docs', 'https://dev.azure.com/acme', 'docs/_git/docs'],
  ['git@ssh.dev.azure.com:v3/acme/My%20Project/docs', 'https://dev.azure.com/acme', 'My%20Project/_git/docs'],
  ['acme@vs-ssh.visualstudio.com:v3/acme/Platform/docs', 'https://dev.azure.com/acme', 'Platform/_git/docs'],
  ['https://tfs.example.com/tfs/Main/Platform/_git/docs', 'https://tfs.example.com/tfs/Main', 'Platform/_git/docs'],
  ['https://tfs.example.com:8080/Main/Platform/_git/docs/', 'https://tfs.example.com:8080/Main', 'Platform/_git/docs'],
])('reads %s', (address, server, path) => {
  expect(readAzurePlace(address, undefined)).toEqual({ server, path });
  expect(azureEntry({ url: undefined, token: undefined }).recognises(address)).toBe(true);
});

it.each([
  'https://dev.azure.com/acme/Platform',
  'https://dev.azure.com/_git/docs',
  'https://dev.azure.com/acme/a/b/_git/docs',
  'https://acme:secret@dev.azure.com/acme/Platform/_git/docs',
  'https://eve@dev.azure.com/acme/Platform/_git/docs',
  'https://dev.azure.com/acme/Platform/_git/docs?path=/a',
  'https://dev.azure.com/acme/Platform/_git/..%2Fdocs',
  'https://dev.azure.com/acme/%E0%A4%A/_git/docs',
  'git@ssh.dev.azure.com:v3/acme/docs',
])('refuses %s', (address) => {
  expect(() => readAzurePlace(address, undefined)).toThrow(RepositoryAddressInvalid);
});

it("uses the server's token for its organization or collection only", async () => {
  const configured = azureServer('https://tfs.example.com/tfs/Main/');
  expect(readAzurePlace('https://tfs.example.com/tfs/Main/_git/docs', configured)).toEqual({
    server: configured,
    path: 'docs/_git/docs',
  });
  const entryOf = (url: string) => azureEntry({ url, token: 'of-the-server' });
  const entry = entryOf('https://acme.visualstudio.com');
  const authorizationOf = async (url: string, of = entry) => {
    const host = await of.open({ projectId: 'prj_1', repositoryUrl: url, secrets: {} });
    return host.gitRemote({ url, baseBranch: undefined }, signal);
  };
  const remote = await authorizationOf('https://dev.azure.com/ACME/Platform/_git/docs');
  expect(remote).toEqual({
    url: 'https://dev.azure.com/acme/Platform/_git/docs',
    authorizationHeader: `Basic ${Buffer.from(':of-the-server').toString('base64')}`,
    isLocalPath: false,
  });
  const other = 'https://dev.azure.com/acme-other/Platform/_git/docs';
  await expect(authorizationOf(other)).rejects.toThrow('has none');
  // A token may be for all organizations, or for all collections of a server.
  expect((await authorizationOf(other, entryOf('https://dev.azure.com/'))).url).toBe(other);
  const inCollection = 'https://tfs.example.com/tfs/Main/app/_git/docs';
  expect((await authorizationOf(inCollection, entryOf('https://tfs.example.com/tfs'))).url).toBe(inCollection);
  await expect(authorizationOf(inCollection, entryOf('https://tfs.example.com/other'))).rejects.toThrow('has none');
  const webUrl = 'https://dev.azure.com/acme/Platform/_git/docs';
  expect(entry.editPage({ webUrl, branch: 'main', path: 'AGENTS.md' })).toBe(
    `${webUrl}?path=%2FAGENTS.md&version=GBmain`,
  );
  expect(entry.editPage({ webUrl, branch: 'main', path: undefined })).toBeNull();
});
