import { mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { git, makeBareRepository, temporaryFolder, writeFiles } from '../../../test/git-fixture.ts';
import { createLocalRepositories } from './local-repositories.ts';

const folder = temporaryFolder();
afterAll(folder.remove);
const inFolder = (...names: string[]) => join(realpathSync(folder.path), ...names);
const secret = inFolder('private.git');
makeBareRepository(secret, { 'plan.md': 'Nobody may read this.' });
const repositories = createLocalRepositories({ dataDirectory: inFolder('data'), roots: [inFolder('roots')] });
const source = (name: string) => inFolder('roots', name);
const clone = (name: string) => {
  git(inFolder(), ['clone', '--quiet', '--bare', secret, source(name)]);
};

it.each([
  [
    'a folder of a page that git takes for a working tree',
    'commondir',
    (at: string) => {
      mkdirSync(join(at, 'objects'), { recursive: true });
      writeFiles(at, { HEAD: 'ref: refs/heads/main\n', commondir: secret });
    },
  ],
  [
    'a file that names a repository',
    '.git',
    (at: string) => {
      writeFiles(at, { '.git': `gitdir: ${secret}\n` });
    },
  ],
  [
    'a link to a repository',
    '.git',
    (at: string) => {
      mkdirSync(at, { recursive: true });
      symlinkSync(secret, join(at, '.git'));
    },
  ],
  [
    'borrowed objects',
    'objects/info/alternates',
    (at: string) => {
      clone('borrowed-objects');
      rmSync(join(at, 'objects'), { recursive: true });
      writeFiles(at, { 'objects/info/alternates': join(secret, 'objects') });
    },
  ],
  [
    'linked objects',
    'objects',
    (at: string) => {
      clone('linked-objects');
      rmSync(join(at, 'objects'), { recursive: true });
      symlinkSync(join(secret, 'objects'), join(at, 'objects'));
    },
  ],
])('%s brings no repository from outside the roots', async (name, borrowed, make) => {
  const at = source(name.replaceAll(' ', '-'));
  make(at);
  await expect(repositories.create({ name: 'copy', from: at })).rejects.toThrow(`its '${borrowed}' points to another`);
  expect(await repositories.list()).toEqual([]);
});

it('a link that git does not read is of no account', async () => {
  clone('whole');
  writeFileSync(inFolder('hook'), '');
  symlinkSync(inFolder('hook'), join(source('whole'), 'pre-commit'));
  expect(await repositories.create({ name: 'whole', from: source('whole') })).toMatchObject({ name: 'whole' });
});
