import { describe, expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../../test/memory-tree.ts';
import { createCheck } from '../../create-check.ts';

const names = Array.from({ length: 50 }, (_, index) => `p${String(index)}`);

/** What is found on the page `q.md`, as `line address`. */
async function foundOf(files: Files, page = 'q.md'): Promise<readonly string[]> {
  const { findings } = await createCheck().check({ tree: createMemoryTree(files) });
  return findings
    .filter(({ path }) => path === page)
    .map(
      ({ line, severity, message }) =>
        `${severity === 'warning' ? '' : severity}${String(line)} ${/(?:link|file) (\S+)|anchor (#[\w-]+)/iu.exec(message)?.slice(1).join('') ?? message}`,
    );
}

/** Pages of a folder that name one another. */
function pages(folder: string, written: (name: string) => string): Files {
  return Object.fromEntries(
    names.map((name, index) => [
      `${folder}/${name}.md`,
      `---\ntitle: Of ${name}\n---\n\n[x](${written(names[(index + 1) % 50] ?? '')})\n\n## Part\n`,
    ]),
  );
}

function page(links: readonly string[]): string {
  return `---\nlayout: x\n---\n${links.map((url) => `[x](${url})\n`).join('')}`;
}

/** The lines of a page that has these links, after four others. */
function lines(right: readonly string[], wrong: readonly string[]): readonly string[] {
  return wrong.map((url, index) => `${String(4 + right.length + index)} ${url}`);
}

async function expectOnly(files: Files, right: readonly string[], wrong: readonly string[]): Promise<void> {
  expect(await foundOf({ ...files, 'q.md': page([...right, ...wrong]) })).toEqual(lines(right, wrong));
}

const front = '---\nlayout: x\n---\n';

describe('addresses of Jekyll', () => {
  it('are those of pages, folders, posts, files and redirects', async () => {
    const site: Files = {
      '_config.yml': 'title: A\n',
      ...pages('guide', (name) => `/guide/${name}.html`),
      ...pages('b', (name) => `/b/${name}`),
      'own.md': '---\npermalink: /else/where/\nredirect_from: [/was/here, /and/there/]\n---\n',
      'of/index.md': front,
      'of/README.md': 'x\n',
      'plain/README.md': 'x\n',
      'page.html': '---\npermalink: /from/html\n---\n<p>',
      'still.html': '<p>',
      'c/d.pdf': '',
      'news/_posts/2024-05-06-A_post.md': '---\ncategory: Big\n---\n',
      '_posts/2024-05-07-dated.md': '---\ndate: 2024-06-08\nslug: own\n---\n',
      '_posts/2024-05-08-hidden.md': '---\npublished: false\n---\n',
      '_drafts/idea.md': front,
      '_config_other.yml': '',
    };
    const right = [
      ...[
        '/',
        '/guide/p1',
        '/b/p1.html',
        '/else/where',
        '/was/here',
        '/and/there',
        '/of/',
        '/plain/',
        '/from/html.html',
      ],
      ...['/still.html', '/c/d.pdf', '/news/big/2024/05/06/A_post.html', '/2024/06/08/own.html'],
    ].slice(1);
    const wrong = ['/own.html', '/guide/own', '/else/where.html', '/2024/05/07/dated.html', '/2024/05/08/hidden.html'];
    await expectOnly(site, right, wrong);
  });

  it('are in an include what they are on any page, where they begin at the top', async () => {
    const site: Files = {
      '_config.yml': 'title: A\n',
      ...pages('guide', (name) => `/guide/${name}.html`),
      '_includes/part.md': '[a](/guide/p1.html)\n[b](/guide/gone.html)\n[c](gone.html)\n',
    };
    expect(await foundOf(site, '_includes/part.md')).toEqual(['2 /guide/gone.html']);
    const relative = {
      ...site,
      ...pages('guide', (name) => `${name}.html`),
      '_includes/part.md': '[c](p1.html)\n',
    };
    expect(await foundOf(relative, '_includes/part.md')).toEqual([]);
  });

  it('are those that the settings say', async () => {
    const yaml = `baseurl: /docs
permalink: pretty
collections_dir: all
collections:
  steps: { output: true }
  parts: { output: true, permalink: "/of/:collection/:title:output_ext" }
  notes: { output: false }
exclude: [left, "*.tmp.md", vendor/]
include: [_shown]
defaults:
  - scope: { path: "", type: parts }
    values: { layout: x }
  - scope: { path: guide/deep }
    values: { permalink: "/deeper/:basename/" }
  - scope: { path: "", type: pages }
    values: { permalink: "/all/:path/:basename" }
`;
    const site: Files = {
      '_config.yml': yaml,
      ...pages('guide', (name) => `/docs/all/guide/${name}`),
      'guide/deep/low.md': front,
      'all/_steps/one/a.md': front,
      'all/_parts/Two words.md': front,
      'all/_notes/n.md': front,
      'all/_posts/2024-05-06-b.md': front,
      'left/out.md': front,
      'x.tmp.md': front,
      '_shown/me.md': front,
    };
    const right = [
      '/docs/deeper/low/',
      '/docs/steps/one/a/',
      '/docs/of/parts/Two-words.html',
      '/docs/2024/05/06/b/',
      '/docs/all/_shown/me',
    ];
    const wrong = ['/docs/guide/deep/low/', '/steps/a/', '/docs/of/parts/Two.html', '/notes/n/', '/all/left/out'];
    await expectOnly(site, right, wrong);
  });

  it('are not told of in folders that something else fills', async () => {
    const site = { '_config.yml': 'title: A\n', ...pages('guide', (name) => `/guide/${name}`) };
    const made = ['/api/a/', '/api/b/', '/api/c/', '/tags/some/', '/blog/page2/', '/feed.xml'];
    await expectOnly(site, made, ['/guide/none/']);
  });

  it('may be those of other repositories in this one', async () => {
    const site: Files = {
      '_config.yml': 'title: A\n',
      '.gitmodules': '[submodule "x"]\n\tpath = more/site-statements\n',
      ...pages('guide', (name) => `/guide/${name}`),
    };
    await expectOnly(site, ['/guide/statements/', '/any/other/'], ['/guide/none/']);
  });
});

describe('links of Jekyll', () => {
  it('are read from the address of their page, or from its file', async () => {
    const pretty = { '_config.yml': 'permalink: pretty\n', ...pages('guide', (name) => `../${name}/`) };
    const relative = page(['../p1/', '../p1/#part', 'p1.md', './p1/', '../p1/#none', 'p99.md']);
    expect(await foundOf({ ...pretty, 'guide/q.md': relative }, 'guide/q.md')).toEqual([
      '7 ./p1/',
      '8 #none',
      '9 p99.md',
    ]);
  });

  it('from the top are told where there are hardly any, if a page of the name lies elsewhere and relative ones are found', async () => {
    const site = (base: string): Files => ({
      '_config.yml': `permalink: pretty\nbaseurl: "${base}"\n`,
      ...pages('guide', (name) => `../${name}/`),
      'guide/q.md': page(['/p1', '/guide/p1', '/none', '/feed.xml']),
    });
    expect(await foundOf(site(''), 'guide/q.md')).toEqual(['4 /p1']);
    expect(await foundOf(site('/tool'), 'guide/q.md')).toEqual([]);
    const few = { '_config.yml': 'permalink: pretty\n', 'guide/p1.md': front, 'guide/q.md': page(['/p1']) };
    expect(await foundOf(few, 'guide/q.md')).toEqual([]);
  });

  it('name source files only where a plugin reads them', async () => {
    const site = { '_config.yml': 'title: A\n', ...pages('guide', (name) => `/guide/${name}`) };
    const sources = page(['/guide/p1.md']);
    expect(await foundOf({ ...site, 'q.md': sources })).toEqual([]);
    const gems = 'gem "jekyll"\n';
    expect(await foundOf({ ...site, Gemfile: gems, 'q.md': sources })).toEqual(['4 /guide/p1.md']);
  });

  it('begin with templates, or are tags', async () => {
    const site: Files = {
      '_config.yml': 'baseurl: /docs\ncollections: { steps: { output: true } }\n',
      ...pages('guide', (name) => `{{ site.baseurl }}/guide/${name}.html`),
      '_posts/2024-05-06-b.md': front,
      '_steps/a.md': `${front}\n## Part\n`,
      'i.png': '',
    };
    const right = [
      ...[
        '{{ "/guide/p1" | relative_url }}#part',
        "{{ 'guide/p1.html' | absolute_url }}",
        '{{ site.url }}{{ site.baseurl }}/guide/p1',
      ],
      ...[
        '{% link guide/p1.md %}',
        '{% link _steps/a.md %}#part',
        '{% link i.png %}',
        '{{ site.baseurl }}{% post_url 2024-05-06-b %}',
      ],
      ...['{{ page.url }}/none', '{{ site.baseurl }}/{{ page.x }}/none', '`{% link none.md %}`'],
    ];
    const wrong = {
      '{{ "/guide/none" | relative_url }}': '/guide/none',
      '{{ "/guide/p1#none" | relative_url }}': '#none',
      '{{ site.baseurl }}/guide/p99.html': '/guide/p99.html',
      '{% link guide/p99.md %}': 'guide/p99.md',
      '{% link _steps/a.md %}#none': '#none',
      '{% post_url 2024-05-07-b %}': '2024-05-07-b',
    };
    const text = page([...right, ...Object.keys(wrong)]);
    const code = '\n```\n{% link none.md %}\n```\n{% raw %}{% link none.md %}{% endraw %}\n';
    const shown = '{% highlight md %}\n[x](/guide/none.html)\n{% endhighlight %}\n';
    expect(await foundOf({ ...site, 'q.md': text + code + shown })).toEqual(lines(right, Object.values(wrong)));
  });
});

it('the host in the settings needs its scheme', async () => {
  const toldOf = async (url: string): Promise<string[]> => {
    const files = { '_config.yml': `title: A\nurl: ${url}\nbaseurl: ""\n`, 'index.md': '---\ntitle: A\n---\n\n# A\n' };
    const { findings } = await createCheck().check({ tree: createMemoryTree(files) });
    return findings.map(({ severity, rule, path, line }) => `${severity} ${rule} ${path}:${line}`);
  };
  for (const url of ['acme.io', '"docs.acme.io" # the host', "'acme.io/'"])
    expect(await toldOf(url), url).toEqual(['warning malformed-link _config.yml:2']);
  for (const url of ['https://acme.io', '"http://acme.io"', '""', '//acme.io', 'acme'])
    expect(await toldOf(url), url).toEqual([]);
});
