import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { placesOf, placesToCover } from './hidden-places.ts';

const root = mkdtempSync('/var/tmp/docwright-places-');
afterAll(() => {
  rmSync(root, { recursive: true });
});
for (const name of ['data/kept', 'seen/deep', 'part', 'elsewhere', 'all', 'tools/a b/data'])
  mkdirSync(join(root, name), { recursive: true });
writeFileSync(join(root, 'data/key'), '');
writeFileSync(join(root, 'elsewhere/file'), '');
symlinkSync(join(root, 'data'), join(root, 'link'));

it('finds a folder behind a link, and nothing for one that is not there', async () => {
  expect(await placesOf([join(root, 'link')])).toContain(join(root, 'data'));
  expect(await placesOf([join(root, 'nowhere')])).toEqual([]);
});

it('finds a folder wherever a bind mount shows it, parts of it, and what is mounted in it', ({ skip }) => {
  const mounts = [
    ['data', 'seen/deep'],
    ['data/kept', 'part'],
    ['data/key', 'elsewhere/file'],
  ];
  const program = `import { placesOf } from ${JSON.stringify(join(import.meta.dirname, 'hidden-places.ts'))};
    console.log(JSON.stringify(await placesOf([${JSON.stringify(join(root, 'data'))}])));`;
  const binds = mounts.map(([from, to]) => `mount --bind ${root}/${from} ${root}/${to}`);
  const script = [...binds, `mount --bind ${root} ${root}/all`, 'exec "$0" --input-type=module -e "$1"'].join('; ');
  const kind = process.getuid?.() === 0 ? '-m' : '-Urm';
  const { status, stdout, stderr } = spawnSync('unshare', [kind, 'sh', '-c', script, process.execPath, program]);
  if (/unshare failed|Operation not permitted/.test(String(stderr))) skip('this machine lets nobody mount');
  expect(String(stderr)).toBe('');
  expect(status).toBe(0);
  const places = JSON.parse(String(stdout)) as string[];
  for (const name of ['data', 'seen/deep', 'part', 'elsewhere/file', 'all/data'])
    expect(places).toContain(join(root, name));
  expect(places).not.toContain(join(root, 'tools'));
});

it('covers a place in what is visible, or the folder above it that nobody can enter', async () => {
  const visible = [join(root, 'tools')];
  const place = join(root, 'tools/a b/data');
  const cover = (places: string[], isOpen: boolean) =>
    placesToCover(places, { visible, canEnter: () => Promise.resolve(isOpen) });
  expect(await cover([place], true)).toEqual([{ path: place, isFolder: true }]);
  expect(await cover([place], false)).toEqual([{ path: join(root, 'tools/a b'), isFolder: true }]);
  expect(await cover([place, join(root, 'tools/a b')], true)).toEqual([
    { path: join(root, 'tools/a b'), isFolder: true },
  ]);
  expect(await cover([join(root, 'data')], true)).toEqual([]);
});
