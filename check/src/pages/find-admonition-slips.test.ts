import { expect, it } from 'vitest';
import { createMemoryTree } from '../../test/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';

it.each<readonly [name: string, text: string, found: readonly string[]]>([
  ['a title that no quotation mark ends', '!!! note "Title\n    text\n', ['warning 1']],
  ['a title without quotation marks', "!!! note: Don't\n    text\n", ['warning 1']],
  ['words behind the title', '??? tip "Title" text\n', ['warning 1']],
  ['text that is not indented', '!!! note\ntext\n', ['warning 1']],
  ['blocks', '!!! note\n    text\n\n!!!warning inline end "A "title""\n\n\ttext\n\n???+ "Title"\n    text\n', []],
  ['a tab before the title', '!!! note\t"Title"\n    text\n', []],
  ['a title alone', '!!! note "Title"\n\ntext\n', []],
  ['one that is shown', '```\n!!! note "Title\n```\n', []],
  ['an exclamation', '!!!\ntext\n\n!!!! a: b\n\n??? really?\n', ['warning 6']],
])('%s', async (_name, text, expected) => {
  const settings = 'site_name: S\nmarkdown_extensions: [admonition, pymdownx.details]\n';
  const tree = createMemoryTree({ 'mkdocs.yml': settings, 'docs/index.md': text });
  const { findings } = await createDocsCheck().check({ tree });
  expect(findings.map(({ severity, line }) => `${severity} ${line}`)).toEqual(expected);
});

it('takes them for text where no extension reads them', async () => {
  const tree = createMemoryTree({ 'mkdocs.yml': 'site_name: S\n', 'docs/index.md': '!!! note "Title\n\n??? x: y\n' });
  expect((await createDocsCheck().check({ tree })).findings).toEqual([]);
});
