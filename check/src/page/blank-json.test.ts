import { describe, expect, it } from 'vitest';
import { blankJson } from './shortcut/blank-json.ts';
import { createPageParser } from './markdown.ts';

const long = JSON.stringify({ a: Array.from({ length: 300 }, (_, at) => ({ [`k${at}`]: '}]{["\\"' })) });
const page = (value: string): string =>
  `# A\n\n<Codes\n  id={undefined}\n  responses={${value}}\n>\n\n[b](b.md)\n\n</Codes>\n`;

describe('long JSON of an attribute', () => {
  it('is blanked, so that what follows stays where it is', () => {
    const blanked = blankJson(page(long));
    expect(blanked).toHaveLength(page(long).length);
    expect(blanked).toMatch(/responses=\{0 +\}\n>/u);
    expect(blanked.indexOf('[b]')).toBe(page(long).indexOf('[b]'));
    expect(blankJson(`<A x={${long}} y={${long}} z={1}/>`)).toMatch(/^<A x=\{0 +\} y=\{0 +\} z=\{1\}\/>$/u);
  });

  it('is left as it is where it is short, no JSON or not closed', () => {
    for (const value of ['{"a":1}', `{...${long}}`, long.slice(0, -1), `${long}, b`])
      expect(blankJson(page(value))).toBe(page(value));
  });

  it('holds no parser up, and what stands beside it is read', () => {
    const dialect = { syntax: 'mdx', indentedCode: false, headingId: 'none', masks: [] } as const;
    const { links, parsed, components } = createPageParser()(page(long), dialect);
    expect([parsed, links.map(({ url, line }) => [url, line]), components.map(({ name }) => name)]).toEqual([
      true,
      [['b.md', 8]],
      ['Codes'],
    ]);
  });
});
