import { mkdirSync, realpathSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../test/git-fixture.ts';
import { requireCopyableSource } from './copyable-source.ts';

const folder = temporaryFolder();
afterAll(folder.remove);
const inFolder = (...names: string[]) => join(realpathSync(folder.path), ...names);
for (const name of ['roots/docs', 'other/docs', 'data/repositories', 'large'])
  mkdirSync(inFolder(name), { recursive: true });
symlinkSync(inFolder('other'), inFolder('roots', 'link'));
const dataDirectory = inFolder('data');
const require = (path: string, ...roots: string[]) => requireCopyableSource(path, { roots, dataDirectory });
const requireAtMachine = (path: string) => requireCopyableSource(path, { roots: 'anywhere', dataDirectory });

it('takes a folder below a root, by its real path', async () => {
  expect(await require(inFolder('roots', 'docs'), inFolder('roots'))).toBe(inFolder('roots', 'docs'));
  expect(await require(inFolder('roots', 'docs'), inFolder('roots', 'docs'))).toBe(inFolder('roots', 'docs'));
  expect(await require(inFolder('roots', 'link', 'docs'), '/')).toBe(inFolder('other', 'docs'));
});

it.each([
  ['lies outside', inFolder('other', 'docs')],
  ['leads outside', inFolder('roots', 'link', 'docs')],
  ['climbs out', `${inFolder('roots')}/../other/docs`],
  ['begins like a root', `${inFolder('roots')}-not`],
  ['is not there', inFolder('other', 'nothing')],
])('refuses what %s of the roots, and says nothing of what is there', async (_, path) => {
  await expect(require(path, inFolder('roots'))).rejects.toThrow(/outside the folders that this server may copy/);
});

it('takes nothing without roots', async () => {
  await expect(require(inFolder('roots', 'docs'))).rejects.toThrow(/this server copies no folders/);
});

describe('a folder that is hidden in a home', () => {
  const home = inFolder('home');
  const hidden = inFolder('home', '.local', 'src', 'docs');
  mkdirSync(hidden, { recursive: true });
  beforeEach(() => {
    vi.stubEnv('HOME', home);
  });
  afterAll(() => {
    vi.unstubAllEnvs();
  });

  it('is for whoever stands at the machine to name, and for no request', async () => {
    expect(await requireAtMachine(hidden)).toBe(hidden);
    for (const root of ['/', hidden]) {
      await expect(require(hidden, root)).rejects.toMatchObject({
        message: expect.stringContaining("hidden in a user's home folder") as string,
        facts: { code: 'local_repository_source_forbidden' },
      });
    }
  });

  it('is not the home itself', async () => {
    await expect(requireAtMachine(home)).rejects.toThrow(/a user's home folder/);
  });

  it('does not make the own files of the program somebody’s', async () => {
    const sample = realpathSync(join(import.meta.dirname, '../../demo/sample-site'));
    vi.stubEnv('HOME', sample);
    expect(await requireAtMachine(sample)).toBe(sample);
  });
});

it.each([
  ['/etc', /belongs to the system/],
  ['/proc/self', /belongs to the system/],
  ['/dev/..', /data directory|belongs to the system/],
  [dataDirectory, /data directory/],
  [inFolder('data', 'repositories'), /data directory/],
  [inFolder(), /data directory/],
  [homedir(), /user's home folder|data directory/],
])('refuses %s wherever the roots are', async (path, reason) => {
  await expect(require(path, '/')).rejects.toThrow(reason);
  await expect(requireAtMachine(path)).rejects.toMatchObject({ facts: { code: 'local_repository_source_unfit' } });
});

it('refuses what is too large before anything is copied', async () => {
  writeFileSync(inFolder('large', 'video'), '');
  truncateSync(inFolder('large', 'video'), 5 * 1024 ** 3);
  await expect(require(inFolder('large'), '/')).rejects.toThrow(/more than 4 GiB/);
});

it('names what is no folder', async () => {
  await expect(require(inFolder('nothing'), '/')).rejects.toThrow(/not a folder/);
});
