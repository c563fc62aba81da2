import { expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../test/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';

const repository = { url: 'https://github.com/acme/tool', branch: 'main' };
const workflows: Files = {
  '.github/workflows/build.yml': 'name: "Build and test" # each time\non: push\n',
  '.github/workflows/docs.yaml': "name: 'Docs'\n",
  '.github/workflows/plain.yml': 'name: C# of it   # the other\n',
  '.github/workflows/nameless.yml': 'on: push\n',
};

async function said(badge: string, files: Files = workflows, more = ''): Promise<string[]> {
  const text = `# A\n\n![a](https://github.com/${badge})\n${more}`;
  const tree = createMemoryTree({ ...files, 'README.md': text });
  const { findings } = await createDocsCheck().check({ tree, repository });
  return findings.map(
    ({ rule, message }) => `${rule} ${/(?<=none of this repository is\. ).*/u.exec(message)?.[0] ?? message}`,
  );
}

it('finds workflows by their names, or by the path of one without a name', async () => {
  for (const name of ['Build%20and%20test', 'Docs', 'C%23%20of%20it', '.github%2Fworkflows%2Fnameless.yml'])
    expect(await said(`acme/tool/workflows/${name}/badge.svg?branch=main`)).toEqual([]);
});

it('tells a name that none has, and where the badge of the file is', async () => {
  expect(await said('Acme/tool/workflows/build.yml/badge.svg')).toEqual([
    'missing-file The badge of .github/workflows/build.yml is at actions/workflows/build.yml/badge.svg.',
  ]);
  expect(await said('acme/tool/workflows/CI/badge.svg')).toEqual([
    'missing-file They are called Build and test, Docs, C# of it.',
  ]);
});

it('says nothing of other repositories, and of one whose workflows are not here', async () => {
  expect(await said('acme/other/workflows/CI/badge.svg')).toEqual([]);
  expect(await said('acme/tool/workflows/CI/badge.svg', {})).toEqual([]);
});

it('tells the badge of another host for a file that is not there', async () => {
  const told = async (of: string): Promise<readonly string[]> => {
    const url = `https://img.shields.io/github/actions/workflow/status/${of}?style=flat`;
    const tree = createMemoryTree({ ...workflows, 'README.md': `# A\n\n![a](${url})\n` });
    return (await createDocsCheck().check({ tree, repository })).findings.map(({ rule }) => rule);
  };
  expect(await told('Acme/tool/main.yml')).toEqual(['missing-file']);
  expect(await told('acme/tool/build.yml')).toEqual([]);
  expect(await told('acme/other/main.yml')).toEqual([]);
});

it('takes the one repository whose badges stand there for the former name of a namesake, or of what a package names', async () => {
  const told = ['missing-file They are called Build and test, Docs, C# of it.'];
  expect(await said('someone/tool/workflows/CI/badge.svg')).toEqual(told);
  expect(await said('someone/tool/workflows/Docs/badge.svg')).toEqual([]);
  const named = { ...workflows, 'package.json': JSON.stringify({ repository: 'https://github.com/old/name' }) };
  expect(await said('old/name/workflows/CI/badge.svg', named)).toEqual(told);
  expect(await said('old/name/workflows/CI/badge.svg')).toEqual([]);
  const other = '![b](https://github.com/acme/other/workflows/CI/badge.svg)\n';
  expect(await said('someone/tool/workflows/CI/badge.svg', workflows, other)).toEqual([]);
});

it('takes another name of its owner for the former one where a project at the top is called so', async () => {
  const told = ['missing-file They are called Build and test, Docs, C# of it.'];
  for (const project of ['Engine.sln', 'engine.gemspec', 'Engine.xcodeproj/project.pbxproj'])
    expect(await said('acme/engine/workflows/CI/badge.svg', { ...workflows, [project]: '' })).toEqual(told);
  for (const project of ['src/Engine.sln', 'Engine/a.cs', 'Engine2.sln'])
    expect(await said('acme/engine/workflows/CI/badge.svg', { ...workflows, [project]: '' })).toEqual([]);
  expect(await said('other/engine/workflows/CI/badge.svg', { ...workflows, 'Engine.sln': '' })).toEqual([]);
});
