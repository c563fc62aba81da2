import { describe, expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../test/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';

const files: Files = {
  'README.md': '# A\n\n![a](docs/images/b.png)\n',
  'docs/images/a.png': 'PNG',
  'docs/images/b.png': 'PNG',
  'src/extension/README.md': '# Extension\n\n![a](./docs/images/a.png) ![b](docs/images/gone.png)\n',
};

async function severities(more: Files): Promise<string[]> {
  const { findings } = await createDocsCheck().check({ tree: createMemoryTree({ ...files, ...more }) });
  return findings
    .filter(({ rule }) => rule === 'missing-file')
    .map(({ severity, message }) => `${/\w+\.png/u.exec(message)?.[0] ?? message} ${severity}`)
    .toSorted();
}

describe('a README that vsce packs', () => {
  it('may have addresses that begin at the top of the repository', async () => {
    for (const more of [
      { 'package.json': '{"scripts":{"pack":"vsce package --readme-path src/extension/README.md"}}' },
      { 'src/extension/package.json': '{"engines":{"node":"20","vscode":"^1.9.0"}}' },
    ])
      expect(await severities(more)).toEqual(['a.png warning', 'gone.png error']);
  });

  it('is another where nothing packs it', async () => {
    expect(await severities({ 'src/extension/package.json': '{"engines":{"node":"20"}}' })).toEqual([
      'a.png error',
      'gone.png error',
    ]);
  });
});

it('a file that a script names as it is read from its own folder may be made', async () => {
  const book: Files = {
    'manual/book.toml': '[book]\n',
    'manual/src/SUMMARY.md':
      '- [Home](home.md)\n- [Settings](configuration/made.md)\n- [Gone](configuration/gone.md)\n',
    'manual/src/home.md': '# Home\n',
    'manual/BUCK': 'extra_srcs = {"src/configuration/made.md": ":config-docs"}\n',
  };
  const { findings } = await createDocsCheck().check({ tree: createMemoryTree(book) });
  expect(
    findings.map(({ severity, message }) => `${severity} ${/configuration\/(\w+)/u.exec(message)?.[1] ?? ''}`),
  ).toEqual(['error gone', 'warning made']);
});

it('a folder that a job puts into what is published may answer from the top of the site', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const site: Files = {
    'docusaurus.config.js':
      "module.exports = { url: 'https://a.dev', baseUrl: '/', presets: [['classic', { docs: { routeBasePath: '/' } }]] };\n",
    'docs/index.md': `# A\n\n${names.map((name) => `[x](/${name}) `).join('')}[y](/storybook/)\n`,
    ...Object.fromEntries(names.map((name) => [`docs/${name}.md`, '# B\n'])),
  };
  const told = async (job: string): Promise<string[]> => {
    const tree = createMemoryTree({ ...site, '.github/workflows/pages.yml': `run: ${job}\n` });
    const { findings } = await createDocsCheck().check({ tree });
    return findings.map(({ severity, message }) => `${severity} ${/link (\S+)/u.exec(message)?.[1]}`).toSorted();
  };
  expect(await told('cp -r storybook-static _site/storybook')).toEqual(['warning /storybook/']);
  expect(await told('echo storybook')).toEqual(['error /storybook/']);
});
