import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCheck } from '../src/create-check.ts';
import { createMemoryTree } from './memory-tree.ts';
import { sampleSites, writeSite } from './sample-sites.ts';

/** Pieces that mean something to Markdown, MDX, YAML, JSON or JavaScript: random text alone hardly ever does. */
const piece = fc.oneof(
  fc.constantFrom(
    ...[
      '# a',
      '## b {#c}',
      '---',
      '```',
      '~~~',
      '> ',
      '- ',
      '1. ',
      '    ',
      '\t',
      '[x](',
      ')',
      '![',
      '](',
      '[a]: ',
      '<A',
      '/>',
      '</A>',
      '<b ',
      'id="',
      '"',
      '{',
      '}',
      '{/*',
      '*/}',
    ],
    ...[
      '<!--',
      '-->',
      '$',
      '$$',
      '|',
      '| - |',
      ':::note',
      '{{',
      '}}',
      '{%',
      '%}',
      'import a from "',
      'export const a = ',
      '%zz',
      '#',
      '?',
      '../',
      '\\',
      '`',
      '*',
      '_',
      '\u0000',
      '\uFEFF',
      '\r\n',
      '𝒳',
    ],
    ...[
      'title: ',
      'pages: [',
      ']',
      '&a',
      '*a',
      '<<: *a',
      '!!python/name:x',
      'const a = a;',
      '...a',
      '=>',
      'function a() {',
      'return ',
      'require("./a")',
      '"navigation":',
      'null',
      ',',
    ],
  ),
  fc.string({ maxLength: 6 }),
);
const text = fc
  .array(fc.oneof(piece, fc.constant('\n'), fc.constant(' ')), { maxLength: 60 })
  .map((parts) => parts.join(''));

describe.each(sampleSites)('a $framework site', (site) => {
  const clean = writeSite(site);
  const docsCheck = createCheck();

  it('is checked to the end whatever a page or a settings file holds', async () => {
    const paths = fc.constantFrom(...Object.keys(clean).filter((path) => !path.endsWith('.png')));
    const edit = fc.record({ path: paths, text, at: fc.double({ min: 0, max: 1, noNaN: true }), whole: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(edit, async ({ path, text: inserted, at, whole }) => {
        const old = clean[path] ?? '';
        const cut = Math.floor(at * old.length);
        const edited = whole ? inserted : old.slice(0, cut) + inserted + old.slice(cut);
        const { findings } = await docsCheck.check({ tree: createMemoryTree({ ...clean, [path]: edited }) });
        for (const finding of findings) {
          expect(finding.message).not.toBe('');
          expect(finding.line ?? 1).toBeGreaterThan(0);
          expect(finding.column ?? 1).toBeGreaterThan(0);
        }
      }),
      // Of the run that found a page on which the parser's own assertion fails.
      { numRuns: 60, seed: -1130647476 },
    );
  }, 60_000);
});

it('is checked to the end when a page is made to be slow', async () => {
  const hostile = [
    '['.repeat(3_000),
    '*a'.repeat(4_000),
    '<a '.repeat(2_000),
    '> '.repeat(1_500),
    '`'.repeat(5_000),
    '![](' + '('.repeat(3_000),
  ];
  const files = Object.fromEntries(hostile.map((content, index) => [`page${index}.md`, content]));
  const { pages } = await createCheck().check({ tree: createMemoryTree(files) });
  expect(pages).toBe(hostile.length);
}, 60_000);
