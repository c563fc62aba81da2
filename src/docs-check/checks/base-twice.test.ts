import { expect, it } from 'vitest';
import { deadLinksOf } from '../../../test/docs-check/dead-links.ts';

const nextra = (page: string, base = '/docs', more: Readonly<Record<string, string>> = {}) =>
  deadLinksOf({
    'next.config.mjs': `import nextra from 'nextra';\nexport default nextra({ theme: 'nextra-theme-docs' })({ basePath: '${base}' });\n`,
    'pages/index.mdx': page,
    ...Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`pages/${name}.mdx`, '# A\n'])),
    ...more,
  });
const right = '[a](/a) [b](/b) [c](/c)\n';

it('tells addresses with the base of Nextra, which Next.js puts before them once more, where others have none', async () => {
  expect(await nextra(`${right}\n[d](/docs/d) <a href="/docs/d">d</a> [e](/docs)\n`)).toEqual([
    'warning pages/index.mdx:3 /docs/d',
  ]);
  expect(await nextra(`${right}\n[d](/docs/d)\n`, '/tool')).toEqual([]);
  expect(await nextra(`${right}\n[d](/docs/d)\n`, '/docs', { 'pages/docs/d.mdx': '# D\n' })).toEqual([]);
  expect(await nextra('[a](/a) [b](/docs/b) [c](/docs/c) [d](/docs/d)\n')).toEqual([]);
});
