import { describe, expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../test/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';

const code = 'https://github.com/Acme/tool/blob/main';

async function said(
  links: readonly string[],
  more: Files = {},
  repository?: string,
  branch?: string,
): Promise<string[]> {
  const tree = createMemoryTree({
    'mkdocs.yml': 'site_name: x\n',
    'docs/index.md': links.map((link) => `[x](${link})`).join('\n'),
    ...Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`src/${name}.go`, ''])),
    ...more,
  });
  const { findings } = await createDocsCheck().check({
    tree,
    ...(repository !== undefined && { repository: { url: repository, ...(branch !== undefined && { branch }) } }),
  });
  return findings.map(({ severity, message }) => `${severity} ${message.replace(/^The link \S+ /u, '')}`);
}

const found = ['a', 'b', 'c'].map((name) => `${code}/src/${name}.go`);
const warning = (file: string): string[] => [
  `warning leads to a file of this repository that is not there (looked for ${file}).`,
];

it('tells files of the repository that are named on its code host and are not there', async () => {
  expect(await said([...found, `${code}/src/gone.go#L3`])).toEqual(warning('src/gone.go'));
  expect(await said([...found, 'https://github.com/acme/tool/tree/master/old/'])).toEqual(warning('old'));
  expect(await said([...found, `${code}/src/gone%20too.go`])).toEqual(warning('src/gone too.go'));
  const lab = found.map((link) => link.replace('github.com/Acme/tool/', 'gitlab.com/acme/group/tool/-/'));
  expect(await said([...lab, 'https://gitlab.com/acme/group/tool/-/blob/main/src/gone.go'])).toEqual(
    warning('src/gone.go'),
  );
  for (const raw of ['https://github.com/acme/tool/raw', 'https://raw.githubusercontent.com/acme/tool'])
    expect(await said([...found, `${raw}/master/gone.png`])).toEqual(warning('gone.png'));
  expect(await said([...found, 'https://raw.githubusercontent.com/acme/tool/refs/heads/main/gone.png'])).toEqual(
    warning('gone.png'),
  );
});

it('takes two that are found for enough, but none of a name that files of any repository have', async () => {
  expect(await said([...found.slice(1), `${code}/src/gone.go`])).toEqual(warning('src/gone.go'));
  expect(await said([`${code}/src/a.go`, `${code}/src`, `${code}/src/gone.go`])).toEqual([]);
  const readmes = ['a', 'b'].map((name) => `${code}/${name}/README.md`);
  const files = Object.fromEntries(['a', 'b'].map((name) => [`${name}/README.md`, '']));
  expect(await said([...readmes, `${code}/src/gone.go`], files)).toEqual([]);
});

it('takes one that is found for enough in a repository that has the name of this one, at whatever owner', async () => {
  const links = [`${code}/src/a.go`, `${code}/src/gone.go`];
  expect(await said(links, {}, 'https://github.com/other/Tool')).toEqual(warning('src/gone.go'));
  expect(await said(links, {}, 'https://github.com/other/tools')).toEqual([]);
  expect(await said(links.slice(1), {}, 'https://github.com/other/tool')).toEqual([]);
});

it('says nothing of another repository, of a tag, of what is there and of what is filled in', async () => {
  expect(await said([...found, 'https://github.com/acme/other/blob/main/src/gone.go'])).toEqual([]);
  expect(await said([...found.slice(2), `${code}/src/gone.go`])).toEqual([]);
  expect(await said([...found, `${code}/src/x.go`, `${code}/src/y.go`])).toEqual([]);
  expect(await said([...found, `${code}/src`, `${code}/src/d.go?raw=1`])).toEqual([]);
  expect(await said([...found, 'https://github.com/acme/tool/blob/v1.2/src/gone.go'])).toEqual([]);
  expect(await said([...found, `${code}/src/<name>.go`, `${code}/src/%zz.go`])).toEqual([]);
  expect(await said([...found, `${code}/${'a/'.repeat(300)}gone.go`])).toEqual([]);
  expect(await said([...found, `${code}/made/gone.go`], { '.gitignore': 'made/\n' })).toEqual([]);
});

it('needs less where settings of a package or a README name the repository', async () => {
  const named = { 'package.json': '{ "repository": "https://github.com/acme/tool" }' };
  const shown = {
    'README.md': '[![x](https://github.com/acme/tool/actions/workflows/ci.yml/badge.svg)](x.md)\n',
    'x.md': '',
  };
  expect(await said([`${code}/src/a.go`, `${code}/src/gone.go`], named)).toEqual(warning('src/gone.go'));
  expect(await said([`${code}/src/a.go`, `${code}/src/gone.go`], shown)).toEqual(warning('src/gone.go'));
  const readme = { 'src/README.md': '' };
  expect(await said([`${code}/old/d.go`, `${code}/old/README.md`], { ...named, ...readme })).toEqual(
    warning('old/d.go'),
  );
  expect(await said([`${code}/old/gone.go`], named)).toEqual([]);
  expect(await said([`${code}/old/d.go`])).toEqual([]);
  const module = { 'go.mod': 'module github.com/acme/tool/v2\n\nrequire github.com/acme/other v1.0.0\n' };
  expect(await said([`${code}/old/d.go`], module)).toEqual(warning('old/d.go'));
  expect(await said(['https://github.com/acme/other/blob/main/old/d.go'], module)).toEqual([]);
});

describe('of the repository that is known to be this one', () => {
  const own = 'https://github.com/Acme/tool';

  it('tells every file that is not there', async () => {
    expect(await said([`${code}/old/gone.go`], {}, own)).toEqual(warning('old/gone.go'));
    expect(await said([`${code}/LICENSE`, `${code}/src/a.go`], {}, own)).toEqual(warning('LICENSE'));
    expect(await said([`${code}/LICENSE`], {}, 'https://github.com/acme/other')).toEqual([]);
    expect(await said([`${code}/made/gone.go`], { '.gitignore': 'made/\n' }, own)).toEqual([]);
    const gone = ['w', 'x', 'y', 'z'].map((name) => `${code}/src/${name}.go`);
    expect(await said(gone.slice(1), {}, own)).toHaveLength(3);
    expect(await said([...found.slice(1), ...gone], {}, own)).toEqual([]);
    expect(await said([...found, `${code}/src/d.go`, ...gone], {}, own)).toHaveLength(4);
    for (const other of ['issues/3', 'blob/v1/old.go', 'wiki/gone', 'releases/tag/v1'])
      expect(await said([`https://github.com/acme/tool/${other}`], {}, own)).toEqual([]);
  });

  it('needs nothing more on the branch that the tree stands on', async () => {
    const gone = ['w', 'x', 'y', 'z'].map((name) => `${code}/src/${name}.go`);
    expect(await said(gone, {}, own)).toEqual([]);
    expect(await said(gone, {}, own, 'main')).toHaveLength(4);
    expect(await said(gone, {}, own, 'next')).toEqual([]);
    const next = gone.map((link) => link.replace('/main/', '/next/'));
    expect(await said(next, {}, own, 'next')).toHaveLength(4);
    expect(await said(next, {}, 'https://github.com/acme/other', 'next')).toEqual([]);
    expect(await said([`${code}/made/gone.go`], { '.gitignore': 'made/\n' }, own, 'main')).toEqual([]);
  });

  it('tells an address in which no branch stands before a file that is there', async () => {
    const told = 'warning names no branch of this repository before the file src/a.go: blob/main/src/a.go.';
    const page = 'https://github.com/acme/tool';
    for (const link of [`${page}/src/a.go`, `${page}/blob/src/a.go#L3`, `${page}/raw/src/a.go`])
      expect(await said([link], {}, own)).toEqual([told]);
    const raw = 'https://raw.githubusercontent.com/acme/tool/src/a.go';
    expect(await said([raw], {}, own, 'next')).toEqual([told.replace('blob/main', 'blob/next')]);
    expect(await said([raw])).toEqual([]);
    const others = { 'issues/a.go': '', 'main/a.go': '' };
    for (const link of [`${page}/issues/a.go`, `${code}/a.go`])
      expect(await said([link], { ...others, 'a.go': '' }, own)).toEqual([]);
    expect(await said([`${page}/src/gone.go`, `${page}/src/gone`], {}, own)).toEqual([
      'warning leads to no page of GitHub: blob and a branch are missing before src/gone.go.',
      'warning leads to no page of GitHub: blob and a branch are missing before src/gone.',
    ]);
    expect(await said([`${page}/src/`], {}, own)).toEqual([
      'warning names no branch of this repository before the folder src: tree/main/src.',
    ]);
  });

  it('tells what GitHub shows of no repository, of this one alone', async () => {
    expect(
      await said(['https://github.com/Acme/tool/texts#x', 'https://github.com/acme/other/texts'], {}, own),
    ).toEqual([
      'warning leads to no page of GitHub: it shows nothing of a repository that is called texts, and no file or folder of this one is.',
    ]);
    for (const shown of ['discussions', 'releases.atom', 'commits/main/src', '{name}'])
      expect(await said([`https://github.com/acme/tool/${shown}`], {}, own)).toEqual([]);
  });

  it('takes a file or folder with a name of its own elsewhere for the one that a namesake of this has', async () => {
    const fork = 'https://github.com/someone/tool';
    const moved = { 'apps/create-tool-app/a.ts': '', 'lib/deep/Sink.java': '', 'lib/examples/b.ts': '' };
    for (const path of ['packages/create-tool-app', 'src/Sink.java'])
      expect(await said([`${code}/${path}`], moved, fork)).toEqual(warning(path));
    for (const path of ['examples', 'src/Other.java', 'packages/create-other-app'])
      expect(await said([`${code}/${path}`], moved, fork)).toEqual([]);
    expect(await said([`${code}/src/Sink.java`], moved, 'https://github.com/someone/other')).toEqual([]);
  });

  it.each([
    ['mkdocs.yml', 'site_name: x\nextra:\n  home: https://github.com/acme/tool/blob/main/src/gone.go # the source\n'],
    [
      'docs/docusaurus.config.js',
      "module.exports = { links: ['https://github.com/acme/tool/blob/main/src/gone.go'] };\n",
    ],
  ])('reads what %s names', async (path, text) => {
    expect(await said([], { [path]: text }, own, 'main')).toContain(warning('src/gone.go')[0]);
  });

  it('says nothing of comments in settings, of what they fill in, and of settings of packages', async () => {
    const gone = 'https://github.com/acme/tool/blob/main/src/gone.go';
    const settings = {
      'mkdocs.yml': `site_name: x # ${gone}\n# ${gone}\nedit_uri: ${gone}\nextra:\n  a: ${gone}/{path}\n  b: ${gone}?%s\n`,
      'package.json': JSON.stringify({ homepage: gone }),
      'docs/docusaurus.config.js': `module.exports = { docs: { editUrl:\n  '${gone}' } };\n`,
    };
    expect(await said([], settings, own, 'main')).toEqual([]);
  });

  it('tells a file at the top without a branch, of this repository and of others', async () => {
    const page = 'https://github.com/acme/tool';
    expect(await said([`${page}/LICENSE`, `${page}/USAGE.md#x`], { LICENSE: '' }, own)).toEqual([
      'warning names no branch of this repository before the file LICENSE: blob/main/LICENSE.',
      'warning leads to no page of GitHub: blob and a branch are missing before USAGE.md.',
    ]);
    const other = 'https://github.com/acme/other';
    expect(await said([`${other}/USAGE.md#x`, `${other}/docs/start.md`], {}, own)).toEqual([
      'warning leads to no page of GitHub: blob and a branch are missing before USAGE.md.',
      'warning leads to no page of GitHub: blob and a branch are missing before docs/start.md.',
    ]);
    expect(await said(['https://github.com/acme/blob/main/a.md', `${other}/specs/blob/main/a.md`], {}, own)).toEqual([
      'warning leads to no page of GitHub: the name of a repository is missing before blob.',
      'warning leads to no page of GitHub: specs stands before blob, where nothing belongs but the repository.',
    ]);
    expect(await said(['issue/3', 'Issue/new?labels=bug', 'release/tag/v1'].map((rest) => `${other}/${rest}`))).toEqual(
      [
        'warning leads to no page of GitHub: issue is written where issues belongs.',
        'warning leads to no page of GitHub: Issue is written where Issues belongs.',
        'warning leads to no page of GitHub: release is written where releases belongs.',
      ],
    );
    const right = [
      'issues/3',
      'issue/tracker',
      'issue',
      'releases/tag/v1',
      'releases.atom',
      'issues/a.md',
      'files/1/a.txt',
      'workflows/ci/badge.svg',
      'docs',
      '{path}/a.md',
    ];
    expect(
      await said(
        right.map((rest) => `${other}/${rest}`),
        {},
        own,
      ),
    ).toEqual([]);
    expect(await said(['https://github.com/user-attachments/files/1/a.txt'], {}, own)).toEqual([]);
    const raw = 'https://raw.githubusercontent.com/acme/other';
    expect(await said([`${raw}/blob/main/docs/a.png`, `${raw}/main/blob/a.png`])).toEqual([
      'warning leads to no file: raw.githubusercontent.com has none below blob/, which belongs on github.com alone.',
    ]);
  });

  it('tells a placeholder in place of the branch, before what is there', async () => {
    const told = 'warning names no branch of this repository before';
    const page = `${own}/blob/{current_branch}`;
    expect(await said([`${page}/src/a.go`, `${page}/docs/more/`], { 'docs/more/a.md': '' }, own)).toEqual([
      `${told} the file src/a.go: blob/main/src/a.go.`,
      `${told} the folder docs/more: tree/main/docs/more.`,
    ]);
    expect(await said([`${page}/src/gone.go`, `${page}/{file}`], {}, own)).toEqual([]);
    expect(await said([], { 'a.adoc': `link:${page}/src/a.go[x]\n` }, own)).toEqual([]);
  });

  it('tells the path of a disk, however many are', async () => {
    const disk = 'home/me/tool/src';
    const gone = ['a', 'b', 'c', 'd'].map((name) => `${code}/src//${disk}/${name}.go`);
    expect(await said(gone, { '.gitignore': 'tool\n' }, own)).toEqual(
      ['a', 'b', 'c', 'd'].flatMap((name) => warning(`src//${disk}/${name}.go`)),
    );
    expect(await said(gone, {}, 'https://github.com/acme/other')).toEqual([]);
  });

  it('tells an address in which no slash stands behind the branch', async () => {
    const told = 'warning names no branch of this repository before the file .github/ci.yml: blob/main/.github/ci.yml.';
    for (const branch of ['main', 'master'])
      expect(await said([`${own}/blob/${branch}.github/ci.yml`], { '.github/ci.yml': '' }, own, 'main')).toEqual([
        told,
      ]);
    expect(await said([`${own}/blob/next.github/ci.yml`], { '.github/ci.yml': '' }, own, 'main')).toEqual([]);
  });

  it('tells workflows that are not there, of their pages and badges', async () => {
    const flows = { '.github/workflows/ci.yml': '', '.github/workflows/docs.yml': '' };
    const page = `${own}/actions/workflows`;
    const gone = warning('.github/workflows/gone.yaml');
    for (const link of ['', '/badge.svg', '?query=branch%3Amain', '/badge.svg?event=push&branch=main'])
      expect(await said([`${page}/gone.yaml${link}`, `${page}/ci.yml${link}`], flows, own)).toEqual(gone);
    expect(await said([`${page}/gone.yaml/badge.svg?branch=v2`, `${page}/pages/pages-build`], flows, own)).toEqual([]);
    expect(await said([`${page}/gone.yaml`], {}, own)).toEqual([]);
    expect(await said([...found, `${page}/gone.yaml`], flows)).toEqual(gone);
    const named = { 'package.json': '{ "repository": "https://github.com/acme/tool" }' };
    expect(await said([`${page}/ci.yml`, `${page}/docs.yml`, `${page}/gone.yaml`], { ...flows, ...named })).toEqual([]);
  });

  it('leaves a branch in peace whose name has several parts', async () => {
    expect(await said([`${own}/tree/dev/0.3.0/src/a.go`], {}, own, 'main')).toEqual([]);
    expect(await said([`${own}/tree/dev/0.3.0/src/gone.go`], {}, own, 'main')).toHaveLength(1);
    expect(await said([`${own}/tree/dev/0.3.0/src/a.go`], {}, own, 'dev')).toHaveLength(1);
    expect(await said([`${own}/tree/main/0.3.0/src/a.go`], {}, own, 'main')).toHaveLength(1);
  });

  it('tells it on a host of its own', async () => {
    const forge = 'https://git.acme.example/docs/tool';
    const link = `${forge}/-/blob/main/gone.go`;
    expect(await said([link], {}, 'https://git.acme.example/docs/tool.git')).toEqual(warning('gone.go'));
    expect(await said([link])).toEqual([]);
  });

  it('looks for the anchor of a folder in the README that is shown below its files', async () => {
    const files = { 'notes/README.md': '# Notes\n', 'more/Readme.rst': '', 'two/README.md': '', 'two/README.txt': '' };
    const folder = `${own}/tree/main`;
    expect(await said([`${folder}/notes/#gone`, `${folder}/notes#notes`, `${folder}/src#readme`], files, own)).toEqual([
      'warning leads to notes/README.md, which has no anchor #gone.',
    ]);
    expect(await said([`${folder}/src#gone`, `${folder}/more#gone`, `${folder}/two#gone`], files, own)).toEqual([
      'warning leads to src, a folder without a README that could have an anchor #gone.',
    ]);
  });

  it('tells anchors that a README or another file of no site does not have', async () => {
    const files = { 'README.md': '# Tool\n\n## How to use it\n', 'notes/a.md': '# Notes\n' };
    const page = 'https://github.com/acme/tool';
    const gone = (file: string): string[] => [`warning leads to ${file}, which has no anchor #gone.`];
    for (const link of [`${page}#gone`, `${page}/#gone`, `${page}/tree/main#gone`, `${code}/README.md#gone`])
      expect(await said([link], files, own)).toEqual(gone('README.md'));
    expect(await said([`${code}/README.md#use/it`], files, own)).toEqual([
      'warning leads to README.md, which has no anchor #use/it.',
    ]);
    expect(await said([`${code}/notes/a.md?x=1#gone`], files, own)).toEqual(gone('notes/a.md'));
    for (const there of [
      '#how-to-use-it',
      '#readme',
      '#readme-ov-file',
      '#user-content-x',
      '/blob/main/README.md#L3',
      '#',
      '',
    ])
      expect(await said([page + there], files, own)).toEqual([]);
    expect(await said([`${code}/docs/index.md#gone`], files, own)).toEqual(gone('docs/index.md'));
    expect(await said([`${page}/issues#gone`], files, own)).toEqual([]);
    expect(await said([`${page}#gone`], files)).toEqual([]);
    expect(await said([`${page}#gone`], { ...files, '.github/README.md': '# Other\n\n## Gone\n' }, own)).toEqual([]);
    expect(await said(['https://gitlab.com/acme/tool#gone'], files, 'https://gitlab.com/acme/tool')).toEqual([]);
  });
});
