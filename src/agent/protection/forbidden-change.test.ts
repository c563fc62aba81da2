import { describe, expect, it } from 'vitest';
import { findForbiddenChange } from './forbidden-change.ts';

const bytes = (text: string | undefined) => (text === undefined ? undefined : Buffer.from(text));
const forbidden = (path: string, before: string | undefined, after: string | undefined, allowedPaths: string[] = []) =>
  findForbiddenChange({ path, before: bytes(before), after: bytes(after) }, { allowedPaths, docsFolder: '' });

it.each([
  'AGENTS.md',
  'docs/CLAUDE.md',
  '.claude/settings.json',
  '.cursor/rules/docs.mdc',
  '.github/copilot-instructions.md',
  '.mcp.json',
  '.vscode/tasks.json',
  '.devcontainer/devcontainer.json',
  '.envrc',
  '.ssh/authorized_keys',
  '.git-credentials',
  'docs/conf.py',
  'package.json',
  'website/package.json',
  'docs/requirements.txt',
  'requirements-docs.txt',
  'scripts/build.sh',
  '.github/workflows/docs.yml',
  '.readthedocs.yaml',
  'CODEOWNERS',
  'tailwind.config.js',
  '.vitepress/theme/index.ts',
  'mkdocs.yml',
  'netlify.toml',
  'vercel.json',
  '.github/instructions/docs.instructions.md',
  '.github/prompts/write.prompt.md',
  'action.yml',
  'compose.override.yml',
  'gulpfile.mjs',
  '.yarn/releases/yarn-4.cjs',
  'requirements_docs.txt',
  'uv.toml',
  'docs/hooks.py',
  'menu.pth',
  '_plugins/evil.rb',
  'docs/posts.data.ts',
  '.vitepress/theme/Layout.vue',
  'docs/.vuepress/client.js',
  'functions/index.js',
  'netlify/edge-functions/a.ts',
  'middleware.ts',
  '.babelrc',
  '.eslintrc.json',
  'babel.config.json',
  'tsconfig.json',
  'wrangler.json',
  'staticwebapp.config.json',
  '_quarto.yml',
  'config/_default/hugo.toml',
  '_headers',
])('%s may be neither made nor rewritten', async (path) => {
  expect(await forbidden(path, undefined, '{"a": "b"}')).toMatch(/^(it |an editor|a shell|the site's build)/);
  expect(await forbidden(path, 'before', 'after')).toBeTypeOf('string');
  expect(await forbidden(path, 'before', undefined)).toBeTypeOf('string');
});

it.each([
  'index.md',
  'docs.json',
  'docs/agents/overview.mdx',
  'guides/environment.md',
  '_redirects',
  'claude-guide.md',
  'api/functions/index.md',
  'snippets/hello.js',
  'examples/app.py',
  'openapi.yaml',
])('%s is documentation', async (path) => {
  expect(await forbidden(path, undefined, 'a')).toBeUndefined();
});

it('a project opens paths, but never what holds secrets', async () => {
  expect(await forbidden('AGENTS.md', 'a', 'b', ['AGENTS.md'])).toBeUndefined();
  expect(await forbidden('.vscode/tasks.json', 'a', 'b', ['.vscode'])).toBeUndefined();
  expect(await forbidden('.env', 'a', 'b', ['.env'])).toBe('it may contain secrets');
});

const docusaurus = (items: string, more = '') => `
import { themes } from 'prism-react-renderer';
const config = {
  title: 'Tidewater',
  plugins: [['@docusaurus/plugin-client-redirects', { redirects: [${items}] }]],
  themeConfig: { navbar: { items: [{ type: 'html', value: '<b>Old</b>' }, ${items}] }, prism: { theme: themes.github } },
  ${more}
};
export default config;
`;
const vitepress = (items: string, before = '') => `
import { defineConfig } from 'vitepress'
${before}
export default defineConfig({ title: 'T', themeConfig: { nav: [{ text: 'Guide', link: '/' }], sidebar: { '/': guideSidebar() } } })
function guideSidebar() { return [${items}] }
`;
const item = "{ from: '/a', to: '/b' }";

describe('in a module that a build runs', () => {
  it.each([
    ['redirects and items of the navigation', docusaurus(''), docusaurus(item)],
    ['fewer of them', docusaurus(item), docusaurus('')],
    ['how it is laid out', docusaurus(item), docusaurus(item).replaceAll(', ', ',\n// a remark\n')],
    ['the title', docusaurus(item), docusaurus(item).replace('Tidewater', 'Low water')],
    ['what a function by its name makes', vitepress(''), vitepress("{ text: 'Quickstart', link: '/quickstart' }")],
    [
      'data beside what runs',
      vitepress("...generated, { text: 'A', link: '/a' }"),
      vitepress("...generated, { text: 'B', link: '/b' }"),
    ],
  ])('%s may change', async (_, before, after) => {
    expect(await forbidden('docs/docusaurus.config.ts', before, after)).toBeUndefined();
  });

  it.each([
    ['a call', docusaurus(''), docusaurus("{ from: '/a', to: process.env.TOKEN }")],
    ['a function', docusaurus(''), docusaurus("{ from: '/a', to() { return '/b' } }")],
    ['a getter', docusaurus(''), docusaurus("{ from: '/a', get to() { return '/b' } }")],
    ['a computed name', docusaurus(''), docusaurus("{ ['from']: '/a' }")],
    ['a template that computes', docusaurus(''), docusaurus('{ from: `${1}` }')],
    ['a spread', docusaurus(''), docusaurus('...steal()')],
    ['a prototype', docusaurus(''), docusaurus("{ __proto__: { from: '/a' } }")],
    ['markup', docusaurus(''), docusaurus("{ type: 'html', value: '<script src=//evil.example></script>' }")],
    ['an address that runs', docusaurus(''), docusaurus("{ href: 'java\\nscript:alert(1)' }")],
    ['another plugin', docusaurus(''), docusaurus('').replace('client-redirects', 'client-redirect')],
    ['scripts', docusaurus(''), docusaurus('', "scripts: ['https://evil.example/x.js'],")],
    ['an import', vitepress(''), `import 'evil'\n${vitepress('')}`],
    ['a setting of the compiler in a comment', vitepress(''), vitepress('', '/* @jsxImportSource evil */')],
    [
      'a statement in a function of the navigation',
      vitepress(''),
      vitepress('').replace('{ return', '{ evil(); return'),
    ],
    ['a text beside the navigation', vitepress('', "const command = 'ls'"), vitepress('', "const command = 'rm'")],
    [
      'what only some parsers take for a comment',
      'with (a) {}\nmodule.exports = {}',
      'with (a) {}\nmodule.exports = {} <!--evil().x\n-->',
    ],
    ['what does not parse', vitepress(''), `${vitepress('')}}`],
    ['what is nested too deeply', vitepress(''), vitepress('['.repeat(20_000) + ']'.repeat(20_000))],
    ['what is too large', vitepress(''), vitepress(`'${'a'.repeat(200_000)}'`)],
  ])('%s may not come in', async (_, before, after) => {
    expect(await forbidden('docs/docusaurus.config.ts', before, after)).toContain(
      'only navigation, redirects and titles',
    );
  });

  it('markup that stood before stays, and returns nowhere else', async () => {
    expect(await forbidden('docusaurus.config.js', docusaurus(''), docusaurus("{ label: '<b>Old</b>' }"))).toBeTypeOf(
      'string',
    );
  });
});

describe('a module that is a list', () => {
  const meta = "export default { index: 'Home', guide: { title: 'Guide' } }";
  it('may be written, changed and removed', async () => {
    expect(await forbidden('pages/_meta.js', undefined, meta)).toBeUndefined();
    expect(await forbidden('pages/_meta.js', meta, meta.replace('Home', 'Start'))).toBeUndefined();
    expect(await forbidden('pages/_meta.js', meta, undefined)).toBeUndefined();
    expect(
      await forbidden('sidebars.js', 'module.exports = { docs: [] }', "module.exports = { docs: ['a'] }"),
    ).toBeUndefined();
    expect(
      await forbidden(
        'sidebars.ts',
        'const s: X = { a: [] }; export default s',
        "const s: X = { a: ['b'] }; export default s",
      ),
    ).toBeTypeOf('string');
    expect(
      await forbidden(
        'sidebars.ts',
        'const sidebars: X = { a: [] }; export default sidebars',
        "const sidebars: X = { a: ['b'] }; export default sidebars",
      ),
    ).toBeUndefined();
  });

  it.each([
    "import 'evil'; export default {}",
    'export default { a: evil() }',
    'evil(); export default {}',
    'export default <Evil />',
  ])('runs nothing: %s', async (text) => {
    expect(await forbidden('pages/_meta.tsx', undefined, text)).toBeTypeOf('string');
    expect(await forbidden('pages/_meta.tsx', meta, text)).toBeTypeOf('string');
  });
});

const mkdocs = `site_name: Tidewater
nav:
  - Home: index.md
theme:
  name: material
plugins:
  - search
  - redirects:
      redirect_maps:
        old.md: index.md
markdown_extensions:
  - pymdownx.emoji:
      emoji_index: !!python/name:material.extensions.emoji.twemoji
`;

describe('in settings', () => {
  it.each([
    ['mkdocs.yml', mkdocs, mkdocs.replace('index.md\n', 'index.md\n  - Guide: guide.md\n')],
    ['mkdocs.yml', mkdocs, mkdocs.replace('old.md:', 'older.md: index.md\n        old.md:')],
    ['mkdocs.yml', mkdocs, mkdocs.replace('Tidewater', 'Low water')],
    ['mkdocs.yml', 'nav: [&a x]\nplugins: [*a, y]\n', 'nav: [&a x, z]\nplugins: [*a, y]\n'],
    ['netlify.toml', '[build]\ncommand = "a"\n', '[build]\ncommand = "a"\n[[redirects]]\nfrom = "/a"\nto = "/b"\n'],
    ['vercel.json', '{"cleanUrls": true}', '{"cleanUrls": true, "redirects": [{"source": "/a", "destination": "/b"}]}'],
  ])('%s: navigation, redirects and titles may change', async (path, before, after) => {
    expect(await forbidden(path, before, after)).toBeUndefined();
  });

  it.each([
    ['mkdocs.yml', mkdocs, mkdocs.replace('- search', '- search\n  - evil')],
    ['mkdocs.yml', mkdocs, `${mkdocs}hooks:\n  - evil.py\n`],
    ['mkdocs.yml', mkdocs, mkdocs.replace('twemoji', 'evil')],
    ['mkdocs.yml', mkdocs, mkdocs.replace('Home: index.md', 'Home: !!python/object/apply:os.system ["id"]')],
    ['mkdocs.yml', mkdocs, mkdocs.replace('Home: index.md', 'Home: !<tag:yaml.org,2002:python/name:os.system> x')],
    ['mkdocs.yml', mkdocs.replace('- search', '- &x search'), mkdocs.replace('- search', '- &x evil')],
    ['mkdocs.yml', `nav: &list [search]\nplugins: *list\n`, `nav: &list [search, evil]\nplugins: *list\n`],
    ['mkdocs.yml', mkdocs, `${mkdocs}---\nplugins: [evil]\n`],
    ['mkdocs.yml', 'plugins: [a]\n', 'plugins: [evil]\nplugins: [a]\n'],
    ['mkdocs.yml', 'x: &a [a]\nplugins: *a\n', 'x: &a [a]\nnav: &a [evil]\nplugins: *a\n'],
    ['mkdocs.yml', 'x: &a [*a]\n', 'x: &a [*a]\nnav: [index.md]\n'],
    ['mkdocs.yml', mkdocs, `${mkdocs}${'# long\n'.repeat(5_000)}`],
    ['mkdocs.yml', mkdocs, mkdocs.replace('Home: index.md', 'Home: javascript:alert(1)')],
    [
      'mkdocs.yml',
      mkdocs,
      `a: &a [x, x, x, x, x, x, x, x]\n${Array.from({ length: 12 }, (_, i) => `a${i}: &a${i} [${'*a'.concat(i === 0 ? '' : String(i - 1), ', ').repeat(8)}]`).join('\n')}\n`,
    ],
    // Other parsers end a comment there.
    ['mkdocs.yml', mkdocs, `${mkdocs}# a remark\rhooks: [evil.py]\n`],
    ['mkdocs.yml', mkdocs, `${mkdocs}# a remark\u0085hooks: [evil.py]\n`],
    ['mkdocs.yml', mkdocs, `${mkdocs}# a remark\u2028hooks: [evil.py]\n`],
    ['mkdocs.yml', `${mkdocs}hooks: [a.py]\n`, `${mkdocs}hooks: [evil.py]\nhooks: [a.py]\n`],
    ['mkdocs.yml', 'a: &a x\nhooks: [*a]\n', 'nav: [&a evil]\na: x\nhooks: [*a]\n'],
    // The name of a module that is loaded.
    ['mkdocs.yml', 'markdown_extensions:\n  toc: {}\n', 'markdown_extensions:\n  toc: {}\n  menu: {}\n'],
    ['vercel.json', '{"cleanUrls": true}', '{"cleanUrls": true, "__proto__": {}}'],
    ['netlify.toml', '[build]\ncommand = "a"\n', '[build]\ncommand = "b"\n'],
    ['vercel.json', '{"cleanUrls": true}', '{"cleanUrls": true, "buildCommand": "evil"}'],
    ['vercel.json', '{"cleanUrls": true}', '{"cleanUrls": true'],
  ])('%s: nothing else may', async (path, before, after) => {
    expect(await forbidden(path, before, after)).toBeTypeOf('string');
  });
});

it('looks into long settings, too, without holding up the process', async () => {
  const items = (count: number) =>
    Array.from({ length: count }, (_, index) => `{ from: '/a${index}', to: '/b' }`).join();
  const [before, after] = [docusaurus(items(400)), docusaurus(items(401))];
  const turns = setInterval(() => (taken += 1), 1);
  let taken = 0;
  expect(await forbidden('docusaurus.config.ts', before, after)).toBeUndefined();
  expect(await forbidden('docusaurus.config.ts', before, `${after}evil();`)).toBeTypeOf('string');
  clearInterval(turns);
  expect(taken).toBeGreaterThan(10);
});
