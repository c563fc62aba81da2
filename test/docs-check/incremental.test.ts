import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDocsCheck } from '../../src/docs-check/create-docs-check.ts';
import { relativePath } from '../../src/docs-check/site/paths.ts';
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
);

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

describe.each(sampleSites)('a change of a $framework site', (site) => {
  it('is judged by what it touches as by looking at everything', async () => {
    const docsCheck = createDocsCheck();
    const texts = fc.array(textEdit, { minLength: 1, maxLength: 4 });
    const trees = fc.array(fc.oneof(textEdit, treeEdit), { maxLength: 4 });
    const earlier = fc.tuple(fc.constantFrom([], shownPart), trees);
    const later = fc.oneof({ weight: 3, arbitrary: texts }, { weight: 1, arbitrary: trees });
    await fc.assert(
      fc.asyncProperty(earlier, later, async (before, edits) => {
        const old = apply(site, writeSite(site), before.flat());
        const now = apply(site, old, edits);
        const changed = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
          (path) => old[path] !== now[path],
        );
        const request = { tree: createMemoryTree(now), base: createMemoryTree(old) };
        expect(await docsCheck.check({ ...request, changed })).toEqual(await docsCheck.check(request));
      }),
      { numRuns: 100 },
    );
  }, 120_000);
});
