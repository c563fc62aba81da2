import type { Files } from '../../check/test/memory-tree.ts';

// Documentation that is small to write and without end to read. Each attack is a whole repository.

const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, at) => make(at));
const page = '---\ntitle: Home\n---\n\nWelcome to Acme.\n';

const docusaurus = (config: string, more: Files = {}): Files => ({
  'docusaurus.config.js': config,
  'sidebars.js': 'module.exports = { docs: ["index"] };\n',
  'docs/index.md': page,
  ...more,
});
const vitepress = (config: string, more: Files = {}): Files => ({
  '.vitepress/config.ts': config,
  'index.md': page,
  ...more,
});
const mintlify = (settings: object, more: Files = {}): Files => ({
  'docs.json': JSON.stringify({ name: 'Docs', navigation: { pages: ['index'] }, ...settings }),
  'index.mdx': page,
  ...more,
});
const mkdocs = (settings: string, more: Files = {}): Files => ({
  'mkdocs.yml': settings,
  'docs/index.md': page,
  ...more,
});
const plain = (body: string): Files => ({ 'index.md': page, 'attack.md': body });
const mdx = (body: string): Files => mintlify({}, { 'attack.mdx': body });

/** `a0`, `a1` …, each of which uses the one before it ten times. */
const chain = (depth: number, first: string, next: (before: string) => string): string =>
  times(depth, (at) => `const a${at} = ${at === 0 ? first : next(`a${at - 1}`)};`).join('\n');
const tenTimes = (text: string): string => times(10, () => text).join(', ');

const bomb = (depth: number): string =>
  [
    'a0: &a0 [lol, lol]',
    ...times(depth, (at) => `a${at + 1}: &a${at + 1} [${times(9, () => `*a${at}`).join(', ')}]`),
  ].join('\n');

export const documentationAttacks: Readonly<Record<string, Files>> = {
  'nested calls': docusaurus(
    `${times(12, (at) => `function a${at}() { return [${at === 0 ? '1' : times(10, () => `a${at - 1}()`).join(', ')}]; }`).join('\n')}\nmodule.exports = { title: "x", presets: a11() };\n`,
  ),
  'nested functions without a name': docusaurus(
    `${chain(30, '() => [1, 1]', (before) => `() => [${before}(), ${before}()]`)}\nmodule.exports = { presets: a29() };\n`,
  ),
  'spread lists': docusaurus(
    `${chain(12, '[1, 2, 3]', (before) => `[${tenTimes(`...${before}`)}]`)}\nmodule.exports = { presets: a11 };\n`,
  ),
  'lists that share': vitepress(
    `${chain(40, '[1, 2]', (before) => `[${before}, ${before}]`)}\nexport default { themeConfig: { sidebar: a39, nav: a39 } };\n`,
  ),
  'records that share': vitepress(
    `${chain(40, '{ text: "x", link: "/x" }', (before) => `{ items: [${before}, ${before}] }`)}\nexport default { themeConfig: { sidebar: [a39] } };\n`,
  ),
  'doubled texts': vitepress(
    `${chain(40, '"aaaaaaaa"', (before) => `\`\${${before}}\${${before}}\``)}\nexport default { base: a39, srcDir: a39 };\n`,
  ),
  'added texts': vitepress(
    `${chain(40, '"aaaaaaaa"', (before) => `${before} + ${before}`)}\nexport default { base: a39, srcExclude: [a39] };\n`,
  ),
  'modules that import each other many times': vitepress(
    `${times(30, (at) => `import m${at} from './b0.ts';`).join('\n')}\nexport default { themeConfig: { sidebar: m0 } };\n`,
    Object.fromEntries(
      times(8, (at) => [
        `.vitepress/b${at}.ts`,
        `${times(30, (other) => `import m${other} from './b${at + 1}.ts';`).join('\n')}\nexport default [${times(30, (other) => `m${other}`).join(', ')}];\n`,
      ]),
    ),
  ),
  'stars in excluded paths': vitepress(`export default { srcExclude: ['${'*a'.repeat(30)}*b'] };\n`, {
    [`${'a'.repeat(120)}.md`]: page,
  }),
  'stars among classes in excluded paths': vitepress(`export default { srcExclude: ['${'*a[ab]'.repeat(12)}c'] };\n`, {
    [`${'a'.repeat(200)}.md`]: page,
  }),
  'folders of stars in excluded paths': vitepress(`export default { srcExclude: ['${'**/a/'.repeat(20)}b'] };\n`, {
    [`${'a/'.repeat(60)}c.md`]: page,
  }),
  'nested groups in excluded paths': docusaurus(
    `module.exports = { presets: [['classic', { docs: { exclude: ['+(+(+(+(a|b)|a)|b)|a)x', '{${times(2_000, (at) => `{a,b${at}}`).join('')},c}'] } }]] };\n`,
    { [`docs/${'a'.repeat(60)}.md`]: page },
  ),
  'stars in redirects': mintlify(
    { redirects: times(50, () => ({ source: `/${'*/'.repeat(12)}x`, destination: '/index' })) },
    { 'index.mdx': `${page}\n[a](/${'b/'.repeat(400)}y)\n` },
  ),
  'names in redirects': mintlify({
    redirects: times(50, () => ({
      source: `/${times(12, (at) => `:n${at}*`).join('/')}/x`,
      destination: `/${'c/'.repeat(400)}y`,
    })),
  }),
  'redirects that follow each other': mintlify({
    redirects: times(4_000, (at) => ({ source: `/r${at}`, destination: `/r${at + 1}` })),
  }),
  'stars in .gitignore': {
    'index.md': page,
    '.gitignore': `${'*a'.repeat(40)}*b\n${'**/'.repeat(30)}x\n`,
    [`${'a'.repeat(200)}.md`]: page,
  },
  'stars in check settings': {
    'index.md': `${page}\n[a](gone.md)\n`,
    '.docwright/check.yml': `ignore: ['${'*a'.repeat(40)}*b']\nsilence:\n  - rule: broken-link\n    path: '${'a*'.repeat(40)}'\n    reason: none\n`,
    [`${'a'.repeat(200)}.md`]: '[a](gone.md)\n',
  },
  'aliases of aliases in settings': mkdocs(`site_name: x\n${bomb(12)}\nnav: *a12\n`),
  'aliases of aliases in frontmatter': plain(`---\n${bomb(12)}\n---\n\nHi\n`),
  'aliases of aliases in OpenAPI': mintlify(
    {},
    { 'openapi.yaml': `openapi: 3.1.0\ninfo: {title: x, version: '1'}\npaths: {}\n${bomb(12)}\n` },
  ),
  'aliases of nothing': {
    'index.md': page,
    '.docwright/check.yml': `ignore: [*${'a*'.repeat(2_000)}]\n`,
    'openapi.yaml': `openapi: 3.1.0\ninfo: *${'a*'.repeat(2_000)}\npaths: {}\n`,
    'mkdocs.yml': `site_name: *${'a*'.repeat(2_000)}\n`,
    'docs/index.md': `---\na: *${'a*'.repeat(2_000)}\n---\n\nHi\n`,
  },
  'an alias of itself': mkdocs('site_name: x\nnav: &a [*a, *a]\n'),
  'nested lists in YAML': mkdocs(`site_name: x\nnav: ${'['.repeat(50_000)}${']'.repeat(50_000)}\n`),
  'nested lists in frontmatter': plain(`---\na: ${'['.repeat(20_000)}\n---\n\nHi\n`),
  'nested lists in JSON': {
    'docs.json': `{"navigation":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    'index.mdx': page,
  },
  'OpenAPI that refers to itself': mintlify(
    {},
    {
      'openapi.json': JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'x', version: '1' },
        paths: Object.fromEntries(
          times(3_000, (at) => [`/p${at}`, { get: { responses: { 200: { $ref: `#/components/responses/r${at}` } } } }]),
        ),
        components: {
          responses: Object.fromEntries(
            times(3_000, (at) => [`r${at}`, { $ref: `#/components/responses/r${at + 1}` }]),
          ),
        },
      }),
    },
  ),
  'deep schemas in OpenAPI': mintlify(
    {},
    {
      'openapi.json': `{"openapi":"3.0.0","info":{"title":"x","version":"1"},"paths":{},"components":{"schemas":{"a":${'{"allOf":[{"properties":{"a":'.repeat(3_000)}{}${'}}]}'.repeat(3_000)}}}}`,
    },
  ),
  'a table of 2,000 columns and 400 rows': plain(
    `|${' a |'.repeat(2_000)}\n|${' - |'.repeat(2_000)}\n${`|${' b |'.repeat(2_000)}\n`.repeat(400)}`,
  ),
  'a table of one row and 100,000 lines after it': mdx(`| a |\n| - |\n${'| b\n'.repeat(100_000)}`),
  'brackets without end': plain('['.repeat(100_000)),
  'links within links': plain(`${'['.repeat(20_000)}a${'](b)'.repeat(20_000)}`),
  'emphasis without end': plain('*a _b '.repeat(50_000)),
  'stars in a row': plain(`${'*'.repeat(100_000)}a${'*'.repeat(100_000)}`),
  'backticks that grow': plain(times(1_200, (at) => '`'.repeat(at + 1)).join(' a ')),
  'quotes within quotes': plain(`${'>'.repeat(5_000)} a\n`.repeat(20)),
  'lists within lists': plain(times(2_000, (at) => `${' '.repeat(at * 2)}- a\n`).join('')),
  'one line of a megabyte': plain('a'.repeat(900_000)),
  'one line of spaces': plain(`a${' '.repeat(900_000)}b`),
  'one line of open elements': plain('<a href="'.repeat(60_000)),
  'comments that never end': plain('<!-- '.repeat(100_000)),
  'elements within elements': mdx(`${'<Note>'.repeat(8_000)}${'</Note>'.repeat(8_000)}`),
  'expressions within expressions': mdx('{'.repeat(50_000)),
  'attributes without end': mdx(`<Note ${'a="b" '.repeat(60_000)}/>\n`),
  'spaces in attributes': mdx(`<Note ${' '.repeat(200_000)}a\n`),
  'fences without end': plain('```\n'.repeat(120_001)),
  'headings without end': plain('# a\n'.repeat(60_000)),
  'spaces before the frontmatter ends': plain(`---\na: b\n${`---${' '.repeat(2_000)}x\n`.repeat(200)}`),
  'directives of MyST': {
    'conf.py': `extensions = ["myst_parser"]\nexclude_patterns = [${"'a', ".repeat(60_000)}\n`,
    'index.md': `${page}\n${':::'.repeat(20_000)}{a}\n${'```{toctree}\n'.repeat(5_000)}`,
  },
  'roles of MyST': { 'conf.py': 'extensions = ["myst_parser"]\n', 'index.md': '{a}`b '.repeat(80_000) },
  'includes of MkDocs': mkdocs('site_name: x\nmarkdown_extensions: [pymdownx.snippets]\n', {
    'docs/index.md': `${'--8<-- "'.repeat(50_000)}\n${';--8<--\n'.repeat(50_000)}`,
  }),
  'templates of MkDocs': mkdocs('site_name: x\nplugins: [macros]\n', { 'docs/index.md': '{{ {% '.repeat(80_000) }),
  'mathematics without end': docusaurus('module.exports = { title: "x" };\n', {
    'docs/index.md': `$$ a $ `.repeat(60_000),
  }),
  'comments without end in a page that is a program': docusaurus('module.exports = { title: "x" };\n', {
    'src/pages/a.tsx': '/* '.repeat(200_000),
  }),
  'empty lines in the settings of Rspress': { 'rspress.config.ts': '\n'.repeat(200_000), 'docs/index.md': page },
  'pages of HTML whose tags and programs nothing ends': {
    'README.md': page,
    'index.html': `<html>${'<a href="b.html" '.repeat(20_000)}`,
    'a.html': `<html>${'<script '.repeat(20_000)}${'<!-- <style '.repeat(10_000)}`,
    'b.html': `<html>${'<?php include '.repeat(20_000)}`,
    'c.html': `<html>${'<div id="'.repeat(20_000)}<textarea>${'<textarea>'.repeat(10_000)}`,
  },
  'pages of HTML that name thousands of others and places': {
    'README.md': page,
    'index.html': `<html>${times(8_000, (at) => `<a id="place-${at}" href="chapter-${at}x.html#place">x</a>`).join('')}`,
    ...Object.fromEntries(
      times(500, (at) => [
        `part-${at}/index-${at}.html`,
        `<html>${times(100, (n) => `<a href="gone-page-${n}.html">`).join('')}`,
      ]),
    ),
  },
  'topics of Writerside that are nowhere': {
    'writerside.cfg': '<ihp><topics dir="topics"/><instance src="a.tree"/></ihp>\n',
    'a.tree': '<toc-element topic="gone.md"/>\n'.repeat(50_000),
    'topics/index.md': page,
  },
  'titles without end in references': {
    'docs/conf.py': 'extensions = []\n',
    'docs/index.rst': `Home\n====\n\n:ref:\`${'<'.repeat(200_000)}\`\n`,
  },
  'a page that includes itself': mintlify(
    {},
    {
      'index.mdx': 'import Me from "./index.mdx";\n\n<Me />\n',
      'snippets/a.mdx': 'import B from "./b.mdx";\n<B />\n',
      'snippets/b.mdx': 'import A from "./a.mdx";\n<A />\n',
    },
  ),
  'a thousand pages that show each other': mintlify(
    {},
    Object.fromEntries(
      times(60, (at) => [
        `snippets/s${at}.mdx`,
        `${times(59, (other) => `import S${other} from "./s${other}.mdx";`).join('\n')}\n\n${times(59, (other) => `<S${other} />`).join('\n')}\n`,
      ]),
    ),
  ),
  'many files in many folders': Object.fromEntries(
    times(3_000, (at) => [
      `${times(20, (depth) => `d${(at + depth) % 7}`).join('/')}/p${at}.md`,
      `[a](../p${at + 1}.md#${at})\n`,
    ]),
  ),
};
