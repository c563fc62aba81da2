import { describe, expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../../test/memory-tree.ts';
import { createCheck } from '../../create-check.ts';

/** The addresses that are called broken, of those that a page of the site links to. */
async function gone(files: Files, links: readonly string[], page = 'fern/docs/links.mdx'): Promise<string[]> {
  const tree = createMemoryTree({ ...files, [page]: `# Links\n\n${links.map((link) => `[x](${link})`).join('\n')}\n` });
  const { findings, frameworks } = await createCheck().check({ tree });
  expect(frameworks).toContain('fern');
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  return findings.flatMap(({ path, message }) =>
    path === page ? [/`([^`]+)`/u.exec(message)?.[1] ?? message] : [],
  );
}

const navigation = `
tabs:
  home: { display-name: Home, skip-slug: true }
  guide: { display-name: Developer Guide }
  more: { display-name: More }
  news: { display-name: News, changelog: ./news }
navigation:
  - tab: home
    layout:
      - page: Welcome
        path: docs/welcome.mdx
      - page: Links
        path: docs/links.mdx
  - tab: guide
    layout:
      - section: Get started
        contents:
          - page: Install it
            path: docs/install.mdx
          - page: First steps
            path: docs/steps.mdx
            slug: begin
          - page: Elsewhere
            path: docs/own.mdx
      - section: More
        skip-slug: true
        path: docs/more.mdx
        contents:
          - page: Swap APIs
            path: docs/swap.mdx
      - folder: docs/recipes
      - api: REST API
      - changelog: ./changes
        title: Changes
      - library: python-sdk
      - link: GitHub
        href: https://github.com/acme/tool
  - tab: more
    variants:
      - title: Cloud
        layout:
          - page: Setup
            path: docs/cloud.mdx
      - title: Own servers
        slug: self
        layout:
          - page: Setup
            path: docs/self.mdx
  - tab: news
redirects:
  - source: /learn/older
    destination: /learn/welcome
  - source: /old/:path*
    destination: /developer-guide/:path*
`;
const pages: Files = Object.fromEntries(
  ['welcome', 'install', 'steps', 'more', 'swap', 'cloud', 'self', 'recipes/Big_One', 'recipes/index'].map((name) => [
    `fern/docs/${name}.mdx`,
    `# ${name}\n`,
  ]),
);
const site: Files = {
  ...pages,
  'fern/docs.yml': `instances:\n  - url: acme.docs.buildwithfern.com/learn\n${navigation}`,
  'fern/docs/own.mdx': '---\nslug: my/own\n---\n',
};
const there = [
  '/welcome',
  '/developer-guide/get-started/install-it',
  '/learn/developer-guide/get-started/begin',
  '/my/own',
  '/developer-guide/swap-ap-is',
  '/developer-guide/docs-recipes',
  '/developer-guide/docs-recipes/big-one',
  '/developer-guide/changes/2026',
  '/developer-guide/python-sdk/client',
  '/more/cloud/setup',
  '/more/self/setup',
  '/older',
  '/developer-guide/rest-api/users/list',
  '/developer-guide/get-started',
  '/developer-guide',
  '/news/2026/1/1',
  '/old/anything',
  '/',
];

describe('links of a site of Fern', () => {
  it('lead where its navigation publishes pages', async () => {
    const wrong = [
      '/developer-guide/get-started/first-steps',
      '/developer-guide/install-it',
      '/developer-guide/more/swap-apis',
      '/more/own-servers/setup',
    ];
    expect(await gone(site, [...there, ...wrong])).toEqual(wrong);
  });

  it('are read in the version of their page, and the first of several has no name before it', async () => {
    const version = (folder: string, title: string): string =>
      `navigation:\n  - page: ${title}\n    path: ./${folder}/a.mdx\n  - section: Part\n    contents:\n${[
        'links',
        'b',
        'c',
        'd',
      ]
        .map((name) => `      - page: ${name}\n        path: ./${folder}/${name}.mdx\n`)
        .join('')}`;
    const files = {
      'fern/docs.yml':
        'versions:\n  - display-name: Latest\n    path: versions/latest.yml\n  - display-name: v1\n    path: versions/v1.yml\n    slug: one\n',
      'fern/versions/latest.yml': version('latest', 'Start'),
      'fern/versions/v1.yml': version('v1', 'Begin'),
      ...Object.fromEntries(
        ['latest', 'v1'].flatMap((folder) =>
          ['a', 'b', 'c', 'd'].map((name) => [`fern/versions/${folder}/${name}.mdx`, `# ${name}\n`]),
        ),
      ),
    };
    const links = ['/part/b', '/part/c', '/latest/part/d', '/one/part/c', '/one/begin', '/start', '/one'];
    expect(await gone(files, links, 'fern/versions/latest/links.mdx')).toEqual([]);
    expect(await gone(files, [...links, '/begin'], 'fern/versions/v1/links.mdx')).toEqual([]);
    expect(await gone(files, [...links, '/part/gone'], 'fern/versions/v1/links.mdx')).toEqual(['/part/gone']);
  });

  it('are read in the product of their page', async () => {
    const files = {
      'fern/docs.yml':
        'products:\n  - display-name: User Guide\n    path: guide.yml\n  - display-name: API\n    path: api.yml\n    slug: rest\n    versions:\n      - display-name: v2\n        path: api.yml\n',
      'fern/guide.yml':
        'navigation:\n  - page: Links\n    path: docs/links.mdx\n  - page: A\n    path: docs/a.mdx\n  - page: C\n    path: docs/c.mdx\n',
      'fern/api.yml': 'navigation:\n  - page: B\n    path: docs/b.mdx\n  - api: Endpoints\n',
      ...Object.fromEntries(['a', 'b', 'c'].map((name) => [`fern/docs/${name}.mdx`, `# ${name}\n`])),
    };
    const links = [
      '/a',
      '/c',
      '/user-guide/a',
      '/user-guide/c',
      '/rest/b',
      '/rest/v-2/b',
      '/rest',
      '/rest/endpoints/x',
    ];
    expect(await gone(files, [...links, '/user-guide/b', '/b'])).toEqual(['/user-guide/b', '/b']);
  });

  it('are looked at where pages lie beside its folder, and where its settings do not parse', async () => {
    const beside: Files = {
      'fern/docs.yml': 'navigation:\n  - page: A\n    path: ../docs/a.mdx\n  - page: B\n    path: ../docs/b.mdx\n',
      'docs/a.mdx': '[x](./b.mdx) [y](./gone.mdx)\n',
      'docs/b.mdx': '# B\n',
    };
    const { findings } = await createCheck().check({ tree: createMemoryTree(beside) });
    expect(findings.map(({ severity, path, line }) => [severity, path, line])).toEqual([['warning', 'docs/a.mdx', 1]]);
    expect(findings[0]?.message).toContain('of fern');
    expect(await gone({ ...site, 'fern/docs.yml': 'navigation: [\n' }, ['/welcome'])).toEqual([]);
  });
});

describe('pictures of Fern', () => {
  const files: Files = {
    'fern/docs.yml': navigation,
    'fern/docs/welcome.mdx': '# Welcome\n',
    'fern/images/a.png': '',
    'fern/docs/images/b.png': '',
  };
  const missing = async (text: string, page: string): Promise<string[]> => {
    const { findings } = await createCheck().check({ tree: createMemoryTree({ ...files, [page]: text }) });
    return findings.flatMap(({ severity, message }) => {
      const file = /`([^`]+)`/u.exec(message)?.[1];
      return file === undefined ? [] : [`${severity} ${file}`];
    });
  };
  const text =
    '# A\n\n![](/images/a.png) <img src="images/b.png" />\n\n![](/docs/a.png)\n\n<img src="./docs/images/b.png" />\n';

  it('lie in the folder of its settings, from the top, or beside the page', async () => {
    expect(await missing(text, 'fern/docs/links.mdx')).toEqual(['warning /docs/a.png', 'warning ./docs/images/b.png']);
  });

  it('are those of the page that shows it, where a part of a page has them', async () => {
    expect(await missing(text, 'fern/docs/part.mdx')).toEqual(['warning /docs/a.png']);
  });
});

it('has anchors of titles of components, and none of others that are known to bring none', async () => {
  const page = (more: string): Files => ({
    ...site,
    'fern/docs/anchors.mdx': `# A\n\n[x](#gone) [y](#more-of-it) [z](#part)\n\n## Part\n\n<Tip>Words.</Tip>\n\n<Step title="More of it">\n${more}\n</Step>\n`,
  });
  const anchors = async (more: string): Promise<string[]> => {
    const { findings } = await createCheck().check({ tree: createMemoryTree(page(more)) });
    return findings.flatMap(({ rule, message }) =>
      rule === 'broken-anchor' ? [/#[\w-]+/u.exec(message)?.[0] ?? ''] : [],
    );
  };
  expect(await anchors('text')).toEqual(['#gone']);
  expect(await anchors('<Own title="a" />')).toEqual([]);
});

it('tells the name of a file beside a page that is published by another name', async () => {
  const files = {
    'fern/docs.yml':
      'navigation:\n  - section: Use\n    contents:\n      - page: Links\n        path: docs/links.mdx\n      - page: Bots in chats\n        path: docs/bots.mdx\n      - page: Steps\n        path: docs/steps.mdx\n',
    'fern/docs/bots.mdx': '# A\n',
    'fern/docs/steps.mdx': '# B\n',
    'fern/docs/left.mdx': '# C\n',
  };
  expect(await gone(files, ['./bots', 'steps', 'bots-in-chats', './left', './bots.mdx'])).toEqual(['./bots']);
});

it('tells an address below a section of which the navigation names all pages, however few others there are', async () => {
  const pages = ['one', 'two', 'links']
    .map((name) => `      - page: ${name}\n        path: docs/${name}.mdx\n`)
    .join('');
  const files = (more = ''): Files => ({
    'fern/docs.yml': `navigation:\n  - section: Use\n    contents:\n${pages}${more}`,
    'fern/docs/one.mdx': '# A\n',
    'fern/docs/two.mdx': '# B\n',
    'fern/docs/parts/three.mdx': '# C\n',
  });
  const links = ['/use/one', '/use/three', '/other/three'];
  expect(await gone(files(), links)).toEqual(['/use/three']);
  expect(await gone(files('      - api: REST\n'), links)).toEqual([]);
});
