import { expect, it } from 'vitest';
import { createMemoryTree } from '../../test/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';
import { tagsWithBareValues } from './bare-values.ts';
import { createPageParser } from './parse-page.ts';

it('reads addresses without quotation marks that have a slash', async () => {
  const page =
    'See <a href=docs/gone.md>it</a> and <a href=docs/a.md>a</a>.\n\n' +
    'Under <a href=„/errors/„>Errors</a>, <img src=img/gone.png alt=x> and \\<a href=docs/shown.md>.\n';
  const { findings } = await createDocsCheck().check({
    tree: createMemoryTree({ 'README.md': page, 'docs/a.md': '# A\n' }),
  });
  expect(findings.map(({ rule, line, message }) => `${rule} ${line} ${message.split(' ')[2]}`)).toEqual([
    'broken-link 1 docs/gone.md',
    'malformed-link 3 „/errors/„',
    'missing-file 3 img/gone.png',
  ]);
});

it('takes no other sign for a tag, in time that grows with the text', () => {
  expect(tagsWithBareValues('a < b = c/d > e, <a href="x/y"> and <b class=x/y>')).toEqual([]);
  expect(tagsWithBareValues('<a href=x '.repeat(50_000))).toEqual([]);
  expect(tagsWithBareValues(`<a ${'=/'.repeat(50_000)}`)).toEqual([]);
});

it('reads no code of a page that is parsed without its plain lines', () => {
  const source = [
    '### READMEs and other files of the code host',
    '`AGENTS` and `CLAUDE`, also with a language (`README.fr.md`), and what lies in `.github` and `.gitlab`.',
    '',
    '- A tag whose values have no quotation marks is read (`<a href=docs/a.md>`). `[Tool][home]` is told as a reference that nothing defines only',
  ].join('\n');
  const dialect = { syntax: 'markdown', indentedCode: true, headingId: 'none', masks: [] } as const;
  expect(createPageParser()(source, dialect).links).toEqual([]);
});
