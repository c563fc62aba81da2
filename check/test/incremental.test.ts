import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCheck } from '../src/create-check.ts';
import type { DocsTree } from '../src/check.ts';
import { relativePath } from '../src/site/paths.ts';
import { createMemoryTree, type Files } from './memory-tree.ts';
import { pageIds, sampleSites, writeSite, type SampleSite } from './sample-sites.ts';

type Edit = (site: SampleSite, files: Files) => Files;

const page = fc.constantFrom(...pageIds);
const name = fc.constantFrom('second-part', 'first-part', 'new-part', 'gone');

/** What authors and agents do to the text of pages, each on its own harmless or not. */
const textEdit: fc.Arbitrary<Edit> = fc.oneof(
  fc
    .tuple(page, page, name)
    .map(([from, to, anchor]) => append(from, (site) => `[x](${site.link(from, to)}#${anchor})`)),
  fc.tuple(page, name).map(([id, anchor]) => append(id, () => `[x](#${anchor})`)),
  page.map((id) => append(id, () => '[x](/gone) and ![x](/gone/x.png)')),
  page.map((id) => append(id, () => '## New part')),
  page.map((id) => replace(id, '## New part', '## No new part')),
  page.map((id) => replace(id, '## Second part', '## Another part')),
  page.map((id) => replace(id, /\[more\]\([^)]*\)/u, 'more')),
  page.map((id) => replace(id, 'title: Page', 'slug: /moved\ntitle: Page')),
  page.map((id) => replace(id, 'description: About', 'description: [')),
  page.map((id) => append(id, (site) => (site.mdx ? '<Unknown {' : '`````'))),
  fc.tuple(page, page).map(([from, to]) => append(from, (site) => shows(site, from, to))),
);

/** What changes which files there are, and what the settings say. */
const treeEdit: fc.Arbitrary<Edit> = fc.oneof(
  page.map((id) => append(id, (site) => site.brokenInclude[0])),
  fc.tuple(page, page).map(([from, to]) => move(from, (site) => site.path(`${to}-moved`))),
  page.map(
    (id): Edit =>
      (site, files) =>
        without(files, site.path(id)),
  ),
  fc.constant<Edit>((site, files) => without(files, site.imagePath)),
  fc.subarray(pageIds, { minLength: 2 }).map((ids): Edit => (site, files) => ({ ...files, ...site.settings(ids) })),
  fc
    .constantFrom('.gitignore', 'package.json', 'vercel.json', '_redirects', 'docs/_redirects')
    .map((path) => write(path)),
  page.map(
    (id): Edit =>
      (site, files) =>
        write(site.path(id).replace(/[^/]+$/u, 'SUMMARY.md'))(site, files),
  ),
);

/** What other files than pages say, which bears on pages that nobody touched. */
const said: Readonly<Record<string, string>> = {
  '.gitignore': 'logo.png\ngone/\n*-moved*\n',
  'package.json': '{"dependencies": {"starlight-openapi": "1.0.0"}}',
  'vercel.json': '{"redirects": [{"source": "/gone", "destination": "/about"}]}',
  _redirects: '/gone/* /about\n',
  'docs/_redirects': '/nowhere /gone\n',
};

/** The same files with nothing in them: what they say can come and go while there are as many files as before. */
const silent: Files = { '.gitignore': '\n', 'vercel.json': '{}' };

function write(path: string): Edit {
  return (site, files) =>
    path in files && files[path] !== silent[path]
      ? path in silent
        ? { ...files, [path]: silent[path] ?? '' }
        : without(files, path)
      : { ...files, [path]: said[path] ?? `# Parts\n\n- [Install](${site.link('index', 'guide/install')})\n` };
}

/** Only a redirect or a build leads on from what a page names. */
const namesGone: readonly Edit[] = [append('about', () => '[x](/gone) and ![x](/gone/x.png)')];

/** A page shows another one, whose anchors a third one names. */
const shownPart: readonly Edit[] = [
  append('index', (site) => shows(site, 'index', 'guide/install')),
  append('guide/install', () => '## New part'),
  append('about', (site) => `[x](${site.link('about', 'index')}#new-part)`),
];

function shows(site: SampleSite, from: string, to: string): string {
  const folder = site.path(from).split('/').slice(0, -1).join('/');
  const line = site.brokenInclude[0].replace(/(?:\.\/)?no-such-part\.mdx?/u, relativePath(folder, site.path(to)));
  return site.mdx ? `${line}\n\n<Part />` : line;
}

function append(id: string, text: (site: SampleSite) => string): Edit {
  return (site, files) => {
    const path = site.path(id);
    return path in files ? { ...files, [path]: `${files[path] ?? ''}\n${text(site)}\n` } : files;
  };
}

function replace(id: string, from: string | RegExp, to: string): Edit {
  return (site, files) => {
    const path = site.path(id);
    return path in files ? { ...files, [path]: (files[path] ?? '').replace(from, () => to) } : files;
  };
}

function move(id: string, to: (site: SampleSite) => string): Edit {
  return (site, files) => {
    const text = files[site.path(id)];
    return text === undefined ? files : { ...without(files, site.path(id)), [to(site)]: text };
  };
}

function without(files: Files, path: string): Files {
  return Object.fromEntries(Object.entries(files).filter(([other]) => other !== path));
}

const apply = (site: SampleSite, files: Files, edits: readonly Edit[]): Files =>
  edits.reduce((written, change) => change(site, written), files);

const differing = (one: Files, other: Files): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((path) => one[path] !== other[path]);

describe.each(sampleSites)('a change of a $framework site', (site) => {
  it('is judged by what it touches, each time that it goes on, as by looking at everything', async () => {
    const docsCheck = createCheck();
    const texts = fc.array(textEdit, { minLength: 1, maxLength: 4 });
    const trees = fc.array(fc.oneof(textEdit, treeEdit), { maxLength: 4 });
    const earlier = fc.tuple(fc.constantFrom([], shownPart, namesGone), trees);
    const settings = fc.array(fc.constantFrom(...Object.keys(silent)).map(write), { minLength: 1, maxLength: 1 });
    const step = fc.oneof(
      { weight: 3, arbitrary: texts },
      { weight: 1, arbitrary: trees },
      { weight: 1, arbitrary: settings },
    );
    let bases = 0;
    await fc.assert(
      fc.asyncProperty(earlier, fc.array(step, { minLength: 1, maxLength: 3 }), async (before, steps) => {
        const old = apply(site, { ...writeSite(site), ...silent }, before.flat());
        const base = { ...createMemoryTree(old), id: `${(bases += 1)}` };
        let now = old;
        // As a folder, it says at any time what it holds then.
        const tree: DocsTree = {
          list: () => createMemoryTree(now).list(),
          read: (path) => createMemoryTree(now).read(path),
        };
        for (const edits of steps) {
          // Edits of the step before stay or are taken back.
          now = apply(site, edits.length % 2 === 0 ? old : now, edits);
          const incremental = await docsCheck.check({ tree, base, changed: differing(old, now) });
          expect(incremental).toEqual(await docsCheck.check({ tree, base: createMemoryTree(old) }));
        }
      }),
      { numRuns: 15 },
    );
  }, 120_000);
});
