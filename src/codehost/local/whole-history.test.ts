import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { git, makeBareRepository, pushFiles, temporaryFolder } from '../../../test/git-fixture.ts';
import { createLocalRepositories } from './local-repositories.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

it('a shallow clone is refused with what to do, and copied once it is whole', async () => {
  const origin = join(folder.path, 'origin.git');
  const clone = join(folder.path, 'clone');
  makeBareRepository(origin, { 'index.md': '# Docs\n' });
  pushFiles(origin, 'main', { 'index.md': '# More docs\n' }, 'Second');
  git(folder.path, ['clone', '--quiet', '--depth=1', `file://${origin}`, clone]);
  const repositories = createLocalRepositories({ dataDirectory: join(folder.path, 'data'), roots: ['/'] });
  const create = () => repositories.create({ name: 'docs', from: clone });
  await expect(create()).rejects.toThrow('it is a shallow clone, without older commits. Run `git fetch --unshallow`');
  expect(await repositories.list()).toEqual([]);
  git(clone, ['fetch', '--quiet', '--unshallow']);
  const { path } = await create();
  expect(git(path, ['rev-list', '--count', 'main'])).toBe('2');
});
