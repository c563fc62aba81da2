import { describe, expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../../test/memory-tree.ts';
import { createCheck } from '../../create-check.ts';

const settings = (structure: string, more = ''): string =>
  `site_name: x
nav:
  - index.md
  - guide/setup.md
plugins:
  - i18n:
${structure}      languages:
        - locale: en
          default: true
        - locale: de
${more}`;

const site = (home: string, german = '', more: Files = {}): Files => ({
  'mkdocs.yml': settings(''),
  'docs/index.en.md': `# Home\n\n${home}\n`,
  'docs/index.de.md': `# Start\n\n${german}\n`,
  'docs/guide/setup.en.md': '# Setup\n\n## Install it\n',
  'docs/guide/setup.de.md': '# Aufbau\n\n## Einbau\n',
  'docs/img/a.en.png': 'PNG',
  'docs/img/a.de.png': 'PNG',
  'docs/img/main.en.png': 'PNG',
  'docs/img/german.de.png': 'PNG',
  ...more,
});

async function found(files: Files): Promise<string[]> {
  const { findings } = await createCheck().check({ tree: createMemoryTree(files) });
  return findings.map(({ rule, path, line }) => `${rule} ${path}:${String(line)}`);
}

describe('names that end in a language', () => {
  it('stand for the name without it, in the language of the page and then in the main one', async () => {
    const right = '[x](guide/setup.md) ![x](img/a.png) ![x](img/main.png)';
    expect(await found(site(right, right))).toEqual([]);
    expect(await found(site('![x](img/german.png)', '![x](img/german.png)'))).toEqual([
      'missing-file docs/index.en.md:3',
    ]);
    expect(await found(site('![x](img/none.png)'))).toEqual(['missing-file docs/index.en.md:3']);
  });

  it('have the anchors of that language', async () => {
    const files = site('[x](guide/setup.md#install-it)', '[x](guide/setup.md#einbau)');
    expect(await found(files)).toEqual([]);
    const wrong = site('[x](guide/setup.md#einbau)', '[x](guide/setup.md#install-it)');
    expect(await found(wrong)).toEqual(['broken-anchor docs/index.de.md:3', 'broken-anchor docs/index.en.md:3']);
  });

  it('are published without it, below the language unless that is the main one', async () => {
    const english = '<a href="guide/setup/">x</a> <img src="img/a.png" alt="">';
    expect(await found(site(english, english))).toEqual([]);
    expect(await found(site('<a href="guide/setup.en/">x</a>'))).toEqual(['broken-link docs/index.en.md:3']);
    const deep = { 'docs/guide/setup.de.md': '# Aufbau\n\n<img src="../../img/a.png" alt="">\n' };
    expect(await found(site('', '', deep))).toEqual([]);
  });

  it('may be lacking, and then the page of the main language is shown in the others', async () => {
    const files = site('', '<a href="only/">x</a> [x](only.md)', {
      'mkdocs.yml': settings('').replace('index.md', 'only.md\n  - index.md'),
      'docs/only.md': '# Only\n',
    });
    expect(await found(files)).toEqual([]);
  });

  it('take the place of the one without', async () => {
    const files = site('[x](guide/setup.md#old)', '', { 'docs/guide/setup.md': '# Old\n\n[x](nowhere.md)\n' });
    expect(await found(files)).toContain('broken-anchor docs/index.en.md:3');
    expect(await found(files)).not.toContain('duplicate-route docs/guide/setup.md:undefined');
  });

  it('are meant by redirects', async () => {
    const redirects = (to: string): string =>
      settings('', `  - redirects:\n      redirect_maps:\n        old.md: ${to}\n`);
    expect(await found(site('', '', { 'mkdocs.yml': redirects('guide/setup.en.md') }))).toEqual([]);
    expect(await found(site('', '', { 'mkdocs.yml': redirects('guide/gone.en.md') }))).toEqual([
      'redirect-to-nowhere mkdocs.yml:13',
    ]);
  });

  it('tell nothing where folders tell the language', async () => {
    const files = site('![x](img/a.png)', '', { 'mkdocs.yml': settings('      docs_structure: folder\n') });
    expect(await found(files)).toContain('missing-file docs/index.en.md:3');
  });

  it('is looked for in the folder of its language, where a link names a page above the folders', async () => {
    const files = {
      'mkdocs.yml': settings('      docs_structure: folder\n').replaceAll(/nav:\n(?: {2}- .*\n)+/gu, ''),
      'docs/en/index.md': '# Home\n\n[a](guide/setup.md)\n',
      'docs/de/index.md': '# Start\n\n[a](guide/setup.md)\n',
      'docs/en/guide/setup.md': '# Setup\n\n[a](../../index.md) [b](../../gone.md)\n',
      'docs/de/guide/setup.md': '# Aufbau\n\n[a](../../index.md#start)\n',
    };
    expect(await found(files)).toEqual(['broken-link docs/en/guide/setup.md:3']);
    // One that is there is the page that is named, with its own anchors.
    const above = {
      ...files,
      'docs/index.md': '# All\n',
      'docs/de/guide/setup.md': '# Aufbau\n\n[a](../../index.md#start)\n',
    };
    expect(await found(above)).toContain('broken-anchor docs/de/guide/setup.md:3');
  });
});
