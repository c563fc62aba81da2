import { describe, expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../../test/memory-tree.ts';
import { createCheck } from '../../create-check.ts';
import { pandocSlug } from './quarto.ts';

const settings =
  'project:\n  type: website\n  output-dir: ../out\nwebsite:\n  navbar:\n    left:\n      - guide/start.qmd\n';
const site: Files = {
  'docs/_quarto.yml': settings,
  'docs/index.qmd': '# Home\n\n[start](guide/start.qmd) [other](other.md)\n',
  'docs/guide/start.qmd':
    '# Start\n\n## 2. What it does & why\n\n## Own {#own .unnumbered}\n\n::: {#in-a-block}\nx\n:::\n\n[in words]{#in-words}\n',
  'docs/other.md': '# Other\n',
  'docs/_part.qmd': '## Of the part\n\n[beside the page that shows it](start.qmd)\n',
  'docs/guide/notes.ipynb':
    '{\n "cells": [\n  {\n   "cell_type": "markdown",\n   "source": [\n    "# Notes"\n   ]\n  }\n ]\n}\n',
};

async function said(page: string, files: Files = {}, path = 'docs/page.qmd'): Promise<string[]> {
  const tree = createMemoryTree({ ...site, [path]: page, ...files });
  const { findings } = await createCheck().check({ tree });
  return findings.map(({ severity, rule, path: at, line }) => `${severity} ${rule} ${at}:${line ?? ''}`);
}

describe('a website of Quarto', () => {
  it('has pages by their sources and by what is made of them', async () => {
    const links = ['guide/start.qmd', '/guide/start.qmd', 'guide/start.html', 'other.md', 'guide/notes.ipynb', './'];
    const anchors = ['what-it-does-why', 'own', 'in-a-block', 'in-words', 'fig-plot', 'category=news'];
    const all = [...links, ...anchors.map((anchor) => `guide/start.qmd#${anchor}`)];
    expect(await said(`# A\n\n${all.map((url) => `[x](${url})`).join('\n\n')}\n`)).toEqual([]);
  });

  it('lacks a source with another ending, and what is nowhere', async () => {
    const links = ['other.qmd', 'guide/start.md', '/gone.qmd', 'other.wmd', 'guide/start.qmd#gone'];
    expect(await said(links.map((url) => `[x](${url})\n\n`).join(''))).toEqual([
      'error broken-link docs/page.qmd:1',
      'error broken-link docs/page.qmd:3',
      'error broken-link docs/page.qmd:5',
      'error broken-link docs/page.qmd:7',
      'error broken-anchor docs/page.qmd:9',
    ]);
  });

  it('may have folders and pages that another program puts beside its own', async () => {
    expect(await said('[x](playground/) [y](guide/gone.html)\n')).toEqual([
      'warning broken-link docs/page.qmd:1',
      'warning broken-link docs/page.qmd:1',
    ]);
  });

  it('lacks what lies outside of the project', async () => {
    const files = { 'app.py': '', 'README.md': '# A\n', 'docs/own.py': '', 'made/a.html': '' };
    expect(await said('[x](../app.py) [y](../README.md) [z](own.py) [z](../made/a.html)\n', files)).toEqual([
      'warning broken-link docs/page.qmd:1',
      'warning broken-link docs/page.qmd:1',
    ]);
  });

  it('lacks sources that git would leave out only as pages of HTML', async () => {
    expect(await said('[x](other.qmd)\n', { 'docs/.gitignore': '*.html\n' })).toEqual([
      'error broken-link docs/page.qmd:1',
    ]);
  });

  it('shows parts on pages, with their headings and links', async () => {
    const page = '{{< include _part.qmd >}}\n\n[x](#of-the-part) [y](#gone)\n';
    expect(await said(page)).toEqual(['error broken-anchor docs/page.qmd:3']);
    expect(await said('{{< include _gone.qmd >}}\n')).toEqual(['warning broken-include docs/page.qmd:1']);
  });

  it('may have headings that shortcodes and code write', async () => {
    expect(await said('{{< embed a.ipynb#b >}}\n\n[x](#gone)\n')).toEqual([]);
    expect(await said('```{python}\n#| output: asis\nprint("# A")\n```\n\n[x](#gone)\n')).toEqual([]);
    expect(await said('{{< var version >}}\n\n[x](#gone)\n')).toEqual(['error broken-anchor docs/page.qmd:3']);
  });

  it('reads addresses with spaces, and leaves names of code to a filter', async () => {
    const page =
      '[x](two words.qmd) [](`a.b`) [](:func:`a.b`) [red]{style="color: #ff0000"} [r]{style="color: #ff0000"}\n';
    expect(await said(page)).toEqual([]);
  });

  it('may have what its code, scripts and programs write', async () => {
    expect(await said('```{r}\nggsave("plot.md")\n```\n\n[x](plot.md)\n')).toEqual([]);
    const made = settings.replace('output-dir', 'pre-render: make.py\n  output-dir');
    expect(await said('[x](gone.md)\n', { 'docs/_quarto.yml': made })).toEqual(['warning broken-link docs/page.qmd:1']);
    const ofCode = `${settings}      - api/index.qmd\nquartodoc:\n  dir: api\n`;
    expect(await said('[x](api/a.qmd)\n', { 'docs/_quarto.yml': ofCode })).toEqual([]);
    const alias = { 'docs/other.md': '---\naliases: [/former.html]\n---\n' };
    expect(await said('[x](former.html)\n', alias)).toEqual([]);
    expect(await said('[x](made.html)\n', { 'out/made.html': '' })).toEqual([]);
  });

  it('renders what its settings name', async () => {
    const rendered = settings.replace('output-dir', 'render: ["*.qmd", "!old/"]\n  output-dir');
    const wrong = '[x](gone.qmd)\n';
    const files = {
      'docs/_quarto.yml': rendered,
      'docs/old/a.qmd': wrong,
      'docs/deep/b.qmd': wrong,
      'docs/c.md': wrong,
    };
    expect((await said('', files)).filter((one) => one.startsWith('error'))).toEqual([
      'error broken-link docs/deep/b.qmd:1',
    ]);
  });

  it('names pages in its navigation', async () => {
    const other = settings.replace('guide/start.qmd', 'text: About\n        href: about.qmd');
    expect(await said('', { 'docs/_quarto.yml': other })).toEqual([
      'warning navigation-missing-page docs/_quarto.yml:8',
    ]);
  });
});

describe('a book of Quarto', () => {
  it('has anchors of all chapters', async () => {
    const book = 'project:\n  type: book\nbook:\n  chapters:\n    - index.qmd\n';
    expect(await said('[x](#own) [y](#gone)\n', { 'docs/_quarto.yml': book })).toEqual([
      'error broken-anchor docs/page.qmd:1',
    ]);
  });
});

describe('pandocSlug', () => {
  it.each([
    ['2. What it does & why', 'what-it-does-why'],
    ['HTML, S5, or RTF?', 'html-s5-or-rtf'],
    ['Über a_b v1.2', 'über-a_b-v1.2'],
    ['33', 'section'],
  ])('names %s', (text, slug) => {
    expect(pandocSlug(text)).toBe(slug);
  });
});
