import { expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../../test/docs-check/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';

const code = 'https://github.com/Acme/tool/blob/main';

async function said(links: readonly string[], more: Files = {}): Promise<string[]> {
  const tree = createMemoryTree({
    'mkdocs.yml': 'site_name: x\n',
    'docs/index.md': links.map((link) => `[x](${link})`).join('\n'),
    ...Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`src/${name}.go`, ''])),
    ...more,
  });
  const { findings } = await createDocsCheck().check({ tree });
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
