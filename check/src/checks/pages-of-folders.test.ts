import { expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../test/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';

const names = ['capture', 'explain', 'lineage', 'orient', 'research', 'review', 'stats', 'sweep'];
const docs = ['page.tsx', '[...slug]/page.tsx', '../market/[slug]/page.tsx', '../market/all/page.tsx'];

/** A site of which a program makes `/market/NAME` of each folder of plugins, and what is said of these links on its first page. */
async function saidOf(links: readonly string[], more: Files = {}): Promise<readonly string[]> {
  const files: Files = {
    'web/source.config.ts': "export const docs = defineDocs({ dir: 'content/docs' });",
    'web/lib/source.ts': "export const source = loader({ baseUrl: '/docs', source: docs.toFumadocsSource() });",
    ...Object.fromEntries(docs.map((path) => [`web/app/docs/${path}`.replace('docs/../', ''), ''])),
    ...Object.fromEntries(names.map((name) => [`plugins/${name}/plugin.json`, '{}'])),
    'web/content/docs/a.mdx': `---\ntitle: A\n---\n\n${names.map((name) => `[x](/market/${name})`).join(' ')}\n`,
    'web/content/docs/index.mdx': `---\ntitle: Home\n---\n\n${links.map((url) => `[x](${url})`).join(' ')}\n`,
    ...more,
  };
  const { findings } = await createDocsCheck().check({ tree: createMemoryTree(files) });
  return findings.flatMap(({ severity, rule, message }) =>
    rule === 'broken-link' ? [`${severity} ${/The link (\S+)/u.exec(message)?.[1] ?? ''}`] : [],
  );
}

it('an address is told of which nothing has the name, where a program makes the others below it of the folders of one folder', async () => {
  expect(await saidOf(['/market/lineages'])).toEqual(['warning /market/lineages']);
});

it('so is one that has the names of two folders in one another', async () => {
  const groups = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
  const page = (links: readonly string[]): string => links.map((url) => `[x](${url})`).join(' ');
  const more = {
    ...Object.fromEntries(groups.map((group) => [`skills/${group}/${group}er/skill.json`, '{}'])),
    'web/content/docs/a.mdx': `---\ntitle: A\n---\n\n${page(groups.map((group) => `/market/${group}/${group}er`))}\n`,
  };
  expect(await saidOf(['/market/one/oneer', '/market/one/onest'], more)).toEqual(['warning /market/one/onest']);
});

it.each([
  ['it has the name of something else', ['/market/web'], {}],
  ['several are of other names', ['/market/one', '/market/two'], {}],
  ['it lies in another folder', ['/market/plans/gone'], {}],
  [
    'many pages name it',
    ['/market/gone'],
    Object.fromEntries(
      ['b', 'c', 'd'].map((name) => [`web/content/docs/${name}.mdx`, '---\ntitle: B\n---\n\n[x](/market/gone)\n']),
    ),
  ],
])('nothing is told of it where %s', async (_name, links, more) => {
  expect(await saidOf(links, more)).toEqual([]);
});
