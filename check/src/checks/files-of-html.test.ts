import { expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../test/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';

async function said(files: Files): Promise<string[]> {
  const { findings } = await createDocsCheck().check({ tree: createMemoryTree(files) });
  return findings
    .filter(({ rule }) => rule === 'missing-file')
    .map(({ severity, message }) => `${severity} ${/file (\S+)/u.exec(message)?.[1] ?? message}`);
}

const docusaurus: Files = {
  'docusaurus.config.js':
    "export default { title: 'A', url: 'https://a.example', baseUrl: '/a/', presets: [['classic', {}]] };\n",
  'docs/img/a.png': 'PNG',
  'static/docs/shown/b.png': 'PNG',
  'static/c.png': 'PNG',
};

it('tells pictures in HTML that lie beside the file of the page, and not where a browser looks', async () => {
  const page =
    '# A\n\n![a](./img/a.png)\n\n<img src="./img/a.png" alt="a" />\n\n<img src="../static/c.png" alt="a" />\n';
  expect(await said({ ...docusaurus, 'docs/x.md': page })).toEqual(['warning ./img/a.png', 'warning ../static/c.png']);
  const component = { 'src/theme/MDXComponents/Img.js': 'export default () => null;\n' };
  expect(await said({ ...docusaurus, ...component, 'docs/x.md': page })).toEqual([]);
});

it('says nothing of what is published beside the address of the page, with or without a slash at its end', async () => {
  const beside = { 'docs/shown/b.png': 'PNG', 'docs/c.png': 'PNG' };
  const page = '# A\n\n<img src="./shown/b.png" alt="a" /> <img src="./c.png" alt="a" />\n';
  expect(await said({ ...docusaurus, ...beside, 'docs/x.md': page })).toEqual(['warning ./c.png']);
  const inFolder = { 'static/docs/x/c.png': 'PNG' };
  expect(await said({ ...docusaurus, ...beside, ...inFolder, 'docs/x.md': page })).toEqual([]);
});

it('does so of Nextra, and of no program that looks for such pictures', async () => {
  const page = '# A\n\n<img src="../public/a.png" alt="a" />\n';
  const picture = { 'public/a.png': 'PNG', 'docs/public/a.png': 'PNG' };
  const nextra = { 'next.config.js': "module.exports = require('nextra')({})();\n", 'pages/index.mdx': '# Home\n' };
  expect(await said({ ...nextra, ...picture, 'pages/x.mdx': page })).toEqual(['warning ../public/a.png']);
  const vitepress = { 'docs/.vitepress/config.ts': 'export default {};\n' };
  expect(await said({ ...vitepress, ...picture, 'docs/guide/x.md': page })).toEqual([]);
});
