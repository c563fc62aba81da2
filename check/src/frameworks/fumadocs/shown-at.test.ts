import { expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../../test/memory-tree.ts';
import { createCheck } from '../../create-check.ts';

async function said(route: string, files: Files = {}): Promise<string[]> {
  const tree = createMemoryTree({
    'source.config.ts': "export const docs = defineDocs({ dir: 'content/docs' });\n",
    'lib/source.ts': "export const source = loader({ baseUrl: '/docs', source: docs.toFumadocsSource() });\n",
    [`app/${route}/page.tsx`]: 'export default async ({ params }) => source.getPage((await params).slug);\n',
    'content/docs/index.mdx': '---\ntitle: A\n---\n\n[b](/docs/b) [c](/b)\n',
    'content/docs/b.mdx': '---\ntitle: B\n---\n',
    ...files,
  });
  const { findings } = await createCheck().check({ tree });
  return findings.flatMap(({ severity, path, message }) =>
    /shows the pages|leads to no/u.test(message) ? [`${severity} ${path} ${message.split(' ', 3)[2] ?? ''}`] : [],
  );
}

it('tells a route that shows the pages at another address than that which their loader gives them', async () => {
  const told = ['warning app/(main)/[...slug]/page.tsx shows', 'warning content/docs/index.mdx /docs/b'];
  expect(await said('(main)/[...slug]')).toEqual(told);
  // The route may lead a name of its own elsewhere.
  const own = "if (slug[0] === 'gone') slug = []; source.getPage(slug)";
  const links = { 'content/docs/index.mdx': '---\ntitle: A\n---\n\n[b](/gone)\n' };
  const [first = ''] = told;
  expect(await said('(main)/[...slug]', links)).toEqual([first, 'warning content/docs/index.mdx /gone']);
  expect(await said('(main)/[...slug]', { ...links, 'app/(main)/[...slug]/page.tsx': own })).toEqual([first]);
  const right = ['warning content/docs/index.mdx /b'];
  expect(await said('(main)/docs/[[...slug]]')).not.toEqual(told);
  expect((await said('(main)/docs/[[...slug]]')).map((one) => one.replace('error', 'warning'))).toEqual(right);
});

it('says nothing where the app has other such routes, a language before all, or something leads on', async () => {
  const isTold = async (route: string, files: Files = {}): Promise<boolean> =>
    (await said(route, files)).some((one) => one.includes(' shows'));
  expect(await isTold('[...slug]')).toBe(true);
  expect(await isTold('[...slug]', { 'app/docs/[...slug]/page.tsx': '' })).toBe(false);
  expect(await isTold('[lang]/[...slug]')).toBe(false);
  expect(await isTold('[...slug]', { 'proxy.ts': '' })).toBe(false);
  // A route that names the address of the loader may lead readers of it on.
  const leading = "if (slug[0] === 'docs') redirect(slug.slice(1)); source.getPage(slug)";
  expect(await isTold('[...slug]', { 'app/[...slug]/page.tsx': leading })).toBe(false);
});
