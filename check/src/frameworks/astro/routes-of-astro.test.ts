import { expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../../test/memory-tree.ts';
import { createCheck } from '../../create-check.ts';

const site: Files = {
  'docs/astro.config.mjs': "import mdx from '@astrojs/mdx';\nexport default { integrations: [mdx()] };\n",
  'docs/src/pages/index.astro': '',
  'docs/src/pages/fr/docs/[...slug].astro': '',
  'docs/src/pages/start.md': '# Start\n',
  'docs/src/content/docs/fr/setup/index.mdx': '# Setup\n',
};
const page =
  '# A\n\n[a](/docs/fr/setup) [b](/fr/docs/setup) [c](/start/) [d](/pricing) [e](/docs/fr/setup.png) [f](setup)\n';

async function said(files: Files = {}): Promise<string[]> {
  const tree = createMemoryTree({ ...site, 'docs/src/content/docs/fr/a.mdx': page, ...files });
  const { findings } = await createCheck().check({ tree });
  return findings.flatMap(({ severity, message }) =>
    message.includes('no route of') ? [`${severity} ${message.split(' ', 3)[2] ?? ''}`] : [],
  );
}

it('tells an address of the name of a page that no route answers', async () => {
  expect(await said()).toEqual(['warning /docs/fr/setup']);
});

it('says nothing where another route, the host or a program may answer', async () => {
  expect(await said({ 'docs/src/pages/[...all].astro': '' })).toEqual([]);
  expect(await said({ 'docs/src/pages/docs/[lang]/[page].astro': '' })).toEqual([]);
  expect(await said({ 'docs/src/middleware.ts': '' })).toEqual([]);
  expect(await said({ 'docs/public/_redirects': '/docs/* /fr/docs/:splat\n' })).toEqual([]);
  const other = "import own from 'other-docs';\nexport default { integrations: [own()] };\n";
  expect(await said({ 'docs/astro.config.mjs': other })).toEqual([]);
  expect(await said({ 'docs/astro.config.mjs': "export default { base: '/docs' };\n" })).toEqual([]);
});
