import { expect, it } from 'vitest';
import { createCheck } from '../src/create-check.ts';
import { createMemoryTree, type Files } from './memory-tree.ts';

/** What public sites taught: each is a way of writing documentation that was once called broken, or rightly is. */
const lessons: Readonly<Record<string, readonly [files: Files, errors: readonly string[]]>> = {
  'plugins of Starlight write pages, and no pictures': [
    {
      'astro.config.mjs':
        "import starlight from '@astrojs/starlight';\nexport default { integrations: [starlight({ title: 'S', plugins: [starlightOpenAPI()] })] };\n",
      'src/content/docs/index.md': '---\ntitle: T\n---\n\n[a](/made/) ![b](./gone.png)\n',
      'src/content/docs/other.md': '---\ntitle: T\n---\n\n![c](/gone.svg)\n',
    },
    [
      'src/content/docs/index.md broken-link',
      'src/content/docs/index.md missing-file',
      'src/content/docs/other.md missing-file',
    ],
  ],
  'plugins of Starlight write pages in a folder of their own, in every language': [
    {
      'astro.config.mjs':
        "import starlight from '@astrojs/starlight';\nexport default { integrations: [starlight({ title: 'S', plugins: [starlightUtils(), ...(on ? [starlightOpenAPI([{ base: 'rest' }, { base: 'cli' }])] : []), starlightBlog()] })] };\n",
      'src/content/docs/index.md': '---\ntitle: T\n---\n\n[a](/rest/x/) [b](/fr/cli/) [c](/blog/tags/y/)\n',
      'src/content/docs/guide/start.md': '---\ntitle: T\n---\n\n[warned of](/guide/gone/)\n',
      'plain/astro.config.mjs':
        "import starlight from '@astrojs/starlight';\nexport default { integrations: [starlight({ title: 'S', plugins: [starlightUtils()] })] };\n",
      'plain/src/content/docs/guide/start.md': '---\ntitle: T\n---\n\n[a](/guide/gone/)\n',
    },
    [
      'plain/src/content/docs/guide/start.md broken-link',
      'src/content/docs/guide/start.md broken-link',
      'src/content/docs/index.md broken-link',
    ],
  ],
  'Docusaurus reads a comment before the fences in it, ids on headings without a space, and MDX of its second version less strictly':
    [
      {
        'docusaurus.config.js': "module.exports = { presets: [['classic', {}]] };",
        'docs/a.md': '# A\n\n<!-- ```sh\nb\n``` -->\n\n<!-- c -->\n\n##D {#d}\n',
        'docs/b.md': '# A\n\n```html\n<!-- a\n```\n\n<!-- b -->\n\n<b>\n',
        'docs/c.md': '# A\n\nD {#d}\n',
        'two/docusaurus.config.js': "module.exports = { presets: [['classic', {}]] };",
        'two/package.json': '{ "dependencies": { "@docusaurus/core": ">=2.4.1 <=2.4.3" } }',
        'two/docs/a.md': '<b>\n',
      },
      ['docs/b.md mdx-syntax', 'docs/c.md mdx-syntax'],
    ],
  'addresses of elements of HTML are read from that of the page, and with the signs that they name': [
    {
      'source.config.ts': `export const docs = defineDocs({ dir: 'content/docs' });`,
      'public/a.mp4': '',
      'content/docs/part/page.mdx': '<source src="../../a.mp4" />\n',
      'content/docs/part/index.mdx': '<source src="../a.mp4" />\n',
      'content/docs/part/other.mdx': '<source src="../a.mp4" />\n',
      'content/docs/part/picture.mdx': '![a](../../a.mp4)\n',
      'README.md': '<img src="b&#x27;s.png" alt="b">\n',
      "b's.png": '',
      'b/README.md': '<img src="c&#x27;s.png" alt="c">\n',
    },
    [
      'b/README.md missing-file',
      'content/docs/part/index.mdx frontmatter-field',
      'content/docs/part/other.mdx frontmatter-field',
      'content/docs/part/other.mdx missing-file',
      'content/docs/part/page.mdx frontmatter-field',
      'content/docs/part/picture.mdx frontmatter-field',
      'content/docs/part/picture.mdx missing-file',
    ],
  ],
  'MkDocs hooks may add the pages that are missing': [
    {
      'mkdocs.yml': 'site_name: x\nhooks: [hooks.py]\nnav:\n  - index.md\n  - other.md\n',
      'hooks.py': 'def on_files(files, *, config):\n    return files\n',
      'docs/index.md': '[other](other.md)\n',
    },
    [],
  ],
  'MkDocs hooks that only touch other things hide nothing': [
    {
      'mkdocs.yml': 'site_name: x\nhooks: [hooks.py]\n',
      'hooks.py': 'def on_startup(command, dirty):\n    pass\n',
      'docs/index.md': '[other](other.md)\n',
    },
    ['docs/index.md broken-link'],
  ],
  'MkDocs merges the settings of a file that inherits': [
    {
      'base.yml': 'site_name: x\nplugins: {redirects: {redirect_maps: {a.md: index.md}}}\n',
      'mkdocs.yml': 'INHERIT: base.yml\nplugins: {redirects: {redirect_maps: {b.md: gone.md}}}\n',
      'docs/index.md': 'x\n',
    },
    ['mkdocs.yml redirect-to-nowhere'],
  ],
  'MkDocs headings have ids after a colon and a class, and snippets come from the web': [
    {
      'mkdocs.yml': 'site_name: x\n',
      'docs/index.md': '[a](#one) [b](#two) [c](#three)\n\n## A {: #one }\n\n## B {: .new #two }\n\n[s](shown.md)\n',
      'docs/shown.md': '--8<-- "https://example.com/a.sh:2:3"\n',
    },
    ['docs/index.md broken-anchor'],
  ],
  'a formula within a line may stand between three dollars': [
    {
      'docs.json': JSON.stringify({ name: 'x', navigation: { pages: ['index'] } }),
      'index.mdx': '---\ntitle: x\n---\n\nTakes $$$\\frac{1 \\times 32}{8}$$$, not $$\\frac{\n\nmore\n',
    },
    ['index.mdx mdx-syntax'],
  ],
  'parts that markdown-include shows, and signs of AsciiDoc behind a backslash': [
    {
      'a/mkdocs.yml': 'site_name: x\nmarkdown_extensions: [markdown_include.include]\n',
      'a/docs/index.md': '[a](#by-hand) [b](#gone)\n\n{! parts/how.md !}\n',
      'a/docs/parts/how.md': '## By hand\n',
      'b/antora.yml': 'name: b\nversion: "1"\n',
      'b/modules/ROOT/pages/index.adoc': '= B\n\nxref:attachment$a\\_b_.pdf[x] xref:attachment$a\\_c_.pdf[x]\n',
      'b/modules/ROOT/attachments/a_b_.pdf': '',
    },
    ['a/docs/index.md broken-anchor', 'b/modules/ROOT/pages/index.adoc broken-link'],
  ],
  'ids of sections in pages that Sphinx publishes, versions of Antora, blocks of GitBook in a list, parts from other folders':
    [
      {
        'sphinx/conf.py': "extensions = ['myst_parser']\nmyst_heading_anchors = 2\n",
        'sphinx/index.md': '# T\n\n[a](b.html#python-3-9-client) [b](b.html#build-image)\n',
        'sphinx/c.md': '[c](b.html#gone)\n',
        'sphinx/b.md': '# B\n\n## Python 3.9 client\n\n### build_image\n',
        'antora/antora.yml': 'name: tool\nversion: "4.0"\n',
        'antora/modules/ROOT/pages/index.adoc': '= T\n\nxref:3.2@observability[old]\n',
        'antora/modules/ROOT/pages/a.adoc': '= A\n\nxref:gone[here]\n',
        'book/SUMMARY.md': '* [A](a.md)\n',
        'book/.gitbook.yaml': 'root: ./\n',
        'book/a.md':
          '- one:\n\n{% tabs %}\n{% tab title="x" %}\n\n  ```yaml\n  a: 1\n```\n\n{% endtab %}\n{% endtabs %}\n',
        'site/docusaurus.config.js': "module.exports = { presets: [['classic', {}]] };",
        'site/docs/start/guide.mdx':
          "import Guide from '@site/src/parts/Guide.mdx';\nimport Other from '@site/src/parts/Other.mdx';\n\n<Guide />\n<Other />\n",
        'site/docs/rules/style.md': '# S\n',
        'site/src/parts/Guide.mdx': '[s](../rules/style)\n',
        'site/src/parts/Other.mdx': '[g](./gone.md)\n',
      },
      [
        'antora/modules/ROOT/pages/a.adoc broken-anchor',
        'site/src/parts/Other.mdx broken-link',
        'sphinx/c.md broken-anchor',
      ],
    ],
  'addresses that ERB writes, pictures of the home page of VitePress, headings that mkdocs-click makes': [
    {
      'site/pages/a.md': '[a](<%= url %>) [b](<%= docs_path page[:url] %>)\n',
      'site/pages/b.md': '[c](a%zz.md)\n',
      'vite/.vitepress/config.ts': 'export default {};\n',
      'vite/index.md': '---\nlayout: home\nhero:\n  image:\n    src: ./a.svg\n---\n',
      'vite/b/index.md': '---\nlayout: home\nhero:\n  image:\n    src: ./a.svg\n---\n',
      'vite/public/a.svg': '<svg/>',
      'mk/mkdocs.yml': 'site_name: x\nmarkdown_extensions: [mkdocs-click]\n',
      'mk/docs/index.md': '[a](cli.md#tool-run)\n',
      'mk/docs/cli.md': '# Commands\n\n::: mkdocs-click\n    :module: tool\n',
      'mk/docs/b.md': '[a](index.md#tool-run)\n',
    },
    ['mk/docs/b.md broken-anchor', 'site/pages/b.md malformed-link'],
  ],
  'titles of AsciiDoc that are underlined, below an anchor': [
    {
      'a.adoc':
        '= T\n\n[[first]]\nFirst part\n----------\n\nSee <<first>>, <<second>>, <<third>>.\n\n[[second]]\nPart\n~~~~\n',
    },
    ['a.adoc broken-anchor'],
  ],
  'Docusaurus looks for imports in its static folder, and Pelican names files between bars': [
    {
      'docusaurus.config.js': "module.exports = { presets: [['classic', {}]] };",
      'static/img/a.png': 'PNG',
      'docs/a.mdx': "---\nslug: /\n---\n\nimport A from '/img/a.png';\nimport B from '/img/b.png';\n",
      'README.md': '[a](|filename|/cat/a.rst) [b](gone.md)',
    },
    ['README.md broken-link', 'docs/a.mdx broken-import'],
  ],
  'blocks of MDX within others, headings with classes, files of submodules, books of Jupyter Book': [
    {
      'docusaurus.config.js': "module.exports = { presets: [['classic', {}]] };",
      'docs/a.mdx': '---\nslug: /\n---\n\n````mdx-code-block\n<b>\n```mdx-code-block\n</b>\n```\n````\n',
      'hugo/hugo.toml': 'title = "x"\n',
      'hugo/content/a.md': '[a](#easy-one) [b](#two)\n\n## Easy one {.new lang=en}\n',
      '.gitmodules': '[submodule "x"]\n\tpath = themes/x\n',
      'README.md': '[a](themes/x/README.md) [b](themes/y.md)',
      'book/_toc.yml': 'format: jb-book\nroot: a\n',
      'book/_config.yml': 'title: x\n',
      'book/a.md': '[x](a-target) [y](gone.md)',
    },
    ['README.md broken-link', 'book/a.md broken-link', 'hugo/content/a.md broken-anchor'],
  ],
  'Nuxt Content publishes files without their number': [
    {
      'README.md': 'x',
      'content/2.api/1.use.md': 'x',
      'content/2.api/2.model.md': '[a](./use.md) [b](./uses.md)',
      'content.config.ts': '',
    },
    ['content/2.api/2.model.md broken-link'],
  ],
  'themes of Eleventy bring pictures in folders of their own': [
    {
      'eleventy.config.js': 'export default () => ({});',
      'images/logo.png': 'PNG',
      'index.md': '![a](/assets/pictures/crown.png) ![b](/images/crown.png)',
    },
    ['index.md missing-file'],
  ],
  'a definition that nothing refers to leads nobody anywhere': [
    { 'README.md': '[used]\n\n[used]: gone.md\n[unused]: gone-too.md\n' },
    ['README.md broken-link'],
  ],
  'Fumadocs components given by the route that shows the pages': [
    {
      'source.config.ts': `export const docs = defineDocs({ dir: 'content/docs' });`,
      'app/docs/[[...slug]]/page.tsx': '<Body components={get({ Installation })} />',
      'content/docs/index.mdx': '---\ntitle: x\n---\n\n<Installation />\n<Unknown />\n',
    },
    ['content/docs/index.mdx unknown-component'],
  ],
  'Fumadocs pages by language, shown to their readers at the address of the main one': [
    {
      'source.config.ts': `export const docs = defineDocs({ dir: 'content/docs' });`,
      'lib/i18n.ts': `export const i18n = defineI18n({ defaultLanguage: 'en', languages: ['en', 'fr'] });`,
      'lib/source.ts': `export const source = loader({ i18n, baseUrl: '/docs', source: docs.toFumadocsSource() });`,
      'app/[lang]/(home)/icons/page.tsx': '',
      'content/docs/index.mdx':
        '---\ntitle: x\n---\n\n[ok](/docs/a#one) [no](/docs/a#deux) [of a program](/en/icons) [fr](/fr/icons) [bare](/icons)\n',
      'content/docs/index.fr.mdx': '---\ntitle: x\n---\n\n[ok](/docs/a#deux) [no](/docs/a#one) [main](/fr/docs/b)\n',
      'content/docs/a.mdx': '---\ntitle: x\n---\n\n## One\n',
      'content/docs/a.fr.mdx': '---\ntitle: x\n---\n\n## Deux\n',
      'content/docs/b.mdx': '---\ntitle: x\n---\n',
    },
    ['content/docs/index.fr.mdx broken-anchor', 'content/docs/index.mdx broken-anchor'],
  ],
  'Fumadocs files named in links, which are those of the language of the page': [
    {
      'source.config.ts': `export const docs = defineDocs({ dir: 'content/docs' });`,
      'src/i18n/index.ts': `export const i18n = defineI18n({ defaultLanguage: 'en', languages: ['en', 'fr'] });`,
      'content/docs/start/index.mdx': '---\ntitle: x\n---\n\n[ok](../a.mdx#one)\n',
      'content/docs/start/index.fr.mdx':
        '---\ntitle: x\n---\n\n[ok](../a.mdx#deux) [named](../a.fr.mdx#deux) [main](../b.mdx)\n',
      'content/docs/start/wrong.mdx': '---\ntitle: x\n---\n\n[no](../a.mdx#deux)\n',
      'content/docs/start/wrong.fr.mdx': '---\ntitle: x\n---\n\n[no](../a.mdx#one)\n',
      'content/docs/bare.fr.mdx': '---\ntitle: x\n---\n\n[ok](./a#deux)\n',
      'content/docs/a.mdx': '---\ntitle: x\n---\n\n## One\n',
      'content/docs/a.fr.mdx': '---\ntitle: x\n---\n\n## Deux\n',
      'content/docs/b.mdx': '---\ntitle: x\n---\n',
    },
    ['content/docs/start/wrong.fr.mdx broken-anchor', 'content/docs/start/wrong.mdx broken-anchor'],
  ],
  'redirects and rewrites of Next.js answer links': [
    {
      'source.config.ts': `export const docs = defineDocs({ dir: 'content/docs' });`,
      'next.config.mjs': `const withMDX = createMDX();\nexport default withMDX({\n  async redirects() {\n    return [{ source: '/docs/:page(old|older)', destination: '/docs', permanent: true }, { source: '/gone', destination: '/docs/gone', permanent: true }];\n  },\n  rewrites: () => [{ source: '/docs/:path*.md', destination: '/raw/:path*' }],\n});`,
      'content/docs/index.mdx':
        '---\ntitle: x\n---\n\n[a](/docs/old) [b](/docs/older) [c](/docs/index.md) [d](/docs/oldest)\n',
      'app/legal/terms/page.mdx': '[x](/docs/no)\n',
      'content/docs/b.mdx': '---\ntitle: x\n---\n\n[terms](/legal/terms)\n',
    },
    [
      'app/legal/terms/page.mdx broken-link',
      'content/docs/index.mdx broken-link',
      'next.config.mjs redirect-to-nowhere',
    ],
  ],
  'Mintlify settings in several files, below a path, with badges in headings': [
    {
      'docs.json': JSON.stringify({
        name: 'x',
        navigation: { $ref: './settings/navigation.json' },
        redirects: { $ref: './redirects.json' },
        seo: { metatags: { canonical: 'https://example.com/docs' } },
        api: { $ref: './gone.json' },
      }),
      'settings/navigation.json': '{ "pages": ["index", "gone"] }',
      'redirects.json': '[{ "source": "/old", "destination": "/index" }]',
      'index.mdx': '[a](/docs/index#name) [b](/old) [c](/docs/gone)\n\n### `name` - <Badge>required</Badge>\n',
    },
    ['index.mdx broken-link'],
  ],
  'includes of VitePress without a space before the end of the comment': [
    {
      '.vitepress/config.ts': 'export default {};',
      'index.md': '<!--@include: ./part.md-->\n<!--@include: ./gone.md-->\n',
      'part.md': 'x\n',
    },
    ['index.md broken-include'],
  ],
  'includes of VitePress from the folder of its pages': [
    {
      '.vitepress/config.ts': "export default { srcDir: 'src' };",
      'src/guide/index.md':
        '<!-- @include: @shared/part.md -->\n<!-- @include: @/shared/other.md -->\n<!-- @include: @shared/gone.md -->\n\n## Above\n',
      'src/shared/part.md': '[x](#above)\n',
      'src/shared/other.md': '[x](#above)\n',
    },
    ['src/guide/index.md broken-include'],
  ],
  'blocks of code in HTML that kramdown reads as Markdown': [
    {
      'a.md': '<figure markdown="1">\n```php\none\n\ntwo\n```\n</figure>\n',
      'b.md': '<figure>\n```php\none\n\ntwo\n```\n</figure>\n',
      'c.md': '<figure markdown="1">\none\n</figure>\n\n```\ntwo\n',
    },
    ['b.md unclosed-fence', 'c.md unclosed-fence'],
  ],
  'a comment of Docusaurus behind an item': [
    {
      'docusaurus.config.js': 'module.exports = { presets: [["classic", { docs: {} }]] };',
      'docs/a.md': '- one\n<!-- two\n:::note\n\nthree\n\n:::\n-->\n\n[x](gone.md)\n',
      'docs/b.md': '- one\n<!-- two\n-->\n  ```\n  three\n```\n\n[x](gone.md)\n',
    },
    ['docs/a.md broken-link', 'docs/b.md broken-link'],
  ],
  'pictures of Writerside lie in any folder': [
    { 'writerside.cfg': '<ihp/>', 'topics/a.md': '![x](here.png) ![y](gone.png)\n', 'images/here.png': '' },
    ['topics/a.md missing-file'],
  ],
  'HTML of Franklin is no code': [
    { 'a.md': 'By\n~~~<a href="https://example.com/">\nsomebody</a>~~~\n', 'b.md': '~~~\ncode\n' },
    ['b.md unclosed-fence'],
  ],
  'addresses in the frontmatter of VitePress, Starlight and Docusaurus': [
    {
      'a/.vitepress/config.ts': 'export default {};',
      'a/public/logo.png': '',
      'a/index.md':
        '---\nhero:\n  image: { src: /logo.png }\n  actions:\n    - { link: /start }\n    - { link: /gone }\nfeatures:\n  - { link: https://example.com }\n---\n',
      'a/start.md': '---\nnext: { link: /gone }\n---\n',
      'b/astro.config.mjs': `import starlight from '@astrojs/starlight';\nexport default { integrations: [starlight({ title: 'x' })] };`,
      'b/src/content/docs/index.mdx':
        '---\ntitle: x\nhero:\n  image: { file: ../../assets/gone.png }\n  actions:\n    - { text: x, link: /gone/ }\n---\n',
      'c/docusaurus.config.js': `module.exports = { presets: [['classic', { docs: {}, blog: false }]] };`,
      'c/docs/index.md': '---\nimage: /img/gone.png\nhide_title: "true"\ntitle: 2\n---\n',
      'c/docs/other.md': '---\nimage: ./gone.png\nhide_title: perhaps\n---\n',
    },
    [
      'a/index.md broken-link',
      'a/start.md broken-link',
      'b/src/content/docs/index.mdx broken-link',
      'b/src/content/docs/index.mdx missing-file',
      'c/docs/index.md missing-file',
      'c/docs/other.md frontmatter-field',
    ],
  ],
  'what some .gitignore names is made by a build': [
    {
      '.gitignore': 'site/api\n',
      'site/.gitignore': 'made\n',
      'site/.vitepress/config.ts': `export default { themeConfig: { nav: [{ link: '/api/' }, { link: '/gone/' }] } };`,
      'site/index.md': '[a](./made/page.md)\n',
    },
    ['site/.vitepress/config.ts navigation-missing-page'],
  ],
  'sites and samples that only test a program are no documentation': [
    {
      'packages/tool/tests/fixtures/site/docs.json': '{ "name": "x", "navigation": { "pages": ["gone"] } }',
      'packages/tool/tests/fixtures/site/index.mdx': '[x](/gone)\n',
      'benchmarks/sample.md': '[x](gone)\n',
      'README.md': 'x\n',
    },
    [],
  ],
  'versions of Docusaurus that this build leaves out': [
    {
      'docusaurus.config.js': `module.exports = { presets: [['classic', { docs: {}, blog: false }]] };`,
      'docs/index.md': '[gone](./gone.md)\n',
      'versioned_docs_archived/version-1/index.md': '![x](/img/gone.png)\n',
    },
    ['docs/index.md broken-link'],
  ],
  'a title of Docusaurus and Nextra has no anchor': [
    {
      'a/docusaurus.config.js': `module.exports = { presets: [['classic', { docs: {}, blog: false }]] };`,
      'a/docs/index.md': '# Title\n\n[x](#title) [y](#title-1)\n\n## Title\n',
      'b/next.config.mjs': `import nextra from 'nextra';\nexport default nextra({})({});`,
      'b/content/index.mdx': '# Title\n\n[x](#title-1) [y](#title)\n\n## Title\n',
    },
    ['a/docs/index.md broken-anchor', 'b/content/index.mdx broken-anchor'],
  ],
  'Docusaurus looks for source files in the folder of the documents too, whatever plugins publish': [
    {
      'docusaurus.config.js': `module.exports = { plugins: ['some-plugin'], presets: [['classic', { docs: { routeBasePath: '/' }, blog: false }]] };`,
      'docs/guide/index.md': '[ok](api/store.md) [gone](api/gone.md) [route](/made-by-plugin)\n',
      'docs/api/store.md': 'x\n',
    },
    ['docs/guide/index.md broken-link'],
  ],
  'a version of Docusaurus that is listed and not kept is copied from the current documents': [
    {
      'docusaurus.config.js': `module.exports = { presets: [['classic', { docs: { includeCurrentVersion: false }, blog: false }]] };`,
      'versions.json': '["2.x", "1.x"]',
      'versioned_docs/version-1.x/a.md': '[gone](/docs/1.x/b)\n',
      'docs/a.md': '[b](/docs/b) [gone](/docs/c)\n',
      'docs/b.md': 'x\n',
    },
    ['docs/a.md broken-link', 'versioned_docs/version-1.x/a.md broken-link'],
  ],
  'components of VitePress that answer to anchors, themselves or by what they show': [
    {
      '.vitepress/config.ts': 'export default {};',
      '.vitepress/theme/Quiet.vue': '<template><p><slot /></p></template>',
      '.vitepress/theme/Loud.vue': '<template><p :id="name" /></template>',
      '.vitepress/theme/Outer.vue': '<template><Loud /></template>',
      'quiet.md': '<Quiet /> <Badge />\n\n## Here\n',
      'outer.md': '<Outer />\n',
      'unknown.md': '<FromSomewhere />\n',
      'index.md': '[a](./quiet#here) [b](./quiet#gone) [c](./outer#x) [d](./unknown#x)\n',
    },
    ['index.md broken-anchor'],
  ],
  'a page that does not parse says so once, not for every component that it imports': [
    {
      'docusaurus.config.js': `module.exports = { presets: [['classic', { docs: {}, blog: false }]] };`,
      'docs/index.mdx': 'import Card from "./card.js";\n\n<Card>\n',
      'docs/card.js': '',
    },
    ['docs/index.mdx mdx-syntax'],
  ],
  'references of MyST to targets of any page': [
    {
      'conf.py': 'extensions = ["myst_parser"]\n',
      'index.md':
        '{ref}`My Label` {ref}`text <my label>` {ref}`fig` {ref}`genindex` {ref}`gone` `` {ref}`shown` ``\n\n```\n{ref}`code`\n```\n',
      'other.md': '(my-label)=\n## A\n\n(my label)=\n## B\n\n```{figure} x.png\n:width: 1\n:name: fig\n```\n',
      'x.png': '',
    },
    ['index.md broken-anchor'],
  ],
  'references of MyST in a project whose targets are not all read': [
    { 'conf.py': 'extensions = ["myst_parser"]\n', 'index.md': '{ref}`gone`\n', 'other.rst': '.. _gone:\n' },
    [],
  ],
  'notebooks, and pictures where an extension makes pages': [
    {
      'conf.py': 'extensions = ["myst_nb", "sphinx.ext.autosummary"]\n',
      'index.md': '[a](a.ipynb#part) ![p](logo.png) ![p](made/x.png) [b](b.ipynb#gone)\n',
      'a.ipynb': notebook(['markdown', '(part)=\n## Part\n\n![a](gone.png) {ref}`other`'], ['code', '[x](lost.png)']),
      'b.ipynb': notebook(['code', '![a](gone.png)'], ['markdown', '## B\n\n(other)=\n## Other']),
      'c.ipynb': '{"cells": [{"cell_type": "markdown", "source": "![a](gone.png)"}]}',
      'd.md': '![a](gone.png) ![p](other/logo.png)\n',
      'logo.png': '',
    },
    [],
  ],
  'targets of a project that reads those of others, and names none': [
    {
      'none/conf.py': 'extensions = ["myst_parser", "sphinx.ext.intersphinx"]\nintersphinx_mapping = {}\n',
      'none/index.md': '[a](<gone>) {ref}`gone`\n',
      'some/conf.py':
        'extensions = ["myst_parser", "sphinx.ext.intersphinx"]\nintersphinx_mapping = {"py": ("https://docs.python.org/3", None)}\n',
      'some/index.md': '[a](<gone>) {ref}`gone`\n',
    },
    ['none/index.md broken-anchor', 'none/index.md broken-link'],
  ],
  'entries of a toctree after its options, and pages that are named from above the top': [
    {
      'conf.py': 'extensions = ["myst_parser", "sphinx.ext.intersphinx"]\n',
      'index.md':
        '```{toctree}\n---\nmaxdepth: 2\ncaption: Text\n---\npart/other\nText <https://example.com>\nread.txt\n```\n\n[a](../part/other)\n',
      'part/other.md': '```{toctree}\ngone\n```\n',
      'part/b.md': '---\norphan: true\n---\n\n[a](../part/gone.md)\n\nText\n\n    ```{toctree}\n    shown\n    ```\n',
      'part/c.md': '---\norphan: true\n---\n\n1. Item\n\n    ```{toctree}\n    gone\n    ```\n',
      'read.txt': '',
    },
    ['part/b.md broken-link', 'part/c.md navigation-missing-page', 'part/other.md navigation-missing-page'],
  ],
  'directives of MyST that hold code': [
    {
      'conf.py': 'extensions = ["myst_parser"]\n',
      'index.md': '```{jupyter-execute}\nmd = "![x](image.png)"\n```\n\n```{note}\n![x](gone.png)\n```\n',
    },
    ['index.md missing-file'],
  ],
  'a static site generator that publishes pages by names, titles and settings': [
    {
      'hugo.toml': 'baseURL = "https://example.com/"\n',
      'content/docs/_index.md': '+++\ntitle = "Docs"\n+++\n\n[ok](guide/) [ok](/docs/guide) [no](../goone)\n',
      'content/docs/guide.md':
        '---\ntitle: Guide\nslug: the-guide\n---\n\n[a](../other/) [b](/docs/the-guide/) [c]({{< ref "x" >}}) [d](/docs/nowhere/)\n\n![x](gone.png)\n',
      'content/docs/other.md': '{{% of-a-theme %}}\n[made](#in-the-shortcode)\n{{% /of-a-theme %}}\n',
      'content/docs/quiet.md': '{{< own x=1 >}}\n[no](#nowhere)\n{{< /own >}} {{< figure src="x" >}}\n',
      'content/docs/loud.md': '{{< own >}}{{< titled >}}[made](#title)\n',
      'layouts/shortcodes/own.html': '<div class="own">{{ .Inner }}</div>\n',
      'layouts/shortcodes/titled.html': '<h2 id="title">Title</h2>\n',
      'content/docs/third.md': '[no](#gone) [ok](#1-first-thing)\n\n## 1. First thing\n',
    },
    [
      'content/docs/_index.md broken-link',
      'content/docs/guide.md broken-link',
      'content/docs/guide.md missing-file',
      'content/docs/quiet.md broken-anchor',
      'content/docs/third.md broken-anchor',
    ],
  ],
  'a book of mdBook: pages are where their files are': [
    {
      'book.toml': '[book]\nsrc = "text"\n',
      'text/SUMMARY.md': '- [One](one.md)\n- [Gone](gone.md)\n- [Draft]()\n',
      'text/one.md': '[ok](part/two.html) [no](two.md)\n',
      'text/part/two.md': '[ok](../one.md)\n',
    },
    ['text/SUMMARY.md broken-link', 'text/one.md broken-link'],
  ],
  'pages of a generator that is not known are wrong only where no reading is right': [
    {
      'pages/a.md':
        '---\nlayout: page\n---\n\n[ok](../other/b) [ok](/api/made/here) [no](b/gone.md) [no](/pages/gone)\n',
      'pages/other/b.md': '<my-tabs>\n\n[made](#by-the-element)\n',
      'pages/b.md': 'x\n',
      'pages/c.md': 'x\n',
      'README.md': '[no](/api/made/here)\n',
    },
    ['README.md broken-link', 'pages/a.md broken-link'],
  ],
  'MDX that no framework claims is parsed': [{ 'a.mdx': '<Note>\n' }, ['a.mdx mdx-syntax']],
  'notes in a site that are no pages of it may be shown by its components': [
    {
      'docusaurus.config.js': `module.exports = { presets: [['classic', { docs: {}, blog: false }]] };`,
      'docs/index.md': 'x\n',
      'data/setup.md': '[ok](/docs/usage) [no](./none.md)\n',
    },
    ['data/setup.md broken-link'],
  ],
  'a route whose file git leaves out is made by the build, for links and for navigation': [
    {
      '.gitignore': '/src/content/docs/releases.md\n',
      'astro.config.mjs': `import starlight from '@astrojs/starlight';\nexport default { integrations: [starlight({ title: 'x', sidebar: [{ label: 'x', link: '/releases/' }, { label: 'y', link: '/gone/' }] })] };`,
      'src/content/docs/index.md': '---\ntitle: x\n---\n\n[ok](/releases/) [no](/release/)\n',
      'src/content/docs/a/b.md': '---\ntitle: x\n---\n',
    },
    ['astro.config.mjs navigation-missing-page', 'src/content/docs/index.md broken-link'],
  ],
  'plugins of the site that rewrite links decide where pages lead, not whether pictures are there': [
    {
      'docusaurus.config.js': `import links from './src/links.js';\nexport default { presets: [['classic', { docs: { remarkPlugins: [links] }, blog: false }]] };`,
      'src/links.js': `export default () => (tree) => visit(tree, 'link', (node) => { node.url = 'https://example.com/' + node.url; });`,
      'docs/index.md': '[made](../../DEPS) ![x](gone.png) [no](#gone)\n',
    },
    ['docs/index.md broken-anchor', 'docs/index.md broken-link', 'docs/index.md missing-file'],
  ],
  'redirects of the host, and of a program of the site': [
    {
      '.vitepress/config.ts': 'export default {};\n',
      'public/_redirects': '# old\n/api/class/:name  /api/classes/:name 301\n/old /new\n',
      'redirects.js': `module.exports = [{ source: "/access/mfa", destination: "/x" }];`,
      'index.md': '[a](/api/class/View) [b](/old) [c](/access/mfa) [no](/api/klass/View) [no](/older)\n',
    },
    ['index.md broken-link'],
  ],
  'a page about agents is no note for agents': [
    { 'docs/agents.md': '---\nlayout: x\n---\n\n[ok](/made/by/program)\n', 'AGENTS.md': '[no](/made/by/program)\n' },
    ['AGENTS.md broken-link'],
  ],
  'VitePress makes the anchor of a link as it makes that of a heading': [
    {
      '.vitepress/config.ts': 'export default {};\n',
      'index.md':
        '[a](#numberFormats) [b](./b#_add) [no](#numberFormat)\n\n## numberFormats\n\n<!-- @include: ./part.md -->\n',
      'b.md': '## \\_add()\n',
      'part.md': '[shown on the other page](#numberformats)\n',
    },
    ['index.md broken-anchor'],
  ],
  'a book whose preprocessor resolves names, beside other books': [
    {
      'book.toml': '[book]\n\n[preprocessor.spec]\ncommand = "x"\n',
      'src/SUMMARY.md': '- [One](one.md)\n',
      'src/one.md': '[rule][] [std](../std/index.html) [r](#r-items.rule) [no](gone.md)\n\n[rule]: items.traits\n',
      'src/two.md': '# Two\n\n[no](#of-no-heading)\n',
    },
    ['src/one.md broken-anchor', 'src/one.md broken-link', 'src/two.md broken-anchor'],
  ],
  'source files are looked for where the address leads, and in the edition that another one adds to': [
    {
      'README.md': 'x\n',
      'guide/intro.md': '---\nlayout: page\n---\n\n[no](./setup.md) [no](api/setup.md) [ok](guide/more.md)\n',
      'guide/more.md': '[no](./older.md)\n',
      'guide/api/other.md': 'x\n',
      'reference/api/setup.md': 'x\n',
      'versions/1.0/intro.md': '[ok](./other.md)\n',
      'versions/1.0/more.md': 'x\n',
      'versions/1.0/older.md': 'x\n',
      'guide/other.md': 'x\n',
    },
    ['guide/intro.md broken-link'],
  ],
  'addresses of a book are read beside the file, and those of a theme that reads them from the top are not': [
    {
      'book.toml': '[book]\n',
      'src/SUMMARY.md': '- [One](one.md)\n- [Two](one/two.md)\n',
      'src/one.md': '[no](two.md)\n',
      'src/one/two.md': '[no](one/two.md)\n',
    },
    ['src/one.md broken-link', 'src/one/two.md broken-link'],
  ],
  'the README of a folder is index.md for links of mdBook, and not for those of GitBook': [
    {
      'a/book.toml': '[book]\n',
      'a/src/SUMMARY.md': '- [One](one.md)\n- [Two](two/README.md)\n',
      'a/src/one.md': '[ok](two/index.md#there)\n',
      'a/src/two/README.md': '## There\n',
      'a/src/two/gone.md': '[no](../three/index.md)\n',
      'b/.gitbook.yaml': 'root: ./\n',
      'b/SUMMARY.md': '- [One](one.md)\n- [Two](two/README.md)\n',
      'b/one.md': '[no](two/index.md)\n',
      'b/two/README.md': '## There\n',
    },
    ['a/src/two/gone.md broken-link', 'b/one.md broken-link'],
  ],
  'an address with .md where nearly no other of a site of Hugo has it, and where others have it': [
    {
      'a/hugo.toml': 'baseURL = "https://example.org"\n',
      'a/content/all.md': Array.from({ length: 12 }, (_, index) => `[x](/p${index})`).join(' '),
      ...Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`a/content/p${index}.md`, 'x\n'])),
      'a/content/one.md': '[no](/p1.md#x)\n\n## X\n',
      'b/hugo.toml': 'baseURL = "https://example.org"\n',
      'b/content/all.md': Array.from({ length: 12 }, (_, index) => `[x](/p${index})`).join(' '),
      ...Object.fromEntries(
        Array.from({ length: 12 }, (_, index) => [
          `b/content/p${index}.md`,
          index < 3 ? `[may be](/p${index + 3}.md)\n` : 'x\n',
        ]),
      ),
    },
    ['a/content/one.md broken-anchor'],
  ],
  'of several versions of a component in one repository, an address without one means its own': [
    {
      '1/antora.yml': 'name: a\nversion: 1\n',
      '1/modules/ROOT/pages/index.adoc': '= One\n\n[#old]\n== Old\n\nxref:index.adoc#old[x]\n',
      '2/antora.yml': 'name: a\nversion: 2\n',
      '2/modules/ROOT/pages/index.adoc': '= Two\n\n[#new]\n== New\n',
      '2/modules/ROOT/pages/a.adoc': '= A\n\nxref:index.adoc#old[x]\n',
      '2/modules/ROOT/pages/b.adoc': '= B\n\nxref:index.adoc#new[x]\n',
    },
    ['2/modules/ROOT/pages/a.adoc broken-anchor'],
  ],
  'plugins that write pages leave the folders alone that people write, in MkDocs and Docusaurus': [
    {
      'mk/mkdocs.yml': 'site_name: x\nplugins: [gen-files]\n',
      'mk/docs/guide/a.md': '[no](gone.md)\n',
      'mk/docs/guide/b.md': '[may be](../reference/gone.md)\n',
      'mk/docs/guide/c.md': 'x\n',
      'mk/docs/reference/index.md': 'x\n',
      'do/docusaurus.config.js':
        'module.exports = { plugins: ["unknown"], presets: [["classic", { docs: { routeBasePath: "d", sidebarPath: "./sidebars.js" } }]] };',
      'do/sidebars.js': 'module.exports = { docs: ["guide/a", "guide/gone", "api/made"] };',
      'do/docs/guide/a.md': 'x\n',
      'other/docusaurus.config.js':
        'module.exports = { plugins: ["unknown"], presets: [["classic", { docs: { routeBasePath: "d", sidebarPath: "./sidebars.js" } }]] };',
      'other/sidebars.js': 'module.exports = { docs: ["guide/a", "api/made"] };',
      'other/docs/guide/a.md': 'x\n',
    },
    [
      'do/sidebars.js navigation-missing-page',
      'mk/docs/guide/a.md broken-link',
      'other/sidebars.js navigation-missing-page',
    ],
  ],
  'a page of Docusaurus says itself that it is Markdown or MDX': [
    {
      'a/docusaurus.config.js': 'module.exports = { presets: [["classic", {}]] };',
      'a/docs/md.md': '---\nmdx:\n  format: md\n---\n\n| a | { ... } | <1 |\n| - | - | - |\n',
      'a/docs/other.md': '---\nmdx:\n  other: md\n---\n\n{ ... }\n',
      'b/docusaurus.config.js': 'module.exports = { markdown: { format: "detect" }, presets: [["classic", {}]] };',
      'b/docs/md.md': '{ ... }\n',
      'b/docs/mdx.md': '---\nmdx: { format: mdx }\n---\n\n{ ... }\n',
    },
    ['a/docs/other.md mdx-syntax', 'b/docs/mdx.md mdx-syntax'],
  ],
  'a pattern of git for an ending says nothing of a page, one for a folder does': [
    {
      '.gitignore': '*.html\n/docs/made/\n',
      'mkdocs.yml': 'site_name: x\n',
      'docs/index.md': 'x\n',
      'docs/a.md': '[no](api/gone.md) [ok](made/page.md)\n',
      'docs/b.md': '[no](gone/)\n',
    },
    ['docs/a.md broken-link', 'docs/b.md broken-link'],
  ],
  'pages of Docusaurus named as their folder, with numbers and without': [
    {
      'docusaurus.config.js': `module.exports = { presets: [['classic', { docs: {} }]] };`,
      'docs/intro.md':
        '[ok](/docs/relations/relations) [ok](/docs/events) [ok](/docs/data) <svg><use href="#of-the-theme"/></svg>\n',
      'docs/gone.md': '[no](/docs/events/events)\n',
      'docs/relations/1-relations.md': 'x\n',
      'docs/events/events.md': 'x\n',
      'docs/2-data/2-data.md': 'x\n',
    },
    ['docs/gone.md broken-link'],
  ],
  'a page of Mintlify that leads out of the site has the anchors of what is there': [
    {
      'docs.json': JSON.stringify({ name: 'x', navigation: { pages: ['index', 'other', 'pricing'] } }),
      'index.mdx': '[no](#plans)\n',
      'other.mdx': '[ok](/pricing#plans)\n',
      'pricing.mdx': '---\ntitle: Pricing\nurl: https://example.com/pricing\n---\n',
    },
    ['index.mdx broken-anchor'],
  ],
  'endings of routes, and files beside the page, as Docusaurus has them': [
    {
      'docusaurus.config.js': `module.exports = { presets: [['classic', { docs: {} }]], plugins: ['unknown'] };`,
      'docs/intro.md': 'x\n',
      'docs/one.md': '[no](/docs/intro.html)\n',
      'docs/two.md': '[no](/docs/intro.mdx)\n',
      'docs/files/a.pdf': '',
      'docs/deep/three.md': '[no](files/a.pdf)\n',
      'docs/four.md': '[ok](./intro) [ok](files/a.pdf)\n',
    },
    ['docs/deep/three.md', 'docs/one.md', 'docs/two.md'].map((path) => `${path} broken-link`),
  ],
  'components that a block of mdx-code-block exports': [
    {
      'docusaurus.config.js': `module.exports = { presets: [['classic', { docs: {}, blog: false }]] };`,
      'docs/index.mdx': '```mdx-code-block\nexport const Own = () => null;\n```\n\n<Own />\n\n<Gone />\n',
    },
    ['docs/index.mdx unknown-component'],
  ],
  'tabs that a plugin imports into the page': [
    {
      'docusaurus.config.js': `import { toTabs } from 'ts2cjs';\nexport default { presets: [['classic', { docs: { remarkPlugins: [toTabs] }, blog: false }]] };`,
      'docs/index.mdx': '<Tabs><TabItem>x</TabItem></Tabs>\n\n<Gone />\n',
    },
    ['docs/index.mdx unknown-component'],
  ],
  'MkDocs settings in a folder that name the pages from the top of the repository': [
    {
      'docs/mkdocs.yml': 'site_name: x\ndocs_dir: docs/content\nnav: [index.md]\n',
      'docs/content/index.md': '[no](gone.md)\n',
    },
    ['docs/content/index.md broken-link'],
  ],
  'blank lines before frontmatter': [
    {
      'astro.config.mjs': `import starlight from '@astrojs/starlight';\nexport default { integrations: [starlight({ title: 'x' })] };`,
      'src/content/docs/index.md': '\n---\ntitle: x\n---\n',
    },
    [],
  ],
  'components of the repository that pages are given may bring anchors': [
    {
      'source.config.ts': `export const docs = defineDocs({ dir: 'content/docs' });`,
      'components/Aliases.tsx': 'export const Aliases = (names) => Object.keys(names).map((name) => <a id={name} />);',
      'app/docs/[[...slug]]/page.tsx': '<Body components={{ Aliases }} />',
      'content/docs/index.mdx': '---\ntitle: x\n---\n\n<Aliases intro />\n\n[ok](#intro)\n',
      'content/docs/other.mdx': '---\ntitle: x\n---\n\n[no](#intro)\n',
    },
    ['content/docs/other.mdx broken-anchor'],
  ],
  'the table of all-contributors': [
    {
      'README.md': '[x](#ideas-someone "Ideas") [y](https://example.com/commits?author=someone) [no](#idea)\n',
      'other.md': '[no](#data-pane)\n',
      'third.md': '[ok](#ideas-someone) [y](https://allcontributors.org)\n',
    },
    ['README.md broken-anchor', 'other.md broken-anchor'],
  ],
  'a module of Astro that is longer than any page': [
    {
      'astro.config.mjs': `import starlight from '@astrojs/starlight';\nexport default { integrations: [starlight({ title: 'x' })] };`,
      'src/content/docs/index.md': '---\ntitle: x\n---\n',
      'src/pages/data.json.js': `export const data = '${'x'.repeat(1_100_000)}';`,
    },
    [],
  ],
  'the base of a sidebar of VitePress, and sections that a plugin of Vite writes': [
    {
      '.vitepress/config.ts': `export default { themeConfig: { sidebar: { '/guide/': { base: '/guide', items: [{ link: 'one' }, { link: '/two' }, { link: 'gone' }] } } } };`,
      'vite.config.ts': `export default { plugins: [GitChangelogMarkdownSection()] };`,
      'index.md': '[made](#contributors) [no](#gone)\n',
      'guide/one.md': 'x\n',
      'guide/two.md': 'x\n',
    },
    ['.vitepress/config.ts navigation-missing-page', 'index.md broken-anchor'],
  ],
  'redirects of a book': [
    {
      'book.toml':
        '[book]\n\n[output.html.redirect]\n"/part/old.html" = "../new.html"\n"/two/index.html" = "../one.html"\n',
      'src/SUMMARY.md': '- [One](one.md)\n- [Two](two.md)\n',
      'src/one.md': '[ok](part/old.md) [ok](two/) [two](two.md)\n',
      'src/two.md': '[no](part/older.md)\n',
    },
    ['book.toml redirect-to-nowhere', 'src/two.md broken-link'],
  ],
  'values of frontmatter whose further lines begin at the margin, which js-yaml takes': [
    {
      'docs.json': '{ "name": "x", "navigation": { "pages": ["a", "b"] } }',
      'a.mdx': '---\ntitle: x\nlist:\n  - name: y\n    text: "one\n\n      two\n"\n---\n',
      'b.mdx': '---\ntitle: "x\n---\n',
    },
    ['b.mdx frontmatter-syntax'],
  ],
  'anchors of headings that begin with an element, and of those of the same name': [
    {
      'docusaurus.config.js': 'module.exports = { presets: [["classic", {}]] };',
      'docs/a.mdx':
        "import { Icon } from '@a/icons';\n\n# <Icon/> Tool\n\n[ok](#tool) [ok](#-part) [ok](#part)\n\n## Tool\n\n## <Icon/> Part\n",
      'docs/b.md': '[no](a.mdx#tools)\n',
    },
    ['docs/b.md broken-anchor'],
  ],
  'what a code host calls a README, a word that a script replaces, and attributes of XML': [
    {
      'README.md': '<a href="#readme">ok</a> [ok](__BASE_URL__/a) [b](b/README.md)\n',
      'b/README.md': '<a href="#read">no</a>\n',
      'docusaurus.config.js': 'module.exports = { presets: [["classic", {}]] };',
      'docs/a.mdx': 'x <codeBase href="bin\\a.dll" />\n',
    },
    ['b/README.md broken-anchor'],
  ],
  'a README beside an index of MkDocs, which a code host alone shows': [
    {
      'mkdocs.yml': 'site_name: x\n',
      'docs/index.md': '[a](a/index.md)\n',
      'docs/a/index.md': '[c](c.md)\n',
      'docs/a/README.md': '<a href="c.md">ok</a>\n',
      'docs/a/c.md': 'x\n',
      'docs/b/README.md': '<a href="d.md">no</a>\n',
      'docs/b/d.md': '[b](README.md) [c](../c/e.md)\n',
      'docs/c/e.md': '[b](../b/d.md)\n',
    },
    ['docs/b/README.md broken-link'],
  ],
  'translations of documents that lie in another repository': [
    {
      'docusaurus.config.js': 'module.exports = { presets: [["classic", {}]] };',
      'i18n/de/docusaurus-plugin-content-docs/current/a.md': '[no](./gone.md) [ok](./b.md)\n',
      'i18n/de/docusaurus-plugin-content-docs/current/b.md': '[a](./a.md)\n',
    },
    ['i18n/de/docusaurus-plugin-content-docs/current/a.md broken-link'],
  ],
  'anchors of headings with pictures': [
    {
      'README.md':
        '[a](#-title) [b](#logo-title) [c](#title) [no](#tittle)\n\n## ![logo](https://example.com/a.png) Title\n',
    },
    ['README.md broken-anchor'],
  ],
  'sources of redirects with groups and look-aheads, and below the path of a host': [
    {
      'docs.json': JSON.stringify({
        name: 'x',
        navigation: { pages: ['index'] },
        seo: { metatags: { canonical: 'https://example.com/docs' } },
        redirects: [
          { source: '/v/:path((?!new).*)', destination: '/index' },
          { source: '/docs/old', destination: '/docs/index' },
        ],
      }),
      'index.mdx': '[a](/v/one) [b](/old) [no](/w/one)\n',
    },
    ['index.mdx broken-link'],
  ],
  'anchors of pages that are made from operations': [
    {
      'docs.json': '{ "name": "x", "navigation": { "pages": ["index", "users"] } }',
      'index.mdx': '[made](/users#parameter-limit) [no](#parameter-limit)\n',
      'users.mdx': '---\nopenapi: GET /users\n---\n',
    },
    ['index.mdx broken-anchor'],
  ],
  'attributes of directives, and openers of comments in code, in MDX': [
    {
      'docusaurus.config.js': `module.exports = { presets: [['classic', { docs: {}, blog: false }]] };`,
      'docs/index.mdx':
        ':::note{title=\'a b\' .c}\n:::\n\n::video{#id src=x.mp4}\n\nPress :kbd[Ctrl]{.key title="a b"}.\n\nWrite `<!--` to begin. <!-- a comment -->\n',
      'docs/no.mdx': 'Press {a b}.\n',
    },
    ['docs/no.mdx mdx-syntax'],
  ],
  'locales in the names of pages of Nextra': [
    {
      'next.config.mjs': `import nextra from 'nextra';\nexport default nextra({})({ i18n: { locales: ['en', 'fr'] } });`,
      'pages/_meta.en.json': '{ "guide": "Guide", "gone": "Gone" }',
      'pages/guide.en.mdx': '[ok](/guide) [no](/guides)\n',
      'pages/guide.fr.mdx': '[ok](/guide)\n',
    },
    ['pages/_meta.en.json navigation-missing-page', 'pages/guide.en.mdx broken-link'],
  ],
  'the first page of a folder of Nextra may be a page of `app`': [
    {
      'next.config.mjs': "import nextra from 'nextra';\nexport default nextra({})({});\n",
      'app/_meta.js': "export default { index: 'Home', learn: 'Learn' };\n",
      'app/page.mdx': '# Home\n',
      'app/learn/_meta.js': "export default { index: 'Learn' };\n",
      'app/learn/a/page.mdx': '# A\n',
    },
    ['app/learn/_meta.js navigation-missing-page'],
  ],
  'includes of files that the build makes, and partials outside of the pages': [
    {
      '.gitignore': '/parts/made.md\n',
      'docs.json': '{ "name": "x", "navigation": { "pages": ["index"] } }',
      'site/.vitepress/config.ts': 'export default {};',
      'site/index.md':
        '<!--@include: ../parts/made.md-->\n<!--@include: ../parts/here.md-->\n<!--@include: ../parts/gone.md-->\n\n## Above\n',
      'parts/here.md': '[shown below it](#above)\n',
      'index.mdx': 'x\n',
    },
    ['site/index.md broken-include'],
  ],
  'templates of Hugo for new pages': [
    {
      'hugo.toml': 'baseURL = "https://example.com/"\n',
      'archetypes/docs.md': '---\ntitle: "{{ replace .Name "-" " " }}"\n---\n',
      'content/a.md': '---\ntitle: "x\n---\n',
    },
    ['content/a.md frontmatter-syntax'],
  ],
  'what Hugo makes of headings and frontmatter': [
    {
      'hugo.toml': 'baseURL = "https://example.com/"\n',
      'content/a.md':
        '---\ntitle: a\ntitle: b\n---\n\n[a](#new-mdash-one) [no](#new-one-two) [x](#/in/the/program)\n\n## New &mdash; one\n\n@[youtube](Z5zN)\n',
    },
    ['content/a.md broken-anchor'],
  ],
  'includes of Sphinx from the folder of the sources': [
    {
      'docs/conf.py': 'extensions = ["myst_parser"]\n',
      'docs/a/index.md': '```{include} /_inc/part.md\n```\n\n```{include} /_inc/gone.md\n```\n',
      'docs/_inc/part.md': 'x\n',
    },
    ['docs/a/index.md broken-include'],
  ],
  'relative links of Hugo, read beside the address of the page too, and addresses that templates begin': [
    {
      'hugo.toml': 'baseURL = "https://example.com/"\n',
      'content/deploy/_index.md': 'x\n',
      'content/deploy/install/_index.md': '## Requirements\n',
      'content/deploy/install/kubectl.md':
        '[ok](../#requirements) [no](../#gone) [made]({% link x.md %}#part) [a]\n\n[a]: {% link y.md %}\n[b]: {% link z.md %}\n',
    },
    ['content/deploy/install/kubectl.md broken-anchor'],
  ],
  'locales that a module of a site of Nextra names': [
    {
      'next.config.mjs': `import nextra from 'nextra';\nimport i18n from './i18n-config.js';\nexport default nextra({})({ i18n });`,
      'i18n-config.js': `export default { locales: ['en-US', 'ja-JP'] };`,
      'pages/en-US/pricing.mdx': '[ok](/pricing) [no](/prices)\n',
      'pages/ja-JP/pricing.mdx': 'x\n',
    },
    ['pages/en-US/pricing.mdx broken-link'],
  ],
  'Docusaurus 2, whose MDX takes braces': [
    {
      'package.json': '{ "dependencies": { "@docusaurus/core": "^2.4.1" } }',
      'docusaurus.config.js': `module.exports = { presets: [['classic', { docs: {}, blog: false }]] };`,
      'docs/index.md': 'Use {a b} here, [no](./gone.md)\n',
    },
    ['docs/index.md broken-link'],
  ],
  'dead links that VitePress is told to let pass': [
    {
      '.vitepress/config.ts': `export default { ignoreDeadLinks: [/^\\/play/, '/interactive'] };`,
      'index.md': '[ok](/play/) [ok](/interactive/x) [no](/gone)\n',
    },
    ['index.md broken-link'],
  ],
  'addresses in a partial, which are read beside the page that shows it': [
    {
      'docusaurus.config.js': `module.exports = { presets: [['classic', { docs: {}, blog: false }]] };`,
      'docs/a/index.md': 'x\n',
      'docs/_parts/part.mdx': '[ok](./high) [no](./gone.mdx)\n',
    },
    ['docs/_parts/part.mdx broken-link'],
  ],
  'pages of Nextra beside a folder of content': [
    {
      'next.config.mjs': `import nextra from 'nextra';\nexport default nextra({})({});`,
      'src/content/shared/part.mdx': 'x\n',
      'src/pages/index.mdx': '[ok](/build) [no](/gone)\n',
      'src/pages/build.mdx': 'x\n',
    },
    ['src/pages/index.mdx broken-link'],
  ],
  'blocks of code in the cells of AsciiDoc, and anchors after them': [
    { 'a.adoc': '|===\n| ----\ncode\n----\n|===\n\n[[after]]\nx <<after>> <<gone>>\n' },
    ['a.adoc broken-anchor'],
  ],
  'targets of MyST with dots, on a page that the settings write': [
    {
      'conf.py': 'extensions = ["myst_parser"]\nwith open("reference.md", "w") as f:\n    f.write(x)\n',
      'index.md': '[made](schema_hub.config) [no](gone.md)\n',
    },
    ['index.md broken-link'],
  ],
  'entries of the sidebar of Starlight that begin with a dot, which it reads from the top': [
    {
      'astro.config.mjs':
        "import starlight from '@astrojs/starlight';\nexport default { integrations: [starlight({ title: 'x', sidebar: [{ label: 'a', link: './a' }, { label: 'b', link: './b' }] })] };",
      'src/content/docs/index.md': '---\ntitle: x\n---\n',
      'src/content/docs/a.md': '---\ntitle: a\n---\n[b](/b)\n',
    },
    ['astro.config.mjs navigation-missing-page', 'src/content/docs/a.md broken-link'],
  ],
  'attributes of directives of Starlight': [
    {
      'astro.config.mjs': `import starlight from '@astrojs/starlight';\nexport default { integrations: [starlight({ title: 'x' })] };`,
      'src/content/docs/index.mdx':
        '---\ntitle: x\n---\n\n:::section{.columns.min200}\n\n::a[By:]{.x href="/y"}\n\n:::\n',
      'src/content/docs/b.mdx': '---\ntitle: x\n---\n\n{.columns}\n',
    },
    ['src/content/docs/b.mdx mdx-syntax'],
  ],
  'READMEs that VitePress publishes as indexes, and those that another program does': [
    {
      'docs/.vitepress/config.mts':
        'export default { rewrites: { ":a/README.md": ":a/index.md" }, themeConfig: { sidebar: [] } };',
      'docs/config/README.md': '[ok](../more/) [no](../gone/)\n',
      'docs/more/README.md': '# More\n',
      'content/README.md': '---\ntitle: x\n---\n\n[a](/images/x.png)\n',
      'README.md': '[no](/images/x.png)\n',
    },
    ['README.md missing-file', 'docs/config/README.md broken-link'],
  ],
  'component versions of Antora': [
    {
      'docs/antora.yml': 'name: tool\nversion: "1.0"\nnav:\n  - modules/ROOT/nav.adoc\n  - modules/ROOT/gone.adoc\n',
      'docs/modules/ROOT/nav.adoc':
        '* xref:index.adoc[]\n* xref:guide:start.adoc#first-steps[]\n* xref:nowhere.adoc[]\n',
      'docs/modules/ROOT/pages/index.adoc':
        '= Home\n:page-aliases: old.adoc\n:file: diagram\n\n[#own]\n== Own one\n\n<<own>> <<Own one>> <<gone>> xref:guide:start.adoc#_first_steps[x] xref:guide:start.adoc#last[x]\nxref:other::page.adoc[x] xref:2.0@start.adoc[x] xref:elsewhere:page.adoc[x] xref:{page}.adoc[x]\n\nimage::{file}.png[x]\nimage::gone.png[x]\n\n----\nxref:sample.adoc[x]\n----\n\ninclude::partial$part.adoc[]\ninclude::partial$gone.adoc[]\ninclude::guide:start.adoc[]\n',
      'docs/modules/ROOT/partials/part.adoc':
        'xref:start.adoc[of the module that shows it] xref:guide:gone.adoc[x] <<own>>\n',
      'docs/modules/ROOT/images/diagram.png': '',
      'docs/modules/guide/pages/start.adoc':
        '= Start\n\nxref:ROOT:old.adoc[its name before] `xref:sample.adoc[]`\n\n== First steps\n',
    },
    [
      'docs/antora.yml navigation-missing-page',
      'docs/modules/ROOT/nav.adoc broken-link',
      'docs/modules/ROOT/pages/index.adoc broken-anchor',
      'docs/modules/ROOT/pages/index.adoc broken-include',
      'docs/modules/ROOT/pages/index.adoc missing-file',
      'docs/modules/ROOT/partials/part.adoc broken-link',
    ],
  ],
  'AsciiDoc that no site claims': [
    {
      'README.adoc':
        '= Tool\n\nlink:guide.html#use[ok] <<gone>> <<tool>>\n\nifdef::env-site[]\nxref:made.adoc[]\nendif::[]\n',
      'guide.adoc': 'Guide\n=====\n\n[[use]]Use\n\ninclude::gone.adoc[]\n\nxref:none.adoc[no]\n',
      'made.adoc': ':made: api\n\n[id="{made}-one"]\n== One\n\nanchor:{made}-two[] <<api-one>> xref:{made}-two[ok]\n',
      'any.adoc': '[id="{of-elsewhere}-one"]\n== One\n\n<<any-one>>\n',
    },
    ['README.adoc broken-anchor', 'guide.adoc broken-include', 'guide.adoc broken-link'],
  ],
  'files of the repository that a site does not publish': [
    {
      'mkdocs.yml': 'site_name: x\n',
      'docs/index.md': '[no](../LICENSE)\n',
      'docs/a.md': '[no](/docs/index.md) [may be](/docs/gone.md) [may be](/docs/)\n',
      'docs/b.md': '[ok](a.md/)\n',
      'docs/c.md': '[no](../../above.md) [may be](../../above/)\n',
      'docs/d.md': '[no](../b.md)\n',
      'docs/snippets/e.md': '[may be](../../../guide/above.md)\n',
      LICENSE: '',
      'book/book.toml': '[book]\n',
      'book/src/SUMMARY.md': '- [One](one.md)\n',
      'book/src/one.md': '[no](../code/a.rs)\n',
      'book/code/a.rs': '',
    },
    ['book/src/one.md broken-link', 'docs/a.md broken-link', 'docs/c.md broken-link', 'docs/index.md broken-link'],
  ],
  'what Docusaurus neither moves nor finds': [
    {
      'docusaurus.config.js':
        'module.exports = { title: "x", baseUrl: "/x/", presets: [["classic", { docs: { routeBasePath: "/" } }]] };',
      'docs/a.md': '[no](/STYLE.md) [ok](/b.md) [ok](b.md)\n',
      'docs/b.md': '<img src="/img/a.png" alt="a" />\n\n<img src="/x/img/a.png" alt="a" />\n\n![a](/img/a.png)\n',
      'docs/c.md': '[no](a.md/#x)\n',
      'docs/d.md': '[no](/only.md)\n',
      'i18n/de/docusaurus-plugin-content-docs/current/only.md': '[ok](/b.md)\n',
      'static/img/a.png': '',
      'STYLE.md': '# Style\n',
    },
    ['docs/a.md broken-link', 'docs/b.md missing-base', 'docs/c.md broken-link', 'docs/d.md broken-link'],
  ],
  'addresses that begin with a sign of what was meant to stand around them': [
    {
      'README.md': '[no]("guide") [no](#./guide#x) [ok](#operations/get)\n',
      'other.md': '[no]\n\n[no]: "guide"\n',
      'third.md': '<a href="<<https://example.com>>">no</a> <a href="<<{{x}}>>">may be</a>\n',
    },
    ['README.md broken-anchor', 'README.md malformed-link', 'other.md malformed-link', 'third.md malformed-link'],
  ],
  'a conf.py that begins as its template does': [
    {
      'one/conf.py': 'extensions = []\nextensions = ["myst_parser"]\n',
      'one/index.md': '```{toctree}\na\n```\n',
      'one/a.md': '[no](index.md/)\n',
    },
    ['one/a.md broken-link'],
  ],
  'ids and titles of AsciiDoc that hold an attribute of elsewhere stand for what begins and ends as they do': [
    {
      'a.adoc': '= T\n\n[[a-{kind}-z]]\nx\n\n== About {product} here\n\n<<a-one-z>> <<a-one>> <<_about_tool_here>>\n',
      'b.adoc': '= T\n\n[[{any}]]\nx <<whatever>>\n',
      'c.adoc': '= T\n\n[[a{b}ab{c}b]]\nx <<aab>> <<abxabb>>\n\nsee <<ab>>\n',
      // More than are compared.
      'd.adoc': `= T\n\n${'[[a{b}z]]\n'.repeat(1001)}\n<<nothing>>\n`,
    },
    ['a.adoc broken-anchor', 'c.adoc broken-anchor'],
  ],
  'a SUMMARY.md among the pages of MkDocs is no book of GitBook': [
    {
      'mkdocs.yml': 'site_name: x\nplugins: [search, literate-nav]\nexclude_docs: _parts/\n',
      'docs/SUMMARY.md': '- [a](a.md)\n',
      'docs/a.md': '{% include-markdown "./_parts/b.md" %}\n',
      'docs/_parts/b.md': '[beside a](./a.md) [gone](./gone.md)\n',
      'book/SUMMARY.md': '- [a](a.md)\n',
      'book/a.md': '[no](gone.md)\n',
    },
    ['book/a.md broken-link'],
  ],
  'lists that Docusaurus makes of a folder, and parts of its pages that nothing shows': [
    {
      'docusaurus.config.js': "module.exports = { presets: [['classic', {}]] };",
      'docs/guide/_category_.json': '{ "link": { "type": "generated-index", "slug": "/all" } }',
      'docs/guide/a.md': '---\nslug: /\n---\n\n[ok](/docs/all) [no](/docs/none) [no](#none)\n',
    },
    ['docs/guide/a.md broken-anchor', 'docs/guide/a.md broken-link'],
  ],
  'templates of settings and of summaries, and variables in an address': [
    {
      'cli/templates/files/x.config.ts': 'export default { a: new x.{{.Home}}.Y() };\n',
      'x.config.ts': 'export default { a: new };\n',
      'templates/SUMMARY.md': '- [a](made.md)\n',
      'README.md': '[ok](%latestUrl%) [no](%E4%BD%A0.md) [no](%zz.md)\n',
    },
    ['README.md broken-link', 'README.md malformed-link', 'x.config.ts settings-syntax'],
  ],
  'headings of HTML on a code host, pages of the host above the repository, sites that came with a library': [
    {
      'README.md': '<h2 align="center">Why <b>this</b>?</h2>\n\n[ok](#why-this) [ok](/../../issues)\n',
      'docs/README.md': '[no](../README.md#why) [no](/gone)\n\n<h2>Why\n',
      'docs/a.md': '[ok](../README.md#why-this) [ok](#cni--networking)\n\n## CNI / Networking\n',
      'vendor/library/mkdocs.yml': 'site_name: x\nnav: [a.md, gone.md]\n',
    },
    ['docs/README.md broken-anchor', 'docs/README.md broken-link'],
  ],
  'redirects from an anchor, anchors of MyST by a function': [
    {
      'docs.json':
        '{"name":"x","theme":"mint","colors":{"primary":"#000000"},"navigation":{"pages":["a"]},"redirects":[{"source":"/a#x","destination":"/a#y"}]}',
      'a.mdx': '---\ntitle: A\n---\n\nx\n',
      'book/conf.py': 'extensions = ["myst_parser"]\nmyst_heading_anchors = 3\nmyst_heading_slug_func = own\n',
      'book/index.md': '# T\n\n[x](#Part-A) [no](gone.md)\n\n## Part A\n',
    },
    ['book/index.md broken-link'],
  ],
  'books and MkDocs: up and back by name, anchors that ask, raw HTML, pages that a plugin leaves out': [
    {
      'book/book.toml': '[book]\n',
      'book/src/SUMMARY.md': '- [One](one.md)\n- [Two](part/two.md)\n',
      'book/src/one.md': '{{#include links.md}}\n\n[two][two]\n',
      'book/src/links.md': '# Links\n\n[two]: /part/two.md\n[gone]: /part/gone.md\n',
      'book/src/part/two.md': '[no](../../src/one.md) [ok](../one.md)\n',
      'gitbook/SUMMARY.md': '* [A](a.md)\n',
      'gitbook/a.md': "# What is Let's?\n\n[no](#what-is-lets?) [ok](#what-is-lets) [may be](#%3F)\n",
      'mk/mkdocs.yml': 'site_name: x\n',
      'mk/docs/a.md': '[no](../docs/b.md) [ok](b.md)\n',
      'mk/docs/b.md': '<a href="a.md">no</a> <a href="../a/">ok</a>\n',
      'mk/docs/c/d.md': '<img src="../../a.png" alt="ok"> <img src="../a.png" alt="no">\n',
      'mk/docs/a.png': '',
      'two/mkdocs.yml': 'site_name: x\nplugins: { exclude: { glob: ["parts/*", "*/_t.md"] } }\n',
      'two/docs/index.md': '[no](../gone/)\n',
      'two/docs/parts/deeper/a.md': '[beside a page](./gone.md)\n',
      'two/docs/b/c/_t.md': '[beside a page](./gone.md)\n',
    },
    [
      'book/src/part/two.md broken-link',
      'gitbook/a.md broken-anchor',
      'mk/docs/a.md broken-link',
      'mk/docs/b.md broken-link',
      'mk/docs/c/d.md missing-file',
      'two/docs/index.md broken-link',
    ],
  ],
  'tags of Liquid in and after blocks of code, settings that a program writes': [
    {
      'config.yml': 'a:\n{{- range .B }}\n  b\n{{ end }}\n',
      '_config.yml': 'a: "{{ b }}"\nc: [\n',
      'b.md':
        '---\nlayout: x\n---\n\n{% comment %}\n```\n{% endcomment %}\n\n```\na\n```{% endcapture %}\n\n[no](gone.md)\n',
      'c.md': '---\nlayout: x\n---\n\n```\ncode\n',
    },
    ['_config.yml settings-syntax', 'b.md broken-link', 'c.md unclosed-fence'],
  ],
  'the base of a site of Docusaurus alone is its first page': [
    {
      'docusaurus.config.js':
        "module.exports = { baseUrl: '/docs/', presets: [['classic', { docs: { routeBasePath: '/' } }]] };",
      'docs/start.md': '---\nslug: /\n---\n\n# S\n\n## Key\n\n[ok](/docs/#key) [ok](/docs)\n',
      'docs/a.md': '[no](/docs/#gone)\n',
      'docs/b.md': '[no](/docs/gone)\n',
    },
    ['docs/a.md broken-anchor', 'docs/b.md broken-link'],
  ],
  'tabs of pymdownx': [
    {
      'site/mkdocs.yml': 'site_name: S\nmarkdown_extensions: [pymdownx.tabbed]\n',
      'site/docs/index.md': '# S\n\n=== "A"\n\n    text\n\n=== "B"\n\n    text\n\n[ok](#__tabbed_1_2)\n',
      'site/docs/a.md': '[no](index.md#tabbed_1_2)\n',
    },
    ['site/docs/a.md broken-anchor'],
  ],
  'absolute addresses on a translated page, which lead to translated ones, and formulas that begin with a digit': [
    {
      'docusaurus.config.js': "module.exports = { presets: [['classic', {}]] };",
      'docs/a.md': '# A\n\n## Here\n\n## There\n\n[ok](/docs/b#one) [no](/docs/b#eins)\n',
      'docs/b.md': '# B\n\n## One\n\n[ok](/docs/a)\n',
      'i18n/de/docusaurus-plugin-content-docs/current/a.md':
        '# A\n\n[ok](/docs/b#eins) [ok](/docs/c#drei) [ok](b.md#eins)\n',
      'i18n/de/docusaurus-plugin-content-docs/current/b.md': '# B\n\n## Eins\n\n[no](/docs/a#here)\n',
      'docs/c.md': '# C\n\n## Drei\n\n$1-\\frac{x\\cdot y}{\\|x\\|}$ [ok](a.md#here)\n',
      'docs/d.mdx': '# D\n\n| a |\n| - |\n| $1-\\frac{x\\cdot y}{\\|x\\|}$ |\n\n[ok](a.md#there)\n',
      'docs/e.mdx': '# E\n\nIt costs $1 {a b} or $2.\n',
    },
    [
      'docs/a.md broken-anchor',
      'docs/e.mdx mdx-syntax',
      'i18n/de/docusaurus-plugin-content-docs/current/b.md broken-anchor',
    ],
  ],
  'a loader of Fumadocs whose base may be another in the build': [
    {
      'package.json': '{ "dependencies": { "fumadocs-core": "15" } }',
      'source.config.ts':
        "import { defineDocs } from 'fumadocs-mdx/config';\nexport const docs = defineDocs({\n  dir: 'app/docs',\n});\n",
      'lib/source.ts':
        "export const source = loader({ source: await create.sourceAsync(docs.doc, docs.meta), baseUrl: basePath() || '/' });",
      'app/docs/index.mdx': '---\ntitle: T\n---\n\n[ok](/a/1) [perhaps](/releases)\n',
      ...Object.fromEntries(
        [1, 2, 3, 4, 5, 6, 7, 8].map((at) => [
          `app/docs/a/${at}.mdx`,
          `---\ntitle: T\n---\n\n[ok](/a/${(at % 8) + 1}) [${{ 3: 'no](/a/9', 4: 'no](/a/2#gone' }[at] ?? 'ok](/'})\n`,
        ]),
      ),
    },
    ['app/docs/a/3.mdx broken-link', 'app/docs/a/4.mdx broken-anchor', 'app/docs/index.mdx broken-link'],
  ],
  'a docs.json of another program, and parts of a sidebar to copy from': [
    {
      'tool/docs/docs.json':
        '{ "navigation": [{ "title": "A", "items": [{ "title": "B", "path": "a.md" }] }], "redirects": [{}] }',
      'tool/docs/a.md': '<p><img src="b.png" alt="b"></p>\n\n[ok](../examples/) [no](../gone/)\n',
      'tool/docs/b.png': '',
      'tool/examples/x.ts': '',
      'mint/docs.json': '{ "theme": "mint", "navigation": [] }',
      'mint/a.mdx': 'A\n',
      'website/docs/_sidebar_part.js': "  {\n    type: 'category',\n  },\n",
      'website/docs/sidebars.js': "  {\n    type: 'category',\n  },\n",
    },
    ['mint/docs.json settings', 'tool/docs/a.md broken-link', 'website/docs/sidebars.js settings-syntax'],
  ],
  'formulas end with their paragraph and row': [
    {
      'docs.json': '{"name":"x","theme":"mint","colors":{"primary":"#000000"},"navigation":{"pages":["a"]}}',
      'a.mdx':
        '| a | b |\n| - | - |\n| x | $$ |\n| y | $ |\n\n<sup>\n  a\n</sup>\n<sup>(b $$$$ = c)</sup>\n\n$$\n{a\n\nb}\n$$\n\nx $${c}\n{d}$$ [no](gone)\n',
    },
    ['a.mdx broken-link'],
  ],
  'names of files with an escape, comments that end a list, pictures with backslashes in Docusaurus': [
    {
      'docusaurus.config.js': "module.exports = { trailingSlash: true, presets: [['classic', {}]] };",
      'docs/why%3F.md': '[ok](../how%3F)\n',
      'docs/how%3F.md': '[ok](./why%253F.md) ![ok](img\\a.png)\n',
      'docs/list.md':
        '# L\n\n<section>\n  <div>\n\n- a\n\n<!-- -->\n  </div>\n</section>\n\n## T <!-- a -->\n\n[ok](#t) [no](#u) [no](../who%3F) ![no](img\\b.png)\n',
      'docs/img/a.png': '',
    },
    ['docs/list.md broken-anchor', 'docs/list.md broken-link', 'docs/list.md missing-file'],
  ],
  'folders for MyST, what git leaves out of Hugo, anchors that a hook may write, code that a plugin of VitePress includes':
    [
      {
        '.gitignore': '*secret*\n',
        'my/conf.py': 'extensions = ["myst_parser"]\n',
        'my/index.md':
          '(secrets:a)=\n# I\n\n[no](part) [no](part/) [ok](part/index.md) [ok](part/index) <a href="part/">ok</a>\n',
        'my/b.md': '[ok](secrets:a)\n',
        'my/part/index.md': '# P\n',
        'hugo/hugo.toml': 'baseURL = "https://example.com/"\n',
        'hugo/.gitignore': '/public/\n',
        'most/.gitignore': '*\n!*.md\n',
        'most/a.md': '[no](gone.txt)\n',
        'none/a.md': '[ok](made/b.txt)\n',
        'none/made/.gitignore': '*\n',
        'hugo/content/a.md': '[no](gone.md)\n',
        'mk/mkdocs.yml': 'site_name: x\nhooks: [hooks.py]\n',
        'mk/hooks.py': 'def on_page_content(html, **_):\n    return html\n',
        'mk/docs/a.md': '# T\n\n[maybe](#u) [ok](#t)\n',
        'vp/.vitepress/config.ts': 'export default {};\n',
        'vp/a.md': '@[code lang=java](@/code/a.java)\n@[code](./code/a.java)\n',
        'vp/b.md': '@[code lang=java](@/code/b.java)\n',
        'vp/code/a.java': '',
      },
      ['hugo/content/a.md broken-link', 'mk/docs/a.md broken-anchor', 'most/a.md broken-link'],
    ],
  'a summary below VitePress, comments in comments, components that the pages of a snippet of Mintlify import': [
    {
      '.vitepress/config.ts': 'export default {};\n',
      'LANGS.md': '* [English](en/)\n',
      'en/SUMMARY.md': '* [A](a.md)\n',
      'en/index.md': '[ok](/en/a)\n',
      'en/a.md': '[no](/a)\n',
      'm/docs.json': '{"name":"x","theme":"mint","colors":{"primary":"#000000"},"navigation":{"pages":["a"]}}',
      'm/a.mdx':
        'import { Own } from "/snippets/own.jsx"\nimport Part from "/snippets/part.mdx"\n\n<Part />\n\n<Own />\n\n{/*\n<!-- a\n*/}\n',
      'm/snippets/own.jsx': 'export const Own = () => null;\n',
      'm/snippets/part.mdx': '<Own />\n',
      'm/snippets/none.mdx': '<Own />\n',
    },
    ['en/a.md broken-link', 'm/snippets/none.mdx unknown-component'],
  ],
  'Docusaurus with plugins at the top: above the top of the host, files beside a page, anchors of pages that others show':
    [
      {
        'docusaurus.config.js':
          'module.exports = { plugins: ["./own"], presets: [["classic", { docs: { routeBasePath: "/", sidebarPath: "sidebars.js" } }]] };',
        'sidebars.js': 'module.exports = { a: ["a", "b", "c"] };',
        'docs/a.md': '[no](/../../STYLE) [ok](/../b) [may be](/STYLE)\n',
        'docs/b.md': '[no](files/b.pdf) [may be](/files/b.pdf)\n',
        'docs/c.md': 'import B from "./d.md"\n\n<B />\n\n[ok](#of-d) [no](#none)\n',
        'docs/d.md': 'import E from "./e.md"\n\n## Of d\n\n[may be](#elsewhere)\n\n<E />\n',
        'docs/e.md': '[may be](#elsewhere)\n',
        'docs/f.md': 'import C from "./c.md"\n\n<C />\n',
      },
      ['docs/a.md broken-link', 'docs/b.md broken-link', 'docs/c.md broken-anchor'],
    ],
  'addresses from the top, names with a prefix, schemes typed twice, hosts alone and the names of public folders': [
    {
      'mk/mkdocs.yml': 'site_name: x\n',
      'mk/docs/a.md': '[no](/b.md)\n',
      'mk/docs/b.md': '[no](hthttps://example.com) [ok](git+https://example.com) [ok](https://example.com/https://a)\n',
      'mk/docs/c.md': '![no](https://https://example.com/a.png)\n',
      'my/conf.py': 'extensions = ["myst_parser", "sphinx.ext.intersphinx"]\n',
      'my/index.md': '(part:one)=\n# I\n\n[ok](part:one) [no](gone.md)\n',
      'vp/.vitepress/config.ts': 'export default {};\n',
      'vp/index.md': '[no](/public/a.txt) [ok](/a.txt)\n',
      'vp/b.md': '[no](example.com/a) [ok](https://example.com/a)\n',
      'vp/public/a.txt': '',
    },
    [
      'mk/docs/a.md broken-link',
      'mk/docs/b.md malformed-link',
      'mk/docs/c.md malformed-link',
      'my/index.md broken-link',
      'vp/b.md missing-scheme',
      'vp/index.md broken-link',
    ],
  ],
  'parts that a plugin brings, plugins within plugins, a shortcode behind the end of a block, pages beside folders of their name':
    [
      {
        'do/docusaurus.config.js': 'module.exports = { presets: [["classic", {}]] };',
        'do/package.json': '{"dependencies":{"@docusaurus/core":"^2.4.3"}}',
        'do/versions.json': '["2.x"]',
        'do/versioned_docs/version-2.x/a.md': 'x\n',
        'do/versioned_sidebars/version-2.x-sidebars.json': '{"version-2.x/one":["version-2.x/a"]}',
        'do/docs/a.md': 'import Props from "@own/api/props.md"\n\n<Props />\n\n[may be](#prop-one)\n',
        'do/docs/b.md': 'import Button from "@own/button"\n\n<Button />\n\n[no](#prop-one)\n',
        'do/docs/c.md': '[ok](./b.md#:~:text=one)\n',
        'do/src/components/README.md': '[ok](../../_templates/README.md)\n',
        'do/src/README.md': '[no](../gone.md)\n',
        'do/_templates/README.md': 'x\n',
        'hu/hugo.toml': 'baseURL = "https://example.com/"\n',
        'hu/content/a.md': '{{% expand %}}\n```sh\na\n```{{% /expand %}}\n\n{{< tab >}}\n~~~\na\n~~~{{< /tab >}}\n',
        'hu/content/b.md': '```sh\na\n```{{% expand %}}\n',
        'st/astro.config.mjs':
          'import starlight from "@astrojs/starlight"; import strip from "./strip.mjs"; export default { integrations: [starlight({ plugins: [strip()] })] };',
        'st/strip.mjs': 'import own from "./plugins/own";',
        'st/plugins/own.js': 'visit(tree, "link", (node) => { node.url = node.url.replace(/.md$/, ""); });',
        'st/src/content/docs/index.mdx':
          '---\ntitle: x\n---\n\n[may be](page.md)\n\n::include{file="a.md"}\n\n[may be](#part)\n',
        'st/src/content/docs/page.mdx': '---\ntitle: x\n---\n',
        'sl/astro.config.mjs':
          'import starlight from "@astrojs/starlight"; export default { integrations: [starlight({})] };',
        'sl/src/content/docs/index.md': '---\ntitle: x\n---\n\n:::note\nx\n:::\n\n[no](#part)\n',
        'sl/src/content/docs/other.md': '---\ntitle: x\n---\n\n::include{file="a.md"}\n\n[may be](#part)\n',
        'vi/.vitepress/config.ts': 'export default { rewrites: { "old.md": "new.md" } };\n',
        'vi/en.md': 'x\n',
        'vi/en/index.md': 'x\n',
        'vi/old.md': 'x\n',
        'vi/new.md': 'x\n',
      },
      [
        'do/docs/b.md broken-anchor',
        'do/src/README.md broken-link',
        'hu/content/b.md unclosed-fence',
        'sl/src/content/docs/index.md broken-anchor',
        'st/src/content/docs/index.mdx broken-link',
        'vi/old.md duplicate-route',
      ],
    ],
  'submodules, links of MyST to elsewhere and to targets with the name of a folder, paths of OpenAPI with a slash': [
    {
      '.gitmodules': '[submodule "lib/own"]\n\tpath = lib/own\n\turl = https://example.com/own\n',
      'README.md': '[ok](lib/own) [ok](lib/own/a.md)\n',
      'CONTRIBUTING.md': '[no](lib/other)\n',
      'my/conf.py': 'extensions = ["myst_parser"]\n',
      'my/index.md': '# I\n\n[ok](gone.html.md){.external} [ok](gone.html.md){.a .external} [ok](api)\n',
      'my/other.md': '# O\n\n[no](gone.html.md){.internal}\n',
      'my/third.md': '# T\n\n[no](guide)\n',
      'my/api/index.md': '(api)=\n# A\n',
      'my/guide/index.md': '# G\n',
      'mi/docs.json':
        '{"name":"x","theme":"mint","colors":{"primary":"#000000"},"openapi":"openapi.json","navigation":{"pages":["a","b","c"]}}',
      'mi/openapi.json':
        '{"openapi":"3.1.0","info":{"title":"x","version":"1"},"paths":{"/a/":{"get":{"responses":{"200":{"description":"x"}}}},"/b":{"get":{"responses":{"200":{"description":"x"}}}}}}',
      'mi/a.mdx': '---\nopenapi: GET /a\n---\n',
      'mi/b.mdx': '---\nopenapi: GET /b/\n---\n',
      'mi/c.mdx': '---\nopenapi: GET /ab\n---\n\n[ok](a.md) [ok](/b.md)\n',
      'mi/d.mdx': '[no](e.md)\n',
    },
    [
      'CONTRIBUTING.md broken-link',
      'mi/c.mdx openapi-missing-operation',
      'mi/d.mdx broken-link',
      'my/other.md broken-link',
    ],
  ],
  'anchors of plugins that change pages, addresses of Mintlify with endings, cells of tables, lists behind code': [
    {
      'README.md': '# A\n\n## Some Thing\n\n[ok](#Some-Thing)\n',
      'CONTRIBUTING.md': '# A\n\n## Some Thing\n\n[no](#some_thing)\n',
      'vi/vite.config.ts': 'import { pages } from "./.vitepress/pages"; export default { plugins: [pages()] };',
      'vi/.vitepress/config.ts': 'export default {};',
      'vi/.vitepress/pages.ts':
        'export const pages = () => ({ transform(code, id) { return /\\.md/.test(id) ? code : null; } });',
      'vi/a.md': '[may be](#made)\n',
      'vo/.vitepress/config.ts': 'export default {};',
      'vo/a.md': '[no](#made) [no](#Some-Thing)\n\n## Some thing!\n',
    },
    ['CONTRIBUTING.md broken-anchor', 'vi/a.md broken-anchor', 'vo/a.md broken-anchor'],
  ],
  'relative addresses of Mintlify with endings, cells of tables that look like blocks, addresses in the navigation of MkDocs':
    [
      {
        'mi/docs.json': '{"name":"x","theme":"mint","colors":{"primary":"#000000"},"navigation":{"pages":["a","b/c"]}}',
        'mi/a.mdx': '[ok](./b/c.mdx) [ok](./b/c.md) <a href="./b/c.mdx">ok</a>\n\n# A\n',
        'mi/b/c.mdx': '# C\n\n[ok](../a.mdx#a) [no](../a.mdx#none)\n',
        'mi/d.mdx': '[no](b/c.mdx) [no](./gone.mdx) <Frame><img src="./b/c.mdx" /></Frame>\n',
        'mk/mkdocs.yml': 'site_name: x\nnav:\n  - a.md\n  - B: a/#b\n',
        'ml/mkdocs.yml': 'site_name: x\nnav:\n  - a.md\n  - C: gone.md#c\n',
        'ml/docs/a.md': '# A\n',
        'mk/docs/a.md': '# A\n\n## B\n',
        'no/antora.yml': 'name: x\nversion: 1\n',
        'no/modules/ROOT/pages/a.adoc':
          '= A\n\n|===\nm|++++++\n|===\n\n== One\n\n|===\na|++++\n== None\n++++\n|===\n\n== Two\n\n<<_one>> <<_two>>\n',
        'no/modules/ROOT/pages/b.adoc': '= B\n\n|===\na|++++\n== None\n++++\n|===\n\n<<_none>>\n',
      },
      [
        'mi/b/c.mdx broken-anchor',
        'mi/d.mdx broken-link',
        'mi/d.mdx source-ending',
        'ml/mkdocs.yml navigation-missing-page',
        'no/modules/ROOT/pages/b.adoc broken-anchor',
      ],
    ],
  'chapters of mdBook without an ending, hosts that git leaves out, aliases in TOML': [
    {
      'book/book.toml': '[book]\n',
      'book/src/SUMMARY.md': '- [One](./one)\n- [Two](two.md)\n- [To come]()\n- [Elsewhere](https://example.com)\n',
      'book/src/one.md': '[ok](two)\n',
      'book/src/two.md': 'x\n',
      'tool/.gitignore': 'tool\n',
      'tool/README.md': '[no](quay.io/maker/tool) [may be](made/tool)\n',
    },
    ['book/src/SUMMARY.md navigation-missing-page', 'tool/README.md missing-scheme'],
  ],
  'pages of Starlight that a program of Astro shows, components that a module beside the routes gives, data of tests in Go':
    [
      {
        'st/astro.config.mjs':
          'import starlight from "@astrojs/starlight"; export default { integrations: [starlight({})] };',
        'st/src/pages/run/[...slug].astro': '',
        'st/src/pages/faq.astro': '',
        'st/src/content/docs/run/a.md': '---\ntitle: A\n---\n\n<!-- shown by a program -->\n',
        'st/src/content/docs/run/b.md': '---\ntitle: B\n---\n\n## B\n',
        'st/src/content/docs/faq.md': '---\ntitle: F\n---\n\n[may be](/run/a#flag)\n',
        'st/src/content/docs/other.md': '---\ntitle: O\n---\n\n[no](/run/b#flag)\n',
        'fu/source.config.ts': 'import { defineDocs } from "fumadocs-mdx/config"; export const docs = defineDocs({});',
        'fu/lib/sections.tsx': 'export const section = { mdxComponents: { Terminal } };',
        'fu/content/docs/index.mdx': '---\ntitle: I\n---\n\n<Terminal />\n',
        'fu/content/docs/b.mdx': '---\ntitle: B\n---\n\n<Console />\n',
        'tool/testdata/README.md': '[no](gone.md)\n',
        'mk/mkdocs.yml': 'site_name: x\n',
        'mk/docs/a.md': '1. a\n\n   text\n\n         ____\n          ~~~ {~~ x\n          ____\n',
        'mk/docs/b.md': '1. a\n\n    ~~~ {.sh}\n    a\n',
      },
      [
        'fu/content/docs/b.mdx unknown-component',
        'mk/docs/b.md unclosed-fence',
        'st/src/content/docs/other.md broken-anchor',
      ],
    ],
  'tables of contributors on sites, links that only show a note, what old mdBook puts before digits, examples for programs':
    [
      {
        'docusaurus.config.js': 'module.exports = { presets: [["classic", {}]] };',
        'docs/a.md': '[a](https://github.com/o/r/commits?author=a) [may be](#design-a)\n',
        'docs/b.md': '[no](#design-a)\n',
        'README.md': '[note](## "A note")\n',
        'CONTRIBUTING.md': '[no](##a)\n',
        'AGENTS.md': '[may be](/tempo)\n',
        'SECURITY.md': '[no](/tempo)\n',
        'book/book.toml': '[book]\n',
        'book/src/SUMMARY.md': '- [One](one.md)\n- [Two](two.md)\n',
        'book/src/one.md': '## 1. Crate\n\n[may be](#a1-crate)\n',
        'book/src/two.md': '## Crate\n\n[no](#acrate)\n',
        'gb/.gitbook.yaml': 'root: ./\n',
        'gb/SUMMARY.md': '* [A](a.md)\n* [B](b.md)\n',
        'gb/a.md': '## 2. Create it\n\n[may be](#id-2.-create-it)\n',
        'gb/b.md': '## Create it\n\n[no](#id-create-it)\n',
        'mk/mkdocs.yml': 'site_name: x\ntheme: material\n',
        'mk/docs/a.md': '[may be](#__consent)\n',
      },
      [
        'AGENTS.md broken-link',
        'CONTRIBUTING.md broken-anchor',
        'SECURITY.md broken-link',
        'book/src/one.md broken-anchor',
        'book/src/two.md broken-anchor',
        'docs/b.md broken-anchor',
        'gb/b.md broken-anchor',
      ],
    ],
  'files that only have the name of OpenAPI, variables of a program in addresses, components that an index gives': [
    {
      'fu/source.config.ts': 'import { defineDocs } from "fumadocs-mdx/config"; export const docs = defineDocs({});',
      'fu/src/components/mdx/index.tsx': 'export const mdxComponents = { Demo };',
      'fu/content/docs/a.mdx': '---\ntitle: A\n---\n\n<Demo />\n',
      'fu/content/docs/b.mdx': '---\ntitle: B\n---\n\n<Other />\n',
      'fu/openapi-patch.json': '{ "externalDocs": {} }',
      'README.md': '[may be](/%{version}/learn)\n',
      'CONTRIBUTING.md': '[no](/%zz/learn)\n',
    },
    ['CONTRIBUTING.md malformed-link', 'fu/content/docs/b.mdx unknown-component'],
  ],
  'code of AsciiDoc that no delimiter encloses': [
    {
      'antora.yml': 'name: x\nversion: "1"\n',
      'modules/ROOT/pages/index.adoc': '= A\n\n[source,asciidoc]\n.Title\nxref:gone.adoc[x]\nxref:gone.adoc[y]\n',
      'modules/ROOT/pages/b.adoc': '= B\n\n[source,asciidoc]\nxref:gone.adoc[x]\n\nxref:other.adoc[x]\n',
      'modules/ROOT/pages/c.adoc': '= C\n\n[source,ruby]\n----\nxref:gone.adoc[x]\n----\nxref:other.adoc[x]\n',
      'modules/ROOT/pages/d.adoc': '= D\n\n[source,ruby]\ninclude::gone.rb[]\n',
    },
    [
      'modules/ROOT/pages/b.adoc broken-link',
      'modules/ROOT/pages/c.adoc broken-link',
      'modules/ROOT/pages/d.adoc broken-include',
    ],
  ],
  'pages and pictures that a translation lacks, in Docusaurus and MkDocs': [
    {
      'do/docusaurus.config.js': 'module.exports = { presets: [["classic", {}]] };',
      'do/docs/b/c.md': 'x\n',
      'do/docs/a/d.md': 'x\n',
      'do/docs/a/e.md': 'x\n',
      'do/src/pages/index.md': 'x\n',
      'do/i18n/de/docusaurus-plugin-content-docs/current/a/d.md': '[may be](../b/c) [ok](/de/)\n',
      'do/i18n/de/docusaurus-plugin-content-docs/current/a/e.md': '[no](../b/gone)\n',
      'do/i18n/de/docusaurus-plugin-content-docs/current/a/only-here.md': '[published nowhere](../b/gone)\n',
      'mk/mkdocs.yml':
        'site_name: x\nplugins: [{i18n: {docs_structure: folder, languages: [{locale: en, default: true}, {locale: fr}]}}]\nnav: [a.md, gone.md]\n',
      'mk/docs/en/a.md': 'x\n',
      'mk/docs/en/b.md': 'x\n',
      'mk/docs/en/a.png': '',
      'mk/docs/c.png': '',
      'mk/docs/fr/a.md': '[may be](b.md) ![may be](./a.png) ![may be](c.png)\n',
      'mk/docs/fr/d.md': '[no](gone.md)\n',
      'mk/docs/fr/e.md': '![no](gone.png)\n',
    },
    [
      'do/i18n/de/docusaurus-plugin-content-docs/current/a/e.md broken-link',
      'mk/docs/fr/d.md broken-link',
      'mk/docs/fr/e.md missing-file',
      'mk/mkdocs.yml navigation-missing-page',
    ],
  ],
  'anchors and entries that mostly do not resolve, where all is read that decides them': [
    {
      'mkdocs.yml': 'site_name: x\nnav: [index.md, gone-a.md, gone-b.md, gone-c.md]\n',
      'docs/index.md': '[a](#gone-a) [b](#gone-b) [c](#gone-c)\n\n[a](gone/a.txt) [b](gone/b.txt) [c](gone/c.txt)\n',
    },
    ['docs/index.md broken-anchor', 'mkdocs.yml navigation-missing-page'],
  ],
  'a page of Docusaurus that is named as its folder': [
    {
      'docusaurus.config.js': 'module.exports = { presets: [["classic", {}]] };',
      'docs/setup/setup.md': '# Setup\n\n[ok](aws#cost) [ok](./aws)\n',
      'docs/setup/aws.mdx': '# AWS\n\n## Cost\n\n[no](setup/aws)\n',
      'docs/use/use.md': '# Use\n\n[no](setup/aws)\n',
      'docs/docs.md': '# Docs\n\n[ok](setup/aws)\n',
    },
    ['docs/setup/aws.mdx broken-link', 'docs/use/use.md broken-link'],
  ],
  'a component of Antora whose parts lie in two folders': [
    {
      'docs/antora.yml': 'name: c\nversion: 1.0.0\n',
      'docs/modules/a/nav.adoc': '* xref:b.adoc[]\n',
      'docs/modules/a/pages/b.adoc': '= B\n',
      'manual/antora.yml': 'name: c\nversion: 1.0.0\nnav:\n- modules/a/nav.adoc\n- modules/gone/nav.adoc\n',
      'manual/modules/ROOT/pages/index.adoc': '= Index\n',
      'other/antora.yml': 'name: c\nversion: 2.0.0\nnav:\n- modules/a/nav.adoc\n',
      'other/modules/ROOT/pages/index.adoc': '= Index\n',
    },
    ['manual/antora.yml navigation-missing-page', 'other/antora.yml navigation-missing-page'],
  ],
  'a link of Nextra that climbs above the top': [
    {
      'next.config.js': 'module.exports = require("nextra")({ theme: "nextra-theme-docs" })({});',
      'pages/a/b.mdx': '[ok](../../c/d.mdx)\n',
      'pages/c/d.mdx': '[no](../../a/gone.mdx)\n',
    },
    ['pages/c/d.mdx broken-link'],
  ],
  'pages of Mintlify that are named as files for agents': [
    {
      'docs.json': '{ "name": "S", "navigation": { "pages": ["index", "templates/AGENTS", "cli/claude", "AGENTS"] } }',
      'index.mdx': '---\ntitle: T\n---\n\n[ok](/templates/AGENTS) [ok](/cli/claude)\n',
      'templates/AGENTS.md': '---\ntitle: T\n---\n',
      'cli/claude.md': '---\ntitle: T\n---\n',
      'AGENTS.md': 'Read `index.mdx` first.\n',
    },
    ['docs.json navigation-missing-page'],
  ],
  'pictures in bundles of Hugo, where git ignores the folder of themes': [
    {
      '.gitignore': 'themes\n',
      'hugo.toml':
        'baseURL = "https://a.example/"\n[permalinks]\nposts = "/p/:slug/"\n[[module.imports]]\npath = "github.com/a/theme"\n',
      'content/posts/c/index.md': '---\ntitle: C\n---\n\n![no](gone.png)\n',
      'content/a/index.md': '---\ntitle: A\n---\n\n![ok](ok.png) ![no](gone.png)\n',
      'content/a/ok.png': '',
      'content/b.md': '---\ntitle: B\n---\n\n![the theme may have it](/gone.png)\n',
    },
    ['content/a/index.md missing-file', 'content/posts/c/index.md missing-file'],
  ],
};

it('takes the id of a component for a setting of it, and the first page of a language for reached', async () => {
  const { findings } = await createCheck().check({
    tree: createMemoryTree({
      'astro.config.mjs':
        'import starlight from "@astrojs/starlight"; export default { integrations: [starlight({ title: "T", locales: { root: {}, tr: {} }, sidebar: ["a", "b"] })] };',
      'src/content/docs/index.mdx': '---\ntitle: T\n---\n\n[a](/a/)\n',
      'src/content/docs/tr/index.mdx': '---\ntitle: T\n---\n',
      'src/content/docs/a.mdx':
        '---\ntitle: A\n---\nimport Value from "./x.astro";\n\n<Value id="x" /> <Value id="x" /> <hfoption id="y" /> <hfoption id="y" />\n',
      'src/content/docs/x.astro': '',
      'src/content/docs/b.mdx': '---\ntitle: B\n---\n\n<div id="x" />\n\n<div id="x" />\n',
      'src/content/docs/trial.mdx': '---\ntitle: C\n---\n',
    }),
  });
  const found = findings.filter(({ rule }) => ['duplicate-anchor', 'unreachable-page'].includes(rule));
  expect(found.map(({ rule, path }) => `${path} ${rule}`).sort()).toEqual([
    'src/content/docs/b.mdx duplicate-anchor',
    'src/content/docs/trial.mdx unreachable-page',
  ]);
});

it('warns of an address of Docusaurus in another case, which the router finds', async () => {
  const { findings } = await createCheck().check({
    tree: createMemoryTree({
      'docusaurus.config.js': 'module.exports = { presets: [["classic", {}]] };',
      'docs/a.md': '[x](/docs/B) [y](/docs/gone)\n',
      'docs/b.md': '# B\n',
    }),
  });
  expect(findings.map(({ severity, message }) => `${severity} ${message.split(' ', 1)[0] ?? ''}`)).toEqual([
    'error `/docs/gone`',
    'warning `/docs/B`',
  ]);
});

function notebook(...cells: readonly (readonly [kind: string, text: string])[]): string {
  const written = cells.map(([kind, text]) => ({ cell_type: kind, metadata: {}, source: text.split(/(?<=\n)/u) }));
  return JSON.stringify({ cells: written, nbformat: 4 }, null, 1);
}

it.each(Object.entries(lessons))('%s', async (_name, [files, errors]) => {
  const { findings } = await createCheck().check({ tree: createMemoryTree(files) });
  const found = findings
    .filter(({ severity, message }) => severity === 'error' || message.includes(' Not certain: '))
    .map(({ path, rule }) => `${path} ${rule}`);
  expect([...new Set(found)].sort()).toEqual(errors);
});
