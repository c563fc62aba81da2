import { expect, it } from 'vitest';
import { createPageParser } from './markdown.ts';

it('keeps the places of what follows signs that count twice, in frontmatter and in what is not read', () => {
  const page = '---\ntitle: A 🎉🎉🎉🎉\n---\n\nSee <!-- 🎉🎉 --> [a](/a)\n\nSee <a href="/b">b</a>.\n';
  const { links } = createPageParser()(page, {
    syntax: 'markdown',
    indentedCode: true,
    headingId: 'none',
    masks: ['html-comment'],
  });
  expect(links.map(({ url, line, range }) => [url, line, range && page.slice(...range)])).toEqual([
    ['/a', 5, '/a'],
    ['/b', 7, '/b'],
  ]);
});
