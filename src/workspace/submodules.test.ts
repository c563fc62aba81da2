import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { git, makeBareRepository, temporaryFolder } from '../../test/git-fixture.ts';
import { silentLogger } from '../kernel/logger.ts';
import { createWorkspaces } from './create-workspaces.ts';
import { UnsafeChange } from './errors.ts';

const folder = temporaryFolder();
afterAll(folder.remove);
const dataDirectory = join(folder.path, 'data');
const repository = join(dataDirectory, 'repositories', 'docs.git');
const signal = new AbortController().signal;

beforeAll(() => {
  makeBareRepository(repository, {
    'index.md': '# Docs\n',
    '.env': 'K=1\n',
    '.gitignore': 'out/\n*.log\n',
    'a.log': 'x\n',
  });
  const clone = join(folder.path, 'clone');
  git(folder.path, ['clone', '--quiet', repository, clone]);
  git(clone, ['add', '--force', '.']);
  git(clone, ['update-index', '--add', '--cacheinfo', `160000,${git(clone, ['rev-parse', 'HEAD'])},vendor/api`]);
  git(clone, ['commit', '--quiet', '--message=Add a submodule']);
  git(clone, ['push', '--quiet']);
});

const open = () =>
  createWorkspaces({ dataDirectory, logger: silentLogger }).open(
    {
      jobId: 'job_1',
      remote: { url: repository, authorizationHeader: undefined, isLocalPath: true },
      baseBranch: 'main',
      headBranch: 'docwright/change-1',
      resumeFrom: undefined,
    },
    signal,
  );
const commit = { message: 'Change', dateSeconds: 1 };

describe('a repository with a submodule', () => {
  it('is worked on beside it: the folder stands empty and stays as it is', async () => {
    const workspace = await open();
    expect(await workspace.submodules()).toEqual(['vendor/api']);
    expect(existsSync(join(workspace.root, 'vendor/api'))).toBe(true);
    writeFileSync(join(workspace.root, 'index.md'), '# Changed\n');
    expect((await (await workspace.stage()).files()).map(({ path }) => path)).toEqual(['index.md']);
    const { sha } = await (await workspace.stage()).commit(commit);
    expect(git(repository, ['ls-tree', 'main', 'vendor/'])).toContain('160000 commit');
    expect(sha).toMatch(/^[0-9a-f]{40}$/);
    await workspace.dispose();
  });

  it.each([
    [
      'is gone',
      (root: string) => {
        rmSync(join(root, 'vendor'), { recursive: true });
      },
    ],
    [
      'is a file now',
      (root: string) => {
        rmSync(join(root, 'vendor/api'), { recursive: true });
        writeFileSync(join(root, 'vendor/api'), 'x');
      },
    ],
  ])('publishes no change in which it %s', async (_, change) => {
    const workspace = await open();
    change(workspace.root);
    await expect((await workspace.stage()).commit(commit)).rejects.toThrow(UnsafeChange);
    await workspace.dispose();
  });
});

it('publishes nothing that was written into a submodule', async () => {
  const workspace = await open();
  writeFileSync(join(workspace.root, 'vendor/api/page.md'), 'x\n');
  expect(await (await workspace.stage()).commit(commit)).toMatchObject({ empty: true });
  await workspace.dispose();
});

it('an archive can leave files out, and git says what it ignores and has not', async () => {
  const workspace = await open();
  mkdirSync(join(workspace.root, 'out'));
  writeFileSync(join(workspace.root, 'out', 'new.md'), 'x\n');
  const paths = ['out/other.md', 'index.md', 'b.log', 'vendor/api/x.md', 'a.log'];
  expect(await workspace.ignored(paths)).toEqual(['vendor/api/x.md', 'out/other.md', 'b.log']);
  const archive = await workspace.archive('base', (path) => path === '.env');
  const text = Buffer.concat(await archive.toArray()).toString('latin1');
  expect(text).toContain('index.md');
  expect(text).not.toContain('.env');
  await workspace.dispose();
});
