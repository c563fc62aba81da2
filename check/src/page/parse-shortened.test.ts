import fc from 'fast-check';
import { expect, it } from 'vitest';
import { collectFacts } from './collect-facts.ts';
import { createLineIndex } from './page-facts.ts';
import { createMarkdownParser } from './markdown.ts';
import { parseShortened, type ParseMarkdown, shortenText } from './shortcut/parse-shortened.ts';

const whole = createMarkdownParser();
const shortened = parseShortened(whole);
const dialects = [
  { syntax: 'markdown', indentedCode: true },
  { syntax: 'markdown', indentedCode: false },
  { syntax: 'mdx', indentedCode: true },
] as const;

function factsBy(parse: ParseMarkdown, source: string, dialect: (typeof dialects)[number]): unknown {
  const context = {
    source,
    headingIds: new Map<number, string>(),
    lines: createLineIndex(source),
    fencesEnd: false,
    fencesMayEnd: () => false,
    readsAttributes: false,
    lastDefinitionCounts: false,
  };
  try {
    return collectFacts(parse(source, dialect), context);
  } catch (error) {
    const { reason, line, column } = error as { reason?: string; line?: number; column?: number };
    return { reason, line, column };
  }
}

const words = 'Words that say a good deal and hold no fact at all, over and over again, `code` and **strong** too.';
/** Pieces that begin, end or continue blocks, or look as if they did. */
const pieces = [
  ...[
    words,
    `${words}\n${words}`,
    '[a link](/there)',
    'See [this\nand that][ref] here.',
    '[ref]: /somewhere',
    'a\n---',
  ],
  ...[
    '# Heading',
    '## Heading with `code` {',
    '```js\nconst a = 1;\nfoo(<b/>)\n```',
    '```\n[no](/link)',
    '```',
    '  ```',
  ],
  ...['~~~ts\n```\n~~~~', `- ${words}\n- ${words}\n  ${words}`, `1. ${words}\n   - ${words}`, `- ${words}\n${words}`],
  ...[
    '    <a href="/x">indented</a>',
    '\t- deep',
    `> ${words}\n> [quoted](/q)`,
    '<div>',
    '</div>',
    '<!--',
    '-->',
    '<pre>',
  ],
  ...[
    `| a | b |\n| - | - |\n| ${words} | c |\n| [x](/y) | d |\n| e | f |`,
    `| a |\n${words}`,
    '| a | b |\n| - |\n| `c\n| d` |',
  ],
  ...[
    '<Note title="x">',
    '</Note>',
    `<Note>\n${words}\n</Note>`,
    "import X from './x.mdx'",
    'export const a = {',
    '}',
    '{`',
  ],
  ...[
    '`}',
    'export const b = `',
    '{/*',
    '*/}',
    `[^1]: ${words}`,
    'A note.[^1]',
    '<img src="a.png" />',
    `${words}\n\`\`\`\n${words}\n\`\`\``,
  ],
  ...[
    '* * *',
    '===',
    '```\n\n\n```js\n\n```',
    '+++',
    ':::note',
    words.replaceAll(' ', '  '),
    'import of words',
    '\u00a0',
  ],
  ...[
    '[a](/b) and [`c[]`](../d.md#e), \u{1f600} [](/f) [g](/h?i=1&j=2)',
    '![picture](/p.png) and ![](/q.png) and !\\[no](/r)',
    `${words} [one](/1)\n[two](/2 "title") [three](</3>) [four](/4\\_4) [five](/5(5))`,
    '[a][b](/c) [d](/e)[f] [^1](/g) [h `](/i) `](/j) ``[k](/l)`` \\`[m](/n)`',
    '**Bold [a](/b)**: *text* _[c](/d)_ <e> [f](/g)',
    '- [a](/b)\n- **c** [d](/e)\n    - [f](/g)\n      [h](/i)',
  ],
  ...[
    '    - [a](/b)\n- [c](/d)',
    '-     [a](/b)\n- [c](/d)',
    '- [a](/b)\n\n      [c](/d)',
    '1. [a](/b)\n2) [c](/d)\n\n   [e](/f)',
    '> **note** [a](/b)\n>\n> [c](/d)',
    '> [!NOTE]\n> [a](/b)\n[lazy](/c)',
    '| [a](/b) | `c` |\n| - | - |\n| [d](/e) | [`f|g`](/h) |\n| [i](/j) | k |',
    '| [a|b](/c) |\n| - |\n| `d | [e](/f) ` |',
  ],
  ...[
    '## `code` and \\_escaped\\_ snake_case ##',
    '# *Emphasis* & &amp; _under_',
    '### C#\n[a](/b)\n#### [c](/d)\ntext [e](/f)',
    '#No heading',
    '##',
    '  ## Indented [a](/b)',
    '***',
    'a\n***\n[b](/c)',
    '::: tip [a](/b)\n[c](/d)\n:::',
    '<!-- a\n\n## No\n\n[b](/c)\n\n-->',
    '<details>\n<summary>[a](/b)</summary>\n\n## Yes\n\n[c](/d)\n\n</details>',
    '@[video](id) \\',
    'export const c = [a](/b)',
    'x\t[a](/b)',
  ],
  ...[
    '  ```js\n  [no](/link)\n\n\n  <b>\n  ```',
    '    ```\n    [maybe](/link)\n    ```',
    `${words}\n    \`\`\`\n    [a](/b)\n    \`\`\``,
    `- ${words}\n  ~~~\n  [no](/link)\n  \`\`\`\n    deeper\n  ~~~\n- [a](/b)`,
    '1. a\n\n   ```sh\n   # no heading\n  [out](/of-it)\n   ```\n   [a](/b)',
    '<Note>\n  ```\n  {\n  ```\n</Note>',
    '\t```\n\t[a](/b)\n\t```',
    '  ```\n\n  [a](/b)',
    '<Note\n  title="a\n\n\n\n  ```\n  b\n  ```\n  "\n/>',
    '<Note title={`\n\n\n`} />',
    "import A from 'a';\nimport { B, C as D } from './b.mdx'",
    "import Rest, { E } from '@x/y';",
    'import { default as F } from "./f.mdx"',
    "import X, from './x.mdx'",
    'export const B = 1;',
    'export function A() {}',
  ],
  ...[
    '- [a](/b) and\n  [c](/d)\n- 2 [e](/f)\n- **g** `h` <br />\n  - [i](/j)\n- [ ] [k](/l)',
    '1. [a](/b)\n3) [c](/d)\n- \n  [e](/f)\n* * *\n  [g](/h)',
    `  ${words}\n  [a](/b)`,
    `   ${words} [a](/b)`,
    `    ${words} [a](/b)<br/>\n    [c](/d)`,
    `<Tabs items="a">\n  <Tab>\n    - [a](/b)\n    - c\n  </Tab>\n</Tabs>`,
    `<Steps>\n1. [a](/b)\n\n   [c](/d)\n   <Aside>\n   ${words}\n   </Aside>\n</Steps>`,
    '[a](/b) <br/> [c](/d)<br>',
    '## A <br/> break',
    '<Card\n  title="a\n\n  words"\n  href="/x"\n/>',
    '<b>',
    '</b>',
    '- `code\n  [a](/b)` [c](/d)',
    '-\t\t[a](/b)',
  ],
  ...[
    `${words}\n- [a](/b)\n- c`,
    `| a |\n| - |\n- [b](/c)`,
    '[a](/b)\n1. [c](/d)\n2. e\n10. [f](/g)\n    [h](/i)',
    '- [ ] [a](/b)\n- [ ]: /c\n- [ ](/d)\n- [ ] e [f][ ]',
    'Press <kbd>a</kbd>, H<sub>2</sub>O or <kbd>[b](/c)</kbd> <u>*d</u>* [e](/f)',
    '  [a](/b)\n\n  c\n\n  ```\n  d\n  ```\n  [e](/f)\n\n    [g](/h)\n  i',
    '   ```\n   a\n   ```\n\n   [b](/c)\n\n\n   ```\n   [d](/e)\n   ```',
    '- a\n\n  b\n\n- c\n\n  [d](/e)',
    '- a\n* b\n+ [c](/d)\n1. e\n2) [f](/g)\n  - h\n  - [i](/j)',
    '::: tip\n- [a](/b)\n- c\n:::',
  ],
  ...[
    `<Tabs items="a" href='/b'>\n  <Tab id="c">\n    ${words}\n    [d](/e)\n  </Tab>\n\n  \`\`\`\n  f\n  \`\`\`\n</Tabs>`,
    '<Tab>\n- a\n  - [b](/c)\n\n  d\n</Tab>',
    '  <Tab>\n  ## a\n  <img src="/b" alt />\n  </Tab>',
    '<A.B x>\n# [c](/d)\n# e\n</A.B>\n<F />',
    '<A>\n  <B>\n</A>\n  </B>',
    '<A>\n> [b](/c)\n</A>',
    '<A>\nexport const d = 1;\n</A>',
    '<A>\n    <b-c.d />\n</A>',
    '1. a\n   <Aside>\n   - [b](/c)\n   </Aside>\n\n   d',
    '- a\n<Aside>\n  b\n</Aside>\nc [d](/e)',
    '<p>\n**T** `a` <br />\n[b](/c)\n</p>',
    '<A>\na\n***\nb\n---\n</A>',
    '<A title="&lt;" href="b\\c" {...d}>\n</A>',
    '<A b={[{"c":"}","d\\"":[1]}]} href="/e" alt={{"f":null}} />',
    '<A b={[1} c="/d" />',
    '<A b={{"__proto__":1,"__proto__":2}} />',
    '<A b={{"c":1}}d />',
    '  <A>',
    '  </A>',
    '- a\n\n  <A>\n  b\n</A>',
    '<A>\n- c\n\n  <B>\n</B>\n</A>',
    '<A>\n- b\n  </A>',
    '- a\n\n  <A>\n  - b\n- c\n  </A>',
    '- a\n\n  <A>\n- d\n  </A>',
    '1. a\n\n   <A>\n   - b\n\n  [c](/d)\n   </A>',
    '- a\n\n  b\n\n      c\n\n   [d](/e)\n\n       [f](/g)',
    '   ```\n   a\n   ```\n\n   ```\n   [b](/c)\n       ```\n\n   [d](/e)',
  ],
  ...[
    '2022-09-12: [a](/b)',
    '1986. [a](/b)',
    '1.5 [a](/b)\n3) [c](/d)\n12 [e](/f)',
    '\u{1f310} [a](/b)\n\u300c[c](/d)\u300d',
    '* \u{1f310} [a](/b)\n* \u2b06 c',
    '@[video](/a)\n@[b](/c)',
    '!!! note\n    [a](/b)\n/// tip\n[a](/b)\n///',
    '![a](/b.png)\n![](/c.png) [![d](/e)](/f) ![ ](/g) ![&nbsp;](/h)',
    '- ![a](/b)\n- ![c](/d "e") f',
    '\\![a](/b) !![c](/d) !\\[e](/f) g!',
    'See [this\nand that](/a) `code\nover [no](/b) lines` [c](/d)',
    '- [a\n  b](/c)\n- `d\n  [e](/f) `\n- `g\n  [h](/i) j` k `',
    '> [a\n> b](/c) `d\n> [e](/f)`',
  ],
  ...[
    'Of [a] [b][] [c d][e f] [x] y [^z]',
    '- [x] [a](/b)\n- [y] c[d]\n- e [f]: g',
    ':::note[Title]\n[a](/b)\n:::',
    'a\t[b](/c)\n* [a](/b)\t- c',
    '>\t[a](/b)\n1\t[c](/d)\n',
    '<!-- a -->',
    '<!--\n# No\n\n[a](/b)\n-->',
    '<!-- a\n\n-->[b](/c)',
    '<!-- a --> [b](/c)',
    '- a\n\n<!-- b\n\n- c -->\n\n  d [e](/f)',
    '<div>\n<!-- a\n\n-->\n</div>',
    '<!-->\n\na -->',
    '## a\n<!-- b\n\n[c](/d) -->\n[e](/f)',
    'a\n<!-- b -->\n- c\n<!--\nd\n-->\n  e [f](/g)',
    '<p>\n<!-- a -->\n[b](/c)',
    '> a\n<!-- b -->\n[c](/d)',
    '[a]: [b](/c)',
    'a [b [c](/d)] e][f](/g) [h] (/i) [j](k',
    '## A [box] [link](/a)\n## ![b](/c)\n# Of [a]',
  ],
];

it('finds the facts of a page where it finds them in the whole', () => {
  const page = fc
    .array(fc.tuple(fc.constantFrom(...pieces), fc.constantFrom('\n', '\n\n', '\n\n\n', '\n\n  ')), { maxLength: 14 })
    .map((parts) => parts.flat().join(''));
  fc.assert(
    fc.property(page, fc.constantFrom(...dialects), (source, dialect) => {
      expect(factsBy(shortened, source, dialect)).toEqual(factsBy(whole, source, dialect));
    }),
    { numRuns: 1_000 },
  );
});

it('leaves out what needs no parser, and nothing else', () => {
  const plain = [words, `${words}\n${words}`, '## A heading', '[l](/l)', '```js\na\n\nb\n```', '- [a](/b)\n- c', '***'];
  const page = [...plain, `- a <b>\n- ${words}`, '| a |\n| - |\n| [x](/y) |', `${words}\nends`].join('\n\n');
  expect(shortenText(page, 'mdx')?.text.split('\n')).toEqual([
    'x',
    '',
    '- a <b>',
    `- ${words}`,
    '',
    'x',
    '',
    words,
    'ends',
  ]);
  expect(shortenText(`${words}\n1. [a](/b)\n2. ${words}\n10. c\n\nend`, 'mdx')?.text).toBe('x\n\nend');
  expect(shortenText('![d](/e)\n\n2026-11-24: [f\ng](/h) [i] \u{1f310}\n\nend', 'markdown')?.text).toBe('x\n\nend');
  expect(shortenText(`a [b]\n\n[b]: /c\n\nend`, 'markdown')?.text).toBe('a [b]\n\n[b]: /c\n\nend');
  const oneParagraph = `${words}\n\u00a0\n    - [a](/b)\n\nend`;
  expect(shortenText(oneParagraph, 'mdx')?.text).toBe(oneParagraph);
});

it.each([
  ['a block of HTML', `<pre>\n\n${words}\n\n</pre>\n\n[a](/b)`, dialects[0]],
  ['code that is no fence of its own', `\`\`\`\n\n${words}\n\n[a](/b)`, dialects[0]],
  ['a module that does not parse', `export const a = {\n\n${words}\n\n}\n\nend`, dialects[2]],
  ['lines of another system', `${words}\r\n\r\n[a](/b)`, dialects[0]],
])('parses a page whole where what looks like prose is in %s', (_, page, dialect) => {
  const asked: string[] = [];
  const parse = parseShortened((text, given) => {
    asked.push(text);
    return whole(text, given);
  });
  expect(factsBy(parse, page, dialect)).toEqual(factsBy(whole, page, dialect));
  expect(asked.at(-1)).toBe(page);
});

it('takes a fence behind four spaces for a part of the paragraph', () => {
  const source = `${words}\n    \`\`\`\n    [a](/b)\n    \`\`\`\n[a]: [b](/c)\n${words}\n\n  ${words}\n`;
  for (const dialect of dialects) expect(factsBy(shortened, source, dialect)).toEqual(factsBy(whole, source, dialect));
});

it('reads rows of a table each for itself, also those without a sign of it', () => {
  const rows = 'See [this\nand that](/a) `code\nover [no](/b) lines` [c](/d)';
  const before = 'See `code\nover [no](/e) lines` too\n';
  for (const source of [`| a |\n| - |\n${rows}\n\n${words}\n`, `${before}| a |\n| - |\n${rows}\n\n${words}\n`])
    for (const dialect of dialects)
      expect(factsBy(shortened, source, dialect)).toEqual(factsBy(whole, source, dialect));
});
