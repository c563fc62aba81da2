import { describe, expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../../test/memory-tree.ts';
import { createCheck } from '../../create-check.ts';

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
const settings = `export default defineConfig({
  root: path.join(__dirname, 'site'),
  lang: 'en',
  locales: [
    { lang: 'en', label: 'English' },
    { lang: 'zh', label: '中文' },
  ],
});
`;
const site: Files = {
  'rspress.config.ts': settings,
  'site/en/index.md': `# Home\n\n${names.map((name) => `[x](/guide/${name})\n`).join('')}`,
  'site/zh/index.md': '# 首页\n',
  ...Object.fromEntries(names.map((name) => [`site/en/guide/${name}.mdx`, `# Part ${name}\n`])),
  'site/zh/guide/a.mdx': '# 一\n',
  'site/zh/guide/only.md': '# 二\n\n## Of It\n',
};

async function said(files: Files): Promise<string[]> {
  const { findings } = await createCheck().check({ tree: createMemoryTree({ ...site, ...files }) });
  return findings.map(({ rule, path, line }) => `${rule} ${path}:${line ?? ''}`);
}

describe('a site of Rspress', () => {
  it('has the pages of its main language without the folder of that, and those of the language of a page', async () => {
    const links =
      '[a](/guide/a) [b](/zh/guide/only) [c](/guide/only) [d](/guide/only.html#of-it) [e](./a.mdx) [f](only)';
    expect(await said({ 'site/zh/guide/more.md': `# 三\n\n${links}\n` })).toEqual([]);
  });

  it('lacks others, also those that only another folder or language has', async () => {
    const links =
      '[a](/guide/gone)\n\n[b](/other/b)\n\n[c](/guide/only)\n\n[d](/zh/guide/only#gone)\n\n[e](./gone.mdx)\n';
    expect(await said({ 'site/en/guide/more.mdx': `# More\n\n${links}` })).toEqual([
      'broken-link site/en/guide/more.mdx:3',
      'broken-link site/en/guide/more.mdx:5',
      'broken-link site/en/guide/more.mdx:7',
      'broken-anchor site/en/guide/more.mdx:9',
      'broken-link site/en/guide/more.mdx:11',
    ]);
  });

  it('is lenient where its addresses are not seen to be those of its files', async () => {
    const home = { 'site/en/index.md': '# Home\n\n[x](/guide/a)\n' };
    expect(await said({ ...home, 'site/en/guide/more.mdx': '# More\n\n[b](/other/b)\n' })).toEqual([]);
  });
});
