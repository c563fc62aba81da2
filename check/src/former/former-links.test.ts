import { describe, expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../test/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';
import type { FormerPath } from '../docs-check.ts';

const by = { commit: '1a2b3c4', day: '2025-03-01' };
const went = (...paths: readonly (string | FormerPath)[]): FormerPath[] =>
  paths.map((path) => (typeof path === 'string' ? { path, by } : path));

/** What is said of links to what was there, by the page that has them. */
async function toldOf(files: Files, formerPaths: readonly FormerPath[]): Promise<readonly string[]> {
  const tree = { ...createMemoryTree(files), formerPaths: () => Promise.resolve(formerPaths) };
  const { findings } = await createDocsCheck().check({ tree });
  return findings
    .filter(({ message }) => / (?:taken away|moved to|moved from|were there) /u.test(message))
    .map(({ path, message }) => `${path}: ${message.replace(/ Not certain: .*$/u, '')}`);
}

const hugo: Files = {
  'hugo.toml': 'baseURL = "/"\n',
  'content/docs/start.md': '[x](/docs/setup)\n',
  'content/docs/next.md': '[x](/docs/start)\n',
};

describe('links to pages that were there once', () => {
  it('are told where no rule of the site judges them, with where the page went', async () => {
    expect(await toldOf(hugo, [])).toEqual([]);
    expect(await toldOf(hugo, went('content/docs/setup.md'))).toEqual([
      'content/docs/start.md: The link /docs/setup leads to no page: content/docs/setup.md was taken away on 2025-03-01 (1a2b3c4).',
    ]);
    const moved = {
      ...hugo,
      'content/guide/setup.md': 'x\n',
      'content/docs/next.md': '[x](/docs/setup/) [y](setup)\n',
    };
    const twice = went(
      { path: 'content/tour/setup.md', movedTo: 'content/guide/setup.md', by },
      { path: 'content/docs/setup.md', movedTo: 'content/tour/setup.md', by },
    );
    const where = 'content/docs/setup.md was moved to content/guide/setup.md on 2025-03-01 (1a2b3c4).';
    expect(await toldOf(moved, twice)).toEqual([
      `content/docs/next.md: The link /docs/setup/ leads to no page: ${where} Did you mean /guide/setup?`,
      `content/docs/next.md: The link setup leads to no page: ${where}`,
      `content/docs/start.md: The link /docs/setup leads to no page: ${where} Did you mean /guide/setup?`,
    ]);
  });

  it('are told with both commits, where the page was moved and then taken away', async () => {
    const later = { commit: '5d6e7f8', day: '2025-04-02' };
    const both = went(
      { path: 'content/tour/setup.md', by: later },
      { path: 'content/docs/setup.md', movedTo: 'content/tour/setup.md', by },
    );
    expect(await toldOf(hugo, both)).toEqual([
      'content/docs/start.md: The link /docs/setup leads to no page: content/docs/setup.md was moved to content/tour/setup.md ' +
        'on 2025-03-01 (1a2b3c4), and taken away from there on 2025-04-02 (5d6e7f8).',
    ]);
  });

  it('are told in attributes and references by name too', async () => {
    const files = {
      ...hugo,
      'content/docs/start.md': '{{< ref "setup.md" >}}\n',
      'data/menu.yml': '- url: /docs/tour\n',
      'content/docs/next.md': '{{< ref "start.md" >}}\n',
    };
    expect(await toldOf(files, went('content/old/setup.md', 'content/docs/tour.md'))).toEqual([
      'content/docs/start.md: The link setup.md leads to no page: content/old/setup.md was taken away on 2025-03-01 (1a2b3c4).',
      'data/menu.yml: The link /docs/tour leads to no page: content/docs/tour.md was taken away on 2025-03-01 (1a2b3c4).',
    ]);
  });

  it.each<[string, Files]>([
    ['another file lies there now', { 'content/docs/setup/_index.md': 'x\n' }],
    ['a page of that address lies elsewhere', { 'content/en/docs/setup.md': 'x\n' }],
    ['a page has the address', { 'content/b.md': '---\nurl: /docs/setup\n---\n' }],
    ['a page is reached from there', { 'content/b.md': '---\naliases: [/docs/setup/]\n---\n' }],
    ['the host leads on', { 'static/_redirects': '/docs/setup /docs/start\n' }],
    [
      'a file of another program leads on',
      { 'next.config.js': "x = [{ source: '/docs/setup', destination: '/b' }]\n" },
    ],
    ['a pattern may lead on', { 'lib/redirects.ts': 'export const a = `/docs/set*`;\n' }],
    ['a page of the name may be published there', { 'content/x/docs/setup/a.md': 'x\n' }],
    ['a build makes it', { '.gitignore': '/content/docs/setup.md\n' }],
  ])('are not told where %s', async (_name, more) => {
    const start = '[x](/docs/setup) [y](/docs/gone)\n';
    const paths = went('content/docs/setup.md', 'content/docs/gone.md');
    const told = await toldOf({ ...hugo, 'content/docs/start.md': start, ...more }, paths);
    expect(told.map((line) => /The link (\S+)/u.exec(line)?.[1])).toEqual(['/docs/gone']);
  });

  it('are told where the page that has them was moved', async () => {
    const files = {
      ...hugo,
      'content/new/deep/start.md': '[x](./next) [y](./gone)\n',
      'content/gone.md': 'x\n',
      'content/x/next.md': 'x\n',
    };
    const moved = { path: 'content/docs/begin.md', movedTo: 'content/new/deep/start.md', by };
    expect(await toldOf({ ...files, 'content/docs/start.md': '[x](next)\n' }, went(moved))).toEqual([
      'content/new/deep/start.md: The link ./next leads to no page. This page was moved from content/docs/begin.md on 2025-03-01 ' +
        '(1a2b3c4), and from there it led to content/docs/next.md.',
    ]);
  });

  it('are one warning where one commit took away many', async () => {
    const names = Array.from({ length: 9 }, (_, index) => `p${index}`);
    const files = { ...hugo, 'content/docs/start.md': names.map((name) => `[x](/docs/old/${name})\n\n`).join('') };
    expect(await toldOf(files, went(...names.map((name) => `content/docs/old/${name}.md`)))).toEqual([
      'content/docs/start.md: 9 links lead to 9 pages that were there until 2025-03-01 (1a2b3c4), such as ' +
        '/docs/old/p0, /docs/old/p1, /docs/old/p2, /docs/old/p3, /docs/old/p4, /docs/old/p5, /docs/old/p6, /docs/old/p7.',
    ]);
  });

  it('are one warning where many pages have the same, and none where only a folder that is gone as a whole had it', async () => {
    const pages = Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => [`content/p${index}.md`, '[x](/docs/setup)\n']),
    );
    const told = await toldOf(
      { ...hugo, ...pages, 'content/q.md': '[x](/a/b)\n' },
      went('content/docs/setup.md', 'v1/content/a/b.md'),
    );
    expect(told).toEqual([
      'content/docs/start.md: The link /docs/setup leads to no page: content/docs/setup.md was taken away on 2025-03-01 (1a2b3c4). ' +
        'It stands in 10 places.',
    ]);
  });

  it('are what the change broke, where it took the page away', async () => {
    const tree = createMemoryTree({ ...hugo, 'content/guide/install.md': 'Setting it up\n' });
    const base = createMemoryTree({ ...hugo, 'content/docs/setup.md': 'Setting it up\n' });
    const { findings } = await createDocsCheck().check({ tree, base });
    expect(findings).toMatchObject([
      {
        path: 'content/docs/start.md',
        rule: 'broken-link',
        severity: 'warning',
        introduced: true,
        message:
          'The link /docs/setup leads to no page: content/docs/setup.md was moved to content/guide/install.md by the change. ' +
          'Did you mean /guide/install? Not certain: something that is not read here may answer there.',
      },
    ]);
  });
});

it('a doubted link whose page was there once is told by itself', async () => {
  const links = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `[x](/old/${name}/)\n\n`).join('');
  const files: Files = {
    '.vitepress/config.ts': 'export default {};\n',
    'index.md': `${links}[y](/guide/)\n`,
    'guide/index.md': '[x](/)\n',
  };
  const said = await toldOf(files, went('old/c.md'));
  expect(said).toEqual([
    'index.md: The link /old/c/ leads to no page and no file (looked for /old/c). old/c.md was taken away on 2025-03-01 (1a2b3c4).',
  ]);
});

it('anchors that a change takes away are told where something may bring them, or no rule leads to the page', async () => {
  const mdx = (body: string): string => `import Own from './own.jsx';\n\n<Own name="x" />\n\n${body}`;
  const base: Files = {
    'docusaurus.config.js': "module.exports = { presets: [['classic', {}]] };\n",
    'docs/open.mdx': mdx('## Old name\n\n## Kept\n'),
    'docs/own.jsx': 'export default ({ name }) => <h2 id={name}>{name}</h2>;',
    'docs/more.mdx': '## Into a part\n',
    'docs/b.md': '[x](open.mdx#old-name) [y](open.mdx#kept) [z](open.mdx#never-there) [m](more.mdx#into-a-part)\n',
    'site/hugo.toml': 'baseURL = "/"\n',
    'site/content/en/docs/a.md': '## Old name\n\n## Kept\n',
    'site/content/c.md': '[x](/docs/a#old-name) [y](/docs/a/#kept) [z](/docs/a/#never-there)\n',
  };
  const tree: Files = {
    ...base,
    'docs/open.mdx': mdx('## New name\n\n## Kept\n'),
    'docs/more.mdx': mdx('Text\n'),
    'site/content/en/docs/a.md': '## New name\n\n## Kept\n',
  };
  const { findings } = await createDocsCheck().check({ tree: createMemoryTree(tree), base: createMemoryTree(base) });
  expect(
    findings
      .filter(({ introduced }) => introduced)
      .map(({ path, severity, message }) => `${path} ${severity}: ${message}`),
  ).toEqual([
    'docs/b.md warning: The change took away the anchor #old-name of docs/open.mdx. Did you mean #new-name?',
    'site/content/c.md warning: The change took away the anchor #old-name of site/content/en/docs/a.md. Did you mean #new-name?',
  ]);
});
