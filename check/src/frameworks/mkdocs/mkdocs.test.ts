import { describe, expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../../test/memory-tree.ts';
import { createCheck } from '../../create-check.ts';

const pages: Files = {
  'docs/index.md': '# A\n\n[a](/use/deep/one.md) [b](use/deep/two.md) [c](use/deep/three.md)\n\n![d](images/one.png)\n',
  'docs/use/deep/one.md': '# One\n',
  'docs/use/deep/two.md': '# Two\n',
  'docs/use/deep/three.md': '# Three\n',
  'docs/images/one.png': 'PNG',
};
const settings = 'site_name: A\nvalidation:\n  links:\n    absolute_links: relative_to_docs\n';

async function said(page: string, settingsText: string, others: Files = {}): Promise<string[]> {
  const tree = createMemoryTree({ ...pages, 'mkdocs.yml': settingsText, 'docs/more.md': page, ...others });
  const { findings } = await createCheck().check({ tree });
  return findings
    .filter(({ path }) => path === 'docs/more.md')
    .map(({ severity, message }) => `${severity} ${/\S*gone\S*/u.exec(message)?.[0] ?? message}`);
}

describe('a hook of MkDocs', () => {
  const page = '# More\n\n[a](/use/deep/gone.md) [b](other/gone.md)\n\n![c](images/gone.png) ![d](drawn/gone.svg)\n';
  const hooked = `${settings}hooks:\n  - hooks/own.py\n`;
  const hook = (text: string): Files => ({ 'hooks/own.py': text });

  it('that only sets something before there are pages, or orders them, brings none', async () => {
    for (const text of [
      'def on_config(config):\n    config.markdown_extensions.append(Extension())\n    return config\n',
      'def on_nav(nav, config, files):\n    nav.items.sort(key=title)\n    return nav\n',
    ])
      expect(await said(page, hooked, hook(text))).toEqual([
        'error /use/deep/gone.md',
        'error other/gone.md',
        'error images/gone.png',
        'error drawn/gone.svg',
      ]);
  });

  it('that gives the site files may bring what it has none like', async () => {
    for (const text of [
      'def on_files(files, config):\n    return files\n',
      'def on_pre_build(config):\n    with open("x.md", "w") as page:\n        page.write("# X")\n',
    ])
      expect(await said(page, hooked, hook(text))).toEqual(['warning /use/deep/gone.md', 'warning images/gone.png']);
  });
});

describe('what stands in an element of HTML that is read as Markdown', () => {
  const page = '# More\n\n<figure markdown="span" id="part">\n  ![a](images/gone.png)\n</figure>\n\n[b](#part)\n';

  it('is read behind the tag too', async () => {
    expect(await said(page, `${settings}markdown_extensions:\n  - md_in_html\n`)).toEqual(['error images/gone.png']);
  });

  it('is HTML without the extension', async () => {
    expect(await said(page, settings)).toEqual([]);
    expect(await said(page.replace('span', '0'), `${settings}markdown_extensions:\n  - extra\n`)).toEqual([]);
  });
});

describe('a heading', () => {
  it('needs no space behind its marks, outside of code', async () => {
    const page = '# More\n\n[a](#my-part) [b](#gone)\n\n##My part\n\n```\n##gone\n```\n';
    expect(await said(page, settings)).toEqual(['error #gone.']);
  });

  it('gives no anchor a slash at its end, as a program may give one elsewhere', async () => {
    const page = '# More\n\n[a](#gone/) [b](#/gone) [c](#part/gone) [d](#gone)\n';
    expect(await said(page, settings)).toEqual(['error #gone/.', 'error #gone.']);
  });
});

describe('an address from the top', () => {
  const plain = 'site_name: A\n';
  const findings = async (files: Files): Promise<readonly string[]> => {
    const checked = await createCheck().check({ tree: createMemoryTree({ ...pages, ...files }) });
    return checked.findings
      .filter(({ severity }) => severity !== 'notice')
      .filter(({ rule }) => rule !== 'unreachable-page')
      .map(({ severity, rule, message }) => `${severity} ${rule} ${/\/\S+/u.exec(message)?.[0] ?? message}`);
  };

  it('is none of a page in the navigation, unless the settings have it read from the folder of the pages', async () => {
    const nav = 'nav:\n  - index.md\n  - /use/deep/one.md\n  - /api/\n  - /other/tool.html\n';
    expect(await findings({ 'mkdocs.yml': `${plain}${nav}`, 'docs/index.md': '# A\n' })).toEqual([
      'warning navigation-missing-page /use/deep/one.md,',
    ]);
    const read = `${plain}validation:\n  nav:\n    absolute_links: relative_to_docs\n${nav}`;
    expect(await findings({ 'mkdocs.yml': read, 'docs/index.md': '# A\n' })).toEqual([
      'warning navigation-missing-page /other/tool.html,',
    ]);
    const gone = `${plain}validation:\n  absolute_links: relative_to_docs\nnav: [/gone.md]\n`;
    expect(await findings({ 'mkdocs.yml': gone, 'docs/index.md': '# A\n' })).toEqual([
      'warning navigation-missing-page /gone.md,',
    ]);
  });

  it('of a picture is told where a file has it in other capitals, or most others are found', async () => {
    const picture = (name: string): string => `![x](/images/${name}.png)\n`;
    const home = (...names: readonly string[]): Files => ({
      'mkdocs.yml': plain,
      'docs/index.md': `# A\n\n${names.map(picture).join('\n')}`,
    });
    expect(await findings(home('One'))).toEqual(['warning missing-file /images/One.png']);
    expect(await findings(home('gone'))).toEqual([]);
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const more = Object.fromEntries(names.map((name) => [`docs/images/${name}.png`, 'PNG']));
    expect(await findings({ ...home(...names, 'gone'), ...more })).toEqual(['warning missing-file /images/gone.png']);
  });

  it('is told that has the letters of a page in other capitals or with other signs between them', async () => {
    const home = '# A\n\n[x](/use/deep/on-e/) [y](/Use/deep/two) [z](/use/deep/three/) [w](/use/was-one)\n';
    const redirects =
      'plugins:\n  - redirects:\n      redirect_maps:\n        use/wa_sone.md: index.md\n        use/was-one.md: index.md\n';
    expect(await findings({ 'mkdocs.yml': `${plain}${redirects}`, 'docs/index.md': home })).toEqual([
      'warning broken-link /use/deep/on-e/',
      'warning broken-link /Use/deep/two',
    ]);
  });
});

it('plugins in a group are read like others, unless it is switched off', async () => {
  const site = (enabled: string): string =>
    `site_name: A\nplugins:\n  - group: { enabled: ${enabled}, plugins: [{ exclude: { glob: more.md } }] }\n  - group: { plugins: [search] }\n`;
  const page = '# More\n\n[a](use/deep/gone.md)\n';
  expect(await said(page, site('false'))).toEqual(['error use/deep/gone.md']);
  for (const enabled of ['true', '!ENV CI'])
    expect(await said(page, site(enabled))).not.toContain('error use/deep/gone.md');
});

it('a README is the page of its folder where the index beside it is left out', async () => {
  const site = (excluded: string): Files => ({
    'mkdocs.yml': `site_name: x\nexclude_docs: ${excluded}\n`,
    'docs/index.md': '[a](a/c.md)\n',
    'docs/a/index.md': '# Old\n',
    'docs/a/README.md': '# A\n\n<a href="c.md">c</a>\n',
    'docs/a/c.md': '[up](../index.md)\n',
  });
  const linksOf = async (files: Files): Promise<string[]> =>
    (await createCheck().check({ tree: createMemoryTree(files) })).findings
      .filter(({ rule }) => rule === 'broken-link')
      .map(({ path }) => path);
  expect(await linksOf(site('other.md'))).toEqual([]);
  expect(await linksOf(site('a/index.md'))).toEqual(['docs/a/README.md']);
});

it('reads parts beside the pages as their pages are read', async () => {
  const routes = ['a', 'b', 'c', 'd'].flatMap((name) => ['one', 'two', 'three'].map((more) => `guide/${name}-${more}`));
  const links = routes.map((page) => `[x](/${page}/)\n`).join('');
  const tree = createMemoryTree({
    'mkdocs.yml': 'site_name: A\nmarkdown_extensions:\n  - pymdownx.snippets:\n      base_path: parts\n',
    'docs/index.md': `# A\n\n${links}\n--8<-- "list.md"\n`,
    'parts/list.md': '[a](/guide/a-one.md) [b](guide/b-one.md) [c](gone.md) [d](#gone)\n',
    ...Object.fromEntries(routes.map((page) => [`docs/${page}.md`, '# Guide\n'])),
  });
  const { findings } = await createCheck().check({ tree });
  const said = findings.flatMap(({ path, severity, message }) =>
    path === 'parts/list.md' ? [`${severity} ${message.split(' ', 3)[2] ?? ''}`] : [],
  );
  expect(said).toEqual(['warning /guide/a-one.md']);
});

it('takes what has comments alone between the marks of frontmatter for text of the page', async () => {
  const tree = createMemoryTree({
    'mkdocs.yml': 'site_name: A\n',
    'docs/index.md': '# A\n\n[a](b.md#chunks-and-symmetry) [b](b.md#gone)\n',
    'docs/b.md': '---\n# Chunks and symmetry\n---\n\n## Part\n\n## Other\n\n## Third\n',
  });
  const { findings } = await createCheck().check({ tree });
  expect(findings.map(({ message }) => /#\S+/u.exec(message)?.[0])).toEqual(['#gone.']);
});
