import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, expectTypeOf, it } from 'vitest';
import { temporaryFolder } from '../../test/git-fixture.ts';
import { startGithubDouble } from '../../test/github-double.ts';
import { codeHostKindSchema, type CodeHostCredentials, type CodeHostKind } from '../contract/code-host.ts';
import { systemClock } from '../kernel/clock.ts';
import { codeHostsIn } from './code-hosts.fixture.ts';
import { describeCodeHosts, recogniseCodeHost, type CodeHosts } from './code-hosts.ts';
import type { CodeHostDefinition } from './define-code-host.ts';
import { CodeHostUnclear, CredentialsIncomplete, RepositoryAddressInvalid } from './errors.ts';
import { LocalRepositoryExists, LocalRepositorySourceInvalid } from './local/errors.ts';
import { createLocalRepositories } from './local/local-repositories.ts';
import { findPullRequestTemplate } from './pull-request-template.ts';

const folder = temporaryFolder();
afterAll(folder.remove);
const docs = join(folder.path, 'docs');
mkdirSync(docs);
writeFileSync(join(docs, 'index.md'), '# Docs\n');
const dataDirectory = join(folder.path, 'data');
const repositories = createLocalRepositories({ dataDirectory, roots: ['/'] });

const registry = (settings: Parameters<typeof codeHostsIn>[1] = {}) => codeHostsIn(dataDirectory, settings);
const githubBy = (apiUrl: string, token?: string) => registry({ github: { url: apiUrl, token } });

it.each([
  [
    '.github/PULL_REQUEST_TEMPLATE.md',
    ['docs/pull_request_template.md', 'pull_request_template.md', '.github/PULL_REQUEST_TEMPLATE.md'],
  ],
  ['pull_request_template.txt', ['.docwright/pull_request_template.md', 'pull_request_template.txt']],
  [undefined, ['.github/PULL_REQUEST_TEMPLATE/one.md', 'guides/pull_request_template.md', 'pull_request_template.mdx']],
])('takes %s as the template of pull requests', (path, paths) => {
  expect(findPullRequestTemplate(paths)).toBe(path);
});

it.each([
  ['github', 'https://github.com/acme/docs'],
  ['github', 'https://GitHub.com/acme/docs.git'],
  ['github', 'git@github.com:acme/docs.git'],
  ['github', 'ssh://git@github.com/acme/docs'],
  ['bitbucket', 'https://bitbucket.org/acme/docs'],
  ['azure', 'https://dev.azure.com/acme/Platform/_git/docs'],
  ['local', '/srv/git/docs.git'],
  ['local', './docs'],
  ['local', 'local:docs'],
  ['local', 'docs'],
] as const)('tells %s from %s', async (kind, address) => {
  expect(await recogniseCodeHost(registry(), address)).toBe(kind);
});

it.each([
  'https://127.0.0.1:1/acme/docs',
  'https://127.0.0.1:1/docs',
  'git@x.invalid:docs',
  'file:///srv/a.git',
  'https://',
])('does not guess where %s is', async (address) => {
  await expect(recogniseCodeHost(registry(), address)).rejects.toThrow(CodeHostUnclear);
});

it('repeats no credentials of an address that it does not know', async () => {
  await expect(recogniseCodeHost(registry(), 'https://me:hunter2@127.0.0.1:1/docs')).rejects.toThrow(
    /^(?!.*hunter2).*\[redacted\]/,
  );
});

it('knows the one GitHub Enterprise Server of the settings, and then no other GitHub', () => {
  const { github } = githubBy('https://ghe.example.com/api/v3');
  expect(github.recognises('https://ghe.example.com/acme/docs')).toBe(true);
  expect(github.recognises('https://github.com/acme/docs')).toBe(false);
});

it('opens every kind, and describes it with the secrets that it needs', async () => {
  const hosts = registry();
  const described = describeCodeHosts(hosts);
  expect(described.map(({ kind }) => kind).sort()).toEqual([...codeHostKindSchema.options].sort());
  for (const kind of codeHostKindSchema.options) {
    const repositoryUrl = kind === 'local' ? 'local:docs' : hosts[kind].address.example;
    expect(await hosts[kind].open({ projectId: 'prj_1', repositoryUrl, secrets: {} })).toMatchObject({ kind });
  }
  expect(described.find(({ kind }) => kind === 'github')?.credentials).toMatchObject([{ secret: 'code-host-token' }]);
  expect(described.find(({ kind }) => kind === 'local')?.credentials).toEqual([]);
});

it('lacks no kind and no field of its credentials, which the type checker sees', () => {
  type Definitions = { [Kind in CodeHostKind]: CodeHostDefinition<Kind> };
  expectTypeOf<keyof CodeHosts>().toEqualTypeOf<CodeHostKind>();
  expectTypeOf<Omit<CodeHosts, 'local'>>().not.toExtend<CodeHosts>();
  expectTypeOf<keyof Definitions['github']['credentials']>().toEqualTypeOf<keyof CodeHostCredentials<'github'>>();
  expectTypeOf<object>().not.toExtend<Definitions['github']['credentials']>();
  expectTypeOf<Awaited<ReturnType<CodeHosts['github']['open']>>['kind']>().toEqualTypeOf<CodeHostKind>();
});

it("reaches a repository with the project's own token, else with that of the server", async () => {
  const double = await startGithubDouble();
  try {
    const { apiUrl, token, repositoryUrl } = double;
    const preflight = async (hosts: ReturnType<typeof registry>, secrets: Record<string, string>) =>
      (await hosts.github.open({ projectId: 'prj_1', repositoryUrl, secrets })).preflight(
        { url: repositoryUrl, baseBranch: undefined },
        AbortSignal.timeout(10_000),
      );
    const good = { defaultBranch: 'main' };
    await expect(preflight(githubBy(apiUrl, token), {})).resolves.toMatchObject(good);
    await expect(preflight(githubBy(apiUrl), { 'code-host-token': token })).resolves.toMatchObject(good);
    const own = { 'code-host-token': 'ghp_wrong' };
    await expect(preflight(githubBy(apiUrl, token), own)).rejects.toThrow(/did not accept/);
    // Stored by a version that took it; an HTTP client would quote it.
    const broken = { 'code-host-token': 'of-two\nlines' };
    await expect(preflight(githubBy(apiUrl, token), broken)).rejects.toThrow(/^(?!.*of-two).*incomplete or invalid/);
    await expect(preflight(githubBy(apiUrl), { other: token })).rejects.toThrow(/has none/);
    expect(githubBy(apiUrl, token).github.hasServerCredentials(repositoryUrl)).toBe(true);
    expect(githubBy(apiUrl).github.hasServerCredentials(repositoryUrl)).toBe(false);
    const app = await githubBy(apiUrl)
      .github.apps?.()
      .then((apps) => apps.exchange(double.app.newCode(), AbortSignal.timeout(10_000)));
    const withApp = (url: string, ofServer?: string) =>
      registry({
        github: { url, token: ofServer },
        githubApp: { readApp: () => Promise.resolve(app), clock: systemClock },
      });
    await expect(preflight(withApp(`${apiUrl}/`), {})).resolves.toMatchObject(good);
    // A token goes first, and the key goes to no other server.
    await expect(preflight(withApp(apiUrl, 'ghp_wrong'), {})).rejects.toThrow(/did not accept/);
    await expect(preflight(withApp(`${apiUrl}/api/v3`), {})).rejects.toThrow(/has none/);
  } finally {
    await double.close();
  }
});

it("refuses what a project has of its own when it cannot be used, and never takes the server's instead", async () => {
  const { github } = githubBy('https://api.github.com', 'of-the-server');
  const open = (token: string | undefined) =>
    github.open({
      projectId: 'prj_1',
      repositoryUrl: 'https://github.com/acme/docs',
      secrets: { 'code-host-token': token },
    });
  await expect(open(' ')).rejects.toThrow(CredentialsIncomplete);
  await expect(open(undefined)).resolves.toMatchObject({ kind: 'github' });
});

it('names the page on which a file is edited by hand, where there is one', () => {
  const { github, local } = registry();
  const webUrl = 'https://github.com/acme/docs';
  expect(github.editPage({ webUrl, branch: 'next/a b', path: 'docs/AGENTS.md' })).toBe(
    `${webUrl}/edit/next/a%20b/docs/AGENTS.md`,
  );
  expect(github.editPage({ webUrl, branch: 'main', path: undefined })).toBe(`${webUrl}/new/main?filename=AGENTS.md`);
  expect(local.editPage({ webUrl, branch: 'main', path: 'AGENTS.md' })).toBeNull();
});

it('prepares a folder by copying it, takes that back, and never what was there before', async () => {
  const { local } = registry();
  const made = await local.prepare({ address: docs, name: 'Acme: the docs!' });
  expect((await repositories.list()).map(({ name }) => name)).toEqual(['acme-the-docs']);
  for (const address of [made.url, 'local:acme-the-docs', 'acme-the-docs']) {
    const known = await local.prepare({ address, name: 'Other' });
    expect(known.url).toBe(made.url);
    await known.undo();
  }
  await expect(local.prepare({ address: docs, name: 'acme the docs' })).rejects.toThrow(LocalRepositoryExists);
  await expect(local.prepare({ address: 'nowhere', name: 'x' })).rejects.toThrow(RepositoryAddressInvalid);
  await expect(local.prepare({ address: '/nowhere', name: 'x' })).rejects.toThrow(LocalRepositorySourceInvalid);
  expect(await repositories.list()).toHaveLength(1);
  await made.undo();
  expect(await repositories.list()).toEqual([]);
});
