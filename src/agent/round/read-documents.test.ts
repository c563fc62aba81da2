import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../../test/git-fixture.ts';
import { createCheck } from '../../../check/src/create-check.ts';
import { codeHostsIn } from '../../codehost/code-hosts.fixture.ts';
import type { Project } from '../../contract/project.ts';
import { createManualClock } from '../../kernel/clock.ts';
import { silentLogger } from '../../kernel/logger.ts';
import { createWorkspaces } from '../../workspace/create-workspaces.ts';
import { createFindBase } from './find-base.ts';
import { createReadDocuments } from './read-documents.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  folder.remove();
});

const files = {
  'docs/index.mdx': '# Home\n\nAll about retries.\n',
  'docs/README.md': '# How to build this site\n',
  'docs/guide/index.md': '---\ntitle: Guide\n---\n\nStart here.\n',
  'docs/guide/retries.md': '# Retries\n\nA request is sent again.\n\nSet the Timeout of a retry in seconds.\n',
  'docs/old/guide/retries.md': '# Old\n',
  'docs/long.md': `${'\n'.repeat(300_000)}haystack\n`,
  'docs/config.json': '{"retries": "timeout"}',
  'src/secret.md': '# Not documentation: timeout of retries\n',
};

let looks = 0;
async function open(docsFolder = 'docs') {
  looks = 0;
  const data = join(folder.path, 'data');
  const docs = join(folder.path, 'docs');
  writeFiles(docs, files);
  const codeHosts = codeHostsIn(data);
  const { url } = await codeHosts.local.prepare({ address: docs, name: 'docs' });
  const codeHost = await codeHosts.local.open({ projectId: 'prj_1', repositoryUrl: 'local:docs', secrets: {} });
  const project = { codeHost: 'local', docsFolder } as Project;
  const clock = createManualClock(0);
  const findBase = createFindBase({
    connect: () => Promise.resolve({ project, codeHost, repository: { url, baseBranch: undefined } }),
    workspaces: createWorkspaces({ dataDirectory: data, logger: silentLogger }),
    clock,
  });
  return createReadDocuments({
    async findBase(projectId, signal) {
      const base = await findBase(projectId, signal);
      const counted: typeof base.open = (work) => {
        looks += 1;
        return base.open(work);
      };
      return { ...base, open: counted };
    },
    findPages: (paths, inside) => paths.filter((path) => path.startsWith(`${inside}/`) && /\.mdx?$/.test(path)),
    docsCheck: createCheck(),
    clock,
  });
}

it('finds pages that have all words, the ones about them first, and nothing but pages', async () => {
  const { search } = await open();
  expect(await search('prj_1', 'TIMEOUT retr')).toEqual([
    { path: 'docs/guide/retries.md', line: 5, text: 'Set the Timeout of a retry in seconds.' },
  ]);
  expect(await search('prj_1', 'haystack')).toEqual([{ path: 'docs/long.md', line: 300_001, text: 'haystack' }]);
  expect((await search('prj_1', 'retries')).map(({ path }) => path)).toEqual([
    'docs/guide/retries.md',
    'docs/old/guide/retries.md',
    'docs/index.mdx',
  ]);
  expect(await search('prj_1', 'retries nowhere')).toEqual([]);
  expect(await search('prj_1', '  ')).toEqual([]);
});

it('reads a page by its file or by its address, and no other file', async () => {
  const { read } = await open();
  const pathOf = async (asked: string) => (await read('prj_1', asked)).path;
  expect(await read('prj_1', 'docs/index.mdx')).toEqual({ path: 'docs/index.mdx', text: files['docs/index.mdx'] });
  expect(await pathOf('/guide/retries')).toBe('docs/guide/retries.md');
  expect(await pathOf('/guide/')).toBe('docs/guide/index.md');
  expect(await pathOf('/')).toBe('docs/index.mdx');
  expect(await pathOf('docs/README.md')).toBe('docs/README.md');
  expect(await pathOf('/old/guide/retries/')).toBe('docs/old/guide/retries.md');
  for (const other of ['docs/config.json', 'docs/../src/secret.md', '/etries', '.env', 'guide/.env'])
    await expect(read('prj_1', other)).rejects.toMatchObject({ facts: { code: 'document_not_found' } });
});

it('checks out a commit once, and the next one when the base branch moves', async () => {
  const { read, search } = await open();
  for (let time = 0; time < 3; time += 1) await read('prj_1', '/');
  expect(await search('prj_1', 'haystack')).toHaveLength(1);
  expect(looks).toBe(1);
  const repository = join(folder.path, 'data', 'repositories', 'docs.git');
  const git = (...args: string[]) => execFileSync('git', ['-C', repository, ...args], { encoding: 'utf8' }).trim();
  const tree = git('rev-parse', 'HEAD:docs/guide');
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
  const outer = execFileSync('git', ['-C', repository, 'mktree'], {
    input: `040000 tree ${tree}\tdocs\n`,
    encoding: 'utf8',
  });
  git('update-ref', 'HEAD', git(...who, 'commit-tree', '-p', 'HEAD', '-m', 'Move', outer.trim()));
  expect((await read('prj_1', '/')).path).toBe('docs/index.md');
  await expect(read('prj_1', 'docs/long.md')).rejects.toMatchObject({ facts: { code: 'document_not_found' } });
  expect(looks).toBe(2);
});

it('checks the documentation', async () => {
  const { check } = await open('');
  expect(await check('prj_1')).toMatchObject({ pages: 7 });
});

it('looks at a repository so often in a minute, and no more often', async () => {
  const clock = createManualClock(0);
  const looks: string[] = [];
  const { search } = createReadDocuments({
    findBase: (projectId) => {
      looks.push(projectId);
      return Promise.reject(new Error('unreachable'));
    },
    findPages: () => [],
    docsCheck: createCheck(),
    clock,
  });
  for (let look = 0; look < 60; look += 1) await expect(search('prj_1', 'a')).rejects.toThrow('unreachable');
  await expect(search('prj_1', 'a')).rejects.toMatchObject({ facts: { code: 'rate_limited' } });
  await expect(search('prj_2', 'a')).rejects.toThrow('unreachable');
  expect(looks).toHaveLength(61);
  clock.advance(60_000);
  await expect(search('prj_1', 'a')).rejects.toThrow('unreachable');
});
