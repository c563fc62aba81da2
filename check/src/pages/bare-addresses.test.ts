import { expect, it } from 'vitest';
import { bareAddressesIn, findBareAddresses } from './bare-addresses.ts';
import { createPageParser } from './parse-page.ts';
import { parseAsciidoc } from './parse-asciidoc.ts';

const a = 'https://acme.dev/a';
const found = (text: string): string[] => findBareAddresses(text).map(({ url }) => url);

it.each([
  [`See ${a}.`, [a]],
  [`(${a}_(b)), ${a}?`, [`${a}_(b)`, a]],
  [`**${a}**`, [a]],
  [`    - ${a}`, [a]],
  [`[^1]: ${a}`, [a]],
])('finds the address in %s', (text, urls) => {
  expect(found(text)).toEqual(urls);
});

it.each([
  `[a](${a})`,
  `<${a}>`,
  `<a href="${a}">`,
  `[${a}](/b)`,
  `\`${a}\``,
  `    ${a}`,
  `[a]: ${a}`,
  `<!-- ${a} -->`,
  `<!--\n${a}\n-->`,
  `\`\`\`\n${a}\n\`\`\``,
  `---\nurl: ${a}\n---`,
  'https:// and http://a',
])('finds none in %s', (text) => {
  expect(found(text)).toEqual([]);
});

it('tells where it stands', () => {
  expect(found(`<head>\n  <meta property="og:image" content="${a}/b.png" />\n</head>\n`)).toEqual([`${a}/b.png`]);
  expect(findBareAddresses(`# A\n\nSee ${a}`)).toEqual([{ url: a, line: 3, column: 5 }]);
  expect([...bareAddressesIn(`See ${a}`)]).toEqual([{ url: a, at: 4 }]);
});

it('reads those of reStructuredText, and not what stands in its literals', () => {
  const parse = createPageParser();
  const text = `A\n=\n\nSee ${a} and \`\`${a}/b\`\` and \`c <${a}/c>\`_\nor ${a}/d.\n`;
  const { bare, links } = parse(text, { syntax: 'restructuredtext', indentedCode: true, headingId: 'none', masks: [] });
  expect(bare).toEqual([
    { url: a, line: 4, column: 5 },
    { url: `${a}/d`, line: 5, column: 4 },
  ]);
  expect(links.map(({ url }) => url)).toEqual([`${a}/c`]);
});

it('reads links of AsciiDoc with a text, and without', () => {
  const { bare, links } = parseAsciidoc(`= A\n\nSee ${a}/b[the b] or ${a} or link:${a}/c[c] or \`${a}/d\`.\n`);
  expect(bare?.map(({ url }) => url)).toEqual([a]);
  expect(links.map(({ url }) => url).toSorted()).toEqual([`${a}/b`, `${a}/c`]);
});
