import { expect, it } from 'vitest';
import { findCodeHostLinks } from './find-code-host-links.ts';

const page = 'https://github.com/acme/tool/blob/main/a.md';

it.each([
  `<a class="b" href="${page}">a</a>`,
  `<a href='${page}'>a</a>`,
  `<Link to={"${page}"}>a</Link>`,
  `{ label: 'A', url: '${page}' },`,
  `"link": "${page}"`,
  `- url: ${page}`,
])('finds what readers are led to: %s', (line) => {
  expect(findCodeHostLinks(`first\n${line}\n`)).toEqual([{ url: page, line: 2, column: line.indexOf(page) + 1 }]);
});

it.each([
  `// href="${page}"`,
  `# url: ${page}`,
  `<!-- <a href="${page}"> -->`,
  `href="${page}/"`,
  `href="${page}{{ path }}"`,
  'href={`' + page + '/${path}`}',
  `url: '${page}' + path`,
  `const base = '${page}'`,
  'href="https://example.org/a"',
])('passes over comments, beginnings and what is filled in: %s', (line) => {
  expect(findCodeHostLinks(line)).toEqual([]);
});
