import { expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../test/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
const site: Files = {
  'docusaurus.config.js': "module.exports = { title: 'A', url: 'https://a.dev', baseUrl: '/' };\n",
  'docs/index.md': `# A\n\n${names.map((name) => `[x](/docs/${name}) `).join('')}[y](/docs/old/) [z](/docs/gone)\n`,
  ...Object.fromEntries(names.map((name) => [`docs/${name}.md`, '# B\n'])),
};

async function told(path: string, text: string): Promise<string[]> {
  const tree = createMemoryTree({ ...site, [path]: text });
  const { findings } = await createDocsCheck().check({ tree });
  return findings
    .filter((finding) => finding.path === 'docs/index.md')
    .map(({ severity, message }) => `${severity} ${/link (\S+)/u.exec(message)?.[1]}`)
    .toSorted();
}

it('an address that a program of the repository answers is no certain error', async () => {
  for (const [path, text] of [
    ['app/root.tsx', "const REDIRECTS = {\n  '/docs/old': '/docs/a',\n};\n"],
    ['lib/redirect-table.ts', "export const table = [['/docs/old', 'https://b.dev/a']];\n"],
    ['server/server.js', "app.get('/docs/old', (request, response) => response.redirect('/docs/a'));\n"],
    ['middleware.ts', "if (url.pathname === '/docs/old') return next();\n"],
    ['deploy/Caddyfile', 'a.dev {\n\tredir /docs/old /docs/a\n}\n'],
  ] as const)
    expect(await told(path, text), path).toEqual(['error /docs/gone', 'warning /docs/old/']);
});

it('neither a program that links to it nor a test tells that something answers', async () => {
  for (const [path, text] of [
    ['app/root.tsx', "const links = [{ title: 'Old', href: '/docs/old' }, { href: '/docs/a' }];\n"],
    ['app/routes.ts', "const pages = ['/docs/old', '/docs/a', '/docs/b'];\n"],
    ['tests/server.ts', "app.get('/docs/old');\n"],
    ['server.test.ts', "app.get('/docs/old');\n"],
    ['src/settings.ts', "app.get('/docs/old');\n"],
  ] as const)
    expect(await told(path, text), path).toEqual(['error /docs/gone', 'error /docs/old/']);
});

it('reads a program without blanks or with nothing but quotation marks in time', async () => {
  const hostile = [
    "'/".repeat(100_000),
    `'/a'${' '.repeat(190_000)}`,
    "['/a',".repeat(30_000),
    'redir '.repeat(30_000),
  ];
  for (const text of hostile) expect(await told('server.ts', text)).toContain('error /docs/gone');
});
