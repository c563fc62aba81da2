import { describe, expect, it } from 'vitest';
import type { Heading } from '../page/page-facts.ts';
import { mkdocsSlugs } from '../frameworks/mkdocs.ts';
import { vitepressSlugs } from './slugs.ts';
import { idOf } from '../page/restructuredtext.ts';

const headings = (...texts: string[]): Heading[] =>
  texts.map((text) => ({ text, raw: text, bareText: undefined, id: undefined, depth: 2, line: 1, column: 1 }));

// What the frameworks' own code made of these headings, run on 2,400 of them: VitePress 1.6.4, Python-Markdown 3.11 with
// pymdown-extensions, docutils 0.22.
describe('anchors of headings', () => {
  it.each([
    ['vitepress', 'Über & naïve café', 'uber-naive-cafe'],
    ['vitepress', 'Q&amp;A', 'q-amp-a'],
    ['vitepress', ':rocket: Start', 'start'],
    ['vitepress', '<br/> &lt;', 'lt'],
    ['vitepress', '1.0', '_1-0'],
    ['ascii', '中文', '_1'],
    ['ascii', '½ ﬁ é', '12-fi-e'],
    ['ascii', ':rocket: Start', 'start'],
    ['ascii', 'GET /a {id}', 'get-a'],
    ['unicode', 'हिन्दी', 'हनद'],
    ['pymdownx', '🚀 Start', '-start'],
    ['pymdownx', 'a - b …', 'a---b-'],
    ['pymdownx', 'a  b', 'a-b'],
    ['docutils', 'ß and № of Ÿ', 'sz-and-o-of-y'],
    ['docutils', '1. Łódź', 'lodz'],
  ])('%s: %s', (framework, text, anchor) => {
    const slugs = {
      vitepress: vitepressSlugs,
      ascii: mkdocsSlugs('ascii', '-'),
      unicode: mkdocsSlugs('unicode', '-'),
      pymdownx: mkdocsSlugs('pymdownx', '-'),
      docutils: (all: readonly Heading[]) => all.map((heading) => idOf(heading.text)),
    }[framework];
    expect(slugs?.(headings(text))).toContain(anchor);
  });

  it('numbers those of MkDocs as Python-Markdown does', () => {
    const texts = ['a', 'a', '中', '中', 'a_1', 'a_7', 'a_7', 'a'];
    expect(mkdocsSlugs('ascii', '-')(headings(...texts))).toEqual(['a', 'a_1', '_1', '_2', 'a_2', 'a_7', 'a_8', 'a_3']);
  });

  it('numbers many alike in little time', () => {
    const many = Array.from({ length: 50_000 }, (_, index) => `a_${index}`);
    const slugs = mkdocsSlugs('ascii', '-')(headings(...many, ...many));
    expect(new Set(slugs).size).toBe(100_000);
  });
});
