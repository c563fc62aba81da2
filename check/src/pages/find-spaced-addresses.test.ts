import { expect, it } from 'vitest';
import { findSpacedAddresses } from './find-spaced-addresses.ts';
import { unreadDialect, type Dialect } from './page-facts.ts';

const markdown: Dialect = { ...unreadDialect, syntax: 'markdown' };

function said(body: string, dialect = markdown): string[] {
  return findSpacedAddresses(body, dialect).map(({ message }) => /write (.*)\.$/u.exec(message)?.[1] ?? message);
}

it('tells addresses with spaces, which CommonMark takes for text', () => {
  expect(said('[x](../Basic Usage/a.md) and [y](/a b)\n')).toEqual(['../Basic%20Usage/a.md', '/a%20b']);
  expect(said('[x](#Running the tests) [y](#1 of them)\n')).toEqual(['#running-the-tests']);
  expect(said('![x](my picture.png)\n', { ...markdown, syntax: 'mdx' })).toEqual(['my%20picture.png']);
});

it('tells the text of a link in place of its address', () => {
  const text = '2. Tools: your own account';
  expect(findSpacedAddresses(`- [${text}](${text})\n`, markdown)).toHaveLength(1);
  const others = `\`[${text}](${text})\` [${text}](#tools) [a b](a c) [ab](ab) [{{ a b }}]({{ a b }})\n`;
  expect(said(others)).toEqual([]);
  expect(said(`- [${text}](${text})\n`, { ...markdown, readBy: 'kramdown' })).toEqual([]);
});

it('says nothing of titles, sizes, code, other brackets, and where spaces are read', () => {
  const all =
    '[x](a.md "t") [x](<a b.md>) [x](a.png =10x20) [x](a.md :ignore) [x] (a b.md) [x](see below) `[x](a b.md)`\n';
  expect(said(all)).toEqual([]);
  expect(said('```\n[x](a b.md)\n```\n\n    [x](a b.md)\n')).toEqual([]);
  expect(said('[x](a b.md)\n', { ...markdown, readBy: 'kramdown' })).toEqual([]);
  expect(said(`${'[x]('.repeat(50_000)}a ${'b '.repeat(50_000)}\n`)).toEqual([]);
});
