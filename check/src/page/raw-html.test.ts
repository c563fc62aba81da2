import { describe, expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../test/memory-tree.ts';
import { createCheck } from '../create-check.ts';
import { rawHtml } from './html.ts';

async function rulesOf(files: Files): Promise<string[]> {
  const { findings } = await createCheck().check({ tree: createMemoryTree(files) });
  return findings.map(({ rule }) => rule);
}

const mkdocs = (text: string): Files => ({ 'mkdocs.yml': 'site_name: x\n', 'docs/index.md': `# A\n\n${text}\n` });
const cells = '| a |\n| - |\n| [x]() [y](none.md) |\n';

/** Words of the text that stand in raw HTML. */
function rawWords(text: string, readBy: 'python-markdown' | 'kramdown' = 'python-markdown'): string {
  const isRaw = rawHtml(text, readBy);
  return [...text.matchAll(/\b[A-Z]\b/gu)].flatMap(({ 0: word, index }) => (isRaw(index) ? word : [])).join('');
}

describe('Markdown in a block of HTML', () => {
  it('is none for MkDocs, unless the element says so', async () => {
    const block = (attribute: string): string =>
      `<details${attribute}>\n<summary>b</summary>\n\n${cells}\n</details>\n`;
    expect(await rulesOf(mkdocs(block('')))).toEqual([]);
    expect((await rulesOf(mkdocs(block(' markdown="1"')))).sort()).toEqual(['broken-link', 'empty-link']);
    expect(await rulesOf({ 'README.md': `# A\n\n${block('')}` })).toContain('empty-link');
  });

  it('is none for Jekyll, unless its settings say so', async () => {
    const page = `# A\n\n<div>\n\n${cells}\n</div>\n`;
    const jekyll = 'title: x\nplugins: []\n';
    expect(await rulesOf({ '_config.yml': jekyll, 'a.md': page })).toEqual([]);
    const read = { '_config.yml': `${jekyll}kramdown:\n  parse_block_html: true\n`, 'a.md': page };
    expect(await rulesOf(read)).toContain('empty-link');
  });

  it('has HTML and may have anchors', async () => {
    const inside = '<div>\n\n## Two words\n\n<a href="none.md">b</a>\n\n</div>\n\n';
    expect(await rulesOf(mkdocs(`${inside}[c](#two-words)`))).toEqual(['broken-link']);
    expect(await rulesOf(mkdocs(`${inside}[c](#other)`))).toEqual(['broken-link', 'broken-anchor']);
  });

  it.each([
    ['<div>\nA\n  <div markdown="1">\n\nB\n\n  </div>\nC\n</div>\nD', 'AC'],
    ['<div>\n<div markdown="1">\nA\n<div>\nB\n</div>\nC\n</div>\nD\n</div>\nE', 'BD'],
    ['<div>\n<div markdown="0">\nA\n</div>\nB\n</div>\nC', 'AB'],
    ['<div>\n<div markdown="1">\nA', ''],
  ])('is read by kramdown where an inner element says so: %j', (text, raw) => {
    expect(rawWords(text, 'kramdown')).toBe(raw);
  });

  // What Python-Markdown 3.11 left as it is, with md_in_html.
  it.each([
    ['<div>\nA\n\nB\n</div>\nC', 'AB'],
    ['<div markdown>\nA\n<div>\nB\n</div>\nC\n</div>\nD', 'B'],
    ['<div>\n<div markdown="1">\nA\n</div>\nB\n</div>\nC', 'AB'],
    ['A <div>\nB\n\nC\n</div>', ''],
    ['<p>A</p> B <p>C</p>\nD', 'AC'],
    ['<div>\n<p>A\n<b>B\n</div>\nC', 'AB'],
    ['```\n<div>\n```\nA', ''],
    ['<!-- <div> -->\nA', ''],
    ['<div>\nA\n\nB', 'AB'],
    ['<img src="a">\nA\n<hr>\nB', ''],
    ['<script>\n"<div>"\n</script>\nA', ''],
    ['    <div>\n\n    A\n\n    </div>', ''],
  ])('%j', (text, raw) => {
    expect(rawWords(text)).toBe(raw);
  });
});
