import { describe, expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../test/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';
import type { FormerPath } from '../docs-check.ts';

async function severitiesOf(files: Files, formerPaths: readonly FormerPath[] = []): Promise<string[]> {
  const tree = { ...createMemoryTree(files), formerPaths: () => Promise.resolve(formerPaths) };
  const { findings } = await createDocsCheck().check({ tree });
  return findings
    .filter(({ severity }) => severity !== 'notice')
    .map(({ severity, rule }) => `${severity} ${rule}`)
    .sort();
}

/** Links to pages of the folder, of which `right` are there and `wrong` are not. */
function book(right: number, wrong: number, write: (name: string) => string): Files {
  const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
  const links = [...numbers(right).map((at) => `right${at}`), ...numbers(wrong).map((at) => `wrong${at}`)].map(
    (name) => `[x](${write(name)})`,
  );
  return {
    'mkdocs.yml': 'site_name: x\n',
    'docs/index.md': `# Home\n\n${links.join(' ')}\n`,
    ...Object.fromEntries(numbers(right).map((at) => [`docs/${write(`right${at}`)}`, '# Page\n'])),
  };
}

describe('addresses of which no more are found than are not', () => {
  it('are warnings from three on, on a page and in a folder as well as on a site', async () => {
    const near = (name: string): string => `${name}.md`;
    expect(await severitiesOf(book(2, 2, near))).toEqual(Array(2).fill('error broken-link'));
    expect(await severitiesOf(book(3, 3, near))).toEqual(Array(3).fill('warning broken-link'));
    expect(await severitiesOf(book(4, 3, near))).toEqual(Array(3).fill('error broken-link'));
    const more = (path: string): Files => ({ [path]: '[x](a.md) [x](b.md) [x](c.md)\n' });
    expect(await severitiesOf({ ...book(9, 0, near), ...more('docs/more.md') })).toEqual(
      Array(3).fill('warning broken-link'),
    );
    const apart = { 'docs/d/1.md': '[x](a.md)\n', 'docs/d/2.md': '[x](b.md)\n', 'docs/d/3.md': '[x](c.md)\n' };
    expect(await severitiesOf({ ...book(9, 0, near), ...apart })).toEqual(Array(3).fill('warning broken-link'));
    const into = { 'docs/1.md': '[x](d/a.md)\n', 'docs/2.md': '[x](d/b.md)\n', 'docs/3.md': '[x](d/c.md)\n' };
    expect(await severitiesOf({ ...book(9, 0, near), ...into })).toEqual(Array(3).fill('warning broken-link'));
  });

  it('are errors in a README, and where nothing makes them right', async () => {
    const links = '[x](a.md) [x](b.md) [x](c.md)\n';
    expect(await severitiesOf({ 'README.md': links })).toEqual(Array(3).fill('error broken-link'));
    const pictures = '![x](i\\a.png) ![x](i\\b.png) ![x](i\\c.png)\n';
    expect(await severitiesOf({ 'mkdocs.yml': 'site_name: x\n', 'docs/index.md': pictures })).toEqual([
      ...Array<string>(3).fill('error missing-file'),
    ]);
    const closed = {
      'docs.json': JSON.stringify({ name: 'x', navigation: { pages: ['index'] } }),
      'index.mdx': '---\ntitle: x\n---\n\n[x](/a) [x](/b) [x](/c)\n',
    };
    expect(await severitiesOf(closed)).toEqual(Array(3).fill('error broken-link'));
  });
});

it('what lies elsewhere is a warning on a page of which nothing is found, such as a template', async () => {
  const template = (more: string): Files => ({
    'mkdocs.yml': 'site_name: x\n',
    'docs/index.md': `[a](parts/AUTHORS.md) [b](parts/NOTICE.md) [c](parts/CHANGES.md) ${more}\n`,
    'docs/AUTHORS.md': '',
    'docs/NOTICE.md': '',
    'docs/CHANGES.md': '',
  });
  const errors = async (files: Files): Promise<string[]> =>
    (await severitiesOf(files)).filter((one) => one.endsWith('broken-link'));
  expect(await errors(template(''))).toEqual(Array(3).fill('warning broken-link'));
  expect(await errors(template('[d](NOTICE.md)'))).toEqual(Array(3).fill('error broken-link'));
});

describe('pages of one folder of a site that no build changes', () => {
  const site = (there: number, gone: number, links: boolean): Files => {
    const named = (count: number, name: string): string[] =>
      Array.from({ length: count }, (_, at) => `tables/${name}${at}`);
    const pages = [...named(there, 'right'), ...named(gone, 'wrong')];
    const others = Array.from({ length: 20 }, (_, at) => `guide/${at}`);
    const home = links ? pages.map((page) => `[x](/${page})`).join(' ') : 'Home';
    return {
      'docs.json': JSON.stringify({
        name: 'x',
        navigation: { pages: ['index', ...others, ...(links ? named(there, 'right') : pages)] },
      }),
      ...Object.fromEntries(others.map((page) => [`${page}.mdx`, '---\ntitle: x\n---\n'])),
      'index.mdx': `---\ntitle: x\n---\n\n${home}\n`,
      ...Object.fromEntries(named(there, 'right').map((page) => [`${page}.mdx`, '---\ntitle: x\n---\n'])),
    };
  };

  it.each([
    ['links', true, 'broken-link'],
    ['entries of the navigation', false, 'navigation-missing-page'],
  ] as const)('are warnings where five %s name no page, and no more do', async (_, links, rule) => {
    expect(await severitiesOf(site(1, 4, links))).toEqual(Array(4).fill(`error ${rule}`));
    expect(await severitiesOf(site(5, 5, links))).toEqual(Array(5).fill(`warning ${rule}`));
    expect(await severitiesOf(site(6, 5, links))).toEqual(Array(5).fill(`error ${rule}`));
  });
});

describe('an address that several pages name', () => {
  const named = (pages: number, path = (at: number): string => `docs/page${at}.md`): Files => ({
    ...book(9, 0, (name) => `${name}.md`),
    ...Object.fromEntries(Array.from({ length: pages }, (_, at) => [path(at), '[x](/right0) [x](/gone/)\n'])),
  });

  it('is an error where the repository had it once', async () => {
    const pages = book(9, 0, (name) => `${name}.md`);
    const named = [0, 1, 2].map((at) => [`docs/page${at}.md`, '[x](right0.md) [x](gone.md)\n'] as const);
    const site = { ...pages, ...Object.fromEntries(named) };
    const by = { commit: '1a2b3c4', day: '2025-03-01' };
    expect(await severitiesOf(site)).toEqual(Array(3).fill('warning broken-link'));
    expect(await severitiesOf(site, [{ path: 'docs/gone.md', by }])).toEqual(Array(3).fill('error broken-link'));
  });

  it('is a warning, unless it is the same page in other versions', async () => {
    const site = (files: Files): Files => ({
      'docusaurus.config.js': "module.exports = { presets: [['classic', { docs: { routeBasePath: '/' } }]] };",
      ...Object.fromEntries(Object.entries(files).filter(([path]) => path !== 'mkdocs.yml')),
    });
    const inFolders = (at: number): string => `docs/v${at}/page.md`;
    expect(await severitiesOf(site(named(2)))).toEqual(Array(2).fill('error broken-link'));
    expect(await severitiesOf(site(named(3)))).toEqual(Array(3).fill('warning broken-link'));
    expect(await severitiesOf(site(named(3, inFolders)))).toEqual(Array(3).fill('error broken-link'));
  });
});

describe('anchors of other pages', () => {
  it('are warnings where three are not found, and no more are, on the site or of one page', async () => {
    const page = (name: string, links: string): Files => ({ [`docs/${name}.md`]: `# ${name}\n\n${links}\n` });
    const anchors = (to: string, ...names: string[]): string => names.map((name) => `[x](${to}.md#${name})`).join(' ');
    const site = (first: Files, second: Files = {}): Files => ({
      ...book(9, 0, (name) => `${name}.md`),
      ...first,
      ...second,
      'docs/to.md': '# To\n\n## One\n\n## Two\n\n## Three\n\n## Four\n',
    });
    const right = page('right', anchors('to', 'one', 'two', 'three', 'four'));
    expect(await severitiesOf(site(page('a', anchors('to', 'x', 'y'))))).toEqual(Array(2).fill('error broken-anchor'));
    expect(await severitiesOf(site(page('a', anchors('to', 'x', 'y', 'z'))))).toEqual(
      Array(3).fill('warning broken-anchor'),
    );
    expect(await severitiesOf(site(page('a', anchors('to', 'x', 'y', 'z')), right))).toEqual(
      Array(3).fill('error broken-anchor'),
    );
    expect(await severitiesOf(site(page('a', anchors('right', 'x', 'y', 'z')), right))).toEqual(
      Array(3).fill('warning broken-anchor'),
    );
    expect(await severitiesOf(site(page('a', '[x](#x) [x](#y) [x](#z)')))).toEqual(
      Array(3).fill('error broken-anchor'),
    );
  });
});
