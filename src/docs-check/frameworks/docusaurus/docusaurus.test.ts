import { describe, expect, it } from 'vitest';
import { createMemoryTree } from '../../../../test/docs-check/memory-tree.ts';
import { createDocsCheck } from '../../create-docs-check.ts';

const settings = (more: string): string =>
  `export default { title: 'A', url: 'https://a.example', baseUrl: '/', presets: [['classic', {}]], ${more} };\n`;

async function said(slug: string, more = ''): Promise<string[]> {
  const tree = createMemoryTree({
    'docusaurus.config.js': settings(more),
    'docs/introduction.md': `---\nslug: ${slug}\n---\n\n# A\n\n[a](./concepts/terms) [b](concepts/terms)\n`,
    'docs/concepts/terms.md': '# Terms\n\n[a](../introduction.md)\n',
    'docs/more.md': '# More\n\n[a](/docs/concepts/terms)\n',
  });
  const { findings } = await createDocsCheck().check({ tree });
  return findings.map(({ message }) => /The link \S+/u.exec(message)?.[0] ?? message);
}

describe('a page of Docusaurus whose address ends in a slash', () => {
  it('has relative addresses below it where nothing sets how addresses end', async () => {
    expect(await said('/')).toEqual([]);
    expect(await said('/first/')).toEqual(['The link ./concepts/terms', 'The link concepts/terms']);
    expect(await said('/', 'trailingSlash: false')).toEqual(['The link ./concepts/terms', 'The link concepts/terms']);
  });
});

it('looks for files in every folder that a setting of static ones may mean', async () => {
  const missing = async (more: string): Promise<string[]> => {
    const tree = createMemoryTree({
      'docusaurus.config.js': settings(more),
      'docs/a.md': '# A\n\n![a](/one.png) ![b](/two.png) ![c](/gone.png)\n',
      'static/one.png': '',
      'images/two.png': '',
    });
    const { findings } = await createDocsCheck().check({ tree });
    return findings.map(({ message }) => /The file \S+/u.exec(message)?.[0] ?? message);
  };
  expect(await missing('')).toEqual(['The file /two.png', 'The file /gone.png']);
  const either = "staticDirectories: process.env.X ? ['static', process.env.X] : ['static', '../images']";
  expect(await missing(either)).toEqual(['The file /gone.png']);
  expect(await missing('staticDirectories: folders()')).toEqual(['The file /gone.png']);
});
