import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { git, makeBareRepository, pushFiles, temporaryFolder, writeFiles } from '../../../test/git-fixture.ts';
import { createManualClock } from '../../kernel/clock.ts';
import { testCodeHost } from '../code-host.conformance.ts';
import {
  MergeConflict,
  PullRequestBranchGone,
  PullRequestNotFound,
  PullRequestStateWrong,
  RepositoryAddressInvalid,
} from '../errors.ts';
import { LocalRepositoryExists, LocalRepositoryNameInvalid, LocalRepositorySourceInvalid } from './errors.ts';
import { createLocalCodeHost } from './local-code-host.ts';
import { createLocalPullRequests } from './local-pull-requests.ts';
import { createLocalRepositories } from './local-repositories.ts';

const folder = temporaryFolder();
afterAll(folder.remove);
const grace = { name: 'Grace', email: 'grace@example.com' };
const clock = createManualClock(Date.UTC(2026, 0, 2));

let counter = 0;
const files = {
  'index.md': '# Docs\n',
  '.github/PULL_REQUEST_TEMPLATE.md': 'What and why\n',
};
async function setting() {
  counter += 1;
  const dataDirectory = join(folder.path, `data-${counter}`);
  const seed = join(folder.path, `seed-${counter}`);
  writeFiles(seed, files);
  const repositories = createLocalRepositories({ dataDirectory, roots: ['/'] });
  const pullRequests = createLocalPullRequests({ clock });
  const { path } = await repositories.create({ name: 'docs', from: seed });
  const host = createLocalCodeHost({
    repositories,
    pullRequests,
    pageUrl: 'http://localhost:4000/projects/prj_1/pulls',
  });
  const repository = { url: path, baseBranch: undefined };
  const branchWith = (branch: string, change: Record<string, string>): string => {
    git(path, ['branch', branch, 'main']);
    return pushFiles(path, branch, change, `Work on ${branch}`);
  };
  const open = (headBranch: string) =>
    pullRequests.ensure(path, { headBranch, baseBranch: 'main', title: 'A title', body: 'A body', draft: false });
  return { dataDirectory, repositories, pullRequests, path, host, repository, branchWith, open };
}

testCodeHost('local', async () => {
  const here = await setting();
  git(here.path, ['branch', 'next', 'main']);
  return {
    host: here.host,
    repository: here.repository,
    missingRepository: { ...here.repository, url: 'local:nothing' },
    pushBranch: (name) => {
      here.branchWith(name, { [`${name.replace('/', '-')}.md`]: `${name}\n` });
      return Promise.resolve();
    },
    pushEmptyBranch: (name) => {
      git(here.path, ['branch', name, 'main']);
      return Promise.resolve();
    },
    readBody: async (number) => (await here.pullRequests.get(here.path, number)).record.body,
    closePullRequest: async (number) => {
      await here.pullRequests.close(here.path, number);
    },
    mergePullRequest: async (number) => {
      await here.pullRequests.merge(here.path, number, grace);
    },
    dispose: () => Promise.resolve(),
  };
});

describe('the template of pull requests', () => {
  /** What preflight finds in a folder that was made so. */
  const templateIn = async (make: (folder: string) => void) => {
    const { repositories, host } = await setting();
    const seed = join(folder.path, `template-${counter}`);
    writeFiles(seed, { 'index.md': '# Docs\n', 'docs/change.md': 'From a link\n' });
    make(seed);
    const { path } = await repositories.create({ name: 'other', from: seed });
    const { pullRequestTemplate } = await host.preflight(
      { url: path, baseBranch: undefined },
      new AbortController().signal,
    );
    return pullRequestTemplate;
  };
  const name = 'pull_request_template.md';

  it.each([
    ['to a file', 'docs/change.md', 'From a link\n'],
    ['out of the repository', '../../../../../../../etc/hostname', undefined],
    ['by an absolute path', '/etc/hostname', undefined],
    ['to itself', name, undefined],
  ])('may be a link %s', async (_, target, expected) => {
    expect(
      await templateIn((seed) => {
        symlinkSync(target, join(seed, name));
      }),
    ).toBe(expected);
  });

  it.each([
    ['long', 'x'.repeat(70_000), 'x'.repeat(65_536)],
    ['endless', 'x'.repeat(1024 * 1024 + 1), undefined],
    ['no text', 'a\0b', undefined],
  ])('may be %s', async (_, content, expected) => {
    const found = await templateIn((seed) => {
      writeFileSync(join(seed, name), content);
    });
    expect(found === expected).toBe(true);
  });
});

describe('local repositories', () => {
  it('come from a folder, byte for byte, with links as links', async () => {
    const here = await setting();
    const seed = join(folder.path, 'odd-seed');
    writeFiles(seed, { 'a.md': 'x\r\n', '.gitattributes': '*.md text\n' });
    symlinkSync('/etc/passwd', join(seed, 'link.md'));
    const { path } = await here.repositories.create({ name: 'odd', from: seed });
    expect(git(path, ['cat-file', '-s', 'main:a.md'])).toBe('3');
    expect(git(path, ['ls-tree', 'main', 'link.md'])).toMatch(/^120000 /);
    expect(git(path, ['cat-file', 'blob', 'main:link.md'])).toBe('/etc/passwd');
  });

  it('come from an existing repository with its branches, but not with its hooks and settings', async () => {
    const here = await setting();
    const source = join(folder.path, 'existing.git');
    makeBareRepository(source, { 'index.md': 'old\n' });
    git(source, ['branch', 'trunk', 'main']);
    git(source, ['symbolic-ref', 'HEAD', 'refs/heads/trunk']);
    git(source, ['config', 'core.pager', 'touch /tmp/never']);
    mkdirSync(join(source, 'hooks'), { recursive: true });
    writeFileSync(join(source, 'hooks', 'pre-receive'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const { path } = await here.repositories.create({ name: 'existing', from: source });
    expect(git(path, ['branch', '--format=%(refname:short)'])).toBe('main\ntrunk');
    expect(git(path, ['symbolic-ref', 'HEAD'])).toBe('refs/heads/trunk');
    expect(git(path, ['config', '--list'])).not.toContain('core.pager');
    pushFiles(path, 'trunk', { 'more.md': 'more\n' }, 'More');
  });

  it('are never made from nothing, and leave nothing behind then', async () => {
    const here = await setting();
    mkdirSync(join(folder.path, 'empty'), { recursive: true });
    const nested = join(folder.path, 'nested');
    writeFiles(nested, { 'index.md': 'x\n', 'inner/a.md': 'a\n' });
    git(join(nested, 'inner'), ['init', '--quiet']);
    git(join(nested, 'inner'), ['add', '.']);
    git(join(nested, 'inner'), ['commit', '--quiet', '-m', 'Inner']);
    for (const from of [join(folder.path, 'empty'), join(folder.path, 'absent'), nested]) {
      await expect(here.repositories.create({ name: 'nothing', from })).rejects.toThrow(LocalRepositorySourceInvalid);
    }
    expect((await here.repositories.list()).map(({ name }) => name)).toEqual(['docs']);
  });

  it('have names that cannot lead elsewhere', async () => {
    const here = await setting();
    for (const name of ['', '..', 'a/b', '-x', '.hidden', 'a..b', 'x.git', 'x.lock']) {
      await expect(here.repositories.create({ name, from: here.path })).rejects.toThrow(LocalRepositoryNameInvalid);
    }
    await expect(here.repositories.create({ name: 'docs', from: here.path })).rejects.toThrow(LocalRepositoryExists);
  });

  it('are found by name or path, and only inside the data directory', async () => {
    const here = await setting();
    for (const address of ['docs', 'local:docs', here.path])
      expect(here.repositories.find(address).path).toBe(here.path);
    const outside = join(folder.path, `outside-${counter}.git`);
    makeBareRepository(outside, files);
    symlinkSync(outside, join(here.dataDirectory, 'repositories', 'link.git'));
    for (const address of [outside, 'link', join(here.dataDirectory, 'repositories')]) {
      expect(() => here.repositories.find(address)).toThrow(RepositoryAddressInvalid);
    }
  });
});

describe('local pull requests', () => {
  it('show their commits and diff, and go on showing them after the merge', async () => {
    const here = await setting();
    const headSha = here.branchWith('docwright/a', { 'index.md': '# Docs\n\nMore.\n' });
    const { number } = await here.open('docwright/a');
    const before = await here.pullRequests.get(here.path, number);
    expect(before.commits).toMatchObject([{ sha: headSha, subject: 'Work on docwright/a', author: 'Ada' }]);
    const diff = await here.pullRequests.diff(here.path, number);
    expect(diff).toMatch(/\n\+More\.\n$/);

    pushFiles(here.path, 'main', { 'others.md': 'others\n' }, 'Others');
    const merged = await here.pullRequests.merge(here.path, number, grace);
    git(here.path, ['branch', '-D', 'docwright/a']);
    expect(merged.state).toBe('merged');
    expect(git(here.path, ['log', '-1', '--format=%an|%s|%P', 'main'])).toMatch(
      new RegExp(`^Grace\\|Merge pull request #${number} from docwright/a\\|[0-9a-f]{40} ${headSha}$`),
    );
    expect(git(here.path, ['show', 'main:index.md'])).toContain('More.');
    expect(git(here.path, ['show', 'main:others.md'])).toBe('others');
    const after = await here.pullRequests.get(here.path, number);
    expect(after.commits).toEqual(before.commits);
    expect(await here.pullRequests.diff(here.path, number)).toBe(diff);
    expect(git(here.path, ['rev-parse', `refs/pull/${number}/head`])).toBe(headSha);
  });

  it('show all of a branch that shares no commit with the base', async () => {
    const here = await setting();
    pushFiles(here.path, 'orphan', { 'alone.md': 'alone\n' }, 'Alone');
    const { number } = await here.open('orphan');
    const { commits } = await here.pullRequests.get(here.path, number);
    expect(commits.map(({ subject }) => subject)).toEqual(['Alone']);
    expect(await here.pullRequests.diff(here.path, number)).toContain('+alone');
  });

  it('that conflict are not merged, and say in which files', async () => {
    const here = await setting();
    here.branchWith('docwright/a', { 'index.md': 'ours\n' });
    const { number } = await here.open('docwright/a');
    const main = pushFiles(here.path, 'main', { 'index.md': 'theirs\n' }, 'Others');
    const merging = here.pullRequests.merge(here.path, number, grace);
    await expect(merging).rejects.toThrow(MergeConflict);
    await expect(merging).rejects.toMatchObject({ paths: ['index.md'] });
    expect(git(here.path, ['rev-parse', 'main'])).toBe(main);
    expect((await here.pullRequests.get(here.path, number)).record.state).toBe('open');
  });

  it('are merged once when two merge at the same time', async () => {
    const here = await setting();
    here.branchWith('docwright/a', { 'a.md': 'a\n' });
    const { number } = await here.open('docwright/a');
    const results = await Promise.allSettled([1, 2, 3].map(() => here.pullRequests.merge(here.path, number, grace)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(git(here.path, ['rev-list', '--count', '--merges', 'main'])).toBe('1');
  });

  it('merge one after another when several are merged at the same time', async () => {
    const here = await setting();
    const numbers: number[] = [];
    for (const name of ['a', 'b', 'c']) {
      here.branchWith(`docwright/${name}`, { [`${name}.md`]: `${name}\n` });
      numbers.push((await here.open(`docwright/${name}`)).number);
    }
    await Promise.all(numbers.map((number) => here.pullRequests.merge(here.path, number, grace)));
    expect(git(here.path, ['ls-tree', '--name-only', 'main'])).toContain('a.md\nb.md\nc.md');
  });

  it('can be closed and reopened, which brings a deleted branch back', async () => {
    const here = await setting();
    const headSha = here.branchWith('docwright/a', { 'a.md': 'a\n' });
    const { number } = await here.open('docwright/a');
    await here.pullRequests.close(here.path, number);
    await expect(here.pullRequests.merge(here.path, number, grace)).rejects.toThrow(PullRequestStateWrong);
    git(here.path, ['branch', '-D', 'docwright/a']);
    expect((await here.pullRequests.reopen(here.path, number)).state).toBe('open');
    expect(git(here.path, ['rev-parse', 'docwright/a'])).toBe(headSha);
    await expect(here.pullRequests.get(here.path, 99)).rejects.toThrow(PullRequestNotFound);
  });

  it('keep what was pushed by hand and shown, when the branch is deleted afterwards', async () => {
    const here = await setting();
    here.branchWith('docwright/a', { 'a.md': 'a\n' });
    const { number } = await here.open('docwright/a');
    const pushed = pushFiles(here.path, 'docwright/a', { 'b.md': 'b\n' }, 'By hand');
    const { commits } = await here.pullRequests.get(here.path, number);
    git(here.path, ['branch', '-D', 'docwright/a']);
    expect(await here.pullRequests.get(here.path, number)).toMatchObject({ headSha: pushed, commits });
    await here.pullRequests.close(here.path, number);
    await here.pullRequests.reopen(here.path, number);
    expect(git(here.path, ['rev-parse', 'docwright/a'])).toBe(pushed);
    await here.pullRequests.merge(here.path, number, grace, pushed);
    expect(git(here.path, ['show', 'main:b.md'])).toBe('b');
  });

  it('name the branch that they lead into when it is gone, and go on once it is back', async () => {
    const here = await setting();
    here.branchWith('docwright/a', { 'a.md': 'a\n' });
    const { number } = await here.open('docwright/a');
    const tip = git(here.path, ['rev-parse', 'main']);
    git(here.path, ['update-ref', '-d', 'refs/heads/main']);
    const reading = here.pullRequests.get(here.path, number);
    await expect(reading).rejects.toThrow(PullRequestBranchGone);
    await expect(reading).rejects.toThrow(`Pull request #${number} needs the branch main, which was deleted.`);
    git(here.path, ['update-ref', 'refs/heads/main', tip]);
    expect((await here.pullRequests.get(here.path, number)).commits).toHaveLength(1);
  });

  it('travel with the repository', async () => {
    const here = await setting();
    here.branchWith('docwright/a', { 'a.md': 'a\n' });
    await here.open('docwright/a');
    const copy = join(folder.path, `copy-${counter}.git`);
    git(folder.path, ['clone', '--quiet', '--mirror', here.path, copy]);
    expect(await here.pullRequests.list(copy)).toEqual(await here.pullRequests.list(here.path));
  });
});
