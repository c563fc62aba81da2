import { expect, it } from 'vitest';
import { findIncludes } from './find-includes.ts';
import type { IncludeStyle } from './page-facts.ts';

const sourcesIn =
  (includes: IncludeStyle) =>
  (text: string): readonly string[] =>
    findIncludes(text, { syntax: 'markdown', indentedCode: true, headingId: 'none', masks: [], includes }).map(
      ({ source }) => source,
    );

it('an element of a program is none in code within a line, where a template is', () => {
  const sources = sourcesIn('template');
  expect(sources('Written as `<project-type>:<path-of-it>` there.')).toEqual([]);
  expect(sources('See <my-list> and `{{ site.url }}`.')).toEqual(['{{', '<my-list>']);
});

it('a snippet is named between any number of hyphens', () => {
  const sources = sourcesIn('snippets');
  expect(sources('-8<- "a.md"\n')).toEqual(['a.md']);
  expect(sources('--8<-- "b.md"\n')).toEqual(['b.md']);
  expect(sources('{!c.md!}\n')).toEqual(['c.md']);
  expect(sources('::: d.e\n')).toEqual(['d.e']);
});
