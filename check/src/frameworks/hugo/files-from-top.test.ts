import { expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../../test/memory-tree.ts';
import { createCheck } from '../../create-check.ts';

async function said(page: string, files: Files = {}): Promise<string[]> {
  const tree = createMemoryTree({
    'hugo.toml': 'baseURL = "https://example.org/"\ntheme = "other"\n',
    'content/_index.md': 'x\n',
    'content/a.md': page,
    'static/images/docs/big-picture.png': 'PNG',
    'static/images/docs/logo.png': 'PNG',
    'assets/videos/one.mp4': 'MP4',
    ...files,
  });
  const { findings } = await createCheck().check({ tree });
  return findings.map(({ severity, message }) => `${severity} ${/\/\S*/u.exec(message)?.[0] ?? message}`);
}

it('tells a picture from the top that lies in another folder of static files', async () => {
  const page = '![a](/images/big-picture.png) ![b](/images/logo.png) ![c](/images/docs/logo.png)\n';
  expect(await said(page)).toEqual(['warning /images/big-picture.png']);
  expect(await said(page, { 'static/other/big-picture.png': 'PNG' })).toEqual([]);
  expect(await said(page, { 'themes/other/static/images/big-picture.png': 'PNG' })).toEqual([]);
  expect(await said(page, { 'layouts/_default/_markup/render-image.html': '<img>' })).toEqual([]);
});

it('says nothing where more are written so than are found', async () => {
  const names = ['a-one', 'a-two', 'a-three', 'a-four'].map((name) => `${name}-picture.png`);
  const files = Object.fromEntries(names.map((name) => [`static/img/${name}`, 'PNG']));
  expect(await said(names.map((name) => `![a](/pics/${name})\n`).join(''), files)).toEqual([]);
});

it('tells media of raw HTML that lie among assets alone', async () => {
  expect(await said('<video><source src="/videos/one.mp4"></video>\n')).toEqual(['warning /videos/one.mp4']);
  expect(await said('<video><source src="/videos/one.mp4"></video>\n', { 'static/videos/one.mp4': 'MP4' })).toEqual([]);
  expect(await said('[x](/videos/one.mp4)\n')).toEqual([]);
});
