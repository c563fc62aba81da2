import { expect, it } from 'vitest';
import { findFileRule } from './file-rules.ts';

const ruleOf = (path: string, allowedPaths: string[] = [], docsFolder = '') =>
  findFileRule(path, { allowedPaths, docsFolder });
const isProtected = (path: string, allowed: string[] = []) =>
  !['writable', undefined].includes(ruleOf(path, allowed)?.change);

it('what a project opens is that path, or what lies below it, and nothing beside it', () => {
  expect(isProtected('AGENTS.md', ['AGENTS.md'])).toBe(false);
  expect(isProtected('CLAUDE.md', ['AGENTS.md'])).toBe(true);
  expect(isProtected('docs/agents/CLAUDE.md', ['docs/agents'])).toBe(false);
  expect(isProtected('docs/agents/CLAUDE.md', ['docs/agents/'])).toBe(false);
  expect(isProtected('docs/agents-of-old/CLAUDE.md', ['docs/agents'])).toBe(true);
  expect(isProtected('CLAUDE.md', [])).toBe(true);
});

it.each(['.env', '.env.', '.env ', '.env::$DATA', '.ENV', '\u200b.env', 'docs/.env', '.\uff45nv'])(
  'a file is known by whatever name a machine opens it: %j',
  (path) => {
    expect(isProtected(path)).toBe(true);
  },
);

it.each([
  ...['scripts/prebuild.mjs', 'docs/plugins/remark.ts', 'src/theme/Root.js', 'pages/_app.tsx', 'vercel.ts'],
  ...['docs/ext/diagrams.py', 'mcp.json', '.amazonq/rules/style.md', '.goosehints', 'WARP.md'],
])('%s is protected', (path) => {
  expect(isProtected(path)).toBe(true);
});

it.each([
  ['pages/plugins/_meta.ts', 'list-module'],
  ['docs/scripts/index.mdx', 'writable'],
  ['examples/client.py', 'writable'],
  ['src/components/card.tsx', 'unlisted'],
  ['src/index.ts', 'unlisted'],
  ['lib/server.PY', 'unlisted'],
  ['README.md', 'writable'],
  ['README', 'writable'],
  ['.github/CONTRIBUTING.md', 'writable'],
  ['docs/snippets/install.sh', 'unlisted'],
  ['examples/hello/main.rs', 'writable'],
  ['examples/hello/src/main.rs', 'writable'],
  ['CNAME', 'unlisted'],
  ['.well-known/security.txt', 'named'],
  ['docs/robots.txt', 'named'],
  ['docs/notes.txt', 'writable'],
  ['server/notes.txt', 'unlisted'],
  ['docs/fly.toml', 'named'],
  ['docs/anything.toml', 'unlisted'],
  ['i18n/en/settings.json', 'writable'],
  ['docs/i18n/de/docusaurus-theme-classic/navbar.json', 'writable'],
  ['docs/guides/_category_.json', 'writable'],
  ['locales/de.po', 'writable'],
  ['api/petstore.openapi.yaml', 'writable'],
  ['docs/index.html', 'markup'],
  ['overrides/main.html', 'named'],
  ['public/index.html', 'unlisted'],
  ['static/logo.svg', 'markup'],
  ['docs/feed.xml', 'markup'],
  ['\u30ac\u30a4\u30c9/\uff76\uff9e\uff72\uff84\uff9e.md', 'writable'],
  ['docs/e\u0301te\u0301.md', 'writable'],
  ['docs/a\u200bb.md', 'named'],
  ['docs/page.md.', 'named'],
  ['docs/page.md:stream', 'named'],
  ['con.md', 'named'],
  ['docs/AUX/a.md', 'named'],
  ['docs/nul', 'named'],
  ['docs/com1.tar.md', 'named'],
  ['docs/lpt9 .md', 'named'],
  ['docs/a?.md', 'named'],
  ['docs/"a".md', 'named'],
  ['docs/console.md', 'writable'],
  ['docs/com.md', 'writable'],
  ['docs/com10.md', 'writable'],
  ['docs/a.con.md', 'writable'],
  ['docs/[id]/(a)/$b.md', 'writable'],
  ['package.json.md', 'writable'],
  ['page.md.sh', 'unlisted'],
])('%s is %s', (path, change) => {
  expect(ruleOf(path)?.change).toBe(change);
});

it('the docs folder of a project counts as a folder of documentation', () => {
  expect(ruleOf('website/notes.txt')?.change).toBe('unlisted');
  expect(ruleOf('website/notes.txt', [], 'website')?.change).toBe('writable');
  expect(ruleOf('website/package.json', [], 'website')?.change).toBe('named');
});

it.each([
  ['.env', { isHidden: true, change: 'never' }],
  ['.github/workflows/docs.yml', { isHidden: true, change: 'named' }],
  ['mkdocs.yml', { isHidden: false, change: 'yaml' }],
  ['AGENTS.md', { isHidden: false, change: 'named' }],
])('%s is shown to an agent, and opened by a project, or not', (path, expected) => {
  expect(ruleOf(path)).toMatchObject(expected);
  expect(ruleOf(path, [path]) === undefined).toBe(expected.change !== 'never');
});
