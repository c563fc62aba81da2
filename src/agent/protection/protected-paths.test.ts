import { expect, it } from 'vitest';
import { findProtection } from './protected-paths.ts';

const isProtected = (path: string, allowed: string[] = []) => findProtection(path, allowed) !== undefined;

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

it.each(['pages/plugins/_meta.ts', 'docs/scripts/index.mdx', 'examples/client.py', 'src/components/card.tsx'])(
  '%s can be changed, or its navigation',
  (path) => {
    expect(findProtection(path, [])?.data ?? 'all').toMatch(/^(all|list-module)$/);
    expect(findProtection(path, []) === undefined).toBe(!path.endsWith('_meta.ts'));
  },
);

it.each([
  ['.env', { isHidden: true, canBeAllowed: false }],
  ['.github/workflows/docs.yml', { isHidden: true, canBeAllowed: true }],
  ['mkdocs.yml', { isHidden: false, canBeAllowed: true }],
  ['AGENTS.md', { isHidden: false, canBeAllowed: true }],
])('%s is shown to an agent, and opened by a project, or not', (path, expected) => {
  expect(findProtection(path, [])).toMatchObject(expected);
});
