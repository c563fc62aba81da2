import { describe, expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../../test/memory-tree.ts';
import { createCheck } from '../../create-check.ts';

describe('a site of Zola', () => {
  const site = {
    'www/config.toml': 'base_url = "https://example.org"\ntheme = "a"\n',
    'www/content/guide/start.md': '# Start\n',
    'www/content/_index.md': '[x](@/guide/start.md) [y](@/guide/start.md#start) [z](@/_index.md)\n',
  };

  it('names source files from the top of its pages', async () => {
    const wrong = ['@/start.md', '@/guide/begin.md', '@/guide/start.mdx'];
    const page = wrong.map((url) => `[x](${url})\n`).join('');
    const tree = createMemoryTree({ ...site, 'www/content/guide/q.md': page });
    const { findings } = await createCheck().check({ tree });
    expect(findings.map(({ severity, path, line }) => [severity, path, line])).toEqual(
      wrong.map((_, index) => ['warning', 'www/content/guide/q.md', index + 1]),
    );
  });
});

describe('a book of GitBook', () => {
  it('names pictures by their files, with a # in them', async () => {
    const picture = (name: string) => `<figure><img src=".gitbook/assets/${name}" alt="a"></figure>\n\n`;
    const tree = createMemoryTree({
      '.gitbook.yaml': 'root: ./\n',
      'SUMMARY.md': '# Summary\n\n* [A](README.md)\n',
      'README.md': `# A\n\n${['step #1.png', 'step #2.png'].map(picture).join('')}`,
      '.gitbook/assets/step #1.png': 'PNG',
    });
    const { findings } = await createCheck().check({ tree });
    expect(findings.map(({ message }) => /#\d/u.exec(message)?.[0])).toEqual(['#2']);
  });

  it('has anchors for what a reader unfolds', async () => {
    const details =
      '<details>\n\n<summary><strong>Part 3:</strong> <code>runAll</code> now</summary>\n\nx\n\n</details>\n';
    const tree = createMemoryTree({
      '.gitbook.yaml': '',
      'SUMMARY.md': '# Summary\n\n* [A](a.md)\n',
      'a.md': `# A\n\n[x](#part-3-runall-now) [y](#part-4)\n\n${details}`,
    });
    const { findings } = await createCheck().check({ tree });
    expect(findings.map(({ rule, message }) => `${rule} ${/#\S+\d/u.exec(message)?.[0] ?? ''}`)).toEqual([
      'broken-anchor #part-4',
    ]);
  });
});

describe('a book of GitBook of before', () => {
  it('has headings without a space behind their marks', async () => {
    const tree = createMemoryTree({
      'book.json': '{ "gitbook": "3.2.3" }',
      'SUMMARY.md': '# Summary\n\n* [A](a.md)\n',
      'a.md': '# A\n\n[x](#ant-task) [y](#gone)\n\n###<a name="Ant"></a>Ant Task\n',
    });
    const { findings } = await createCheck().check({ tree });
    expect(findings.map(({ message }) => /#[\w-]+/u.exec(message)?.[0])).toEqual(['#gone']);
  });
});

describe('a book of GitBook that links to what a reader unfolds', () => {
  it('makes those anchors as those of headings', async () => {
    const names = ['one', 'two', 'three', 'four'];
    const page = (title: string): string =>
      [
        ...['# A', ...names.map((name) => `[x](#part-${name})`), '[y](#run-all)', title],
        ...names.map((name) => `<details><summary>Part ${name}</summary></details>`),
      ].join('\n\n');
    const tree = createMemoryTree({
      '.gitbook.yaml': '',
      'SUMMARY.md': '# Summary\n\n* [A](a.md)\n* [B](b.md)\n',
      'a.md': page('## Runall'),
      'b.md': page('## Run all'),
    });
    const { findings } = await createCheck().check({ tree });
    expect(findings.map(({ rule, path, line }) => `${rule} ${path}:${line ?? 0}`)).toEqual(['broken-anchor a.md:11']);
  });
});

describe('a book of mdBook whose pages lie two folders below its settings', () => {
  it('is none of GitBook, and reads index.md as the README of a folder', async () => {
    const tree = createMemoryTree({
      'book.toml': '[book]\ntitle = "A"\nsrc = "book/src"\n',
      'book/src/SUMMARY.md': '# Summary\n\n- [A](a.md)\n- [B](b/README.md)\n',
      'book/src/a.md': '# A\n\n[x](b/index.md) [y](gone.md)\n',
      'book/src/b/README.md': '# B\n',
    });
    const { findings, frameworks } = await createCheck().check({ tree });
    expect(frameworks).toContain('mdbook');
    expect(frameworks).not.toContain('gitbook');
    expect(findings.map(({ message }) => /`([^`]+)`/u.exec(message)?.[1])).toEqual(['gone.md']);
  });
});

describe('a book of mdBook', () => {
  const book = async (settings: string): Promise<readonly string[]> => {
    const tree = createMemoryTree({
      'book.toml': `[book]\n${settings}`,
      'src/SUMMARY.md': '- [A](a.md)\n',
      'src/a.md': '# A\n\n[x](#trait-info) [y](#traitinfo) [z](#Own-Id)\n\n## TraitInfo\n\n## Other {#Own-Id}\n',
    });
    const { findings } = await createCheck().check({ tree });
    return findings.map(({ severity, message }) => `${severity} ${/#\S+/u.exec(message)?.[0] ?? ''}`);
  };

  it('has anchors in its own way alone, unless a preprocessor may change them', async () => {
    expect(await book('')).toEqual(['warning #trait-info']);
    expect(await book('\n[preprocessor.own]\n')).toEqual([]);
  });

  it('shows files that lie beside their page, of which the headings are its own', async () => {
    const tree = createMemoryTree({
      'book.toml': '[book]\n',
      'src/SUMMARY.md': '- [A](a/a.md)\n- [B](a/b.md)\n',
      'src/a/a.md':
        '# A\n\n{{#include part.md}}\n\n{{#include part.md}}\n\n[x](#of-part) [y](#none)\n\n```rust\n{{#include code.rs:3}}\n```\n',
      'src/a/b.md': '# B\n\n{{#include part2.md}}\n\n```rust\n{{#include gone.rs}}\n```\n',
      'src/a/part.md': '## Of part\n',
      'src/part2.md': '',
      'src/a/code.rs': '',
    });
    const { findings } = await createCheck().check({ tree });
    const told = findings.filter(({ rule }) => rule !== 'unreachable-page');
    expect(told.map(({ rule, message }) => `${rule} ${/#\w+|\S+\.\w+(?= does)/u.exec(message)?.[0] ?? ''}`)).toEqual([
      'broken-anchor #none',
      'broken-include part2.md',
      'broken-include gone.rs',
    ]);
  });

  it('does not publish a file beside its pages, which is there', async () => {
    const tree = createMemoryTree({
      'book.toml': '[book]\n',
      'src/SUMMARY.md': '- [A](a.md)\n',
      'src/a.md': '# A\n\n[x](../README.md)\n',
      'README.md': '# R\n',
    });
    const { findings } = await createCheck().check({ tree });
    expect(findings.map(({ message }) => message)).toEqual([
      expect.stringContaining('leads to README.md, which is in the repository and which this site does not publish.'),
    ]);
  });

  it('may look for such files elsewhere with a preprocessor of its own', async () => {
    const told = async (settings: string): Promise<readonly string[]> => {
      const tree = createMemoryTree({
        'book.toml': `[book]\n${settings}`,
        'src/SUMMARY.md': '- [A](a.md)\n',
        'src/a.md': '# A\n\n{{#include code/b.rs}}\n',
        'examples/code/b.rs': '',
      });
      const { findings } = await createCheck().check({ tree });
      return findings.map(({ rule }) => rule);
    };
    expect(await told('')).toEqual(['broken-include']);
    expect(await told('\n[preprocessor.own]\n')).toEqual([]);
  });
});

describe('a site of Docsify', () => {
  it('reads a link without an address as one to its first page', async () => {
    const tree = createMemoryTree({
      'docs/index.html': '<script>window.$docsify = {}</script>',
      'docs/README.md': '# A\n\n[Home]()\n',
      'README.md': '[Home]()\n',
    });
    const { findings } = await createCheck().check({ tree });
    expect(findings.map(({ rule, path }) => `${rule} ${path}`)).toEqual(['empty-link README.md']);
  });
});

describe('a source of a program that a page names', () => {
  it('is told where no file has its name, since no build makes it', async () => {
    const links = ['../api/gone.proto', '../there.go', '../api/gone.css', '/api/gone.go', 'gone.rs'];
    const tree = createMemoryTree({
      'hugo.toml': 'baseURL = "https://example.org/"\n',
      'content/a/b.md': links.map((url) => `[x](${url})\n`).join(''),
      'src/there.go': '',
    });
    const { findings } = await createCheck().check({ tree });
    expect(findings.map(({ severity, message }) => `${severity} ${/`([^`]+)`/u.exec(message)?.[1] ?? ''}`)).toEqual([
      'warning The link ../api/gone.proto',
      'warning The link gone.rs',
    ]);
  });
});

describe('a site of Docsify', () => {
  const said = async (settings: string): Promise<readonly string[]> => {
    const tree = createMemoryTree({
      'index.html': `<script>window.$docsify = { ${settings} }</script>\n`,
      'README.md':
        '# A\n\n<p><a href="#/guide/start?id=first">a</a> <a href="#/guide/">b</a> <a href="#/guide/gone">c</a></p>\n\n[d](#/gone?id=x)\n',
      'guide/README.md': '# Guide\n',
      'guide/start.md': '# Start\n\n## First\n',
    });
    const { findings } = await createCheck().check({ tree });
    return findings.map(({ severity, message }) => `${severity} ${/`([^`]+)`/u.exec(message)?.[1] ?? message}`);
  };

  it('has its pages behind #/', async () => {
    expect(await said('loadSidebar: true')).toEqual(['warning The link #/guide/gone', 'warning The link #/gone?id=x']);
  });

  it('has them elsewhere where its settings say so', async () => {
    const ofRoutes = async (settings: string): Promise<readonly string[]> =>
      (await said(settings)).filter((one) => one.includes('The link'));
    expect(await ofRoutes("basePath: 'https://example.org/'")).toEqual([]);
    expect(await ofRoutes("routerMode: 'history'")).toEqual([]);
  });
});

describe('a page of Docsify that is named by its file', () => {
  const links = [
    '/en/',
    '/guide',
    '/guide.mdx',
    '/ens/',
    '/docs/guide',
    '/en.md',
    '/demo/',
    'guide',
    'en/part',
    'CHANGELOG',
  ];
  const gone = ['/guide.mdx', '/ens/', '/docs/guide', '/en.md', 'en/part'];
  const said = async (settings: string, page = 'docs/en/start.md'): Promise<readonly string[]> => {
    const tree = createMemoryTree({
      'docs/index.html': `<script>window.$docsify = { ${settings} }</script>\n`,
      'docs/README.md': '# A\n',
      'docs/guide.md': '# Guide\n',
      'docs/other/part.md': '# Part\n',
      'docs/en/_coverpage.md': '# English\n',
      'CHANGELOG.md': '# Changes\n',
      [page]: links.map((to) => `[x](${to}${to === '/demo/' ? " ':ignore'" : ''})\n`).join(''),
    });
    const { findings } = await createCheck().check({ tree });
    return findings.filter(({ rule }) => rule === 'broken-link').map(({ line }) => links[(line ?? 0) - 1] ?? '');
  };

  it('is looked for from the top of the site', async () => {
    expect(await said('loadSidebar: true')).toEqual(gone);
    expect(await said("alias: { '/.*/_sidebar.md': '/_sidebar.md' }")).toEqual(gone);
  });

  it('may be any where the settings may have it elsewhere', async () => {
    expect(await said("alias: { '/ens/(.*)': 'https://example.org/$1' }")).not.toContain('/ens/');
    expect(await said("fallbackLanguages: ['ens']")).not.toContain('/ens/');
  });
});

describe('a summary among the pages of a site of Hugo', () => {
  const page = '# A\n\n[x](part/) [y](gone.md)\n';
  const site = {
    'content/SUMMARY.md': '# Summary\n\n- [A](a/_index.en.md)\n',
    'content/a/_index.en.md': page,
    'content/a/part.en.md': '# Part\n',
  };

  it('is left from before, and no book of GitBook', async () => {
    const settings = { 'config.yaml': 'baseURL: https://example.org/\nlanguages:\n  en:\n    weight: 1\n' };
    const { findings, frameworks } = await createCheck().check({
      tree: createMemoryTree({ ...settings, ...site }),
    });
    expect(frameworks).toEqual(['hugo']);
    expect(findings.filter(({ message }) => message.includes('part/'))).toEqual([]);
  });

  it('is a book without the settings of another program', async () => {
    const { frameworks } = await createCheck().check({ tree: createMemoryTree(site) });
    expect(frameworks).toEqual(['gitbook']);
  });
});

it('looks for code that VuePress shows by the end of its path, below any folder', async () => {
  const sources = [
    '@/code/a.ts',
    './code/a.ts',
    'docs/code/a.ts',
    '/gone/a.ts',
    '@named/gone.ts',
    '@tool:gone.ts',
    'a.ts;b.ts',
  ];
  const tree = createMemoryTree({
    'docs/.vuepress/config.js': 'module.exports = {};\n',
    'docs/README.md': `# A\n\n${sources.map((source) => `@[code ts{1-2}](${source})\n`).join('\n')}`,
    'docs/code/a.ts': '',
  });
  const { findings } = await createCheck().check({ tree });
  expect(findings.map(({ severity, message }) => `${severity} ${/`([^`]+)`/u.exec(message)?.[1] ?? message}`)).toEqual(
    ['warning /gone/a.ts'],
  );
});

it('finds pictures of VuePress in its own folder of files, so that several which are not there are no folder of elsewhere', async () => {
  const names = Array.from({ length: 12 }, (_, at) => `there${at}`);
  const gone = Array.from({ length: 6 }, (_, at) => `gone${at}`);
  const tree = createMemoryTree({
    'src/.vuepress/config.ts': 'export default {};\n',
    ...Object.fromEntries(names.map((name) => [`src/.vuepress/public/images/${name}.png`, 'PNG'])),
    'src/README.md': [...names, ...gone].map((name) => `![x](/images/${name}.png)\n`).join('\n'),
  });
  const { findings } = await createCheck().check({ tree });
  expect(findings.map(({ severity, rule }) => `${severity} ${rule}`)).toEqual(gone.map(() => 'warning missing-file'));
});

describe('an address in a folder of pages', () => {
  it('with the ending of HTML leads nowhere where no page has it, and out of the folder to anything', async () => {
    const tree = createMemoryTree({
      'docs/_config.yml': 'title: A\n',
      'docs/index.md': '[a](./a.html) [b](b-page.html) [c](../other/c.html) [d](/d.html)\n',
      'docs/a.md': '# A\n',
    });
    const { findings } = await createCheck().check({ tree });
    expect(findings.map(({ message }) => /`([^`]+)`/u.exec(message)?.[1])).toEqual(['b-page.html']);
  });

  it('is made of a title on Hugo where the settings of its section say so', async () => {
    const said = async (settings: string, more: Files = {}): Promise<(string | undefined)[]> => {
      const tree = createMemoryTree({
        ...more,
        'hugo.toml': `baseURL = "https://example.org/"\n${settings}`,
        'content/docs/a.md':
          '---\ntitle: The first page\n---\n\n[x](/docs/the-first-page/) [y](/blog/the-first-post/) [z](../the-first-post/)\n',
        'content/docs/b.md': '# B\n',
        'content/docs/c.md': '# C\n',
        'content/blog/a.md': '---\ntitle: The first post\n---\n',
        'content/blog/b.md': '# B\n',
        'content/blog/c.md': '# C\n',
      });
      const { findings } = await createCheck().check({ tree });
      return findings.map(({ message }) => /`([^`]+)`/u.exec(message)?.[1]);
    };
    expect(await said('')).toEqual(['/docs/the-first-page/', '/blog/the-first-post/', '../the-first-post/']);
    expect(await said('[permalinks]\nblog = "/blog/:slug/"\n')).toEqual(['/docs/the-first-page/']);
    expect(await said('', { 'config/_default/permalinks.toml': '' })).toEqual([]);
  });

  it('is not that of what only agents and packages have', async () => {
    const said = async (path: string): Promise<number> => {
      const pages = ['a', 'b', 'c'].map((name) => [`content/docs/${name}.md`, '[x](/docs/review/)\n'] as const);
      const settings = { 'hugo.toml': 'baseURL = "https://example.org/"\n' };
      const tree = createMemoryTree({ ...settings, ...Object.fromEntries(pages), [path]: 'text' });
      return (await createCheck().check({ tree })).findings.length;
    };
    expect(await said('layouts/review.html')).toBe(0);
    for (const path of ['.claude/skills/review/SKILL.md', 'node_modules/review/a.txt', '.github/review.md'])
      expect(await said(path), path).toBe(3);
  });
});
