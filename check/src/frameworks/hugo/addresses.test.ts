import { expect, it } from 'vitest';
import { createMemoryTree } from '../../../test/memory-tree.ts';
import { unreadPage } from '../../page/page-facts.ts';
import { createFileIndex } from '../../site/file-index.ts';
import { findAddresses } from './addresses.ts';
import { readSettings } from './settings.ts';

/** Where a page of `content/blog/2024/My File.md` is published. */
async function addressOf(settings: string, fields: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const path = 'content/blog/2024/My File.md';
  const files = await createFileIndex(createMemoryTree({ 'hugo.toml': settings, [path]: '' }));
  const facts = new Map([[path, { ...unreadPage, frontmatter: fields }]]);
  return findAddresses(await readSettings(files, '', 'hugo.toml'), files, facts).pages.get(path)?.address ?? '';
}

const page = { title: 'A Title!', date: '2023-04-05T06:07:08Z' };
const permalink = (pattern: string): string => `[permalinks.page]\nblog = "${pattern}"\n`;

// https://gohugo.io/configuration/permalinks/#tokens
it.each([
  ['/:year/:month/:day/:title/', page, '/2023/04/05/a-title'],
  ['/x/:slug/', page, '/x/a-title'],
  ['/x/:slug/', { ...page, slug: 'own' }, '/x/own'],
  ['/x/:slugorfilename/', page, '/x/my-file'],
  ['/x/:slugorcontentbasename/', { ...page, slug: 'own' }, '/x/own'],
  ['/x/:contentbasename/', { ...page, slug: 'own' }, '/x/my-file'],
  ['/:section/:filename/', page, '/blog/my-file'],
  ['/:sections/:filename/', page, '/blog/2024/my-file'],
  ['/:sections[1]/:filename/', page, '/2024/my-file'],
  ['/:sections[last]/:filename/', page, '/2024/my-file'],
  ['/:sections[0:1]/:filename/', page, '/blog/my-file'],
  ['/:sections[1:]/:filename/', page, '/2024/my-file'],
])('the pattern %s publishes %j at %s', async (pattern, fields, address) => {
  expect(await addressOf(permalink(pattern), fields)).toBe(address);
});

it.each([
  ['', {}, '/blog/2024/my-file'],
  ['', { slug: 'own' }, '/blog/2024/own'],
  ['', { url: '/of/its/own/' }, '/of/its/own'],
  ['disablePathToLower = true\n', {}, '/blog/2024/My-File'],
  ['defaultContentLanguageInSubdir = true\n', {}, '/en/blog/2024/my-file'],
  ['defaultContentLanguageInSubdir = true\n', { url: 'own' }, '/en/own'],
  ['[permalinks]\nblog = "/:filename/"\n', {}, '/my-file'],
])('the settings %j publish %j at %s', async (settings, fields, address) => {
  expect(await addressOf(settings, fields)).toBe(address);
});
