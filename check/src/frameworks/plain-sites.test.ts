import { expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../test/memory-tree.ts';
import { createCheck } from '../create-check.ts';

it('looks for pictures from any top of AsciiDoc that no site claims, so that what is there tells what is not', async () => {
  const picture = (name: string): string => `image::/images/guide/${name}.png[]\n`;
  const gone = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `gone-${name}`);
  const tree = createMemoryTree({
    'content/start.adoc': `= Start\n\n${picture('start')}`,
    ...Object.fromEntries(gone.map((name) => [`content/${name}.adoc`, `= A\n\n${picture(name)}`])),
    'assets/images/guide/start.png': '',
  });
  const { findings } = await createCheck().check({ tree });
  expect(findings.filter(({ severity }) => severity !== 'notice').map(({ rule, path }) => `${rule} ${path}`)).toEqual(
    gone.map((name) => `missing-file content/${name}.adoc`),
  );
});

it('reads Markdoc that no site claims as Markdown of an unknown program', async () => {
  const tree = createMemoryTree({
    'pages/start.mdoc': '{% card %}\n[a](./gone.mdoc) [b](./other.mdoc)\n{% /card %}\n',
    'pages/other.mdoc': '# Other\n',
  });
  const { findings } = await createCheck().check({ tree });
  expect(findings.map(({ severity, message }) => `${severity} ${/`([^`]+)`/u.exec(message)?.[1] ?? message}`)).toEqual(
    ['warning ./gone.mdoc'],
  );
});

it('takes Markdown beside settings of Markdoc for that of an unknown program, whose addresses its own links tell', async () => {
  const names = Array.from({ length: 8 }, (_, at) => `page-${at}`);
  const links = names.map((name) => `[x](/docs/guide/${name})\n`).join('');
  const told = async (settings: string): Promise<readonly string[]> => {
    const { findings } = await createCheck().check({
      tree: createMemoryTree({
        [settings]: 'export default {};\n',
        ...Object.fromEntries(names.map((name) => [`src/pages/docs/guide/${name}.md`, '---\ntitle: A\n---\n'])),
        'src/pages/docs/guide/start.md': `${links}[y](/guide/page-1)\n`,
      }),
    });
    return findings.map(({ severity, message }) => `${severity} ${/`([^`]+)`/u.exec(message)?.[1] ?? message}`);
  };
  const missing = ['warning /guide/page-1'];
  for (const settings of ['markdoc/tags.js', 'src/markdoc/nodes.ts', 'markdoc.config.mjs'])
    expect(await told(settings)).toEqual(missing);
  expect(await told('lib/tags.js')).not.toEqual(missing);
});

it('reads READMEs and their like in hidden folders, as warnings, and nothing else there', async () => {
  const broken = '# A\n\n[gone](gone.md)\n';
  const read = ['.github/CONTRIBUTING.md', '.agents/skills/README.md', 'docs/.vitepress/README.md'];
  const unread = ['.github/ISSUE_TEMPLATE/bug.md', '.github/pull_request_template.md', '.agents/skills/write.md'];
  const tree = createMemoryTree(Object.fromEntries([...read, ...unread].map((path) => [path, broken])));
  const { findings } = await createCheck().check({ tree });
  expect(findings.map(({ severity, rule, path }) => `${severity} ${rule} ${path}`).toSorted()).toEqual(
    read.map((path) => `warning broken-link ${path}`).toSorted(),
  );
});

it('finds anchors as a code host calls the elements too, and none with a slash', async () => {
  const anchors = ['#user-content-set-up', '#user-content-gone', '#set-up/now', '#/route', '#https://a.example/b'];
  const page = `${anchors.map((anchor) => `[x](${anchor})\n`).join('')}\n## Set up\n`;
  const { findings } = await createCheck().check({ tree: createMemoryTree({ 'README.md': page }) });
  expect(findings.map(({ severity, message }) => `${severity} ${/#\S+[^.\s]/u.exec(message)?.[0] ?? ''}`)).toEqual([
    'error #user-content-gone',
    'error #set-up/now',
    'warning #https://a.example/b',
  ]);
});

it('judges of a list of changes only what was never right: anchors of pages and addresses that are none', async () => {
  const page =
    '# A\n\n[a](#gone) [b](gone.md) ![](gone.png) [d]((https://a.example)) [](x) [e](https://github.com/acme/tool/blob/main/gone.md)\n';
  const told = async (files: Files): Promise<readonly string[]> => {
    const { findings } = await createCheck().check({
      tree: createMemoryTree(files),
      repository: { url: 'https://github.com/acme/tool', branch: 'main' },
    });
    return findings.map(({ severity, rule }) => `${severity} ${rule}`).toSorted();
  };
  expect(await told({ 'CHANGELOG.md': page })).toEqual(['warning broken-anchor', 'warning malformed-link']);
  expect(await told({ 'mkdocs.yml': 'site_name: A\n', 'docs/CHANGELOG.md': page })).toContain('warning broken-link');
});

it('reads other endings of Markdown, and sources that Middleman names by what it makes of them', async () => {
  const said = async (files: Files): Promise<readonly string[]> => {
    const { findings } = await createCheck().check({ tree: createMemoryTree(files) });
    return findings.map(({ severity, rule, path, line }) => `${severity} ${rule} ${path}:${line ?? 0}`);
  };
  const page = '[a](docs/a.markdown#part)\n[b](docs/gone.markdown)\n[c](docs/a.markdown#gone)\n';
  expect(await said({ 'README.markdown': page, 'docs/a.markdown': '# A\n\n## Part\n' })).toEqual([
    'error broken-link README.markdown:2',
    'error broken-anchor README.markdown:3',
  ]);
  const quarto = { '_quarto.yml': 'project:\n  title: A\n', 'b.qmd': '# B\n' };
  expect(await said({ ...quarto, 'a.qmd': '# A\n\n[b](b.qmd)\n[c](gone.qmd)\n' })).toEqual([
    'warning broken-link a.qmd:4',
  ]);
  const middleman = { 'source/a.html.md': '[b](b.html)\n[c](c.html)\n[d](gone.html)\n', 'source/c.html.erb': '' };
  expect(await said({ ...middleman, 'source/b.html.md': '# B\n' })).toEqual(['warning broken-link source/a.html.md:3']);
});

it('takes names of functions, types and modules in backticks for those of ExDoc, and other addresses so for a slip', async () => {
  const right = ['`c:Tool.run/1`', '`Tool.Part`', '`run/2`', '`:lists.map/2`'].map((url) => `[x](${url})\n`).join('');
  const tree = createMemoryTree({ 'README.md': `${right}[x](\`docs/a.md\`)\n` });
  const { findings } = await createCheck().check({ tree });
  expect(findings.map(({ rule, line }) => `${rule} ${line ?? 0}`)).toEqual(['malformed-link 5']);
});

it('reads internal addresses of Zola from the folder that other pages are mounted at, where nearly all others are found', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const found = (written: readonly string[]): Files => ({
    '_index.md': `+++\ntitle = "x"\nweight = 1\n+++\n\n${written.map((name) => `[x](@/docs/use/${name}.md)`).join(' ')}\n`,
    'use/q.md':
      '---\nweight: 1\n---\n\n[x](@/docs/use/gone.md) [y](@/docs/use/a.md#part) [z](@/docs/use/a.md#gone) [w](@/blog/gone.md)\n',
    ...Object.fromEntries(names.map((name) => [`use/${name}.md`, '---\nweight: 1\n---\n\n# A\n\n## Part\n'])),
  });
  const said = async (files: Files): Promise<readonly string[]> => {
    const { findings } = await createCheck().check({ tree: createMemoryTree(files) });
    return findings
      .filter(({ message }) => message.includes('gone'))
      .map(({ severity, message }) => `${severity} ${/\S*gone\S*/u.exec(message)?.[0] ?? ''}`);
  };
  const all = {
    ...found(names),
    'use/q.md': found(names)['use/q.md']?.toString().replace('[w](@/blog/gone.md)', '') ?? '',
  };
  expect(await said(all)).toEqual(['warning @/docs/use/gone.md', 'warning #gone.']);
  expect(await said(found(names))).toEqual([]);
});

it('reads pictures of a README of AsciiDoc where a code host does, and those of others anywhere', async () => {
  const conditional = 'ifdef::env-github[]\n:imagesdir: other\nendif::[]\n\nimage::c.png[]\n';
  const tree = createMemoryTree({
    'README.adoc': '= A\n\nimage::blob/main/docs/a.png[] image:docs/a.png[]\n',
    'docs/README.adoc': ':imagesdir: ../images\n\nimage::b.png[] image::a.png[]\n',
    'docs/start.adoc': '= A\n\nimage::elsewhere/a.png[]\n',
    'more/README.adoc': conditional,
    'docs/a.png': '',
    'images/b.png': '',
    'images/c.png': '',
  });
  const { findings } = await createCheck().check({ tree });
  const told = findings.filter(({ rule }) => rule === 'missing-file');
  expect(
    told.map(({ severity, path, message }) => `${severity} ${path} ${/`([^`]+)`/u.exec(message)?.[1] ?? ''}`),
  ).toEqual(['warning README.adoc blob/main/docs/a.png', 'warning docs/README.adoc ../images/a.png']);
});

it('reads AsciiDoc among the pages of Starlight, which an integration shows', async () => {
  const tree = createMemoryTree({
    'astro.config.mjs': `import starlight from '@astrojs/starlight';\nexport default { integrations: [starlight({ title: 'A' })] };`,
    'src/content/docs/index.md': '---\ntitle: A\n---\n',
    'src/content/docs/start.adoc': '---\ntitle: A\n---\n\nlink:guide/gone.html[x] link:guide/here.html[x]\n',
    'src/content/docs/guide/here.adoc': '---\ntitle: A\n---\n',
  });
  const { findings } = await createCheck().check({ tree });
  const told = findings.filter(({ rule }) => rule === 'broken-link');
  expect(told.map(({ severity, message }) => `${severity} ${/`([^`]+)`/u.exec(message)?.[1] ?? ''}`)).toEqual([
    'warning guide/gone.html',
  ]);
});

it('tells the address of a file of HTML in other capitals, which an unknown program leaves as it is', async () => {
  const { findings } = await createCheck().check({
    tree: createMemoryTree({
      'docs/a.md': '---\nlayout: page\n---\n\n[a](Mockup.html) [b](mockup.html) [c](Other.html)\n',
      'docs/mockup.html': '<p>\n',
      'docs/other.md': '# Other\n',
    }),
  });
  expect(findings.map(({ severity, message }) => `${severity} ${/`([^`]+)`/u.exec(message)?.[1] ?? ''}`)).toEqual([
    'warning Mockup.html',
  ]);
});

it('reads READMEs of folders of tests as a code host shows them, and nothing else there', async () => {
  const broken = '# A\n\n[gone](../gone/)\n';
  const read = [
    'tests/README.md',
    'packages/tool/test/README.md',
    'benchmarks/readme.md',
    'packages/templates/README.md',
  ];
  const unread = [
    'tests/data.md',
    'tests/start/README.md',
    'tests/fixtures/tests/README.md',
    'templates/README.md',
    'vendor/a/tests/README.md',
  ];
  const tree = createMemoryTree(Object.fromEntries([...read, ...unread].map((path) => [path, broken])));
  const { findings } = await createCheck().check({ tree });
  expect(findings.map(({ severity, rule, path }) => `${severity} ${rule} ${path}`).toSorted()).toEqual(
    read.map((path) => `error broken-link ${path}`).toSorted(),
  );
});

it('takes what lies below the settings of Gridsome for pages of a program that is not known', async () => {
  const pages = Array.from({ length: 12 }, (_, index) => `page-${String(index)}`);
  const tree = createMemoryTree({
    'docs/gridsome.config.js': 'module.exports = {}\n',
    'docs/content/index.md': [...pages, 'gone'].map((page) => `[x](/docs/guide/${page})\n`).join(''),
    ...Object.fromEntries(pages.map((page) => [`docs/content/guide/${page}.md`, '# A\n'])),
  });
  const { findings } = await createCheck().check({ tree });
  expect(findings.map(({ severity, message }) => `${severity} ${/`([^`]+)`/u.exec(message)?.[1] ?? message}`)).toEqual(
    ['warning /docs/guide/gone'],
  );
});

it('takes Markdown for pages of a program that is not known where most of its addresses from the top are read from elsewhere', async () => {
  const read = async (gone: readonly string[], found: number): Promise<readonly string[]> => {
    const pages = Array.from({ length: found }, (_, index) => `part-${String(index)}/page`);
    const tree = createMemoryTree({
      'guide/index.md': [...pages, ...gone].map((page) => `[x](/handbook/guide/${page})\n`).join(''),
      ...Object.fromEntries(pages.map((page) => [`guide/${page}.md`, '# A\n'])),
    });
    const { findings } = await createCheck().check({ tree });
    return findings.map(({ message }) => /^\d+ finding|(?<=link )\S+/u.exec(message)?.[0] ?? message);
  };
  expect(await read(['part-1/gone'], 12)).toEqual(['/handbook/guide/part-1/gone']);
  const others = Array.from({ length: 7 }, (_, index) => `part-1/gone-${String(index)}`);
  expect(await read(others, 12)).toEqual(['19 finding']);
  expect(await read(['part-1/gone'], 11)).toEqual(['11 finding', '/handbook/guide/part-1/gone']);
});
