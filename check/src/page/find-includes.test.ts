import { expect, it } from 'vitest';
import { findIncludes } from './includes.ts';
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

it('a file of mdBook may be shown in code too, and in part, but not where a backslash stands before it', () => {
  const sources = sourcesIn('mdbook');
  expect(sources('{{#include a.md}} {{ #include ../b.rs:10:20 }} {{#include c.md:part}}\n')).toEqual([
    'a.md',
    'c.md',
    '../b.rs',
    '{{',
  ]);
  expect(sources('```rust\n{{#rustdoc_include d.rs}}\n{{#playground e.rs editable}}\n```\n')).toEqual(['d.rs', 'e.rs']);
  expect(sources('```\n\\{{#include gone.md}} \\{{#include gone.rs}}\n```\n')).toEqual([]);
});

it('a snippet in a block of code shows code, which brings no heading', () => {
  const dialect = {
    syntax: 'markdown',
    indentedCode: true,
    headingId: 'none',
    masks: [],
    includes: 'snippets',
  } as const;
  const text = '--8<-- "a.md"\n\n```json\n--8<-- "b.json::20"\n```\n';
  expect(findIncludes(text, dialect).map(({ source, shows }) => `${source} ${shows}`)).toEqual([
    'a.md markdown',
    'b.json code',
  ]);
});
