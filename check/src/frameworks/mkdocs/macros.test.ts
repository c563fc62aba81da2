import { expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../../test/memory-tree.ts';
import { createCheck } from '../../create-check.ts';

async function said(page: string, more: Files = {}, macros = 'macros'): Promise<string[]> {
  const tree = createMemoryTree({
    'mkdocs.yml': `site_name: A\nplugins:\n  - ${macros}\nnav: [index.md]\n`,
    'docs/index.md': page,
    'docs/common/types.md': '# Types\n\n[x](#columns)\n',
    'docs/common/columns.md': '## Columns\n',
    ...more,
  });
  const { findings } = await createCheck().check({ tree });
  return findings
    .filter(({ rule }) => rule.includes('broken'))
    .map(({ severity, path, line, rule }) => `${severity} ${path}:${line ?? ''} ${rule}`);
}

const both = '{% include \'common/types.md\' %}\n\n{%- include "common/columns.md" with context -%}\n\n[x](#columns)\n';

it('a part that a template includes has its anchors in the page that shows it', async () => {
  expect(await said(both)).toEqual([]);
  expect(await said('# Home\n\n[x](common/types.md)\n')).toEqual(['error docs/common/types.md:3 broken-anchor']);
});

it('a page that only includes parts that are read has no other anchors', async () => {
  expect(await said(`${both}\n[x](#gone)\n`)).toEqual(['error docs/index.md:7 broken-anchor']);
  expect(await said(`${both}\n{% include 'common/' ~ name %}\n\n[x](#gone)\n`)).toEqual([]);
  expect(await said(`${both}\n{{ table() }}\n\n[x](#gone)\n`)).toEqual([]);
});

it('a part that is missing is a warning, unless the template says that it may be', async () => {
  expect(await said(`${both}\n{% include 'gone.md' %}\n`)).toEqual(['warning docs/index.md:7 broken-include']);
  expect(await said(`${both}\n{% include 'gone.md' ignore missing %}\n`)).toEqual([]);
});

it('parts are looked for in the folder of the settings too', async () => {
  const folder = 'macros: {include_dir: parts}';
  expect(await said(`${both}\n{% include 'a/own.md' %}\n`, { 'parts/a/own.md': '## Own\n' }, folder)).toEqual([]);
});
