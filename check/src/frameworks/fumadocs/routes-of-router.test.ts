import { expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../../test/memory-tree.ts';
import { createCheck } from '../../create-check.ts';

/** What is said of links to these addresses, each on a line of its own. */
async function saidOf(addresses: readonly string[], routes: Files): Promise<string[]> {
  const files = {
    'site/source.config.ts': "export const docs = defineDocs({ dir: 'content/docs' });",
    'site/src/lib/source.ts': "export const source = loader({ baseUrl: '/docs', source: docs.toFumadocsSource() });",
    'site/public/img/a.svg': '',
    'site/content/docs/index.mdx': `---\ntitle: A\n---\n${addresses.map((address) => `\n[x](${address})\n`).join('')}`,
    ...routes,
  };
  const { findings } = await createCheck().check({ tree: createMemoryTree(files) });
  return findings
    .filter(({ severity }) => severity !== 'notice')
    .map(({ severity, line }) => `${severity} ${addresses[((line ?? 0) - 5) / 2] ?? ''}`);
}

const tanStack: Files = {
  'site/src/routes/__root.tsx': 'export const Route = createRootRoute({});',
  'site/src/routes/docs/$.tsx': "export const Route = createFileRoute('/docs/$')({});",
  'site/src/routes/_wide/play.tsx': "export const Route = createFileRoute('/_wide/play')({});",
  'site/src/routes/tags.$tag.tsx': "export const Route = createFileRoute('/tags/$tag')({});",
  'site/src/routes/api/search.ts': "export const ServerRoute = createServerFileRoute('/api/search').methods({});",
};
const reactRouter: Files = {
  'site/app/home.tsx': '',
  'site/app/play.tsx': '',
  'site/app/docs.tsx': '',
  'site/app/search.ts': '',
  'site/app/not-found.tsx': '',
  'site/app/routes.ts': `import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';
export default [
  layout('wide.tsx', [index('home.tsx'), route('play', 'play.tsx')]),
  route('docs/*', 'docs.tsx'),
  route('tags', 'tags.tsx', [route(':tag', 'tag.tsx')]),
  route('/api/search', 'search.ts'),
  route('*', 'not-found.tsx'),
] satisfies RouteConfig;`,
};

it.each([
  ['TanStack Router', tanStack],
  ['React Router', reactRouter],
])('what %s answers beside the documentation is there, and what it does not is told', async (_name, routes) => {
  const right = ['/play?mode=dark', '/tags/new', '/api/search', '/llms.txt', '/og/a.svg', '/img/a.svg', '/docs'];
  expect(await saidOf(right, routes)).toEqual([]);
  expect(await saidOf(['/paly', '/wide/play', '/img/b.svg'], routes)).toEqual([
    'warning /paly',
    'warning /wide/play',
    'warning /img/b.svg',
  ]);
  expect(await saidOf(['/docs/gone'], routes)).toEqual(['error /docs/gone']);
});

it('a picture is told in a folder of public files that is there, whatever routes are not read', async () => {
  expect(await saidOf(['/paly', '/img/b.svg', '/og/b.svg'], {})).toEqual(['warning /img/b.svg']);
});

it.each([
  ['a module takes the rest of all addresses', "export default [route('*', 'app.tsx'), route('docs/*', 'docs.tsx')];"],
  ['a function makes them', 'export default flatRoutes();'],
  ['a function makes some', "export default [index('home.tsx'), ...(await flatRoutes())];"],
])('nothing beside the documentation is told where %s', async (_name, text) => {
  expect(await saidOf(['/paly'], { ...reactRouter, 'site/app/routes.ts': text })).toEqual([]);
});
