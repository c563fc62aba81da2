import { expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../test/memory-tree.ts';
import { createCheck } from '../create-check.ts';

async function said(files: Files): Promise<string[]> {
  const { findings } = await createCheck().check({ tree: createMemoryTree(files) });
  return findings.map(({ rule, message }) => `${rule} ${/`\S*`|@\S+|\S+\.png/u.exec(message)?.[0] ?? message}`);
}

const site = { 'docusaurus.config.js': 'export default { presets: [["classic", {}]] };\n', 'docs/a.md': '# A\n' };

it('passes over a name before all folders, which a plugin puts a folder for', async () => {
  expect(await said({ ...site, 'docs/b.md': '![x](@images/a.png) [y](@parts/a.md)\n' })).toEqual([]);
  expect(await said({ ...site, 'docs/b.md': '![x](@site/static/a.png)\n' })).toEqual([
    'missing-file @site/static/a.png',
  ]);
  const mintlify = {
    'docs.json': '{"name":"x","navigation":{"pages":["index","parts/a"]}}',
    'parts/a.mdx': '---\ntitle: A\n---\n',
  };
  expect(await said({ ...mintlify, 'index.mdx': '---\ntitle: Home\n---\n\n[x](@parts/a) [y](/parts/a)\n' })).toEqual([
    'broken-link @parts/a',
  ]);
});

it('takes no address for one between signs of code', async () => {
  expect(await said({ ...site, 'docs/b.md': '[x](`/docs/a`)\n' })).toEqual(['malformed-link `/docs/a`']);
});

it('takes no address for one that begins with a bracket before its scheme', async () => {
  expect(await said({ ...site, 'docs/b.md': '[x]((https://example.org/a)) [y](https://example.org/a_(b))\n' })).toEqual(
    [expect.stringContaining('malformed-link The address (https://example.org/a) begins')],
  );
});

it('VitePress puts the base of the site before addresses of Markdown once more, and before none of HTML', async () => {
  const press = {
    'docs/.vitepress/config.ts': "export default { base: '/tool/' };\n",
    'docs/index.md': '# A\n',
    'docs/guide/b.md': '# B\n',
  };
  const told = (written: string) => said({ ...press, 'docs/c.md': `${written}\n` });
  expect(await told('[x](/guide/b) <a href="/tool/guide/b">y</a>')).toEqual([]);
  expect(await told('[x](/tool/guide/b)')).toHaveLength(1);
  expect(await told('![x](/tool/a.png)')).toHaveLength(1);
  expect(await said({ ...press, 'docs/c.md': '![x](/tool/a.png)\n', 'docs/public/a.png': 'PNG' })).toEqual([]);
});

it('reads an address with more steps up than there are folders from the top of the host, before the base', async () => {
  const based = {
    'docusaurus.config.js': "export default { baseUrl: '/tool/', presets: [['classic', {}]] };\n",
    'docs/a.md': '# A\n',
    'static/img/a.png': 'PNG',
  };
  const told = (written: string) => said({ ...based, 'docs/b.md': `${written}\n` });
  expect(await told('<img alt="x" src="../../../../tool/img/a.png" />')).toEqual([]);
  expect(await told('<img alt="x" src="../../img/a.png" />')).toEqual([]);
  expect(await told('<img alt="x" src="../../../../tool/img/gone.png" />')).toHaveLength(1);
});

it.each([
  ['ihttps://example.org', true],
  ['htps://example.org', true],
  ['httpss://example.org', true],
  ['hvtps://example.org', true],
  ['https//example.org', true],
  ['https;//example.org', true],
  ['https//:example.org', true],
  ['https::/example.org', true],
  ['https:://example.org', true],
  ['https://https//example.org', true],
  ['hxxps://example.org', false],
  ['shttp://example.org', false],
  ['sftp://example.org', false],
  ['https://example.org', false],
])('takes a scheme that is a letter off for a slip: %s, %s', async (url, isSlip) => {
  const told = isSlip ? [`malformed-link The address ${url} begins with a scheme that is mistyped.`] : [];
  expect(await said({ 'README.md': `[x](${url})\n` })).toEqual(told);
});

it('takes an address without a host, and one with another behind it, for a slip', async () => {
  const told = async (url: string): Promise<string[]> => await said({ 'README.md': `[x](${url})\n` });
  for (const url of ['https://', 'https://C/', 'http://c'])
    expect(await told(url)).toEqual([`malformed-link The address ${url} names no host.`]);
  expect(await told('{/docs/a')).toEqual([
    'malformed-link The address {/docs/a begins with a brace that nothing closes.',
  ]);
  expect(await told('{base}/docs/a')).toEqual([]);
  expect(await told('https://min,io/a')).toEqual([
    'malformed-link The address https://min,io/a has a comma in the name of its host.',
  ]);
  expect(await told('https://example.org/a,b')).toEqual([]);
  for (const url of ['xref:https://example.org', 'link::https://example.org'])
    expect(await told(url)).toEqual([
      `malformed-link The address ${url} begins with a macro, of which an address has none.`,
    ]);
  expect(await told('xref:example')).toEqual([]);
  const pasted = '[https://a.dev/b](https://a.dev/b)';
  expect(await told(pasted)).toEqual([
    `malformed-link The address ${pasted} is a link of Markdown, of which the address alone has to stand here.`,
  ]);
  const twice = 'https://example.org/docshttps://example.org/docs/a';
  expect(await told(twice)).toEqual([`malformed-link The address ${twice} has a second one behind it.`]);
  const between = 'https://a.dev](https://b.dev/a/)';
  expect(await told(between)).toEqual([`malformed-link The address ${between} has a second one behind it.`]);
  expect(await told('„/errors/„')).toEqual([
    'malformed-link The address „/errors/„ begins with a sign that no address begins with.',
  ]);
  const afterHost = 'https://github.com/https://github.com/a/b';
  expect(await told(afterHost)).toEqual([`malformed-link The address ${afterHost} has a second one behind it.`]);
  const handedOver = [
    'https://web.archive.org/web/2020/https://a.dev',
    'https://a.dev/?url=https://b.dev',
    'https://a.dev/shttp',
  ];
  for (const url of handedOver) expect(await told(url)).toEqual([]);
  expect(await told('https://a.dev/a%20https://b.dev')).toEqual([]);
});

it('tells of a folder or file at the top that a README looks for above the repository, and not of the name of a branch', async () => {
  const told = async (url: string): Promise<string[]> =>
    await said({ 'docs/README.md': `[x](${url})\n`, 'examples/a.js': '', 'notes.txt': '', LICENSE: '' });
  for (const url of ['../../examples/', '../../notes.txt', '../../LICENSE']) {
    const [message] = await told(url);
    expect(message).toContain('it has more ../ than there are folders above the page.');
  }
  for (const url of ['../../examples', '../../COPYING']) expect(await told(url)).toEqual([]);
});
